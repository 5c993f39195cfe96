import DesktopTransfer
public import ProfferActions
public import ProfferFileSystem
import UniformTypes

/// Offers files, folders and bundles on the clipboard, in all their types and in those that conversions make.
///
/// Conversions are made when a program asks for them, once. Several inputs are one offer: their files, and their texts joined.
/// The action returns as soon as other programs find the offer; what it returns has to be served. If it throws, nothing is
/// offered, and no file stays.
public struct ClipboardOffer: Action {
  /// What is offered.
  public var inputs: [ActionInput]
  /// Where it is offered.
  public var selection = ClipboardSelection.clipboard
  /// The only types that are offered, best first; none offers all.
  public var types: [TypeReference] = []
  /// The type of a stream; nil detects it.
  public var inputType: TypeReference?
  /// Whether clipboard managers are asked not to keep the content, such as a password.
  public var isSensitive = false
  /// Whether the offer ends when one program has taken something.
  public var endsAfterOneReceiver = false
  /// When the offer ends; nil lets it stand until something else is copied.
  public var timeLimit: Duration?
  /// The displays and the terminal.
  public var desktop: DesktopContext

  /// Offers inputs.
  ///
  /// - Parameters:
  ///   - inputs: files, folders, bundles or a stream.
  ///   - desktop: the displays and the terminal.
  public init(of inputs: [ActionInput], on desktop: DesktopContext) {
    self.inputs = inputs
    self.desktop = desktop
  }

  /// Offers files, folders and bundles.
  ///
  /// - Parameters:
  ///   - paths: their paths.
  ///   - desktop: the displays and the terminal.
  public init(of paths: [FilePath], on desktop: DesktopContext) {
    self.init(of: paths.map { ActionInput($0) }, on: desktop)
  }

  /// Takes the selection.
  ///
  /// - Returns: what keeps the offer up while it is served.
  /// - Throws: a negative answer where there is nothing that other programs may see.
  public func run(in context: ActionContext) throws -> ClipboardOwnership {
    try TransferError.offering {
      let portal = inputs.contains { $0.isPath } ? desktop.askedPortal() : nil
      let items = try CopiedItems(
        inputs, as: types, inputType: inputType, context: context, desktop.note)
      var options = OwnershipOptions()
      options.endsAfterOneReceiver = endsAfterOneReceiver
      options.timeLimit = timeLimit
      let registry = context.types.registry
      return try TypeRegistry.withCurrent(registry) {
        let offer = desktop.offer(items, isSensitive: isSensitive, through: portal, types: registry)
        let selection = selection.transferSelection
        let (ownership, route) = try desktop.using(for: selection, recordedAs: "copy") {
          try $0.own(offer, as: selection, options)
        }
        desktop.note(.offered(ownership.names))
        return ClipboardOwnership(
          ownership, of: offer, on: route, files: items.madeFiles, portal: portal, types: registry)
      }
    }
  }
}

extension ActionInput {
  /// Whether it is a file or folder, and not a stream.
  var isPath: Bool {
    if case .path = origin { true } else { false }
  }

  /// The name of the file, for people.
  var label: String {
    guard case .path(let path) = origin else { return description }
    return path.lastComponent.map { "\($0)" } ?? "\(path)"
  }
}

extension DesktopContext {
  /// An offer of items, with their files through the document portal too if it runs.
  ///
  /// Portals from before 2024 refuse folders, and a program that reads the portal's names then tries no other.
  func offer(
    _ items: CopiedItems, isSensitive: Bool = false, through portal: DocumentPortal?, types: TypeRegistry
  ) -> TransferOffer {
    var running: DocumentPortal?
    if let portal, items.haveFiles {
      if items.haveFolders {
        note(.portalNotUsed("it may not take folders"))
      } else {
        do {
          try portal.requireRunning()
          running = portal
        } catch { note(.portalNotUsed("\(error)")) }
      }
    }
    if running == nil { portal?.disconnect() }
    return TransferOffer(items.providers, types: types, isSensitive: isSensitive, portal: running)
  }
}

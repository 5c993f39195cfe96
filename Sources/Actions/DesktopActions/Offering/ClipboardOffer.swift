import DesktopTransfer
public import ProfferActions
public import ProfferFileSystem
import UniformTypes

/// Offers files, folders and bundles on the clipboard.
///
/// If ``types`` is empty, each item is offered in its own types, and also as HTML, RTF and plain text if it
/// can be converted. Files and folders are also offered as files. Each conversion runs on request, and only
/// once. Several inputs form one offer, which contains all files and the joined texts. The action returns as
/// soon as the offer is available to other programs. The caller must then call ``ClipboardOwnership/serve()``
/// on the returned ownership. If the action throws, nothing is offered and all created files are removed.
public struct ClipboardOffer: Action {
  /// The content to offer.
  public var inputs: [ActionInput]
  /// The selection for the offer.
  public var selection = ClipboardSelection.clipboard
  /// The only types to offer, best first; if empty, all types.
  public var types: [TypeReference] = []
  /// The type of the input if it is a stream; if nil, the type is detected.
  public var inputType: TypeReference?
  /// Whether to ask clipboard managers not to save the content, for example because it is a password.
  public var isSensitive = false
  /// Whether the offer ends after one program has received content.
  public var endsAfterOneReceiver = false
  /// How long the offer lasts; if nil, the offer lasts until another program copies something.
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
  ///   - paths: the paths of the files, folders and bundles.
  ///   - desktop: the displays and the terminal.
  public init(of paths: [FilePath], on desktop: DesktopContext) {
    self.init(of: paths.map { ActionInput($0) }, on: desktop)
  }

  /// Acquires ownership of the selection.
  ///
  /// - Returns: the ownership. The offer is available only while ``ClipboardOwnership/serve()`` runs.
  /// - Throws: a negative ``ActionError`` if the inputs contain no items, or if other programs may see no
  ///   representation of the first item.
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
          ownership, of: offer, on: route, files: items.madeFiles, portal: portal, types: registry,
          preparing: items.preparedTypes)
      }
    }
  }
}

extension ActionInput {
  /// Whether the input is a path rather than a stream.
  var isPath: Bool {
    if case .path = origin { true } else { false }
  }

  /// The name of the input for display: the file name for a path, otherwise the description of the stream.
  var label: String {
    guard case .path(let path) = origin else { return description }
    return path.lastComponent.map { "\($0)" } ?? "\(path)"
  }
}

extension DesktopContext {
  /// Creates an offer of items.
  func offer(
    _ items: CopiedItems, isSensitive: Bool = false, through portal: DocumentPortal?, types: TypeRegistry
  ) -> TransferOffer {
    TransferOffer(
      items.providers, types: types, isSensitive: isSensitive, portal: runningPortal(for: items, portal),
      pieces: items.pieces)
  }

  /// Returns the document portal, through which files are also offered; nil if it is not running or not used.
  ///
  /// The portal is not used if any item is a folder. Portals released before 2024 reject folders, and a program
  /// that accepts the portal's names does not fall back to other names.
  func runningPortal(for items: CopiedItems, _ portal: DocumentPortal?) -> DocumentPortal? {
    var running: DocumentPortal?
    if let portal, items.haveFiles {
      if items.haveFolders {
        note(.portalNotUsed("it may not accept folders"))
      } else {
        do {
          try portal.requireRunning()
          running = portal
        } catch { note(.portalNotUsed("\(error)")) }
      }
    }
    if running == nil { portal?.disconnect() }
    return running
  }
}

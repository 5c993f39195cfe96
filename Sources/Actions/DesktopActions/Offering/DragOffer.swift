import DesktopTransfer
public import ProfferActions
public import ProfferFileSystem
import UniformTypes

/// Shows a small window, or uses the terminal, from which files, folders and bundles are dragged into other programs.
///
/// What is offered is what ``ClipboardOffer`` offers, files first; an item of a bundle and the result of a conversion become a
/// file when a program asks for one. The action returns when the window is there; what it returns has to be served. If it
/// throws, nothing is offered, and no file stays.
public struct DragOffer: Action {
  /// What is offered.
  public var inputs: [ActionInput]
  /// The only types that are offered, best first; none offers all.
  public var types: [TypeReference] = []
  /// The type of a stream; nil detects it.
  public var inputType: TypeReference?
  /// How long a drag is waited for; nil waits until the window is closed.
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

  /// Shows the window.
  ///
  /// - Returns: what gives programs the content while it is served.
  /// - Throws: a negative answer where there is nothing that other programs may see.
  public func run(in context: ActionContext) throws -> DragWindow {
    try TransferError.offering {
      let portal = desktop.askedPortal()
      let items = try CopiedItems(
        inputs, as: types, inputType: inputType, asFiles: true, context: context, desktop.note)
      var options = DragOptions()
      options.timeLimit = timeLimit
      let registry = context.types.registry
      return try TypeRegistry.withCurrent(registry) {
        let offer = desktop.offer(items, through: portal, types: registry)
        let label = inputs.map(\.label).joined(separator: ", ")
        let (source, route) = try desktop.using(for: .drag, recordedAs: "drag") {
          try $0.dragSource(offer, calling: label, options)
        }
        desktop.note(.offered(source.names))
        return DragWindow(
          source, on: route, files: items.madeFiles, portal: portal, types: registry, note: desktop.note)
      }
    }
  }
}

import DesktopTransfer
public import ProfferActions
public import ProfferFileSystem
import UniformTypes

/// Offers files, folders and bundles for dragging into other programs, from a small window or the terminal.
///
/// Offers the same types as ``ClipboardOffer``, but files first. Items of bundles and results of conversions
/// are written to files when a program requests a file. The action returns when the window is shown. The
/// caller must then call ``DragWindow/serve(allowingSeveral:each:)`` on the returned window. If the action
/// throws, nothing is offered and all created files are removed.
public struct DragOffer: Action {
  /// The content to offer.
  public var inputs: [ActionInput]
  /// The only types to offer, best first; if empty, all types.
  public var types: [TypeReference] = []
  /// The type of the input if it is a stream; if nil, the type is detected.
  public var inputType: TypeReference?
  /// How long to wait for a drag; if nil, the action waits until the window is closed.
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

  /// Shows the window.
  ///
  /// - Returns: the window. Its content is available only while ``DragWindow/serve(allowingSeveral:each:)``
  ///   runs.
  /// - Throws: a negative ``ActionError`` if the inputs contain no items, or if other programs may see no
  ///   representation of the first item.
  public func run(in context: ActionContext) throws -> DragWindow {
    try TransferError.offering {
      let portal = desktop.askedPortal()
      let items = try CopiedItems(
        inputs, as: types, inputType: inputType, asFiles: true, context: context, desktop.note)
      var options = DragOptions()
      options.timeLimit = timeLimit
      let registry = context.types.registry
      return try TypeRegistry.withCurrent(registry) {
        let running = desktop.runningPortal(for: items, portal)
        let label = inputs.map(\.label).joined(separator: ", ")
        let rows = OfferedRows("proffer drag", on: desktop, through: running, types: registry)
        rows.add(items)
        let appearance = desktop.followAppearance(of: rows)
        let (source, route) = try desktop.using(for: .drag, recordedAs: "drag") {
          try $0.dragSource(rows, calling: label, options)
        }
        rows.connect(source)
        desktop.noteMissingLibraries(on: route)
        desktop.note(.offered(source.names))
        return DragWindow(
          source, on: route, files: items.madeFiles, portal: portal, clipboard: rows.clipboard,
          appearance: appearance, types: registry, note: desktop.note)
      }
    }
  }
}

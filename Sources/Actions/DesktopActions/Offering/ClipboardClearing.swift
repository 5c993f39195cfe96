import DesktopTransfer
public import ProfferActions

/// Empties a selection of the desktop, whichever program owns it.
///
/// This also ends the offer of a `ClipboardOffer`. If the action throws, the selection is unchanged.
public struct ClipboardClearing: Action {
  /// The selection to empty.
  public var selection: ClipboardSelection
  /// The displays and the terminal.
  public var desktop: DesktopContext

  /// Creates an action that empties a selection.
  ///
  /// - Parameters:
  ///   - selection: the clipboard or the primary selection.
  ///   - desktop: the displays and the terminal.
  public init(of selection: ClipboardSelection = .clipboard, on desktop: DesktopContext) {
    self.selection = selection
    self.desktop = desktop
  }

  /// Empties the selection.
  ///
  /// - Returns: the route that was used.
  /// - Throws: an ``ActionError`` if no route can empty the selection.
  public func run(in context: ActionContext) throws -> DesktopRoute {
    try TransferError.offering {
      let selection = selection.transferSelection
      return try desktop.using(for: selection, recordedAs: "copy") { try $0.clear(selection) }.route
    }
  }
}

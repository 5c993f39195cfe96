import ByteTools
import DesktopTransfer
public import ProfferActions
import UniformTypes

/// Pastes content that another program has copied, as one type or as a bundle of all types.
///
/// Files are written only when the transfer is complete; a stream receives bytes as they arrive. If the
/// action throws or is cancelled, partial files are removed.
public struct ClipboardPaste: Action {
  /// The selection to read.
  public var selection: ClipboardSelection
  /// The content to receive, and its destination.
  public var receipt: ContentReceipt
  /// The displays and the terminal.
  public var desktop: DesktopContext

  /// Pastes the contents of a desktop selection.
  ///
  /// - Parameters:
  ///   - receipt: the content to receive, and its destination.
  ///   - selection: the clipboard or the primary selection.
  ///   - desktop: the displays and the terminal.
  public init(
    _ receipt: ContentReceipt, from selection: ClipboardSelection = .clipboard, on desktop: DesktopContext
  ) {
    self.receipt = receipt
    self.selection = selection
    self.desktop = desktop
  }

  /// Pastes the content.
  ///
  /// - Throws: a negative ``ActionError`` with one of these codes: `empty` if nothing is offered; `noMatch`
  ///   or `needsConversion` if no offered type is accepted; `noKnownType` if the bundle would be empty;
  ///   `sensitive` if sensitive content must not be saved; `wouldLose` if a strict conversion would lose
  ///   information.
  public func run(in context: ActionContext) throws -> ContentReceipt.Outcome {
    try TransferError.receiving {
      let selection = selection.transferSelection
      let (contents, _) = try desktop.using(for: selection, recordedAs: "paste") {
        try $0.offered(as: selection, within: receipt.limits)
      }
      let content = desktop.content(contents, of: selection, in: context)
      var taking = receipt
      taking.movesCutFiles = true
      let hasMoved = Locked(false)
      let outcome = try TypeRegistry.withCurrent(context.types.registry) {
        try taking.take(content, in: context) { [note = desktop.note] remark in
          if case .filesMoved = remark { hasMoved.withLock { $0 = true } }
          note(remark)
        }
      }
      // The list names files that are not there any more. File managers empty the clipboard after such a paste.
      if hasMoved.withLock({ $0 }) {
        _ = try desktop.using(for: selection, recordedAs: "paste") { try $0.clear(selection) }
      }
      return outcome
    }
  }
}

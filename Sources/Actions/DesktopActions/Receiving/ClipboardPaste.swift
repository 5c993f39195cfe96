import DesktopTransfer
public import ProfferActions
import UniformTypes

/// Takes what another program has copied: the type that is wanted, or everything.
///
/// Nothing is written before all of it has come, except to a stream. If it throws or is cancelled, no unfinished file stays.
public struct ClipboardPaste: Action {
  /// Where it looks.
  public var selection: ClipboardSelection
  /// What is taken, and where it goes.
  public var receipt: ContentReceipt
  /// The displays and the terminal.
  public var desktop: DesktopContext

  /// Pastes what is in a selection of the desktop.
  ///
  /// - Parameters:
  ///   - receipt: what is taken, and where it goes.
  ///   - selection: the clipboard, or what is selected.
  ///   - desktop: the displays and the terminal.
  public init(
    _ receipt: ContentReceipt, from selection: ClipboardSelection = .clipboard, on desktop: DesktopContext
  ) {
    self.receipt = receipt
    self.selection = selection
    self.desktop = desktop
  }

  /// Pastes.
  ///
  /// - Throws: the negative answers `empty` where nothing is offered, `noMatch` and `needsConversion` where nothing has a wanted
  ///   type, `noKnownType` where a bundle would be empty, `sensitive`, and `wouldLose`.
  public func run(in context: ActionContext) throws -> ContentReceipt.Outcome {
    try TransferError.receiving {
      let selection = selection.transferSelection
      let (contents, _) = try desktop.using(for: selection, recordedAs: "paste") {
        try $0.offered(as: selection, within: receipt.limits)
      }
      let content = desktop.content(contents, of: selection, in: context)
      return try TypeRegistry.withCurrent(context.types.registry) {
        try receipt.take(content, in: context, desktop.note)
      }
    }
  }
}

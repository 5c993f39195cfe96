import DesktopTransfer
public import ProfferActions
import UniformTypes

/// Accepts drops from other programs, on a small window or on the terminal.
///
/// The source program is always notified whether its content was received. If the action throws or is
/// cancelled, content from earlier drops remains and partial files are removed. Cancellation takes effect at
/// the next drop or at the time limit.
public struct DropCatch: Action {
  /// The content to receive, and its destination.
  public var receipt: ContentReceipt
  /// Whether to accept drops until the window is closed.
  ///
  /// The destination must then be ``ContentReceipt/Destination/folder(_:)``.
  public var takesSeveral = false
  /// The displays and the terminal.
  public var desktop: DesktopContext

  /// Accepts drops and receives their content.
  ///
  /// - Parameters:
  ///   - receipt: the content to receive, and its destination.
  ///   - desktop: the displays and the terminal.
  public init(_ receipt: ContentReceipt, on desktop: DesktopContext) {
    self.receipt = receipt
    self.desktop = desktop
  }

  /// Accepts drops and receives their content.
  ///
  /// - Returns: the number of drops, including drops whose content could not be received.
  public func run(in context: ActionContext) throws -> Int { try run(in: context) { _ in } }

  /// Accepts drops, and reports the result of each drop.
  ///
  /// - Parameters:
  ///   - context: the types, folders and callbacks that the action uses.
  ///   - each: called with the result of each drop. A success is reported before the source program is
  ///     notified, a failure afterwards. If the function throws for a success, the drop becomes a failure. If
  ///     it throws for a failure, the action ends. A failure is reported only if ``takesSeveral`` is true;
  ///     otherwise, the failure ends the action.
  /// - Returns: the number of drops, including drops whose content could not be received.
  /// - Throws: a negative ``ActionError`` with the code `empty` if nothing was dropped.
  public func run(
    in context: ActionContext, each: (Result<ContentReceipt.Outcome, any Error>) throws -> Void
  ) throws -> Int {
    if takesSeveral {
      guard case .folder = receipt.destination else {
        throw ActionError.usage(
          "several drops require a folder, because a single output file cannot hold them")
      }
    }
    return try TransferError.receiving {
      let label = receipt.destinationText ?? "standard output"
      let (target, _) = try desktop.using(for: .drag, recordedAs: "catch") {
        try $0.dropTarget(calling: label, within: receipt.limits, recordedBy: nil)
      }
      return try TypeRegistry.withCurrent(context.types.registry) {
        var count = 0
        repeat {
          guard let contents = try next(target, context) else { break }
          try take(contents, from: target, context, each)
          count += 1
        } while takesSeveral
        if count == 0 { throw ActionError.negative("nothing was dropped", code: .empty) }
        return count
      }
    }
  }

  /// Returns the contents of the next drop; nil if the window was closed or the time limit was reached.
  private func next(_ target: any DropTarget, _ context: ActionContext) throws -> (any SelectionContents)? {
    try context.checkCancellation()
    let deadline = receipt.timeLimit.map { ContinuousClock.now + $0 }
    let arrival = try target.next(until: deadline) { names in
      do { return try receipt.accepts(names, in: context) } catch {
        desktop.note(.dragNotExamined(error))
        return false
      }
    }
    guard case .dropped(let contents) = arrival else { return nil }
    return contents
  }

  /// Receives the content of a drop, and always notifies the source program of success or failure.
  private func take(
    _ contents: any SelectionContents, from target: any DropTarget, _ context: ActionContext,
    _ each: (Result<ContentReceipt.Outcome, any Error>) throws -> Void
  ) throws {
    let outcome: Result<ContentReceipt.Outcome, any Error>
    do {
      try context.checkCancellation()
      desktop.note(.dropped(contents.names))
      outcome = .success(
        try receipt.take(desktop.content(contents, of: .drag, in: context), in: context, desktop.note))
    } catch {
      try target.finish(false)
      guard takesSeveral, !(error is CancellationError) else { throw error }
      // The failure of one drop does not end the wait for the next.
      return try each(.failure((error as? TransferError)?.ofReceiving ?? error))
    }
    try target.finish(true)
    try each(outcome)
  }
}

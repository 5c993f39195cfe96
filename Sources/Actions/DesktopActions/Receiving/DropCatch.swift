import DesktopTransfer
public import ProfferActions
import UniformTypes

/// Accepts drops from other programs, on a small window or on the terminal.
///
/// The source of a drop is always told whether its content was taken. If the action throws or is cancelled,
/// content from earlier drops remains, and no partial file does. Cancellation takes effect at the next drop
/// or at the time limit.
public struct DropCatch: Action {
  /// The content to take, and its destination.
  public var receipt: ContentReceipt
  /// Whether to accept drops until the window is closed; the destination must then be a folder.
  public var takesSeveral = false
  /// The displays and the terminal.
  public var desktop: DesktopContext

  /// Accepts drops and takes their content.
  ///
  /// - Parameters:
  ///   - receipt: the content to take, and its destination.
  ///   - desktop: the displays and the terminal.
  public init(_ receipt: ContentReceipt, on desktop: DesktopContext) {
    self.receipt = receipt
    self.desktop = desktop
  }

  /// Accepts drops.
  ///
  /// - Returns: the number of drops, including those from which nothing could be taken.
  public func run(in context: ActionContext) throws -> Int { try run(in: context) { _ in } }

  /// Accepts drops, and reports the result of each.
  ///
  /// - Parameters:
  ///   - context: what the action needs besides its inputs.
  ///   - each: called with the result of each drop, before the source is told that its content was taken. An
  ///     error that it throws for a success makes the drop a failure. It receives a failure only if several
  ///     drops are accepted; otherwise the failure ends the action. An error that it throws for a failure
  ///     ends the action.
  /// - Returns: the number of drops, including those from which nothing could be taken.
  /// - Throws: the negative answer `empty` if nothing was dropped.
  public func run(
    in context: ActionContext, each: (Result<ContentReceipt.Outcome, any Error>) throws -> Void
  ) throws -> Int {
    if takesSeveral {
      guard case .folder = receipt.destination else {
        throw ActionError.usage("several drops are taken into a folder, so that one does not replace another")
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

  /// The next drop; nil if the window was closed or the time limit was reached.
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

  /// Takes the content of a drop, and always tells the source whether that succeeded.
  private func take(
    _ contents: any SelectionContents, from target: any DropTarget, _ context: ActionContext,
    _ each: (Result<ContentReceipt.Outcome, any Error>) throws -> Void
  ) throws {
    do {
      try context.checkCancellation()
      desktop.note(.dropped(contents.names))
      let content = desktop.content(contents, of: .drag, in: context)
      try each(.success(receipt.take(content, in: context, desktop.note)))
    } catch {
      try target.finish(false)
      guard takesSeveral, !(error is CancellationError) else { throw error }
      // The failure of one drop does not end the wait for the next.
      try each(.failure((error as? TransferError)?.ofReceiving ?? error))
      return
    }
    try target.finish(true)
  }
}

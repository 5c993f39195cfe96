import DesktopTransfer
public import ProfferActions
import UniformTypes

/// Shows a small window, or uses the terminal, and takes what other programs drag onto it.
///
/// The program that a drop comes from is always told whether it was taken. If the action throws or is cancelled, what was taken
/// before stays, and no unfinished file does. Cancelling it ends it when something is dropped, or at the time limit.
public struct DropCatch: Action {
  /// What is taken, and where it goes.
  public var receipt: ContentReceipt
  /// Whether drops are taken until the window is closed, which needs a folder.
  public var takesSeveral = false
  /// The displays and the terminal.
  public var desktop: DesktopContext

  /// Takes what is dropped.
  ///
  /// - Parameters:
  ///   - receipt: what is taken, and where it goes.
  ///   - desktop: the displays and the terminal.
  public init(_ receipt: ContentReceipt, on desktop: DesktopContext) {
    self.receipt = receipt
    self.desktop = desktop
  }

  /// Takes drops.
  ///
  /// - Returns: how many drops there were, those included of which nothing could be taken.
  public func run(in context: ActionContext) throws -> Int { try run(in: context) { _ in } }

  /// Takes drops, and gives what was taken of each.
  ///
  /// - Parameters:
  ///   - context: what the action needs besides its inputs.
  ///   - each: called for each drop before its program is told that it was taken; what it throws ends the action. The failure
  ///     of a drop is given only where several are taken, and ends the action otherwise.
  /// - Returns: how many drops there were, those included of which nothing could be taken.
  /// - Throws: the negative answer `empty` where nothing was dropped.
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

  /// The next drop; nil where the window was closed or the time is over.
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

  /// Takes a drop; the program that it comes from is always told how that went.
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
      // What one program does not give is no reason to miss the next.
      try each(.failure((error as? TransferError)?.ofReceiving ?? error))
      return
    }
    try target.finish(true)
  }
}

import ByteTools
import DesktopTransfer
import FolderDrops
public import ProfferActions
import ProfferFileSystem
import TransferWindows
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
      let rows = OfferedRows(
        "proffer catch", zone: DropZone(receipt.headline), on: desktop, through: nil,
        types: context.types.registry)
      let appearance = desktop.followAppearance(of: rows)
      let (target, route) = try desktop.using(for: .drag, recordedAs: "catch") {
        try $0.dropTarget(rows, calling: label, within: receipt.limits, recordedBy: nil)
      }
      rows.connect(target)
      desktop.noteMissingLibraries(on: route)
      return try withExtendedLifetime(appearance) {
        try TypeRegistry.withCurrent(context.types.registry) {
          var count = 0
          repeat {
            guard let contents = try next(target, rows, context) else { break }
            try take(contents, from: target, rows, context, each)
            count += 1
          } while takesSeveral
          if count == 0 { throw ActionError.negative("nothing was dropped", code: .empty) }
          return count
        }
      }
    }
  }

  /// Returns the contents of the next drop; nil if the window was closed or the time limit was reached.
  private func next(
    _ target: any DropTarget, _ rows: OfferedRows, _ context: ActionContext
  ) throws -> (any SelectionContents)? {
    try context.checkCancellation()
    let deadline = receipt.timeLimit.map { ContinuousClock.now + $0 }
    let arrival = try target.next(until: deadline) { names in
      do {
        guard try receipt.accepts(names, in: context) else {
          let offered = IncomingNames(names, types: context.types.registry).types.map(\.typeIdentifier)
          rows.show(.refusing(WindowRow.names(of: offered, in: context.types.registry)))
          return false
        }
        rows.show(.accepting(try receipt.taken(from: names, in: context)))
        return true
      } catch {
        desktop.note(.dragNotExamined(error))
        rows.show(.refusing("\(error)"))
        return false
      }
    }
    guard case .dropped(let contents) = arrival else { return nil }
    return contents
  }

  /// Receives the content of a drop, and always notifies the source program of success or failure.
  private func take(
    _ contents: any SelectionContents, from target: any DropTarget, _ rows: OfferedRows,
    _ context: ActionContext, _ each: (Result<ContentReceipt.Outcome, any Error>) throws -> Void
  ) throws {
    let outcome: ContentReceipt.Outcome
    rows.show(.receiving("the content", nil))
    target.update()
    let reported = ReportedContents(contents) { byteCount in
      rows.show(.receiving(ByteCount(byteCount).text, nil))
      target.update()
    }
    do {
      try context.checkCancellation()
      desktop.note(.dropped(contents.names))
      outcome = try receipt.take(
        desktop.content(reported, of: .drag, in: context), in: context, desktop.note
      ) { progress in
        rows.show(DropZone.State(progress))
        target.update()
      }
      try each(.success(outcome))
    } catch {
      let error = (error as? TransferError)?.ofReceiving ?? error
      rows.show(.failed((error as? ActionError)?.message ?? "\(error)"))
      target.update()
      try target.finish(false)
      guard takesSeveral, !(error is CancellationError) else { throw error }
      // The failure of one drop does not end the wait for the next.
      return try each(.failure(error))
    }
    try target.finish(true)
    // The window of a single drop closes now.
    if takesSeveral { show(outcome, in: rows, context) }
  }

  /// Adds rows for the received items, so that they can be dragged into other programs.
  private func show(_ outcome: ContentReceipt.Outcome, in rows: OfferedRows, _ context: ActionContext) {
    let paths =
      switch outcome {
      case .bundle(let path): [path]
      case .files(let paths): paths
      case .document(let document): [document.path].compactMap(\.self)
      }
    rows.show(.idle)
    for path in paths {
      do {
        rows.add(
          try CopiedItems(
            [ActionInput(path)], as: [], inputType: nil, asFiles: true, context: context, desktop.note))
      } catch {
        // The file is where it should be; only its row is missing.
        rows.show(.failed("\(path.lastComponent.map { "\($0)" } ?? "\(path)") cannot be shown: \(error)"))
      }
    }
  }
}

extension DropZone.State {
  /// Creates the state of a zone while dropped files are copied.
  fileprivate init(_ progress: FolderDropProgress) {
    let count = progress.itemCount
    self = .receiving(count == 1 ? "1 file" : "\(count) files", progress.fraction)
  }
}

import ProfferFileSystem
import TransferWindows

/// A window from which the user drags rows into other programs.
final class X11DragSource: DragSource {
  let ending: OwnershipEnding
  let names: [String]
  private let connection: X11Connection
  private let rows: X11RowSource
  private let updates: WindowUpdates
  private var deadlines: DragDeadlines

  /// Shows the window.
  ///
  /// - Throws: `empty` if no representation of the rows is visible to other programs.
  init(_ connection: X11Connection, _ items: any WindowItems, _ options: DragOptions) throws {
    self.connection = connection
    let offer = items.offerOfAllRows()
    names =
      (offer?.draggedForms(on: .x11).map(\.name) ?? []) + (offer?.file == nil ? [] : [X11DirectSave.name])
    guard !names.isEmpty else { throw TransferError(.empty, "there is nothing to offer") }
    deadlines = DragDeadlines(options)
    ending = try OwnershipEnding()
    updates = WindowUpdates(waking: ending.wakeup)
    rows = try X11RowSource(connection, items, options, ending)
  }

  func update() { updates.request() }

  func run() throws -> DragOutcome {
    while true {
      // Messages that arrive after the end belong to the next drag.
      while !rows.hasEnded, let message = connection.next() { try rows.handle(message) }
      if updates.take() { try rows.show() }
      try rows.process()
      let due = deadlines.end(
        isWaiting: !rows.isDragging && !rows.hasEnded, isServing: false, isRequested: ending.isRequested)
      if let due { rows.end(due) }
      if let (outcome, failure) = try rows.takeEnded() {
        if outcome.end == .closed || outcome.end == .requested { ending.end() }
        if let failure { throw failure }
        return outcome
      }
      // A request to the display may have queued other messages before its reply.
      if connection.hasArrived { continue }
      try connection.wait(for: ending.wakeup, until: nextDeadline)
    }
  }

  private var nextDeadline: ContinuousClock.Instant? {
    (rows.times + deadlines.times(isWaiting: !rows.isDragging)).min()
  }
}

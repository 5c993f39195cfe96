import ProfferFileSystem
import TransferWindows

/// A window of items, and the drag of its rows that is in progress.
final class X11RowSource {
  let window: X11TransferWindow
  let atoms: X11DragAtoms
  private let items: any WindowItems
  private let connection: X11Connection
  private let tools: X11OutgoingDrag.Tools
  private let options: DragOptions
  private let ending: OwnershipEnding
  private var drag: X11OutgoingDrag?
  /// The reason why the wait for a drag ended; nil before the end.
  private var waitEnd: DragOutcome.End?

  /// Shows the window.
  ///
  /// - Parameter ending: passes values from the threads that produce them.
  init(
    _ connection: X11Connection, _ items: any WindowItems, _ options: DragOptions, _ ending: OwnershipEnding
  ) throws {
    (self.connection, self.items, self.options, self.ending) = (connection, items, options, ending)
    atoms = try X11DragAtoms(connection)
    tools = try X11OutgoingDrag.Tools(connection, atoms)
    window = try X11TransferWindow(connection, items)
  }

  /// Whether a drag of rows is in progress, or its receivers are still served.
  var isDragging: Bool { drag != nil }

  /// Whether the drag, or the wait for a drag, has ended and every receiver has the requested values.
  var hasEnded: Bool { drag.map { $0.isFinished && $0.end != nil } ?? (waitEnd != nil) }

  // MARK: Events

  /// Handles a message of the display.
  func handle(_ message: X11Message) throws {
    switch message {
    case .event(.message(let message)) where atoms.closes(message): return end(.closed)
    case .event(.windowDestroyed(window.window)), .error(_, X11ErrorCode.badWindow, window.window):
      end(.closed)
    case .event(.selectionRequest(let request)) where drag == nil:
      // The drag of this request has ended.
      connection.send(
        X11Request.notify(request.requestor, request.selection, request.target, 0, at: request.time))
    default: break
    }
    if let drag, try drag.handle(message) { return }
    guard case .event(let event) = message, let intention = try window.handle(event) else { return }
    switch intention {
    case .drag(let rows): if case .pointer(let event) = event { try begin(rows, event) }
    case .copy(let rows):
      items.copy(rows: rows)
      try show()
    case .remove(let rows):
      items.remove(rows: rows)
      try show()
    case .close: if drag == nil { end(.closed) }
    case .moveWindow: break
    }
  }

  private func begin(_ rows: [Int], _ event: X11PointerEvent) throws {
    // Rows that were put back do not delay the next drag.
    if let drag, drag.isFinished, drag.end == nil { try release(drag) }
    guard drag == nil, waitEnd == nil else { return }
    guard let offer = items.offer(ofRows: rows) else { return try show() }
    do {
      drag = try X11OutgoingDrag.begin(
        offer, ofRows: rows, from: window, at: event, connection, tools, options, ending)
    } catch let error as TransferError where error.code == .empty {
      // No representation of these rows is visible to other programs.
      return try show()
    }
    if drag != nil { window.pointerDidLeave() }
  }

  /// Ends the drag, or the wait for a drag.
  func end(_ end: DragOutcome.End) {
    if let drag, drag.isActive { drag.finish(end) } else { waitEnd = waitEnd ?? end }
  }

  // MARK: Steps

  /// Shows the current content of the items; ``process()`` draws it.
  func show() throws { try window.show(items) }

  /// Performs the steps that are due, after all queued messages are handled.
  func process() throws {
    try drag?.process()
    window.draw()
  }

  /// The times at which ``process()`` must be called.
  var times: [ContinuousClock.Instant] { drag?.times ?? [] }

  /// The outcome of a drag, and the error of a value that a receiver got only in part.
  typealias Ended = (outcome: DragOutcome, failure: (any Error)?)

  /// Returns the outcome of the drag that has ended, or of the wait for a drag; nil if there is none.
  ///
  /// The next drag can begin after this call.
  func takeEnded() throws -> Ended? {
    if let drag {
      guard drag.isFinished else { return nil }
      try release(drag)
      // The wait for a drag may have ended while rows were put back.
      if let end = drag.end { return (DragOutcome(end: end, types: drag.givenTypes), drag.failure) }
    }
    guard let end = waitEnd else { return nil }
    waitEnd = nil
    options.recorder?.add("x11", "sessionDidEnd", "\(end)")
    return (DragOutcome(end: end, types: []), nil)
  }

  /// Releases a drag that is finished; the next drag can begin.
  private func release(_ drag: X11OutgoingDrag) throws {
    self.drag = nil
    drag.release()
    try connection.synchronize()
    options.recorder?.add("x11", "sessionDidEnd", "\(drag.end ?? .cancelled)")
  }
}

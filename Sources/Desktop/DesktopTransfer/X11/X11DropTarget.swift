import ByteTools
import Foundation
import ProfferFileSystem

/// A window on which the user drops content from other programs, and from which the user drags its rows.
final class X11DropTarget: DropTarget {
  /// A drag over the window.
  private struct Visit {
    let source: UInt32
    let names: [String]
    let isAccepted: Bool
  }

  private let connection: X11Connection
  private let atoms: X11DragAtoms
  private let items: any WindowItems
  private let rows: X11RowSource
  private let limits: TransferLimits
  private let recorder: TransferRecorder?
  private let ending: OwnershipEnding
  private let updates: WindowUpdates
  /// The thread that runs the window.
  private let thread = Locked(ObjectIdentifier(Thread.current))
  private var visit: Visit?
  /// The source window of the last drop.
  private var dropped: UInt32?

  private var window: UInt32 { rows.window.window }

  /// Shows the window.
  init(
    _ connection: X11Connection, _ items: any WindowItems, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder? = nil
  ) throws {
    (self.connection, self.items, self.limits, self.recorder) = (connection, items, limits, recorder)
    ending = try OwnershipEnding()
    updates = WindowUpdates(waking: ending.wakeup)
    var options = DragOptions()
    options.recorder = recorder
    rows = try X11RowSource(connection, items, options, ending)
    atoms = rows.atoms
    connection.send(
      X11Request.changeProperty(
        atoms.aware, of: window, type: atoms.atom, words: [X11DragAtoms.version]))
    try connection.synchronize()
  }

  func update() {
    guard thread.withLock({ $0 == ObjectIdentifier(Thread.current) }) else { return updates.request() }
    do {
      try rows.show()
      rows.window.draw()
      try connection.connection.flush()
    } catch {
      // The connection is lost. The next use of the connection throws the same error.
    }
  }

  func next(
    until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool
  ) throws -> DropArrival {
    thread.withLock { $0 = ObjectIdentifier(Thread.current) }
    try rows.show()
    while true {
      // Messages that arrive after the end of a drag may begin the next drag.
      while !rows.hasEnded, let message = connection.next() {
        if let contents = try handle(message, accepts) { return .dropped(contents) }
      }
      if updates.take() { try rows.show() }
      try rows.process()
      if let (outcome, failure) = try rows.takeEnded() {
        if outcome.end == .closed { return .closed }
        // The failure ends only the drag: the next drop is independent of it.
        if let failure { recorder?.add("proffer", "<failed>", "\(failure)") }
        continue
      }
      // The user can finish a drag that began before the deadline.
      let limit = rows.isDragging ? nil : deadline
      if let limit, .now >= limit { return .timeLimit }
      // A request to the display may have queued other messages before its reply.
      if connection.hasArrived { continue }
      try connection.wait(for: ending.wakeup, until: (rows.times + [limit].compactMap(\.self)).min())
    }
  }

  func finish(_ wasTaken: Bool) throws {
    guard let dropped else { return }
    self.dropped = nil
    recorder?.addConclusion(wasTaken: wasTaken)
    send(atoms.finished, to: dropped, [wasTaken ? 1 : 0, wasTaken ? atoms.copy : 0, 0, 0])
    try connection.synchronize()
  }

  /// Handles a message of the display.
  ///
  /// - Returns: the contents of a drop that was accepted; nil if there is none.
  private func handle(
    _ message: X11Message, _ accepts: ([String]) -> Bool
  ) throws -> (any SelectionContents)? {
    switch message {
    case .event(.windowDestroyed(visit?.source)), .error(_, X11ErrorCode.badWindow, visit?.source):
      try endVisit()
    case .event(.message(let message)):
      if let contents = try receive(message, accepts) { return contents }
    case .event, .error, .reply: break
    }
    try rows.handle(message)
    return nil
  }

  /// Forgets the drag that has left the window without a drop.
  private func endVisit() throws {
    visit = nil
    items.dragDidLeave()
    try rows.show()
  }

  private func receive(
    _ message: X11ClientMessage, _ accepts: ([String]) -> Bool
  ) throws -> (any SelectionContents)? {
    let source = message.words[0]
    switch message.type {
    case atoms.enter:
      // A program that hangs or is replaced by another one sends no leave message.
      if visit != nil { try endVisit() }
      // The window does not accept its own rows.
      guard source != window,
        (X11DragAtoms.oldestVersion...X11DragAtoms.version).contains(message.words[1] >> 24)
      else { break }
      do {
        let names = try names(of: message)
        recorder?.add("x11", "sessionDidEnter", names.joined(separator: ", "))
        let isAccepted = !names.isEmpty && accepts(names)
        recorder?.addAnswer(isAccepted: isAccepted)
        visit = Visit(source: source, names: names, isAccepted: isAccepted)
        connection.send(X11Request.selectEvents(X11Request.structureNotify, of: source))
        try rows.show()
      } catch let error as TransferError where error.code == .refused {
        // The program ended before its drag was examined.
      }
    case atoms.position:
      // Every position message gets a response, because the program waits for the response.
      let isAccepted = visit?.source == source && visit?.isAccepted == true
      send(atoms.status, to: source, [isAccepted ? 1 : 0, 0, 0, isAccepted ? atoms.copy : 0])
    case atoms.leave:
      // Wayland bridges also send this message after a drop. The dropped content remains accepted.
      if visit?.source == source {
        recorder?.add("x11", "sessionDidExit")
        try endVisit()
      }
    case atoms.drop:
      dropped = source
      guard let visit, visit.source == source, visit.isAccepted else {
        try finish(false)
        if visit?.source == source { try endVisit() }
        break
      }
      self.visit = nil
      recorder?.add("x11", "performDrop", visit.names.joined(separator: ", "))
      do {
        let contents = try X11SelectionReader(
          connection, dropOf: visit.names, from: source, at: message.words[2], limits)
        return recorder.map { RecordedContents(contents, .x11, $0) } ?? contents
      } catch let error as TransferError where error.code == .empty {
        // The program has ended, or no longer offers content.
        try finish(false)
        try endVisit()
      }
    default: break
    }
    return nil
  }

  /// Returns the offered names: up to three from the message itself, or more from a list.
  private func names(of message: X11ClientMessage) throws -> [String] {
    var offered = message.words[2...4].filter { $0 != 0 }
    if message.words[1] & 1 != 0 {
      offered = try connection.property(
        atoms.typeList, of: message.words[0], wordCount: UInt32(limits.nameCount), deleting: false
      ).words
    }
    return try connection.names(of: offered)
  }

  private func send(_ type: UInt32, to source: UInt32, _ words: [UInt32]) {
    let message = X11ClientMessage(window: source, type: type, words: [window] + words)
    connection.send(X11Request.send(message, to: source))
  }
}

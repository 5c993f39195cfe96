import ProfferFileSystem

/// A small window on which the user drops content from other programs.
final class X11DropTarget: DropTarget {
  /// A drag over the window.
  private struct Visit {
    let source: UInt32
    let names: [String]
    let isAccepted: Bool
  }

  private let connection: X11Connection
  private let atoms: X11DragAtoms
  private let window: X11SmallWindow
  private let limits: TransferLimits
  private let recorder: TransferRecorder?
  private var visit: Visit?
  /// The source window of the last drop.
  private var dropped: UInt32?

  /// Shows the window.
  init(
    _ connection: X11Connection, calling label: String, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder? = nil
  ) throws {
    (self.connection, self.limits, self.recorder) = (connection, limits, recorder)
    atoms = try X11DragAtoms(connection)
    window = try X11SmallWindow(connection, .target(into: label), events: 0)
    connection.send(
      X11Request.changeProperty(
        atoms.aware, of: window.window, type: atoms.atom, words: [X11DragAtoms.version]))
    try connection.synchronize()
  }

  func next(
    until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool
  ) throws -> DropArrival {
    while true {
      while let message = connection.next() {
        if let arrival = try handle(message, accepts) { return arrival }
      }
      if let deadline, .now >= deadline { return .timeLimit }
      try connection.connection.wait(until: deadline)
    }
  }

  func finish(_ wasTaken: Bool) throws {
    guard let dropped else { return }
    self.dropped = nil
    recorder?.addConclusion(wasTaken: wasTaken)
    send(atoms.finished, to: dropped, [wasTaken ? 1 : 0, wasTaken ? atoms.copy : 0, 0, 0])
    try connection.synchronize()
  }

  private func handle(_ message: X11Message, _ accepts: ([String]) -> Bool) throws -> DropArrival? {
    switch message {
    case .event(.exposed(window.window)): window.draw()
    case .event(.windowDestroyed(window.window)): return .closed
    case .event(.windowDestroyed(visit?.source)), .error(_, X11ErrorCode.badWindow, visit?.source):
      visit = nil
    case .event(.message(let message)):
      if atoms.closes(message) { return .closed }
      return try receive(message, accepts)
    case .event, .error, .reply: break
    }
    return nil
  }

  private func receive(_ message: X11ClientMessage, _ accepts: ([String]) -> Bool) throws -> DropArrival? {
    let source = message.words[0]
    switch message.type {
    case atoms.enter:
      visit = nil
      guard (X11DragAtoms.oldestVersion...X11DragAtoms.version).contains(message.words[1] >> 24) else {
        break
      }
      do {
        let names = try names(of: message)
        recorder?.add("x11", "sessionDidEnter", names.joined(separator: ", "))
        let isAccepted = !names.isEmpty && accepts(names)
        recorder?.addAnswer(isAccepted: isAccepted)
        visit = Visit(source: source, names: names, isAccepted: isAccepted)
        connection.send(X11Request.selectEvents(X11Request.structureNotify, of: source))
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
        visit = nil
      }
    case atoms.drop:
      dropped = source
      guard let visit, visit.source == source, visit.isAccepted else {
        try finish(false)
        break
      }
      self.visit = nil
      recorder?.add("x11", "performDrop", visit.names.joined(separator: ", "))
      do {
        let contents = try X11SelectionReader(
          connection, dropOf: visit.names, from: source, at: message.words[2], limits)
        return .dropped(recorder.map { RecordedContents(contents, .x11, $0) } ?? contents)
      } catch let error as TransferError where error.code == .empty {
        // The program has ended, or no longer offers content.
        try finish(false)
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
    let message = X11ClientMessage(window: source, type: type, words: [window.window] + words)
    connection.send(X11Request.send(message, to: source))
  }
}

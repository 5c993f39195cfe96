import ProfferFileSystem

/// A small window from which the user drags content into other programs.
///
/// A press of the mouse button starts a drag. The source searches the windows under the pointer, from the
/// root window down, for the first window that accepts drags. This target receives a message when the drag
/// enters, moves, leaves or is dropped. Only one position message is pending at a time. The newest position
/// is sent after the target has responded.
///
/// Values are served in every phase, because many programs read values while the pointer is over their
/// windows.
final class X11DragSource: DragSource {
  /// A window that accepts drags.
  private struct Target {
    let window: UInt32
    /// The window that receives the messages: the target's proxy window if it has one, otherwise the target.
    let receiver: UInt32
    let version: UInt32
    var accepts = false
    /// The deadline for the response to the last position; nil if no response is pending.
    var answerDeadline: ContinuousClock.Instant?
    /// The rectangle in which the target requests no further positions.
    var quietOrigin = X11Point()
    var quietSize = X11Point()

    func isQuiet(at point: X11Point) -> Bool {
      (Int(quietOrigin.x)..<Int(quietOrigin.x) + Int(quietSize.x)).contains(Int(point.x))
        && (Int(quietOrigin.y)..<Int(quietOrigin.y) + Int(quietSize.y)).contains(Int(point.y))
    }
  }

  private enum Phase {
    case waiting
    case dragging
    case dropped
  }

  /// The maximum depth of nested windows in the search for a target.
  private static let depth = 64

  let ending: OwnershipEnding
  private let connection: X11Connection
  private let atoms: X11DragAtoms
  private let server: X11SelectionServer
  private let window: X11SmallWindow
  /// The file that receivers can request; nil for several items or a folder.
  private let directSave: X11DirectSaveOffer?
  private let options: DragOptions
  private let escapeKeys: Set<UInt8>
  /// The cursors over a target that accepts the content, and elsewhere; 0 if the display has no cursors.
  private let takenCursor, refusedCursor: UInt32

  private var phase = Phase.waiting
  private var deadlines: DragDeadlines
  /// The reason why the drag, or the wait for a drag, ended; nil before the end.
  private var outcome: DragOutcome.End?
  private var target: Target?
  /// The last motion of the pointer that is not processed yet.
  private var motion: X11PointerEvent?
  /// The last position that is not sent to the target yet.
  private var pending: X11PointerEvent?
  /// The time at which the button was released.
  private var releaseTime: UInt32?
  /// Whether the pointer has left the window of the drag.
  private var isOutside = false

  var names: [String] { server.names }

  /// Shows the window.
  init(
    _ connection: X11Connection, _ offer: TransferOffer, calling label: String, _ options: DragOptions
  ) throws {
    self.connection = connection
    self.options = options
    deadlines = DragDeadlines(options)
    ending = try OwnershipEnding()
    atoms = try X11DragAtoms(connection)
    escapeKeys = try connection.keys(giving: X11Number.escapeKey)
    takenCursor = try connection.cursor(X11Number.handCursor)
    refusedCursor = try connection.cursor(X11Number.circleCursor)
    let shown = try X11SmallWindow(
      connection, .source(of: label),
      events: X11Request.buttonPress | X11Request.buttonRelease | X11Request.pointerMotion
        | X11Request.keyPress)
    let offer = offer.recorded(by: options.recorder)
    directSave = try offer.file.map { try X11DirectSaveOffer(connection, $0, on: shown.window) }
    window = shown
    server = try X11SelectionServer(
      connection, offer.draggedForms(on: .x11), directSave: directSave, as: .drag, options.service, ending)
    connection.send(
      X11Request.changeProperty(
        atoms.typeList, of: window.window, type: atoms.atom, words: server.nameAtoms))
    options.recorder?.add("proffer", "itemsForBeginning", server.names.joined(separator: ", "))
  }

  func run() throws -> DragOutcome {
    outcome = nil
    server.forgetGiven()
    while true {
      // Messages that arrive after the end belong to the next drag.
      while !hasEnded, let message = connection.next() { try handle(message) }
      if let motion { try move(motion) }
      try server.deliver()
      endIfDue()
      if let outcome, hasEnded {
        server.release()
        try connection.synchronize()
        if outcome == .closed || outcome == .requested { ending.end() }
        options.recorder?.add("x11", "sessionDidEnd", "\(outcome)")
        if let failure = server.failure { throw failure }
        var given = server.given
        if let directSave, directSave.wasSaved { given.add(directSave.typeIdentifier) }
        return DragOutcome(end: outcome, types: given.ordered)
      }
      // A request to the display may have queued other messages before its reply.
      if connection.hasArrived { continue }
      try connection.wait(for: ending.wakeup, until: nextDeadline)
    }
  }

  /// Whether the drag has ended and every receiver has the requested values.
  private var hasEnded: Bool { outcome != nil && server.isIdle }

  // MARK: Events

  private func handle(_ message: X11Message) throws {
    switch message {
    case .event(.pointer(let event)): try handle(event)
    case .event(.keyPressed(let key)) where phase == .dragging && escapeKeys.contains(key): end(.cancelled)
    case .event(.exposed(window.window)): window.draw()
    case .event(.message(let message)): try receive(message)
    case .event(.windowDestroyed(let gone)), .error(_, X11ErrorCode.badWindow, let gone):
      if gone == window.window { end(.closed) }
      if let target, target.receiver == gone || target.window == gone {
        self.target = nil
        if phase == .dropped { end(.unanswered) }
      }
      try server.handle(message)
    default:
      // A program that requests values after the drop is still active.
      if case .event(.selectionRequest) = message { extendFinish() }
      if case .event(.propertyChanged) = message { extendFinish() }
      try server.handle(message)
    }
  }

  private func handle(_ event: X11PointerEvent) throws {
    switch (event.kind, phase) {
    case (.press, .waiting) where event.button == 1 && outcome == nil: try begin(event)
    case (.motion, .dragging) where releaseTime == nil: motion = event
    case (.release, .dragging) where event.button == 1 && releaseTime == nil:
      releaseTime = event.time
      connection.send(X11Request.ungrabPointer(at: event.time))
      // The next press starts another drag, so the release is processed immediately.
      try move(event)
    default: break
    }
  }

  private func receive(_ message: X11ClientMessage) throws {
    if atoms.closes(message) { return end(.closed) }
    guard var target, [target.window, target.receiver].contains(message.words[0]) else { return }
    if message.type == atoms.status, phase == .dragging {
      target.answerDeadline = nil
      target.accepts = message.words[1] & 1 != 0
      // A target can request all motions, regardless of the rectangle.
      let size = message.words[1] & 2 != 0 ? 0 : message.words[3]
      target.quietOrigin = X11Point(packed: message.words[2])
      target.quietSize = X11Point(packed: size)
      self.target = target
      showCursor()
      advance()
    } else if message.type == atoms.finished, phase == .dropped {
      // Some programs send this message while the pointer is over their window. The message has no meaning
      // before the drop.
      end(target.version < 5 || message.words[1] & 1 != 0 ? .dropped : .refused)
    }
  }

  // MARK: The drag

  private func begin(_ event: X11PointerEvent) throws {
    do { try server.own(at: event.time) } catch let error as TransferError where error.code == .refused {
      // Another drag is in progress. The next press tries again.
      return
    }
    let answer = try connection.reply(
      to: connection.send(
        X11Request.grabPointer(for: window.window, cursor: refusedCursor, at: event.time)))
    guard answer.byte(at: 1) == 0 else { return }
    // If the keyboard cannot be grabbed, Escape has no effect.
    _ = try connection.reply(
      to: connection.send(X11Request.grabKeyboard(for: window.window, at: event.time)))
    phase = .dragging
    directSave?.reset()
    options.recorder?.add("x11", "sessionWillBegin")
    (target, motion, pending, releaseTime, isOutside) = (nil, nil, nil, nil, false)
  }

  private func move(_ event: X11PointerEvent) throws {
    motion = nil
    guard phase == .dragging else { return }
    let found: Target?
    do { found = try target(at: event.point) } catch let error as TransferError where error.code == .refused {
      // A window under the pointer was destroyed in the meantime.
      found = nil
    }
    if found?.window != target?.window {
      leave()
      target = found
      if let found { enter(found) }
      showCursor()
    }
    pending = event
    advance()
  }

  /// Returns the first window under a point that accepts drags.
  private func target(at point: X11Point) throws -> Target? {
    var window = connection.root
    for _ in 0..<X11DragSource.depth {
      if window == target?.window { return target }
      if window == self.window.window { return nil }
      if window != connection.root, let found = try taker(window) {
        isOutside = true
        return found
      }
      let answer = try connection.reply(
        to: connection.send(X11Request.translate(point, from: connection.root, to: window)))
      guard answer.word(at: 8) != 0 else { break }
      window = answer.word(at: 8)
    }
    isOutside = true
    // Programs that draw the desktop accept drags through the root window.
    return try taker(connection.root)
  }

  /// Returns the target for a window; nil if the window does not accept drags.
  private func taker(_ window: UInt32) throws -> Target? {
    func word(_ property: UInt32, of window: UInt32) throws -> UInt32 {
      try connection.property(property, of: window, wordCount: 1, deleting: false).words.first ?? 0
    }
    var receiver = window
    let proxy = try word(atoms.proxy, of: window)
    if proxy != 0 {
      do {
        // If a proxy window does not name itself as proxy, the property was left by a program that has ended.
        if try word(atoms.proxy, of: proxy) == proxy { receiver = proxy }
      } catch let error as TransferError where error.code == .refused {
        // The proxy window does not exist anymore.
      }
    }
    let version = try word(atoms.aware, of: receiver)
    guard version >= X11DragAtoms.oldestVersion else { return nil }
    return Target(window: window, receiver: receiver, version: min(version, X11DragAtoms.version))
  }

  /// Performs the next step that the target's responses allow.
  private func advance() {
    guard phase == .dragging, target?.answerDeadline == nil else { return }
    if let pending, let target, releaseTime != nil || !target.isQuiet(at: pending.point) {
      self.pending = nil
      self.target?.answerDeadline = .now + options.answerLimit
      return send(atoms.position, 0, pending.point.packed, pending.time, atoms.copy)
    }
    guard let releaseTime else { return }
    if let target, target.accepts {
      send(atoms.drop, 0, releaseTime)
      phase = .dropped
      directSave?.isDropped = true
      extendFinish()
    } else if isOutside {
      end(.cancelled)
    } else {
      // A click in the window is not a drag.
      stop()
    }
  }

  private func enter(_ target: Target) {
    let first = server.nameAtoms.prefix(3) + repeatElement(0, count: 3)
    // The end of a target's program is reported as the destruction of the target's window.
    connection.send(X11Request.selectEvents(X11Request.structureNotify, of: target.receiver))
    send(
      atoms.enter, target.version << 24 | (server.nameAtoms.count > 3 ? 1 : 0), first[0], first[1], first[2])
  }

  /// Notifies the target that the drag has left it.
  private func leave() {
    guard target != nil, phase == .dragging else { return }
    send(atoms.leave)
    target = nil
  }

  private func send(_ type: UInt32, _ words: UInt32...) {
    guard let target else { return }
    let all = [window.window] + words + repeatElement(0, count: 4 - words.count)
    connection.send(
      X11Request.send(X11ClientMessage(window: target.window, type: type, words: all), to: target.receiver))
  }

  private func showCursor() {
    guard phase == .dragging, releaseTime == nil else { return }
    connection.send(
      X11Request.changeGrab(cursor: target?.accepts == true ? takenCursor : refusedCursor, at: 0))
  }

  // MARK: The end

  /// Ends the drag, or the wait for a drag.
  private func end(_ end: DragOutcome.End) {
    stop()
    if outcome == nil { outcome = end }
  }

  private func stop() {
    leave()
    if phase == .dragging {
      connection.send(X11Request.ungrabPointer(at: 0))
    }
    if phase != .waiting { connection.send(X11Request.ungrabKeyboard(at: 0)) }
    phase = .waiting
    (target, motion, pending, releaseTime) = (nil, nil, nil, nil)
    deadlines.clearFinish()
  }

  private func extendFinish() {
    if phase == .dropped { deadlines.extendFinish() }
  }

  /// Whether no drag is in progress and the wait for a drag has not ended.
  private var isWaiting: Bool { phase == .waiting && outcome == nil }

  private func endIfDue() {
    if let deadline = target?.answerDeadline, deadline <= .now {
      target?.answerDeadline = nil
      target?.accepts = false
      if releaseTime != nil { end(.unanswered) }
    }
    let due = deadlines.end(
      isWaiting: isWaiting, isServing: !server.isIdle, isRequested: ending.isRequested)
    if let due { end(due) }
  }

  private var nextDeadline: ContinuousClock.Instant? {
    let answer = [target?.answerDeadline].compactMap(\.self)
    return (server.deadlines + deadlines.times(isWaiting: isWaiting) + answer).min()
  }
}

import ProfferFileSystem
import TransferWindows

/// A drag of an offer from a window of this program into another program.
///
/// The drag searches the windows under the pointer, from the root window down, for the first window that
/// accepts drags. This receiver gets a message when the drag enters, moves, leaves or is dropped. Only one
/// position message is pending at a time. The newest position is sent after the receiver has responded.
///
/// Values are served in every phase, because many programs read values while the pointer is over their
/// windows.
final class X11OutgoingDrag {
  /// The atoms and the cursors of all drags from a window.
  struct Tools {
    let atoms: X11DragAtoms
    /// The cursors over a receiver that accepts the content, and elsewhere; 0 if the display has no cursors.
    let takenCursor, refusedCursor: UInt32

    init(_ connection: X11Connection, _ atoms: X11DragAtoms) throws {
      self.atoms = atoms
      takenCursor = try connection.cursor(X11Number.handCursor)
      refusedCursor = try connection.cursor(X11Number.circleCursor)
    }
  }

  private enum Phase {
    case dragging
    case dropped
    case ended
  }

  private let connection: X11Connection
  private let tools: Tools
  private let window: X11TransferWindow
  private let server: X11SelectionServer
  /// The file that receivers can request; nil for several items or a folder.
  private let directSave: X11DirectSaveOffer?
  private let icon: X11DragIcon
  private let search: X11DragSearch
  private let options: DragOptions

  private var phase = Phase.dragging
  private var deadlines: DragDeadlines
  /// The reason why the drag ended; nil before the end, or if the user put the rows back.
  private(set) var end: DragOutcome.End?
  private var receiver: X11DragReceiver?
  /// The last motion of the pointer that is not processed yet.
  private var motion: X11PointerEvent?
  /// The last position that is not sent to the receiver yet.
  private var pending: X11PointerEvent?
  /// The time at which the button was released.
  private var releaseTime: UInt32?
  /// Whether the pointer has left the window of the drag.
  private var isOutside = false

  private var atoms: X11DragAtoms { tools.atoms }

  /// Begins a drag.
  ///
  /// - Parameters:
  ///   - offer: the offer that is dragged.
  ///   - rows: the identifiers of the rows of the offer.
  ///   - window: the window in which the button is held down.
  ///   - event: the motion of the pointer with which the drag begins.
  ///   - ending: passes values from the threads that produce them.
  /// - Returns: nil if the display does not let this program drag now: another drag is in progress, or another
  ///   program has the pointer.
  /// - Throws: `empty` if the offer has no representation for other programs.
  static func begin(
    _ offer: TransferOffer, ofRows rows: [Int], from window: X11TransferWindow, at event: X11PointerEvent,
    _ connection: X11Connection, _ tools: Tools, _ options: DragOptions, _ ending: OwnershipEnding
  ) throws -> X11OutgoingDrag? {
    let offer = offer.recorded(by: options.recorder)
    let directSave = try offer.file.map { try X11DirectSaveOffer(connection, $0, on: window.window) }
    let server = try X11SelectionServer(
      connection, offer.draggedForms(on: .x11), directSave: directSave, as: .drag, options.service, ending)
    connection.send(
      X11Request.changeProperty(
        tools.atoms.typeList, of: window.window, type: tools.atoms.atom, words: server.nameAtoms))
    do { try server.own(at: event.time) } catch let error as TransferError where error.code == .refused {
      return nil
    }
    let answer = try connection.reply(
      to: connection.send(
        X11Request.grabPointer(for: window.window, cursor: tools.refusedCursor, at: event.time)))
    guard answer.byte(at: 1) == 0 else {
      server.release()
      return nil
    }
    // If the keyboard cannot be grabbed, Escape has no effect.
    _ = try connection.reply(
      to: connection.send(X11Request.grabKeyboard(for: window.window, at: event.time)))
    let icon = try X11DragIcon(connection, scale: window.scale, at: event.point) {
      window.dragPicture(ofRows: rows, isTranslucent: $0)
    }
    options.recorder?.add("proffer", "itemsForBeginning", server.names.joined(separator: ", "))
    options.recorder?.add("x11", "sessionWillBegin")
    return X11OutgoingDrag(connection, tools, window, server, directSave, icon, options, event)
  }

  private init(
    _ connection: X11Connection, _ tools: Tools, _ window: X11TransferWindow, _ server: X11SelectionServer,
    _ directSave: X11DirectSaveOffer?, _ icon: X11DragIcon, _ options: DragOptions, _ event: X11PointerEvent
  ) {
    (self.connection, self.tools, self.window, self.server) = (connection, tools, window, server)
    (self.directSave, self.icon, self.options, motion) = (directSave, icon, options, event)
    search = X11DragSearch(connection: connection, atoms: tools.atoms, source: window.window)
    deadlines = DragDeadlines(options)
  }

  /// Whether the drag has not ended.
  var isActive: Bool { phase != .ended }

  /// Whether the drag has ended and every receiver has the requested values.
  var isFinished: Bool { phase == .ended && server.isIdle }

  /// The error of a value that a receiver got only in part; nil if there is none.
  var failure: (any Error)? { server.failure }

  /// The types of the values that were delivered.
  var givenTypes: [String] {
    var given = server.given
    if let directSave, directSave.wasSaved { given.add(directSave.typeIdentifier) }
    return given.ordered
  }

  // MARK: Events

  /// Handles a message of the display.
  ///
  /// - Returns: whether the message belongs to the drag alone.
  func handle(_ message: X11Message) throws -> Bool {
    switch message {
    case .event(.pointer(let event)) where phase == .dragging:
      try handle(event)
      return true
    case .event(.keyPressed(let event)) where phase == .dragging:
      if window.isEscape(event) { finish(.cancelled) }
      return true
    case .event(.message(let message)): return try receive(message)
    case .event(.windowDestroyed(let gone)), .error(_, X11ErrorCode.badWindow, let gone):
      if let receiver, receiver.receiver == gone || receiver.window == gone {
        self.receiver = nil
        // After the release, no motion follows that would find another receiver.
        if releaseTime == nil { showCursor() } else { finish(.unanswered) }
      }
      try server.handle(message)
    default:
      // A request for values after the drop shows that the program is still active.
      if case .event(.selectionRequest) = message { extendFinish() }
      if case .event(.propertyChanged) = message { extendFinish() }
      try server.handle(message)
    }
    return false
  }

  private func handle(_ event: X11PointerEvent) throws {
    switch event.kind {
    case .motion where releaseTime == nil: motion = event
    case .release where event.button == 1 && releaseTime == nil:
      releaseTime = event.time
      icon.remove()
      connection.send(X11Request.ungrabPointer(at: event.time))
      // The next press starts another drag, so the release is processed immediately.
      try move(event)
    case .motion, .release, .press: break
    }
  }

  private func receive(_ message: X11ClientMessage) throws -> Bool {
    guard message.type == atoms.status || message.type == atoms.finished else { return false }
    guard let receiver, [receiver.window, receiver.receiver].contains(message.words[0]) else { return true }
    if message.type == atoms.status, phase == .dragging {
      self.receiver?.take(message)
      showCursor()
      advance()
    } else if message.type == atoms.finished, phase == .dropped {
      // Some programs send this message while the pointer is over their window. The message has no meaning
      // before the drop.
      finish(receiver.version < 5 || message.words[1] & 1 != 0 ? .dropped : .refused)
    }
    return true
  }

  /// Performs the steps that are due: the last motion, the delivery of values, and the time limits.
  func process() throws {
    if let motion { try move(motion) }
    try server.deliver()
    if let deadline = receiver?.answerDeadline, deadline <= .now {
      receiver?.answerDeadline = nil
      receiver?.accepts = false
      if releaseTime != nil { finish(.unanswered) }
    }
    if let due = deadlines.end(isWaiting: false, isServing: !server.isIdle, isRequested: false) {
      finish(due)
    }
  }

  /// The times at which ``process()`` must be called.
  var times: [ContinuousClock.Instant] {
    server.deadlines + deadlines.times(isWaiting: false) + [receiver?.answerDeadline].compactMap(\.self)
  }

  // MARK: The drag

  private func move(_ event: X11PointerEvent) throws {
    motion = nil
    guard phase == .dragging else { return }
    icon.move(to: event.point)
    let found = try found(at: event.point)
    if found?.window != receiver?.window {
      leave()
      receiver = found
      if let found { enter(found) }
      showCursor()
    }
    pending = event
    advance()
  }

  private func found(at point: X11Point) throws -> X11DragReceiver? {
    do {
      var result = try search.result(at: point, receiver, icon: icon.window)
      if case .icon = result {
        // The display has not moved the picture with the pointer. The drag continues without the picture.
        icon.remove()
        result = try search.result(at: point, receiver, icon: nil)
      }
      if case .source = result { return nil }
      isOutside = true
      if case .receiver(let found) = result { return found }
    } catch let error as TransferError where error.code == .refused {
      // A window under the pointer was destroyed in the meantime.
    }
    return nil
  }

  /// Performs the next step that the receiver's responses allow.
  private func advance() {
    guard phase == .dragging, receiver?.answerDeadline == nil else { return }
    if let pending, let receiver, releaseTime != nil || !receiver.isQuiet(at: pending.point) {
      self.pending = nil
      self.receiver?.answerDeadline = .now + options.answerLimit
      return send(atoms.position, 0, pending.point.packed, pending.time, atoms.copy)
    }
    guard let releaseTime else { return }
    if let receiver, receiver.accepts {
      send(atoms.drop, 0, releaseTime)
      phase = .dropped
      directSave?.isDropped = true
      extendFinish()
    } else {
      // Rows that never left the window are put back, and the wait for a drag continues.
      finish(isOutside ? .cancelled : nil)
    }
  }

  private func enter(_ receiver: X11DragReceiver) {
    let first = server.nameAtoms.prefix(3) + repeatElement(0, count: 3)
    // The end of a receiver's program is reported as the destruction of the receiver's window.
    connection.send(X11Request.selectEvents(X11Request.structureNotify, of: receiver.receiver))
    send(
      atoms.enter, receiver.version << 24 | (server.nameAtoms.count > 3 ? 1 : 0), first[0], first[1],
      first[2])
  }

  /// Notifies the receiver that the drag has left it.
  private func leave() {
    guard receiver != nil, phase == .dragging else { return }
    send(atoms.leave)
    receiver = nil
  }

  private func send(_ type: UInt32, _ words: UInt32...) {
    guard let receiver else { return }
    let all = [window.window] + words + repeatElement(0, count: 4 - words.count)
    connection.send(
      X11Request.send(
        X11ClientMessage(window: receiver.window, type: type, words: all), to: receiver.receiver))
  }

  private func showCursor() {
    guard phase == .dragging, releaseTime == nil else { return }
    connection.send(
      X11Request.changeGrab(
        cursor: receiver?.accepts == true ? tools.takenCursor : tools.refusedCursor, at: 0))
  }

  private func extendFinish() {
    if phase == .dropped { deadlines.extendFinish() }
  }

  // MARK: The end

  /// Ends the drag; receivers still get the values that they have requested.
  ///
  /// - Parameter end: the reason; nil if the user put the rows back.
  func finish(_ end: DragOutcome.End?) {
    guard phase != .ended else { return }
    leave()
    icon.remove()
    if phase == .dragging { connection.send(X11Request.ungrabPointer(at: 0)) }
    connection.send(X11Request.ungrabKeyboard(at: 0))
    phase = .ended
    (receiver, motion, pending, releaseTime) = (nil, nil, nil, nil)
    deadlines.clearFinish()
    self.end = end
  }

  /// Gives the selection back; called once the drag is finished.
  func release() { server.release() }
}

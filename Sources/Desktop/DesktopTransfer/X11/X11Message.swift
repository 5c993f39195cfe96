/// A message from an X display.
enum X11Message {
  case reply(sequence: UInt16, HostOrderReader)
  case error(sequence: UInt16, code: UInt8, resource: UInt32)
  case event(X11Event)

  private static let errorKind: UInt8 = 0
  private static let replyKind: UInt8 = 1

  /// Reads the first message in a buffer; returns nil if the message is incomplete.
  ///
  /// - Returns: the message and its length in bytes.
  static func first(of bytes: ArraySlice<UInt8>) -> (message: X11Message, byteCount: Int)? {
    guard bytes.count >= 32 else { return nil }
    let head = HostOrderReader(bytes.prefix(32))
    let sequence = head.short(at: 2)
    // The highest bit is set if another program sent the event.
    let kind = head.byte(at: 0) & 0x7F
    var byteCount = 32
    if kind == replyKind || kind == X11EventCode.genericEvent.rawValue {
      byteCount += Int(head.word(at: 4)) * 4
    }
    guard bytes.count >= byteCount else { return nil }
    let whole = HostOrderReader(bytes.prefix(byteCount))
    switch kind {
    case errorKind:
      return (.error(sequence: sequence, code: head.byte(at: 1), resource: head.word(at: 4)), byteCount)
    case replyKind: return (.reply(sequence: sequence, whole), byteCount)
    default: return (.event(X11Event(kind, head)), byteCount)
    }
  }
}

/// The events of selections and windows.
enum X11Event {
  case keyPressed(X11KeyEvent)
  case pointer(X11PointerEvent)
  /// The pointer has left a window.
  case pointerLeft(UInt32)
  /// A part of a window must be drawn.
  case exposed(UInt32)
  /// The size of a window, after a change of its size or position.
  case configured(UInt32, width: UInt16, height: UInt16)
  /// A message from another program.
  case message(X11ClientMessage)
  case selectionClear(time: UInt32, owner: UInt32, selection: UInt32)
  case selectionRequest(X11SelectionRequest)
  /// The response to a request of this program. Property 0 means that the request was refused.
  case selectionNotify(requestor: UInt32, selection: UInt32, target: UInt32, property: UInt32)
  case propertyChanged(window: UInt32, property: UInt32, time: UInt32, isDeleted: Bool)
  case windowDestroyed(UInt32)
  /// An event of an extension, or an event that this program does not use.
  case other(UInt8, HostOrderReader)

  init(_ kind: UInt8, _ bytes: HostOrderReader) {
    switch X11EventCode(rawValue: kind) {
    case .keyPress:
      self = .keyPressed(
        X11KeyEvent(code: bytes.byte(at: 1), window: bytes.word(at: 12), state: bytes.short(at: 28)))
    case .buttonPress: self = .pointer(X11PointerEvent(.press, bytes))
    case .buttonRelease: self = .pointer(X11PointerEvent(.release, bytes))
    case .motionNotify: self = .pointer(X11PointerEvent(.motion, bytes))
    case .leaveNotify: self = .pointerLeft(bytes.word(at: 12))
    case .expose: self = .exposed(bytes.word(at: 4))
    case .configureNotify:
      self = .configured(bytes.word(at: 8), width: bytes.short(at: 20), height: bytes.short(at: 22))
    case .clientMessage where bytes.byte(at: 1) == 32:
      self = .message(
        X11ClientMessage(
          window: bytes.word(at: 4), type: bytes.word(at: 8), words: (3..<8).map { bytes.word(at: 4 * $0) }))
    case .destroyNotify: self = .windowDestroyed(bytes.word(at: 8))
    case .propertyNotify:
      self = .propertyChanged(
        window: bytes.word(at: 4), property: bytes.word(at: 8), time: bytes.word(at: 12),
        isDeleted: bytes.byte(at: 16) == 1)
    case .selectionClear:
      self = .selectionClear(
        time: bytes.word(at: 4), owner: bytes.word(at: 8), selection: bytes.word(at: 12))
    case .selectionRequest:
      self = .selectionRequest(
        X11SelectionRequest(
          time: bytes.word(at: 4), requestor: bytes.word(at: 12), selection: bytes.word(at: 16),
          target: bytes.word(at: 20), property: bytes.word(at: 24)))
    case .selectionNotify:
      self = .selectionNotify(
        requestor: bytes.word(at: 8), selection: bytes.word(at: 12), target: bytes.word(at: 16),
        property: bytes.word(at: 20))
    case .clientMessage, .genericEvent, nil: self = .other(kind, bytes)
    }
  }
}

/// A position on a screen, in pixels from the upper left corner.
struct X11Point: Equatable {
  let x, y: Int16

  init(x: Int16, y: Int16) { (self.x, self.y) = (x, y) }

  /// Unpacks both coordinates from a number.
  init(packed: UInt32) {
    self.init(x: Int16(truncatingIfNeeded: packed >> 16), y: Int16(truncatingIfNeeded: packed))
  }

  /// Both coordinates packed in one number, as in messages.
  var packed: UInt32 { UInt32(UInt16(bitPattern: x)) << 16 | UInt32(UInt16(bitPattern: y)) }
}

/// A message of five numbers between programs.
struct X11ClientMessage: Equatable {
  let window: UInt32
  let type: UInt32
  let words: [UInt32]
}

/// A movement of the pointer, or a press or release of a button.
struct X11PointerEvent: Equatable {
  enum Kind { case press, release, motion }

  let kind: Kind
  let button: UInt8
  let time: UInt32
  /// The position of the pointer on the screen.
  let point: X11Point
  /// The window that receives the event.
  let window: UInt32
  /// The position of the pointer in the window.
  let place: X11Point
  /// The buttons and modifier keys that were held down before the event.
  let state: UInt16

  init(_ kind: Kind, _ bytes: HostOrderReader) {
    self.kind = kind
    button = bytes.byte(at: 1)
    time = bytes.word(at: 4)
    point = X11Point(
      x: Int16(bitPattern: bytes.short(at: 20)), y: Int16(bitPattern: bytes.short(at: 22)))
    window = bytes.word(at: 12)
    place = X11Point(
      x: Int16(bitPattern: bytes.short(at: 24)), y: Int16(bitPattern: bytes.short(at: 26)))
    state = bytes.short(at: 28)
  }
}

/// A press of a key.
struct X11KeyEvent: Equatable {
  let code: UInt8
  /// The window that receives the event.
  let window: UInt32
  /// The buttons and modifier keys that were held down before the event.
  let state: UInt16
}

/// A program's request for the value of a selection.
struct X11SelectionRequest: Equatable {
  let time: UInt32
  let requestor: UInt32
  let selection: UInt32
  let target: UInt32
  /// The property for the value; 0 in the requests of old programs.
  let property: UInt32
}

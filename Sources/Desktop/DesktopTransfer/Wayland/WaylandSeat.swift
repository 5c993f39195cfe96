import ProfferFileSystem
import TransferWindows

/// The pointer, the fingers and the keyboard of a user, in one window (Source: the protocol `wayland`,
/// `wl_seat`, `wl_pointer` and `wl_touch`).
final class WaylandSeat {
  /// An action of the user.
  enum Event {
    case window(WindowEvent)
    /// The right button was pressed.
    case menu(serial: UInt32, WindowPoint)
  }

  /// The buttons of a mouse (Source: the input events of Linux).
  private static let leftButton: UInt32 = 0x110
  private static let rightButton: UInt32 = 0x111
  /// Bits of a seat's capabilities (Source: `wl_seat`).
  private static let pointerCapability: UInt32 = 1
  private static let keyboardCapability: UInt32 = 2
  private static let touchCapability: UInt32 = 4

  let object: UInt32
  let keyboard: WaylandKeyboard
  /// The serial of the last press, which the compositor requires as proof of the press.
  private(set) var pressSerial: UInt32 = 0
  private let connection: WaylandConnection
  private let surfaces: WaylandSurfaces
  private var pointer: UInt32 = 0
  private var touch: UInt32 = 0
  /// The first finger that touched the window.
  private var finger: UInt32?
  /// The seat's capabilities, as last reported by the compositor.
  private var capabilities: UInt32 = 0
  /// The surface with the arrow of the pointer; 0 before the pointer first enters the window.
  private var arrow: UInt32 = 0
  private var pointerPlace = WindowPoint(x: 0, y: 0)
  private var fingerPlace = WindowPoint(x: 0, y: 0)

  init(_ connection: WaylandConnection, _ surfaces: WaylandSurfaces) throws {
    (self.connection, self.surfaces) = (connection, surfaces)
    // Since version 4, the compositor reports how fast keys repeat.
    object = try connection.require("wl_seat", version: 4, for: "mouse, touch and keyboard")
    keyboard = WaylandKeyboard(connection)
  }

  /// Handles a message.
  ///
  /// - Returns: the action of the user; nil for all other messages.
  func take(_ message: WaylandMessage) throws -> Event? {
    if keyboard.owns(message) { return keyboard.take(message).map { .window($0) } }
    switch message.object {
    case object where message.event() == Wayland.SeatEvent.capabilities: use(message.word(at: 0))
    case pointer where pointer != 0: return try takePointer(message)
    case touch where touch != 0: return takeTouch(message).map { .window($0) }
    default: break
    }
    return nil
  }

  /// Uses the input devices of the seat.
  ///
  /// A device that is removed and added again becomes a new object.
  private func use(_ capabilities: UInt32) {
    let (new, old) = (capabilities & ~self.capabilities, self.capabilities & ~capabilities)
    self.capabilities = capabilities
    if new & WaylandSeat.pointerCapability != 0 {
      pointer = connection.makeIdentifier()
      connection.send(to: object, Wayland.Seat.getPointer, [.word(pointer)])
    }
    if new & WaylandSeat.touchCapability != 0 {
      touch = connection.makeIdentifier()
      finger = nil
      connection.send(to: object, Wayland.Seat.getTouch, [.word(touch)])
    }
    if new & WaylandSeat.keyboardCapability != 0 { keyboard.open(of: object) }
    if old & WaylandSeat.keyboardCapability != 0 { keyboard.release() }
  }

  // MARK: Pointer

  private func takePointer(_ message: WaylandMessage) throws -> Event? {
    switch message.event(Wayland.PointerEvent.self) {
    case .enter:
      try showArrow(serial: message.word(at: 0))
      pointerPlace = message.point(at: 8)
      return .window(.moved(pointerPlace))
    case .motion:
      pointerPlace = message.point(at: 4)
      return .window(.moved(pointerPlace))
    case .button:
      let (serial, button, isPressed) = (message.word(at: 0), message.word(at: 8), message.word(at: 12) == 1)
      if button == WaylandSeat.leftButton {
        guard isPressed else { return .window(.released(pointerPlace)) }
        pressSerial = serial
        return .window(.pressed(pointerPlace, keyboard.modifiers))
      }
      if button == WaylandSeat.rightButton, isPressed { return .menu(serial: serial, pointerPlace) }
    case .axis where message.word(at: 4) == 0: return .window(.scrolled(message.fixedPoint(at: 8)))
    // While a button is held down, the pointer leaves only if the compositor takes it over.
    case .leave: return .window(.cancelled)
    case .axis, nil: break
    }
    return nil
  }

  /// Shows the pointer as an arrow.
  ///
  /// Each program sets the picture of the pointer over its own windows.
  private func showArrow(serial: UInt32) throws {
    if arrow == 0 {
      arrow = surfaces.make()
      try surfaces.show(.arrow, on: arrow)
    }
    connection.send(
      to: pointer, Wayland.Pointer.setCursor, [.word(serial), .word(arrow), .word(0), .word(0)])
  }

  // MARK: Touch

  private func takeTouch(_ message: WaylandMessage) -> WindowEvent? {
    switch message.event(Wayland.TouchEvent.self) {
    case .down where finger == nil:
      finger = message.word(at: 12)
      pressSerial = message.word(at: 0)
      fingerPlace = message.point(at: 16)
      return .pressed(fingerPlace, keyboard.modifiers)
    case .up where message.word(at: 8) == finger:
      finger = nil
      return .released(fingerPlace)
    case .motion where message.word(at: 4) == finger:
      fingerPlace = message.point(at: 8)
      return .moved(fingerPlace)
    // The compositor has taken over the touch, for example for a drag.
    case .cancel:
      finger = nil
      return .cancelled
    case .down, .up, .motion, .frame, nil: return nil
    }
  }
}

extension WaylandMessage {
  /// Returns the number at an offset in the arguments that has eight fractional bits.
  fileprivate func fixedPoint(at offset: Int) -> Double {
    Double(Int32(bitPattern: word(at: offset))) / 256
  }

  fileprivate func point(at offset: Int) -> WindowPoint {
    WindowPoint(x: fixedPoint(at: offset), y: fixedPoint(at: offset + 4))
  }
}

import ProfferFileSystem

/// A position in a window, in pixels from the upper left corner.
struct WaylandPoint: Equatable {
  var x: Int
  var y: Int

  init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  /// Reads two fixed-point numbers with eight fractional bits, and rounds them down.
  fileprivate init(_ message: WaylandMessage, at offset: Int) {
    x = Int(Int32(bitPattern: message.word(at: offset))) >> 8
    y = Int(Int32(bitPattern: message.word(at: offset + 4))) >> 8
  }
}

/// A small window with a line of text, in which a drag starts or ends.
///
/// The compositor determines the size of the window, and regularly checks whether the program responds. A
/// press of the right button shows the compositor's window menu, because some compositors draw no frame.
/// (Source: the protocols `wayland`, `xdg-shell` and `xdg-decoration`.)
final class WaylandSmallWindow {
  /// An action of the user in the window.
  enum Event {
    /// The main button was pressed, or a finger touched the window. The compositor requires the serial as
    /// proof of the press.
    case pressed(serial: UInt32, WaylandPoint)
    case moved(WaylandPoint)
    case released
    case closed
  }

  /// The buttons of a mouse (Source: the input events of Linux).
  private static let leftButton: UInt32 = 0x110
  private static let rightButton: UInt32 = 0x111
  /// Bits of a seat's capabilities (Source: `wl_seat`).
  private static let pointerCapability: UInt32 = 1
  private static let touchCapability: UInt32 = 4
  /// The mode in which the compositor draws the frame (Source: `zxdg_toplevel_decoration_v1`).
  private static let drawnByCompositor: UInt32 = 2
  /// The maximum width and height of the picture, regardless of the size that the compositor requests.
  private static let largestSize = 4096

  let surface: UInt32
  let seat: UInt32
  let surfaces: WaylandSurfaces
  private let connection: WaylandConnection
  private let look: SmallWindowLook
  private let shell, shellSurface, window: UInt32
  private var pointer: UInt32 = 0
  private var touch: UInt32 = 0
  /// The first finger that touched the window.
  private var finger: UInt32?
  /// The seat's capabilities, as last reported by the compositor.
  private var capabilities: UInt32 = 0
  /// The surface with the arrow of the pointer; 0 before the pointer first enters the window.
  private var arrow: UInt32 = 0
  private var place = WaylandPoint(x: 0, y: 0)
  /// The size that the compositor requests; 0 if the program may choose.
  private var wanted: (width: UInt32, height: UInt32) = (0, 0)
  private var shown: (width: Int, height: Int)?

  /// Shows a window.
  ///
  /// - Parameters:
  ///   - look: the appearance of the window.
  ///   - folder: the folder for unnamed files, from which the compositor reads pictures.
  init(_ connection: WaylandConnection, _ look: SmallWindowLook, filesIn folder: FilePath) throws {
    (self.connection, self.look) = (connection, look)
    surfaces = try WaylandSurfaces(connection, filesIn: folder)
    shell = try connection.require("xdg_wm_base", version: 1, for: "windows on a desktop")
    seat = try connection.require("wl_seat", version: 1, for: "mouse and touch")
    surface = surfaces.make()
    shellSurface = connection.makeIdentifier()
    connection.send(to: shell, Wayland.Shell.getXdgSurface, [.word(shellSurface), .word(surface)])
    window = connection.makeIdentifier()
    connection.send(to: shellSurface, Wayland.ShellSurface.getToplevel, [.word(window)])
    connection.send(to: window, Wayland.Window.setTitle, [.text(look.title)])
    connection.send(to: window, Wayland.Window.setAppId, [.text(SmallWindowLook.programName)])
    let size = Picture.size(of: look)
    // The maximum and the minimum size are the same, so that tiling compositors do not resize the window.
    for request: Wayland.Window in [.setMaxSize, .setMinSize] {
      connection.send(to: window, request, [.word(UInt32(size.width)), .word(UInt32(size.height))])
    }
    askForFrame()
    surfaces.commit(surface)
    try waitForSize()
  }

  /// Asks the compositor to draw a frame, if the compositor supports this.
  private func askForFrame() {
    guard
      let manager = connection.globals.first(where: { $0.interface == "zxdg_decoration_manager_v1" })
    else { return }
    let frames = connection.bind(manager, version: 1)
    let frame = connection.makeIdentifier()
    connection.send(
      to: frames, Wayland.DecorationManager.getToplevelDecoration, [.word(frame), .word(window)])
    connection.send(
      to: frame, Wayland.Decoration.setMode, [.word(WaylandSmallWindow.drawnByCompositor)])
  }

  /// Waits until the compositor has determined the size of the window.
  ///
  /// The window must not show anything before then.
  private func waitForSize() throws {
    let deadline = ContinuousClock.now + connection.answerLimit
    while shown == nil {
      while let message = try connection.next() { _ = try take(message) }
      if shown != nil { break }
      if .now >= deadline { throw TransferError.unresponsive(connection.name) }
      try connection.connection.wait(until: deadline)
    }
    try connection.synchronize()
  }

  // MARK: Events

  /// Handles a message.
  ///
  /// - Returns: the action of the user; nil for all other messages.
  func take(_ message: WaylandMessage) throws -> Event? {
    let first = message.word(at: 0)
    switch message.object {
    case shell where message.event() == Wayland.ShellEvent.ping:
      connection.send(to: shell, Wayland.Shell.pong, [.word(first)])
    case shellSurface where message.event() == Wayland.ShellSurfaceEvent.configure:
      connection.send(to: shellSurface, Wayland.ShellSurface.ackConfigure, [.word(first)])
      try draw()
    case window where message.event() == Wayland.WindowEvent.configure: wanted = (first, message.word(at: 4))
    case window where message.event() == Wayland.WindowEvent.close: return .closed
    case seat where message.event() == Wayland.SeatEvent.capabilities: use(first)
    case pointer where pointer != 0: return try takePointer(message)
    case touch where touch != 0: return takeTouch(message)
    default: _ = surfaces.take(message)
    }
    return nil
  }

  private func draw() throws {
    let own = Picture.size(of: look)
    func length(_ wanted: UInt32, _ own: Int) -> Int {
      wanted == 0 ? own : min(Int(wanted), WaylandSmallWindow.largestSize)
    }
    let size = (width: length(wanted.width, own.width), height: length(wanted.height, own.height))
    if let shown, shown == size { return surfaces.commit(surface) }
    shown = size
    try surfaces.show(Picture(of: look, size: size), on: surface)
  }

  /// Uses the input devices of the seat.
  ///
  /// A device that is removed and added again becomes a new object.
  private func use(_ capabilities: UInt32) {
    let new = capabilities & ~self.capabilities
    self.capabilities = capabilities
    if new & WaylandSmallWindow.pointerCapability != 0 {
      pointer = connection.makeIdentifier()
      connection.send(to: seat, Wayland.Seat.getPointer, [.word(pointer)])
    }
    if new & WaylandSmallWindow.touchCapability != 0 {
      touch = connection.makeIdentifier()
      connection.send(to: seat, Wayland.Seat.getTouch, [.word(touch)])
    }
  }

  private func takePointer(_ message: WaylandMessage) throws -> Event? {
    switch message.event(Wayland.PointerEvent.self) {
    case .enter:
      try showArrow(serial: message.word(at: 0))
      place = WaylandPoint(message, at: 8)
    case .motion:
      place = WaylandPoint(message, at: 4)
      return .moved(place)
    case .button:
      let (serial, button, isPressed) = (message.word(at: 0), message.word(at: 8), message.word(at: 12) == 1)
      if button == WaylandSmallWindow.leftButton {
        return isPressed ? .pressed(serial: serial, place) : .released
      }
      if button == WaylandSmallWindow.rightButton, isPressed {
        connection.send(
          to: window, Wayland.Window.showWindowMenu,
          [
            .word(seat), .word(serial), .word(UInt32(bitPattern: Int32(place.x))),
            .word(UInt32(bitPattern: Int32(place.y))),
          ])
      }
    case .leave, nil: break
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

  private func takeTouch(_ message: WaylandMessage) -> Event? {
    switch message.event(Wayland.TouchEvent.self) {
    case .down where finger == nil:
      finger = message.word(at: 12)
      return .pressed(serial: message.word(at: 0), WaylandPoint(message, at: 16))
    case .up where message.word(at: 8) == finger:
      finger = nil
      return .released
    case .motion where message.word(at: 4) == finger: return .moved(WaylandPoint(message, at: 8))
    // The compositor has taken over the touch, for example for a drag.
    case .cancel: finger = nil
    case .down, .up, .motion, .frame, nil: break
    }
    return nil
  }
}

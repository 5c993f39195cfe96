import ProfferFileSystem
import TransferWindows

/// A window with rows that are dragged, and with a part on which content is dropped.
///
/// The compositor determines the size of the window, and regularly checks whether the program responds. If
/// the compositor draws no frame, the window has a title bar of its own. A press of the right button shows the
/// compositor's window menu. (Source: the protocols `wayland`, `xdg-shell` and `xdg-decoration`.)
final class WaylandTransferWindow {
  /// An action of the user in the window.
  enum Event: Equatable {
    /// The main button was pressed, or a finger touched the window.
    case pressed
    /// The button or finger was released, without any other effect.
    case released
    /// The user drags rows. The compositor requires the serial of the press.
    case dragged([Int], pressed: UInt32)
    /// The user copies rows to the clipboard.
    case copied([Int])
    /// The user removes rows from the window.
    case removed([Int])
    case closed
  }

  /// The mode in which the compositor draws the frame (Source: `zxdg_toplevel_decoration_v1`).
  private static let drawnByCompositor: UInt32 = 2
  /// The states of a window with a size that the user has not chosen: maximized, fullscreen, and tiled at the
  /// left, right, top or bottom (Source: `xdg_toplevel`).
  private static let fittedStates: Set<UInt32> = [1, 2, 5, 6, 7, 8]
  /// The maximum width and height of the picture in logical pixels, regardless of the size that the compositor
  /// requests.
  private static let largestSize: UInt32 = 4096
  /// The minimum size of the window, in logical pixels.
  private static let leastSize = (width: 240.0, height: 108.0)
  /// The distance between the pointer and the picture of a drag, in logical pixels.
  private static let iconDistance: UInt32 = 16

  let surface: UInt32
  private let connection: WaylandConnection
  private let surfaces: WaylandSurfaces
  private let scale: WaylandSurfaceScale
  private let userSeat: WaylandSeat
  private let shell, shellSurface, window: UInt32
  /// The frame of the window; 0 if the compositor draws no frames.
  private var decoration: UInt32 = 0
  private var decorationMode: UInt32 = 0
  private var contents: TransferWindow
  /// The size that the compositor requests; 0 if the program may choose.
  private var wanted: (width: UInt32, height: UInt32) = (0, 0)
  private var isFitted = false
  /// The size of the window while the compositor requests none.
  private var ownSize: (width: Double, height: Double)
  /// Whether the user or the compositor has chosen the size.
  private var isResized = false
  private var isConfigured = false
  /// The callback for the next frame; 0 if the compositor is ready for a picture.
  private var nextFrame: UInt32 = 0

  /// The seat of the window.
  var seat: UInt32 { userSeat.object }

  /// Shows a window.
  ///
  /// - Parameter folder: the folder for unnamed files, from which the compositor reads pictures.
  init(
    _ connection: WaylandConnection, _ content: WindowContent, _ theme: WindowTheme,
    filesIn folder: FilePath
  ) throws {
    self.connection = connection
    surfaces = try WaylandSurfaces(connection, filesIn: folder)
    shell = try connection.require("xdg_wm_base", version: 1, for: "windows on a desktop")
    userSeat = try WaylandSeat(connection, surfaces)
    contents = TransferWindow(content, WindowPainter(theme))
    ownSize = contents.size
    surface = surfaces.make()
    scale = WaylandSurfaceScale(connection, surface, surfaces)
    shellSurface = connection.makeIdentifier()
    connection.send(to: shell, Wayland.Shell.getXdgSurface, [.word(shellSurface), .word(surface)])
    window = connection.makeIdentifier()
    connection.send(to: shellSurface, Wayland.ShellSurface.getToplevel, [.word(window)])
    connection.send(to: window, Wayland.Window.setTitle, [.text(content.title)])
    connection.send(to: window, Wayland.Window.setAppId, [.text(ProgramName.identifier)])
    setSizes()
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
    decoration = connection.makeIdentifier()
    connection.send(
      to: frames, Wayland.DecorationManager.getToplevelDecoration, [.word(decoration), .word(window)])
    connection.send(
      to: decoration, Wayland.Decoration.setMode, [.word(WaylandTransferWindow.drawnByCompositor)])
  }

  /// Waits until the compositor has determined the size of the window.
  ///
  /// The window must not show anything before then.
  private func waitForSize() throws {
    let deadline = ContinuousClock.now + connection.answerLimit
    while !isConfigured {
      while let message = try connection.next() { _ = try take(message) }
      if isConfigured { break }
      if .now >= deadline { throw TransferError.unresponsive(connection.name) }
      try connection.connection.wait(until: deadline)
    }
    try connection.synchronize()
  }

  // MARK: Pictures

  /// Shows other content; rows that stay remain selected.
  ///
  /// The window grows with its content until the user or the compositor has chosen the size.
  func show(_ content: WindowContent, _ theme: WindowTheme) {
    if content.title != contents.content.title {
      connection.send(to: window, Wayland.Window.setTitle, [.text(content.title)])
    }
    contents.show(content, theme)
    if !isResized {
      contents.grow()
      ownSize = contents.size
      setSizes()
    }
  }

  /// Tells the compositor which sizes are possible: one size if all rows are visible.
  private func setSizes() {
    let least = WaylandTransferWindow.leastSize
    let isFixed = contents.showsAllRows
    let smallest =
      isFixed
      ? [ownSize.width, ownSize.height]
      : [min(least.width, ownSize.width), min(least.height, ownSize.height)]
    // Zero is no limit.
    let largest = isFixed ? [ownSize.width, ownSize.height] : [0, 0]
    connection.send(to: window, Wayland.Window.setMinSize, smallest.map { .word(UInt32($0)) })
    connection.send(to: window, Wayland.Window.setMaxSize, largest.map { .word(UInt32($0)) })
  }

  /// Draws the window if it has changed and the compositor is ready for a picture.
  func draw() throws {
    if nextFrame == 0, contents.needsDrawing { try drawNow() }
  }

  private func drawNow() throws {
    guard isConfigured else { return }
    nextFrame = connection.makeIdentifier()
    connection.send(to: surface, Wayland.Surface.frame, [.word(nextFrame)])
    try surfaces.show(contents.picture(), on: surface, scale.current, size: contents.size)
  }

  /// Creates a surface with the picture of a drag.
  func makeIcon() -> UInt32 { surfaces.make() }

  /// Shows the picture of dragged rows under the pointer.
  func show(_ rows: [Int], onIcon icon: UInt32) throws {
    try surfaces.show(
      contents.dragPicture(ofRows: rows, isTranslucent: true), on: icon, scale.current,
      movedBy: WaylandTransferWindow.iconDistance)
  }

  /// Removes the picture of a drag.
  func remove(icon: UInt32) { surfaces.remove(icon) }

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
      try configure()
    case window: return takeWindow(message)
    case decoration where decoration != 0:
      if message.event() == Wayland.DecorationEvent.configure { decorationMode = first }
    case nextFrame where nextFrame != 0:
      if message.event() == Wayland.CallbackEvent.done { nextFrame = 0 }
    default:
      if scale.take(message) {
        contents.scale = scale.current.value
      } else if !surfaces.take(message) {
        return try userSeat.take(message).flatMap(handle)
      }
    }
    return nil
  }

  private func takeWindow(_ message: WaylandMessage) -> Event? {
    switch message.event(Wayland.WindowEvent.self) {
    case .configure:
      func length(_ offset: Int) -> UInt32 {
        min(message.word(at: offset), WaylandTransferWindow.largestSize)
      }
      wanted = (length(0), length(4))
      let states = (0..<min(16, message.word(at: 8) / 4)).map { message.word(at: 12 + 4 * Int($0)) }
      isFitted = !WaylandTransferWindow.fittedStates.isDisjoint(with: states)
    case .close: return .closed
    case nil: break
    }
    return nil
  }

  /// Applies the size and the frame that the compositor has determined.
  private func configure() throws {
    let height = contents.size.height
    contents.showTitleBar(decorationMode != WaylandTransferWindow.drawnByCompositor)
    if contents.size.height != height {
      // The size may be smaller than the title bar while the window is maximized.
      ownSize.height = max(1, ownSize.height + contents.size.height - height)
      setSizes()
    }
    let size = (
      width: wanted.width == 0 ? ownSize.width : Double(wanted.width),
      height: wanted.height == 0 ? ownSize.height : Double(wanted.height)
    )
    isResized = (wanted.width != 0 || wanted.height != 0) && (isResized || size != contents.size)
    contents.resize(to: size)
    if !isFitted { ownSize = size }
    if !isConfigured || contents.needsDrawing {
      isConfigured = true
      // The window shows a new size at once, even if the compositor has not shown the last picture yet.
      try drawNow()
    } else {
      surfaces.commit(surface)
    }
  }

  private func handle(_ event: WaylandSeat.Event) -> Event? {
    switch event {
    case .menu(let serial, let point):
      connection.send(
        to: window, Wayland.Window.showWindowMenu,
        [.word(seat), .word(serial)] + [point.x, point.y].map { .word(UInt32(bitPattern: Int32($0))) })
      return nil
    case .window(let event): return handle(event)
    }
  }

  private func handle(_ event: WindowEvent) -> Event? {
    switch contents.handle(event) {
    case .drag(let rows): return .dragged(rows, pressed: userSeat.pressSerial)
    case .copy(let rows): return .copied(rows)
    case .remove(let rows): return .removed(rows)
    case .close: return .closed
    case .moveWindow:
      connection.send(
        to: window, Wayland.Window.move, [.word(seat), .word(userSeat.pressSerial)])
    case nil: break
    }
    return switch event {
    case .pressed: .pressed
    case .released: .released
    default: nil
    }
  }

  // MARK: Held keys

  /// The time at which a held key repeats; nil if no key repeats.
  var deadline: ContinuousClock.Instant? { userSeat.keyboard.deadline }

  /// Handles the repetition of a held key, if it is due.
  func repeatKey() -> Event? { userSeat.keyboard.repeated().flatMap(handle) }
}

import TransferWindows

/// A window that shows items, on an X display.
///
/// The window needs no toolkit, because its picture is drawn by this program. It replaces the connection's own
/// window, through which this program communicates with other programs.
final class X11TransferWindow {
  /// The distance that a step of the wheel scrolls, in logical pixels.
  private static let scrollDistance: Double = 64
  /// The maximum size of a window in each direction, in pixels.
  private static let longestSide = 8192
  /// The maximum number of pixels of a window.
  ///
  /// A display may report any size, and the picture requires four bytes for each pixel.
  private static let pixelCount = 1 << 25

  let window: UInt32
  /// The number of pixels in a logical pixel.
  let scale: Double
  private let connection: X11Connection
  private let format: X11PixelFormat
  private let context: UInt32
  private let keys: [UInt8: WindowEvent.Key]
  private var content: TransferWindow
  /// The picture that the window shows.
  private var shown: Picture
  /// Whether the display has lost a part of the picture.
  private var isUncovered = false
  /// The size in pixels, and the size that this program asked for.
  private var size, requested: (width: Int, height: Int)

  /// Shows a window with the current content of items.
  init(_ connection: X11Connection, _ items: any WindowItems) throws {
    self.connection = connection
    format = try connection.windowFormat()
    scale = try connection.scale()
    keys = try connection.windowKeys()
    content = TransferWindow(items.content, WindowPainter(items.theme), scale: scale)
    let screen = (width: Int(connection.screen.width), height: Int(connection.screen.height))
    let wanted = content.size
    size = X11TransferWindow.pixels(wanted, scale, on: screen)
    requested = size
    content.resize(to: X11TransferWindow.logical(size, wanted, scale))
    shown = content.picture()
    window = connection.makeIdentifier()
    context = connection.makeIdentifier()
    connection.send(
      X11Request.createWindow(
        window, parent: connection.root,
        at: (
          Int16(clamping: (screen.width - size.width) / 2), Int16(clamping: (screen.height - size.height) / 2)
        ),
        size: (UInt16(size.width), UInt16(size.height)),
        // The background is visible until the window is drawn.
        background: format.pixel(shown.pixels.first ?? Picture.white),
        events: X11Request.buttonPress | X11Request.buttonRelease | X11Request.pointerMotion
          | X11Request.leaveWindow | X11Request.keyPress | X11Request.exposure | X11Request.structureNotify
          | X11Request.propertyChange))
    connection.send(X11Request.createContext(context, for: window))
    try describe(items)
    connection.use(window)
    connection.send(X11Request.mapWindow(window))
    try connection.synchronize()
  }

  /// Returns the size in pixels of a window that fits on a screen.
  private static func pixels(
    _ size: (width: Double, height: Double), _ scale: Double, on screen: (width: Int, height: Int)
  ) -> (width: Int, height: Int) {
    func pixels(_ length: Double, on side: Int) -> Int {
      max(1, min(Int((length * scale).rounded()), side * 9 / 10, X11TransferWindow.longestSide))
    }
    return (pixels(size.width, on: screen.width), pixels(size.height, on: screen.height))
  }

  /// Returns a size in logical pixels.
  ///
  /// - Parameter wanted: the requested size; returned exactly if it rounds to the same number of pixels.
  private static func logical(
    _ size: (width: Int, height: Int), _ wanted: (width: Double, height: Double), _ scale: Double
  ) -> (width: Double, height: Double) {
    func length(_ pixels: Int, _ wanted: Double) -> Double {
      pixels == Int((wanted * scale).rounded()) ? wanted : Double(pixels) / scale
    }
    return (length(size.width, wanted.width), length(size.height, wanted.height))
  }

  /// Describes the window to the window manager and the task bar, if there are any.
  private func describe(_ items: any WindowItems) throws {
    let description = X11WindowDescription(connection, window)
    try description.setTitle(content.content.title)
    try description.setProgram()
    try description.setIcon(WindowPainter(items.theme).applicationIcon(sideLength: 48))
    try setSizes(for: size, isFixed: content.showsAllRows)
  }

  /// Tells the window manager which sizes are possible.
  ///
  /// - Parameter isFixed: whether only the given size is possible.
  private func setSizes(for size: (width: Int, height: Int), isFixed: Bool) throws {
    let description = X11WindowDescription(connection, window)
    if isFixed { return try description.setSizes(smallest: size, largest: size) }
    let smallest = (width: Int(260 * scale), height: Int(120 * scale))
    try description.setSizes(
      smallest: (min(smallest.width, size.width), min(smallest.height, size.height)))
  }

  // MARK: Content

  /// Shows the current content of items; ``draw()`` draws it.
  func show(_ items: any WindowItems) throws {
    let title = content.content.title
    content.show(items.content, items.theme)
    try grow()
    if content.content.title != title {
      try X11WindowDescription(connection, window).setTitle(content.content.title)
    }
  }

  /// Asks for a larger window if its content has grown; does nothing if the user has changed its size.
  private func grow() throws {
    guard size == requested else { return }
    var grown = content
    grown.grow()
    let screen = (width: Int(connection.screen.width), height: Int(connection.screen.height))
    let wanted = X11TransferWindow.pixels(grown.size, scale, on: screen)
    guard wanted != size else { return }
    requested = wanted
    try setSizes(for: wanted, isFixed: grown.showsAllRows)
    connection.send(X11Request.resizeWindow(window, to: (UInt16(wanted.width), UInt16(wanted.height))))
  }

  /// Draws the window if its picture has changed, or if the display has lost a part of the picture.
  func draw() {
    if content.needsDrawing {
      shown = content.picture()
    } else if !isUncovered {
      return
    }
    isUncovered = false
    connection.put(shown, as: format, on: window, context)
  }

  /// Returns the picture under the pointer while rows are dragged.
  func dragPicture(ofRows rows: [Int], isTranslucent: Bool) -> Picture {
    content.dragPicture(ofRows: rows, isTranslucent: isTranslucent)
  }

  // MARK: Events

  /// Handles an event of the display.
  ///
  /// - Returns: the action that the user requests; nil if only the window has changed.
  func handle(_ event: X11Event) throws -> WindowIntention? {
    switch event {
    case .exposed(window): isUncovered = true
    case .configured(window, let width, let height):
      resize(to: (Int(width), Int(height)))
      // Content that was shown before the last requested size was applied may need an even larger window.
      try grow()
    case .pointerLeft(window): return content.handle(.left)
    case .pointer(let event) where event.window == window: return handle(event)
    case .keyPressed(let event) where event.window == window:
      if let key = keys[event.code] { return content.handle(.key(key, WindowEvent.Modifiers(event.state))) }
    default: break
    }
    return nil
  }

  /// Returns whether a key cancels a drag.
  func isEscape(_ event: X11KeyEvent) -> Bool { keys[event.code] == .escape }

  /// Called when a drag of rows begins: until its end, the pointer is not over a row.
  func pointerDidLeave() { _ = content.handle(.left) }

  private func handle(_ event: X11PointerEvent) -> WindowIntention? {
    let point = WindowPoint(x: Double(event.place.x) / scale, y: Double(event.place.y) / scale)
    return switch (event.kind, event.button) {
    case (.press, 1): content.handle(.pressed(point, WindowEvent.Modifiers(event.state)))
    case (.release, 1): content.handle(.released(point))
    case (.press, 4): content.handle(.scrolled(-X11TransferWindow.scrollDistance))
    case (.press, 5): content.handle(.scrolled(X11TransferWindow.scrollDistance))
    case (.motion, _): content.handle(.moved(point))
    case (.press, _), (.release, _): nil
    }
  }

  private func resize(to new: (width: Int, height: Int)) {
    let width = max(1, min(new.width, X11TransferWindow.longestSide))
    let height = max(
      1, min(new.height, X11TransferWindow.longestSide, X11TransferWindow.pixelCount / width))
    guard (width, height) != size else { return }
    size = (width, height)
    content.resize(to: (Double(width) / scale, Double(height) / scale))
  }
}

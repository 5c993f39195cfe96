import TransferWindows

/// The picture under the pointer during a drag.
///
/// The picture is the background of a window that no window manager moves, so the display draws it without
/// further requests.
final class X11DragIcon {
  /// The distance from the pointer to the upper left corner of the picture, in logical pixels.
  private static let distance: Double = 16

  let window: UInt32
  private let connection: X11Connection
  private let distance: Int
  private let colormap: UInt32?
  private var isShown = true

  /// Shows a picture.
  ///
  /// - Parameters:
  ///   - scale: the number of pixels in a logical pixel.
  ///   - point: the position of the pointer on the screen.
  ///   - picture: returns the picture, which may be translucent if the parameter is true.
  init(
    _ connection: X11Connection, scale: Double, at point: X11Point,
    _ picture: (_ isTranslucent: Bool) -> Picture
  ) throws {
    self.connection = connection
    distance = Int((X11DragIcon.distance * scale).rounded())
    let translucency = try connection.hasCompositor() ? connection.screen.translucency : nil
    let format = try translucency?.format ?? connection.windowFormat()
    let picture = picture(translucency != nil)
    let size = (UInt16(clamping: max(1, picture.width)), UInt16(clamping: max(1, picture.height)))
    window = connection.makeIdentifier()
    colormap = translucency.map { translucency in
      let colormap = connection.makeIdentifier()
      connection.send(X11Request.createColormap(colormap, for: translucency.visual, on: connection.root))
      return colormap
    }
    let (pixmap, context) = (connection.makeIdentifier(), connection.makeIdentifier())
    connection.send(X11Request.createPixmap(pixmap, on: connection.root, size: size, depth: format.depth))
    connection.send(X11Request.createContext(context, for: pixmap))
    connection.put(picture, as: format, on: pixmap, context)
    connection.send(
      X11Request.createUnmanagedWindow(
        window, parent: connection.root, at: X11DragIcon.place(below: point, distance), size: size,
        depth: format.depth,
        visual: translucency.flatMap { visual in colormap.map { (visual.visual, $0) } }, background: pixmap))
    // The window keeps the picture.
    connection.send(X11Request.freeContext(context))
    connection.send(X11Request.freePixmap(pixmap))
    try X11WindowDescription(connection, window).setKind("_NET_WM_WINDOW_TYPE_DND")
    connection.send(X11Request.mapWindow(window))
  }

  private static func place(below point: X11Point, _ distance: Int) -> (Int16, Int16) {
    (Int16(clamping: Int(point.x) + distance), Int16(clamping: Int(point.y) + distance))
  }

  /// Moves the picture to the pointer.
  func move(to point: X11Point) {
    guard isShown else { return }
    connection.send(X11Request.moveWindow(window, to: X11DragIcon.place(below: point, distance)))
  }

  /// Removes the picture; later calls have no effect.
  func remove() {
    guard isShown else { return }
    isShown = false
    connection.send(X11Request.destroyWindow(window))
    if let colormap { connection.send(X11Request.freeColormap(colormap)) }
  }
}

import ProfferFileSystem

/// A small window with a line of text, in which a drag starts or ends.
///
/// The window needs no toolkit, because it uses only requests that every display supports. It replaces the
/// connection's own window, through which this program communicates with other programs.
final class X11SmallWindow {
  /// The fonts in order of preference: two fonts with the characters of most languages, then the font that
  /// every display has.
  private static let fonts = [
    "-misc-fixed-medium-r-normal--20-*-*-*-*-*-iso10646-1",
    "-misc-fixed-medium-r-normal--13-*-*-*-*-*-iso10646-1",
    "fixed",
  ]

  let window: UInt32
  private let connection: X11Connection
  private let text: [UInt16]
  private let context: UInt32
  private let width: Int16
  private let height: Int16
  private let baseline: Int16

  /// Shows a window.
  ///
  /// - Parameters:
  ///   - look: the appearance of the window.
  ///   - events: the event mask, in addition to the events that every small window requires.
  init(_ connection: X11Connection, _ look: SmallWindowLook, events: UInt32) throws {
    self.connection = connection
    text = Array(look.text.utf16)
    let font = try X11SmallWindow.font(of: connection)
    let extent = try connection.reply(to: connection.send(X11Request.textExtents(text, in: font)))
    // The display may report any sizes for its font.
    let ascent = Int(Int16(bitPattern: extent.short(at: 8)))
    let descent = Int(Int16(bitPattern: extent.short(at: 10)))
    let size = SmallWindowLook.size(
      aroundText: Int(Int32(bitPattern: extent.word(at: 16))), ascent + descent)
    (width, height) = (Int16(clamping: size.width), Int16(clamping: size.height))
    baseline = Int16(clamping: SmallWindowLook.margin + ascent)
    window = connection.makeIdentifier()
    context = connection.makeIdentifier()
    let screen = connection.screen
    connection.send(
      X11Request.createWindow(
        window, parent: connection.root,
        at: ((Int16(clamping: screen.width) - width) / 2, (Int16(clamping: screen.height) - height) / 2),
        size: (UInt16(width), UInt16(height)), background: screen.white,
        events: events | X11Request.exposure | X11Request.structureNotify | X11Request.propertyChange))
    connection.send(
      X11Request.createContext(
        context, for: window, foreground: screen.black, background: screen.white, font: font))
    try describe(look.title)
    connection.use(window)
    connection.send(X11Request.mapWindow(window))
    try connection.synchronize()
  }

  /// Returns the first font that the display has.
  private static func font(of connection: X11Connection) throws -> UInt32 {
    for name in fonts {
      if let font = try connection.font(name) { return font }
    }
    throw TransferError(
      .notSupported, "\(connection.name) has no font, not even the font 'fixed'")
  }

  /// Describes the window to the window manager, if there is one.
  private func describe(_ title: String) throws {
    let atoms = try connection.atoms([
      "WM_NAME", "STRING", "_NET_WM_NAME", "UTF8_STRING", "WM_CLASS", "WM_NORMAL_HINTS", "WM_SIZE_HINTS",
      "WM_PROTOCOLS", "ATOM", "WM_DELETE_WINDOW",
    ])
    for (property, type, bytes) in [
      (atoms[0], atoms[1], Array(title.utf8)), (atoms[2], atoms[3], Array(title.utf8)),
      (atoms[4], atoms[1], Array("\(SmallWindowLook.programName)\0Proffer\0".utf8)),
    ] {
      connection.send(X11Request.changeProperty(property, of: window, type: type, format: 8, bytes))
    }
    // The minimum and the maximum size are the same (Source: ICCCM 4.1.2.3).
    var hints = [UInt32](repeating: 0, count: 18)
    hints[0] = 1 << 4 | 1 << 5
    for place in [5, 7] { (hints[place], hints[place + 1]) = (UInt32(width), UInt32(height)) }
    connection.send(X11Request.changeProperty(atoms[5], of: window, type: atoms[6], words: hints))
    connection.send(X11Request.changeProperty(atoms[7], of: window, type: atoms[8], words: [atoms[9]]))
  }

  /// Draws the text.
  ///
  /// Called when the window becomes visible.
  func draw() {
    connection.send(X11Request.text(text, in: window, context, at: (Int16(SmallWindowLook.margin), baseline)))
  }
}

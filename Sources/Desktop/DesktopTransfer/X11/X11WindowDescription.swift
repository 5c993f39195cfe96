import Foundation
import ProfferFileSystem
import TransferWindows

/// The properties of a window for the window manager and the task bar (Source: ICCCM 2.0, section 4, and
/// Extended Window Manager Hints).
struct X11WindowDescription {
  private let connection: X11Connection
  private let window: UInt32

  init(_ connection: X11Connection, _ window: UInt32) {
    (self.connection, self.window) = (connection, window)
  }

  func setTitle(_ title: String) throws {
    try set("WM_NAME", "STRING", Array(title.utf8))
    try set("_NET_WM_NAME", "UTF8_STRING", Array(title.utf8))
  }

  /// Sets the program name by which desktops group windows, and marks the window as a normal window.
  func setProgram() throws {
    try set("WM_CLASS", "STRING", Array("\(ProgramName.identifier)\0Proffer\0".utf8))
    // The process number has a meaning only together with the name of its machine.
    try set("WM_CLIENT_MACHINE", "STRING", LocalHost.name)
    try set("_NET_WM_PID", "CARDINAL", words: [UInt32(ProcessInfo.processInfo.processIdentifier)])
    try setKind("_NET_WM_WINDOW_TYPE_NORMAL")
    let closing = try connection.atom("WM_DELETE_WINDOW")
    try set("WM_PROTOCOLS", "ATOM", words: [closing])
    // Only the first field is set: the window receives keys.
    try set("WM_HINTS", "WM_HINTS", words: [1, 1] + repeatElement(0, count: 7))
  }

  /// Sets the kind of window, such as `_NET_WM_WINDOW_TYPE_NORMAL`.
  func setKind(_ kind: String) throws {
    let atom = try connection.atom(kind)
    try set("_NET_WM_WINDOW_TYPE", "ATOM", words: [atom])
  }

  /// Sets the possible sizes, in pixels (Source: ICCCM 4.1.2.3).
  ///
  /// - Parameter largest: the largest size; nil for no limit.
  func setSizes(
    smallest: (width: Int, height: Int), largest: (width: Int, height: Int)? = nil
  ) throws {
    var hints = [UInt32](repeating: 0, count: 18)
    hints[0] = 1 << 4 | (largest == nil ? 0 : 1 << 5)
    (hints[5], hints[6]) = (UInt32(smallest.width), UInt32(smallest.height))
    if let largest { (hints[7], hints[8]) = (UInt32(largest.width), UInt32(largest.height)) }
    try set("WM_NORMAL_HINTS", "WM_SIZE_HINTS", words: hints)
  }

  /// Sets the icon in the task bar.
  func setIcon(_ icon: Picture) throws {
    try set(
      "_NET_WM_ICON", "CARDINAL",
      words: [UInt32(icon.width), UInt32(icon.height)] + icon.pixels.map(X11WindowDescription.straight))
  }

  /// Converts a premultiplied pixel: divides its colors by the opacity.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let opacity = pixel >> 24
    guard opacity > 0, opacity < 255 else { return opacity == 0 ? 0 : pixel }
    var result = opacity << 24
    for shift: UInt32 in [0, 8, 16] {
      result |= min(255, ((pixel >> shift & 0xFF) * 255 + opacity / 2) / opacity) << shift
    }
    return result
  }

  private func set(_ property: String, _ type: String, _ bytes: [UInt8]) throws {
    let atoms = try connection.atoms([property, type])
    connection.send(X11Request.changeProperty(atoms[0], of: window, type: atoms[1], format: 8, bytes))
  }

  private func set(_ property: String, _ type: String, words: [UInt32]) throws {
    let atoms = try connection.atoms([property, type])
    connection.send(X11Request.changeProperty(atoms[0], of: window, type: atoms[1], words: words))
  }
}

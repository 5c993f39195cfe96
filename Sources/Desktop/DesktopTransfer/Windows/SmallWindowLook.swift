/// The appearance of the small window for drags: one line of black text on white, with a margin.
///
/// All displays use the same appearance.
struct SmallWindowLook: Sendable {
  /// The program name by which a desktop groups windows.
  static let programName = "proffer"
  /// The space between the text and the edge of the window, in pixels.
  static let margin = 24
  /// The minimum width of a window, in pixels.
  private static let leastWidth = 240
  /// The maximum length of the text, in UTF-16 code units.
  private static let shownCount = 60

  /// The title in the window's frame.
  let title: String
  /// The text in the window, at most 60 UTF-16 code units.
  let text: String

  /// Returns the look of the window that `drag` shows.
  ///
  /// - Parameter label: a description of the dragged content for the user.
  static func source(of label: String) -> SmallWindowLook {
    SmallWindowLook(title: "\(programName) drag", text: "Drag: \(label)")
  }

  /// Returns the look of the window that `catch` shows.
  ///
  /// - Parameter label: a description of the destination for the user.
  static func target(into label: String) -> SmallWindowLook {
    SmallWindowLook(title: "\(programName) catch", text: "Drop here: \(label)")
  }

  private init(title: String, text: String) {
    self.title = title
    let plain = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }
    let shown = String(String.UnicodeScalarView(plain))
    let isLong = shown.utf16.count > SmallWindowLook.shownCount
    self.text =
      isLong
      ? String(decoding: shown.utf16.prefix(SmallWindowLook.shownCount - 3), as: UTF16.self) + "..." : shown
  }

  /// Returns the size of a window around a text of the given size.
  static func size(aroundText width: Int, _ height: Int) -> (width: Int, height: Int) {
    (max(leastWidth, width + 2 * margin), max(0, height) + 2 * margin)
  }
}

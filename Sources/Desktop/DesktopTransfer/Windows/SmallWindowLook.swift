/// What the small window of a drag looks like, on every display: a line of text with space around it, black on white.
struct SmallWindowLook: Sendable {
  /// The name of the program, by which a desktop groups windows.
  static let programName = "proffer"
  /// The space between the text and the edge.
  static let margin = 24
  /// The smallest width of a window.
  private static let leastWidth = 240
  /// The most characters that are shown.
  private static let shownCount = 60

  /// What the window's frame says.
  let title: String
  /// What the window says, in at most 60 units of UTF-16.
  let text: String

  /// The window of `drag`.
  ///
  /// - Parameter label: what is dragged, for people.
  static func source(of label: String) -> SmallWindowLook {
    SmallWindowLook(title: "\(programName) drag", text: "Drag: \(label)")
  }

  /// The window of `catch`.
  ///
  /// - Parameter label: where it goes, for people.
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

  /// The size of a window whose text has a size.
  static func size(aroundText width: Int, _ height: Int) -> (width: Int, height: Int) {
    (max(leastWidth, width + 2 * margin), max(0, height) + 2 * margin)
  }
}

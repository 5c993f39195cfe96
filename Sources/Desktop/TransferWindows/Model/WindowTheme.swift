/// The colors of a window.
///
/// The contrast between each text color and each background on which it appears is at least 4.5.
package struct WindowTheme: Sendable, Equatable {
  /// The settings of the desktop from which a theme is made.
  package struct Preference: Sendable, Equatable {
    /// Whether the desktop prefers dark windows.
    package var isDark: Bool
    /// The accent color; nil if the desktop has none.
    package var accent: WindowColor?

    package init(isDark: Bool = false, accent: WindowColor? = nil) {
      (self.isDark, self.accent) = (isDark, accent)
    }
  }

  /// The background of the window and of its rows.
  let ground: WindowColor
  /// The background of the title bar and of the footer.
  let bar: WindowColor
  let text: WindowColor
  let secondaryText: WindowColor
  let line: WindowColor
  /// The background of a picture or an icon.
  let well: WindowColor
  /// The color of icons, of the edge of a drop zone, and of the ring around the focused row.
  let accent: WindowColor
  /// The background of a selected row.
  let selection: WindowColor
  /// The background of a row under the pointer.
  let hover: WindowColor
  /// The background of a drop zone while content that it accepts is above it.
  let accepting: WindowColor
  let error: WindowColor
  let errorGround: WindowColor

  /// Creates the theme for the settings of a desktop.
  package init(_ preference: Preference = Preference()) {
    let isDark = preference.isDark
    let ground = WindowColor(isDark ? 0x1E2125 : 0xFFFFFF)
    let full = isDark ? WindowColor.white : WindowColor.black
    let accent = (preference.accent ?? WindowColor(isDark ? 0x78AEED : 0x1C63C7)).readable(on: ground)
    self.ground = ground
    bar = WindowColor(isDark ? 0x272B30 : 0xF2F3F5)
    let selection = ground.mixed(with: accent, isDark ? 0.28 : 0.16)
    let accepting = ground.mixed(with: accent, isDark ? 0.22 : 0.12)
    let hover = ground.mixed(with: full, 0.05)
    let well = ground.mixed(with: full, 0.06)
    // The color of the secondary text must be legible on every background.
    let grounds = [ground, bar, selection, accepting, hover, well]
    func legible(_ color: WindowColor) -> WindowColor {
      grounds.reduce(color) { $0.readable(on: $1) }
    }
    text = WindowColor(isDark ? 0xF2F4F6 : 0x16191D)
    secondaryText = legible(WindowColor(isDark ? 0xB4BCC6 : 0x545C66))
    line = ground.mixed(with: full, isDark ? 0.16 : 0.14)
    self.accent = legible(accent)
    (self.selection, self.accepting, self.hover, self.well) = (selection, accepting, hover, well)
    errorGround = ground.mixed(with: WindowColor(0xE01B24), isDark ? 0.24 : 0.1)
    error = WindowColor(isDark ? 0xFFA3A0 : 0xA80F18).readable(on: errorGround)
  }

  /// The pairs of text and background colors that a window uses.
  var textPairs: [(text: WindowColor, ground: WindowColor)] {
    let grounds = [ground, bar, selection, hover, accepting]
    return grounds.map { (text, $0) } + grounds.map { (secondaryText, $0) }
      + [(accent, ground), (accent, well), (accent, accepting), (error, errorGround)]
  }
}

import ProfferFileSystem

/// The properties of the terminal according to the environment, which is read once.
struct TerminalEnvironment: Sendable {
  /// Whether to color text; if nil, text is colored on terminals only.
  let wantsColor: Bool?
  /// Whether the terminal displays 24-bit color.
  let hasAllColors: Bool
  /// Whether the terminal interprets no escape sequences (`TERM=dumb`), so that no progress is shown.
  let isDumb: Bool
  /// The width of the terminal in columns, from `COLUMNS`.
  private let columnCount: Int?

  /// Properties of a terminal about which nothing is known.
  static let unknown = TerminalEnvironment(
    wantsColor: nil, hasAllColors: false, isDumb: false, columnCount: nil)

  /// The properties according to the environment of the process.
  ///
  /// `NO_COLOR` disables color. Otherwise, `CLICOLOR_FORCE` enables color. Otherwise, `CLICOLOR=0` and
  /// `TERM=dumb` disable color. The terminal displays 24-bit color if `COLORTERM` states this. If `COLORTERM`
  /// is not set, `TERM` must name a terminal that is known to display 24-bit color.
  static var user: TerminalEnvironment {
    func value(_ name: String) -> String? {
      guard let value = EnvironmentVariable.value(of: name), !value.isEmpty else { return nil }
      return value
    }
    let kind = value("TERM")
    let wantsColor: Bool? =
      if value("NO_COLOR") != nil {
        false
      } else if let force = value("CLICOLOR_FORCE"), force != "0" {
        true
      } else if kind == "dumb" || value("CLICOLOR") == "0" {
        false
      } else {
        nil
      }
    let hasAllColors =
      if let word = value("COLORTERM") {
        word == "truecolor" || word == "24bit"
      } else if let kind {
        kind.hasSuffix("-direct") || ["xterm-kitty", "xterm-ghostty", "foot", "alacritty"].contains(kind)
      } else {
        false
      }
    return TerminalEnvironment(
      wantsColor: wantsColor, hasAllColors: hasAllColors, isDumb: kind == "dumb",
      columnCount: value("COLUMNS").flatMap { Int($0) })
  }

  /// The maximum number of columns in a line of help: the width of the terminal, from 40 to 100.
  var helpWidth: Int {
    return min(100, max(40, columnCount ?? OpenFile.standardOutput.columnCount ?? 80))
  }
}

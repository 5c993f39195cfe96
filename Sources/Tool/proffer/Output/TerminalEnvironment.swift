import ProfferFileSystem

/// The terminal as the environment describes it, read once.
struct TerminalEnvironment: Sendable {
  /// Whether to color text; if nil, text is colored on terminals only.
  let wantsColor: Bool?
  /// Whether the terminal shows all colors.
  let hasAllColors: Bool
  /// The width of the terminal in columns, from `COLUMNS`.
  private let columnCount: Int?

  /// An environment that does not describe the terminal.
  static let unknown = TerminalEnvironment(wantsColor: nil, hasAllColors: false, columnCount: nil)

  /// The environment of the process.
  ///
  /// `NO_COLOR` disables color. Otherwise `CLICOLOR_FORCE` enables it. Otherwise `CLICOLOR=0` or a dumb
  /// terminal disables it. A terminal shows all colors if `COLORTERM` states it or, without `COLORTERM`, if
  /// its kind is known for it.
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
      wantsColor: wantsColor, hasAllColors: hasAllColors, columnCount: value("COLUMNS").flatMap { Int($0) })
  }

  /// The number of columns in a line of help: the width of the terminal, but at least 40 and at most 100.
  var helpWidth: Int {
    return min(100, max(40, columnCount ?? OpenFile.standardOutput.columnCount ?? 80))
  }
}

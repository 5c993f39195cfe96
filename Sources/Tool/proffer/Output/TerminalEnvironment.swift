import ProfferFileSystem

/// What the environment says about the terminal, read once.
struct TerminalEnvironment: Sendable {
  /// Whether text is coloured; nil leaves it to whether a stream is a terminal.
  let wantsColor: Bool?
  /// Whether the terminal shows all colors.
  let hasAllColors: Bool
  /// The columns of a terminal by `COLUMNS`.
  private let columnCount: Int?

  /// An environment that says nothing.
  static let unknown = TerminalEnvironment(wantsColor: nil, hasAllColors: false, columnCount: nil)

  /// The environment of the process: `CLICOLOR_FORCE` asks for colors, `NO_COLOR` and a terminal that cannot forbid them;
  /// `COLORTERM` says that a terminal shows all colors, or its kind is known for it.
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

  /// How many columns a line of help has on a terminal: as many as it has, from 40 to 100.
  var helpWidth: Int {
    return min(100, max(40, columnCount ?? OpenFile.standardOutput.columnCount ?? 80))
  }
}

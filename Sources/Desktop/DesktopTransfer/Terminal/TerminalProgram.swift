/// A terminal program, and how programs can use its clipboard for text (OSC 52).
///
/// Terminals do not report whether they copied a text. The table therefore describes each known terminal,
/// according to the documentation and the source code of the terminal.
struct TerminalProgram: Sendable {
  /// Whether programs can write to the terminal's clipboard.
  enum Writing: Sendable, Equatable {
    /// Writing is enabled, unless the user has disabled it.
    case on
    /// Writing is disabled, unless the user has enabled it. The associated text describes how to enable it.
    case off(String)
    /// The terminal discards all text that programs send. The associated text explains this to the user.
    case never(String)
  }

  /// The name shown in messages.
  let name: String
  let writing: Writing
  /// The maximum size of a text, in bytes before encoding.
  var textByteCount = TerminalProgram.smallestTextByteCount
  /// Whether programs can safely request the text on the clipboard.
  ///
  /// If true, the terminal answers, refuses or ignores a request, and the clipboard stays unchanged.
  ///
  /// Konsole would copy the `?` of the request as text. The other terminals without this property never
  /// answer.
  var answersTextRequests = false
  /// Whether the terminal asks the user before a program can read the clipboard.
  var asksPeople = false

  /// The maximum size of a text for terminals whose limit is unknown.
  ///
  /// hterm has the lowest known limit: 100,000 bytes for the introducer and the base64 text together, which
  /// leaves room for this size.
  static let smallestTextByteCount = 74_994
  /// The number of bytes whose base64 encoding is 1 MiB long.
  private static let mebibyteInBase64 = 786_432

  /// The known terminals, each with the beginning of its version report (XTVERSION) in lowercase.
  ///
  /// For example, foot reports `foot(1.27.0)`.
  private static let table: [(prefix: String, program: TerminalProgram)] = [
    (
      "foot(",
      TerminalProgram(
        name: "foot", writing: .on, textByteCount: mebibyteInBase64, answersTextRequests: true)
    ),
    (
      "xterm(",
      TerminalProgram(
        name: "xterm", writing: .off("set the X resource XTerm*disallowedWindowOps to 20,21,SetXprop"),
        textByteCount: mebibyteInBase64, answersTextRequests: true)
    ),
    (
      "kitty(",
      TerminalProgram(
        name: "kitty", writing: .on, textByteCount: 8 << 20, answersTextRequests: true, asksPeople: true)
    ),
    ("ghostty ", TerminalProgram(name: "Ghostty", writing: .on, answersTextRequests: true, asksPeople: true)),
    (
      "iterm2 ",
      TerminalProgram(
        name: "iTerm2",
        writing: .off(
          "in Settings > General > Selection, allow applications in the terminal to access the clipboard"),
        answersTextRequests: true, asksPeople: true)
    ),
    ("konsole ", TerminalProgram(name: "Konsole", writing: .on)),
    ("vte(", vte),
    ("wezterm ", TerminalProgram(name: "WezTerm", writing: .on)),
    ("contour ", TerminalProgram(name: "Contour", writing: .on)),
    (
      "tmux ",
      TerminalProgram(
        name: "tmux", writing: .off("set the option set-clipboard of tmux to on"),
        textByteCount: mebibyteInBase64, answersTextRequests: true)
    ),
  ]

  /// GNOME Terminal, the terminals of Xfce and MATE, and others with the same widget.
  private static let vte = TerminalProgram(
    name: "VTE",
    writing: .never("GNOME Terminal and other VTE terminals do not let programs write to the clipboard"))

}

extension TerminalProgram {
  /// Finds the terminal with the given version report; nil if the table does not contain the terminal.
  init?(version: String) {
    let version = version.lowercased()
    guard let row = TerminalProgram.table.first(where: { version.hasPrefix($0.prefix) }) else { return nil }
    if row.program.name == "Konsole", !TerminalProgram.isAtLeast(24, 12, version.dropFirst(row.prefix.count))
    {
      self = TerminalProgram(
        name: row.program.name,
        writing: .never("Konsole before version 24.12 does not let programs write to the clipboard"))
    } else {
      self = row.program
    }
  }

  /// Finds the terminal that environment variables identify; nil if they identify none.
  ///
  /// Terminals with a known version report need not be found in this way.
  ///
  /// A terminal that was started from another terminal inherits the variables of that terminal, so a version
  /// report takes precedence.
  init?(environment value: (String) -> String?) {
    if value("VTE_VERSION") != nil {
      self = TerminalProgram.vte
    } else if value("TERM_PROGRAM") == "Apple_Terminal" {
      self = TerminalProgram(
        name: "Terminal", writing: .never("macOS Terminal does not let programs write to the clipboard"))
    } else if value("WT_SESSION") != nil {
      self = TerminalProgram(name: "Windows Terminal", writing: .on)
    } else if value("ALACRITTY_WINDOW_ID") != nil {
      self = TerminalProgram(name: "Alacritty", writing: .on)
    } else if value("TERM_PROGRAM") == "mintty" {
      self = TerminalProgram(name: "mintty", writing: .off("set AllowSetSelection=yes in ~/.minttyrc"))
    } else if value("TERM")?.hasPrefix("st-") == true {
      self = TerminalProgram(name: "st", writing: .off("build st with allowwindowops = 1"))
    } else if value("TERM")?.hasPrefix("rxvt-unicode") == true {
      self = TerminalProgram(
        name: "rxvt-unicode", writing: .off("install a Perl extension of rxvt-unicode for OSC 52"))
    } else {
      return nil
    }
  }

  /// Returns the note about a terminal whose clipboard is disabled for programs by default.
  static func ignoresByDefault(_ name: String, _ remedy: String) -> String {
    "\(name) ignores the text by default; if it is not on the clipboard, \(remedy)"
  }

  /// Returns whether the version at the start of a text, such as `24.12.3`, is at least the given version.
  private static func isAtLeast(_ first: Int, _ second: Int, _ text: Substring) -> Bool {
    let numbers = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap { Int($0) }
    guard let major = numbers.first else { return false }
    return major > first || major == first && numbers.count > 1 && numbers[1] >= second
  }
}

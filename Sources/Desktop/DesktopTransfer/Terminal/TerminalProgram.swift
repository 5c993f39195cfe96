/// A terminal program, as far as it lets programs write its clipboard as text (OSC 52).
///
/// Terminals do not report whether they copied a text, so the table states what is known of each. Its facts are from the
/// documentation and the sources of the terminals.
struct TerminalProgram: Sendable {
  /// Whether programs can write the clipboard.
  enum Writing: Sendable, Equatable {
    /// It is on, unless the user switched it off.
    case on
    /// It is off, unless the user switched it on in the way that the text describes.
    case off(String)
    /// The terminal discards the text; the text explains it.
    case never(String)
  }

  /// The name in messages.
  let name: String
  let writing: Writing
  /// The maximum size of a text, in bytes before encoding.
  var textByteCount = TerminalProgram.smallestTextByteCount
  /// Whether a request for the text leaves the clipboard unchanged and is answered, refused or ignored.
  ///
  /// Konsole copies the `?` of the request as text; other terminals never answer.
  var answersTextRequests = false
  /// Whether the terminal asks the user before a program can read its clipboard.
  var asksPeople = false

  /// The limit of terminals without a known one: hterm accepts 100,000 bytes in base64 with the introducer.
  static let smallestTextByteCount = 74_994
  /// 1 MiB in base64.
  private static let mebibyteInBase64 = 786_432

  /// The terminals by the beginning of their lowercase version report (XTVERSION), such as `foot(1.27.0)`.
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
    writing: .never("GNOME Terminal and other terminals with VTE have no clipboard for programs"))

}

extension TerminalProgram {
  /// The terminal with a version report; nil if the table does not contain it.
  init?(version: String) {
    let version = version.lowercased()
    guard let row = TerminalProgram.table.first(where: { version.hasPrefix($0.prefix) }) else { return nil }
    if row.program.name == "Konsole", !TerminalProgram.isAtLeast(24, 12, version.dropFirst(row.prefix.count))
    {
      self = TerminalProgram(
        name: row.program.name, writing: .never("Konsole has a clipboard for programs from version 24.12 on"))
    } else {
      self = row.program
    }
  }

  /// The terminal that variables of the environment name; nil if they name none of those that make no version report.
  ///
  /// Programs that were started from a terminal inherit its variables, so the version report has precedence.
  init?(environment value: (String) -> String?) {
    if value("VTE_VERSION") != nil {
      self = TerminalProgram.vte
    } else if value("TERM_PROGRAM") == "Apple_Terminal" {
      self = TerminalProgram(
        name: "Terminal", writing: .never("Terminal of macOS has no clipboard for programs"))
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

  /// The note about a terminal whose clipboard is off by default.
  static func ignoresByDefault(_ name: String, _ remedy: String) -> String {
    "\(name) ignores the text by default; if it is not on the clipboard, \(remedy)"
  }

  /// Whether a version that begins a text, such as `24.12.3`, is not older than another one.
  private static func isAtLeast(_ first: Int, _ second: Int, _ text: Substring) -> Bool {
    let numbers = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap { Int($0) }
    guard let major = numbers.first else { return false }
    return major > first || major == first && numbers.count > 1 && numbers[1] >= second
  }
}

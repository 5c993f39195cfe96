/// A word of a script's line.
struct ScriptToken: Hashable, Sendable {
  let text: String
  /// Whether it stood in quotes, and so is text even where it looks like a word of the language.
  let isQuoted: Bool

  /// Splits a line into words: at spaces and tabs, quoted text kept together, `#` begins a comment.
  ///
  /// In quotes `\"`, `\\` and `\n` stand for a quote, a backslash and a line break.
  ///
  /// - Returns: nil when a quote is not closed.
  static func tokens(of line: Substring) -> [ScriptToken]? {
    var tokens: [ScriptToken] = []
    var rest = line
    while let first = rest.first {
      if first == " " || first == "\t" || first == "\r" {
        rest.removeFirst()
      } else if first == "#" {
        break
      } else if first == "\"" {
        rest.removeFirst()
        guard let text = quoted(&rest) else { return nil }
        tokens.append(ScriptToken(text: text, isQuoted: true))
      } else {
        let word = rest.prefix { $0 != " " && $0 != "\t" && $0 != "\r" && $0 != "\"" }
        tokens.append(ScriptToken(text: String(word), isQuoted: false))
        rest = rest.dropFirst(word.count)
      }
    }
    return tokens
  }

  private static func quoted(_ rest: inout Substring) -> String? {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        text.append(escaped == "n" ? "\n" : escaped)
      default: text.append(character)
      }
    }
    return nil
  }
}

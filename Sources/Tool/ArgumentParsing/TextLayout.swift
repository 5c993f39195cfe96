/// Functions that format text for display: quoted words, lists of words, paragraphs.
package enum TextLayout {
  /// Returns a word in double quotes, in a form that is safe to print on a terminal.
  ///
  /// Bytes that are not UTF-8 are shown as escapes. Characters that control the terminal or the direction of
  /// text are also shown as escapes.
  static func quoted(_ word: [UInt8]) -> String {
    var shown = "\""
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = word.makeIterator()
    var rest = word[...]
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded):
        rest = rest.dropFirst(encoded.count)
        append(UTF8.decode(encoded), to: &shown)
      case .error(let length):
        for byte in rest.prefix(length) { shown += "\\x\(hexadecimal(UInt32(byte), digits: 2))" }
        rest = rest.dropFirst(length)
      case .emptyInput:
        return shown + "\""
      }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to shown: inout String) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      shown +=
        scalar == "\n" ? "\\n" : scalar == "\t" ? "\\t" : "\\u{\(hexadecimal(scalar.value, digits: 1))}"
    default:
      if scalar == "\"" || scalar == "\\" { shown += "\\" }
      shown.unicodeScalars.append(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns a list of alternatives: "a", "a or b", "a, b or c".
  static func alternatives(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }
}

/// A block of the text in the `details` of a command.
enum TextBlock: Equatable {
  /// Text that is reflowed.
  case paragraph(String)
  /// Lines that are not reflowed, without their common indentation of two spaces.
  case verbatim([String])

  /// Splits text into blocks at empty lines, and where indented lines begin or end.
  static func blocks(of text: String) -> [TextBlock] {
    var blocks: [TextBlock] = []
    var words: [Substring] = []
    var lines: [String] = []
    func finish() {
      if !words.isEmpty { blocks.append(.paragraph(words.joined(separator: " "))) }
      if !lines.isEmpty { blocks.append(.verbatim(lines)) }
      (words, lines) = ([], [])
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isEmpty = line.allSatisfy { $0 == " " }
      let isVerbatim = line.hasPrefix("  ")
      if isEmpty || (isVerbatim && !words.isEmpty) || (!isVerbatim && !lines.isEmpty) { finish() }
      if isEmpty { continue }
      if isVerbatim { lines.append(String(line.dropFirst(2))) } else { words += line.split(separator: " ") }
    }
    finish()
    return blocks
  }
}

extension String {
  /// Returns the text wrapped to lines of at most `width` characters.
  ///
  /// A longer word is on a separate line.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var length = 0
    for word in split(separator: " ") {
      let count = word.count
      if length > 0 && length + 1 + count > width {
        lines.append(line)
        (line, length) = ("", 0)
      }
      if length > 0 {
        line += " "
        length += 1
      }
      line += word
      length += count
    }
    if length > 0 { lines.append(line) }
    return lines
  }

  /// Returns the text after the given number of spaces.
  func indented(by count: Int) -> String { String(repeating: " ", count: count) + self }
}

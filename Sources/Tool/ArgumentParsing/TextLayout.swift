/// A piece of running text, as details are written.
enum TextBlock: Equatable {
  /// Words that are wrapped.
  case paragraph(String)
  /// Lines that keep their layout, without their common indentation of two.
  case verbatim([String])

  /// Parts text at empty lines and where indented lines begin or end.
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
  /// The words of a text in lines of at most `width` characters; a longer word has a line for itself.
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

  /// The text with spaces in front.
  func indented(by count: Int) -> String { String(repeating: " ", count: count) + self }
}

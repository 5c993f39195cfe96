/// Writes runs of text, with their styles, as Markdown.
struct MarkdownLineWriter {
  private let runs: [RichText.Run]
  private let degree: MarkdownEscaping.Degree
  /// Whether a hard break may be written as a line end; otherwise a hard break is written as an element.
  private let breaksLines: Bool
  private var output: [UInt8] = []
  /// Whether a style ended directly before the current position.
  private var endsStyle = false
  /// Whether a note mark directly precedes the current position.
  private var followsMark = false

  /// The marks of the notes that have not been written yet.
  private var marks: ArraySlice<String>

  init(
    _ runs: [RichText.Run], _ degree: MarkdownEscaping.Degree, breaksLines: Bool,
    marks: ArraySlice<String> = []
  ) {
    self.marks = marks
    self.runs = runs
    self.degree = degree
    self.breaksLines = breaksLines
  }

  /// Returns the Markdown text.
  mutating func words() -> [UInt8] {
    // Code cannot contain other styles, so it is written with its text.
    write(runs.indices, applied: RichText.StyleKinds().inserting(.code), isInLink: false)
    return output
  }

  /// Writes some runs inside the open styles; the style that spans the most runs is outermost.
  private mutating func write(_ range: Range<Int>, applied: RichText.StyleKinds, isInLink: Bool) {
    var place = range.lowerBound
    while place < range.upperBound {
      if let (kind, end) = runs.longestStyle(at: place, in: range, applied: applied),
        let style = runs[place].attributes.style(kind)
      {
        write(style, place..<end, applied: applied.inserting(kind), isInLink: isInLink)
        place = end
      } else {
        write(runs[place], isLast: place == runs.count - 1, isInLink: isInLink)
        place += 1
      }
    }
  }

  private mutating func write(
    _ style: RichText.Style, _ range: Range<Int>, applied: RichText.StyleKinds, isInLink: Bool
  ) {
    var (opening, closing) = tags(style)
    if case .link(let link) = style {
      if let destination = autolink(link, range) {
        output += [UInt8(ascii: "<")] + destination + [UInt8(ascii: ">")]
        endsStyle = false
        return
      }
      (opening, closing) = ("[", "](")
    } else if let sign = sign(style, range) {
      (opening, closing) = (sign, sign)
    }
    output += opening.utf8
    endsStyle = false
    write(range, applied: applied, isInLink: isInLink || opening == "[")
    output += closing.utf8
    if case .link(let link) = style {
      output += MarkdownEscaping.target(link.destination, title: link.title)
      output.append(UInt8(ascii: ")"))
    }
    endsStyle = true
  }

  private func tags(_ style: RichText.Style) -> (String, String) {
    switch style {
    case .bold: ("<strong>", "</strong>")
    case .italic: ("<em>", "</em>")
    case .strikethrough: ("<del>", "</del>")
    case .underline: ("<u>", "</u>")
    case .superscript: ("<sup>", "</sup>")
    case .subscript: ("<sub>", "</sub>")
    default: ("", "")
    }
  }

  /// Returns the autolink for a link; nil if the text of the link is not its destination.
  private func autolink(_ link: RichText.Link, _ range: Range<Int>) -> [UInt8]? {
    guard range.count == 1, link.title == nil, case .text(let text) = runs[range.lowerBound].content,
      runs[range.lowerBound].attributes.kinds == RichText.StyleKinds().inserting(.link),
      link.destination.utf8.count - text.utf8.count <= "mailto:".utf8.count
    else { return nil }
    let bytes = Array("<\(text)>".utf8)
    guard let destination = MarkdownAutolink.inAngles(bytes, 0..<bytes.count),
      destination.text.count == bytes.count - 2,
      destination.destination == link.destination
    else { return nil }
    return Array(text.utf8)
  }
}

// MARK: - Delimiters

extension MarkdownLineWriter {
  /// Returns the delimiter of a style around some runs.
  ///
  /// The result is nil if the style has no delimiter, or if the delimiter would not be recognized at this
  /// position.
  private func sign(_ style: RichText.Style, _ range: Range<Int>) -> String? {
    guard degree == .needed, opens(range), closes(range) else { return nil }
    switch style {
    case .strikethrough: return output.last == UInt8(ascii: "~") ? nil : "~~"
    case .bold, .italic:
      let isBold = style == .bold
      guard endsStyle, output.last == UInt8(ascii: "*") else { return isBold ? "**" : "*" }
      // Adjacent delimiters of two styles would be read as one delimiter run. Underscores in a word are not
      // delimiters.
      return isInWord(range.upperBound) ? nil : isBold ? "__" : "_"
    default: return nil
    }
  }

  private func opens(_ range: Range<Int>) -> Bool {
    let (before, first) = (edge(range.lowerBound - 1, isEnd: true), edge(range.lowerBound, isEnd: false))
    return first == .letter || first == .sign && before != .letter
  }

  private func closes(_ range: Range<Int>) -> Bool {
    let (last, after) = (edge(range.upperBound - 1, isEnd: true), edge(range.upperBound, isEnd: false))
    return last == .letter || last == .sign && after != .letter
  }

  private func isInWord(_ index: Int) -> Bool { edge(index, isEnd: false) == .letter }

  private enum Edge {
    case space
    case sign
    case letter
  }

  /// Returns the kind of character at the beginning or end of a run; the ends of the text count as spaces.
  private func edge(_ index: Int, isEnd: Bool) -> Edge {
    guard runs.indices.contains(index) else { return .space }
    switch runs[index].content {
    case .softBreak: return .space
    case .hardBreak: return breaksLines ? .space : .sign
    case .attachment, .anchor, .note: return .sign
    case .text(let text):
      if runs[index].attributes.isCode { return .sign }
      guard let scalar = isEnd ? text.unicodeScalars.last : text.unicodeScalars.first else { return .space }
      return MarkdownCharacters.isSpace(scalar)
        ? .space : MarkdownCharacters.isPunctuation(scalar) ? .sign : .letter
    }
  }
}

// MARK: - Content of runs

extension MarkdownLineWriter {
  /// Returns text as an attribute value on one line.
  private static func attribute(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "<": result += "&lt;"
      case "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private var isLineStart: Bool { output.isEmpty || output.last == 0x0A }

  private mutating func write(_ run: RichText.Run, isLast: Bool, isInLink: Bool) {
    defer { endsStyle = false }
    let followsMark = followsMark
    if case .note = run.content { self.followsMark = true } else { self.followsMark = false }
    let isCode = run.attributes.isCode
    switch run.content {
    case .text(let text) where isCode && degree == .needed && !text.contains { $0.isNewline }:
      output += MarkdownEscaping.code(text)
      return
    case .text, .softBreak, .hardBreak, .attachment, .anchor, .note: break
    }
    if isCode { output += "<code>".utf8 }
    switch run.content {
    case .text(let text)
    where degree == .needed && !followsMark
      && MarkdownEscaping.isPlain(
        text, isLineStart: isLineStart && breaksLines, isLineEnd: false, before: output.last ?? 0x0A):
      output += text.utf8
    case .text(let text):
      let words = MarkdownEscaping.words(
        text, degree, isLineStart: isLineStart && breaksLines, isParagraphStart: output.isEmpty,
        isInBrackets: isInLink, before: output.last ?? 0x20)
      if followsMark, output.last == UInt8(ascii: "]"), let first = words.first,
        [UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ":")].contains(first)
      {
        // After a note mark, this character would form a link, or begin a note.
        output.append(UInt8(ascii: "\\"))
      }
      output += words
    case .softBreak: output.append(0x0A)
    case .note: output += (marks.popFirst() ?? "").utf8
    case .anchor(let name): output += "<a id=\"\(Self.attribute(name))\"></a>".utf8
    case .hardBreak:
      // A backslash at the end of the text would be read as a backslash.
      output += (breaksLines && !isLast && !isCode ? "\\\n" : "<br>").utf8
    case .attachment(let attachment):
      guard case .url(let destination) = attachment.source else { break }
      output += "![".utf8
      output += MarkdownEscaping.words(
        attachment.alternativeText, .everything, isLineStart: false, isParagraphStart: false,
        isInBrackets: true,
        before: nil)
      output += "](".utf8
      output += MarkdownEscaping.target(destination, title: attachment.title)
      output.append(UInt8(ascii: ")"))
    }
    if isCode { output += "</code>".utf8 }
  }
}

import ProfferConversions

/// Finds the ends of inline HTML in a paragraph.
///
/// A failed search is not repeated, so that the time is linear.
struct MarkdownInlineHTML {
  /// The kinds of HTML whose end does not occur in the rest of the text.
  private var missingEnds: Set<UInt8> = []
  /// The number of bytes that failed searches for the end of a tag may still read.
  private var tagBudget = 0

  /// Prepares for the text of the next paragraph.
  mutating func begin(byteCount: Int) {
    tagBudget = 4 * byteCount
    if !missingEnds.isEmpty { missingEnds = [] }
  }

  /// Returns the end of the HTML that begins at an offset; nil if no HTML begins at the offset.
  mutating func end(_ bytes: [UInt8], at place: Int, before end: Int) -> Int? {
    guard place + 1 < end else { return nil }
    switch bytes[place + 1] {
    case UInt8(ascii: "?"): return search(bytes, "?>", place + 2..<end)
    case UInt8(ascii: "!"):
      if bytes.hasWord("--", at: place + 2, before: end) {
        if bytes.hasWord(">", at: place + 4, before: end) { return place + 5 }
        if bytes.hasWord("->", at: place + 4, before: end) { return place + 6 }
        return search(bytes, "-->", place + 4..<end)
      }
      if bytes.hasWord("[cdata[", at: place + 2, before: end) { return search(bytes, "]]>", place + 9..<end) }
      guard place + 2 < end, MarkdownCharacters.isLetter(bytes[place + 2]) else { return nil }
      return search(bytes, ">", place + 2..<end)
    default:
      guard tagBudget > 0 else { return nil }
      var search = place
      if let tagEnd = MarkdownTagScanner.tagEnd(bytes, &search, end) { return tagEnd }
      tagBudget -= search - place
      return nil
    }
  }

  /// Returns the end of the next occurrence of a word; nil if the word does not occur.
  ///
  /// A failed search is not repeated.
  private mutating func search(_ bytes: [UInt8], _ word: StaticString, _ range: Range<Int>) -> Int? {
    let first = word.withUTF8Buffer { $0[0] }
    let key = word.utf8CodeUnitCount == 1 ? 0 : first
    guard !missingEnds.contains(key) else { return nil }
    for place in range where bytes[place] == first && bytes.hasWord(word, at: place, before: range.upperBound)
    {
      return place + word.utf8CodeUnitCount
    }
    missingEnds.insert(key)
    return nil
  }
}

/// An inline HTML tag.
struct MarkdownTag {
  /// The name in lower case.
  let name: String
  let isClosing: Bool

  /// Reads a complete tag; nil for comments, declarations and processing instructions.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    var place = range.lowerBound + 1
    isClosing = bytes[place] == UInt8(ascii: "/")
    if isClosing { place += 1 }
    guard MarkdownCharacters.isLetter(bytes[place]) else { return nil }
    let start = place
    while MarkdownCharacters.isAlphanumeric(bytes[place]) || bytes[place] == UInt8(ascii: "-") { place += 1 }
    name = bytes.text(start..<place).lowercased()
  }

  /// Returns whether some HTML is a comment without words, which Markdown writers insert between two lists.
  static func isEmptyComment(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    bytes[range].starts(with: "<!--".utf8)
      && bytes[range].allSatisfy { MarkdownCharacters.isPunctuation($0) || MarkdownCharacters.isSpace($0) }
  }
}

/// The meaning of a start tag for the text that follows.
struct MarkdownTagMeaning {
  /// The content that the tag itself represents, such as a picture or a line break.
  var content: [RichText.Run] = []
  /// The styles of the text up to the end tag; nil if this text is not displayed.
  var styles: [RichText.Style]? = []
  /// The losses of reading the tag.
  var losses: [Loss] = []

  /// Reads the tag, followed by a word, with the HTML reader; the styles of the word are the meaning of the
  /// tag.
  init(_ tag: ArraySlice<UInt8>) {
    var reader = HTMLReader(Array(tag) + "x".utf8, keepsAllAnchors: true)
    reader.read()
    let blocks = reader.finish()
    losses = reader.losses.total
    guard let block = blocks.first else {
      styles = nil
      return
    }
    guard case .paragraph(let paragraph) = block else { return }
    content = paragraph.content.runs
    guard let last = content.last, case .text(let word) = last.content, word.hasSuffix("x") else { return }
    content.removeLast()
    styles = last.attributes.styles
  }
}

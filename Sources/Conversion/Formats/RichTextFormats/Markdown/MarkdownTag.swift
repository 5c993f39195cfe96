import Conversions

/// An HTML tag among words.
struct MarkdownTag {
  /// The name in lower case.
  let name: String
  let isClosing: Bool

  /// Reads a whole tag; nil for comments, declarations and instructions.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    var place = range.lowerBound + 1
    isClosing = bytes[place] == UInt8(ascii: "/")
    if isClosing { place += 1 }
    guard MarkdownCharacters.isLetter(bytes[place]) else { return nil }
    let start = place
    while MarkdownCharacters.isAlphanumeric(bytes[place]) || bytes[place] == UInt8(ascii: "-") { place += 1 }
    name = bytes.text(start..<place).lowercased()
  }

  /// Whether a piece of HTML is a comment without a word, which writers of Markdown put between two lists.
  static func isEmptyComment(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    bytes[range].starts(with: "<!--".utf8)
      && bytes[range].allSatisfy { MarkdownCharacters.isPunctuation($0) || MarkdownCharacters.isSpace($0) }
  }
}

/// What an opening tag means for the words behind it.
struct MarkdownTagMeaning {
  /// What the tag stands for by itself, such as a picture or a line break.
  var content: [RichText.Run] = []
  /// The styles of the words up to the closing tag; nil if these are not shown at all.
  var styles: [RichText.Style]? = []
  /// What was lost of the tag.
  var losses: [Loss] = []
  /// The place that the tag names, or the one that it leads to.
  var places: LinkedPlaces

  /// Asks the HTML reader: it reads the tag with a word behind it, and what becomes of the word is what the tag means.
  init(_ tag: ArraySlice<UInt8>) {
    var reader = HTMLReader(Array(tag) + "x".utf8)
    reader.read()
    let blocks = reader.finish()
    losses = reader.tally.total
    places = reader.places
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

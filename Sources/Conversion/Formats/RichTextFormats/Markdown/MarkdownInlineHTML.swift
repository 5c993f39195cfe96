/// The pieces of HTML among a paragraph's words: where each ends.
///
/// What was looked for in vain is not looked for again, so that the time stays linear.
struct MarkdownInlineHTML {
  /// Ends of HTML that do not come any more.
  private var missingEnds: Set<UInt8> = []
  /// How many bytes may still be looked at in vain for tags.
  private var tagBudget = 0

  /// Begins with the words of another paragraph.
  mutating func begin(byteCount: Int) {
    tagBudget = 4 * byteCount
    if !missingEnds.isEmpty { missingEnds = [] }
  }

  /// The end of the HTML that begins at a place; nil if none does.
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

  /// The end of the next place with these signs; what was searched in vain once is not searched again.
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

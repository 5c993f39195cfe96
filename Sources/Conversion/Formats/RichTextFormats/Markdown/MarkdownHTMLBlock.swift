/// Where blocks of HTML begin and end (Source: CommonMark 0.31.2, "HTML blocks", whose rules are numbered 1 to 7).
enum MarkdownHTMLBlock {
  /// The rule by which a block begins in the bytes of a line; nil if none does.
  ///
  /// - Parameter interruptsParagraph: whether a paragraph would go on here, which any tag alone does not end.
  static func rule(_ bytes: [UInt8], _ range: Range<Int>, interruptsParagraph: Bool) -> Int? {
    let (start, end) = (range.lowerBound + 1, range.upperBound)
    guard start < end else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "?"): return 3
    case UInt8(ascii: "!"):
      if bytes.hasWord("!--", at: start, before: end) { return 2 }
      if bytes.hasWord("![cdata[", at: start, before: end) { return 5 }
      return start + 1 < end && MarkdownCharacters.isLetter(bytes[start + 1]) ? 4 : nil
    default: break
    }
    let isClosing = bytes[start] == UInt8(ascii: "/")
    let nameStart = isClosing ? start + 1 : start
    var nameEnd = nameStart
    while nameEnd < end && nameEnd - nameStart <= 10 && MarkdownCharacters.isAlphanumeric(bytes[nameEnd]) {
      nameEnd += 1
    }
    let follower = nameEnd < end ? bytes[nameEnd] : 0x0A
    let name = bytes.text(nameStart..<nameEnd).lowercased()
    let isSeparate = MarkdownCharacters.isSpace(follower) || follower == UInt8(ascii: ">")
    if isSeparate && !isClosing && verbatimNames.contains(name) { return 1 }
    let closesItself =
      follower == UInt8(ascii: "/") && nameEnd + 1 < end && bytes[nameEnd + 1] == UInt8(ascii: ">")
    if (isSeparate || closesItself) && blockNames.contains(name) { return 6 }
    guard !interruptsParagraph, let tagEnd = MarkdownTagScanner.tagEnd(bytes, range),
      bytes[tagEnd..<end].allSatisfy(MarkdownCharacters.isBlank)
    else { return nil }
    return 7
  }

  /// Whether a block of rules 1 to 5 ends with the bytes of a line; other rules' blocks end before a blank line.
  static func ends(_ bytes: [UInt8], _ range: Range<Int>, rule: Int) -> Bool {
    switch rule {
    case 1:
      return contains("</script>", in: bytes, range) || contains("</pre>", in: bytes, range)
        || contains("</style>", in: bytes, range) || contains("</textarea>", in: bytes, range)
    case 2: return contains("-->", in: bytes, range)
    case 3: return contains("?>", in: bytes, range)
    case 4: return contains(">", in: bytes, range)
    case 5: return contains("]]>", in: bytes, range)
    default: return false
    }
  }

  private static func contains(_ word: StaticString, in bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let first = word.withUTF8Buffer { $0[0] }
    return range.contains { bytes[$0] == first && bytes.hasWord(word, at: $0, before: range.upperBound) }
  }

  private static let verbatimNames: Set<String> = ["pre", "script", "style", "textarea"]

  private static let blockNames = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt \
    fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link \
    main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead \
    title tr track ul
    """.split(separator: " ").map(String.init))
}

/// Finds the beginnings and ends of HTML blocks by rules 1 to 7 of the specification.
///
/// Source: CommonMark 0.31.2, "HTML blocks".
enum MarkdownHTMLBlock {
  /// Returns the number of the rule by which an HTML block begins in a line; nil if no HTML block begins.
  ///
  /// - Parameter interruptsParagraph: whether a paragraph is open. Rule 7 cannot interrupt a paragraph.
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

  /// Returns whether a line ends a block of rules 1 to 5; blocks of other rules end before a blank line.
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

/// Finds the ends of inline HTML tags.
///
/// Source: CommonMark 0.31.2, "Raw HTML".
enum MarkdownTagScanner {
  /// Returns the end of the tag at the beginning of a range; nil if the range does not begin with a tag.
  static func tagEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var place = range.lowerBound
    return tagEnd(bytes, &place, range.upperBound)
  }

  /// Returns the end of the tag that begins at `place`; nil if no tag begins at `place`.
  ///
  /// - Parameter place: on return, the end of the bytes that were read.
  static func tagEnd(_ bytes: [UInt8], _ place: inout Int, _ end: Int) -> Int? {
    place += 1
    guard place < end else { return nil }
    let isClosing = bytes[place] == UInt8(ascii: "/")
    if isClosing { place += 1 }
    guard place < end, MarkdownCharacters.isLetter(bytes[place]) else { return nil }
    while place < end
      && (MarkdownCharacters.isAlphanumeric(bytes[place]) || bytes[place] == UInt8(ascii: "-"))
    {
      place += 1
    }
    if !isClosing {
      while let isWhole = skipAttribute(bytes, &place, end) { guard isWhole else { return nil } }
    }
    skipSpace(bytes, &place, end)
    if !isClosing, place < end, bytes[place] == UInt8(ascii: "/") { place += 1 }
    guard place < end, bytes[place] == UInt8(ascii: ">") else { return nil }
    place += 1
    return place
  }

  /// Skips an attribute; returns nil if no attribute follows, and false if the attribute is incomplete.
  private static func skipAttribute(_ bytes: [UInt8], _ place: inout Int, _ end: Int) -> Bool? {
    let start = place
    skipSpace(bytes, &place, end)
    guard place > start, place < end, isNameStart(bytes[place]) else {
      place = start
      return nil
    }
    while place < end && isNamePart(bytes[place]) { place += 1 }
    let nameEnd = place
    skipSpace(bytes, &place, end)
    guard place < end, bytes[place] == UInt8(ascii: "=") else {
      place = nameEnd
      return true
    }
    place += 1
    skipSpace(bytes, &place, end)
    guard place < end else { return false }
    let quote = bytes[place]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      place += 1
      while place < end && bytes[place] != quote { place += 1 }
      guard place < end else { return false }
      place += 1
      return true
    }
    let valueStart = place
    while place < end && isUnquoted(bytes[place]) { place += 1 }
    return place > valueStart
  }

  private static func skipSpace(_ bytes: [UInt8], _ place: inout Int, _ end: Int) {
    while place < end && MarkdownCharacters.isSpace(bytes[place]) { place += 1 }
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    MarkdownCharacters.isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || MarkdownCharacters.isDigit(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "`"):
      false
    default: !MarkdownCharacters.isSpace(byte)
    }
  }
}

/// Groups of HTML blocks, for elements that begin in one block and end in a later block.
///
/// The blocks between the first and last block are content of the element. Sibling blocks have increasing
/// numbers.
struct MarkdownHTMLSpans {
  private var open: [(element: HTMLElement, block: Int)] = []
  private var openCounts: [HTMLElement: Int] = [:]
  /// The block up to which the elements of each block extend, if that is a later block.
  private var ends: [Int: Int] = [:]

  /// Whether no element extends to a later block.
  var isEmpty: Bool { ends.isEmpty }

  /// Returns the block up to which the elements of a block extend; nil if all elements end in the same
  /// block.
  func end(of block: Int) -> Int? { ends[block] }

  /// Adds the next HTML block.
  mutating func add(_ block: Int, _ html: [UInt8]) {
    var scanner = HTMLScanner(html)
    while let token = scanner.next() {
      switch token {
      case .startTag(let name, let isSelfClosing):
        if name.element.isRawText {
          _ = scanner.rawText(of: name)
        } else if !isSelfClosing, Self.isContainer(name.element) {
          open.append((name.element, block))
          openCounts[name.element, default: 0] += 1
        }
      case .endTag(let name): end(name.element, in: block)
      case .text, .comment, .declaration: break
      }
    }
  }

  private mutating func end(_ element: HTMLElement, in block: Int) {
    guard openCounts[element, default: 0] > 0 else { return }
    while let (last, start) = open.popLast() {
      openCounts[last, default: 0] -= 1
      guard last == element else { continue }
      if start < block { ends[start] = max(ends[start] ?? block, block) }
      return
    }
  }

  /// Returns whether an element applies to all blocks inside it.
  private static func isContainer(_ element: HTMLElement) -> Bool {
    switch element {
    case .table, .thead, .tbody, .tfoot, .tr, .td, .th, .caption, .ul, .ol, .menu, .dir, .li, .dl, .dt, .dd,
      .blockquote, .div, .center:
      true
    default: false
    }
  }
}

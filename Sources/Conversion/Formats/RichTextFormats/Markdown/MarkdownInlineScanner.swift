/// Finds the tokens in the text of a paragraph.
///
/// The tokens of a long paragraph are found in portions, because tokens take more memory than text. A portion
/// ends where no emphasis, link or picture is open, so that the tokens are the same as those of the whole
/// paragraph.
///
/// One scanner reads many paragraphs, so that its arrays are allocated only once. The time is linear in the
/// number of bytes.
///
/// Source: CommonMark 0.31.2, "Inlines".
struct MarkdownInlineScanner {
  let dialect: MarkdownDialect
  var definitions: MarkdownDefinitions

  private(set) var bytes: [UInt8] = []
  private(set) var tokens: [MarkdownToken] = []
  private(set) var delimiters = MarkdownDelimiters()
  private(set) var entities: [String] = []
  private(set) var targets: [MarkdownDefinitions.Target] = []
  /// Whether a possible autolink was found inside open brackets.
  private(set) var hasPossibleAutolink = false
  /// Whether an `@` was found, which may be part of a mail address.
  private(set) var hasAtSign = false

  private var place = 0
  private var end = 0
  private var textStart = 0
  /// The offset at which the text of the paragraph begins.
  private var lowerEdge = 0
  /// Whether the last portion has been found.
  private(set) var isAtEnd = true
  /// The number of tokens at which the portion ends, if nothing is open.
  private var portion = Self.leastPortion

  private static let leastPortion = 4_096
  private var brackets: [Bracket] = []
  /// The number of open brackets that cannot begin a link, because they already contain a link.
  private var deadBracketCount = 0
  /// The offset of the last run of backticks of each length; nil until a search has reached the end of the
  /// text.
  private var lastBackticks: [Int: Int]?
  private var html = MarkdownInlineHTML()
  private let isSpecial: [Bool]

  private struct Bracket {
    let token: Int
    let isImage: Bool
    /// The offset after the bracket character.
    let end: Int
    let lastDelimiter: Int?
    var hasBracketInside = false
  }

  init(dialect: MarkdownDialect, definitions: MarkdownDefinitions) {
    self.dialect = dialect
    self.definitions = definitions
    var isSpecial = [Bool](repeating: false, count: 256)
    for byte in "\n\\`*_[]!<&".utf8 { isSpecial[Int(byte)] = true }
    if dialect.hasStrikethrough { isSpecial[Int(UInt8(ascii: "~"))] = true }
    if dialect.hasBareLinks { for byte in ":wW@".utf8 { isSpecial[Int(byte)] = true } }
    self.isSpecial = isSpecial
  }

  /// Starts scanning the text in a range of bytes.
  mutating func begin(_ words: [UInt8], _ range: Range<Int>) {
    bytes = words
    brackets.empty()
    lastBackticks = nil
    (hasPossibleAutolink, hasAtSign) = (false, false)
    deadBracketCount = 0
    html.begin(byteCount: range.count)
    place = range.lowerBound
    end = range.upperBound
    while end > place && (MarkdownCharacters.isBlank(bytes[end - 1]) || bytes[end - 1] == 0x0A) { end -= 1 }
    textStart = place
    lowerEdge = place
    isAtEnd = false
  }

  /// Finds the next tokens of the text.
  mutating func scanPortion() {
    tokens.empty()
    delimiters.empty()
    entities.empty()
    targets.empty()
    portion = Self.leastPortion
    while true {
      place = nextSpecial()
      guard place < end else { break }
      scanSpecial()
      if tokens.count >= portion, brackets.isEmpty {
        if delimiters.matchAll() { return }
        portion = tokens.count * 2
      }
    }
    flush(end)
    delimiters.match(after: nil)
    bytes = []
    isAtEnd = true
  }

  /// Returns the offset of the next byte that may have a special meaning; the end if no such byte follows.
  private func nextSpecial() -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      isSpecial.withUnsafeBufferPointer { isSpecial in
        var place = place
        while place < end && !isSpecial[Int(bytes[place])] { place += 1 }
        return place
      }
    }
  }

  private mutating func scanSpecial() {
    switch bytes[place] {
    case 0x0A: scanLineEnd()
    case UInt8(ascii: "\\"): scanBackslash()
    case UInt8(ascii: "`"): scanCode()
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): scanDelimiter()
    case UInt8(ascii: "["): openBracket(isImage: false)
    case UInt8(ascii: "!"):
      if place + 1 < end, bytes[place + 1] == UInt8(ascii: "[") {
        openBracket(isImage: true)
      } else {
        place += 1
      }
    case UInt8(ascii: "]"): closeBracket()
    case UInt8(ascii: "<"): scanAngle()
    case UInt8(ascii: "&"):
      if let entity = MarkdownLinkScanner.entity(bytes, place..<end) {
        entities.append(entity.text)
        add(.entity, entity.end, index: entities.count - 1)
      } else {
        place += 1
      }
    case UInt8(ascii: "@"):
      hasAtSign = true
      place += 1
    default: scanBareLink()
    }
  }

  /// Ends the text token before an offset.
  private mutating func flush(_ textEnd: Int) {
    if textStart < textEnd { tokens.append(MarkdownToken(kind: .text, range: textStart..<textEnd)) }
  }

  /// Adds a token that begins at the current position.
  private mutating func add(_ kind: MarkdownToken.Kind, _ tokenEnd: Int, index: Int = 0) {
    flush(place)
    tokens.append(MarkdownToken(kind: kind, range: place..<tokenEnd, index: index))
    place = tokenEnd
    textStart = tokenEnd
  }
}

// MARK: - Line ends, backslashes, code

extension MarkdownInlineScanner {
  private mutating func scanLineEnd() {
    var textEnd = place
    while textEnd > textStart && MarkdownCharacters.isBlank(bytes[textEnd - 1]) { textEnd -= 1 }
    let isHard = place - textStart >= 2 && bytes[place - 1] == 0x20 && bytes[place - 2] == 0x20
    flush(textEnd)
    textStart = place
    add(isHard ? .hardBreak : .softBreak, place + 1)
    skipBlanks()
  }

  private mutating func skipBlanks() {
    while place < end && MarkdownCharacters.isBlank(bytes[place]) { place += 1 }
    textStart = place
  }

  private mutating func scanBackslash() {
    guard place + 1 < end else { return place += 1 }
    if bytes[place + 1] == 0x0A {
      add(.hardBreak, place + 2)
      skipBlanks()
    } else if MarkdownCharacters.isPunctuation(bytes[place + 1]) {
      flush(place)
      place += 1
      textStart = place
      add(.escape, place + 1)
    } else {
      place += 1
    }
  }

  private mutating func scanCode() {
    let contentStart = signEnd(place)
    let count = contentStart - place
    if let last = lastBackticks?[count] ?? (lastBackticks == nil ? end : nil), last >= contentStart {
      var seen: [Int: Int] = [:]
      var search = contentStart
      while search < end {
        guard bytes[search] == UInt8(ascii: "`") else {
          search += 1
          continue
        }
        let runEnd = signEnd(search)
        if runEnd - search == count {
          flush(place)
          tokens.append(MarkdownToken(kind: .code, range: codeContent(contentStart..<search)))
          place = runEnd
          textStart = runEnd
          return
        }
        seen[runEnd - search] = search
        search = runEnd
      }
      lastBackticks = seen
    }
    place = contentStart
  }

  /// Returns the content of code, without the spaces that separate the content from the backticks.
  private func codeContent(_ range: Range<Int>) -> Range<Int> {
    func isSpace(_ place: Int) -> Bool { bytes[place] == 0x20 || bytes[place] == 0x0A }
    guard range.count >= 2, isSpace(range.lowerBound), isSpace(range.upperBound - 1),
      range.contains(where: { !isSpace($0) })
    else { return range }
    return range.lowerBound + 1..<range.upperBound - 1
  }

  /// Returns the end of the run of identical characters that begins at an offset.
  private func signEnd(_ start: Int) -> Int {
    var signEnd = start + 1
    while signEnd < end && bytes[signEnd] == bytes[start] { signEnd += 1 }
    return signEnd
  }
}

// MARK: - Emphasis

extension MarkdownInlineScanner {
  private mutating func scanDelimiter() {
    let sign = bytes[place]
    let runEnd = signEnd(place)
    let length = runEnd - place
    if sign == UInt8(ascii: "~") && length > 2 { return place = runEnd }
    let before: UnicodeScalar = place > lowerEdge ? bytes.scalar(before: place) : "\n"
    let after: UnicodeScalar = runEnd < end ? bytes.scalar(at: runEnd) : "\n"
    let (spaceBefore, spaceAfter) = (MarkdownCharacters.isSpace(before), MarkdownCharacters.isSpace(after))
    let signBefore = MarkdownCharacters.isPunctuation(before)
    let signAfter = MarkdownCharacters.isPunctuation(after)
    let isLeft = !spaceAfter && (!signAfter || spaceBefore || signBefore)
    let isRight = !spaceBefore && (!signBefore || spaceAfter || signAfter)
    let isWordSign = sign == UInt8(ascii: "_")
    let delimiter = delimiters.append(
      sign: sign, length: length, canOpen: isLeft && (!isWordSign || !isRight || signBefore),
      canClose: isRight && (!isWordSign || !isLeft || signAfter))
    add(.delimiter, runEnd, index: delimiter)
  }
}

// MARK: - Links and pictures

extension MarkdownInlineScanner {
  private mutating func openBracket(isImage: Bool) {
    if !brackets.isEmpty { brackets[brackets.count - 1].hasBracketInside = true }
    let bracketEnd = place + (isImage ? 2 : 1)
    add(.text, bracketEnd)
    brackets.append(
      Bracket(token: tokens.count - 1, isImage: isImage, end: bracketEnd, lastDelimiter: delimiters.last))
  }

  private mutating func closeBracket() {
    guard let bracket = brackets.last else { return place += 1 }
    if !bracket.isImage, !definitions.notes.isEmpty, addNote(bracket) { return }
    let target = brackets.count > deadBracketCount || bracket.isImage ? target(of: bracket) : nil
    brackets.removeLast()
    guard let (target, targetEnd) = target else {
      deadBracketCount = min(deadBracketCount, brackets.count)
      return place += 1
    }
    targets.append(target)
    tokens[bracket.token].kind = bracket.isImage ? .imageStart : .linkStart
    tokens[bracket.token].index = targets.count - 1
    add(bracket.isImage ? .imageEnd : .linkEnd, targetEnd)
    delimiters.match(after: bracket.lastDelimiter)
    deadBracketCount = bracket.isImage ? min(deadBracketCount, brackets.count) : brackets.count
  }

  /// Adds the footnote mark that ends at the current position, and returns false if no footnote mark ends
  /// here.
  private mutating func addNote(_ bracket: Bracket) -> Bool {
    guard bracket.end < place, bytes[bracket.end] == UInt8(ascii: "^"), place - bracket.end <= 999,
      let key = MarkdownDefinitions.key(bytes[bracket.end..<place]), let note = definitions.notes[key]
    else { return false }
    let start = tokens[bracket.token].range.lowerBound
    delimiters.match(after: bracket.lastDelimiter)
    tokens.removeSubrange(bracket.token...)
    brackets.removeLast()
    deadBracketCount = min(deadBracketCount, brackets.count)
    tokens.append(MarkdownToken(kind: .note, range: start..<place + 1, index: note))
    place += 1
    textStart = place
    return true
  }

  /// Returns the target of a link or picture whose text ends at the current position, and the end of the
  /// link.
  ///
  /// The result is nil if the brackets do not form a link or picture.
  private mutating func target(of bracket: Bracket) -> (MarkdownDefinitions.Target, end: Int)? {
    var scanner = MarkdownLinkScanner(bytes, place + 1..<end)
    if let target = scanner.inlineTarget() { return (target, scanner.place) }
    scanner = MarkdownLinkScanner(bytes, place + 1..<end)
    if let label = scanner.label(), bytes[label].contains(where: { !MarkdownCharacters.isSpace($0) }) {
      return definitions.target(bytes[label]).map { ($0, scanner.place) }
    }
    guard !bracket.hasBracketInside, place - bracket.end <= 999 else { return nil }
    // The forms `[words][]` and `[words]`.
    let isCollapsed =
      place + 2 < end && bytes[place + 1] == UInt8(ascii: "[") && bytes[place + 2] == UInt8(ascii: "]")
    return definitions.target(bytes[bracket.end..<place]).map { ($0, place + (isCollapsed ? 3 : 1)) }
  }
}

// MARK: - Autolinks

extension MarkdownInlineScanner {
  private mutating func scanAngle() {
    if let autolink = MarkdownAutolink.inAngles(bytes, place..<end) {
      targets.append(MarkdownDefinitions.Target(destination: autolink.destination))
      flush(place)
      tokens.append(MarkdownToken(kind: .autolink, range: autolink.text, index: targets.count - 1))
      place = autolink.text.upperBound + 1
      textStart = place
    } else if let htmlEnd = html.end(bytes, at: place, before: end) {
      add(.html, htmlEnd)
    } else {
      place += 1
    }
  }

  private mutating func scanBareLink() {
    guard brackets.isEmpty else {
      // The brackets may become a link. In this case, the text in the brackets is not an autolink.
      hasPossibleAutolink = true
      return place += 1
    }
    guard let autolink = MarkdownAutolink.bare(bytes, at: place, in: lowerEdge..<end),
      autolink.text.lowerBound >= textStart
    else { return place += 1 }
    flush(autolink.text.lowerBound)
    targets.append(MarkdownDefinitions.Target(destination: autolink.destination))
    tokens.append(MarkdownToken(kind: .autolink, range: autolink.text, index: targets.count - 1))
    place = autolink.text.upperBound
    textStart = place
  }
}

/// A token in the text of a paragraph.
struct MarkdownToken {
  enum Kind: UInt8 {
    /// Literal text.
    case text
    /// Literal text that is never part of an autolink.
    case escape
    /// An entity; the index is the number of its text.
    case entity
    case softBreak
    case hardBreak
    case code
    /// The remaining characters of a run of `*`, `_` or `~`; the index is the number of the delimiter.
    case delimiter
    /// The beginning of a link; the index is the number of the target.
    case linkStart
    case linkEnd
    /// The beginning of a picture; the index is the number of the target.
    case imageStart
    case imageEnd
    /// An autolink; the index is the number of the target.
    case autolink
    /// A tag, comment or other inline HTML.
    case html
    /// A footnote mark; the index is the number of the footnote.
    case note
  }

  var kind: Kind
  var range: Range<Int>
  var index = 0
}

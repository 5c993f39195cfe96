import ByteTools
import ProfferConversions

extension YAMLParser {
  /// The state between documents.
  struct StreamState {
    /// Whether directives and a document without `---` may follow: at the beginning, and after `...`.
    var isOpen = true
    /// Whether directives precede the next document.
    var hasDirectives = false
    var hasVersion = false
  }

  /// Reads the lines before a document, and the start of the document.
  mutating func stepStream() throws(CoderError) {
    tagPrefixes.removeAll()
    stream.hasDirectives = false
    stream.hasVersion = false
    while true {
      if position == lineStart { skipByteOrderMark() }
      skipLines()
      guard position < end else {
        if stream.hasDirectives {
          throw failure(.invalidDirective, "a document must follow the directives", at: position)
        }
        return finish()
      }
      guard isFresh else { throw unexpected("the end of the line") }
      let isAtLineStart = position == lineStart
      if isAtLineStart, isMarker(position) {
        if byte(position) == UInt8(ascii: "-") { return try beginDocument(isExplicit: true) }
        if stream.hasDirectives { throw unexpected("--- after the directives") }
        take(3)
        stream.isOpen = true
      } else if isAtLineStart, stream.isOpen, byte(position) == UInt8(ascii: "%") {
        try readDirective()
      } else {
        if stream.hasDirectives { throw unexpected("--- after the directives") }
        return try beginDocument(isExplicit: false)
      }
    }
  }

  private mutating func skipByteOrderMark() {
    guard position + 3 <= end, byte(position) == 0xEF, bytes[position + 1] == 0xBB,
      bytes[position + 2] == 0xBF
    else { return }
    position += 3
    lineStart = position
  }

  private mutating func beginDocument(isExplicit: Bool) throws(CoderError) {
    queue(YAMLEvent(kind: .documentStart, style: .none, isExplicit: isExplicit, position: position))
    if isExplicit { take(3) }
    stream.isOpen = false
    try open(Frame(kind: .document, state: .value, indent: -1))
  }

  mutating func stepDocument() throws(CoderError) {
    if frames[0].state == .value {
      frames[0].state = .end
      return try beginBlockNode(parentIndent: -1, .onNewLine)
    }
    skipLines()
    guard isAtDocumentEnd else {
      if isFresh {
        throw failure(
          .invalidIndentation, "this line does not continue the document; check its indentation",
          at: position)
      }
      throw unexpected("the end of the line")
    }
    let isExplicit = position < end && byte(position) == UInt8(ascii: ".")
    frames.removeLast()
    queue(YAMLEvent(kind: .documentEnd, style: .none, isExplicit: isExplicit, position: position))
    if isExplicit {
      take(3)
      stream.isOpen = true
    }
  }
}

// MARK: - Directives

extension YAMLParser {
  private mutating func readDirective() throws(CoderError) {
    let start = position
    let lineEnd = bytes.firstPlace(of: 0x0A, from: position) ?? end
    var words: [String] = []
    take(1)
    while position < lineEnd {
      skipBlanks()
      if position >= lineEnd { break }
      if byte(position) == UInt8(ascii: "#"), !words.isEmpty, isBlank(position - 1) { break }
      let wordStart = position
      while position < lineEnd, !isBlank(position) { position += 1 }
      words.append(
        String(decoding: UnsafeRawBufferPointer(rebasing: bytes[wordStart..<position]), as: UTF8.self))
    }
    stream.hasDirectives = true
    switch words.first {
    case "YAML": try setVersion(words, at: start)
    case "TAG": try setPrefix(words, at: start)
    default: ignoredDirectiveCount += 1
    }
  }

  private mutating func setVersion(_ words: [String], at start: Int) throws(CoderError) {
    guard !stream.hasVersion else {
      throw failure(.invalidDirective, "a document has only one %YAML directive", at: start)
    }
    stream.hasVersion = true
    let numbers = words.dropFirst().first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard words.count == 2, numbers.count == 2,
      numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
    else {
      throw failure(.invalidDirective, "the %YAML directive has one parameter, such as 1.2", at: start)
    }
    guard numbers[0] == "1" else {
      throw failure(.invalidDirective, "YAML \(words[1]) is not supported", at: start)
    }
    if numbers[1] != "2" { otherVersion = words[1] }
  }

  private mutating func setPrefix(_ words: [String], at start: Int) throws(CoderError) {
    guard words.count == 3, Self.isHandle(words[1]) else {
      throw failure(
        .invalidDirective, "the %TAG directive has two parameters: a handle such as !e! and a prefix",
        at: start)
    }
    guard tagPrefixes.updateValue(words[2], forKey: words[1]) == nil else {
      throw failure(.invalidDirective, "the handle \(words[1]) is declared twice", at: start)
    }
  }

  private static func isHandle(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    guard bytes.first == UInt8(ascii: "!"), bytes.last == UInt8(ascii: "!") else { return false }
    return bytes.dropFirst().dropLast().allSatisfy(isWordCharacter)
  }

  /// Whether a byte is a letter, a digit or a hyphen.
  static func isWordCharacter(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "-")
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A tokenizer for simple XML documents; its tokens are ranges of the document's bytes, not copies.
///
/// The scanner recognises elements, text, character references, the five predefined entities, CDATA,
/// comments, processing instructions and a document type. Comments, processing instructions and the
/// document type are skipped. Declarations in the document type are never used. Only the five predefined
/// entities are expanded, so expansion cannot make a document larger.
///
/// The bytes must be valid UTF-8, and their memory must stay valid while the scanner is used. The caller
/// must check that end tags match start tags.
struct XMLScanner {
  enum Token: Equatable {
    /// A start tag or an empty-element tag; its attributes have been checked and skipped.
    case start(name: Range<Int>, isEmpty: Bool)
    case end(name: Range<Int>)
    /// Text up to the next markup; references are not expanded.
    case text(Range<Int>, hasReferences: Bool)
    /// The contents of a CDATA section, in which markup is not interpreted.
    case characters(Range<Int>)
  }

  let bytes: UnsafeRawBufferPointer
  private(set) var position: Int
  /// The start of the last token.
  private(set) var tokenStart: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    position = 0
    tokenStart = 0
  }

  /// Reads and returns the next token; nil at the end of the document.
  mutating func next() throws(PropertyListError) -> Token? {
    while position < bytes.count {
      tokenStart = position
      guard bytes[position] == UInt8(ascii: "<") else { return scanText() }
      guard position + 1 < bytes.count else { throw unexpectedEnd("of a tag") }
      switch bytes[position + 1] {
      case UInt8(ascii: "/"): return try scanEndTag()
      case UInt8(ascii: "?"): try skip(past: "?>", of: "a processing instruction")
      case UInt8(ascii: "!"):
        if hasPrefix("<!--") {
          position += 4
          try skip(past: "-->", of: "a comment")
        } else if hasPrefix("<![CDATA[") {
          position += 9
          let start = position
          try skip(past: "]]>", of: "a CDATA section")
          return .characters(start..<position - 3)
        } else if hasPrefix("<!DOCTYPE") {
          try skipDocumentType()
        } else {
          throw error(.unexpectedCharacter, "'<!' begins an unknown construct")
        }
      default: return try scanStartTag()
      }
    }
    return nil
  }

  // MARK: Tags

  private mutating func scanStartTag() throws(PropertyListError) -> Token {
    position += 1
    let name = try scanName("an element's name after '<'")
    while true {
      let spaceStart = position
      skipSpace()
      switch peek() {
      case UInt8(ascii: ">"):
        position += 1
        return .start(name: name, isEmpty: false)
      case UInt8(ascii: "/"):
        position += 1
        try take(UInt8(ascii: ">"), after: "'/' in a tag")
        return .start(name: name, isEmpty: true)
      case nil: throw unexpectedEnd("of the tag \(text(name))")
      default:
        guard position > spaceStart else { throw unexpected("space, '/' or '>' in a tag") }
        try skipAttribute()
      }
    }
  }

  private mutating func scanEndTag() throws(PropertyListError) -> Token {
    position += 2
    let name = try scanName("an element's name after '</'")
    skipSpace()
    try take(UInt8(ascii: ">"), after: "the end tag \(text(name))")
    return .end(name: name)
  }

  private mutating func skipAttribute() throws(PropertyListError) {
    let name = try scanName("an attribute's name")
    skipSpace()
    try take(UInt8(ascii: "="), after: "the attribute \(text(name))")
    skipSpace()
    guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw unexpected("a quoted value of the attribute \(text(name))")
    }
    try skipQuoted()
  }

  private mutating func scanName(_ expected: String) throws(PropertyListError) -> Range<Int> {
    let start = position
    while let byte = peek(), XMLScanner.isNameByte(byte) { position += 1 }
    guard position > start, !(bytes[start] &- UInt8(ascii: "0") < 10) else { throw unexpected(expected) }
    return start..<position
  }

  /// Returns whether a byte can be part of a name.
  ///
  /// All non-ASCII bytes are accepted, although XML does not allow all non-ASCII characters. The difference
  /// does not matter for property lists.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...0xFF,
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  // MARK: Text and skipped markup

  private mutating func scanText() -> Token {
    let start = position
    var hasReferences = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "<") { break }
      if byte == UInt8(ascii: "&") { hasReferences = true }
      position += 1
    }
    return .text(start..<position, hasReferences: hasReferences)
  }

  private mutating func skipDocumentType() throws(PropertyListError) {
    position += 9
    var isInternal = false
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted()
      case UInt8(ascii: "<") where hasPrefix("<!--"):
        position += 4
        try skip(past: "-->", of: "a comment")
      case UInt8(ascii: "<") where hasPrefix("<?"): try skip(past: "?>", of: "a processing instruction")
      case UInt8(ascii: "["):
        isInternal = true
        position += 1
      case UInt8(ascii: "]"):
        isInternal = false
        position += 1
      case UInt8(ascii: ">") where !isInternal:
        position += 1
        return
      default: position += 1
      }
    }
    throw unexpectedEnd("of the document type")
  }

  private mutating func skipQuoted() throws(PropertyListError) {
    let quote = bytes[position]
    position += 1
    while position < bytes.count && bytes[position] != quote { position += 1 }
    guard position < bytes.count else { throw unexpectedEnd("of a quoted value") }
    position += 1
  }

  private mutating func skip(past mark: StaticString, of what: String) throws(PropertyListError) {
    while position < bytes.count {
      if hasPrefix(mark) {
        position += mark.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw unexpectedEnd("of \(what)")
  }

  private mutating func skipSpace() {
    while let byte = peek(), XMLScanner.isSpace(byte) { position += 1 }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

  // MARK: Bytes

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private func hasPrefix(_ mark: StaticString) -> Bool {
    guard bytes.count - position >= mark.utf8CodeUnitCount else { return false }
    for index in 0..<mark.utf8CodeUnitCount where bytes[position + index] != mark.utf8Start[index] {
      return false
    }
    return true
  }

  private mutating func take(_ byte: UInt8, after what: String) throws(PropertyListError) {
    guard peek() == byte else { throw unexpected("'\(Character(UnicodeScalar(byte)))' after \(what)") }
    position += 1
  }

  /// Returns the text of a range, such as a name.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Returns whether the name in a range equals another name.
  func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where bytes[range.lowerBound + index] != name.utf8Start[index] {
      return false
    }
    return true
  }

  // MARK: Errors

  /// Returns the error for an offset, by default the start of the last token.
  func error(_ code: PropertyListError.Code, _ message: String, at offset: Int? = nil) -> PropertyListError {
    PropertyListError(code, message, at: .line(of: offset ?? tokenStart, in: bytes))
  }

  private func unexpectedEnd(_ what: String) -> PropertyListError {
    error(.unexpectedEnd, "the document ends before the end \(what)", at: bytes.count)
  }

  private func unexpected(_ expected: String) -> PropertyListError {
    guard let byte = peek() else {
      return error(.unexpectedEnd, "expected \(expected), found the end", at: position)
    }
    let found =
      (0x21...0x7E).contains(byte) ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)"
    return error(.unexpectedCharacter, "expected \(expected), found \(found)", at: position)
  }
}

extension XMLScanner {
  /// Appends a text token as UTF-8, with its references expanded.
  func appendExpanded(_ range: Range<Int>, to text: inout [UInt8]) throws(PropertyListError) {
    var index = range.lowerBound
    while index < range.upperBound {
      var copied = index
      while copied < range.upperBound && bytes[copied] != UInt8(ascii: "&") { copied += 1 }
      text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[index..<copied]))
      guard copied < range.upperBound else { return }
      index = try appendReference(at: copied, before: range.upperBound, to: &text)
    }
  }

  /// Appends the character of the reference at `start`, and returns the offset after the reference.
  private func appendReference(at start: Int, before end: Int, to text: inout [UInt8])
    throws(PropertyListError) -> Int
  {
    // A valid reference is short, such as `&#x10FFFF;`. The limit leaves room for leading zeros.
    let longest = 32
    guard let semicolon = bytes[start..<min(end, start + longest)].firstIndex(of: UInt8(ascii: ";")) else {
      throw error(
        .unknownEntity, "'&' does not begin a reference; write '&amp;' for the character itself", at: start)
    }
    let name = start + 1..<semicolon
    if isName(name, "amp") {
      text.append(UInt8(ascii: "&"))
    } else if isName(name, "lt") {
      text.append(UInt8(ascii: "<"))
    } else if isName(name, "gt") {
      text.append(UInt8(ascii: ">"))
    } else if isName(name, "quot") {
      text.append(UInt8(ascii: "\""))
    } else if isName(name, "apos") {
      text.append(UInt8(ascii: "'"))
    } else if let scalar = try numericReference(name) {
      text.append(contentsOf: String(Character(scalar)).utf8)
    } else {
      throw error(
        .unknownEntity,
        "the entity '\(self.text(name))' is not one of the five predefined entities; other entities are not expanded",
        at: start)
    }
    return semicolon + 1
  }

  /// Returns the scalar of a reference such as `#233` or `#xE9`; nil for any other reference.
  private func numericReference(_ name: Range<Int>) throws(PropertyListError) -> UnicodeScalar? {
    guard name.count >= 2, bytes[name.lowerBound] == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = bytes[name.lowerBound + 1] == UInt8(ascii: "x")
    let digits = bytes[name.lowerBound + (isHexadecimal ? 2 : 1)..<name.upperBound]
    // `UInt32.init` alone would accept a sign.
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
    let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    guard let number, let scalar = UnicodeScalar(number) else {
      throw error(
        .unknownEntity, "the reference '&\(text(name));' does not stand for a character",
        at: name.lowerBound - 1)
    }
    return scalar
  }
}

/// The detection of an XML document's encoding from its byte order mark, first bytes or declaration.
///
/// The rules are those of XML 1.0, appendix F.
enum XMLEncoding {
  /// The first bytes of documents in multi-byte encodings, byte order marks first.
  ///
  /// The little-endian byte order mark of UTF-32 begins with the mark of UTF-16, so UTF-32 must precede
  /// UTF-16. The same applies to `<` in these encodings.
  private static let beginnings: [(bytes: [UInt8], encoding: String.Encoding)] = [
    ([0x00, 0x00, 0xFE, 0xFF], .utf32BigEndian), ([0xFF, 0xFE, 0x00, 0x00], .utf32LittleEndian),
    ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
    ([0x3C, 0x00, 0x00, 0x00], .utf32LittleEndian), ([0x00, 0x00, 0x00, 0x3C], .utf32BigEndian),
    ([0x3C, 0x00], .utf16LittleEndian), ([0x00, 0x3C], .utf16BigEndian),
  ]

  /// Returns the document as UTF-8; a converted document has no byte order mark.
  ///
  /// A document that is already in UTF-8 is returned unchanged, without validation.
  ///
  /// - Parameter legacyText: decodes a document in a declared single-byte encoding other than Latin-1;
  ///   returns nil if the name of the encoding is unknown.
  static func utf8(of data: Data, legacyText: (_ name: String, Data) -> String?) throws(PropertyListError)
    -> Data
  {
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { return data }
    if let beginning = beginnings.first(where: { data.starts(with: $0.bytes) }) {
      let isMark = beginning.bytes.contains(0xFE)
      return try convert(isMark ? data.dropFirst(beginning.bytes.count) : data, from: beginning.encoding)
    }
    guard let name = declaredName(Array(data.prefix(256))) else { return data }
    switch name.lowercased() {
    // The first bytes rule out encodings with several bytes for each ASCII character. A declaration of
    // such an encoding was written for another copy of the document, and is ignored.
    case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16be", "utf-16le", "iso-10646-ucs-2", "utf-32",
      "utf-32be", "utf-32le":
      return data
    case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin1", "l1": return try convert(data, from: .isoLatin1)
    default:
      if let text = legacyText(name, data) { return Data(text.utf8) }
      throw PropertyListError(
        .unknownEncoding,
        "the encoding declared in the document is unknown: \(name.prefix(40).debugDescription)",
        at: .line(1, column: 1))
    }
  }

  private static func convert(_ data: Data, from encoding: String.Encoding) throws(PropertyListError) -> Data
  {
    guard let text = String(data: data, encoding: encoding) else {
      throw PropertyListError(
        .invalidText, "the document contains bytes that are not valid in its encoding, \(encoding)",
        at: .line(1, column: 1))
    }
    return Data(text.utf8)
  }

  /// Throws `invalidText` with the position of the first invalid byte if the bytes are not UTF-8.
  static func checkUTF8(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    // `String(decoding:as:)` replaces the first invalid sequence by U+FFFD. The first byte that differs
    // is therefore at the start of this sequence or inside it.
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    var place =
      zip(bytes, repaired).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? bytes.count
    while place > 0, place < repaired.count, repaired[place] & 0xC0 == 0x80 { place -= 1 }
    throw PropertyListError(.invalidText, "the bytes are not UTF-8 here", at: .line(of: place, in: bytes))
  }

  /// Returns the encoding name in an XML declaration; nil if the declaration has no `encoding`.
  private static func declaredName(_ start: [UInt8]) -> String? {
    guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let declaration = String(decoding: start[..<end], as: UTF8.self)
    guard let keyword = declaration.firstRange(of: "encoding") else { return nil }
    let quoted = declaration[keyword.upperBound...].drop { $0 == " " || $0 == "=" }
    guard let quote = quoted.first, quote == "\"" || quote == "'" else { return nil }
    return String(quoted.dropFirst().prefix { $0 != quote })
  }
}

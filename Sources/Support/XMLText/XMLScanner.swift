import ByteTools

/// A tokenizer for XML documents; its tokens are ranges of the document's bytes, not copies.
///
/// The scanner recognises elements, text, character references, the five predefined entities, CDATA,
/// comments, processing instructions and a document type. Comments, processing instructions and the
/// document type are skipped. Declarations in the document type are never used. Only the five predefined
/// entities are expanded, so expansion cannot make a document larger.
///
/// The bytes must be valid UTF-8, and their memory must stay valid while the scanner is used. The caller
/// must check that end tags match start tags.
///
/// The scanner accepts the following although XML forbids it: control characters, names that begin with a
/// hyphen or a full stop, any character outside ASCII in a name, two hyphens in a comment, `]]>` in text, and
/// an XML declaration after the start.
///
/// The bytes can be the part of a document that has arrived so far. A token that may continue after these
/// bytes is an error with the code `incomplete`. The caller then calls ``resume(in:isFinal:origin:)`` with
/// bytes that begin at ``tokenStart``, and calls ``next()`` again. Only tags and the document type are scanned
/// again from their start. Text and CDATA sections are returned in parts, and the skipped part of a comment
/// is not needed again.
package struct XMLScanner {
  package enum Token: Equatable {
    /// A start tag or an empty-element tag; the syntax of its attributes has been checked.
    case start(name: Range<Int>, isEmpty: Bool)
    case end(name: Range<Int>)
    /// Text up to the next markup, or a part of it; references are not expanded.
    ///
    /// The text may have references or carriage returns only if `isPlain` is false.
    case text(Range<Int>, isPlain: Bool)
    /// The contents of a CDATA section or a part of them, in which markup is not interpreted.
    case characters(Range<Int>)
  }

  /// An attribute of a start tag.
  struct Attribute {
    let name: Range<Int>
    /// The value between the quotation marks.
    var value: Range<Int>
    /// Whether the value contains no `&`, `<` or control character.
    var isPlain: Bool
    /// The number of the qualified name in the reader's table; -1 for a declaration of a namespace.
    var number = -1
  }

  /// A construct whose start has been read, and whose end has not been found in the bytes so far.
  private enum Construct {
    case comment, instruction, characters
  }

  package private(set) var bytes: UnsafeRawBufferPointer
  package private(set) var position = 0
  /// The start of the last token.
  package private(set) var tokenStart = 0
  /// The attributes of the last start tag, if the scanner records them.
  var attributes: [Attribute] = []
  /// Whether a document type was skipped.
  package private(set) var hasDocumentType = false
  /// The position of the first byte in the document.
  private(set) var origin = XMLPosition()
  /// Whether the document ends with the last byte.
  private(set) var isFinal = true
  private let recordsAttributes: Bool
  private let tagByteLimit: Int
  private var open: Construct?

  /// Makes a scanner for a whole document.
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.init(bytes, recordsAttributes: false, tagByteLimit: .max)
  }

  /// Makes a scanner.
  ///
  /// - Parameters:
  ///   - recordsAttributes: whether `attributes` is filled.
  ///   - tagByteLimit: the maximum number of bytes of a tag or the document type.
  init(_ bytes: UnsafeRawBufferPointer, recordsAttributes: Bool, tagByteLimit: Int) {
    self.bytes = bytes
    self.recordsAttributes = recordsAttributes
    self.tagByteLimit = tagByteLimit
  }

  /// Continues at the start of the last token, or inside a construct that is skipped.
  ///
  /// - Parameter bytes: the bytes from `tokenStart` on, followed by further bytes.
  mutating func resume(in bytes: UnsafeRawBufferPointer, isFinal: Bool, origin: XMLPosition) {
    self.bytes = bytes
    self.isFinal = isFinal
    self.origin = origin
    position = 0
    tokenStart = 0
  }

  /// Reads and returns the next token; nil at the end of the bytes.
  package mutating func next() throws(XMLError) -> Token? {
    if let construct = open {
      tokenStart = position
      if let token = try finish(construct) { return token }
    }
    while position < bytes.count {
      tokenStart = position
      guard bytes[position] == UInt8(ascii: "<") else { return try scanText() }
      guard position + 1 < bytes.count else { throw unexpectedEnd("of a tag") }
      switch bytes[position + 1] {
      case UInt8(ascii: "/"): return try scanEndTag()
      case UInt8(ascii: "?"): _ = try finish(.instruction)
      case UInt8(ascii: "!"):
        if hasPrefix("<!--") {
          position += 4
          _ = try finish(.comment)
        } else if hasPrefix("<![CDATA[") {
          position += 9
          if let token = try finish(.characters) { return token }
        } else if hasPrefix("<!DOCTYPE") {
          try skipDocumentType()
          try checkTagSize()
        } else {
          // The first characters of a construct may be all that has arrived.
          guard isFinal || bytes.count - position >= 9 else { throw unexpectedEnd("of a tag") }
          throw error(.unexpectedCharacter, "'<!' begins an unknown construct")
        }
      default: return try scanStartTag()
      }
    }
    tokenStart = position
    return nil
  }

  // MARK: Tags

  private mutating func scanStartTag() throws(XMLError) -> Token {
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    position += 1
    let name = try scanName("an element's name after '<'")
    while true {
      let spaceStart = position
      skipSpace()
      guard position < bytes.count else { throw unexpectedEnd("of the tag ", name) }
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        try checkTagSize()
        return .start(name: name, isEmpty: false)
      case UInt8(ascii: "/"):
        position += 1
        try check(UInt8(ascii: ">"), after: "'/' in a tag")
        position += 1
        try checkTagSize()
        return .start(name: name, isEmpty: true)
      default:
        guard position > spaceStart else { throw unexpected("space, '/' or '>' in a tag") }
        try scanAttribute()
      }
    }
  }

  private mutating func scanEndTag() throws(XMLError) -> Token {
    position += 2
    let name = try scanName("an element's name after '</'")
    skipSpace()
    try check(UInt8(ascii: ">"), after: "the end tag ", name)
    position += 1
    try checkTagSize()
    return .end(name: name)
  }

  private mutating func scanAttribute() throws(XMLError) {
    let name = try scanName("an attribute's name")
    skipSpace()
    try check(UInt8(ascii: "="), after: "the attribute ", name)
    position += 1
    skipSpace()
    guard position < bytes.count,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else {
      throw unexpected("a quoted value of the attribute ", name)
    }
    guard recordsAttributes else {
      try skipQuoted()
      return
    }
    let start = position + 1
    let quote = bytes[position]
    let special = firstSpecialPlace(inValueAt: start, quote: quote)
    let isPlain = special < bytes.count && bytes[special] == quote
    if isPlain { position = special + 1 } else { try skipQuoted() }
    attributes.append(Attribute(name: name, value: start..<position - 1, isPlain: isPlain))
  }

  /// Returns the offset of the first quotation mark, `&`, `<` or control character.
  private func firstSpecialPlace(inValueAt start: Int, quote: UInt8) -> Int {
    var place = start
    while place + ByteWord.byteCount <= bytes.count {
      let word = ByteWord(bytes, at: place)
      let matches =
        word.matches(quote) | word.matches(UInt8(ascii: "&")) | word.matches(UInt8(ascii: "<"))
        | word.matches(below: 0x20)
      if matches != 0 { return place + matches.trailingZeroBitCount / 8 }
      place += ByteWord.byteCount
    }
    while place < bytes.count {
      let byte = bytes[place]
      if byte == quote || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte < 0x20 { break }
      place += 1
    }
    return place
  }

  private mutating func scanName(_ expected: StaticString) throws(XMLError) -> Range<Int> {
    let start = position
    var end = start
    while end < bytes.count, XMLScanner.isNameByte(bytes[end]) { end += 1 }
    guard end > start, !(bytes[start] &- UInt8(ascii: "0") < 10) else { throw unexpected(expected) }
    position = end
    return start..<end
  }

  /// Returns whether a byte can be part of a name.
  ///
  /// All non-ASCII bytes are accepted, although XML does not allow all non-ASCII characters.
  @inline(__always)
  private static func isNameByte(_ byte: UInt8) -> Bool {
    // One bit for each of the characters - . 0 to 9 : and A to Z _ a to z.
    let set: UInt64 = byte < 0x40 ? 0x07FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte >= 0x80 || set >> UInt64(byte & 0x3F) & 1 != 0
  }

  // MARK: Text and skipped markup

  private mutating func scanText() throws(XMLError) -> Token {
    let start = position
    var place = start
    var isPlain = true
    while place + ByteWord.byteCount <= bytes.count {
      let word = ByteWord(bytes, at: place)
      let matches =
        word.matches(UInt8(ascii: "<")) | word.matches(UInt8(ascii: "&")) | word.matches(UInt8(ascii: "\r"))
      if matches != 0 {
        place += matches.trailingZeroBitCount / 8
        break
      }
      place += ByteWord.byteCount
    }
    while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
      if bytes[place] == UInt8(ascii: "&") || bytes[place] == UInt8(ascii: "\r") {
        isPlain = false
        place = bytes.firstPlace(of: UInt8(ascii: "<"), from: place) ?? bytes.count
        break
      }
      place += 1
    }
    position = place
    if place == bytes.count && !isFinal {
      position = endOfCompleteText(from: start)
      guard position > start else { throw unexpectedEnd("of a text") }
    }
    return .text(start..<position, isPlain: isPlain)
  }

  /// Returns the end of the complete text, before a carriage return or an unfinished reference at the end of
  /// the bytes.
  private func endOfCompleteText(from start: Int) -> Int {
    var end = bytes.count
    if bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    var place = bytes.count
    while place > max(start, bytes.count - Self.referenceLimit + 1), bytes[place - 1] != UInt8(ascii: ";") {
      place -= 1
      if bytes[place] == UInt8(ascii: "&") { end = place }
    }
    return end
  }

  /// Skips the rest of a comment or processing instruction, or returns the rest of a CDATA section or a part
  /// of it; nil if nothing is left.
  private mutating func finish(_ construct: Construct) throws(XMLError) -> Token? {
    let (mark, name): (StaticString, StaticString) =
      switch construct {
      case .comment: ("-->", "of a comment")
      case .instruction: ("?>", "of a processing instruction")
      case .characters: ("]]>", "of a CDATA section")
      }
    let start = position
    let length = mark.utf8CodeUnitCount
    var place = start
    while let last = bytes.firstPlace(of: UInt8(ascii: ">"), from: place) {
      position = last + 1 - length
      if position >= start, hasPrefix(mark) {
        position = last + 1
        open = nil
        guard construct == .characters else { return nil }
        return .characters(start..<last + 1 - length)
      }
      place = last + 1
    }
    position = bytes.count
    guard !isFinal else { throw unexpectedEnd(name) }
    open = construct
    guard construct == .characters else {
      // The bytes at the end may be the beginning of the mark.
      position = max(start, bytes.count - length + 1)
      tokenStart = position
      throw unexpectedEnd(name)
    }
    while position > max(start, bytes.count - 2), bytes[position - 1] == UInt8(ascii: "]") { position -= 1 }
    if position > start, bytes[position - 1] == UInt8(ascii: "\r") { position -= 1 }
    guard position > start else {
      tokenStart = position
      throw unexpectedEnd(name)
    }
    return .characters(start..<position)
  }

  private mutating func skipDocumentType() throws(XMLError) {
    position += 9
    var isInternal = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted()
      case UInt8(ascii: "<") where hasPrefix("<!--"):
        position += 4
        try skip(past: "-->", "of a comment")
      case UInt8(ascii: "<") where hasPrefix("<?"): try skip(past: "?>", "of a processing instruction")
      case UInt8(ascii: "["):
        isInternal = true
        position += 1
      case UInt8(ascii: "]"):
        isInternal = false
        position += 1
      case UInt8(ascii: ">") where !isInternal:
        position += 1
        hasDocumentType = true
        return
      default: position += 1
      }
    }
    throw unexpectedEnd("of the document type")
  }

  private mutating func skipQuoted() throws(XMLError) {
    let end = bytes.firstPlace(of: bytes[position], from: position + 1)
    position = end.map { $0 + 1 } ?? bytes.count
    guard end != nil else { throw unexpectedEnd("of a quoted value") }
  }

  private mutating func skip(past mark: StaticString, _ what: StaticString) throws(XMLError) {
    while position < bytes.count {
      if hasPrefix(mark) {
        position += mark.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw unexpectedEnd(what)
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
  }

  // MARK: Bytes

  private func hasPrefix(_ mark: StaticString) -> Bool {
    guard bytes.count - position >= mark.utf8CodeUnitCount else { return false }
    for index in 0..<mark.utf8CodeUnitCount where bytes[position + index] != mark.utf8Start[index] {
      return false
    }
    return true
  }

  /// Throws if the next byte is not the given one.
  ///
  /// The message names what precedes the byte: a construct, and the name of its tag or attribute.
  private func check(_ byte: UInt8, after what: StaticString, _ name: Range<Int>? = nil) throws(XMLError) {
    guard position < bytes.count, bytes[position] == byte else {
      throw unexpected("'\(Character(UnicodeScalar(byte)))' after \(what)\(name.map(text) ?? "")")
    }
  }

  /// Returns the text of a range, such as a name.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Returns whether the name in a range equals another name.
  package func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where bytes[range.lowerBound + index] != name.utf8Start[index] {
      return false
    }
    return true
  }

  // MARK: Errors

  /// Throws `tooLarge` if the scanner has read more bytes of a tag or the document type than the limit.
  @inline(__always)
  func checkTagSize() throws(XMLError) {
    if position - tokenStart > tagByteLimit { try checkMarkupSize() }
  }

  private func checkMarkupSize() throws(XMLError) {
    // Comments and CDATA sections have no limit.
    guard open == nil, bytes.count - tokenStart > 2, bytes[tokenStart] == UInt8(ascii: "<") else { return }
    switch bytes[tokenStart + 1] {
    case UInt8(ascii: "?"): return
    case UInt8(ascii: "!") where bytes[tokenStart + 2] != UInt8(ascii: "D"): return
    default: throw error(.tooLarge, "a tag or the document type has more than \(tagByteLimit) bytes")
    }
  }

  /// Returns the error for an offset, by default the start of the last token.
  func error(_ code: XMLError.Code, _ message: String, at offset: Int? = nil) -> XMLError {
    XMLError(code, message, at: XMLPosition(of: offset ?? tokenStart, in: bytes, from: origin))
  }

  private func unexpectedEnd(_ what: StaticString, _ name: Range<Int>? = nil) -> XMLError {
    guard isFinal else { return XMLError(.incomplete, "", at: XMLPosition()) }
    return error(
      .unexpectedEnd, "the document ends before the end \(what)\(name.map(text) ?? "")", at: bytes.count)
  }

  private func unexpected(_ expected: StaticString, _ name: Range<Int>? = nil) -> XMLError {
    unexpected("\(expected)\(name.map(text) ?? "")")
  }

  private func unexpected(_ expected: String) -> XMLError {
    guard position < bytes.count else {
      guard isFinal else { return XMLError(.incomplete, "", at: XMLPosition()) }
      return error(.unexpectedEnd, "expected \(expected), found the end", at: position)
    }
    return error(.unexpectedCharacter, "expected \(expected), found \(shown(position))", at: position)
  }

  /// Returns the character at an offset for a message, such as `'<'` or `byte 7`.
  func shown(_ offset: Int) -> String {
    let byte = bytes[offset]
    return (0x21...0x7E).contains(byte) ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)"
  }
}

extension UInt8 {
  /// Whether the byte is white space in XML: a space, a tab, a line feed or a carriage return.
  @inlinable package var isXMLSpace: Bool {
    @inline(__always) get { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
  }
}

import ByteTools
import ProfferConversions
import StructuredFormats

// Bytes become tokens, tokens become definitions, definitions become events:
//
//   TOMLScanner     bytes → keys and the tokens of values; checks characters, strings, numbers and dates
//   TOMLTables      the tables and keys of a document; checks that nothing is defined twice
//   TOMLReader      the statements of a document, read once for checking and once for the values
//
// The text is read twice, because a table can be continued anywhere in a document. The first reading stores
// the place of each value instead of the value, so that memory does not depend on what the values are.

/// A token at which a value of TOML begins.
enum TOMLToken {
  case string(TOMLString)
  case integer(Int64)
  case float(TOMLFloat)
  case boolean(Bool)
  case date(TOMLDate)
  /// The bracket of an array; its elements follow.
  case array
  /// The brace of an inline table; its members follow.
  case inlineTable
}

/// The place of a string in a text.
struct TOMLString {
  /// The characters between the quotes.
  var content: Range<Int>
  /// Whether the characters contain escapes.
  var hasEscapes = false
  /// Whether a line ends with a carriage return and a line feed, which are read as a line feed.
  var hasCarriageReturns = false

  /// Whether the characters are the text.
  var isPlain: Bool { !hasEscapes && !hasCarriageReturns }
}

/// Reads the tokens of a TOML document (Source: TOML 1.0.0).
///
/// The bytes must be UTF-8.
struct TOMLScanner {
  let bytes: UnsafeRawBufferPointer
  /// The offset of the next byte.
  var position: Int
  /// The number of comments that have been read.
  private(set) var commentCount = 0

  /// Makes a scanner at the start of a document, after a byte order mark.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next byte; 0, which no document may contain, at the end.
  var next: UInt8 {
    @inline(__always) get { byte(at: position) }
  }

  var isAtEnd: Bool { position >= bytes.count }

  @inline(__always)
  func byte(at place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  // MARK: Space, comments and lines

  /// Reads the spaces and tabs that follow.
  @inline(__always)
  mutating func skipSpaces() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { position += 1 }
  }

  /// Reads spaces, comments and line breaks that follow.
  mutating func skipBlank() throws(CoderError) {
    while true {
      switch next {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"): position += 1
      case UInt8(ascii: "\r"): try skipLineBreak()
      case UInt8(ascii: "#"): try skipComment()
      default: return
      }
    }
  }

  /// Reads the end of a line: spaces, a comment, and a line break or the end of the document.
  mutating func endLine() throws(CoderError) {
    skipSpaces()
    if next == UInt8(ascii: "#") { try skipComment() }
    if next == UInt8(ascii: "\n") {
      position += 1
    } else if !isAtEnd {
      guard next == UInt8(ascii: "\r") else { throw unexpected("the end of the line") }
      try skipLineBreak()
    }
  }

  private mutating func skipLineBreak() throws(CoderError) {
    let length = lineBreakLength(at: position)
    guard length > 0 else { throw loneCarriageReturn(at: position) }
    position += length
  }

  /// Returns the number of bytes of the line break at an offset; 0 if there is none.
  func lineBreakLength(at place: Int) -> Int {
    switch byte(at: place) {
    case UInt8(ascii: "\n"): 1
    case UInt8(ascii: "\r"): byte(at: place + 1) == UInt8(ascii: "\n") ? 2 : 0
    default: 0
    }
  }

  private mutating func skipComment() throws(CoderError) {
    commentCount += 1
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if Self.isControl(byte) {
        if lineBreakLength(at: position) > 0 { return }
        throw control(at: position, in: "a comment")
      }
      position += 1
    }
  }

  /// Whether a byte is a control character other than a tab.
  @inline(__always)
  static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }

  // MARK: Keys and values

  /// Reads one part of a key: a bare key or a string on one line.
  mutating func keyPart() throws(CoderError) -> TOMLString {
    switch next {
    case UInt8(ascii: "\""): return try basicString()
    case UInt8(ascii: "'"): return try literalString()
    default:
      let start = position
      while Self.isBare(next) { position += 1 }
      guard position > start else { throw unexpected("a key") }
      return TOMLString(content: start..<position)
    }
  }

  /// Whether a byte can be in a bare key.
  @inline(__always)
  static func isBare(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  /// Reads the token at which a value begins.
  mutating func token() throws(CoderError) -> TOMLToken {
    switch next {
    case UInt8(ascii: "\""):
      return .string(hasThree(UInt8(ascii: "\"")) ? try multilineBasicString() : try basicString())
    case UInt8(ascii: "'"):
      return .string(hasThree(UInt8(ascii: "'")) ? try multilineLiteralString() : try literalString())
    case UInt8(ascii: "["):
      position += 1
      return .array
    case UInt8(ascii: "{"):
      position += 1
      return .inlineTable
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      return try numberOrDate()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      return try word()
    default: throw unexpected("a value")
    }
  }

  private func hasThree(_ quote: UInt8) -> Bool {
    byte(at: position + 1) == quote && byte(at: position + 2) == quote
  }

  private mutating func word() throws(CoderError) -> TOMLToken {
    let start = position
    while Self.isBare(next) { position += 1 }
    let word = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    if word.elementsEqual("true".utf8) { return .boolean(true) }
    if word.elementsEqual("false".utf8) { return .boolean(false) }
    if word.elementsEqual("inf".utf8) || word.elementsEqual("nan".utf8) {
      return .float(TOMLFloat(spelling: start..<position))
    }
    throw error(
      .invalidLiteral, "“\(excerpt(start..<position))” is not a value; a string needs quotes", at: start)
  }

  // MARK: Errors

  /// Makes an error with the line and column of an offset.
  func error(_ code: CoderError.Code, _ reason: String, at place: Int) -> CoderError {
    CoderError(code, reason, at: .line(of: place, in: bytes))
  }

  /// Makes an error for the next byte.
  ///
  /// - Parameter wanted: what is valid here, such as `a key`.
  func unexpected(_ wanted: String) -> CoderError {
    guard !isAtEnd else { return error(.unexpectedEnd, "expected \(wanted), found the end", at: position) }
    if lineBreakLength(at: position) > 0 {
      return error(.unexpectedCharacter, "expected \(wanted), found the end of the line", at: position)
    }
    if Self.isControl(next) { return control(at: position, in: "the text") }
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return error(
      .unexpectedCharacter, "expected \(wanted), found “\(excerpt(position..<end))”", at: position)
  }

  /// Makes an error for a control character that is not allowed.
  func control(at place: Int, in what: String) -> CoderError {
    if byte(at: place) == UInt8(ascii: "\r") { return loneCarriageReturn(at: place) }
    let (high, low) = byte(at: place).hexadecimalDigits(capitals: true)
    return error(
      .controlCharacter,
      "\(what) contains the control character U+00\(String(decoding: [high, low], as: UTF8.self))", at: place)
  }

  private func loneCarriageReturn(at place: Int) -> CoderError {
    error(.controlCharacter, "a carriage return is not followed by a line feed", at: place)
  }

  /// Returns at most the first 40 bytes of a part of the text, for a message.
  func excerpt(_ range: Range<Int>) -> String {
    let limit = 40
    guard range.count > limit else { return String(decoding: bytes[range], as: UTF8.self) }
    var end = range.lowerBound + limit
    while end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self) + "…"
  }
}

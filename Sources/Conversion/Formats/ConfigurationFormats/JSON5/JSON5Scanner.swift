import ByteTools
import JSONText
import ProfferConversions
import StructuredFormats

/// A tokenizer for JSON5 1.0 and for JSON with comments, without recursion.
///
/// The tokens are the smallest parts of a structured value, so they can be emitted as events. The scanner
/// does not own the memory that it reads, and must not be used after the memory is released.
struct JSON5Scanner {
  /// The syntax that the scanner accepts.
  enum Dialect: Sendable {
    /// JSON5 1.0.
    case json5
    /// JSON (RFC 8259) with comments and with commas before closing brackets.
    case jsonWithComments
  }

  /// The grammar elements that can follow at the current position.
  private enum Expectation {
    case value, elementOrEnd, keyOrEnd, separator, end
  }

  let bytes: UnsafeRawBufferPointer
  let dialect: Dialect
  private let depthLimit: Int
  /// The offset of the next byte to scan.
  var position = 0
  /// The number of comments that were skipped.
  private(set) var commentCount = 0
  /// The open containers, outermost first: true for an object, false for an array.
  private var containers: [Bool] = []
  private var expectation = Expectation.value

  /// Creates a scanner for bytes that the caller keeps in memory while the scanner is used.
  ///
  /// - Throws: `CoderError` (`invalidUTF8`) if the bytes are not UTF-8. A byte order mark is skipped.
  init(unsafeBytes bytes: UnsafeRawBufferPointer, _ dialect: Dialect, depthLimit: Int) throws(CoderError) {
    self.bytes = bytes
    self.dialect = dialect
    self.depthLimit = depthLimit
    if let mistake = UTF8Check.firstMistake(in: bytes) {
      throw error(.invalidUTF8, "the text is not UTF-8", at: mistake)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads the next part of the value; returns nil at the end of the text.
  mutating func next() throws(CoderError) -> StructuredValueEvent? {
    while true {
      try skipSpace()
      switch expectation {
      case .value: return try value()
      case .elementOrEnd: return take(UInt8(ascii: "]")) ? close() : try value()
      case .keyOrEnd: return take(UInt8(ascii: "}")) ? close() : try key()
      case .separator:
        let isObject = containers.last ?? false
        if take(UInt8(ascii: isObject ? "}" : "]")) { return close() }
        guard take(UInt8(ascii: ",")) else { throw unexpected(isObject ? "',' or '}'" : "',' or ']'") }
        expectation = isObject ? .keyOrEnd : .elementOrEnd
      case .end:
        guard position == bytes.count else {
          throw error(.trailingData, "\(described()) follows the value", at: position)
        }
        return nil
      }
    }
  }

  private mutating func key() throws(CoderError) -> StructuredValueEvent {
    let key: String
    switch peek() {
    case UInt8(ascii: "\"")?: key = try string()
    case UInt8(ascii: "'")? where dialect == .json5: key = try string()
    case _? where dialect == .json5: key = try identifier()
    default: throw unexpected(dialect == .json5 ? "a key or '}'" : "a key in double quotes or '}'")
    }
    try skipSpace()
    guard take(UInt8(ascii: ":")) else { throw unexpected("':' after the key \(JSONError.quoted(key))") }
    expectation = .value
    return .key(key)
  }

  private mutating func value() throws(CoderError) -> StructuredValueEvent {
    guard let byte = peek() else { throw unexpected("a value") }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try open(isObject: byte == UInt8(ascii: "{"))
    default: break
    }
    let value = try scalar(byte)
    expectAfterValue()
    return .value(value)
  }

  private mutating func scalar(_ byte: UInt8) throws(CoderError) -> StructuredValue {
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "'") where dialect == .json5: return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "I"), UInt8(ascii: "N"):
      guard dialect == .json5 else { throw unexpected("a value") }
      return try number()
    case UInt8(ascii: "t"):
      try literal("true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try literal("false")
      return .boolean(false)
    case UInt8(ascii: "n"):
      try literal("null")
      return .null
    default: throw unexpected("a value")
    }
  }

  private mutating func open(isObject: Bool) throws(CoderError) -> StructuredValueEvent {
    guard containers.count < depthLimit else {
      throw error(.tooDeep, "objects and arrays are nested more than \(depthLimit) deep", at: position)
    }
    position += 1
    containers.append(isObject)
    expectation = isObject ? .keyOrEnd : .elementOrEnd
    return isObject ? .beginDictionary : .beginArray
  }

  private mutating func close() -> StructuredValueEvent {
    containers.removeLast()
    expectAfterValue()
    return .end
  }

  private mutating func expectAfterValue() { expectation = containers.isEmpty ? .end : .separator }

  private mutating func literal(_ word: StaticString) throws(CoderError) {
    let start = position
    guard skip(word), !continuesWord else {
      throw error(.invalidLiteral, "expected a value; did you mean \(word)?", at: start)
    }
  }

  // MARK: Space and comments

  private mutating func skipSpace() throws(CoderError) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
      case 0x0B, 0x0C:
        guard dialect == .json5 else { return }
        position += 1
      case UInt8(ascii: "/"): guard try skipComment() else { return }
      case 0x80...:
        let (scalar, byteCount) = scalarHere()
        guard dialect == .json5, scalar.isJSON5Space else { return }
        position += byteCount
      default: return
      }
    }
  }

  /// Skips a comment; returns false if the slash does not begin a comment.
  private mutating func skipComment() throws(CoderError) -> Bool {
    let start = position
    guard start + 1 < bytes.count else { return false }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"):
      position += 2
      while position < bytes.count, lineBreakByteCount == 0 { position += 1 }
    case UInt8(ascii: "*"):
      position += 2
      while position + 1 < bytes.count,
        bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
      { position += 1 }
      guard position + 1 < bytes.count else {
        throw error(.unexpectedEnd, "the comment that begins here is not closed", at: start)
      }
      position += 2
    default: return false
    }
    commentCount += 1
    return true
  }

  /// The number of bytes of the line break at the current position; 0 if there is none.
  ///
  /// JSON5 also ends lines at U+2028 and U+2029.
  var lineBreakByteCount: Int {
    switch bytes[position] {
    case UInt8(ascii: "\n"): return 1
    case UInt8(ascii: "\r"):
      return position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "\n") ? 2 : 1
    case 0xE2 where dialect == .json5:
      // The text is valid UTF-8, so two more bytes follow.
      return bytes[position + 1] == 0x80 && bytes[position + 2] & 0xFE == 0xA8 ? 3 : 0
    default: return 0
    }
  }

  // MARK: Bytes

  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Skips a word; returns false if another text follows.
  mutating func skip(_ word: StaticString) -> Bool {
    let letters = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes.count - position >= letters.count,
      bytes[position..<position + letters.count].elementsEqual(letters)
    else { return false }
    position += letters.count
    return true
  }

  /// Returns the scalar at the current position, which must not be the end, and its number of bytes.
  func scalarHere() -> (scalar: Unicode.Scalar, byteCount: Int) {
    let first = bytes[position]
    guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
    let byteCount = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (0x7F >> UInt32(byteCount))
    for byte in bytes[position + 1..<position + byteCount] { value = value << 6 | UInt32(byte & 0x3F) }
    guard let scalar = Unicode.Scalar(value) else { preconditionFailure("the text is not valid UTF-8") }
    return (scalar, byteCount)
  }

  // MARK: Errors

  func error(_ code: CoderError.Code, _ reason: String, at offset: Int) -> CoderError {
    CoderError(code, reason, at: .line(of: offset, in: bytes))
  }

  func unexpected(_ expected: String) -> CoderError {
    error(
      position < bytes.count ? .unexpectedCharacter : .unexpectedEnd,
      "expected \(expected), found \(described())", at: position)
  }

  /// Returns a description of the character at the current position.
  private func described() -> String {
    guard position < bytes.count else { return "the end" }
    let (scalar, _) = scalarHere()
    if (0x21...0x7E).contains(scalar.value) { return "'\(scalar)'" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space or a line break beyond ASCII (Source: JSON5 1.0, section 8).
  fileprivate var isJSON5Space: Bool {
    switch value {
    case 0xA0, 0x2028, 0x2029, 0xFEFF: true
    default: properties.generalCategory == .spaceSeparator
    }
  }
}

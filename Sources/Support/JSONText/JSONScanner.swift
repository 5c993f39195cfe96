/// A tokenizer for JSON text (RFC 8259, without extensions) that uses no copies and no recursion.
///
/// The scanner does not own the memory that it reads, and must not be used after the memory is released.
/// `scan(_:_:)` keeps the bytes of an array in memory during the scan.
///
/// The scanner can be used in two ways, which can be mixed. `next()` returns one token after another. The
/// other methods follow the structure:
///
///     guard try scanner.next() == .beginObject else { … }
///     while let key = try scanner.nextKey() {
///       if scanner.matches(key, "items") { … } else { try scanner.skipValue() }
///     }
///     try scanner.finish()
///
/// All text before the current position is valid, including skipped strings and numbers.
package struct JSONScanner {
  /// The grammar elements that can follow at the current position.
  private enum Expectation {
    case start, value, firstElement, elementSeparator, firstMember, memberSeparator, end
  }

  let bytes: UnsafeRawBufferPointer
  /// The end of the scanned range.
  let end: Int
  private let limits: JSONLimits
  private let skipsByteOrderMark: Bool

  /// The offset of the next byte to scan, from the start of the buffer.
  package internal(set) var position: Int
  /// The offset of the last token, key or value.
  package private(set) var tokenStart: Int
  /// The open containers, outermost first: true for an object, false for an array.
  private var containers: [Bool] = []
  private var expectation = Expectation.start

  /// Creates a scanner for bytes that the caller keeps in memory while the scanner is used.
  ///
  /// - Parameters:
  ///   - range: the part to scan, such as one line or a previously skipped value; nil for all bytes. Offsets
  ///     are always relative to the start of `bytes`.
  ///   - limits: the limits; `byteCount` applies to the range.
  package init(
    unsafeBytes bytes: UnsafeRawBufferPointer, range: Range<Int>? = nil, limits: JSONLimits = JSONLimits(),
    skipsByteOrderMark: Bool = false
  ) {
    let range = range ?? 0..<bytes.count
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the range is outside the bytes")
    self.bytes = bytes
    self.end = range.upperBound
    self.limits = limits
    self.skipsByteOrderMark = skipsByteOrderMark
    self.position = range.lowerBound
    self.tokenStart = range.lowerBound
  }

  /// Runs `body` with a scanner over an array.
  package static func scan<Result, Failure: Error>(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits(), skipsByteOrderMark: Bool = false,
    _ body: (inout JSONScanner) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      var scanner = JSONScanner(
        unsafeBytes: UnsafeRawBufferPointer(buffer), limits: limits, skipsByteOrderMark: skipsByteOrderMark)
      return try body(&scanner)
    }
  }

  /// The number of open objects and arrays.
  package var depth: Int { containers.count }

  /// Reads the next token; returns nil at the end of the text.
  ///
  /// Throws if anything other than whitespace follows the value.
  package mutating func next() throws(JSONError) -> JSONToken? {
    switch expectation {
    case .start, .value:
      return try scanValue()
    case .firstElement, .elementSeparator:
      return try nextElement() ? scanValue() : .endArray
    case .firstMember, .memberSeparator:
      guard let key = try nextKey() else { return .endObject }
      return .key(key)
    case .end:
      try finish()
      return nil
    }
  }

  /// Moves to the next element of the innermost array; returns false after the end of the array.
  ///
  /// To read the element, call `next()` or `skipValue()`.
  package mutating func nextElement() throws(JSONError) -> Bool {
    skipSpace()
    switch expectation {
    case .firstElement:
      if closes(with: UInt8(ascii: "]")) { return false }
    case .elementSeparator:
      if closes(with: UInt8(ascii: "]")) { return false }
      guard take(UInt8(ascii: ",")) else { throw unexpected("',' or ']'") }
    default:
      preconditionFailure("nextElement() where no array's element or end can come")
    }
    expectation = .value
    return true
  }

  /// Reads the next key of the innermost object and the colon after it; returns nil after the end of the
  /// object.
  package mutating func nextKey() throws(JSONError) -> JSONStringSpan? {
    skipSpace()
    switch expectation {
    case .firstMember:
      if closes(with: UInt8(ascii: "}")) { return nil }
      guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes or '}'") }
    case .memberSeparator:
      if closes(with: UInt8(ascii: "}")) { return nil }
      guard take(UInt8(ascii: ",")) else { throw unexpected("',' or '}'") }
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    default:
      preconditionFailure("nextKey() where no object's key or end can come")
    }
    tokenStart = position
    let key = try scanString()
    skipSpace()
    guard take(UInt8(ascii: ":")) else {
      throw unexpected("':' after the key \(JSONError.quoted(decode(key)))")
    }
    expectation = .value
    return key
  }

  /// Checks and skips one value, and returns the range of its bytes.
  @discardableResult
  package mutating func skipValue() throws(JSONError) -> Range<Int> {
    switch expectation {
    case .start, .value:
      break
    case .firstElement, .elementSeparator:
      guard try nextElement() else {
        throw error(.unexpectedCharacter, "expected a value, found ']'", at: tokenStart)
      }
    case .firstMember, .memberSeparator, .end:
      preconditionFailure("skipValue() where no value can come")
    }
    let outside = depth
    _ = try scanValue()
    let start = tokenStart
    while depth > outside { _ = try next() }
    return start..<position
  }

  /// Throws if anything other than whitespace follows the value.
  package mutating func finish() throws(JSONError) {
    precondition(expectation == .end, "finish() before the end of the value")
    skipSpace()
    guard position == end else {
      throw error(.trailingData, "\(describedByte()) follows the value", at: position)
    }
  }

  // MARK: Values and containers

  private mutating func scanValue() throws(JSONError) -> JSONToken {
    if expectation == .start { try checkStart() }
    skipSpace()
    tokenStart = position
    guard position < end else { throw unexpected("a value") }
    let token: JSONToken
    switch bytes[position] {
    case UInt8(ascii: "\""): token = .string(try scanString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): token = .number(try scanNumber())
    case UInt8(ascii: "{"):
      try open(object: true)
      return .beginObject
    case UInt8(ascii: "["):
      try open(object: false)
      return .beginArray
    case UInt8(ascii: "t"):
      try scanLiteral("true")
      token = .boolean(true)
    case UInt8(ascii: "f"):
      try scanLiteral("false")
      token = .boolean(false)
    case UInt8(ascii: "n"):
      try scanLiteral("null")
      token = .null
    default: throw unexpected("a value")
    }
    expectAfterValue()
    return token
  }

  private mutating func checkStart() throws(JSONError) {
    let byteCount = end - position
    if byteCount > limits.byteCount {
      throw error(
        .tooLarge, "the text has \(byteCount) bytes; the limit is \(limits.byteCount)", at: position)
    }
    if byteCount >= 3 && bytes[position] == 0xEF && bytes[position + 1] == 0xBB && bytes[position + 2] == 0xBF
    {
      guard skipsByteOrderMark else {
        throw error(
          .byteOrderMark, "the text begins with a byte order mark, which JSON does not allow", at: position)
      }
      position += 3
    }
  }

  private mutating func open(object: Bool) throws(JSONError) {
    guard containers.count < limits.depth else {
      throw error(
        .tooDeep, "objects and arrays are nested more than \(limits.depth) deep", at: position)
    }
    containers.append(object)
    expectation = object ? .firstMember : .firstElement
    position += 1
  }

  /// Leaves the innermost container if the next byte is its closing bracket; otherwise returns false.
  private mutating func closes(with bracket: UInt8) -> Bool {
    guard peek() == bracket else { return false }
    tokenStart = position
    position += 1
    containers.removeLast()
    expectAfterValue()
    return true
  }

  private mutating func expectAfterValue() {
    switch containers.last {
    case true: expectation = .memberSeparator
    case false: expectation = .elementSeparator
    case nil: expectation = .end
    }
  }

  private mutating func scanLiteral(_ word: StaticString) throws(JSONError) {
    let letters = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard end - position >= letters.count,
      bytes[position..<position + letters.count].elementsEqual(letters)
    else { throw error(.invalidLiteral, "expected a value; did you mean \(word)?", at: position) }
    position += letters.count
  }

  // MARK: Bytes

  func peek() -> UInt8? { position < end ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
      default: return
      }
    }
  }

  // MARK: Errors

  /// Returns an error for a position in this text.
  ///
  /// Callers also use this function to reject well-formed values.
  package func error(_ code: JSONError.Code, _ reason: String, at offset: Int) -> JSONError {
    JSONError(code: code, reason: reason, at: offset, in: bytes)
  }

  private func unexpected(_ expected: String) -> JSONError {
    guard position < end else {
      return error(.unexpectedEnd, "expected \(expected), found the end", at: position)
    }
    return error(.unexpectedCharacter, "expected \(expected), found \(describedByte())", at: position)
  }

  /// Returns a description of the byte at the current position.
  func describedByte() -> String {
    guard position < end else { return "the end" }
    let byte = bytes[position]
    if (0x21...0x7E).contains(byte) { return "'\(Character(UnicodeScalar(byte)))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte 0x\(byte < 16 ? "0" : "")\(digits)"
  }
}

/// A token of `JSONScanner`.
///
/// Strings and numbers are ranges of the scanned bytes, which are copied or decoded only on request.
package enum JSONToken: Equatable, Sendable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// The key of a member. The colon has also been read, so the member's value follows.
  case key(JSONStringSpan)
  case string(JSONStringSpan)
  /// The bytes of a number, from its sign to its last digit.
  case number(Range<Int>)
  case boolean(Bool)
  case null
}

/// The position of a string in the scanned bytes.
package struct JSONStringSpan: Equatable, Sendable {
  /// The bytes between the quotes.
  package let range: Range<Int>
  /// Whether the string contains a backslash.
  ///
  /// Without a backslash, the bytes are the value of the string.
  package let hasEscapes: Bool
}

/// Limits for the size of a JSON text.
package struct JSONLimits: Equatable, Sendable {
  /// The maximum nesting of objects and arrays; `[]` has depth 1.
  package var depth: Int
  /// The maximum length of a text in bytes.
  package var byteCount: Int

  package init(depth: Int = 512, byteCount: Int = .max) {
    self.depth = depth
    self.byteCount = byteCount
  }
}

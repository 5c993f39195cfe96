/// Steps through the tokens of a JSON text (RFC 8259, nothing more), without copying it and without recursion.
///
/// The scanner reads memory that it does not own: it must not be used after the bytes are gone. `scan(_:_:)` keeps an
/// array's bytes in place for that long.
///
/// There are two ways to use it, which mix. `next()` gives token after token. The others step by structure:
///
///     guard try scanner.next() == .beginObject else { … }
///     while let key = try scanner.nextKey() {
///       if scanner.matches(key, "items") { … } else { try scanner.skipValue() }
///     }
///     try scanner.finish()
///
/// All of a text that has been stepped over has been checked, strings and numbers included, however it was skipped.
package struct JSONScanner {
  /// What the grammar has at the position.
  private enum Expectation {
    case start, value, firstElement, elementSeparator, firstMember, memberSeparator, end
  }

  let bytes: UnsafeRawBufferPointer
  /// Where the scanned part of the bytes ends.
  let end: Int
  private let limits: JSONLimits
  private let skipsByteOrderMark: Bool

  /// The offset of the next byte that is looked at, from the start of the buffer.
  package internal(set) var position: Int
  /// The offset at which the token, key or value that was read last begins.
  package private(set) var tokenStart: Int
  /// For each open container, outermost first, whether it is an object.
  private var containers: [Bool] = []
  private var expectation = Expectation.start

  /// Scans bytes that the caller keeps in place for as long as the scanner is used.
  ///
  /// - Parameters:
  ///   - range: the part that is scanned, such as one line or a value skipped before; nil is all of it. Places are
  ///     counted from the start of `bytes` all the same.
  ///   - limits: `byteCount` is that of the range.
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

  /// How many objects and arrays are open.
  package var depth: Int { containers.count }

  /// Reads the next token; nil at the end of the text, once nothing but space follows the value.
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

  /// Goes on to the next element of the innermost array; false when the array has ended and been left.
  ///
  /// The element itself is then read by `next()` or `skipValue()`.
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

  /// Reads the next key of the innermost object and its colon; nil when the object has ended and been left.
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

  /// Steps over one value, checking all of it, and gives the range of its bytes.
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

  /// Checks that nothing but space follows the value.
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
        .tooDeep, "objects and arrays stand more than \(limits.depth) deep inside one another", at: position)
    }
    containers.append(object)
    expectation = object ? .firstMember : .firstElement
    position += 1
  }

  /// Leaves the innermost container if its closing bracket comes next.
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

  /// The error for a place in this text; also for what a caller finds wrong with a value that is well formed.
  package func error(_ code: JSONError.Code, _ reason: String, at offset: Int) -> JSONError {
    JSONError(code: code, reason: reason, at: offset, in: bytes)
  }

  private func unexpected(_ expected: String) -> JSONError {
    guard position < end else {
      return error(.unexpectedEnd, "expected \(expected), found the end", at: position)
    }
    return error(.unexpectedCharacter, "expected \(expected), found \(describedByte())", at: position)
  }

  /// The byte at the position, as words.
  func describedByte() -> String {
    guard position < end else { return "the end" }
    let byte = bytes[position]
    if (0x21...0x7E).contains(byte) { return "'\(Character(UnicodeScalar(byte)))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte 0x\(byte < 16 ? "0" : "")\(digits)"
  }
}

/// One step through a JSON text, as `JSONScanner` gives it.
///
/// Strings and numbers are places in the scanned bytes; nothing is copied or decoded before it is needed.
package enum JSONToken: Equatable, Sendable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// A member's name; its colon has been read too, so that a value follows.
  case key(JSONStringSpan)
  case string(JSONStringSpan)
  /// The bytes of a number, from its sign to its last digit.
  case number(Range<Int>)
  case boolean(Bool)
  case null
}

/// Where a string stands in the scanned bytes.
package struct JSONStringSpan: Equatable, Sendable {
  /// The bytes between the quotes.
  package let range: Range<Int>
  /// Whether a backslash stands between the quotes; if not, the bytes are the string.
  package let hasEscapes: Bool
}

/// What a JSON text may ask of its reader.
package struct JSONLimits: Equatable, Sendable {
  /// How many objects and arrays may stand inside one another; `[]` is one deep.
  package var depth: Int
  /// The longest text that is read, in bytes.
  package var byteCount: Int

  package init(depth: Int = 512, byteCount: Int = .max) {
    self.depth = depth
    self.byteCount = byteCount
  }
}

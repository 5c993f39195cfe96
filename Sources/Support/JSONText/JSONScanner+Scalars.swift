import ByteTools

extension JSONScanner {
  /// Reads the string whose opening quote is at the current position, and checks its escapes and UTF-8.
  mutating func scanString() throws(JSONError) -> JSONStringSpan {
    let opening = position
    var hasEscapes = false
    position += 1
    while true {
      skipPlainCharacters()
      guard position < end else {
        throw error(.unexpectedEnd, "the string that begins here is not closed", at: opening)
      }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return JSONStringSpan(range: opening + 1..<position - 1, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape(in: opening)
      case 0..<0x20:
        throw error(
          .controlCharacter, "\(describedByte()) in a string; control characters are written as escapes",
          at: position)
      default:
        try skipUTF8Sequence()
      }
    }
  }

  /// Skips plain ASCII up to a quote, a backslash, a control character, a non-ASCII byte or the end.
  private mutating func skipPlainCharacters() {
    while position + ByteWord.byteCount <= end {
      let special = JSONCharacters.specialBytes(of: ByteWord(bytes, at: position))
      guard special == 0 else {
        position += special.trailingZeroBitCount / 8
        return
      }
      position += ByteWord.byteCount
    }
    while position < end && JSONCharacters.isPlain(bytes[position]) { position += 1 }
  }

  private mutating func skipEscape(in opening: Int) throws(JSONError) {
    let start = position
    guard start + 1 < end else {
      throw error(.unexpectedEnd, "the string that begins here is not closed", at: opening)
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position = start + 2
    case UInt8(ascii: "u"):
      guard let unit = hexUnit(at: start + 2) else {
        throw error(.invalidEscape, "\\u must be followed by four hexadecimal digits", at: start)
      }
      position = start + 6
      guard (0xD800...0xDFFF).contains(unit) else { return }
      if unit < 0xDC00, end - position >= 6, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u"), let low = hexUnit(at: position + 2),
        (0xDC00...0xDFFF).contains(low)
      {
        position += 6
      } else {
        let digits = String(unit, radix: 16, uppercase: true)
        throw error(
          .loneSurrogate, "\\u\(digits) is half of a surrogate pair, and its other half is missing", at: start
        )
      }
    default:
      position = start + 1
      let found = describedByte()
      throw error(.invalidEscape, "a backslash before \(found) is not an escape of JSON", at: start)
    }
  }

  /// Returns the value of four hexadecimal digits; nil if they are missing.
  private func hexUnit(at start: Int) -> UInt16? {
    guard end - start >= 4 else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = byte.hexadecimalDigit else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Skips one non-ASCII character.
  ///
  /// The valid byte sequences are listed in table 3-7 of the Unicode Standard.
  private mutating func skipUTF8Sequence() throws(JSONError) {
    let second: ClosedRange<UInt8>
    let count: Int
    switch bytes[position] {
    case 0xC2...0xDF: (second, count) = (0x80...0xBF, 2)
    case 0xE0: (second, count) = (0xA0...0xBF, 3)
    case 0xED: (second, count) = (0x80...0x9F, 3)
    case 0xE1...0xEF: (second, count) = (0x80...0xBF, 3)
    case 0xF0: (second, count) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, count) = (0x80...0xBF, 4)
    case 0xF4: (second, count) = (0x80...0x8F, 4)
    default: throw invalidUTF8()
    }
    guard end - position >= count, second.contains(bytes[position + 1]) else { throw invalidUTF8() }
    for index in 2..<max(2, count) where bytes[position + index] & 0xC0 != 0x80 { throw invalidUTF8() }
    position += count
  }

  private func invalidUTF8() -> JSONError {
    error(.invalidUTF8, "the string is not UTF-8: \(describedByte()) begins no character", at: position)
  }
}

// MARK: - Decoding

extension JSONScanner {
  /// Returns the value of a string or key token of this scanner.
  package func decode(_ string: JSONStringSpan) -> String {
    let raw = UnsafeRawBufferPointer(rebasing: bytes[string.range])
    guard string.hasEscapes else { return String(decoding: raw, as: UTF8.self) }
    // An escape is never shorter than the UTF-8 of its character.
    return String(unsafeUninitializedCapacity: raw.count) { unescape(string.range, into: $0) }
  }

  /// Returns whether a string or key equals `text`.
  ///
  /// Decodes the string only if necessary.
  package func matches(_ string: JSONStringSpan, _ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    if string.hasEscapes { return decode(string).utf8.elementsEqual(wanted) }
    return string.range.count == wanted.count && bytes[string.range].elementsEqual(wanted)
  }

  /// Returns the bytes of the value of a string or key; nil if it contains escapes.
  package func plainBytes(of string: JSONStringSpan) -> UnsafeRawBufferPointer? {
    string.hasEscapes ? nil : UnsafeRawBufferPointer(rebasing: bytes[string.range])
  }

  private func unescape(_ range: Range<Int>, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    var index = range.lowerBound
    func append(_ byte: UInt8) {
      output[count] = byte
      count += 1
    }
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\") else {
        append(byte)
        index += 1
        continue
      }
      let letter = bytes[index + 1]
      index += 2
      switch letter {
      case UInt8(ascii: "b"): append(0x08)
      case UInt8(ascii: "f"): append(0x0C)
      case UInt8(ascii: "n"): append(0x0A)
      case UInt8(ascii: "r"): append(0x0D)
      case UInt8(ascii: "t"): append(0x09)
      case UInt8(ascii: "u"):
        let (scalar, next) = escapedScalar(at: index)
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
        index = next
      default: append(letter)
      }
    }
    return count
  }

  /// Returns the scalar whose hexadecimal digits begin at `start`, and the end of the escape or surrogate
  /// pair.
  private func escapedScalar(at start: Int) -> (Unicode.Scalar, Int) {
    guard let high = hexUnit(at: start) else { preconditionFailure("the string has not been scanned") }
    if let scalar = Unicode.Scalar(high) { return (scalar, start + 4) }
    guard let low = hexUnit(at: start + 6) else { preconditionFailure("the string has not been scanned") }
    let upperBits = (UInt32(high) & 0x3FF) << 10
    let lowerBits = UInt32(low) & 0x3FF
    guard let scalar = Unicode.Scalar(0x10000 + upperBits + lowerBits)
    else { preconditionFailure("the string has not been scanned") }
    return (scalar, start + 10)
  }
}

extension JSONScanner {
  /// Reads the number at the current position, where the caller has found a sign or a digit.
  mutating func scanNumber() throws(JSONError) -> Range<Int> {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    let firstDigit = position
    try skipDigits("a digit after the sign")
    if bytes[firstDigit] == UInt8(ascii: "0") && position > firstDigit + 1 {
      throw error(.leadingZero, "a number of several digits must not begin with 0", at: firstDigit)
    }
    if peek() == UInt8(ascii: ".") {
      position += 1
      try skipDigits("a digit after the decimal point")
    }
    if let letter = peek(), letter | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try skipDigits("a digit in the exponent")
    }
    return start..<position
  }

  private mutating func skipDigits(_ expected: String) throws(JSONError) {
    let start = position
    while position < end && bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > start else {
      throw error(.invalidNumber, "expected \(expected), found \(describedByte())", at: position)
    }
  }

  /// Returns the exact text of a number, or of any skipped value.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Returns a number as an integer; nil if it has a point or an exponent, or is out of range.
  package func integer(_ number: Range<Int>) -> Int? { JSONNumber.integer(bytes[number]) }
}

/// Conversions of the text of a number.
enum JSONNumber {
  /// Returns whether a text is exactly one JSON number.
  static func isWellFormed(_ text: String) -> Bool {
    // A scanner would also accept spaces around the number.
    guard let first = text.utf8.first, let last = text.utf8.last,
      first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10, last &- UInt8(ascii: "0") < 10
    else { return false }
    return JSONScanner.scan(Array(text.utf8)) { scanner in
      do throws(JSONError) {
        guard case .number = try scanner.next() else { return false }
        return try scanner.next() == nil
      } catch { return false }
    }
  }

  static func integer(_ digits: some Collection<UInt8>) -> Int? {
    let isNegative = digits.first == UInt8(ascii: "-")
    var value = 0
    // The value is computed as a negative number, because the range of negative numbers is larger by one.
    for byte in digits.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      let (tens, tooManyTens) = value.multipliedReportingOverflow(by: 10)
      let (next, tooMany) = tens.subtractingReportingOverflow(Int(digit))
      if tooManyTens || tooMany { return nil }
      value = next
    }
    if isNegative { return value }
    let (positive, tooLarge) = (0).subtractingReportingOverflow(value)
    return tooLarge ? nil : positive
  }
}

extension JSONScanner {
  /// Reads the number at the position, which begins with a sign or a digit.
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

  /// The exact text of a number, or of any value that was skipped.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// A number as an integer; nil if it is written with a point or an exponent, or does not fit.
  package func integer(_ number: Range<Int>) -> Int? { JSONNumber.integer(bytes[number]) }
}

/// What the text of a number can be read as.
enum JSONNumber {
  /// Whether a text is one number of JSON and nothing else.
  static func isWellFormed(_ text: String) -> Bool {
    // A scanner would allow space around it.
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
    // Counted down, as the negative numbers reach one further.
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

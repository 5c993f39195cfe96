import StructuredFormats

/// The number of a cell, read from its digits.
enum CellNumber {
  /// Returns the number with its digits as written; nil if the text is not a number.
  ///
  /// A number without a fraction and exponent is an integer.
  static func value(_ text: [UInt8]) -> StructuredValue? {
    if let integer = shortInteger(text) { return .integer(StructuredInteger(integer)) }
    let spelling = String(decoding: text, as: UTF8.self)
    if spelling.utf8.count < 4_096, spelling != "-0", let integer = StructuredInteger(decimal: spelling) {
      return .integer(integer)
    }
    if let real = StructuredReal(spelling: spelling) { return .real(real) }
    // Some programs write numbers that JSON does not allow, such as `.5` and `1.`.
    guard text.count < 400, text.allSatisfy({ $0 < 0x3A || $0 | 0x20 == UInt8(ascii: "e") }),
      let number = double(text), number.isFinite
    else { return nil }
    return .real(StructuredReal(number))
  }

  /// Returns the nearest floating-point number; nil if the text is not a number.
  static func double(_ text: [UInt8]) -> Double? {
    if let integer = shortInteger(text) { return Double(integer) }
    return Double(String(decoding: text, as: UTF8.self))
  }

  /// Returns an integer of at most 18 digits; nil for any other text.
  @inline(__always)
  static func shortInteger(_ text: [UInt8]) -> Int? {
    let start = text.first == UInt8(ascii: "-") ? 1 : 0
    guard text.count > start, text.count - start <= 18 else { return nil }
    var value = 0
    for place in start..<text.count {
      let digit = text[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    // Negative zero is not an integer.
    if start == 1 && value == 0 { return nil }
    return start == 1 ? -value : value
  }
}

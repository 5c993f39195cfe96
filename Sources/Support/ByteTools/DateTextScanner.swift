/// Reads the fields of dates and times in text, such as `2024-01-31T10:15:30`.
package struct DateTextScanner {
  /// The bytes that have not been read yet.
  package private(set) var rest: ArraySlice<UInt8>

  /// Makes a scanner at the start of a text.
  package init(_ text: some Sequence<UInt8>) { rest = Array(text)[...] }

  /// Whether the whole text has been read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// Reads a character; returns false, without reading, if another character follows.
  ///
  /// - Parameter sign: the character, which must be ASCII.
  package mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads the spaces that follow.
  package mutating func skipSpaces() { rest = rest.drop { $0 == 0x20 } }

  /// Reads a number with exactly the given number of digits; nil, without reading, for anything else.
  ///
  /// - Parameter digitCount: the number of digits, at most 18.
  package mutating func number(_ digitCount: Int) -> Int64? {
    let digits = rest.prefix(digitCount)
    guard digits.count == digitCount, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(digitCount)
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// Reads all digits that follow, such as those of a fraction.
  package mutating func digits() -> ArraySlice<UInt8> {
    let digits = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

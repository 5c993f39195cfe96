import ByteTools
import XMLText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An error in the text of a number, date or data element.
///
/// The caller adds the position of the element.
struct ScalarMistake: Error {
  let code: PropertyListError.Code
  let reason: String

  init(_ code: PropertyListError.Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}

/// Parsers for the text of numbers, dates and data in XML property lists.
enum XMLScalars {
  /// The maximum number of hexadecimal digits: 128 bits, the maximum in Apple's property lists.
  private static let hexadecimalDigitLimit = 32

  /// Parses a decimal integer of any length, or a hexadecimal integer such as `0xFF`; either can have a
  /// sign.
  static func integer(_ text: UnsafeRawBufferPointer) throws(ScalarMistake) -> PropertyListNode {
    let text = trimmed(text)
    if let word = word(text) { return .integer(word) }
    if let decimal = DecimalInteger.node(text) { return decimal }
    let spelling = String(decoding: text, as: UTF8.self)
    let isNegative = spelling.hasPrefix("-")
    var digits = spelling.utf8[...]
    if isNegative || spelling.hasPrefix("+") { digits = digits.dropFirst() }
    guard digits.first == UInt8(ascii: "0"), digits.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x")
    else {
      throw ScalarMistake(.invalidNumber, "contains \(shown(spelling)), which is not an integer")
    }
    digits = digits.dropFirst(2)
    var magnitude: [UInt8] = []
    // Two digits form a byte. If the number of digits is odd, the first byte has one digit.
    for (index, digit) in digits.enumerated() {
      guard let value = digit.hexadecimalDigit else {
        throw ScalarMistake(.invalidNumber, "contains \(shown(spelling)), which is not an integer")
      }
      if index == 0 || (digits.count - index).isMultiple(of: 2) {
        magnitude.append(value)
      } else {
        magnitude[magnitude.count - 1] = magnitude[magnitude.count - 1] << 4 | value
      }
    }
    guard !digits.isEmpty, digits.count <= hexadecimalDigitLimit else {
      throw ScalarMistake(
        .invalidNumber,
        "contains a hexadecimal number of \(digits.count) digits; 1 to \(hexadecimalDigitLimit) are allowed")
    }
    return DecimalInteger.node(magnitude: magnitude, isNegative: isNegative)
  }

  /// Parses a decimal integer of at most 18 digits, which needs no overflow checks; nil for any other text.
  private static func word(_ text: UnsafeRawBufferPointer) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard text.count > start, text.count - start <= 18 else { return nil }
    var value: Int64 = 0
    for index in start..<text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    return isNegative ? -value : value
  }

  /// Parses every form that C's `strtod` accepts, including `nan`, `inf` and `infinity` in any case with
  /// an optional sign.
  ///
  /// The text of a decimal number is preserved, even if the number is too large for `Double` and is read
  /// as infinity.
  static func real(_ text: UnsafeRawBufferPointer) throws(ScalarMistake) -> PropertyListNode {
    let spelling = String(decoding: trimmed(text), as: UTF8.self)
    switch spelling.lowercased() {
    case "nan", "+nan", "-nan": return .real(.nan)
    case "inf", "+inf", "infinity", "+infinity": return .real(.infinity)
    case "-inf", "-infinity": return .real(-.infinity)
    default: break
    }
    let isDecimal = spelling.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || "+-.eE".utf8.contains($0) }
    guard !spelling.lowercased().contains("nan"), let value = Double(spelling), value.isFinite || isDecimal
    else {
      throw ScalarMistake(.invalidNumber, "contains \(shown(spelling)), which is not a number")
    }
    return .real(value, spelling: isDecimal ? spelling : nil)
  }

  /// Parses a date such as `2001-01-01T00:00:00Z`.
  static func date(_ text: UnsafeRawBufferPointer) throws(ScalarMistake) -> Date {
    let text = trimmed(text)
    guard let time = CalendarTime(text) else {
      let spelling = String(decoding: text, as: UTF8.self)
      throw ScalarMistake(
        .invalidDate, "contains \(shown(spelling)), which is not a date of the form 2001-01-01T00:00:00Z")
    }
    return time.date
  }

  /// Parses base64, which can contain white space anywhere.
  static func data(_ text: UnsafeRawBufferPointer) throws(ScalarMistake) -> Data {
    do throws(Base64.Flaw) {
      return Data(try Base64.decode(text))
    } catch {
      throw ScalarMistake(
        .invalidData, "is not base64: character \(error.offset + 1) of its text \(error.reason)")
    }
  }

  private static func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var range = 0..<text.count
    while let first = range.first, text[first].isXMLSpace { range = range.dropFirst() }
    while let last = range.last, text[last].isXMLSpace { range = range.dropLast() }
    return UnsafeRawBufferPointer(rebasing: text[range])
  }

  private static func shown(_ spelling: String) -> String {
    (spelling.count > 40 ? spelling.prefix(40) + "…" : spelling[...]).debugDescription
  }
}

import ByteTools
import ProfferConversions
import StructuredFormats

/// The place of a floating-point number in a text.
struct TOMLFloat {
  /// The number as it is written, or `inf` or `nan` with an optional sign.
  var spelling: Range<Int>
  /// Whether the number must be changed to be a number of JSON: it has a plus sign, or underscores.
  var isDecorated = false
}

extension TOMLScanner {
  /// Reads a number, a date or a time.
  mutating func numberOrDate() throws(CoderError) -> TOMLToken {
    let start = position
    var end = start
    // Most numbers are short decimal integers.
    var magnitude: Int64 = 0
    if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { end += 1 }
    let firstDigit = end
    while Self.isDigit(byte(at: end)) {
      magnitude = magnitude &* 10 &+ Int64(bytes[end] - UInt8(ascii: "0"))
      end += 1
    }
    if !Self.isNumeric(byte(at: end)), 1...18 ~= end - firstDigit,
      bytes[firstDigit] != UInt8(ascii: "0") || end - firstDigit == 1
    {
      position = end
      return .integer(bytes[start] == UInt8(ascii: "-") ? -magnitude : magnitude)
    }
    let digitCount = end - firstDigit
    while Self.isNumeric(byte(at: end)) { end += 1 }
    if firstDigit == start,
      digitCount == 4 && byte(at: start + 4) == UInt8(ascii: "-")
        || digitCount == 2 && byte(at: start + 2) == UInt8(ascii: ":")
    {
      return .date(try date(start..<end))
    }
    position = end
    return try number(start..<end)
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Whether a byte continues a number, a date or a time.
  @inline(__always)
  private static func isNumeric(_ byte: UInt8) -> Bool {
    isBare(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "+")
  }

  // MARK: Numbers

  private func number(_ range: Range<Int>) throws(CoderError) -> TOMLToken {
    var place = range.lowerBound
    let first = bytes[place]
    let hasSign = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    if hasSign { place += 1 }
    if range.upperBound - place == 3 {
      let word = UnsafeRawBufferPointer(rebasing: bytes[place..<range.upperBound])
      if word.elementsEqual("inf".utf8) || word.elementsEqual("nan".utf8) {
        return .float(TOMLFloat(spelling: range))
      }
    }
    if !hasSign, first == UInt8(ascii: "0"), let radix = radix(of: byte(at: place + 1)) {
      return .integer(try integer(range, digitsFrom: place + 2, radix: radix))
    }
    let digits = place
    var float = TOMLFloat(spelling: range, isDecorated: first == UInt8(ascii: "+"))
    guard skipDigits(&place, range, &float) else { throw malformed(range) }
    guard bytes[digits] != UInt8(ascii: "0") || place == digits + 1 else {
      throw error(.leadingZero, "the number “\(excerpt(range))” must not begin with 0", at: range.lowerBound)
    }
    guard place < range.upperBound else {
      return .integer(try integer(range, digitsFrom: digits, radix: 10))
    }
    if bytes[place] == UInt8(ascii: ".") {
      place += 1
      guard skipDigits(&place, range, &float) else { throw malformed(range) }
    }
    if place < range.upperBound, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < range.upperBound, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") {
        place += 1
      }
      guard skipDigits(&place, range, &float) else { throw malformed(range) }
    }
    guard place == range.upperBound else { throw malformed(range) }
    return .float(float)
  }

  private func radix(of letter: UInt8) -> Int64? {
    switch letter {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  /// Reads decimal digits with single underscores between them; returns false if they are malformed.
  private func skipDigits(_ place: inout Int, _ range: Range<Int>, _ float: inout TOMLFloat) -> Bool {
    guard place < range.upperBound, Self.isDigit(bytes[place]) else { return false }
    while place < range.upperBound {
      if Self.isDigit(bytes[place]) {
        place += 1
      } else if bytes[place] == UInt8(ascii: "_") {
        float.isDecorated = true
        guard place + 1 < range.upperBound, Self.isDigit(bytes[place + 1]) else { return false }
        place += 2
      } else {
        break
      }
    }
    return true
  }

  /// Returns an integer whose digits, with single underscores between them, end the range.
  private func integer(_ range: Range<Int>, digitsFrom start: Int, radix: Int64) throws(CoderError) -> Int64 {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var value: Int64 = 0
    var isAfterDigit = false
    for place in start..<range.upperBound {
      if bytes[place] == UInt8(ascii: "_") {
        guard isAfterDigit else { throw malformed(range) }
        isAfterDigit = false
        continue
      }
      guard let digit = bytes[place].hexadecimalDigit, digit < radix else { throw malformed(range) }
      isAfterDigit = true
      // The least integer has no positive counterpart, so negative integers are added up as negative ones.
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: radix)
      let (sum, isBeyond) =
        isNegative
        ? product.subtractingReportingOverflow(Int64(digit)) : product.addingReportingOverflow(Int64(digit))
      guard !isTooLarge, !isBeyond else {
        throw error(
          .invalidNumber,
          "“\(excerpt(range))” exceeds the 64-bit integers of TOML; write it as a string or a float",
          at: range.lowerBound)
      }
      value = sum
    }
    guard isAfterDigit else { throw malformed(range) }
    return value
  }

  private func malformed(_ range: Range<Int>) -> CoderError {
    error(.invalidNumber, "“\(excerpt(range))” is not a number or a date", at: range.lowerBound)
  }

  /// Returns the value of a floating-point number, with its digits.
  func real(_ float: TOMLFloat) -> StructuredReal {
    // The last letter of `inf` and `nan` is not a digit, and all other numbers end with a digit.
    switch bytes[float.spelling.upperBound - 1] {
    case UInt8(ascii: "f"):
      return StructuredReal(bytes[float.spelling.lowerBound] == UInt8(ascii: "-") ? -.infinity : .infinity)
    case UInt8(ascii: "n"): return StructuredReal(.nan)
    default: break
    }
    guard float.isDecorated else {
      return StructuredReal(checkedSpelling: String(decoding: bytes[float.spelling], as: UTF8.self))
    }
    // The plus sign of an exponent is part of a number of JSON.
    var digits = bytes[float.spelling].filter { $0 != UInt8(ascii: "_") }
    if digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    return StructuredReal(checkedSpelling: String(decoding: digits, as: UTF8.self))
  }
}

import ColorFormats
import Foundation

/// Functions that read the values of OpenDocument attributes.
///
/// Source: ODF 1.3 part 3, section 18.
enum ODTValue {
  /// A length with its unit.
  struct Length {
    /// The length in points.
    var points: Double
    /// Whether the unit is the point, so that the number is exact.
    var isInPoints: Bool
    /// Whether the unit is the pixel.
    var isInPixels: Bool
  }

  /// The greatest length that is used, in points; longer lengths are mistakes or attacks.
  private static let longest = 100_000.0

  /// Returns a length; nil if the text is not a length.
  static func length(_ text: String) -> Length? {
    let text = trimmed(text)
    let unitStart = text.utf8.lastIndex { $0 <= 0x3A }.map { text.utf8.index(after: $0) } ?? text.startIndex
    guard let number = Double(text[..<unitStart]), number.isFinite else { return nil }
    let factor: Double
    switch text[unitStart...].lowercased() {
    case "pt": factor = 1
    case "cm": factor = 72 / 2.54
    case "mm": factor = 72 / 25.4
    case "in", "inch": factor = 72
    case "pc": factor = 12
    case "px": factor = 0.75
    case "" where number == 0: factor = 1
    default: return nil
    }
    let isInPoints = factor == 1
    var points = min(max(number * factor, -longest), longest)
    // Hundredths of a point are finer than the precision with which programs write the other units.
    if !isInPoints { points = (points * 100).rounded() / 100 }
    return Length(
      points: points, isInPoints: isInPoints, isInPixels: text[unitStart...].lowercased() == "px")
  }

  /// Returns a length in points; nil if the text is not a length.
  static func points(_ text: String?) -> Double? { text.flatMap(length)?.points }

  /// Returns a percentage as a fraction; nil if the text is not a percentage.
  static func fraction(_ text: String) -> Double? {
    let text = trimmed(text)
    guard text.last == "%", let number = Double(text.dropLast()), number.isFinite else { return nil }
    return number / 100
  }

  /// Returns a nonnegative number, of which large values are limited; nil if the text is not a number.
  static func count(_ text: String?, limit: Int = 999_999_999) -> Int? {
    guard let text = text.map(trimmed), !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return min(Int(text) ?? limit, limit)
  }

  static func flag(_ text: String?) -> Bool? {
    switch text {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// Returns the time that a date or a date with a time specifies; nil if the text is neither.
  ///
  /// A time without a time zone is read as universal time.
  static func time(_ text: String) -> Date? {
    let bytes = Array(trimmed(text).utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ 0x30...0x39 ~= $0 }) else {
        return nil
      }
      return bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard let year = number(0..<4), bytes.count >= 10, bytes[4] == UInt8(ascii: "-"),
      let month = number(5..<7), 1...12 ~= month, let day = number(8..<10), 1...31 ~= day
    else { return nil }
    var seconds = Double(days(year, month, day) * 86_400)
    guard bytes.count > 10 else { return Date(timeIntervalSince1970: seconds) }
    guard bytes[10] == UInt8(ascii: "T"), let hour = number(11..<13), hour <= 24,
      let minute = number(14..<16), minute < 60, let second = number(17..<19), second <= 60
    else { return nil }
    seconds += Double(hour * 3600 + minute * 60 + second)
    var index = 19
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") {
      let end = bytes[(index + 1)...].firstIndex { !(0x30...0x39 ~= $0) } ?? bytes.count
      // The digits are read as one number, so that the sum is the nearest to the decimal fraction.
      let whole = Int(seconds)
      let digits = String(decoding: bytes[(index + 1)..<min(end, index + 10)], as: UTF8.self)
      seconds = Double("\(whole).\(digits)") ?? seconds
      if whole < 0, let fraction = Double("0.\(digits)") { seconds = Double(whole) + fraction }
      index = end
    }
    if index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-"),
      let hours = number(index + 1..<index + 3), let minutes = number(index + 4..<index + 6)
    {
      let offset = Double(hours * 3600 + minutes * 60)
      seconds += bytes[index] == UInt8(ascii: "-") ? offset : -offset
    }
    return Date(timeIntervalSince1970: seconds)
  }

  /// Returns the number of days from 1970 to a date of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last, first <= 0x20 || last <= 0x20 else {
      return text
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

import ColorFormats
import Foundation
import ProfferConversions
import RichTextFormats

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

  /// Returns a nonnegative number, at most the limit; nil if the text is not a number.
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
    var text = trimmed(text)
    var fraction = 0.0
    // LibreOffice writes nine digits of a fraction, which dates can hold only in part.
    if let point = text.firstIndex(where: { $0 == "." || $0 == "," }) {
      let digits = text[text.index(after: point)...].prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, let milliseconds = Int(digits.prefix(3)) else { return nil }
      fraction = Double(milliseconds) / [10, 100, 1000][min(digits.count, 3) - 1]
      text.removeSubrange(point..<digits.endIndex)
    }
    var unusedLosses = LossCounter()
    return DocumentTime(text, counting: &unusedLosses).map { $0.date.addingTimeInterval(fraction) }
  }

  static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last, first <= 0x20 || last <= 0x20 else {
      return text
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

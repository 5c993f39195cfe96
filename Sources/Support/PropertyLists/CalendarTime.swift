internal import ByteTools

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A time in the ISO 8601 form of property lists, in UTC.
///
/// The Gregorian calendar is also used for dates before its introduction, as in Core Foundation.
package struct CalendarTime: Equatable {
  /// The time without the fraction of a second.
  private let time: CivilTime
  /// The fraction of a second, at least 0 and less than 1.
  package let fraction: Double

  /// 2001-01-01T00:00:00Z, the reference date of Foundation.
  private static let referenceSecond: Int64 = 978_307_200

  /// Makes the calendar time of a date; nil if the date is not finite, or is more than about 30 million
  /// years before or after 2001.
  package init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.magnitude < 1e15 else { return nil }
    let whole = interval.rounded(.down)
    fraction = interval - whole
    time = CivilTime(secondsSince1970: Int64(whole) + Self.referenceSecond)
  }

  /// The same time as a date.
  package var date: Date {
    Date(timeIntervalSinceReferenceDate: Double(time.secondsSince1970 - Self.referenceSecond) + fraction)
  }

  // MARK: Text

  /// Returns the time as text, such as `2001-01-01T00:00:00Z`.
  ///
  /// - Parameter withFraction: whether to round to microseconds, and to write them if they are not 0. Otherwise the
  ///   fraction of a second is dropped.
  package func text(withFraction: Bool) -> String {
    var text: [UInt8] = []
    // A date is a binary floating-point number, which cannot represent most microseconds exactly.
    let microseconds = withFraction ? Int64((fraction * 1_000_000).rounded()) : 0
    let isNextSecond = microseconds == 1_000_000
    (isNextSecond ? CivilTime(secondsSince1970: time.secondsSince1970 + 1) : time).append(to: &text)
    if microseconds > 0, !isNextSecond {
      text.append(UInt8(ascii: "."))
      CivilTime.append(microseconds, digitCount: 6, to: &text)
      while text.last == UInt8(ascii: "0") { text.removeLast() }
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses a date in the form of property lists, such as `2001-01-01T00:00:00Z`.
  ///
  /// The year has 1 to 8 digits. Returns nil for any other text, and for a day or time that does not exist.
  package init?(_ text: some Collection<UInt8>) {
    var rest = Array(text)[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }

    func number(_ widths: ClosedRange<Int>, then separator: UInt8) -> Int64? {
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
      rest = rest.dropFirst(digits.count)
      guard widths.contains(digits.count), rest.popFirst() == separator else { return nil }
      return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    // Years with more digits are outside the range that can be written.
    guard let year = number(1...8, then: UInt8(ascii: "-")),
      let month = number(1...2, then: UInt8(ascii: "-")),
      let day = number(1...2, then: UInt8(ascii: "T")), let hour = number(1...2, then: UInt8(ascii: ":")),
      let minute = number(1...2, then: UInt8(ascii: ":")),
      let second = number(1...2, then: UInt8(ascii: "Z")),
      rest.isEmpty, let date = CivilDate(year: isNegative ? -year : year, month: month, day: day),
      let time = CivilTime(date, hour: hour, minute: minute, second: second)
    else { return nil }
    self.time = time
    fraction = 0
  }
}

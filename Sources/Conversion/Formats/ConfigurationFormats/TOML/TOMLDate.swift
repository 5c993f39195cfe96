import ByteTools
import Foundation
import ProfferConversions
import StructuredFormats

/// A date, a time of day, or both, with or without an offset from UTC.
enum TOMLDate {
  case localDate(LocalDate)
  case localTime(LocalTime)
  case localDateTime(LocalDateTime)
  /// A point in time, with the offset from UTC in minutes.
  case pointInTime(LocalDateTime, offset: Int)
}

/// The losses from reading dates and times.
struct TOMLDateLosses {
  /// The number of points in time with an offset other than zero.
  var offsetCount = 0
  /// The number of fractions of a second whose digits cannot be stored.
  var fractionCount = 0
  /// The number of points in time in a leap second.
  var leapSecondCount = 0

  /// Adds the losses to those of a conversion step.
  func add(to losses: inout LossCounter) {
    losses.add(.dates, "converted to UTC, without the offset", count: offsetCount)
    losses.add(.precision, "fractions of seconds", count: fractionCount)
    losses.add(.precision, "leap seconds", count: leapSecondCount)
  }
}

extension TOMLScanner {
  /// Reads a date or a time whose first part is in a range.
  ///
  /// A date and a time can be separated by a space, which is not in the range.
  mutating func date(_ range: Range<Int>) throws(CoderError) -> TOMLDate {
    var end = range.upperBound
    if range.count == 10, byte(at: end) == UInt8(ascii: " "), Self.isDigit(byte(at: end + 1)) {
      end += 1
      while Self.isBare(byte(at: end)) || [0x2B, 0x2E, 0x3A].contains(byte(at: end)) { end += 1 }
    }
    guard let date = TOMLDate(bytes[range.lowerBound..<end]) else {
      throw error(
        .invalidDate, "“\(excerpt(range.lowerBound..<end))” is not a date or time that exists",
        at: range.lowerBound)
    }
    position = end
    return date
  }

  /// Returns the value of a date or a time, and counts the part of it that is lost.
  func value(_ date: TOMLDate, _ text: Range<Int>, _ losses: inout TOMLDateLosses) -> StructuredValue {
    switch date {
    case .localDate(let date): return .localDate(date)
    case .localTime(let time):
      if hasLongFraction(text) { losses.fractionCount += 1 }
      return .localTime(time)
    case .localDateTime(let dateTime):
      if hasLongFraction(text) { losses.fractionCount += 1 }
      return .localDateTime(dateTime)
    case .pointInTime(let dateTime, let offset):
      let date = Date(dateTime, offsetInMinutes: offset)
      if offset != 0 { losses.offsetCount += 1 }
      if dateTime.time.second == 60 { losses.leapSecondCount += 1 }
      if hasLongFraction(text) || !date.keepsFraction(of: dateTime.time) { losses.fractionCount += 1 }
      return .date(date)
    }
  }

  /// Whether a fraction has digits other than 0 after the ninth digit, which times cannot store.
  private func hasLongFraction(_ text: Range<Int>) -> Bool {
    guard let point = bytes[text].firstIndex(of: UInt8(ascii: ".")) else { return false }
    return bytes[point + 1..<text.upperBound].prefix(while: Self.isDigit).dropFirst(9).contains {
      $0 != UInt8(ascii: "0")
    }
  }
}

extension TOMLDate {
  /// Parses a date or time (Source: TOML 1.0.0, which uses the forms of RFC 3339); nil for any other text.
  fileprivate init?(_ text: Slice<UnsafeRawBufferPointer>) {
    var scanner = DateTextScanner(text)
    var isTruncated = false
    if text.dropFirst(2).first == UInt8(ascii: ":") {
      guard let time = LocalTime(scanning: &scanner, isTruncated: &isTruncated), scanner.isAtEnd else {
        return nil
      }
      self = .localTime(time)
      return
    }
    if text.count == 10 {
      guard let date = LocalDate(scanning: &scanner), scanner.isAtEnd else { return nil }
      self = .localDate(date)
      return
    }
    guard let dateTime = LocalDateTime(scanning: &scanner, isTruncated: &isTruncated) else { return nil }
    if scanner.isAtEnd {
      self = .localDateTime(dateTime)
      return
    }
    var offset = 0
    if !scanner.skip("Z"), !scanner.skip("z") {
      let isNegative = scanner.skip("-")
      guard isNegative || scanner.skip("+"), let hours = scanner.number(2), hours < 24, scanner.skip(":"),
        let minutes = scanner.number(2), minutes < 60
      else { return nil }
      offset = Int(hours * 60 + minutes)
      if isNegative { offset.negate() }
    }
    guard scanner.isAtEnd else { return nil }
    self = .pointInTime(dateTime, offset: offset)
  }
}

extension Date {
  /// The seconds from 1970-01-01 to 2001-01-01, the reference date of Foundation.
  private static let referenceSecond: Int64 = 978_307_200

  /// Makes a point in time from a date and time with an offset from UTC.
  ///
  /// A leap second becomes the second that follows it.
  fileprivate init(_ dateTime: LocalDateTime, offsetInMinutes offset: Int) {
    let (date, time) = (dateTime.date, dateTime.time)
    let seconds =
      date.dayNumber * 86_400 + Int64(time.hour * 3600 + (time.minute - offset) * 60 + time.second)
    self.init(secondsSince1970: seconds, nanosecond: Int64(time.nanosecond))
  }

  private init(secondsSince1970 seconds: Int64, nanosecond: Int64) {
    self.init(
      timeIntervalSinceReferenceDate: Double(seconds - Self.referenceSecond) + Double(nanosecond) / 1e9)
  }

  /// Returns whether the digits of the fraction of a time can be computed from this date.
  fileprivate func keepsFraction(of time: LocalTime) -> Bool {
    guard time.nanosecond > 0 else { return true }
    var unit = 1
    while time.nanosecond % (unit * 10) == 0 { unit *= 10 }
    let interval = timeIntervalSinceReferenceDate
    let fraction = interval - interval.rounded(.down)
    return (fraction * 1e9 / Double(unit)).rounded() == Double(time.nanosecond / unit)
  }

  /// The date as an offset date-time of TOML in UTC, with the fewest digits that are read as this date; nil
  /// for a year before 0 or after 9999.
  ///
  /// - Parameter isExact: whether the text is read as the same date.
  func tomlText(isExact: inout Bool) -> String? {
    let interval = timeIntervalSinceReferenceDate
    guard interval.magnitude < 1e12 else { return nil }
    let whole = interval.rounded(.down)
    let seconds = Int64(whole) + Self.referenceSecond
    let time = CivilTime(secondsSince1970: seconds)
    guard (0...9999).contains(time.date.year) else { return nil }
    var text: [UInt8] = []
    time.append(to: &text)
    let fraction = (interval - whole) * 1e9
    var nanosecond = min(Int64(fraction.rounded()), 999_999_999)
    isExact = false
    var unit: Int64 = 1_000_000_000
    while unit > 0, !isExact {
      let rounded = Int64((fraction / Double(unit)).rounded()) * unit
      // A fraction that is rounded up to a whole second would change the second.
      if rounded < 1_000_000_000, Date(secondsSince1970: seconds, nanosecond: rounded) == self {
        nanosecond = rounded
        isExact = true
      }
      unit /= 10
    }
    if nanosecond > 0 {
      text.append(UInt8(ascii: "."))
      CivilTime.append(nanosecond, digitCount: 9, to: &text)
      while text.last == UInt8(ascii: "0") { text.removeLast() }
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }
}

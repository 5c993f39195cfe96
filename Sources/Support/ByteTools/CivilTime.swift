/// A date in the Gregorian calendar, extended to the years before its introduction.
///
/// The arithmetic counts eras of 400 years that begin on 1 March. Therefore, the leap day is the last day of
/// a year, and every era has 146,097 days. No special cases are needed.
package struct CivilDate: Hashable, Sendable {
  /// The year; year 0 precedes year 1.
  package let year: Int64
  /// The month, from 1.
  package let month: Int64
  /// The day of the month, from 1.
  package let day: Int64

  /// Creates a date; returns nil if the month does not have this day.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), day >= 1, day <= Self.dayCount(ofMonth: month, in: year) else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the date of a day number.
  ///
  /// Day 0 is 1970-01-01.
  package init(dayNumber: Int64) {
    let shifted = dayNumber + Self.epoch
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of the day.
  ///
  /// Day 0 is 1970-01-01.
  package var dayNumber: Int64 { Self.dayNumber(year: year, month: month, day: day) }

  /// Returns the number of a day.
  ///
  /// The month must be valid. The day can be outside the month: day 0 is the last day of the previous month.
  package static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - epoch
  }

  /// The number of days from 0000-03-01, which starts an era, to 1970-01-01.
  private static let epoch: Int64 = 719_468

  private static func dayCount(ofMonth month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A date and time of day in UTC, without leap seconds.
package struct CivilTime: Hashable, Sendable {
  package let date: CivilDate
  package let hour: Int64
  package let minute: Int64
  package let second: Int64

  private static let secondsPerDay: Int64 = 86_400

  /// Creates a time; returns nil if the hour, minute or second is out of range.
  package init?(_ date: CivilDate, hour: Int64, minute: Int64, second: Int64) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    self.date = date
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// Creates a time from the seconds since 1970-01-01T00:00:00Z.
  package init(secondsSince1970 seconds: Int64) {
    var days = seconds / Self.secondsPerDay
    var rest = seconds % Self.secondsPerDay
    if rest < 0 {
      days -= 1
      rest += Self.secondsPerDay
    }
    date = CivilDate(dayNumber: days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }

  /// The seconds since 1970-01-01T00:00:00Z.
  package var secondsSince1970: Int64 {
    date.dayNumber * Self.secondsPerDay + hour * 3600 + minute * 60 + second
  }

  /// Appends the time in ISO 8601 without a zone: `2026-03-09T18:04:05`.
  ///
  /// The year has at least four digits. A year before year 0 has a minus sign.
  package func append(to text: inout [UInt8]) {
    Self.append(date.year, digitCount: 4, to: &text)
    Self.append(UInt8(ascii: "-"), date.month, to: &text)
    Self.append(UInt8(ascii: "-"), date.day, to: &text)
    Self.append(UInt8(ascii: "T"), hour, to: &text)
    Self.append(UInt8(ascii: ":"), minute, to: &text)
    Self.append(UInt8(ascii: ":"), second, to: &text)
  }

  private static func append(_ mark: UInt8, _ value: Int64, to text: inout [UInt8]) {
    text.append(mark)
    append(value, digitCount: 2, to: &text)
  }

  /// Appends a number, padded with zeros to a minimum number of digits.
  package static func append(_ value: Int64, digitCount: Int, to text: inout [UInt8]) {
    if value < 0 { text.append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    var power: UInt64 = 1
    var count = 1
    while count < digitCount || magnitude / power >= 10 {
      power *= 10
      count += 1
    }
    while power > 0 {
      text.append(UInt8(ascii: "0") + UInt8(magnitude / power % 10))
      power /= 10
    }
  }
}

package import Foundation

/// A moment as the fields of the Gregorian calendar in universal time, and as the ISO 8601 text of property lists.
///
/// The calendar is carried back before its introduction, as Core Foundation does.
package struct CalendarTime: Equatable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  /// What is left below a second: not negative, less than 1.
  package var fraction: Double

  private static let secondsPerDay = 86_400
  /// 2001-01-01, where Foundation's time begins, in days from 0000-03-01, where the arithmetic's years begin.
  private static let referenceDay = 730_791

  /// A moment by its fields, which are those of a whole second.
  package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    fraction = 0
  }

  /// The fields of a moment; nil when it is not finite, or more than about 30 million years away.
  package init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.magnitude < 1e15 else { return nil }
    let whole = interval.rounded(.down)
    fraction = interval - whole
    var days = Int(whole) / CalendarTime.secondsPerDay
    var seconds = Int(whole) % CalendarTime.secondsPerDay
    if seconds < 0 {
      seconds += CalendarTime.secondsPerDay
      days -= 1
    }
    (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)

    // Years that begin in March have the leap day at their end, and 400 of them always the same number of days.
    let shifted = days + CalendarTime.referenceDay
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The moment.
  package var date: Date {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - CalendarTime.referenceDay
    let seconds = days * CalendarTime.secondsPerDay + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  // MARK: Text

  /// The text, such as `2001-01-01T00:00:00Z`; a fraction is given in microseconds if it is wanted and there is one.
  package func text(withFraction: Bool) -> String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number.magnitude)
      return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    text += "T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    // Cut, not rounded, so that the seconds never change.
    let microseconds = Int(fraction * 1_000_000)
    if withFraction && microseconds > 0 {
      var digits = padded(microseconds, 6)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  /// Reads the form that property lists have, `2001-01-01T00:00:00Z` with a year of any length; nil for anything else
  /// and for days that no month has.
  package init?(_ text: some Collection<UInt8>) {
    var rest = Array(text)[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }

    func number(_ widths: ClosedRange<Int>, then separator: UInt8) -> Int? {
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
      rest = rest.dropFirst(digits.count)
      guard widths.contains(digits.count), rest.popFirst() == separator else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    // Years of more digits lie beyond the moments that can be written.
    guard let year = number(1...8, then: UInt8(ascii: "-")),
      let month = number(1...2, then: UInt8(ascii: "-")),
      let day = number(1...2, then: UInt8(ascii: "T")), let hour = number(1...2, then: UInt8(ascii: ":")),
      let minute = number(1...2, then: UInt8(ascii: ":")),
      let second = number(1...2, then: UInt8(ascii: "Z")),
      rest.isEmpty
    else { return nil }
    self.year = isNegative ? -year : year
    (self.month, self.day, self.hour, self.minute, self.second) = (month, day, hour, minute, second)
    fraction = 0
    guard (1...12).contains(month), (1...daysInMonth).contains(day), hour < 24, minute < 60, second < 60
    else {
      return nil
    }
  }

  private var daysInMonth: Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

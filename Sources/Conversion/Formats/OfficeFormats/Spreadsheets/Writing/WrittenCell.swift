import Foundation
import ProfferConversions
import StructuredFormats

/// The content of a cell of a spreadsheet that is being written.
enum WrittenCell: Equatable {
  case empty
  case text(String)
  /// A number, as a decimal spelling of a value that a 64-bit floating-point number holds.
  case number(String)
  case boolean(Bool)
  case date(LocalDate)
  case time(LocalTime)
  case dateTime(LocalDateTime)
}

/// Converts the values of a table to cells, and counts the values that a cell cannot hold.
struct WrittenCells {
  /// The values that the cells of a format can hold.
  struct Limits {
    /// The first day that cells can hold, as the number of days since 1970-01-01.
    var firstDay: Int64
    /// The loss detail for earlier days.
    var firstDayDetail: String
    /// The smallest difference between two times, in nanoseconds.
    var timeStep: Int
    /// The maximum length of a text, in UTF-16 code units; nil if the length is not limited.
    var textLength: Int?

    /// Office Open XML.
    ///
    /// A date is the number of days since the end of 1899, in a calendar in which 1900 is a leap year. Programs
    /// disagree about the days before the leap day that does not exist. Times are exact to a millisecond,
    /// because programs round them.
    static let officeOpenXML = Limits(
      firstDay: -25_508, firstDayDetail: "before March 1900, written as text", timeStep: 1_000_000,
      textLength: 32_767)

    /// OpenDocument, whose dates are those of XML Schema, which has no year 0.
    static let openDocument = Limits(
      firstDay: -719_162, firstDayDetail: "before the year 1, written as text", timeStep: 1, textLength: nil)
  }

  private let limits: Limits
  private(set) var losses = LossCounter()

  init(_ limits: Limits) { self.limits = limits }

  /// Returns the cell for a value, which is nil for a missing value.
  ///
  /// An empty text becomes an empty cell, because programs show no difference.
  mutating func cell(_ value: StructuredValue?) -> WrittenCell {
    switch value {
    case nil: return .empty
    case .null:
      losses.add(.nulls)
      return .empty
    case .string(let text): return self.text(text)
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return self.integer(integer)
    case .real(let real): return number(real)
    case .date(let date): return moment(date)
    case .localDate(let date):
      guard holds(date) else { return text(of: date, limits.firstDayDetail) }
      return .date(date)
    case .localTime(let time): return self.time(time)
    case .localDateTime(let dateTime): return self.dateTime(dateTime)
    case .some(let value):
      losses.add(.types, "cells written as text")
      return text(TableCellText.text(of: value))
    }
  }

  // MARK: Text and numbers

  mutating func text(_ text: String) -> WrittenCell {
    if text.isEmpty { return .empty }
    // A text has at most as many UTF-16 code units as bytes of UTF-8.
    guard let limit = limits.textLength, text.utf8.count > limit, text.utf16.count > limit else {
      return .text(text)
    }
    losses.add(.characters, "texts of more than \(limit) characters, which were cut")
    var kept = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars {
      length += scalar.utf16.count
      if length > limit { break }
      kept.append(scalar)
    }
    return .text(String(kept))
  }

  /// Returns the cell for an integer.
  ///
  /// An integer is written as a number only if the 64-bit number for its digits is equal to it.
  private mutating func integer(_ integer: StructuredInteger) -> WrittenCell {
    let spelling = integer.description
    if let word = integer.int64, word.magnitude <= 1 << 53 { return .number(spelling) }
    // A 64-bit number has at most 309 digits before the point.
    if spelling.utf8.count <= 310, let number = Double(spelling), number.isFinite,
      String(format: "%.0f", number) == spelling
    {
      return .number(spelling)
    }
    return preciseNumber(spelling)
  }

  /// Returns the cell for a number.
  private mutating func number(_ real: StructuredReal) -> WrittenCell {
    guard real.isFinite else {
      losses.add(.types, "infinite numbers and NaN written as text")
      return text(TableCellText.text(of: .real(real)))
    }
    let spelling = real.spelling
    // A 64-bit number holds every number of up to 15 digits.
    let isShort = spelling.utf8.count <= 15 && !spelling.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    if isShort || real.faithfulDouble != nil { return .number(spelling) }
    return preciseNumber(spelling)
  }

  /// Returns the cell for a number with more digits than a cell can hold.
  private mutating func preciseNumber(_ spelling: String) -> WrittenCell {
    losses.add(.types, "numbers beyond 64-bit precision written as text")
    return text(spelling)
  }

  // MARK: Dates and times

  private func holds(_ date: LocalDate) -> Bool { date.dayNumber >= limits.firstDay }

  private mutating func text(of value: some CustomStringConvertible, _ detail: String) -> WrittenCell {
    losses.add(.dates, detail)
    return .text(value.description)
  }

  /// The loss detail for leap seconds.
  private static let leapSecondDetail = "leap seconds, written as text"

  private mutating func time(_ time: LocalTime) -> WrittenCell {
    guard time.second < 60 else { return text(of: time, Self.leapSecondDetail) }
    return .time(truncated(time))
  }

  private mutating func dateTime(_ dateTime: LocalDateTime) -> WrittenCell {
    guard dateTime.time.second < 60 else { return text(of: dateTime, Self.leapSecondDetail) }
    guard holds(dateTime.date) else { return text(of: dateTime, limits.firstDayDetail) }
    return .dateTime(LocalDateTime(date: dateTime.date, time: truncated(dateTime.time)))
  }

  private mutating func truncated(_ time: LocalTime) -> LocalTime {
    let rest = time.nanosecond % limits.timeStep
    guard rest > 0,
      let whole = LocalTime(
        hour: time.hour, minute: time.minute, second: time.second, nanosecond: time.nanosecond - rest)
    else { return time }
    losses.add(.precision, "fractions of a millisecond in times")
    return whole
  }

  /// Returns the cell for a point in time, in UTC.
  private mutating func moment(_ date: Date) -> WrittenCell {
    guard let dateTime = LocalDateTime(utc: date) else {
      losses.add(.dates, "outside of the years 0 to 9999, written as text")
      return text(TableCellText.text(of: .date(date)))
    }
    let cell = self.dateTime(dateTime)
    if case .dateTime = cell { losses.add(.dates, "in UTC, without the time zone") }
    return cell
  }
}

extension LocalDateTime {
  /// Makes the date and time of a point in time in UTC, rounded to a microsecond; nil if the year is before 0
  /// or after 9999.
  fileprivate init?(utc date: Date) {
    let interval = date.timeIntervalSince1970
    // The years 0 to 9999.
    guard interval >= -62_167_219_200, interval < 253_402_300_799 else { return nil }
    let microseconds = Int64((interval * 1_000_000).rounded())
    let dayLength: Int64 = 86_400_000_000
    let day = (microseconds >= 0 ? microseconds : microseconds - dayLength + 1) / dayLength
    let rest = Int(microseconds - day * dayLength)
    guard let date = LocalDate(dayNumber: day),
      let time = LocalTime(
        hour: rest / 3_600_000_000, minute: rest / 60_000_000 % 60, second: rest / 1_000_000 % 60,
        nanosecond: rest % 1_000_000 * 1000)
    else { return nil }
    self.init(date: date, time: time)
  }
}

package import ByteTools

/// A day of the calendar without a time zone, such as a birthday or a due date.
///
/// The calendar is the Gregorian calendar, which is also used for days before its introduction. The text form
/// is `full-date` of RFC 3339, such as `2024-01-31`. TOML calls such a value a local date.
public struct LocalDate: Hashable, Sendable {
  private let storedYear: Int16
  private let storedMonth: UInt8
  private let storedDay: UInt8

  /// The years that have a text form.
  private static let years: ClosedRange<Int> = 0...9999

  /// Makes a date; nil if the year is out of range, or if the month does not have this day.
  ///
  /// - Parameters:
  ///   - year: the year, from 0 to 9999, the years that RFC 3339 can express. Year 0 precedes year 1.
  ///   - month: the month, from 1 to 12.
  ///   - day: the day of the month, from 1.
  public init?(year: Int, month: Int, day: Int) {
    guard let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day)) else { return nil }
    self.init(date)
  }

  /// Makes a date; nil if the year is before 0 or after 9999.
  package init?(_ date: CivilDate) {
    guard let year = Int(exactly: date.year), Self.years.contains(year) else { return nil }
    (storedYear, storedMonth, storedDay) = (Int16(year), UInt8(date.month), UInt8(date.day))
  }

  /// Makes the date of a day number; nil if the year is before 0 or after 9999.
  ///
  /// - Parameter dayNumber: the number of days since 1970-01-01.
  package init?(dayNumber: Int64) {
    // The arithmetic of the calendar cannot overflow for days within this range.
    guard dayNumber.magnitude < 10_000_000 else { return nil }
    self.init(CivilDate(dayNumber: dayNumber))
  }

  /// The year, from 0 to 9999.
  public var year: Int { Int(storedYear) }
  /// The month, from 1 to 12.
  public var month: Int { Int(storedMonth) }
  /// The day of the month, from 1.
  public var day: Int { Int(storedDay) }

  /// The number of days since 1970-01-01; negative for earlier dates.
  package var dayNumber: Int64 {
    CivilDate.dayNumber(year: Int64(storedYear), month: Int64(storedMonth), day: Int64(storedDay))
  }
}

extension LocalDate: Comparable {
  /// Returns whether a date is before another date.
  public static func < (left: LocalDate, right: LocalDate) -> Bool {
    (left.storedYear, left.storedMonth, left.storedDay)
      < (right.storedYear, right.storedMonth, right.storedDay)
  }
}

extension LocalDate: LosslessStringConvertible {
  /// Parses a date such as `2024-01-31`; nil for any other text, and for a day that does not exist.
  ///
  /// - Parameter text: the date, as `full-date` of RFC 3339.
  public init?(_ text: String) {
    guard text.utf8.count == 10 else { return nil }
    var scanner = DateTextScanner(text.utf8)
    self.init(scanning: &scanner)
  }

  /// Reads a date such as `2024-01-31`; nil for anything else.
  package init?(scanning scanner: inout DateTextScanner) {
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self.init(date)
  }

  /// The date as `full-date` of RFC 3339, such as `2024-01-31`.
  public var description: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text form.
  func append(to text: inout [UInt8]) {
    CivilTime.append(Int64(storedYear), digitCount: 4, to: &text)
    text.append(UInt8(ascii: "-"))
    CivilTime.append(Int64(storedMonth), digitCount: 2, to: &text)
    text.append(UInt8(ascii: "-"))
    CivilTime.append(Int64(storedDay), digitCount: 2, to: &text)
  }
}

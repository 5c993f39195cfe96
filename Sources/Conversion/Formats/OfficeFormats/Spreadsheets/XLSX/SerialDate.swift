import StructuredFormats

/// The dates of Excel, which are numbers of days with a fraction for the time of day.
///
/// In the system of 1900, day 1 is 1900-01-01, and day 60 is 1900-02-29, which does not exist. In the system of
/// 1904, day 0 is 1904-01-01. Times are rounded to milliseconds, the unit in which Excel shows them.
/// (Source: ISO/IEC 29500-1, 18.17.4.)
struct SerialDate {
  /// Whether the document uses the system of 1904.
  var is1904 = false

  /// The day number of 1899-12-30 and of 1904-01-01, counted from 1970-01-01.
  private static let dayOf1899: Int64 = -25_569
  private static let dayOf1904: Int64 = -24_107
  /// The day after the last one, 9999-12-31, in the system of 1900.
  private static let end: Double = 2_958_466

  /// Returns the value that a number has in a format of dates; nil for the number itself, if it is outside of
  /// the calendar.
  func value(_ serial: Double, _ format: NumberFormat, _ tally: inout SheetTally) -> StructuredValue? {
    guard serial.magnitude < Self.end else {
      tally.add(.impossibleDates)
      return nil
    }
    let total = Int64((serial * Double(CellDate.millisecondsPerDay)).rounded())
    if format == .duration {
      tally.add(.durations)
      return .string(CellDate.duration(milliseconds: total))
    }
    guard total >= 0, let value = self.value(total, format, &tally) else {
      tally.add(.impossibleDates)
      return nil
    }
    return value
  }

  private func value(_ total: Int64, _ format: NumberFormat, _ tally: inout SheetTally) -> StructuredValue? {
    let (day, time) = total.quotientAndRemainder(dividingBy: CellDate.millisecondsPerDay)
    let isOnlyDate = time == 0 && !format.showsTime
    if day == 0, format == .time || !is1904 && !isOnlyDate { return CellDate.time(time) }
    if is1904 { return Self.value(Self.dayOf1904 + day, time, isOnlyDate) }
    if day == 60 {
      tally.add(.impossibleDates)
      let clock = CellDate.duration(milliseconds: time)
      let hour = time < 36_000_000 ? "0" : ""
      return .string(isOnlyDate ? "1900-02-29" : "1900-02-29T\(hour)\(clock)")
    }
    return Self.value(Self.dayOf1899 + day + (day < 60 ? 1 : 0), time, isOnlyDate)
  }

  private static func value(_ day: Int64, _ time: Int64, _ isOnlyDate: Bool) -> StructuredValue? {
    isOnlyDate ? CellDate.date(day) : CellDate.dateTime(day, time)
  }
}

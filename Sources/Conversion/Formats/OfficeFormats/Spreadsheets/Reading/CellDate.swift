import ByteTools
import StructuredFormats

/// The dates and times of cells as values of tables.
enum CellDate {
  /// The number of milliseconds in a day.
  static let millisecondsPerDay: Int64 = 86_400_000

  /// Returns a date; nil if the year is before 0 or after 9999.
  ///
  /// - Parameter dayNumber: the number of days since 1970-01-01.
  static func date(_ dayNumber: Int64) -> StructuredValue? {
    LocalDate(dayNumber: dayNumber).map { .localDate($0) }
  }

  /// Returns a time of day.
  ///
  /// - Parameter milliseconds: the time since midnight, less than a day.
  static func time(_ milliseconds: Int64) -> StructuredValue? {
    localTime(milliseconds).map { .localTime($0) }
  }

  /// Returns a date with a time of day; nil if the year is before 0 or after 9999.
  static func dateTime(_ dayNumber: Int64, _ milliseconds: Int64) -> StructuredValue? {
    guard let date = LocalDate(dayNumber: dayNumber), let time = localTime(milliseconds) else { return nil }
    return .localDateTime(LocalDateTime(date: date, time: time))
  }

  private static func localTime(_ milliseconds: Int64) -> LocalTime? {
    LocalTime(
      hour: Int(milliseconds / 3_600_000), minute: Int(milliseconds / 60_000 % 60),
      second: Int(milliseconds / 1000 % 60), nanosecond: Int(milliseconds % 1000) * 1_000_000)
  }

  /// Returns the date, the time, or both of a text in the form of ISO 8601; the text itself if it has another
  /// form.
  ///
  /// A time zone is dropped and counted.
  static func value(iso text: String, _ tally: inout SheetTally) -> StructuredValue {
    let local = withoutZone(text)
    let value: StructuredValue? =
      LocalDate(local).map { .localDate($0) } ?? LocalDateTime(local).map { .localDateTime($0) }
      ?? LocalTime(local).map { .localTime($0) }
    guard let value else {
      tally.add(.impossibleDates)
      return .string(text)
    }
    if local.utf8.count < text.utf8.count { tally.add(.timeZones) }
    return value
  }

  /// Returns a text without the time zone at its end, such as `Z` or `+01:00`.
  private static func withoutZone(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let last = bytes.last, bytes.contains(UInt8(ascii: ":")) else { return text }
    if last | 0x20 == UInt8(ascii: "z") { return String(text.dropLast()) }
    guard bytes.count > 6, bytes[bytes.count - 3] == UInt8(ascii: ":"),
      bytes[bytes.count - 6] == UInt8(ascii: "+") || bytes[bytes.count - 6] == UInt8(ascii: "-")
    else { return text }
    return String(text.dropLast(6))
  }

  /// Returns the text of a duration in hours, minutes and seconds, such as `36:00:00` or `-0:30:00.5`.
  static func duration(milliseconds: Int64) -> String {
    var text: [UInt8] = milliseconds < 0 ? [UInt8(ascii: "-")] : []
    let magnitude = Int64(clamping: milliseconds.magnitude)
    CivilTime.append(magnitude / 3_600_000, digitCount: 1, to: &text)
    text.append(UInt8(ascii: ":"))
    CivilTime.append(magnitude / 60_000 % 60, digitCount: 2, to: &text)
    text.append(UInt8(ascii: ":"))
    CivilTime.append(magnitude / 1000 % 60, digitCount: 2, to: &text)
    if magnitude % 1000 > 0 {
      text.append(UInt8(ascii: "."))
      CivilTime.append(magnitude % 1000, digitCount: 3, to: &text)
      while text.last == UInt8(ascii: "0") { text.removeLast() }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

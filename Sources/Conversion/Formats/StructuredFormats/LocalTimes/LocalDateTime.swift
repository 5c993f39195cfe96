package import ByteTools

/// A date and a time of day without a time zone, such as the start of an appointment.
///
/// Without a time zone, the value is not a point in time. The text form is that of RFC 3339 without an offset,
/// such as `2024-01-31T13:05:00`. TOML calls such a value a local date-time.
public struct LocalDateTime: Hashable, Sendable {
  /// The date.
  public var date: LocalDate
  /// The time of day.
  public var time: LocalTime

  /// Makes a value from a date and a time of day.
  ///
  /// - Parameters:
  ///   - date: the date.
  ///   - time: the time of day.
  public init(date: LocalDate, time: LocalTime) {
    self.date = date
    self.time = time
  }
}

extension LocalDateTime: Comparable {
  /// Returns whether a value is before another value in the same time zone.
  public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }
}

extension LocalDateTime: LosslessStringConvertible {
  /// Parses a date and time such as `2024-01-31T13:05:00`; nil for any other text, and for a day or time that
  /// does not exist.
  ///
  /// The letter may be lowercase, and a space may replace it, as RFC 3339 permits. See ``LocalTime/init(_:)``
  /// for the fraction.
  ///
  /// - Parameter text: the date and time, without an offset.
  public init?(_ text: String) {
    var scanner = DateTextScanner(text.utf8)
    var isTruncated = false
    self.init(scanning: &scanner, isTruncated: &isTruncated)
    guard scanner.isAtEnd, !isTruncated else { return nil }
  }

  /// Reads a date and time such as `2024-01-31T13:05:00.25`; nil for anything else.
  ///
  /// - Parameter isTruncated: set to true if digits other than 0 follow the ninth digit of the fraction. Such
  ///   digits are dropped.
  package init?(scanning scanner: inout DateTextScanner, isTruncated: inout Bool) {
    guard let date = LocalDate(scanning: &scanner),
      scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let time = LocalTime(scanning: &scanner, isTruncated: &isTruncated)
    else { return nil }
    self.init(date: date, time: time)
  }

  /// The date and time in the form of RFC 3339, such as `2024-01-31T13:05:00.25`.
  public var description: String {
    var text: [UInt8] = []
    date.append(to: &text)
    text.append(UInt8(ascii: "T"))
    time.append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

package import ByteTools

/// A time of day without a date and a time zone, such as an opening time.
///
/// The text form is `partial-time` of RFC 3339, such as `13:05:00` or `13:05:00.25`. TOML calls such a value
/// a local time.
public struct LocalTime: Hashable, Sendable {
  private let storedNanosecond: UInt32
  private let storedHour: UInt8
  private let storedMinute: UInt8
  private let storedSecond: UInt8

  /// The number of nanoseconds in a second.
  private static let nanosecondsPerSecond = 1_000_000_000
  /// The number of digits of a fraction that a time can store.
  private static let fractionDigitCount = 9

  /// Makes a time; nil if a field is out of range.
  ///
  /// - Parameters:
  ///   - hour: the hour, from 0 to 23.
  ///   - minute: the minute, from 0 to 59.
  ///   - second: the second, from 0 to 60. Second 60 is a leap second. It is accepted in every minute,
  ///     because the minute in which a leap second occurs depends on the time zone.
  ///   - nanosecond: the fraction of the second in billionths, from 0 to 999,999,999.
  public init?(hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second),
      (0..<Self.nanosecondsPerSecond).contains(nanosecond)
    else { return nil }
    (storedHour, storedMinute, storedSecond) = (UInt8(hour), UInt8(minute), UInt8(second))
    storedNanosecond = UInt32(nanosecond)
  }

  /// The hour, from 0 to 23.
  public var hour: Int { Int(storedHour) }
  /// The minute, from 0 to 59.
  public var minute: Int { Int(storedMinute) }
  /// The second, from 0 to 60, where 60 is a leap second.
  public var second: Int { Int(storedSecond) }
  /// The fraction of the second in billionths, from 0 to 999,999,999.
  public var nanosecond: Int { Int(storedNanosecond) }
}

extension LocalTime: Comparable {
  /// Returns whether a time is earlier in the day than another time.
  public static func < (left: LocalTime, right: LocalTime) -> Bool {
    (left.storedHour, left.storedMinute, left.storedSecond, left.storedNanosecond)
      < (right.storedHour, right.storedMinute, right.storedSecond, right.storedNanosecond)
  }
}

extension LocalTime: LosslessStringConvertible {
  /// Parses a time such as `13:05:00` or `13:05:00.25`; nil for any other text, and for a time that does not
  /// exist.
  ///
  /// Digits of the fraction after the ninth must be 0, because the time cannot store other digits.
  ///
  /// - Parameter text: the time, as `partial-time` of RFC 3339.
  public init?(_ text: String) {
    var scanner = DateTextScanner(text.utf8)
    var isTruncated = false
    self.init(scanning: &scanner, isTruncated: &isTruncated)
    guard scanner.isAtEnd, !isTruncated else { return nil }
  }

  /// Reads a time such as `13:05:00.25`; nil for anything else.
  ///
  /// - Parameter isTruncated: set to true if digits other than 0 follow the ninth digit of the fraction. Such
  ///   digits are dropped.
  package init?(scanning scanner: inout DateTextScanner, isTruncated: inout Bool) {
    guard let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2), scanner.skip(":"),
      let second = scanner.number(2)
    else { return nil }
    var nanosecond = 0
    if scanner.skip(".") {
      let digits = scanner.digits()
      guard !digits.isEmpty else { return nil }
      if digits.dropFirst(Self.fractionDigitCount).contains(where: { $0 != UInt8(ascii: "0") }) {
        isTruncated = true
      }
      let kept = digits.prefix(Self.fractionDigitCount)
      nanosecond = kept.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      for _ in kept.count..<Self.fractionDigitCount { nanosecond *= 10 }
    }
    self.init(hour: Int(hour), minute: Int(minute), second: Int(second), nanosecond: nanosecond)
  }

  /// The time as `partial-time` of RFC 3339, with the fewest digits of the fraction: `13:05:00`,
  /// `13:05:00.25`.
  public var description: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text form.
  func append(to text: inout [UInt8]) {
    CivilTime.append(Int64(storedHour), digitCount: 2, to: &text)
    text.append(UInt8(ascii: ":"))
    CivilTime.append(Int64(storedMinute), digitCount: 2, to: &text)
    text.append(UInt8(ascii: ":"))
    CivilTime.append(Int64(storedSecond), digitCount: 2, to: &text)
    guard storedNanosecond > 0 else { return }
    text.append(UInt8(ascii: "."))
    CivilTime.append(Int64(storedNanosecond), digitCount: Self.fractionDigitCount, to: &text)
    while text.last == UInt8(ascii: "0") { text.removeLast() }
  }
}

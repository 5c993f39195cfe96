import ByteTools
package import Foundation
package import ProfferConversions

/// The time at which a document was created or last modified, to the second, in UTC.
///
/// The text form is the profile of ISO 8601 in W3C's note “Date and Time Formats”, such as
/// `2024-01-31T10:15:30Z` or, for midnight, `2024-01-31`.
package struct DocumentTime: Equatable {
  let civilTime: CivilTime

  /// The years that every format can express.
  private static let years: ClosedRange<Int64> = 1...9999

  /// Makes a time; nil for a year before 1 or after 9999.
  init?(_ time: CivilTime) {
    guard Self.years.contains(time.date.year) else { return nil }
    civilTime = time
  }

  /// Makes the time of a date, without the fraction of a second; nil if the year is before 1 or after 9999.
  package init?(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    guard seconds.magnitude < 1e12 else { return nil }
    self.init(CivilTime(secondsSince1970: Int64(seconds.rounded(.down))))
  }

  /// Makes the time of a date for a writer; nil if there is no date, or if its year is before 1 or after 9999.
  ///
  /// - Parameter losses: counts a dropped date, and a dropped fraction of a second.
  package init?(_ date: Date?, counting losses: inout LossCounter) {
    guard let date else { return nil }
    guard let time = DocumentTime(date) else {
      losses.add(.metadata, "dates before the year 1 or after the year 9999")
      return nil
    }
    if time.date != date { losses.add(.metadata, Self.fractionDetail) }
    self = time
  }

  /// The same time as a date.
  package var date: Date { Date(timeIntervalSince1970: TimeInterval(civilTime.secondsSince1970)) }

  /// The loss detail for fractions of a second.
  private static let fractionDetail = "fractions of seconds in dates"
}

// MARK: - Text

extension DocumentTime {
  /// The time as text, without the time of day if the time is midnight.
  package var text: String {
    var text: [UInt8] = []
    civilTime.append(to: &text)
    let isMidnight = civilTime.hour == 0 && civilTime.minute == 0 && civilTime.second == 0
    if isMidnight { return String(decoding: text.prefix { $0 != UInt8(ascii: "T") }, as: UTF8.self) }
    return String(decoding: text, as: UTF8.self) + "Z"
  }

  /// Parses a date such as `2024-01-31`, or a date and time such as `2024-01-31T10:15:30+01:00`.
  ///
  /// The seconds and the zone may be missing; a time without a zone is in UTC. A space may separate the time
  /// from the date and from the zone, as in the front matter of Jekyll. Returns nil for any other text, and
  /// for a day or time that does not exist.
  ///
  /// - Parameter losses: counts a dropped fraction of a second.
  package init?(_ text: some StringProtocol, counting losses: inout LossCounter) {
    guard text.utf8.count < 64 else { return nil }
    var digits = DateTextScanner(text.utf8)
    digits.skipSpaces()
    guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
      let day = digits.number(2), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var (hour, minute, second, zone): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
    var hasFraction = false
    if digits.skip("T") || digits.skip("t") || digits.rest.count > 1 && digits.skip(" ") {
      guard let hours = digits.number(2), digits.skip(":"), let minutes = digits.number(2) else { return nil }
      (hour, minute) = (hours, minutes)
      if digits.skip(":") {
        guard let seconds = digits.number(2) else { return nil }
        second = seconds
        if digits.skip(".") || digits.skip(",") {
          guard let isNonzero = digits.fraction() else { return nil }
          hasFraction = isNonzero
        }
      }
      digits.skipSpaces()
      guard let offset = digits.zone() else { return nil }
      zone = offset
    }
    digits.skipSpaces()
    guard digits.isAtEnd, let local = CivilTime(date, hour: hour, minute: minute, second: second),
      let time = DocumentTime(CivilTime(secondsSince1970: local.secondsSince1970 - zone))
    else { return nil }
    if hasFraction { losses.add(.metadata, Self.fractionDetail) }
    self = time
  }
}

extension DateTextScanner {
  /// Reads the digits of a fraction, and returns whether the fraction is not zero; nil if there are no
  /// digits.
  fileprivate mutating func fraction() -> Bool? {
    let digits = digits()
    return digits.isEmpty ? nil : digits.contains { $0 != UInt8(ascii: "0") }
  }

  /// Reads a zone, and returns its offset from UTC in seconds; 0 for no zone, and nil for a mistake.
  fileprivate mutating func zone() -> Int64? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(2), hours < 24 else { return nil }
    guard !isAtEnd else { return (isBehind ? -1 : 1) * hours * 3600 }
    _ = skip(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    return (isBehind ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}

import ByteTools
import Foundation

/// The dates in the properties of documents: W3C's profile of ISO 8601.
enum W3CDate {
  /// Parses a date of W3C's profile of ISO 8601, such as `2024-05-17T08:00:00Z`; nil for any other text.
  static func date(_ text: String) -> Date? {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard let year = numbers.first, (1...9_999).contains(year), text.first?.isNumber ?? false else {
      return nil
    }
    let hasTime = text.contains("T") && numbers.count > 4
    let (hour, minute) = hasTime ? (numbers[3], numbers[4]) : (0, 0)
    var second = hasTime && numbers.count > 5 ? numbers[5] : 0
    var offset = 0
    if hasTime, let time = text.split(separator: "T").last,
      let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" })
    {
      let zone = time[time.index(after: sign)...].split(separator: ":").compactMap { Int($0) }
      if let hours = zone.first, hours < 100 {
        offset = (hours * 60 + (zone.count > 1 ? zone[1] % 60 : 0)) * (time[sign] == "-" ? -60 : 60)
        // The numbers of the zone are not seconds.
        if time[..<sign].split(separator: ":").count < 3 { second = 0 }
      }
    }
    guard
      let day = CivilDate(
        year: Int64(year), month: Int64(numbers.count > 1 ? numbers[1] : 1),
        day: Int64(numbers.count > 2 ? numbers[2] : 1)),
      (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let seconds = day.dayNumber * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
    return Date(timeIntervalSince1970: Double(seconds))
  }
}

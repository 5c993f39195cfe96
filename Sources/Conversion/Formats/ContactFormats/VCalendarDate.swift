import ByteTools

/// A date with a time in the long form, as seconds that can be subtracted.
struct VCalendarDate {
  let seconds: Int
  let isUTC: Bool

  /// Reads `2026-05-01T10:00:00Z`, or the same without `Z`; nil for all else.
  init?(_ text: String) {
    isUTC = text.hasSuffix("Z")
    let shape = String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 })
    let numbers = text.split { "-:TZ".contains($0) }.compactMap { Int($0) }
    guard shape == (isUTC ? "0000-00-00T00:00:00Z" : "0000-00-00T00:00:00"), numbers.count == 6 else {
      return nil
    }
    let day = CivilDate.dayNumber(
      year: Int64(numbers[0]), month: Int64(numbers[1]), day: Int64(numbers[2]))
    seconds = Int(day) * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
  }

  /// A number of seconds as iCalendar writes it: `-PT15M`.
  static func duration(_ seconds: Int) -> String {
    var rest = seconds.magnitude
    var text = ""
    for (unit, length) in [("D", 86_400), ("H", 3_600), ("M", 60), ("S", 1)] as [(String, UInt)] {
      let count = rest / length
      rest %= length
      guard count > 0 else { continue }
      if unit != "D", !text.contains("T") { text += "T" }
      text += "\(count)\(unit)"
    }
    return (seconds < 0 ? "-P" : "P") + (text.isEmpty ? "T0S" : text)
  }
}

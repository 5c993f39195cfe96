import FileSystem

/// Times as the manifest writes them: UTC, to the nanosecond, `2026-03-09T18:04:05.25Z`.
enum ManifestTime {
  private static let secondsPerDay: Int64 = 86_400

  /// The text of a time; fractions without trailing zeros.
  static func text(_ time: FileTime) -> String {
    var days = time.seconds / secondsPerDay
    var second = time.seconds % secondsPerDay
    if second < 0 {
      days -= 1
      second += secondsPerDay
    }
    let (year, month, day) = civilDate(ofDay: days)
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
    text += "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    if time.nanoseconds > 0 {
      var fraction = padded(Int64(time.nanoseconds), 9)
      while fraction.last == "0" { fraction.removeLast() }
      text += "." + fraction
    }
    return text + "Z"
  }

  /// The time of a text in exactly this form; nil for any other.
  static func time(_ text: String) -> FileTime? {
    guard text.utf8.last == UInt8(ascii: "Z") else { return nil }
    let halves = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = Array(halves[0].utf8)
    guard digits.count == 19, let year = number(digits[0..<4]), let month = number(digits[5..<7]),
      let day = number(digits[8..<10]), let hour = number(digits[11..<13]),
      let minute = number(digits[14..<16]),
      let second = number(digits[17..<19]), (1...12).contains(month), (1...31).contains(day), hour < 24,
      minute < 60, second < 60
    else { return nil }
    let marks: [(Int, Unicode.Scalar)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
    guard marks.allSatisfy({ digits[$0.0] == UInt8(ascii: $0.1) }) else { return nil }
    var nanoseconds: Int64 = 0
    if halves.count == 2 {
      let fraction = Array(halves[1].utf8)
      guard (1...9).contains(fraction.count), let value = number(fraction[...]) else { return nil }
      nanoseconds = (fraction.count..<9).reduce(value) { scaled, _ in scaled * 10 }
    }
    let days = dayNumber(year: year, month: month, day: day)
    guard civilDate(ofDay: days) == (year, month, day) else { return nil }
    return FileTime(
      seconds: days * secondsPerDay + hour * 3600 + minute * 60 + second, nanoseconds: Int32(nanoseconds))
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return value
  }

  // The calendar is the proleptic Gregorian one, counted in eras of 400 years that begin on 1 March: leap days then
  // fall on the last day of a year, and every division is exact.

  private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civilDate(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

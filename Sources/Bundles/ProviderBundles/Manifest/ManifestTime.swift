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
    var text: [UInt8] = []
    text.reserveCapacity(30)
    append(year, width: 4, UInt8(ascii: "-"), to: &text)
    append(month, width: 2, UInt8(ascii: "-"), to: &text)
    append(day, width: 2, UInt8(ascii: "T"), to: &text)
    append(second / 3600, width: 2, UInt8(ascii: ":"), to: &text)
    append(second / 60 % 60, width: 2, UInt8(ascii: ":"), to: &text)
    append(second % 60, width: 2, UInt8(ascii: "."), to: &text)
    append(Int64(time.nanoseconds), width: 9, UInt8(ascii: "Z"), to: &text)
    // A fraction has no zeros at its end, and none at all is without its point.
    text.removeLast()
    while text.last == UInt8(ascii: "0") { text.removeLast() }
    if text.last == UInt8(ascii: ".") { text.removeLast() }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// The time of a text in exactly this form; nil for any other.
  static func time(_ text: String) -> FileTime? {
    var text = text
    return text.withUTF8(time)
  }

  private static func time(_ text: UnsafeBufferPointer<UInt8>) -> FileTime? {
    guard text.count == 20 || 22...30 ~= text.count, text.last == UInt8(ascii: "Z"),
      let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
      let hour = number(text[11..<13]), let minute = number(text[14..<16]),
      let second = number(text[17..<19]),
      text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    var nanoseconds: Int64 = 0
    if text.count > 20 {
      let fraction = text[20..<text.count - 1]
      guard text[19] == UInt8(ascii: "."), let value = number(fraction) else { return nil }
      nanoseconds = (fraction.count..<9).reduce(value) { scaled, _ in scaled * 10 }
    }
    let days = dayNumber(year: year, month: month, day: day)
    guard civilDate(ofDay: days) == (year, month, day) else { return nil }
    return FileTime(
      seconds: days * secondsPerDay + hour * 3600 + minute * 60 + second, nanoseconds: Int32(nanoseconds))
  }

  /// Appends a number with zeros before it, and what follows it.
  private static func append(_ value: Int64, width: Int, _ mark: UInt8, to text: inout [UInt8]) {
    // Years of more digits, and those before the year 0, are wider than the rest.
    guard value >= 0, value < 1_000_000_000 else {
      text += Array(String(value).utf8) + [mark]
      return
    }
    var digits = 1
    var power: Int64 = 1
    while digits < width || value / power >= 10 {
      power *= 10
      digits += 1
    }
    while power > 0 {
      text.append(UInt8(ascii: "0") + UInt8(value / power % 10))
      power /= 10
    }
    text.append(mark)
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
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

import ByteTools
import ProfferFileSystem

/// Converts times to and from the form used in manifests: UTC with nanoseconds, `2026-03-09T18:04:05.25Z`.
enum ManifestTime {
  /// Returns the text of a time; a fraction has no trailing zeros.
  static func text(_ time: FileTime) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(30)
    CivilTime(secondsSince1970: time.seconds).append(to: &text)
    if time.nanoseconds > 0 {
      text.append(UInt8(ascii: "."))
      CivilTime.append(Int64(time.nanoseconds), digitCount: 9, to: &text)
      while text.last == UInt8(ascii: "0") { text.removeLast() }
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the time for a text in the form used in manifests, with up to nine decimals; nil for other text.
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
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let date = CivilDate(year: year, month: month, day: day),
      let time = CivilTime(date, hour: hour, minute: minute, second: second)
    else { return nil }
    var nanoseconds: Int64 = 0
    if text.count > 20 {
      let fraction = text[20..<text.count - 1]
      guard text[19] == UInt8(ascii: "."), let value = number(fraction) else { return nil }
      nanoseconds = (fraction.count..<9).reduce(value) { scaled, _ in scaled * 10 }
    }
    return FileTime(seconds: time.secondsSince1970, nanoseconds: Int32(nanoseconds))
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    var value: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return value
  }
}

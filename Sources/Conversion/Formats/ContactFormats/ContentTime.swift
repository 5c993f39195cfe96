/// Dates and times: in the short form that lines have, and in the long one of jCard and jCal (Source: RFC 7095, 3.5,
/// and RFC 7265, 3.6).
///
/// What has neither form stays as it is, both ways.
enum ContentTime {
  /// The types whose values are dates and times.
  static let valueTypes: Set<String> = [
    "date", "time", "date-time", "date-and-or-time", "timestamp", "utc-offset", "period",
  ]

  /// The long form of a short one: `20260501T100000Z` becomes `2026-05-01T10:00:00Z`.
  static func long(_ text: String, type: String) -> String {
    switch type {
    case "utc-offset": return longZone(text) ?? text
    case "time": return longTime(text[...]) ?? text
    case "date": return longDate(text[...]) ?? text
    default:
      guard let mark = text.firstIndex(where: { $0 == "T" || $0 == "t" }) else {
        return longDate(text[...]) ?? text
      }
      let (date, time) = (text[..<mark], text[text.index(after: mark)...])
      guard let time = longTime(time), let date = date.isEmpty ? "" : longDate(date) else { return text }
      return "\(date)T\(time)"
    }
  }

  /// The short form of a long one.
  static func short(_ text: String, type: String) -> String {
    // Whatever is not the long form of something was never changed.
    let candidate: String
    switch type {
    case "utc-offset", "time": candidate = text.replacing(":", with: "")
    case "date": candidate = shortDate(text[...])
    default:
      guard let mark = text.firstIndex(of: "T") else {
        candidate = shortDate(text[...])
        break
      }
      let time = text[text.index(after: mark)...].replacing(":", with: "")
      candidate = "\(shortDate(text[..<mark]))T\(time)"
    }
    return long(candidate, type: type) == text ? candidate : text
  }

  private static func shortDate(_ text: Substring) -> String {
    // A year with a month only keeps its hyphen, or it would be taken for something else.
    if text.count == 7, !text.hasPrefix("-") { return String(text) }
    if text.hasPrefix("--") { return "--\(text.dropFirst(2).replacing("-", with: ""))" }
    return String(text.replacing("-", with: ""))
  }

  private static func longDate(_ text: Substring) -> String? {
    let digits = Array(text.utf8)
    func isDigits(_ range: Range<Int>) -> Bool { digits[range].allSatisfy { 0x30...0x39 ~= $0 } }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    switch digits.count {
    case 8 where isDigits(0..<8): return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    case 6 where part(0..<2) == "--" && isDigits(2..<6): return "--\(part(2..<4))-\(part(4..<6))"
    // Already long, or with a part left out: a year, a year and a month, a month, a day.
    case 10 where isDigits(0..<4) && digits[4] == 0x2D && digits[7] == 0x2D: return String(text)
    case 7 where isDigits(0..<4) && digits[4] == 0x2D && isDigits(5..<7): return String(text)
    case 7 where part(0..<2) == "--" && digits[4] == 0x2D: return String(text)
    case 4 where isDigits(0..<4) || part(0..<2) == "--" && isDigits(2..<4): return String(text)
    case 5 where part(0..<3) == "---" && isDigits(3..<5): return String(text)
    default: return nil
    }
  }

  private static func longTime(_ text: Substring) -> String? {
    let zoneStart =
      text.indices.dropFirst(text.prefix { $0 == "-" }.count).first { "Zz+-".contains(text[$0]) }
      ?? text.endIndex
    let clock = text[..<zoneStart]
    var zone = String(text[zoneStart...])
    if zone == "z" { zone = "Z" }
    if !zone.isEmpty, zone != "Z" {
      guard let long = longZone(zone) else { return nil }
      zone = long
    }
    let omitted = clock.prefix { $0 == "-" }
    let digits = clock.dropFirst(omitted.count)
    let whole = digits.prefix { $0 != "." && $0 != "," }
    if whole.contains(":") { return String(clock) + zone }
    guard !whole.isEmpty, whole.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), whole.count.isMultiple(of: 2),
      whole.count <= 6
    else { return nil }
    return "\(omitted)\(pairs(whole))\(digits.dropFirst(whole.count))\(zone)"
  }

  private static func longZone(_ text: String) -> String? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst()
    if digits.contains(":") { return text }
    guard [2, 4, 6].contains(digits.count), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return String(sign) + pairs(digits)
  }

  private static func pairs(_ digits: Substring) -> String {
    var result = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, place.isMultiple(of: 2) { result.append(":") }
      result.append(digit)
    }
    return result
  }
}

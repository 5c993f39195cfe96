import ProfferConversions
import StructuredFormats

/// Converts the values of a property to and from the text on a line.
///
/// Text that is not valid for the value type, such as a malformed number, is kept as a string.
struct ContentValue {
  let valueType: String
  let shape: ContentDialect.Shape
  let form: ContentForm

  /// Parses the text after the colon of a line.
  func values(_ text: String) -> [StructuredValue] {
    // A recurrence rule contains semicolons as part of its syntax. A value of unknown type is kept unchanged.
    switch valueType {
    case "recur": return [recurrence(text)]
    case "unknown": return [.string(text.replacing("\n", with: "\\n"))]
    default: break
    }
    switch shape {
    case .single: return [scalar(text[...])]
    case .list: return BackslashEscapes.split(text[...], at: ",").map(scalar)
    case .parts: return [parts(text[...], scalar)]
    case .lists: return [parts(text[...], list)]
    case .open:
      if BackslashEscapes.split(text[...], at: ";").count > 1 { return [parts(text[...], list)] }
      return BackslashEscapes.split(text[...], at: ",").map(scalar)
    }
  }

  /// Returns the parts of a value as an array; if there is only one part, the part itself.
  private func parts(_ text: Substring, _ part: (Substring) -> StructuredValue) -> StructuredValue {
    let parts = BackslashEscapes.split(text, at: ";").map(part)
    return parts.count == 1 ? parts[0] : .array(parts)
  }

  private func list(_ text: Substring) -> StructuredValue {
    let values = BackslashEscapes.split(text, at: ",").map(scalar)
    return values.count == 1 ? values[0] : .array(values)
  }

  private func scalar(_ text: Substring) -> StructuredValue {
    switch valueType {
    case "text": return .string(BackslashEscapes.decoded(text, form))
    case "boolean":
      return ["true": true, "false": false][text.lowercased()].map { .boolean($0) } ?? .string(String(text))
    case "integer":
      return StructuredInteger(decimal: String(text)).map { .integer($0) } ?? .string(String(text))
    case "float":
      return StructuredReal(spelling: String(text)).map { .real($0) } ?? .string(String(text))
    case "period":
      let ends = text.split(separator: "/", omittingEmptySubsequences: false)
      guard ends.count == 2 else { return .string(String(text)) }
      return .array(ends.map { .string(ContentTime.long(String($0), type: "date-time")) })
    case let type where ContentTime.valueTypes.contains(type):
      return .string(ContentTime.long(String(text), type: type))
    // In version 3.0, some programs escape the colons of URIs, although the standard does not require this.
    case "uri" where form.isBeforeVersion4: return .string(BackslashEscapes.decoded(text, form))
    default: return .string(String(text))
    }
  }

  /// Formats the values as the text after the colon of a line.
  func text(of values: [StructuredValue]) -> String {
    let joined = values.map { value in
      switch value {
      case .array(let ends) where valueType == "period": ends.map(text).joined(separator: "/")
      case .array(let parts):
        parts.map { part in
          if case .array(let values) = part { return values.map(text).joined(separator: ",") }
          return text(of: part)
        }.joined(separator: ";")
      case .dictionary(let members): recurrenceText(members)
      default: text(of: value)
      }
    }.joined(separator: ",")
    // A line break in a value would begin a new line, so it is escaped.
    return joined.normalizingLineEnds.replacing("\n", with: "\\n")
  }

  private func text(of value: StructuredValue) -> String {
    switch value {
    case .boolean(let boolean): return boolean ? "TRUE" : "FALSE"
    case .integer(let integer): return integer.description
    case .real(let real): return real.spelling
    case .string(let text):
      if valueType == "text" { return BackslashEscapes.encoded(text) }
      if valueType == "period" { return ContentTime.short(text, type: "date-time") }
      if ContentTime.valueTypes.contains(valueType) { return ContentTime.short(text, type: valueType) }
      return text
    default: return ""
    }
  }
}

// MARK: - Rules of recurrence

extension ContentValue {
  /// The numeric parts of a recurrence rule.
  private static let numbers: Set<String> = [
    "count", "interval", "bysecond", "byminute", "byhour", "bymonthday", "byyearday", "byweekno", "bymonth",
    "bysetpos",
  ]

  private func recurrence(_ text: String) -> StructuredValue {
    var members: [StructuredMember] = []
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, ContentForm.isName(String(pair[0])) else { return .string(text) }
      let name = pair[0].lowercased()
      let values = pair[1].split(separator: ",", omittingEmptySubsequences: false).map { value in
        recurrenceValue(String(value), of: name)
      }
      members.append(StructuredMember(name, values.count == 1 ? values[0] : .array(values)))
    }
    return members.isEmpty ? .string(text) : .dictionary(members)
  }

  private func recurrenceValue(_ text: String, of name: String) -> StructuredValue {
    if name == "until" { return .string(ContentTime.long(text, type: "date-time")) }
    guard ContentValue.numbers.contains(name), let integer = StructuredInteger(decimal: text),
      integer.description == text
    else { return .string(text) }
    return .integer(integer)
  }

  private func recurrenceText(_ members: [StructuredMember]) -> String {
    members.map { member in
      let values = if case .array(let values) = member.value { values } else { [member.value] }
      let texts = values.map { value in
        if member.key == "until", case .string(let text) = value {
          return ContentTime.short(text, type: "date-time")
        }
        return text(of: value)
      }
      return "\(member.key.uppercased())=\(texts.joined(separator: ","))"
    }.joined(separator: ";")
  }
}

/// Converts dates and times between the basic format and the extended format of ISO 8601.
///
/// Lines use the basic format; jCard and jCal use the extended format. Text in neither format is kept
/// unchanged. (Source: RFC 7095, 3.5, and RFC 7265, 3.6.)
enum ContentTime {
  /// The value types that contain dates, times or UTC offsets.
  static let valueTypes: Set<String> = [
    "date", "time", "date-time", "date-and-or-time", "timestamp", "utc-offset", "period",
  ]

  /// Converts the basic format to the extended format: `20260501T100000Z` becomes `2026-05-01T10:00:00Z`.
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

  /// Converts the extended format to the basic format.
  static func short(_ text: String, type: String) -> String {
    // The text is converted only if the reverse conversion restores it. Other text is kept unchanged.
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
    // A year and month keep the hyphen. Without the hyphen, the text would be a different date.
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
    // The text is already in the extended format, or some parts are omitted. The remaining parts can be
    // a year, a year and month, a month, or a day.
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

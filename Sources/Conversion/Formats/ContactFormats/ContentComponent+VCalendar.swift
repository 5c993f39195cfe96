import ProfferConversions
import StructuredFormats

/// Converts vCalendar 1.0 to iCalendar: adds missing properties and converts properties that differ.
extension ContentComponent {
  /// Converts a calendar, an event or a to-do of vCalendar 1.0 to iCalendar.
  ///
  /// Missing properties are derived from the existing properties. The clock is not read, so the result is
  /// deterministic.
  ///
  /// - Parameter mayNest: whether alarms may be added as child components. If false, the alarms would
  ///   exceed the depth limit when the result is read again, so they are reported as lost.
  mutating func convertToICalendar(mayNest: Bool, losses: inout LossCounter) {
    switch name {
    case "vcalendar":
      if first("prodid") == nil {
        properties.append(ContentProperty("prodid", values: ["-//Proffer//Proffer//EN"]))
      }
    case "vevent", "vtodo":
      if first("uid") == nil { properties.append(ContentProperty("uid", values: [.string(identifier)])) }
      if first("dtstamp") == nil {
        properties.append(ContentProperty("dtstamp", type: "date-time", values: [.string(lastChange)]))
      }
      makeAlarms(mayNest: mayNest, losses: &losses)
    default: break
    }
  }

  /// An identifier derived from all properties, so that equal components have equal identifiers.
  private var identifier: String {
    var digest = ContentDigest()
    for property in properties {
      digest.add(property.name)
      for parameter in property.parameters {
        digest.add(parameter.name)
        for value in parameter.values { digest.add(value) }
      }
      for value in property.values { digest.add(TableCellText.text(of: value)) }
    }
    return digest.identifier
  }

  /// The UTC time of the component's last change, otherwise of its creation.
  ///
  /// If the component states neither time, the result is the beginning of 1970, so that any other copy of
  /// the component counts as newer.
  private var lastChange: String {
    for source in ["last-modified", "created"] {
      if case .string(let time)? = first(source)?.values.first, let moment = VCalendarDate(time), moment.isUTC
      {
        return time
      }
    }
    return "1970-01-01T00:00:00Z"
  }

  // MARK: Alarms

  private static let alarmNames: Set<String> = ["dalarm", "aalarm", "malarm", "palarm"]

  private mutating func makeAlarms(mayNest: Bool, losses: inout LossCounter) {
    let alarms = properties.filter { ContentComponent.alarmNames.contains($0.name) }
    guard !alarms.isEmpty else { return }
    properties.removeAll { ContentComponent.alarmNames.contains($0.name) }
    let owner = VCalendarAlarm.Owner(self)
    for alarm in alarms {
      guard let parts = VCalendarAlarm(alarm) else { continue }
      if mayNest, let component = parts.component(in: owner, losses: &losses) {
        components.append(component)
      } else {
        losses.add(.metadata, "alarms")
      }
    }
  }
}

/// A 128-bit digest (FNV-1a) that is the same on every machine and in every run.
private struct ContentDigest {
  private var state: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    // 0xFF does not occur in UTF-8, so it marks the end of each text unambiguously.
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) {
    state ^= UInt128(byte)
    state &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
  }

  /// The digest as a UUID of version 8, the version for custom UUIDs (Source: RFC 9562, 5.8).
  var identifier: String {
    let version: UInt128 = 0xF << 76
    let variant: UInt128 = 0x3 << 62
    var marked: UInt128 = state & ~version & ~variant
    marked |= 0x8 << 76
    marked |= 0x2 << 62
    let digits = String(marked, radix: 16)
    var text = String(repeating: "0", count: 32 - digits.count) + digits
    for place in [20, 16, 12, 8] { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
    return text
  }
}

/// Recurrence rules of vCalendar 1.0.
///
/// `W2 MO FR #5` means Monday and Friday of every second week, five times.
enum VCalendarRecurrence {
  /// Converts a vCalendar rule to an iCalendar rule; nil if iCalendar cannot represent the rule.
  static func rule(_ text: String) -> String? {
    var words = text.split(separator: " ").map { $0.uppercased() }
    guard !words.isEmpty else { return nil }
    let head = words.removeFirst()
    let letters = head.prefix { $0.isLetter }
    guard let interval = Int(head.dropFirst(letters.count)), interval > 0 else { return nil }
    // In vCalendar, the default number of occurrences is two.
    var end = ";COUNT=2"
    if let last = words.last, last.hasPrefix("#") || last.count > 8 && last.contains("T") {
      words.removeLast()
      if last.hasPrefix("#") {
        guard let count = Int(last.dropFirst()) else { return nil }
        end = count == 0 ? "" : ";COUNT=\(count)"
      } else {
        end = ";UNTIL=\(last)"
      }
    }
    guard let frequency = frequency(of: String(letters), words) else { return nil }
    return "FREQ=\(frequency.name);INTERVAL=\(interval)\(frequency.days)\(end)"
  }

  private static func frequency(of letters: String, _ words: [String]) -> (name: String, days: String)? {
    func list(_ name: String, _ words: [String]) -> String {
      words.isEmpty ? "" : ";\(name)=\(words.joined(separator: ","))"
    }
    func numbers(_ name: String) -> String? {
      let numbers = words.compactMap { $0 == "LD" ? -1 : signed($0) }
      return numbers.count == words.count ? list(name, numbers.map { "\($0)" }) : nil
    }
    switch letters {
    case "D": return words.isEmpty ? ("DAILY", "") : nil
    case "W": return words.allSatisfy(isDay) ? ("WEEKLY", list("BYDAY", words)) : nil
    case "MP": return places(words).map { ("MONTHLY", list("BYDAY", $0)) }
    case "MD": return numbers("BYMONTHDAY").map { ("MONTHLY", $0) }
    case "YM": return numbers("BYMONTH").map { ("YEARLY", $0) }
    case "YD": return numbers("BYYEARDAY").map { ("YEARLY", $0) }
    default: return nil
    }
  }

  private static func isDay(_ word: String) -> Bool {
    ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].contains(word)
  }

  /// Parses a number that is followed by its sign.
  ///
  /// `2-` is -2, the last but one.
  private static func signed(_ word: String) -> Int? {
    let digits = Int(word.prefix { $0.isNumber })
    switch word.drop(while: \.isNumber) {
    case "", "+": return digits
    case "-": return digits.map { -$0 }
    default: return nil
    }
  }

  /// Converts a list such as `1+ MO TU 2- FR` to weekdays with ordinals: `1MO`, `1TU`, `-2FR`.
  private static func places(_ words: [String]) -> [String]? {
    var place: Int?
    var days: [String] = []
    for word in words {
      if isDay(word) {
        guard let place else { return nil }
        days.append("\(place)\(word)")
      } else {
        guard let number = signed(word) else { return nil }
        place = number
      }
    }
    return days
  }
}

import TestSupport

@testable import ContactFormats
@testable import StructuredFormats

/// Random cards and calendars, limited to content that their files can express.
struct RandomContent {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func oneOf<Element>(_ elements: [Element]) -> Element { elements[pick(elements.count)] }

  private mutating func text() -> String {
    let pieces = [
      "a", "word ", " ", ",", ";", ":", "\\", "\\n", "\n", "\"", "^", "é", "中文", "𝄞", "=", "=\n",
      "long words of text ",
      "\t", "'", "END:VCARD", "\n ",
    ]
    return (0..<pick(12)).map { _ in oneOf(pieces) }.joined()
  }

  /// Text without the separators that only some values can escape.
  private mutating func word() -> String {
    oneOf(["mailto:a@b.c", "http://x.y/z?a=b;c,d", "urn:uuid:1", "x"])
  }

  private mutating func parameters(grouped: Bool) -> [ContentParameter] {
    var parameters: [ContentParameter] = []
    if grouped, pick(4) == 0 { parameters.append(ContentParameter("group", ["item\(pick(9))"])) }
    for name in ["type", "language", "x-odd"] where pick(4) == 0 {
      parameters.append(ContentParameter(name, (0...pick(3)).map { _ in text() }))
    }
    return parameters
  }

  private mutating func time() -> String {
    let date = "20\(10 + pick(80))-0\(1 + pick(9))-\(10 + pick(18))"
    return "\(date)T1\(pick(10)):\(10 + pick(49)):\(10 + pick(49))\(oneOf(["", "Z"]))"
  }

  private mutating func property(
    _ name: String, _ type: String, grouped: Bool, _ values: [StructuredValue]
  ) -> ContentProperty {
    ContentProperty(name, parameters(grouped: grouped), type: type, values: values)
  }

  private mutating func texts(_ count: Int) -> StructuredValue {
    .array(
      (0..<count).map { _ in
        pick(3) == 0 ? .array((0...1 + pick(2)).map { _ in .string(text()) }) : .string(text())
      })
  }

  mutating func card() -> ContentComponent {
    var properties = [ContentProperty("version", values: ["4.0"])]
    for _ in 0..<pick(8) {
      switch pick(10) {
      case 0: properties.append(property("n", "text", grouped: true, [texts(5)]))
      case 1: properties.append(property("adr", "text", grouped: true, [texts(7)]))
      case 2:
        properties.append(
          property("org", "text", grouped: true, [.array((0..<2 + pick(2)).map { _ in .string(text()) })]))
      case 3:
        properties.append(
          property("categories", "text", grouped: true, (0...pick(4)).map { _ in .string(text()) }))
      case 4: properties.append(property("url", "uri", grouped: true, [.string(word())]))
      case 5:
        properties.append(
          property(
            "bday", "date-and-or-time", grouped: true,
            [
              .string(
                oneOf([time(), "--02-03", "1985", "1985-04", "---12", "1985-04-12", "T10:22:00-05:00"]))
            ]))
      case 6:
        properties.append(
          property(
            "x-number", "integer", grouped: true,
            (0...pick(3)).map { _ in .integer(StructuredInteger(pick(99))) }))
      case 7: properties.append(property("x-odd", "unknown", grouped: true, [.string(word())]))
      case 8: properties.append(property("tel", "uri", grouped: true, [.string("tel:+\(pick(999))")]))
      default: properties.append(property("note", "text", grouped: true, [.string(text())]))
      }
    }
    return ContentComponent("vcard", properties)
  }

  mutating func calendar() -> ContentComponent {
    var calendar = ContentComponent("vcalendar", [ContentProperty("version", values: ["2.0"])])
    for _ in 0..<pick(4) { calendar.components.append(part(depth: 2)) }
    return calendar
  }

  private mutating func part(depth: Int) -> ContentComponent {
    var part = ContentComponent(oneOf(["vevent", "vtodo", "vtimezone", "valarm"]))
    for _ in 0..<pick(6) {
      switch pick(9) {
      case 0: part.properties.append(property("dtstart", "date-time", grouped: false, [.string(time())]))
      case 1: part.properties.append(property("dtstart", "date", grouped: false, ["2026-05-01"]))
      case 2:
        part.properties.append(
          property(
            "exdate", "date-time", grouped: false, (0...pick(3)).map { _ in .string(time()) }))
      case 3:
        part.properties.append(
          property(
            "rrule", "recur", grouped: false,
            [["freq": "WEEKLY", "count": 3, "byday": ["MO", "2TU"], "until": .string(time())]]))
      case 4:
        part.properties.append(
          property(
            "freebusy", "period", grouped: false,
            (0...pick(2)).map { _ in [.string(time()), .string(oneOf([time(), "PT3H"]))] }))
      case 5: part.properties.append(property("geo", "float", grouped: false, [[1.5, -0.25]]))
      case 6: part.properties.append(property("attach", "binary", grouped: false, ["SGVsbG8="]))
      case 7:
        part.properties.append(
          property("tzoffsetto", "utc-offset", grouped: false, [.string(oneOf(["-05:00", "+01:30"]))]))
      default: part.properties.append(property("summary", "text", grouped: false, [.string(text())]))
      }
    }
    if depth > 0 { for _ in 0..<pick(3) { part.components.append(self.part(depth: depth - 1)) } }
    return part
  }
}

extension ContentComponent {
  /// The differing properties of two components, in pairs, for messages.
  func difference(from other: ContentComponent) -> String {
    let mine = flattened
    let others = other.flattened
    guard mine.count == others.count else { return "\(mine.count) and \(others.count) properties" }
    return zip(mine, others).filter { $0 != $1 }.map { "\($0)\n  and \($1)" }.joined(separator: "\n")
  }

  private var flattened: [ContentProperty] { properties + components.flatMap(\.flattened) }
}

import ConversionTestSupport
import Foundation
import ProfferConversions
import StandardCoders
import TestSupport
import Testing

@testable import ContactFormats
@testable import StructuredFormats
@testable import TextEncodings

/// The cases of `Tests/Cases/cards`: cards and calendars, read, and written in other forms.
///
/// A section `card-2`, `card-3` or `card-4` has the lines of a card of this version, without its first two lines and
/// its last line. A section `event-1` or `event-2` likewise has the lines of the event of a calendar. A section
/// `jcard` or `jcal` has the properties of a card or event, without its version.
@Suite struct CardCases {
  private static let forms = [
    "card-2": ("VCARD", "2.1"), "card-3": ("VCARD", "3.0"), "card-4": ("VCARD", "4.0"),
    "event-1": ("VEVENT", "1.0"), "event-2": ("VEVENT", "2.0"),
  ]
  private static let types = [
    "vcard": "public.vcard", "icalendar": "com.apple.ical.ics", "json": "public.json",
    "text": "public.utf8-plain-text",
  ]

  private static let syntax = Case.Syntax(
    contents: Set(forms.keys).union(types.keys).union(["jcard", "jcal", "value"]),
    settings: ["declared", "encoding", "reads-back", "strict-error", "to"])

  @Test(arguments: try CaseFolder.cases(in: "cards", syntax))
  func card(example: Case) throws {
    let type = try Self.type(of: example)
    func outcome(isStrict: Bool) throws -> CaseOutcome {
      var source = RepresentationSource(try Self.document(of: example), typeIdentifier: type)
      source.declaredEncodingName = example.setting("declared")
      source.isStrict = isStrict
      return switch type {
      case "public.vcard": try Self.outcome(example, ofCards: source)
      case "com.apple.ical.ics": try Self.outcome(example, ofCalendars: source)
      default: try Self.converted(example, source)
      }
    }
    try example.expect { try outcome(isStrict: false) }
    try example.expectStrictError { try outcome(isStrict: true) }
  }

  // MARK: Inputs

  private static func type(of example: Case) throws -> String {
    if let (component, _) = forms[example.input.name] {
      return component == "VCARD" ? "public.vcard" : "com.apple.ical.ics"
    }
    return try require(types[example.input.name])
  }

  /// The file in the input of a case, in the encoding that the case names.
  private static func document(of example: Case) throws -> Data {
    var bytes = example.input.bytes
    if let (component, version) = forms[example.input.name] {
      let isEvent = component == "VEVENT"
      let first =
        isEvent
        ? "BEGIN:VCALENDAR\r\nVERSION:\(version)\r\nBEGIN:VEVENT\r\n"
        : "BEGIN:VCARD\r\nVERSION:\(version)\r\n"
      let last = isEvent ? "END:VEVENT\r\nEND:VCALENDAR\r\n" : "END:VCARD\r\n"
      if bytes.last != UInt8(ascii: "\n") { bytes += Array("\r\n".utf8) }
      bytes = Array(first.utf8) + bytes + Array(last.utf8)
    }
    guard let name = example.setting("encoding") else { return Data(bytes) }
    return try require(TextEncoding(name: name)).encode(String(decoding: bytes, as: UTF8.self)).data
  }

  // MARK: Outcomes

  private static func outcome(_ example: Case, ofCards source: RepresentationSource) throws -> CaseOutcome {
    let reading = try ContactCards.read(source)
    let cards = reading.value
    for card in cards.cards where card.first("version").map({ $0.values != ["4.0"] }) ?? false {
      example.fail("the version of a card that was read is not 4.0: \(card)")
    }
    try expectCopies(
      example, of: cards, written: cards.writeVCard(),
      read: { try ContactCards.readVCard($0, isStrict: true) },
      converted: ContactCards(jCard: cards.jCard))
    switch example.outcome.name {
    case "jcard":
      return CaseOutcome(
        try properties(of: cards.cards.map { ContactCards([$0]).jCard }, example), losses: reading.losses,
        warnings: reading.warnings)
    case "value": return outcome(of: cards.table, reading.losses, reading.warnings)
    case "card-3":
      let written = try cards.writeVCard3()
      if example.setting("reads-back") != nil, try ContactCards.readVCard(written.data).value != cards {
        example.fail("the card that is written as version 3.0 is another one when it is read")
      }
      return CaseOutcome(
        lines(of: written, between: "BEGIN:VCARD\r\nVERSION:3.0\r\n", "END:VCARD\r\n"),
        losses: reading.losses + written.losses, warnings: reading.warnings)
    default: return try converted(example, source)
    }
  }

  private static func outcome(_ example: Case, ofCalendars source: RepresentationSource) throws -> CaseOutcome
  {
    let reading = try Calendars.read(source)
    let calendars = reading.value
    let written = try calendars.writeICalendar()
    try expectCopies(
      example, of: calendars, written: written, read: { try Calendars.readICalendar($0, isStrict: true) },
      converted: Calendars(jCal: calendars.jCal))
    switch example.outcome.name {
    case "jcal":
      return CaseOutcome(
        try properties(of: calendars.calendars[0].components.map { Calendars([$0]).jCal }, example),
        losses: reading.losses, warnings: reading.warnings)
    case "value": return outcome(of: calendars.table, reading.losses, reading.warnings)
    case "event-2":
      if calendars.calendars[0].first("version")?.values != ["2.0"] {
        example.fail("the version of the calendar is not 2.0")
      }
      // The identifier and the time of the last change are derived from the other properties.
      let text = String(decoding: written.data, as: UTF8.self).replacing("\r\n ", with: "")
      let event = text.components(separatedBy: "BEGIN:VEVENT\r\n").last?.components(
        separatedBy: "END:VEVENT\r\n")[0]
      let lines = (event ?? text).components(separatedBy: "\r\n").filter {
        !$0.hasPrefix("DTSTAMP:") && !$0.hasPrefix("UID:")
      }
      return CaseOutcome(
        lines.joined(separator: "\n"), losses: reading.losses + written.losses, warnings: reading.warnings)
    default: return try converted(example, source)
    }
  }

  /// What is written by the conversion to the type of the outcome.
  private static func converted(_ example: Case, _ source: RepresentationSource) throws -> CaseOutcome {
    let type = try require(types[example.setting("to") ?? example.outcome.name])
    let result = try ConversionRegistry(.standard).plan(from: [source.typeIdentifier], to: type).run(
      on: source)
    let text = String(decoding: result.data, as: UTF8.self)
    return CaseOutcome(
      type == "com.apple.ical.ics" ? text.replacing("\r\n", with: "\n") : text, losses: result.losses,
      warnings: result.warnings)
  }

  private static func outcome(of table: Reading<Table>, _ losses: [Loss], _ warnings: [String]) -> CaseOutcome
  {
    let names = StructuredValue.array((table.value.columns ?? []).map { .string($0) })
    let rows = table.value.rows.map { StructuredValue.array($0.map { $0 ?? .null }) }
    return CaseOutcome(
      Reading(.array([names] + rows), losses: losses + table.losses, warnings: warnings + table.warnings))
  }

  /// The properties of components as JSON, on one line or on a line each as in the case.
  private static func properties(of components: [StructuredValue], _ example: Case) throws -> String {
    let texts = try components.flatMap { component -> [String] in
      guard case .array(let properties)? = component[1] else { return ["no properties: \(component)"] }
      return try properties.filter { $0[0] != "version" }.map {
        String(decoding: try $0.writeJSON().data, as: UTF8.self)
      }
    }
    let isOneLine = !example.outcome.text.hasSuffix("\n")
    return isOneLine ? texts.joined(separator: " ") : texts.map { "\($0)\n" }.joined()
  }

  /// The lines between the first and the last lines of a file, each of which ends with a carriage return and a line
  /// feed.
  private static func lines(of written: Written, between first: String, _ last: String) -> String {
    let text = String(decoding: written.data, as: UTF8.self)
    guard text.hasPrefix(first), text.hasSuffix(last) else { return text }
    let lines = String(text.dropFirst(first.count).dropLast(last.count))
    return lines.replacing("\r\n", with: "\n")
  }

  /// Expects that a value is the same after it is written and read, and after a round trip through JSON.
  private static func expectCopies<Value: Equatable>(
    _ example: Case, of value: Value, written: Written, read: (Data) throws -> Reading<Value>,
    converted: Value
  ) throws {
    let again = try read(written.data)
    if again.value != value || !(written.losses + again.losses).isEmpty || !again.warnings.isEmpty {
      example.fail(
        "the value changes when it is written and read: \(again.value), \(again.losses), \(again.warnings)")
    }
    if converted != value { example.fail("the value changes in a round trip through JSON: \(converted)") }
  }
}

import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import ContactFormats
@testable import StructuredFormats
@testable import TextEncodings

/// iCalendar: derived properties, and laws on random calendars.
///
/// The cases of single properties are in `Tests/Cases/cards`.
struct CalendarTests {
  private static let registry = ConversionRegistry(.text + .structuredValues + .cards)

  private func calendar(_ lines: [String], version: String = "2.0") throws -> Calendars {
    let text =
      (["BEGIN:VCALENDAR", "VERSION:\(version)", "BEGIN:VEVENT"] + lines + [
        "END:VEVENT", "END:VCALENDAR", "",
      ])
      .joined(separator: "\r\n")
    let reading = try Calendars.readICalendar(Data(text.utf8))
    expectEmpty(reading.warnings)
    return reading.value
  }

  /// An event of vCalendar 1.0, converted to iCalendar 2.0.
  private func modern(_ lines: [String]) throws -> (text: String, losses: [String]) {
    let text =
      (["BEGIN:VCALENDAR", "VERSION:1.0", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR", ""])
      .joined(separator: "\r\n")
    let reading = try Calendars.readICalendar(Data(text.utf8))
    let written = try reading.value.writeICalendar().data
    try expectEqual(Calendars.readICalendar(written).value, reading.value)
    return (
      String(decoding: written, as: UTF8.self).replacing("\r\n ", with: ""), reading.losses.map(\.description)
    )
  }

  @Test func anAlarmThatWouldStandTooDeepIsLost() throws {
    let parts = Array(repeating: "BEGIN:VEVENT", count: 31)
    let text = (["BEGIN:VCALENDAR", "VERSION:1.0"] + parts + ["DALARM:20260501T095500Z;;;x", ""])
      .joined(separator: "\r\n")
    let reading = try Calendars.readICalendar(Data(text.utf8))
    expectEqual(reading.losses.map(\.description), ["metadata in 1 place (alarms)"])
    try expectEqual(Calendars.readICalendar(reading.value.writeICalendar().data).value, reading.value)
  }

  @Test func requiredPropertiesAreDerivedFromTheOthers() throws {
    let lines = ["SUMMARY:Tea", "DTSTART:20260501T100000Z", "LAST-MODIFIED:20260401T080000Z"]
    let (text, losses) = try modern(lines)
    expectEmpty(losses)
    expect(text.contains("PRODID:-//Proffer//Proffer//EN\r\n"), text)
    expect(text.contains("DTSTAMP:20260401T080000Z\r\n"), text)
    #expect(
      text.firstMatch(of: /\r\nUID:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\r\n/)
        != nil)
    try expectEqual(modern(lines).text, text)
    let other = try modern(["SUMMARY:Coffee"]).text
    expect(other.contains("DTSTAMP:19700101T000000Z\r\n"), other)
    func identifier(_ text: String) -> Substring? {
      text.split(separator: "\r\n").first { $0.hasPrefix("UID:") }
    }
    expectNotEqual(identifier(other), identifier(text))
    let own = try modern(["UID:mine", "SUMMARY:Tea"]).text
    expectEqual(identifier(own), "UID:mine")
  }

  @Test func whatIsWrittenReadsBackAsTheSame() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomContent(seed: seed)
    for _ in 0..<Repetitions.count(60, long: 200) {
      let calendars = Calendars([random.calendar()])
      let written = try calendars.writeICalendar()
      let back = try Calendars.readICalendar(written.data, isStrict: true)
      let difference = back.value.calendars[0].difference(from: calendars.calendars[0])
      expectEqual(back.value == calendars, true, "seed \(seed): \(difference)")
      try expectEqual(Calendars(jCal: calendars.jCal), calendars, "seed \(seed)")
    }
  }

  @Test func jCalIsWrittenAsACalendarThroughJSON() throws {
    let calendars = try calendar(["SUMMARY:Tea", "DTSTART:20260101T100000Z"])
    let json = try calendars.jCal.writeJSON(.pretty).data
    let plan = try Self.registry.plan(from: ["public.json"], to: "com.apple.ical.ics")
    let result = try plan.run(on: RepresentationSource(json, typeIdentifier: "public.json"))
    try expectEqual(Calendars.readICalendar(result.data).value, calendars)
    let back = try Self.registry.plan(from: ["com.apple.ical.ics"], to: "public.json")
      .run(on: RepresentationSource(result.data, typeIdentifier: "com.apple.ical.ics"))
    expectEqual(back.data, json)
    expectEmpty(back.losses)
  }
}

import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import ContactFormats
@testable import StructuredFormats
@testable import TextEncodings

/// iCalendar as text and as jCal.
struct CalendarTests {
  private static let registry = ConversionRegistry(.text + .structuredValues + .cards)

  private func calendar(_ lines: [String], version: String = "2.0") throws -> Calendars {
    let text =
      (["BEGIN:VCALENDAR", "VERSION:\(version)", "BEGIN:VEVENT"] + lines + [
        "END:VEVENT", "END:VCALENDAR", "",
      ])
      .joined(separator: "\r\n")
    let reading = try Calendars.readICalendar(Data(text.utf8))
    #expect(reading.warnings.isEmpty, "\(reading.warnings)")
    return reading.value
  }

  private func json(_ line: String, version: String = "2.0") throws -> String {
    let calendars = try calendar([line], version: version)
    let property = try #require(calendars.jCal[2]?[0]?[1]?[0])
    let written = try Calendars.readICalendar(try calendars.writeICalendar().data)
    #expect(written.value == calendars)
    return String(decoding: try property.writeJSON().data, as: UTF8.self)
  }

  @Test(arguments: [
    ("DTSTART:20080205T191224Z", #"["dtstart",{},"date-time","2008-02-05T19:12:24Z"]"#),
    ("DTSTART;VALUE=DATE:20081006", #"["dtstart",{},"date","2008-10-06"]"#),
    (
      "DTSTART;TZID=Europe/Berlin:20080205T191224",
      #"["dtstart",{"tzid":"Europe/Berlin"},"date-time","2008-02-05T19:12:24"]"#
    ),
    ("GEO:37.386013;-122.082932", #"["geo",{},"float",[37.386013,-122.082932]]"#),
    ("REQUEST-STATUS:2.0;Success", #"["request-status",{},"text",["2.0","Success"]]"#),
    ("CATEGORIES:A,B\\,C", #"["categories",{},"text","A","B,C"]"#),
    (
      "EXDATE:20080205T191224Z,20080206T191224Z",
      ##"["exdate",{},"date-time","2008-02-05T19:12:24Z","2008-02-06T19:12:24Z"]"##
    ),
    (
      "RRULE:FREQ=YEARLY;COUNT=5;BYDAY=-1SU,2MO;BYMONTH=10",
      #"["rrule",{},"recur",{"freq":"YEARLY","count":5,"byday":["-1SU","2MO"],"bymonth":10}]"#
    ),
    (
      "RRULE:FREQ=DAILY;UNTIL=20080205T191224Z",
      #"["rrule",{},"recur",{"freq":"DAILY","until":"2008-02-05T19:12:24Z"}]"#
    ),
    (
      "FREEBUSY:19970308T160000Z/PT3H,19970308T200000Z/19970308T210000Z",
      #"["freebusy",{},"period",["1997-03-08T16:00:00Z","PT3H"],["1997-03-08T20:00:00Z","1997-03-08T21:00:00Z"]]"#
    ),
    ("PRIORITY:1", #"["priority",{},"integer",1]"#), ("PRIORITY:high", #"["priority",{},"integer","high"]"#),
    (
      "ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:SGk=",
      #"["attach",{"fmttype":"text/plain"},"binary","SGk="]"#
    ),
    ("ATTENDEE;CN=\"A, B\":mailto:a@b.c", #"["attendee",{"cn":"A, B"},"cal-address","mailto:a@b.c"]"#),
    ("TRIGGER:-PT10M", #"["trigger",{},"duration","-PT10M"]"#), ("X-WR:1;2", #"["x-wr",{},"unknown","1;2"]"#),
  ])
  func aLineIsAPropertyOfJCal(line: String, expected: String) throws {
    #expect(try json(line) == expected)
  }

  @Test(arguments: [
    ("RRULE:D1 #10", "FREQ=DAILY;INTERVAL=1;COUNT=10"),
    ("RRULE:W2 MO WE #0", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"),
    ("RRULE:MP1 1+ FR 2- SU 20001224T000000", "FREQ=MONTHLY;INTERVAL=1;BYDAY=1FR,-2SU;UNTIL=20001224T000000"),
    ("RRULE:MD1 7 LD", "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=7,-1;COUNT=2"),
    ("RRULE:YM1 6 7 #8", "FREQ=YEARLY;INTERVAL=1;BYMONTH=6,7;COUNT=8"), ("RRULE:Q9", "Q9"),
  ])
  func vCalendarRulesBecomeICalendarRules(line: String, rule: String) throws {
    let written = try calendar([line], version: "1.0").writeICalendar().data
    let text = String(decoding: written, as: UTF8.self)
    #expect(text.contains("RRULE:\(rule)\r\n"), "\(text)")
    #expect(text.contains("VERSION:2.0\r\n"))
  }

  /// An event of vCalendar 1.0, converted to iCalendar 2.0.
  private func modern(_ lines: [String]) throws -> (text: String, losses: [String]) {
    let text =
      (["BEGIN:VCALENDAR", "VERSION:1.0", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR", ""])
      .joined(separator: "\r\n")
    let reading = try Calendars.readICalendar(Data(text.utf8))
    let written = try reading.value.writeICalendar().data
    #expect(try Calendars.readICalendar(written).value == reading.value)
    return (
      String(decoding: written, as: UTF8.self).replacing("\r\n ", with: ""), reading.losses.map(\.description)
    )
  }

  @Test(arguments: [
    (
      "DALARM:20260501T095500Z;PT5M;2;hi",
      "TRIGGER;VALUE=DATE-TIME:20260501T095500Z\nACTION:DISPLAY\nDESCRIPTION:hi\nREPEAT:2\nDURATION:PT5M"
    ),
    ("DALARM:20260501T094500;;;", "TRIGGER:-PT15M\nACTION:DISPLAY\nDESCRIPTION:Tea"),
    ("DALARM:20260502T100001;;0;x", "TRIGGER:P1DT1S\nACTION:DISPLAY\nDESCRIPTION:x"),
    ("DALARM:20260501T100000;;0;x\\;y", "TRIGGER:PT0S\nACTION:DISPLAY\nDESCRIPTION:x\\;y"),
    (
      "AALARM;TYPE=WAVE;VALUE=URL:20260301T100000;PT1H;1;file:///a.wav",
      "TRIGGER:-P61D\nACTION:AUDIO\nATTACH:file:///a.wav\nREPEAT:1\nDURATION:PT1H"
    ),
    (
      "MALARM:20260501T095500Z;;;a@b.c;Come",
      "TRIGGER;VALUE=DATE-TIME:20260501T095500Z\nACTION:EMAIL\nSUMMARY:Tea\nDESCRIPTION:Come\nATTENDEE:mailto:a@b.c"
    ),
  ])
  func vCalendarAlarmsBecomeICalendarAlarms(line: String, alarm: String) throws {
    let (text, losses) = try modern(["SUMMARY:Tea", "DTSTART:20260501T100000", line])
    let expected = "BEGIN:VALARM\r\n\(alarm.replacing("\n", with: "\r\n"))\r\nEND:VALARM"
    #expect(text.contains(expected), "\(text)")
    #expect(losses.isEmpty)
    #expect(!text.contains("ALARM:2"))
  }

  @Test(arguments: [
    ("PALARM:20260501T095500Z;;;run", ["metadata in 1 place (alarms)"]),
    ("DALARM:soon;;;x", ["metadata in 1 place (alarms)"]),
    ("MALARM:20260501T095500Z;;;;x", ["metadata in 1 place (alarms)"]),
    ("DALARM:20260501T095500Z;P1M;2;x", ["metadata in 1 place (alarm repetitions)"]),
    ("DALARM:20260501T095500Z;PT;2;x", ["metadata in 1 place (alarm repetitions)"]),
    ("AALARM;TYPE=PCM;VALUE=CONTENT-ID:20260501T095500Z;;;<a@b>", ["metadata in 1 place (alarm sounds)"]),
    ("DALARM:;;;", []),
  ])
  func alarmsThatICalendarLacksAreCounted(line: String, expected: [String]) throws {
    let (text, losses) = try modern(["DTSTART:20260501T100000Z", line])
    #expect(losses == expected)
    #expect(!text.contains("\nDALARM") && !text.contains("\nPALARM"))
  }

  @Test func anAlarmOfAToDoIsRelativeToItsDueTime() throws {
    let (text, losses) = try modern(["DUE:20260501T100000", "DALARM:20260430T100000;;;x"])
    #expect(text.contains("TRIGGER;RELATED=END:-P1D\r\n"), "\(text)")
    #expect(losses.isEmpty)
    #expect(try modern(["DALARM:20260430T100000;;;x"]).losses == ["metadata in 1 place (alarms)"])
  }

  @Test func anAlarmThatWouldStandTooDeepIsLost() throws {
    let parts = Array(repeating: "BEGIN:VEVENT", count: 31)
    let text = (["BEGIN:VCALENDAR", "VERSION:1.0"] + parts + ["DALARM:20260501T095500Z;;;x", ""])
      .joined(separator: "\r\n")
    let reading = try Calendars.readICalendar(Data(text.utf8))
    #expect(reading.losses.map(\.description) == ["metadata in 1 place (alarms)"])
    #expect(try Calendars.readICalendar(reading.value.writeICalendar().data).value == reading.value)
  }

  @Test func requiredPropertiesAreDerivedFromTheOthers() throws {
    let lines = ["SUMMARY:Tea", "DTSTART:20260501T100000Z", "LAST-MODIFIED:20260401T080000Z"]
    let (text, losses) = try modern(lines)
    #expect(losses.isEmpty)
    #expect(text.contains("PRODID:-//Proffer//Proffer//EN\r\n"))
    #expect(text.contains("DTSTAMP:20260401T080000Z\r\n"))
    #expect(
      text.firstMatch(of: /\r\nUID:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\r\n/)
        != nil)
    #expect(try modern(lines).text == text)
    let other = try modern(["SUMMARY:Coffee"]).text
    #expect(other.contains("DTSTAMP:19700101T000000Z\r\n"))
    func identifier(_ text: String) -> Substring? {
      text.split(separator: "\r\n").first { $0.hasPrefix("UID:") }
    }
    #expect(identifier(other) != identifier(text))
    let own = try modern(["UID:mine", "SUMMARY:Tea"]).text
    #expect(identifier(own) == "UID:mine")
  }

  @Test func iCalendarFilesGetNoDerivedProperties() throws {
    let calendars = try calendar(["SUMMARY:Tea", "DALARM:20260501T095500Z;;;x"])
    #expect(calendars.calendars[0].properties.map(\.name) == ["version"])
    #expect(calendars.calendars[0].components[0].properties.map(\.name) == ["summary", "dalarm"])
  }

  @Test(arguments: [
    ("dtstart", "date-time", "DTSTART:20260501T100000"), ("dtstart", "date", "DTSTART;VALUE=DATE:20260501"),
    ("exdate", "date-time", "EXDATE:20260501T100000"),
    ("recurrence-id", "date-time", "RECURRENCE-ID:20260501T100000"),
    ("trigger", "date-time", "TRIGGER;VALUE=DATE-TIME:20260501T100000"),
    ("x-a", "date-time", "X-A;VALUE=DATE-TIME:20260501T100000"),
    ("x-a", "unknown", "X-A:2026-05-01T10:00:00"),
  ])
  func onlyTypesOtherThanTheDefaultAreWritten(name: String, type: String, line: String) throws {
    let value = type == "date" ? "2026-05-01" : "2026-05-01T10:00:00"
    let json = #"["vcalendar", [["\#(name)", {}, "\#(type)", "\#(value)"]], []]"#
    let calendars = try Calendars(jCal: StructuredValue.readJSON(Data(json.utf8)).value)
    let written = String(decoding: try calendars.writeICalendar().data, as: UTF8.self)
    #expect(written == "BEGIN:VCALENDAR\r\n\(line)\r\nEND:VCALENDAR\r\n")
  }

  @Test func whatIsWrittenReadsBackAsTheSame() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomContent(seed: seed)
    for _ in 0..<Repetitions.count(60, long: 200) {
      let calendars = Calendars([random.calendar()])
      let written = try calendars.writeICalendar()
      let back = try Calendars.readICalendar(written.data, isStrict: true)
      let difference = back.value.calendars[0].difference(from: calendars.calendars[0])
      #expect((back.value == calendars) == true, "seed \(seed): \(difference)")
      #expect(try Calendars(jCal: calendars.jCal) == calendars, "seed \(seed)")
    }
  }

  @Test func jCalIsWrittenAsACalendarThroughJSON() throws {
    let calendars = try calendar(["SUMMARY:Tea", "DTSTART:20260101T100000Z"])
    let json = try calendars.jCal.writeJSON(.pretty).data
    let plan = try Self.registry.plan(from: ["public.json"], to: "com.apple.ical.ics")
    let result = try plan.run(on: RepresentationSource(json, typeIdentifier: "public.json"))
    #expect(try Calendars.readICalendar(result.data).value == calendars)
    let back = try Self.registry.plan(from: ["com.apple.ical.ics"], to: "public.json")
      .run(on: RepresentationSource(result.data, typeIdentifier: "com.apple.ical.ics"))
    #expect(back.data == json)
    #expect(back.losses.isEmpty)
  }

  @Test func anEventIsReadableAsText() throws {
    let calendars = try calendar([
      "SUMMARY:Tea\\, and cake", "DTSTART;TZID=Europe/Berlin:20260501T100000", "DTEND:20260501T090000Z",
      "LOCATION:Garden", "ORGANIZER;CN=Ann:mailto:ann@example.org", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU",
      "DESCRIPTION:one\\ntwo", "UID:1", "X-ODD:1", "BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM",
    ])
    let plan = try Self.registry.plan(from: ["com.apple.ical.ics"], to: "public.utf8-plain-text")
    let result = try plan.run(
      on: RepresentationSource(try calendars.writeICalendar().data, typeIdentifier: "com.apple.ical.ics"))
    #expect(
      String(decoding: result.data, as: UTF8.self) == """
        Tea, and cake
        Start: 2026-05-01 10:00:00 (Europe/Berlin)
        End: 2026-05-01 09:00:00 UTC
        Place: Garden
        Organiser: Ann <ann@example.org>
        Repeats: freq weekly, byday mo tu

        one
        two

        """)
    #expect(
      result.losses.map(\.description) == [
        "metadata in 1 place (components not shown in the text)",
        "metadata in 1 place (identifiers and change dates of entries)",
        "metadata in 1 place (properties not shown in the text)",
      ])
  }
}

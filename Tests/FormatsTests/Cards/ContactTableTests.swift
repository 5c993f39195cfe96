import Foundation
import StandardCoders
import TestSupport
import Testing
import UniformTypes

@testable import ContactFormats
@testable import ProfferConversions
@testable import StructuredFormats

/// Events and cards as rows of tables.
@Suite struct ContactTableTests {
  private func calendarTable(_ lines: String) throws -> Reading<Table> {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(lines)\nEND:VCALENDAR\n"
    return try Calendars.readICalendar(Data(text.utf8)).value.table
  }

  private func cardTable(_ cards: String...) throws -> Reading<Table> {
    let text = cards.map { "BEGIN:VCARD\nVERSION:4.0\n\($0)\nEND:VCARD\n" }.joined()
    return try ContactCards.readVCard(Data(text.utf8)).value.table
  }

  @Test func anEventIsARow() throws {
    let reading = try calendarTable(
      """
      BEGIN:VEVENT
      UID:1
      DTSTAMP:20260101T000000Z
      SUMMARY:Lunch\\, long
      DTSTART:20260501T100000Z
      DTEND;TZID=Europe/Berlin:20260501T130000
      LOCATION:Bonn
      ORGANIZER;CN=Ann:mailto:ann@example.org
      ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:mailto:bob@example.org
      ATTENDEE:mailto:eve@example.org
      RRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=3
      CATEGORIES:A,B
      CATEGORIES:C
      PRIORITY:5
      X-FOO:1
      X-BAR:2
      ATTACH:https://example.org/a
      BEGIN:VALARM
      ACTION:DISPLAY
      END:VALARM
      END:VEVENT
      BEGIN:VEVENT
      UID:2
      DTSTAMP:20260101T000000Z
      SUMMARY:Holiday
      DTSTART;VALUE=DATE:20260502
      DURATION:P1D
      END:VEVENT
      """)
    let table = reading.value
    #expect(
      table.columns == [
        "summary", "start", "end", "duration", "location", "organizer", "attendees", "recurrence",
        "categories",
        "priority", "uid",
      ])
    #expect(
      table.rows == [
        [
          "Lunch, long", .date(Date(timeIntervalSince1970: 1_777_629_600)),
          .localDateTime(try #require(LocalDateTime("2026-05-01T13:00:00"))), nil, "Bonn",
          "Ann <ann@example.org>",
          "Bob <bob@example.org>; eve@example.org", "FREQ=WEEKLY;BYDAY=MO,TU;COUNT=3", "A, B, C", 5, "1",
        ],
        [
          "Holiday", .localDate(try #require(LocalDate("2026-05-02"))), nil, "P1D", nil, nil, nil, nil, nil,
          nil,
          "2",
        ],
      ])
    #expect(
      reading.losses.total() == [
        Loss(.dates, count: 1, detail: "time zones of local times"),
        Loss(.links, count: 1, detail: "property ATTACH"),
        Loss(.metadata, count: 1, detail: "alarms"),
        Loss(.metadata, count: 2, detail: "other properties"),
        Loss(.metadata, count: 1, detail: "parameters of properties"),
        Loss(.metadata, count: 2, detail: "property DTSTAMP"),
      ])
  }

  @Test func theKindIsAColumnIfThereAreSeveralKinds() throws {
    let table = try calendarTable(
      "BEGIN:VTODO\nSUMMARY:a\nDUE:20260501T100000\nEND:VTODO\nBEGIN:VEVENT\nSUMMARY:b\nEND:VEVENT"
    ).value
    #expect(table.columns == ["kind", "summary", "due"])
    #expect(table.rows.map { $0[0] } == ["to-do", "event"])
    #expect(try calendarTable("BEGIN:VTODO\nSUMMARY:a\nEND:VTODO").value.columns == ["summary"])
    #expect(try calendarTable("X-WR-CALNAME:a").value.rows.isEmpty)
  }

  @Test func aCardIsARow() throws {
    let reading = try cardTable(
      """
      FN:Dr. Ann Lee
      N:Lee;Ann;Mary,Sue;Dr.;
      ORG:Acme;Sales
      EMAIL;TYPE=work:a@example.org
      EMAIL;TYPE=home;PREF=1:b@example.org
      TEL;VALUE=uri;TYPE="voice,cell":tel:+1-2
      TEL;TYPE=cell:3
      ADR;TYPE=home:;;Main St. 1;Bonn;;53111;Germany
      BDAY:19800131
      PHOTO:data:image/png;base64,AA==
      X-FOO:1
      """, "FN:Eve\nBDAY:--0131\nTEL;TYPE=x-car:4\nGENDER:F")
    let table = reading.value
    #expect(
      table.columns == [
        "full name", "prefix", "given name", "additional names", "family name", "organization",
        "email (home)",
        "email (work)", "phone", "phone (cell)", "address (home)", "birthday",
      ])
    #expect(
      table.rows.first == [
        "Dr. Ann Lee", "Dr.", "Ann", "Mary Sue", "Lee", "Acme, Sales", "b@example.org", "a@example.org", nil,
        "+1-2; 3", "Main St. 1, Bonn, 53111, Germany", .localDate(try #require(LocalDate("1980-01-31"))),
      ])
    #expect(
      table.rows.last == ["Eve", nil, nil, nil, nil, nil, nil, nil, "4", nil, nil, "--01-31"])
    #expect(
      reading.losses.total() == [
        Loss(.formatting, count: 1, detail: "the components of addresses"), Loss(.images, count: 1),
        Loss(.metadata, count: 1, detail: "other properties"),
        Loss(.metadata, count: 1, detail: "other type labels"),
        Loss(.metadata, count: 1, detail: "parameters of properties"),
        Loss(.metadata, count: 1, detail: "property GENDER"),
      ])
  }

  @Test func manyPropertiesAndLabelsMakeFewColumnsAndLosses() throws {
    let lines = (0..<5000).map { "X-A\($0):1\nTEL;TYPE=x\($0):1" }.joined(separator: "\n")
    let reading = try cardTable("FN:a\n\(lines)")
    #expect(reading.value.columns == ["full name", "phone"])
    #expect(reading.losses.count == 2)
  }

  @Test(arguments: [
    ("com.apple.ical.ics", "public.json", ["calendars to jcal"]),
    ("public.vcard", "public.json", ["cards to jcard"]),
    ("com.apple.ical.ics", "com.apple.xml-property-list", ["calendars to jcal"]),
    ("com.apple.ical.ics", "public.comma-separated-values-text", ["calendars to table"]),
    ("public.vcard", "public.tab-separated-values-text", ["cards to table"]),
    ("com.apple.ical.ics", "public.utf8-plain-text", ["calendars to text"]),
    ("public.vcard", "public.utf8-plain-text", ["cards to text"]),
  ])
  func onlyTablesAreMadeByWayOfTables(from source: String, to destination: String, bridges: [String]) throws {
    let plan = try ConversionRegistry(.standard, types: .standard).plan(from: [source], to: destination)
    #expect(plan.bridges.map(\.name) == bridges)
  }

  @Test(arguments: [
    "public.html", "org.openxmlformats.wordprocessingml.document", "net.daringfireball.markdown",
  ])
  func formattedTextIsMadeByWayOfText(destination: String) throws {
    let registry = ConversionRegistry(.standard, types: .standard)
    let calendars = try registry.plan(from: ["com.apple.ical.ics"], to: destination)
    #expect(calendars.bridges.first?.name == "calendars to text")
    let cards = try registry.plan(from: ["public.vcard"], to: destination)
    #expect(cards.bridges.first?.name == "cards to text")
  }
}

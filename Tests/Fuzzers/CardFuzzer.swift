import ContactFormats
import Foundation
import ProfferConversions
import TestSupport

/// Cards and calendars: an accepted value survives being written and read again, also as jCard and jCal.
struct CardFuzzer: Fuzzer {
  let material: Material

  /// The seeds are those of `ownMaterial` and the inputs of the cases.
  init() throws {
    var material = try Self.ownMaterial.addingCases("vcard", in: "cards").addingCases(
      "icalendar", in: "cards")
    // These sections have the lines of a card, or of an event, of a version.
    for (section, version) in [("card-2", "2.1"), ("card-3", "3.0"), ("card-4", "4.0")] {
      for lines in try CaseFolder.contents(of: section, in: "cards") {
        material.seeds.append(
          Array("BEGIN:VCARD\nVERSION:\(version)\n".utf8) + lines + Array("\nEND:VCARD\n".utf8))
      }
    }
    for (section, version) in [("event-1", "1.0"), ("event-2", "2.0")] {
      for lines in try CaseFolder.contents(of: section, in: "cards") {
        material.seeds.append(
          Array("BEGIN:VCALENDAR\nVERSION:\(version)\nBEGIN:VEVENT\n".utf8) + lines
            + Array("\nEND:VEVENT\nEND:VCALENDAR\n".utf8))
      }
    }
    self.material = material
  }

  private static let ownMaterial = Material(
    seeds: [
      """
      BEGIN:VCARD
      VERSION:3.0
      N:Doe;John;Q.,Public;;
      item1.TEL;TYPE="home,voice",work;PREF=1:+1
      BDAY:--0203
      PHOTO;ENCODING=b;TYPE=JPEG:/9j/
       4AAQ
      NOTE:a\\, b\\n^n
      END:VCARD
      """,
      "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;QUOTED-PRINTABLE:J=C3=\n=B6\nNOTE:one\n two\nEND:VCARD\n",
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VEVENT
      DTSTART;TZID=Europe/Berlin:20260501T100000
      RRULE:FREQ=WEEKLY;BYDAY=MO,2TU;COUNT=3
      GEO:1.5;-2
      EXDATE:20260502T100000Z,20260503
      END:VEVENT
      END:VCALENDAR
      """,
      "BEGIN:VCALENDAR\nVERSION:1.0\nBEGIN:VEVENT\nRRULE:MP1 1+ FR 2- SU #3\nEND:VEVENT\nEND:VCALENDAR\n",
      """
      BEGIN:VCALENDAR
      VERSION:1.0
      BEGIN:VTODO
      DTSTART:20260501T100000
      DALARM:20260501T095500;PT5M;2;a\\;b
      MALARM:20260501T095500Z;P1DT1H;1;a@b.c;d
      END:VTODO
      END:VCALENDAR
      """,
      "BEGIN:VCARD\nVERSION:2.1\nN:Doe;John\nAGENT:\nBEGIN:VCARD\nORG:A;B\nEND:VCARD\nAGENT:C\nEND:VCARD\n",
    ].map { Array($0.utf8) },
    words: [
      "BEGIN:", "END:", "VCARD", "VEVENT", "\n", "\r\n", "\n ", ";", ":", ",", "\\", "\\n", "\"", "^n", "=\n",
      "ENCODING=QUOTED-PRINTABLE", ";ENCODING=B", ";CHARSET=Shift_JIS", "VALUE=", "item1.", "VERSION:4.0",
      "FREQ=", "T000000Z", "--", "DALARM:", "AALARM;VALUE=URL:", "VERSION:1.0\n", "AGENT:",
    ],
    pairs: [("BEGIN:VEVENT\n", "END:VEVENT\n"), ("\"", "\"")],
    shapes: [
      GrowingShape("BEGIN:VCARD\nNOTE:", repeating: "\\,", "\nEND:VCARD"),
      GrowingShape("BEGIN:VCARD\nN:", repeating: ";a,", "\nEND:VCARD"),
      GrowingShape("BEGIN:VCARD\nNOTE:", repeating: "x\n ", "\nEND:VCARD"),
      GrowingShape("BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:", repeating: "=\n", ""),
      GrowingShape("BEGIN:VCARD\nTEL", repeating: ";A=b", ":1\nEND:VCARD"),
      GrowingShape("BEGIN:VCARD\nTEL;T=", repeating: "\"a\",", ":1\nEND:VCARD"),
      GrowingShape(repeating: "\""), GrowingShape("BEGIN:VCARD\n", repeating: "x\n", "END:VCARD"),
      GrowingShape("BEGIN:VCARD\n", repeating: "FN:a\n", "END:VCARD"),
      GrowingShape(repeating: "BEGIN:VCARD\nEND:VCARD\n"),
      GrowingShape(
        "BEGIN:VCALENDAR\nVERSION:1.0\nBEGIN:VEVENT\n", repeating: "A:\nDALARM:20260501T095500;;;\n",
        "END:VEVENT"),
      GrowingShape("BEGIN:VCALENDAR\nRRULE:", repeating: "BYDAY=MO;", "\nEND:VCALENDAR"),
    ])

  func check(_ input: [UInt8]) throws(Finding) {
    try check(
      { try ContactCards.readVCard(Data(input)).value }, write: { try $0.writeVCard().data },
      read: { try ContactCards.readVCard($0).value }, convert: { try ContactCards(jCard: $0.jCard) })
    try check(
      { try Calendars.readICalendar(Data(input)).value }, write: { try $0.writeICalendar().data },
      read: { try Calendars.readICalendar($0).value }, convert: { try Calendars(jCal: $0.jCal) })
  }

  /// Checks that a value that was read and written stays the same in further round trips.
  private func check<Value: Equatable>(
    _ input: () throws -> Value, write: (Value) throws -> Data, read: (Data) throws -> Value,
    convert: (Value) throws -> Value
  ) throws(Finding) {
    do {
      guard let value = try? input() else { return }
      let written = try write(value)
      let again = try read(written)
      let stable = try write(again) == write(read(write(again)))
      try Finding.unless(stable, "after writing and reading, the value differs")
      try Finding.unless(try convert(value) == value, "after a round trip through JSON, the value differs")
    } catch let finding as Finding {
      throw finding
    } catch {
      try Finding.unless(false, "a value that was read cannot be written and read: \(error)")
    }
  }
}

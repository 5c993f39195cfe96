import Foundation
import StandardCoders
import TestSupport
import Testing
import UniformTypes

@testable import ContactFormats
@testable import ProfferConversions
@testable import StructuredFormats

/// The limits of tables of events and cards, and the paths that conversions of them take.
///
/// The cases of tables are in `Tests/Cases/cards`.
@Suite struct ContactTableTests {
  @Test func manyPropertiesAndLabelsMakeFewColumnsAndLosses() throws {
    let lines = (0..<5000).map { "X-A\($0):1\nTEL;TYPE=x\($0):1" }.joined(separator: "\n")
    let text = "BEGIN:VCARD\nVERSION:4.0\nFN:a\n\(lines)\nEND:VCARD\n"
    let reading = try ContactCards.readVCard(Data(text.utf8)).value.table
    expectEqual(reading.value.columns, ["full name", "phone"])
    expectEqual(reading.losses.count, 2)
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
    expectEqual(plan.bridges.map(\.name), bridges)
  }

  @Test(arguments: [
    "public.html", "org.openxmlformats.wordprocessingml.document", "net.daringfireball.markdown",
  ])
  func formattedTextIsMadeByWayOfText(destination: String) throws {
    let registry = ConversionRegistry(.standard, types: .standard)
    let calendars = try registry.plan(from: ["com.apple.ical.ics"], to: destination)
    expectEqual(calendars.bridges.first?.name, "calendars to text")
    let cards = try registry.plan(from: ["public.vcard"], to: destination)
    expectEqual(cards.bridges.first?.name, "cards to text")
  }
}

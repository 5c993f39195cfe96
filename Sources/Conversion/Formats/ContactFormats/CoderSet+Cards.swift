public import Conversions
import StructuredFormats
import TextEncodings

extension CoderSet {
  /// vCard and iCalendar: as text for people, as jCard and jCal for programs, and written anew.
  ///
  /// Only a structured value that is jCard or jCal becomes a card or a calendar; any other is an error
  /// (`wrongFormat`). vCard 2.1 and 3.0 are read and 4.0 is written; vCalendar 1.0 is read and iCalendar written.
  public static let cards = CoderSet(
    readers: [
      RepresentationReader(
        "vcard", reads: ["public.vcard"], as: .contactCards, mayLose: [.characters, .metadata]
      ) { try ContactCards.read($0) },
      RepresentationReader(
        "icalendar", reads: ["com.apple.ical.ics", "com.apple.ical.vcs"], as: .calendars,
        mayLose: [.characters, .metadata]
      ) { try Calendars.read($0) },
    ],
    writers: [
      RepresentationWriter("vcard", writes: ["public.vcard"], from: .contactCards) { cards, _ in
        try cards.writeVCard()
      },
      RepresentationWriter("icalendar", writes: ["com.apple.ical.ics"], from: .calendars) { calendars, _ in
        try calendars.writeICalendar()
      },
    ],
    bridges: [
      ValueBridge("cards to jcard", from: .contactCards, to: .structuredValue) { Reading($0.jCard) },
      ValueBridge("calendars to jcal", from: .calendars, to: .structuredValue) { Reading($0.jCal) },
      ValueBridge("jcard to cards", from: .structuredValue, to: .contactCards, takes: .few) {
        Reading(try ContactCards(jCard: $0))
      },
      ValueBridge("jcal to calendars", from: .structuredValue, to: .calendars, takes: .few) {
        Reading(try Calendars(jCal: $0))
      },
      ValueBridge(
        "cards to text", from: .contactCards, to: .text, mayLose: [.metadata, .formatting, .images]
      ) { $0.plainText },
      ValueBridge("calendars to text", from: .calendars, to: .text, mayLose: [.metadata, .formatting]) {
        $0.plainText
      },
    ])
}

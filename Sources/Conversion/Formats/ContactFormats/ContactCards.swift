public import Foundation
public import ProfferConversions
package import StructuredFormats
import TextEncodings

/// The cards of a vCard file in the form of version 4.0, whichever version they were read from.
public struct ContactCards: Sendable, Equatable {
  /// The cards, in order; each is named `vcard` and has no parts.
  package var cards: [ContentComponent]

  /// Makes a file of cards.
  package init(_ cards: [ContentComponent]) { self.cards = cards }
}

/// The calendars of an iCalendar file, with their events, to-dos and time zones.
public struct Calendars: Sendable, Equatable {
  /// The calendars, in order; each is named `vcalendar`.
  package var calendars: [ContentComponent]

  /// Makes a file of calendars.
  package init(_ calendars: [ContentComponent]) { self.calendars = calendars }
}

extension ValueKind<ContactCards> {
  /// Cards of people and organisations.
  public static let contactCards = ValueKind(ContactCards.self, name: "contact cards")
}

extension ValueKind<Calendars> {
  /// Calendars with events and to-dos.
  public static let calendars = ValueKind(Calendars.self, name: "calendars")
}

extension ContactCards {
  /// Reads a vCard file of version 2.1, 3.0 or 4.0.
  ///
  /// What older versions say in their own way is said in that of 4.0: pictures in base64 become `data:` URLs,
  /// the type `pref` a parameter, an agent a related person, quoted-printable text and other encodings plain text; a
  /// card without a formatted name gets one of its name. A line that is not a property is left out with a warning.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - isStrict: whether malformed lines are errors instead.
  /// - Returns: the cards, with what was lost.
  /// - Throws: `CoderError`: `wrongFormat` when there is no card, `tooDeep`; of strict reading also
  ///   `unexpectedCharacter` and `unexpectedEnd`.
  public static func readVCard(_ data: Data, isStrict: Bool = false) throws -> Reading<ContactCards> {
    var source = RepresentationSource(data, typeIdentifier: "public.vcard")
    source.isStrict = isStrict
    return try read(source)
  }

  static func read(_ source: RepresentationSource) throws -> Reading<ContactCards> {
    let reading = try ContentReader.components(in: source, .vCard)
    return Reading(ContactCards(reading.value), losses: reading.losses, warnings: reading.warnings)
  }

  /// Writes vCard 4.0 (RFC 6350), in UTF-8 and folded.
  ///
  /// - Returns: the bytes, with what was lost.
  /// - Throws: `CoderError` (`unwritable`) for a property's name that a line cannot have.
  public func writeVCard() throws -> Written { try ContentWriter.written(cards, .vCard) }

  /// Writes vCard 3.0 (RFC 2426), in UTF-8 and folded, for programs that do not read version 4.0.
  ///
  /// What version 3.0 says in another way is said in that: `data:` URLs become base64, the preference a type, the sorting
  /// and the label of an address properties of their own. A property that it has not is written with `X-` before its name.
  /// That, and every parameter that it has not, counts as lost (`metadata`).
  ///
  /// - Returns: the bytes, with what was lost.
  /// - Throws: `CoderError` (`unwritable`) for a property's name that a line cannot have.
  public func writeVCard3() throws -> Written {
    var losses = LossCounter()
    let older = cards.map { $0.inVersion3(&losses) }
    return try ContentWriter.written(
      older, .vCard3, ContentForm(isLegacy: false, isBeforeVersion4: true), losses: losses.total)
  }

  /// The cards as jCard (RFC 7095); several are an array of such.
  package var jCard: StructuredValue { ContentComponent.structuredValue(of: cards, .vCard) }

  /// Makes cards of jCard, or of an array of such.
  ///
  /// - Throws: `CoderError` (`wrongFormat`) for any other value.
  package init(jCard value: StructuredValue) throws {
    self.init(try ContentComponent.components(of: value, .vCard))
  }
}

extension Calendars {
  /// Reads iCalendar (RFC 5545), or vCalendar 1.0, whose rules of recurrence and alarms become those of iCalendar.
  ///
  /// Properties that iCalendar requires and vCalendar does not are derived from the others, the same each time:
  /// identifiers from all properties of an event, and the time of its last change. Alarms that iCalendar has no form
  /// for count as lost (`metadata`).
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - isStrict: whether malformed lines are errors; otherwise they are left out with a warning.
  /// - Returns: the calendars, with what was lost.
  /// - Throws: `CoderError`: `wrongFormat` when there is no calendar, `tooDeep`; of strict reading also
  ///   `unexpectedCharacter` and `unexpectedEnd`.
  public static func readICalendar(_ data: Data, isStrict: Bool = false) throws -> Reading<Calendars> {
    var source = RepresentationSource(data, typeIdentifier: "com.apple.ical.ics")
    source.isStrict = isStrict
    return try read(source)
  }

  static func read(_ source: RepresentationSource) throws -> Reading<Calendars> {
    let reading = try ContentReader.components(in: source, .iCalendar)
    return Reading(Calendars(reading.value), losses: reading.losses, warnings: reading.warnings)
  }

  /// Writes iCalendar (RFC 5545), in UTF-8 and folded.
  ///
  /// - Returns: the bytes, with what was lost.
  /// - Throws: `CoderError` (`unwritable`) for a property's name that a line cannot have.
  public func writeICalendar() throws -> Written { try ContentWriter.written(calendars, .iCalendar) }

  /// The calendars as jCal (RFC 7265); several are an array of such.
  package var jCal: StructuredValue { ContentComponent.structuredValue(of: calendars, .iCalendar) }

  /// Makes calendars of jCal, or of an array of such.
  ///
  /// - Throws: `CoderError` (`wrongFormat`) for any other value.
  package init(jCal value: StructuredValue) throws {
    self.init(try ContentComponent.components(of: value, .iCalendar))
  }
}

extension CoderSet {
  /// vCard and iCalendar: as text for people, as jCard and jCal for programs, and written again.
  ///
  /// Only a structured value that is jCard or jCal becomes a card or a calendar; any other is an error
  /// (`wrongFormat`). vCard 2.1 and 3.0 are read, 4.0 is written, and 3.0 by the
  /// writer of that name; vCalendar 1.0 is read and iCalendar written.
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
      RepresentationWriter(
        "vcard 3.0", writes: ["public.vcard"], from: .contactCards, mayLose: [.characters, .metadata]
      ) { cards, _ in try cards.writeVCard3() },
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

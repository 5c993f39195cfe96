public import Foundation
public import ProfferConversions
package import StructuredFormats
import TextEncodings

/// The cards of a vCard file, converted to version 4.0.
///
/// The file itself can have another version.
public struct ContactCards: Sendable, Equatable {
  /// The cards, in order.
  ///
  /// Each card is a component named `vcard`, without child components.
  package var cards: [ContentComponent]

  /// Makes a vCard file from cards.
  package init(_ cards: [ContentComponent]) { self.cards = cards }
}

/// The calendars of an iCalendar file, with their events, to-dos and time zones.
public struct Calendars: Sendable, Equatable {
  /// The calendars, in order.
  ///
  /// Each calendar is a component named `vcalendar`.
  package var calendars: [ContentComponent]

  /// Makes an iCalendar file from calendars.
  package init(_ calendars: [ContentComponent]) { self.calendars = calendars }
}

extension ValueKind<ContactCards> {
  /// Cards of people and organisations.
  public static let contactCards = ValueKind(
    ContactCards.self, name: "contact cards", size: { ValueSize(of: $0.cards) })
}

extension ValueKind<Calendars> {
  /// Calendars with events and to-dos.
  public static let calendars = ValueKind(
    Calendars.self, name: "calendars", size: { ValueSize(of: $0.calendars) })
}

extension ContactCards {
  /// Reads a vCard file of version 2.1, 3.0 or 4.0.
  ///
  /// The syntax of older versions is converted to version 4.0. Pictures in base64 become `data:` URLs, the
  /// type `pref` becomes a parameter, and an agent becomes a related person. Quoted-printable text and text
  /// in other encodings become plain text. If a card has no formatted name, one is derived from its other
  /// properties. A line that is not a property is omitted with a warning.
  ///
  /// - Parameters:
  ///   - data: the bytes of the file.
  ///   - isStrict: whether a malformed line is an error. If false, the line is omitted with a warning.
  ///   - limits: the limits on the file and on its components.
  /// - Returns: the cards, with the losses and warnings.
  /// - Throws: `CoderError`: `wrongFormat` if the file has no card; `tooDeep` if components are nested too
  ///   deeply; `tooLarge` if another limit is exceeded. If `isStrict` is true, also `unexpectedCharacter` and
  ///   `unexpectedEnd`.
  public static func readVCard(
    _ data: Data, isStrict: Bool = false, limits: ReadingLimits = .standard
  ) throws -> Reading<ContactCards> {
    try limits.check(byteCount: data.count)
    var source = RepresentationSource(data, typeIdentifier: "public.vcard", limits: limits)
    source.isStrict = isStrict
    return try limits.checked(read(source), as: .contactCards)
  }

  static func read(_ source: RepresentationSource) throws -> Reading<ContactCards> {
    let reading = try ContentReader.components(in: source, .vCard)
    return Reading(ContactCards(reading.value), losses: reading.losses, warnings: reading.warnings)
  }

  /// Writes vCard 4.0 (RFC 6350) in UTF-8, with long lines folded.
  ///
  /// - Returns: the bytes, with the losses.
  /// - Throws: `CoderError` (`unwritable`) if the name of a component, property, parameter, group or value
  ///   type is invalid.
  public func writeVCard() throws -> Written { try ContentWriter.written(cards, .vCard) }

  /// Writes vCard 3.0 (RFC 2426) in UTF-8, with long lines folded.
  ///
  /// Use this version for programs that cannot read version 4.0. Content is converted to the syntax of
  /// version 3.0: `data:` URLs become base64, the preference becomes a type, and the sort key and the label
  /// of an address become separate properties. A property that version 3.0 does not define is written with
  /// the prefix `X-` and reported as lost (`metadata`). All remaining parameters that version 3.0 does not
  /// define are omitted and reported as lost (`metadata`).
  ///
  /// - Returns: the bytes, with the losses.
  /// - Throws: `CoderError` (`unwritable`) if the name of a component, property, parameter, group or value
  ///   type is invalid.
  public func writeVCard3() throws -> Written {
    var losses = LossCounter()
    let older = cards.map { $0.inVersion3(&losses) }
    return try ContentWriter.written(
      older, .vCard3, ContentForm(isLegacy: false, isBeforeVersion4: true), losses: losses.total)
  }

  /// The cards as jCard (RFC 7095): one jCard, or an array if there are several cards.
  package var jCard: StructuredValue { ContentComponent.structuredValue(of: cards, .vCard) }

  /// Reads cards from one jCard or from an array of jCards.
  ///
  /// - Throws: `CoderError` (`wrongFormat`) for any other value.
  package init(jCard value: StructuredValue) throws {
    self.init(try ContentComponent.components(of: value, .vCard))
  }
}

extension Calendars {
  /// Reads iCalendar (RFC 5545) or vCalendar 1.0.
  ///
  /// The recurrence rules and alarms of vCalendar are converted to iCalendar. iCalendar requires two
  /// properties that vCalendar does not: an identifier for each event, and the time of the event's last
  /// change. If one of these properties is missing, it is derived from the other properties, so that the
  /// result is always the same. Alarms that iCalendar cannot represent are reported as lost (`metadata`).
  ///
  /// - Parameters:
  ///   - data: the bytes of the file.
  ///   - isStrict: whether a malformed line is an error. If false, the line is omitted with a warning.
  ///   - limits: the limits on the file and on its components.
  /// - Returns: the calendars, with the losses and warnings.
  /// - Throws: `CoderError`: `wrongFormat` if the file has no calendar; `tooDeep` if components are nested
  ///   too deeply; `tooLarge` if another limit is exceeded. If `isStrict` is true, also `unexpectedCharacter`
  ///   and `unexpectedEnd`.
  public static func readICalendar(
    _ data: Data, isStrict: Bool = false, limits: ReadingLimits = .standard
  ) throws -> Reading<Calendars> {
    try limits.check(byteCount: data.count)
    var source = RepresentationSource(data, typeIdentifier: "com.apple.ical.ics", limits: limits)
    source.isStrict = isStrict
    return try limits.checked(read(source), as: .calendars)
  }

  static func read(_ source: RepresentationSource) throws -> Reading<Calendars> {
    let reading = try ContentReader.components(in: source, .iCalendar)
    return Reading(Calendars(reading.value), losses: reading.losses, warnings: reading.warnings)
  }

  /// Writes iCalendar (RFC 5545) in UTF-8, with long lines folded.
  ///
  /// - Returns: the bytes, with the losses.
  /// - Throws: `CoderError` (`unwritable`) if the name of a component, property, parameter, group or value
  ///   type is invalid.
  public func writeICalendar() throws -> Written { try ContentWriter.written(calendars, .iCalendar) }

  /// The calendars as jCal (RFC 7265): one jCal, or an array if there are several calendars.
  package var jCal: StructuredValue { ContentComponent.structuredValue(of: calendars, .iCalendar) }

  /// Reads calendars from one jCal or from an array of jCals.
  ///
  /// - Throws: `CoderError` (`wrongFormat`) for any other value.
  package init(jCal value: StructuredValue) throws {
    self.init(try ContentComponent.components(of: value, .iCalendar))
  }
}

extension CoderSet {
  /// Coders for vCard and iCalendar, with bridges to readable text, to tables, and to and from jCard and
  /// jCal.
  ///
  /// A structured value can be converted to a card or a calendar only if it is jCard or jCal. Any other
  /// value is an error (`wrongFormat`). The vCard reader accepts versions 2.1, 3.0 and 4.0. Version 4.0 is
  /// written by the writer `vcard`, and version 3.0 by the writer `vcard 3.0`. The iCalendar reader also
  /// accepts vCalendar 1.0. Only iCalendar is written.
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
      ValueBridge(
        "cards to table", from: .contactCards, to: .table, mayLose: tableLosses + [.images], cost: 2
      ) { $0.table },
      ValueBridge(
        "calendars to table", from: .calendars, to: .table, mayLose: tableLosses + [.dates], cost: 2
      ) { $0.table },
    ])

  /// The kinds of loss of a table of cards or entries.
  ///
  /// A table does not lose `layout` and `tables`, but plain text can. Because both are listed here, the planner
  /// converts cards to formatted text through plain text, and not through a table with many columns.
  private static let tableLosses: [LossKind] = [.metadata, .formatting, .links, .layout, .tables]
}

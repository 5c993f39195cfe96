public import Conversions

/// The cards of a vCard file, brought to the form of version 4.0 whatever version they were written in.
public struct ContactCards: Sendable, Equatable {
  /// The cards, in order; each is named `vcard` and has no parts.
  public var cards: [ContentComponent]

  /// Makes a file of cards.
  public init(_ cards: [ContentComponent]) { self.cards = cards }
}

/// The calendars of an iCalendar file, with their events, to-dos and time zones.
public struct Calendars: Sendable, Equatable {
  /// The calendars, in order; each is named `vcalendar`.
  public var calendars: [ContentComponent]

  /// Makes a file of calendars.
  public init(_ calendars: [ContentComponent]) { self.calendars = calendars }
}

extension ValueKind<ContactCards> {
  /// Cards of people and organisations.
  public static let contactCards = ValueKind(ContactCards.self, name: "contact cards")
}

extension ValueKind<Calendars> {
  /// Calendars with events and to-dos.
  public static let calendars = ValueKind(Calendars.self, name: "calendars")
}

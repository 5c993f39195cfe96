/// The properties that a standard defines, with the type and structure of their values.
struct ContentDialect: Sendable {
  /// The way in which a line separates the values of a property.
  enum Shape: Sendable {
    /// One value. Commas and semicolons are part of the value.
    case single
    /// Several values, separated by commas.
    case list
    /// One value with several parts, separated by semicolons.
    case parts
    /// One value with several parts, separated by semicolons. Each part can have several values, separated
    /// by commas.
    case lists
    /// The property is not defined. Semicolons and commas are treated as separators, as in most properties.
    case open
  }

  /// The type and structure of a property's values.
  struct Entry: Sendable {
    /// The type of the values if the line does not declare another type.
    let valueType: String
    let shape: Shape
  }

  /// The name of the outermost component.
  let componentName: String
  private let entries: [String: Entry]

  /// Returns the entry for a property; nil if the standard does not define the property.
  func entry(_ name: String) -> Entry? { entries[name] }

  private init(componentName: String, _ table: String) {
    self.componentName = componentName
    var entries: [String: Entry] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let shape: Shape =
        switch words[1] {
        case "list": .list
        case "parts": .parts
        case "lists": .lists
        default: .single
        }
      for name in words[2...] { entries[name] = Entry(valueType: words[0], shape: shape) }
    }
    self.entries = entries
  }

  /// vCard (Source: RFC 6350, 6474, 6715 and 8605), with the additional text properties of vCard 3.0 and 2.1.
  static let vCard = ContentDialect(
    componentName: "vcard",
    """
    text single kind xml fn tel email tz title role note prodid version birthplace deathplace expertise hobby interest
    text single org-directory label mailer name profile sort-string class agent
    text list nickname categories
    text lists n adr
    text parts org gender clientpidmap
    uri single source photo impp geo logo member related sound uid url key fburl caladruri caluri contact-uri
    date-and-or-time single bday anniversary deathdate
    language-tag single lang
    timestamp single rev
    """)

  /// vCard 3.0, for writing (Source: RFC 2426, 2739 and 4770).
  ///
  /// A property whose values have another form than in version 4.0 has the type `uri` here, because values
  /// of this type are written unchanged.
  static let vCard3 = ContentDialect(
    componentName: "vcard",
    """
    text single version name profile fn email tel tz title role note prodid label mailer sort-string class agent
    text list nickname categories
    text lists n adr
    text parts org
    uri single source photo logo sound key uid url impp fburl caladruri caluri bday rev geo
    """)

  /// iCalendar (Source: RFC 5545, 7986, 9073 and 9074).
  static let iCalendar = ContentDialect(
    componentName: "vcalendar",
    """
    text single calscale method prodid version class comment description location status summary tzid tzname contact
    text single related-to uid action transp name color busytype calendar-address location-type participant-type
    text single relationship proximity
    text list categories resources
    text parts request-status
    uri single attach tzurl url image conference source structured-data styled-description
    float parts geo
    integer single percent-complete priority repeat sequence
    date-time single completed dtend due dtstart recurrence-id created dtstamp last-modified acknowledged
    date-time list exdate rdate
    duration single duration trigger refresh-interval
    period list freebusy
    recur single rrule exrule
    utc-offset single tzoffsetfrom tzoffsetto
    cal-address single attendee organizer
    """)
}

package import StructuredFormats

/// A card, a calendar, or a component of one such as an event: the lines between BEGIN and END.
package struct ContentComponent: Sendable, Equatable {
  /// The name of the component, in lower case: `vcard`, `vcalendar`, `vevent`.
  package var name: String
  /// The properties, in order.
  package var properties: [ContentProperty]
  /// The child components, in order; a card has none.
  package var components: [ContentComponent]

  /// Makes a component.
  package init(_ name: String, _ properties: [ContentProperty] = [], components: [ContentComponent] = []) {
    self.name = name
    self.properties = properties
    self.components = components
  }

  /// Returns the first property with a name, which is in lower case.
  package func first(_ name: String) -> ContentProperty? { properties.first { $0.name == name } }

  /// Returns all properties with a name, which is in lower case.
  package func all(_ name: String) -> [ContentProperty] { properties.filter { $0.name == name } }
}

/// A property of a card or calendar, in the form used by jCard and jCal (RFC 7095 and 7265).
package struct ContentProperty: Sendable, Equatable {
  /// The name of the property, in lower case: `fn`, `dtstart`.
  package var name: String
  /// The parameters, in order; the group of a card's line is a parameter named `group`.
  package var parameters: [ContentParameter]
  /// The type of the values, in lower case: `text`, `uri`, `date-time`.
  ///
  /// It is `unknown` for a property that only its author program understands; the value is then kept as
  /// it was written.
  package var valueType: String
  /// The values; there is at least one.
  ///
  /// A value is a string, number or boolean; an array of these if the value has positional parts, such as
  /// a name; or a dictionary for a recurrence rule. Dates and times are in the extended format of ISO
  /// 8601: `2026-05-01T10:00:00Z`.
  package var values: [StructuredValue]

  /// Makes a property.
  package init(
    _ name: String, _ parameters: [ContentParameter] = [], type valueType: String = "text",
    values: [StructuredValue]
  ) {
    self.name = name
    self.parameters = parameters
    self.valueType = valueType
    self.values = values
  }

  /// Returns the values of a parameter, whose name is in lower case; none if the parameter is missing.
  package func parameter(_ name: String) -> [String] {
    parameters.first { $0.name == name }?.values ?? []
  }
}

/// A parameter of a property: a name and values.
package struct ContentParameter: Sendable, Equatable {
  /// The name, in lower case: `type`, `tzid`.
  package var name: String
  /// The values; there is at least one.
  package var values: [String]

  /// Makes a parameter.
  package init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }
}

/// The formatted name of a card.
extension ContentComponent {
  /// The name for display.
  ///
  /// It is the first of these that the card has: the formatted name, the parts of the name in spoken
  /// order, the organisation, an email address. It is nil if the card has none of these.
  var formattedName: String? { nameSource?.name }

  /// Adds the formatted name, which version 4.0 requires and older versions do not.
  mutating func addFormattedName() {
    guard first("fn") == nil, let (name, place) = nameSource else { return }
    properties.insert(ContentProperty("fn", values: [.string(name)]), at: place)
  }

  /// The name, and the index of the property it is derived from.
  private var nameSource: (name: String, place: Int)? {
    for source in ["fn", "n", "org", "email"] {
      guard let place = properties.firstIndex(where: { $0.name == source }) else { continue }
      let name = source == "n" ? properties[place].formattedParts : properties[place].joinedText
      if !name.isEmpty { return (name, place) }
    }
    return nil
  }
}

extension ContentProperty {
  /// The values of the property as text, separated by commas.
  var joinedText: String {
    values.map { $0.joinedText(", ") }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The parts in spoken order: prefixes, given name, additional names, family name, suffixes.
  fileprivate var formattedParts: String {
    guard case .array(let parts)? = values.first else { return joinedText }
    return [3, 1, 2, 0, 4].filter { $0 < parts.count }.map { parts[$0].joinedText(" ") }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension StructuredValue {
  /// Returns the text of a value's parts, without the empty parts.
  fileprivate func joinedText(_ separator: String) -> String {
    guard case .array(let parts) = self else { return TableCellText.text(of: self) }
    return parts.map { $0.joinedText(" ") }.filter { !$0.isEmpty }.joined(separator: separator)
  }
}

package import StructuredFormats

/// A card, a calendar, or a part of one such as an event: the lines between BEGIN and END.
package struct ContentComponent: Sendable, Equatable {
  /// What it is, in lower case: `vcard`, `vcalendar`, `vevent`.
  package var name: String
  /// What is said about it, in order.
  package var properties: [ContentProperty]
  /// The parts inside, in order; a card has none.
  package var components: [ContentComponent]

  /// Makes a component.
  package init(_ name: String, _ properties: [ContentProperty] = [], components: [ContentComponent] = []) {
    self.name = name
    self.properties = properties
    self.components = components
  }

  /// The first property of a name, in lower case.
  package func first(_ name: String) -> ContentProperty? { properties.first { $0.name == name } }

  /// All properties of a name, in lower case.
  package func all(_ name: String) -> [ContentProperty] { properties.filter { $0.name == name } }
}

/// Something that a card or calendar says, as jCard and jCal have it (RFC 7095 and 7265).
package struct ContentProperty: Sendable, Equatable {
  /// What is said, in lower case: `fn`, `dtstart`.
  package var name: String
  /// What is said about the property, in order; the group of a card's line is one named `group`.
  package var parameters: [ContentParameter]
  /// The type of the values, in lower case: `text`, `uri`, `date-time`; `unknown` where only the program that made
  /// the property knows, so that the value is kept as it was written.
  package var valueType: String
  /// The values; there is at least one.
  ///
  /// They are strings, numbers and booleans; arrays of them where the parts of a value have their places, as in a name;
  /// dictionaries for rules of recurrence. Dates and times are in the long form of ISO 8601: `2026-05-01T10:00:00Z`.
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

  /// The values of a parameter, in lower case; none if it is not there.
  package func parameter(_ name: String) -> [String] {
    parameters.first { $0.name == name }?.values ?? []
  }
}

/// A name and values that say something about a property.
package struct ContentParameter: Sendable, Equatable {
  /// The name, in lower case: `type`, `tzid`.
  package var name: String
  /// The values; at least one.
  package var values: [String]

  /// Makes a parameter.
  package init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }
}

/// The name of a card as it is spoken.
extension ContentComponent {
  /// What the card says its name is; otherwise its parts in the order in which they are spoken, otherwise the
  /// organisation or an mail address; nil where it has none of these.
  var formattedName: String? { nameSource?.name }

  /// Adds the formatted name that version 4.0 requires and older versions do not.
  mutating func addFormattedName() {
    guard first("fn") == nil, let (name, place) = nameSource else { return }
    properties.insert(ContentProperty("fn", values: [.string(name)]), at: place)
  }

  /// The name, and the index of the property it comes from.
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
  /// All that the property says.
  var joinedText: String {
    values.map { $0.joinedText(", ") }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Prefixes, given name, further names, family name, suffixes.
  fileprivate var formattedParts: String {
    guard case .array(let parts)? = values.first else { return joinedText }
    return [3, 1, 2, 0, 4].filter { $0 < parts.count }.map { parts[$0].joinedText(" ") }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension StructuredValue {
  /// The text of a value's parts, without the empty ones.
  fileprivate func joinedText(_ separator: String) -> String {
    guard case .array(let parts) = self else { return TableCellText.text(of: self) }
    return parts.map { $0.joinedText(" ") }.filter { !$0.isEmpty }.joined(separator: separator)
  }
}

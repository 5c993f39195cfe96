import ProfferConversions
package import StructuredFormats

/// A component: the lines between BEGIN and END of a card, a calendar, or a part of a calendar.
package struct ContentComponent: Sendable, Equatable {
  /// The name of the component, in lower case: `vcard`, `vcalendar`, `vevent`.
  package var name: String
  /// The properties, in order.
  package var properties: [ContentProperty]
  /// The child components, in order.
  ///
  /// A card has no child components.
  package var components: [ContentComponent]

  /// The maximum number of components that are nested in each other.
  static let depthLimit = 32

  /// Makes a component.
  package init(_ name: String, _ properties: [ContentProperty] = [], components: [ContentComponent] = []) {
    self.name = name
    self.properties = properties
    self.components = components
  }

  /// Returns the first property with the given name.
  ///
  /// - Parameter name: the name, in lower case.
  package func first(_ name: String) -> ContentProperty? { properties.first { $0.name == name } }

  /// Returns all properties with the given name.
  ///
  /// - Parameter name: the name, in lower case.
  package func all(_ name: String) -> [ContentProperty] { properties.filter { $0.name == name } }
}

/// A property of a card or calendar, in the form used by jCard and jCal (RFC 7095 and 7265).
package struct ContentProperty: Sendable, Equatable {
  /// The name of the property, in lower case: `fn`, `dtstart`.
  package var name: String
  /// The parameters, in order.
  ///
  /// The group of a property in a card is a parameter named `group`.
  package var parameters: [ContentParameter]
  /// The type of the values, in lower case: `text`, `uri`, `date-time`.
  ///
  /// The type is `unknown` for a property that is not defined by a standard. The values of such a property
  /// are kept unchanged.
  package var valueType: String
  /// One or more values.
  ///
  /// A value is a string, a number, a boolean, an array or a dictionary. An array contains the positional
  /// parts of a value such as a name. A dictionary is a recurrence rule. Dates and times are in the extended
  /// format of ISO 8601: `2026-05-01T10:00:00Z`.
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

  /// Returns the values of a parameter; empty if the parameter is missing.
  ///
  /// - Parameter name: the name of the parameter, in lower case.
  package func parameter(_ name: String) -> [String] {
    parameters.first { $0.name == name }?.values ?? []
  }
}

/// A parameter of a property: a name and values.
package struct ContentParameter: Sendable, Equatable {
  /// The name, in lower case: `type`, `tzid`.
  package var name: String
  /// One or more values.
  package var values: [String]

  /// Makes a parameter.
  package init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }
}

/// The formatted name of a card.
extension ContentComponent {
  /// The name for display; nil if the card has no name.
  ///
  /// The sources are, in order of precedence: the formatted name, the parts of the name in spoken order, the
  /// organisation, and an email address.
  var formattedName: String? { nameSource?.name }

  /// Adds a formatted name if the card has none.
  ///
  /// Version 4.0 requires the formatted name. Older versions do not.
  mutating func addFormattedName() {
    guard first("fn") == nil, let (name, place) = nameSource else { return }
    properties.insert(ContentProperty("fn", values: [.string(name)]), at: place)
  }

  /// The name for display, and the index of the property from which the name is derived.
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

  /// The texts of all parts of a name.
  var nameParts: [String] {
    values.flatMap { value -> [StructuredValue] in
      if case .array(let parts) = value { parts } else { [value] }
    }.flatMap { part -> [StructuredValue] in
      if case .array(let texts) = part { texts } else { [part] }
    }.map { $0.joinedText(" ") }.filter { !$0.isEmpty }
  }

  /// The parts of the name in spoken order: prefixes, given name, additional names, family name, suffixes.
  fileprivate var formattedParts: String {
    guard case .array(let parts)? = values.first else { return joinedText }
    return [3, 1, 2, 0, 4].filter { $0 < parts.count }.map { parts[$0].joinedText(" ") }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension StructuredValue {
  /// Returns the parts of a value as text, with a separator between them.
  ///
  /// Empty parts are omitted.
  fileprivate func joinedText(_ separator: String) -> String {
    guard case .array(let parts) = self else { return TableCellText.text(of: self) }
    return parts.map { $0.joinedText(" ") }.filter { !$0.isEmpty }.joined(separator: separator)
  }
}

extension ValueSize {
  /// Makes the size of components: their number and that of their properties, and their nesting depth.
  init(of components: [ContentComponent]) {
    self.init(elementCount: components.count, depth: components.isEmpty ? 0 : 1)
    for component in components {
      let parts = ValueSize(of: component.components)
      elementCount += component.properties.count + parts.elementCount
      depth = max(depth, parts.depth + 1)
    }
  }
}

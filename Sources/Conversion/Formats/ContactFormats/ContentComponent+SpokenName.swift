import StructuredFormats

/// The name of a card as it is spoken.
extension ContentComponent {
  /// What the card says its name is; else its parts in the order in which they are spoken, else the organisation or an
  /// address of mail; nil where it has none of these.
  var spokenName: String? { nameSource?.name }

  /// Gives a card the name that version 4.0 asks for, where an older version did not.
  mutating func addFormattedName() {
    guard first("fn") == nil, let (name, place) = nameSource else { return }
    properties.insert(ContentProperty("fn", values: [.string(name)]), at: place)
  }

  /// The name, and the place of the property that tells it.
  private var nameSource: (name: String, place: Int)? {
    for source in ["fn", "n", "org", "email"] {
      guard let place = properties.firstIndex(where: { $0.name == source }) else { continue }
      let name = source == "n" ? properties[place].spokenParts : properties[place].joinedText
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
  fileprivate var spokenParts: String {
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

import Conversions

extension ContactCards {
  /// The cards as people read them: the name, then a line for each thing said, an empty line between two cards.
  ///
  /// Pictures and what only programs use are not shown, and count as lost.
  var plainText: Reading<String> {
    var losses = LossTally()
    let cards = self.cards.map { card in
      ([CardText.name(of: card)]
        + card.properties.compactMap { CardText.line($0, losses: &losses) }).joined(separator: "\n")
    }
    return Reading(cards.joined(separator: "\n\n") + "\n", losses: losses.total)
  }
}

/// How a card is put into words.
private enum CardText {
  /// What the lines begin with.
  private static let labels: [String: String] = [
    "nickname": "Nickname", "org": "Organisation", "title": "Title", "role": "Role", "tel": "Phone",
    "email": "Email", "adr": "Address", "label": "Address", "url": "Web", "impp": "Message",
    "bday": "Birthday", "anniversary": "Anniversary", "deathdate": "Died", "birthplace": "Born in",
    "deathplace": "Died in", "note": "Note", "categories": "Categories", "lang": "Language", "geo": "Place",
    "tz": "Time zone", "related": "Related", "member": "Member", "hobby": "Hobby", "interest": "Interest",
    "expertise": "Expertise",
  ]
  /// What people do not miss: it says how the file was made.
  private static let silent: Set<String> = ["version", "prodid", "rev", "fn"]

  static func name(of card: ContentComponent) -> String {
    if let name = card.first("fn").map(text), !name.isEmpty { return name }
    if case .array(let parts)? = card.first("n")?.values.first {
      // Prefixes, given name, further names, family name, suffixes: as they are spoken.
      let words = [3, 1, 2, 0, 4].filter { $0 < parts.count }.map { text(parts[$0], " ") }
      let name = words.filter { !$0.isEmpty }.joined(separator: " ")
      if !name.isEmpty { return name }
    }
    return card.first("org").map(text) ?? card.first("email").map(text) ?? "Unnamed"
  }

  static func line(_ property: ContentProperty, losses: inout LossTally) -> String? {
    guard !silent.contains(property.name) else { return nil }
    if ["photo", "logo", "sound"].contains(property.name) {
      losses.add(.images)
      return nil
    }
    guard let label = labels[property.name] else {
      // The name is that of the first line, in another order.
      if property.name != "n" { losses.add(.metadata, "properties that the text does not show") }
      return nil
    }
    let types = property.parameter("type").map { $0.lowercased() }
      .filter { !["voice", "internet", "pref", "uri"].contains($0) }
    let kind = types.isEmpty ? "" : " (\(types.joined(separator: ", ")))"
    if property.name == "adr" { losses.add(.formatting, "the parts of addresses") }
    var words = text(property)
    for scheme in ["tel:", "mailto:", "geo:"] where words.lowercased().hasPrefix(scheme) {
      words.removeFirst(scheme.count)
    }
    return words.isEmpty ? nil : "\(label)\(kind): \(words.indentingLines)"
  }

  private static func text(_ property: ContentProperty) -> String {
    property.values.map { text($0, ", ") }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func text(_ value: StructuredValue, _ separator: String) -> String {
    if case .array(let parts) = value {
      return parts.map { text($0, " ") }.filter { !$0.isEmpty }.joined(separator: separator)
    }
    return TableCellText.text(of: value)
  }
}

extension String {
  /// The text with its further lines set in, so that they do not look like lines of their own.
  var indentingLines: String { normalizingLineEnds.replacing("\n", with: "\n  ") }
}

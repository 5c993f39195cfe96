import Conversions

extension ContactCards {
  /// The cards as people read them: the name, then a line for each thing said, an empty line between two cards.
  ///
  /// Pictures and what only programs use are not shown, and count as lost.
  var plainText: Reading<String> {
    var losses = LossCounter()
    let cards = self.cards.map { card in
      ([card.spokenName ?? "Unnamed"]
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

  static func line(_ property: ContentProperty, losses: inout LossCounter) -> String? {
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
    var words = property.joinedText
    for scheme in ["tel:", "mailto:", "geo:"] where words.lowercased().hasPrefix(scheme) {
      words.removeFirst(scheme.count)
    }
    return words.isEmpty ? nil : "\(label)\(kind): \(words.indentingLines)"
  }
}

extension String {
  /// The text with its further lines set in, so that they do not look like lines of their own.
  var indentingLines: String { normalizingLineEnds.replacing("\n", with: "\n  ") }
}

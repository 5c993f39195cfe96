import ProfferConversions
import StructuredFormats

extension ContactCards {
  /// The cards as a table, a row each.
  ///
  /// Only columns with a value are present. Email addresses, phone numbers, addresses and web addresses have a
  /// column for each type label, such as `phone (work)`. Several values with the same label are joined in one
  /// cell. A birthday with a year, a month and a day is a local date. All other content is reported as lost by
  /// name.
  var table: Reading<Table> {
    var rows = CardRows()
    for card in cards { rows.add(card) }
    return rows.reading
  }
}

/// Collects the rows of a table of cards.
private struct CardRows {
  /// The columns of the parts of a name, in the order of the parts.
  private static let nameColumns = ["family name", "given name", "additional names", "prefix", "suffix"]
  /// The column of each property, except for the parts of the name.
  private static let columns: KeyValuePairs = [
    "nickname": "nickname", "org": "organization", "title": "title", "role": "role", "email": "email",
    "tel": "phone", "adr": "address", "bday": "birthday", "anniversary": "anniversary", "url": "url",
    "note": "note", "categories": "categories", "uid": "uid",
  ]
  private static let columnOfProperty = Dictionary(uniqueKeysWithValues: columns.map { ($0.key, $0.value) })
  /// The properties whose columns have labels.
  private static let labelled: Set = ["email", "tel", "adr", "url"]
  /// The type labels that columns have.
  ///
  /// Other labels are counted as lost, because a file may have any number.
  private static let labels: Set = [
    "home", "work", "cell", "fax", "pager", "video", "text", "textphone", "main", "mobile",
  ]
  /// Type labels that say nothing about the value.
  private static let silentLabels: Set = ["voice", "internet", "pref", "uri"]

  private var cells = NamedCells(
    ["full name", "prefix", "given name", "additional names", "family name", "suffix"] + columns.map(\.value))
  private var losses = LossCounter()

  var reading: Reading<Table> { Reading(cells.table, losses: losses.total) }

  mutating func add(_ card: ContentComponent) {
    cells.beginRow()
    if let name = card.formattedName { cells.set(.string(name), in: "full name") }
    var hasName = false
    var hasFormattedName = false
    for property in card.properties {
      switch property.name {
      // These properties describe the file or its revision.
      case "version", "prodid", "rev": break
      case "fn":
        if hasFormattedName { lose(property) }
        hasFormattedName = true
      case "n":
        if hasName { lose(property) } else { addName(property) }
        hasName = true
      case "photo", "logo", "sound": losses.add(.images)
      default: add(property)
      }
    }
    losses.add(.metadata, "other components", count: card.components.count)
  }

  private mutating func addName(_ property: ContentProperty) {
    var parts = property.values
    if case .array(let elements)? = parts.first { parts = elements }
    for (part, column) in zip(parts, Self.nameColumns) {
      let text = ContentProperty("n", values: [part]).nameParts.joined(separator: " ")
      if !text.isEmpty { cells.set(.string(text), in: column) }
    }
  }

  private mutating func add(_ property: ContentProperty) {
    guard let column = Self.columnOfProperty[property.name] else { return lose(property) }
    // A quoted parameter can contain several types.
    let types = property.parameter("type").flatMap { $0.lowercased().split(separator: ",").map(String.init) }
      .filter { !Self.silentLabels.contains($0) }
    let isLabelled = Self.labelled.contains(property.name)
    let labels = isLabelled ? Set(types).intersection(Self.labels).sorted() : []
    losses.add(.metadata, "other type labels", count: Set(types).count - labels.count)
    let hidden = property.parameters.count { $0.name != "type" }
    losses.add(.metadata, "parameters of properties", count: hidden)
    if property.name == "adr" { losses.add(.formatting, "the components of addresses") }
    var text = property.joinedText
    for scheme in ["tel:", "mailto:"] where text.lowercased().hasPrefix(scheme) {
      text.removeFirst(scheme.count)
    }
    guard !text.isEmpty else { return }
    let isDate = property.name == "bday" || property.name == "anniversary"
    cells.set(
      isDate ? ContentTime.value(of: text) : .string(text), in: column,
      label: labels.joined(separator: " "), separator: isLabelled ? "; " : ", ")
  }

  private mutating func lose(_ property: ContentProperty) {
    // Names that no standard defines are not listed, because a file may have any number of them.
    guard let entry = ContentDialect.vCard.entry(property.name) else {
      return losses.add(.metadata, "other properties")
    }
    losses.add(entry.valueType == "uri" ? .links : .metadata, "property \(property.name.uppercased())")
  }
}

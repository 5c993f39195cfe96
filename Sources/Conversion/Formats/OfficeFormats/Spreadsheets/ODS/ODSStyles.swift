import ProfferConversions
import XMLText

/// The styles of a spreadsheet: the formats of cells, and the visibility of sheets.
struct ODSStyles {
  /// The properties of a style of cells, with those of its parents.
  struct Format {
    var number = NumberFormat.general
    /// Whether the cell has a font, color, border or alignment other than the default.
    var isFormatted = false
  }

  private struct Style {
    var parent: String?
    var dataStyle: String?
    var isFormatted = false
  }

  /// The maximum length of a chain of parents.
  private static let parentLimit = 50

  private var cells: [String: Style] = [:]
  private var hiddenTables: Set<String> = []
  private var rightToLeftTables: Set<String> = []
  private var numbers: [String: NumberFormat] = [:]
  /// The formats that cells have used.
  private var resolved: [String: Format] = [:]

  /// Reads the styles in the current element.
  ///
  /// They replace earlier styles with the same names.
  mutating func read(_ xml: inout PackageXML<ODSName>) throws(CoderError) {
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { return }
        continue
      }
      switch name {
      case .style: try readStyle(&xml)
      case .dateStyle: try readNumber(.date, &xml)
      case .timeStyle: try readNumber(xml.attribute(.truncates) == "false" ? .duration : .time, &xml)
      case .percentageStyle: try readNumber(.percentage, &xml)
      case .currencyStyle: try readNumber(.currency, &xml)
      case .numberStyle: try readNumber(.number, &xml)
      default: try xml.skipElement()
      }
    }
  }

  private mutating func readNumber(
    _ format: NumberFormat, _ xml: inout PackageXML<ODSName>
  ) throws(CoderError) {
    let name = xml.attribute(.styleName)
    // A number style without digits after the point and groups is the general format, which is called N0.
    if let name { numbers[name] = name == "N0" ? .general : format }
    try xml.skipElement()
  }

  private mutating func readStyle(_ xml: inout PackageXML<ODSName>) throws(CoderError) {
    let name = xml.attribute(.styleName) ?? ""
    let family = xml.attribute(.family)
    var style = Style(parent: xml.attribute(.parentStyle), dataStyle: xml.attribute(.dataStyle))
    while let event = try xml.next() {
      guard case .begin(let child) = event else {
        if case .end = event { break }
        continue
      }
      switch child {
      case .tableProperties where family == "table":
        if xml.attribute(.display) == "false" { hiddenTables.insert(name) }
        if xml.attribute(.writingMode)?.hasPrefix("rl") == true { rightToLeftTables.insert(name) }
      case .textProperties: style.isFormatted = true
      case .paragraphProperties: if xml.hasAttribute(.textAlignment) { style.isFormatted = true }
      case .cellProperties:
        let looks: [ODSName] = [
          .backgroundColor, .border, .borderTop, .borderBottom, .borderLeft, .borderRight,
        ]
        if looks.contains(where: { !["transparent", "none", nil].contains(xml.attribute($0)) }) {
          style.isFormatted = true
        }
      default: break
      }
      try xml.skipElement()
    }
    if family == "table-cell" { cells[name] = style }
  }

  /// Returns whether programs show a sheet with a style.
  func isVisible(_ name: String?) -> Bool { name.map { !hiddenTables.contains($0) } ?? true }

  func isRightToLeft(_ name: String?) -> Bool { name.map { rightToLeftTables.contains($0) } ?? false }

  /// Returns the format of cells with a style.
  mutating func format(_ name: String) -> Format {
    if let format = resolved[name] { return format }
    var format = Format()
    var number: NumberFormat?
    var next: String? = name
    for _ in 0..<Self.parentLimit {
      guard let current = next, let style = cells[current] else { break }
      // The style that all cells inherit from is not formatting of the cell.
      if style.isFormatted, current != "Default" { format.isFormatted = true }
      number = number ?? style.dataStyle.flatMap { numbers[$0] }
      next = style.parent
    }
    format.number = number ?? .general
    resolved[name] = format
    return format
  }
}

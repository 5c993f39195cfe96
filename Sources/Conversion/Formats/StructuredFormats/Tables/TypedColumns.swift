import ProfferConversions

/// The types of the columns of a delimited text, determined by the nonempty cells of each column.
///
/// A column has a type if all these cells have the same form. Numbers have JSON's form, so that `007`
/// and `+1` stay text and no digits are lost. Empty cells in columns of numbers or Boolean values are
/// null.
struct TypedColumns {
  /// The type of a column.
  private enum Kind {
    case number
    case boolean
    case text
  }

  /// The types of the columns; nil for a column whose cells are all empty.
  private var kinds: [Kind?] = []

  /// Determines the types from all rows.
  init(_ bytes: UnsafeRawBufferPointer, _ text: DelimitedText) {
    var scanner = DelimitedScanner(bytes, text)
    var isHeader = text.hasHeader
    while let row = scanner.nextRow() {
      if scanner.isEmptyLine(row) { continue }
      if isHeader {
        isHeader = false
        continue
      }
      for (place, cell) in row.enumerated() {
        if place == kinds.count { kinds.append(nil) }
        if kinds[place] == .text || cell.start == cell.end { continue }
        let kind = Self.kind(of: scanner.text(of: cell))
        kinds[place] = kinds[place] ?? kind == kind ? kind : .text
      }
    }
  }

  /// The values of a row.
  func values(_ row: [DelimitedScanner.Cell], of scanner: DelimitedScanner) -> [StructuredValue?] {
    row.enumerated().map { place, cell in
      let text = scanner.text(of: cell)
      guard place < kinds.count, let kind = kinds[place], kind != .text else { return .string(text) }
      if text.isEmpty { return .null }
      if kind == .boolean { return .boolean(text.lowercased() == "true") }
      if text != "-0", let integer = StructuredInteger(decimal: text) { return .integer(integer) }
      return StructuredReal(spelling: text).map { .real($0) } ?? .string(text)
    }
  }

  private static func kind(of text: String) -> Kind {
    if text.utf8.count <= 5, ["true", "false"].contains(text.lowercased()) { return .boolean }
    return StructuredReal(spelling: text) == nil ? .text : .number
  }
}

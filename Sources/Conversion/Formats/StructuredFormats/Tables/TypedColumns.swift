import ProfferConversions

/// The types of the columns of delimited text, determined from the nonempty cells.
///
/// A column has a type if all its nonempty cells have that type. A number must have the form of a JSON
/// number. Cells such as `007` and `+1` therefore stay text, and no digits are lost. A date, a time, or a date
/// and time must have the form of RFC 3339 without an offset. Times with an offset stay text, because the
/// offset would be lost. Empty cells in columns that are not text become null.
struct TypedColumns {
  /// The type of a column.
  private enum Kind {
    case number
    case boolean
    case localDate
    case localTime
    case localDateTime
    case text
  }

  /// The type of each column; nil for a column in which all cells are empty.
  private var kinds: [Kind?] = []

  /// Determines the types from all rows of a text.
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

  /// Returns the values of a row.
  func values(_ row: [DelimitedScanner.Cell], of scanner: DelimitedScanner) -> [StructuredValue?] {
    row.enumerated().map { place, cell in
      let text = scanner.text(of: cell)
      guard place < kinds.count, let kind = kinds[place], kind != .text else { return .string(text) }
      if text.isEmpty { return .null }
      return Self.value(of: text, kind) ?? .string(text)
    }
  }

  private static func value(of text: String, _ kind: Kind) -> StructuredValue? {
    switch kind {
    case .number:
      if text != "-0", let integer = StructuredInteger(decimal: text) { return .integer(integer) }
      return StructuredReal(spelling: text).map { .real($0) }
    case .boolean: return .boolean(text.lowercased() == "true")
    case .localDate: return LocalDate(text).map { .localDate($0) }
    case .localTime: return LocalTime(text).map { .localTime($0) }
    case .localDateTime: return LocalDateTime(text).map { .localDateTime($0) }
    case .text: return nil
    }
  }

  private static func kind(of text: String) -> Kind {
    if text.utf8.count <= 5, ["true", "false"].contains(text.lowercased()) { return .boolean }
    if StructuredReal(spelling: text) != nil { return .number }
    if LocalDate(text) != nil { return .localDate }
    if LocalTime(text) != nil { return .localTime }
    return LocalDateTime(text) == nil ? .text : .localDateTime
  }
}

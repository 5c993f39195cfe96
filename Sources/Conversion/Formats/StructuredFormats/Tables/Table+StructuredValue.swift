public import ProfferConversions

extension Table {
  /// Makes a table from an array of objects or an array of arrays.
  ///
  /// The keys of objects become the columns, in the order of first occurrence. An array of arrays becomes a
  /// table without column names.
  ///
  /// - Throws: ``CoderError/Code/noTable`` for any other value. ``CoderError/Code/tooLarge`` if the objects
  ///   have so few keys in common that the table would be almost empty.
  init(_ value: StructuredValue) throws {
    guard case .array(let elements) = value else {
      throw CoderError(
        .noTable, "\(value.kindName) is not a table; a table is an array of objects or an array of arrays")
    }
    if elements.allSatisfy(\.isArray), !elements.isEmpty {
      self.init(
        rows: elements.map { element in
          if case .array(let cells) = element { cells } else { [] }
        })
      return
    }
    var columns = ColumnPlaces()
    var size = TableSize()
    let rows = try elements.enumerated().map { place, element in
      guard case .dictionary(let members) = element else {
        throw CoderError(
          .noTable,
          "element \(place + 1) is \(element.kindName); the rows of a table must be all objects or all arrays"
        )
      }
      let row = columns.row(of: members)
      try size.add(places: row.count, cells: members.count)
      return row
    }
    // A table without rows has no column names.
    self.init(columns: rows.isEmpty ? nil : columns.names, rows: rows)
  }

  /// The loss detail for missing cells that are written as null.
  static let missingCells = "missing cells in rows without column names"
  /// The loss detail for an empty row in a format that cannot represent rows without cells.
  package static let emptyRow = "a row without cells"
}

/// Converts the rows of a table to objects, or to arrays if the columns have no names.
///
/// Missing cells at the end of an array are omitted. Any other missing cell of an array becomes null and is
/// reported as a loss.
struct TableElements: EventBridge {
  private var names: ColumnNames?
  private var losses = LossCounter()
  private var isBegun = false

  mutating func write(_ event: TableEvent, _ emit: (StructuredValueEvent) throws -> Void) throws {
    switch event {
    case .columns(let columns): names = columns.map { ColumnNames($0) }
    case .scannedRow(let scanner, let cells):
      try begin(emit)
      try emit(.value(element(cells.map { .string(scanner.text(of: $0)) })))
    case .row(let row):
      try begin(emit)
      try emit(.value(element(row)))
    }
  }

  private mutating func begin(_ emit: (StructuredValueEvent) throws -> Void) rethrows {
    if !isBegun { try emit(.beginArray) }
    isBegun = true
  }

  mutating func finish(_ emit: (StructuredValueEvent) throws -> Void) throws -> StepReport {
    try begin(emit)
    try emit(.end)
    return StepReport(losses: losses.total)
  }

  private mutating func element(_ row: [StructuredValue?]) -> StructuredValue {
    if var names {
      defer { self.names = names }
      return .dictionary(
        row.enumerated().compactMap { place, cell in cell.map { StructuredMember(names.name(place), $0) } })
    }
    let cells = row.trimmed
    losses.add(.nulls, Table.missingCells, count: cells.count { $0 == nil })
    return .array(cells.map { $0 ?? .null })
  }
}

/// The columns of a table, collected from the keys of its rows.
struct ColumnPlaces {
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  /// Returns the cells for the members of an object.
  ///
  /// If a key is repeated, the last member is used.
  mutating func row(of members: [StructuredMember]) -> [StructuredValue?] {
    var row: [StructuredValue?] = []
    for member in members {
      let place = place(of: member.key)
      if row.count <= place { row.append(contentsOf: repeatElement(nil, count: place + 1 - row.count)) }
      row[place] = member.value
    }
    return row
  }

  private mutating func place(of name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    return names.count - 1
  }
}

extension StructuredValue {
  fileprivate var isArray: Bool {
    if case .array = self { true } else { false }
  }
}

extension CoderError.Code {
  /// The value cannot be converted to a table.
  public static let noTable = Self(rawValue: "noTable")
}

/// Limits the number of empty cells in a table.
///
/// Objects without common keys need only a few bytes, but would make a huge table that is almost empty.
struct TableSize {
  private static let factor = 64
  private static let extra = 1_000_000

  private var placeCount = 0
  private var cellCount = 0

  /// Counts the columns and the nonempty cells of a row.
  ///
  /// - Throws: `CoderError` (`tooLarge`) if too many cells of the table are empty.
  mutating func add(places: Int, cells: Int) throws(CoderError) {
    placeCount += places
    cellCount += cells
    guard placeCount <= cellCount * TableSize.factor + TableSize.extra else {
      throw CoderError(
        .tooLarge,
        "the table would have over \(TableSize.extra) cells, nearly all of them empty, because its rows differ too much"
      )
    }
  }
}

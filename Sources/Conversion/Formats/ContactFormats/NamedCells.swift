import StructuredFormats

/// Rows of named cells, from which a table is made.
///
/// The table has only the columns in which a row has a value, in a fixed order.
struct NamedCells {
  /// A column: a base name, and a label in parentheses after the name.
  struct Column: Hashable, Comparable {
    /// The index of the base name in the list of names.
    let place: Int
    /// The label, such as `home`; empty if there is none.
    let label: String

    static func < (left: Column, right: Column) -> Bool {
      (left.place, left.label) < (right.place, right.label)
    }
  }

  private let names: [String]
  private let places: [String: Int]
  private var rows: [[Column: StructuredValue]] = []

  /// Creates a collection without rows.
  ///
  /// - Parameter names: the base names of all possible columns, in order, each once.
  init(_ names: [String]) {
    self.names = names
    places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }

  mutating func beginRow() { rows.append([:]) }

  /// Sets the cell of a column in the last row.
  ///
  /// If the cell has a value, the texts of both values are joined by the separator.
  mutating func set(
    _ value: StructuredValue, in name: String, label: String = "", separator: String = ", "
  ) {
    guard let place = places[name] else { preconditionFailure("no column has the name \(name)") }
    let column = Column(place: place, label: label)
    let last = rows.count - 1
    if let earlier = rows[last][column] {
      let texts = [TableCellText.text(of: earlier), TableCellText.text(of: value)]
      rows[last][column] = .string(texts.joined(separator: separator))
    } else {
      rows[last][column] = value
    }
  }

  var table: Table {
    var used: Set<Column> = []
    for row in rows { used.formUnion(row.keys) }
    let columns = used.sorted()
    return Table(
      columns: columns.map { column in
        column.label.isEmpty ? names[column.place] : "\(names[column.place]) (\(column.label))"
      }, rows: rows.map { row in columns.map { row[$0] } })
  }
}

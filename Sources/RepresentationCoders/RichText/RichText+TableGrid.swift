extension RichText {
  /// A table as rows of equal length, in which every place has a cell or is covered by one.
  struct TableGrid {
    /// The cell that begins at each place; nil where another covers it or none is.
    private(set) var rows: [[TableCell?]] = []
    private(set) var columnCount = 0
    /// How many cells cover more than one place.
    private(set) var spanCount = 0

    /// How many columns and rows a cell is taken to cover at most (Source: HTML Standard, which has this bound for
    /// columns).
    private static let spanLimit = 1000
    /// How many places there are at most beyond those that cells begin at.
    private static let coveredLimit = 100_000

    /// Lays out the cells from the top, each at the first free place of its row.
    init(_ table: Table) {
      // For each column, how many more rows the cell above covers.
      var covered: [Int] = []
      var coveredBudget = Self.coveredLimit
      for row in table.rows {
        var places: [TableCell?] = []
        var next: [Int] = []
        func skipCovered() {
          while places.count < covered.count, covered[places.count] > 0 {
            next.append(covered[places.count] - 1)
            places.append(nil)
          }
        }
        for cell in row {
          skipCovered()
          let columnSpan = min(cell.columnSpan, Self.spanLimit, 1 + max(coveredBudget, 0))
          let rowSpan = min(cell.rowSpan, Self.spanLimit)
          if columnSpan > 1 || rowSpan > 1 { spanCount += 1 }
          coveredBudget -= columnSpan - 1
          for column in 0..<columnSpan {
            places.append(column == 0 ? cell : nil)
            next.append(rowSpan - 1)
          }
        }
        skipCovered()
        covered = next
        columnCount = max(columnCount, places.count)
        rows.append(places)
      }
      for index in rows.indices where rows[index].count < columnCount {
        rows[index] += repeatElement(nil, count: columnCount - rows[index].count)
      }
    }
  }
}

extension Sequence<UInt8> {
  /// How many columns UTF-8 text fills in a font of fixed width: two for a sign of East Asia or a picture, none for a
  /// combining mark.
  var columnWidth: Int {
    var width = 0
    for scalar in String(decoding: Array(self), as: UTF8.self).unicodeScalars { width += scalar.columnWidth }
    return width
  }
}

extension UnicodeScalar {
  /// How many columns a scalar fills (Source: Unicode Standard Annex 11, the wide ranges as terminals take them).
  var columnWidth: Int {
    switch value {
    case 0x20..<0x7F: 1
    case ..<0x300: 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    case 0x200B...0x200F, 0xFE00...0xFE0F: 0
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark: 0
      default: 1
      }
    }
  }
}

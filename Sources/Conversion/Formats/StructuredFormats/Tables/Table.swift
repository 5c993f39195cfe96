import Foundation
public import ProfferConversions

/// A table of rows and cells: the content of CSV and similar formats, or of a JSON array of objects.
///
/// A cell can contain any structured value. The cells of CSV are text, unless ``TableOptions/isTyped`` is
/// true. The cells of JSON can be any value. Dates and times without a zone are also values of cells.
public struct Table: Sendable, Equatable {
  /// The column names; nil for a table without a header.
  public var columns: [String]?
  /// The rows, from top to bottom.
  ///
  /// A cell that is nil is missing. Rows may have different lengths.
  public var rows: [[StructuredValue?]]

  /// Makes a table from values.
  ///
  /// - Parameters:
  ///   - columns: the column names; nil for a table without a header.
  ///   - rows: the cells of each row.
  public init(columns: [String]? = nil, rows: [[StructuredValue?]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Makes a table from texts.
  ///
  /// - Parameters:
  ///   - columns: the column names; nil for a table without a header.
  ///   - texts: the texts of the cells of each row.
  public init(columns: [String]? = nil, texts: [[String]]) {
    self.init(columns: columns, rows: texts.map { $0.map { .string($0) } })
  }

  /// The number of cells in the widest row, including the row of column names.
  public var width: Int { rows.reduce(columns?.count ?? 0) { max($0, $1.count) } }

  /// Returns whether two tables have equal column names and equal cells.
  ///
  /// Missing cells at the end of a row are ignored.
  public static func == (left: Table, right: Table) -> Bool {
    left.columns == right.columns && left.rows.count == right.rows.count
      && zip(left.rows, right.rows).allSatisfy { $0.trimmed == $1.trimmed }
  }
}

extension ValueKind<Table> {
  /// A table of rows and cells.
  public static let table = ValueKind(Table.self, name: "table", size: { $0.size })
}

extension [StructuredValue?] {
  /// The cells up to the last existing cell.
  var trimmed: ArraySlice<StructuredValue?> {
    var end = endIndex
    while end > startIndex, self[end - 1] == nil { end -= 1 }
    return self[..<end]
  }
}

/// Unique names for the columns of a table, for use as the keys of an object.
///
/// An unnamed column is named by its number, such as `column 3`. If an earlier column has the same name, a
/// number is appended.
struct ColumnNames {
  private let given: [String]
  private var names: [String] = []
  private var taken: Set<String>
  /// For each name, the last number that was appended to make the name unique.
  private var latest: [String: Int] = [:]

  init(_ columns: [String]) {
    given = columns
    // A generated name must differ from the names of later columns.
    taken = Set(columns)
  }

  /// Returns the name of a column.
  ///
  /// Columns are counted from 0.
  mutating func name(_ place: Int) -> String {
    while names.count <= place { names.append(nextName()) }
    return names[place]
  }

  private mutating func nextName() -> String {
    let place = names.count
    let isGiven = place < given.count
    let wanted = isGiven ? given[place] : "column \(place + 1)"
    if isGiven, latest.updateValue(1, forKey: wanted) == nil { return wanted }
    var name = wanted
    var number = latest[wanted] ?? 1
    while !taken.insert(name).inserted {
      number += 1
      name = "\(wanted) \(number)"
    }
    latest[wanted] = number
    return name
  }
}

/// Converts the value of a cell to text.
package enum TableCellText {
  /// Returns the text of a value: null as an empty text, and any other value as in JSON.
  ///
  /// A value that JSON expresses as a string, such as a date, becomes the text of the string, without quotes.
  package static func text(of value: StructuredValue) -> String {
    switch value {
    case .null: return ""
    // The usual values of cells need no writer.
    case .string(let text): return text
    case .integer(let integer): return integer.description
    case .real(let real) where real.isFinite: return real.spelling
    case .boolean(let boolean): return boolean ? "true" : "false"
    default: break
    }
    do {
      if let text = try value.textInJSON { return text }
      return String(decoding: try value.writeJSON().data, as: UTF8.self)
    } catch {
      // JSON can express neither a value nested beyond the limit, which readers never return, nor a date
      // millions of years away.
      return value.description
    }
  }
}

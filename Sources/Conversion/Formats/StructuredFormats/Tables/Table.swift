import Foundation
public import ProfferConversions

/// Rows of cells: the content of CSV and similar formats, and of JSON as an array of objects.
///
/// A cell is any structured value: CSV results in text, JSON in any value. Values that are not numbers
/// in the source are not read as numbers.
public struct Table: Sendable, Equatable {
  /// The column names; nil if there are none.
  public var columns: [String]?
  /// The rows, from the top.
  ///
  /// A nil cell does not exist. A row may be shorter or longer than the others.
  public var rows: [[StructuredValue?]]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - columns: the column names; nil for a table without a header.
  ///   - rows: the rows, each with its cells.
  public init(columns: [String]? = nil, rows: [[StructuredValue?]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Creates a table of texts.
  ///
  /// - Parameters:
  ///   - columns: the column names; nil for a table without a header.
  ///   - texts: the rows, each with the texts of its cells.
  public init(columns: [String]? = nil, texts: [[String]]) {
    self.init(columns: columns, rows: texts.map { $0.map { .string($0) } })
  }

  /// The number of columns in the widest row, including the row of names.
  public var width: Int { rows.reduce(columns?.count ?? 0) { max($0, $1.count) } }

  /// Whether two tables have equal names and cells; missing cells at the end of a row are ignored.
  public static func == (left: Table, right: Table) -> Bool {
    left.columns == right.columns && left.rows.count == right.rows.count
      && zip(left.rows, right.rows).allSatisfy { $0.trimmed == $1.trimmed }
  }
}

extension ValueKind<Table> {
  /// Rows of cells.
  public static let table = ValueKind(Table.self, name: "table")
}

extension [StructuredValue?] {
  /// The cells up to the last existing one.
  var trimmed: ArraySlice<StructuredValue?> {
    var end = endIndex
    while end > startIndex, self[end - 1] == nil { end -= 1 }
    return self[..<end]
  }
}

/// Unique names for a table's columns, as needed for the keys of an object.
///
/// A column has its own name, or `column 3` for the third; a number is appended if an earlier column
/// has the same name.
struct ColumnNames {
  private let given: [String]
  private var names: [String] = []
  private var taken: Set<String>
  /// For each name, the number at which the search for an unused variant continues.
  private var latest: [String: Int] = [:]

  init(_ columns: [String]) {
    given = columns
    // A generated name must differ from the names of later columns.
    taken = Set(columns)
  }

  /// Returns the name of a column, counted from 0.
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

/// Converts a cell's value to text.
package enum TableCellText {
  /// Returns text unchanged, null as an empty text, and any other value as JSON.
  package static func text(of value: StructuredValue) -> String {
    switch value {
    case .string(let text): return text
    case .null: return ""
    default:
      do {
        return String(decoding: try value.writeJSON().data, as: UTF8.self)
      } catch {
        // Only a value nested beyond the limit has no JSON, and no reader returns such a value.
        return value.description
      }
    }
  }
}

import Foundation
public import ProfferConversions

/// Rows of cells: what CSV and its relatives hold, and JSON as an array of objects.
///
/// A cell is any structured value: CSV gives text, JSON any value. Nothing is read as a number that was
/// not one.
public struct Table: Sendable, Equatable {
  /// The names of the columns; nil when nothing names them.
  public var columns: [String]?
  /// The rows, from the top.
  ///
  /// A cell that is nil is not there at all. A row may be shorter or longer than the others.
  public var rows: [[StructuredValue?]]

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - columns: the names of the columns; nil for a table without a header.
  ///   - rows: the rows, each with its cells.
  public init(columns: [String]? = nil, rows: [[StructuredValue?]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Makes a table of texts.
  ///
  /// - Parameters:
  ///   - columns: the names of the columns; nil for a table without a header.
  ///   - texts: the rows, each with the texts of its cells.
  public init(columns: [String]? = nil, texts: [[String]]) {
    self.init(columns: columns, rows: texts.map { $0.map { .string($0) } })
  }

  /// How many columns the widest row has, the names included.
  public var width: Int { rows.reduce(columns?.count ?? 0) { max($0, $1.count) } }

  /// Tables are equal when their names and cells are; a row's missing cells at its end do not count.
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
  /// The cells up to the last that is there.
  var trimmed: ArraySlice<StructuredValue?> {
    var end = endIndex
    while end > startIndex, self[end - 1] == nil { end -= 1 }
    return self[..<end]
  }
}

/// The names of a table's columns where each must have one of its own, as the keys of an object must.
///
/// A column has its name, or `column 3` for the third; where an earlier one has the same, a number is appended.
struct ColumnNames {
  private let given: [String]
  private var names: [String] = []
  private var taken: Set<String>
  /// The number that the next column of the same name begins to look from.
  private var latest: [String: Int] = [:]

  init(_ columns: [String]) {
    given = columns
    // A made name must not be one that a later column has.
    taken = Set(columns)
  }

  /// The name of a column, from 0.
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

/// The rule that makes text of a cell's value.
package enum TableCellText {
  /// Text as it is, null as nothing, anything else as JSON.
  package static func text(of value: StructuredValue) -> String {
    switch value {
    case .string(let text): return text
    case .null: return ""
    default:
      do {
        return String(decoding: try value.writeJSON().data, as: UTF8.self)
      } catch {
        // Only what is nested deeper than the limit has no JSON, and no reader makes such a value.
        return value.description
      }
    }
  }
}

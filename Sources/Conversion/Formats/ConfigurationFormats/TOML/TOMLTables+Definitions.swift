import ProfferConversions
import StructuredFormats

// The rules for defining tables (Source: TOML 1.0.0, “Keys” and “Table”):
//
//   - A table has at most one header. A header can name a table that only contains tables of earlier headers.
//   - A header can add a table to the table of another header, to a table of dotted keys, and to the last
//     element of an array of tables, but it cannot add keys to a table of dotted keys.
//   - Dotted keys cannot add keys to a table with a header, or to an element of an array of tables.
//   - A value, including arrays and inline tables in values, is complete where it is written.

extension TOMLTables {
  /// A table that a header or a dotted key names, and the number of containers from the root to the table.
  struct Place {
    var table: Int
    var depth: Int
  }

  /// Returns the table that contains the table of a header, for the parts of a header before the last.
  ///
  /// A missing table is added.
  mutating func enter(_ key: TOMLString, of place: Place, _ scanner: TOMLScanner) throws(CoderError) -> Place
  {
    guard let member = member(key, of: place.table) else {
      return Place(table: add(key, .implicitTable, to: place.table), depth: place.depth + 1)
    }
    switch self[member].kind {
    case .value: throw scanner.repeated(key, self[member].key, "is a value, so it cannot contain a table")
    case .arrayOfTables: return Place(table: lastElement(of: member), depth: place.depth + 2)
    case .implicitTable, .headerTable, .dottedTable: return Place(table: member, depth: place.depth + 1)
    }
  }

  /// Returns the table of the last part of a header in single brackets.
  mutating func define(_ key: TOMLString, in place: Place, _ scanner: TOMLScanner) throws(CoderError) -> Place
  {
    guard let member = member(key, of: place.table) else {
      return Place(table: add(key, .headerTable, to: place.table), depth: place.depth + 1)
    }
    guard self[member].kind == .implicitTable else {
      throw scanner.repeated(key, self[member].key, "is already defined")
    }
    define(member, as: .headerTable)
    return Place(table: member, depth: place.depth + 1)
  }

  /// Returns the new element of the array of tables of the last part of a header in double brackets.
  mutating func defineElement(
    _ key: TOMLString, in place: Place, _ scanner: TOMLScanner
  ) throws(CoderError) -> Place {
    let array = member(key, of: place.table) ?? add(key, .arrayOfTables, to: place.table)
    guard self[array].kind == .arrayOfTables else {
      throw scanner.repeated(key, self[array].key, "is already defined, and is not an array of tables")
    }
    return Place(table: addElement(to: array), depth: place.depth + 2)
  }

  /// Returns the table of a part of a dotted key before the last.
  mutating func enterDotted(
    _ key: TOMLString, of place: Place, _ scanner: TOMLScanner
  ) throws(CoderError) -> Place {
    guard let member = member(key, of: place.table) else {
      return Place(table: add(key, .dottedTable, to: place.table), depth: place.depth + 1)
    }
    switch self[member].kind {
    case .implicitTable: define(member, as: .dottedTable)
    case .dottedTable: break
    case .value, .arrayOfTables, .headerTable:
      throw scanner.repeated(key, self[member].key, "is already defined, so no keys can be added to it")
    }
    return Place(table: member, depth: place.depth + 1)
  }

  /// Adds a value, which begins at the scanner's position.
  mutating func addValue(_ key: TOMLString, to place: Place, _ scanner: TOMLScanner) throws(CoderError) {
    if let member = member(key, of: place.table) {
      throw scanner.repeated(key, self[member].key, "is already defined")
    }
    _ = add(key, .value, value: scanner.position, to: place.table)
  }
}

extension TOMLScanner {
  /// Makes an error for a key that cannot be used again.
  fileprivate func repeated(_ key: TOMLString, _ known: TOMLString, _ reason: String) -> CoderError {
    let line =
      if case .line(let line, _) = CoderError.Position.line(of: known.content.lowerBound, in: bytes) {
        " in line \(line)"
      } else {
        ""
      }
    return error(
      .duplicateKey, "the key “\(excerpt(key.content))” \(reason); it first occurs\(line)",
      at: key.content.lowerBound)
  }
}

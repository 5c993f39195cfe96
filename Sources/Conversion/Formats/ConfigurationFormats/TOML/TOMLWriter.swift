import ProfferConversions
import StructuredFormats

/// Writes the tables of a value as TOML.
///
/// The layout: the values of a table, one on each line; then the tables in it, each with a header after an
/// empty line. A table that contains only tables has no header of its own, because the headers of its tables
/// define it.
struct TOMLWriter {
  /// The maximum length of a header in bytes.
  ///
  /// A header repeats the keys of the tables around its table. Without a limit, a long key would be repeated
  /// for each table.
  private static let headerLimit = 256

  private let tape: TOMLTape
  private var text: TOMLText
  /// The number of values that are written before a table that precedes them in the dictionary.
  private(set) var movedCount = 0

  init(_ tape: TOMLTape) {
    self.tape = tape
    text = TOMLText(tape)
  }

  /// Returns the document.
  mutating func written() -> [UInt8] {
    var place = 0
    let root = tape.entry(at: &place)
    writeTable(root.content, path: [], header: nil)
    return text.bytes
  }

  /// The form of a header.
  private enum Header {
    case table
    case element
  }

  /// The way in which a member is written.
  private enum Form {
    case value
    case table
    case arrayOfTables
  }

  private func form(_ entry: TOMLTape.Entry, keyLength: Int, path: [UInt8]) -> Form {
    guard path.count + keyLength < Self.headerLimit else { return .value }
    if entry.kind == .dictionary { return .table }
    return tape.isArrayOfDictionaries(entry) ? .arrayOfTables : .value
  }

  private mutating func writeTable(_ content: Range<Int>, path: [UInt8], header: Header?) {
    var place = content.lowerBound
    var tableCount = 0
    var valueCount = 0
    while place < content.upperBound {
      let key = tape.key(at: &place)
      if form(tape.entry(at: &place), keyLength: key.count, path: path) == .value {
        valueCount += 1
        if tableCount > 0 { movedCount += 1 }
      } else {
        tableCount += 1
      }
    }
    if let header, header == .element || valueCount > 0 || tableCount == 0 {
      text.startTable(path, isElement: header == .element)
    }
    if valueCount > 0 { writeValues(content, path: path) }
    if tableCount > 0 { writeTables(content, path: path) }
  }

  private mutating func writeValues(_ content: Range<Int>, path: [UInt8]) {
    var place = content.lowerBound
    while place < content.upperBound {
      let key = tape.key(at: &place)
      let entry = tape.entry(at: &place)
      guard form(entry, keyLength: key.count, path: path) == .value else { continue }
      text.appendLine(key, entry)
    }
  }

  private mutating func writeTables(_ content: Range<Int>, path: [UInt8]) {
    var place = content.lowerBound
    while place < content.upperBound {
      let key = tape.key(at: &place)
      let entry = tape.entry(at: &place)
      let form = form(entry, keyLength: key.count, path: path)
      guard form != .value else { continue }
      let path = text.path(path, key)
      guard form == .arrayOfTables else {
        writeTable(entry.content, path: path, header: .table)
        continue
      }
      var element = entry.content.lowerBound
      while element < entry.content.upperBound {
        writeTable(tape.entry(at: &element).content, path: path, header: .element)
      }
    }
  }
}

/// Writes a TOML document when its value is complete.
struct TOMLSink: EventSink {
  private var tape = TOMLTape()

  mutating func write(_ event: StructuredValueEvent, into output: inout [UInt8]) throws {
    try tape.add(event)
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    var writer = TOMLWriter(tape)
    let document = writer.written()
    if output.isEmpty { output = document } else { output.append(contentsOf: document) }
    var losses = tape.losses
    losses.add(.order, "values written before tables", count: writer.movedCount)
    return StepReport(losses: losses.total)
  }
}

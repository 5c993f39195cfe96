import Foundation
import JSONText
import ProfferConversions

/// Writes a table as JSON.
///
/// A row is written as an object, or as an array if the columns have no names.
struct TableJSON: EventSink {
  /// The arrangement of the rows in the output.
  enum Form: Sendable {
    /// An array of all rows, with one line for each row.
    case array
    /// One row per line, as in newline-delimited JSON.
    case lines
  }

  private let form: Form
  /// The column names; nil if there are none.
  private var names: ColumnNames?
  /// The name of each column as JSON, with the colon and a space; empty if the columns have no names.
  private var keys: [[UInt8]] = []
  /// The bytes to write before each cell of a row of texts.
  ///
  /// The bytes extend from the closing quote of the previous cell to the opening quote of the cell. Writing a
  /// cell therefore needs only two steps.
  private var openings: [[UInt8]] = []
  private var rowCount = 0
  private var losses = LossCounter()
  private var decoded: [UInt8] = []
  /// Storage for the output of a row, reused for every row.
  private var rowBytes: [UInt8] = []

  init(_ form: Form) { self.form = form }

  mutating func write(_ event: TableEvent, into output: inout [UInt8]) throws {
    switch event {
    case .columns(let columns): begin(columns)
    case .row(let row): try self.row(row.trimmed, to: &output)
    case .scannedRow(let scanner, let cells):
      beginRow(to: &output)
      knowColumns(cells.count)
      if !appendPlainCells(cells, of: scanner, to: &output) {
        appendCells(cells, of: scanner, to: &output)
      }
      endRow(to: &output)
    }
  }

  /// Appends the cells of a row, and escapes or decodes them as needed.
  private mutating func appendCells(
    _ cells: [DelimitedScanner.Cell], of scanner: DelimitedScanner, to output: inout [UInt8]
  ) {
    for (place, cell) in cells.enumerated() {
      openings[place].withUnsafeBytes { output.append(contentsOf: $0) }
      if cell.needsDecoding {
        decoded.removeAll(keepingCapacity: true)
        scanner.append(cell, to: &decoded)
        decoded.withUnsafeBytes { JSONWriter.appendEscaped(validUTF8: $0, to: &output) }
      } else {
        JSONWriter.appendEscaped(
          validUTF8: UnsafeRawBufferPointer(rebasing: scanner.bytes[cell.start..<cell.end]), to: &output)
      }
    }
    if !cells.isEmpty { output.append(UInt8(ascii: "\"")) }
  }

  /// Appends the cells of a row without escaping or decoding, which is faster and possible for most rows.
  ///
  /// - Returns: whether the row was appended. If false, nothing was appended, because a cell must be escaped
  ///   or decoded.
  private mutating func appendPlainCells(
    _ cells: [DelimitedScanner.Cell], of scanner: DelimitedScanner, to output: inout [UInt8]
  ) -> Bool {
    guard !cells.isEmpty else { return true }
    var byteCount = 1
    for (place, cell) in cells.enumerated() {
      guard !cell.needsDecoding else { return false }
      byteCount += openings[place].count + cell.end - cell.start
    }
    if rowBytes.count < byteCount { rowBytes = Array(repeating: 0, count: byteCount * 2) }
    return rowBytes.withUnsafeMutableBytes { row in
      guard let start = row.baseAddress else { return false }
      var filled = 0
      for (place, cell) in cells.enumerated() {
        openings[place].withUnsafeBytes { opening in
          UnsafeMutableRawBufferPointer(rebasing: row[filled...]).copyMemory(from: opening)
          filled += opening.count
        }
        let text = UnsafeRawBufferPointer(rebasing: scanner.bytes[cell.start..<cell.end])
        guard JSONWriter.copyPlain(validUTF8: text, to: start + filled) else { return false }
        filled += text.count
      }
      row[filled] = UInt8(ascii: "\"")
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: row[...filled]))
      return true
    }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    if form == .array { output += rowCount == 0 ? Array("[]\n".utf8) : Array("\n]\n".utf8) }
    return StepReport(losses: losses.total)
  }

  private mutating func begin(_ columns: [String]?) {
    names = columns.map { ColumnNames($0) }
    knowColumns(columns?.count ?? 0)
  }

  /// Prepares keys and openings for at least the given number of columns.
  private mutating func knowColumns(_ count: Int) {
    while keys.count < count {
      let place = keys.count
      var key: [UInt8] = []
      if var name = names?.name(place) {
        name.withUTF8 { JSONWriter.appendQuoted(validUTF8: UnsafeRawBufferPointer($0), to: &key) }
        key += [UInt8(ascii: ":"), UInt8(ascii: " ")]
      }
      keys.append(key)
      openings.append(Array((place == 0 ? "" : "\", ").utf8) + key + [UInt8(ascii: "\"")])
    }
  }

  private mutating func row(_ cells: ArraySlice<StructuredValue?>, to output: inout [UInt8]) throws {
    beginRow(to: &output)
    var isFirst = true
    for (place, cell) in cells.enumerated() {
      guard names == nil || cell != nil else { continue }
      beginCell(place, isFirst: isFirst, to: &output)
      isFirst = false
      guard let cell else {
        losses.add(.nulls, Table.missingCells)
        output += Array("null".utf8)
        continue
      }
      let written = try cell.writeJSON(depth: form == .array ? 2 : 1)
      losses.add(contentsOf: written.losses)
      output += written.data
    }
    endRow(to: &output)
  }

  private mutating func beginRow(to output: inout [UInt8]) {
    if form == .array { output.append(contentsOf: rowCount == 0 ? TableJSON.arrayStart : TableJSON.rowStart) }
    rowCount += 1
    output.append(UInt8(ascii: names == nil ? "[" : "{"))
  }

  private static let arrayStart = Array("[\n  ".utf8)
  private static let rowStart = Array(",\n  ".utf8)

  private mutating func beginCell(_ place: Int, isFirst: Bool, to output: inout [UInt8]) {
    knowColumns(place + 1)
    if !isFirst { output += [UInt8(ascii: ","), UInt8(ascii: " ")] }
    output.append(contentsOf: keys[place])
  }

  private mutating func endRow(to output: inout [UInt8]) {
    output.append(UInt8(ascii: names == nil ? "]" : "}"))
    if form == .lines { output.append(UInt8(ascii: "\n")) }
  }
}

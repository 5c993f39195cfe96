import Conversions
import Foundation
import JSONText

/// Writes tables as JSON: an array of objects, or of arrays where nothing names the columns; or a line for each row.
struct TableJSON: EventSink {
  /// How the rows are put together.
  enum Form: Sendable {
    /// One array, a line for each row.
    case array
    /// A value on each line, as in newline-delimited JSON.
    case lines
  }

  private let form: Form
  private var columns: [String]?
  /// The name of each column as JSON, with its colon.
  private var keys: [[UInt8]] = []
  private var rowCount = 0
  private var decoded: [UInt8] = []

  init(_ form: Form) { self.form = form }

  /// Writes a table whole.
  static func written(_ table: Table, as form: Form) throws -> Written {
    var writer = TableJSON(form)
    var output: [UInt8] = []
    var losses = LossTally()
    writer.begin(table.columns)
    for row in table.rows {
      try writer.row(row.trimmed, losses: &losses, to: &output)
    }
    let report = writer.finish(into: &output)
    return Written(Data(output), losses: losses.total + report.losses)
  }

  mutating func take(_ event: TableEvent, into output: inout [UInt8]) {
    switch event {
    case .columns(let columns): begin(columns)
    case .row(let scanner, let cells):
      beginRow(to: &output)
      for (place, cell) in cells.enumerated() {
        beginCell(place, to: &output)
        if cell.needsDecoding {
          decoded.removeAll(keepingCapacity: true)
          scanner.append(cell, to: &decoded)
          decoded.withUnsafeBytes { JSONWriter.appendQuoted(validUTF8: $0, to: &output) }
        } else {
          JSONWriter.appendQuoted(
            validUTF8: UnsafeRawBufferPointer(rebasing: scanner.bytes[cell.start..<cell.end]), to: &output)
        }
      }
      endRow(to: &output)
    }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    if form == .array { output += rowCount == 0 ? Array("[]\n".utf8) : Array("\n]\n".utf8) }
    return StepReport()
  }

  private mutating func begin(_ columns: [String]?) {
    self.columns = columns
    keys = (columns ?? []).map(TableJSON.key)
  }

  private static func key(_ name: String) -> [UInt8] {
    var name = name
    var key: [UInt8] = []
    name.withUTF8 { JSONWriter.appendQuoted(validUTF8: UnsafeRawBufferPointer($0), to: &key) }
    return key + Array(": ".utf8)
  }

  private mutating func row(
    _ cells: ArraySlice<StructuredValue?>, losses: inout LossTally, to output: inout [UInt8]
  ) throws {
    beginRow(to: &output)
    var isFirst = true
    for (place, cell) in cells.enumerated() {
      guard columns == nil || cell != nil else { continue }
      beginCell(place, isFirst: isFirst, to: &output)
      isFirst = false
      guard let cell else {
        losses.add(.nulls, Table.missingCells)
        output += Array("null".utf8)
        continue
      }
      let written = try cell.writeJSON()
      for loss in written.losses { losses.add(loss.kind, loss.detail, count: loss.count) }
      output += written.data
    }
    endRow(to: &output)
  }

  private mutating func beginRow(to output: inout [UInt8]) {
    if form == .array { output += Array((rowCount == 0 ? "[\n  " : ",\n  ").utf8) }
    rowCount += 1
    output.append(UInt8(ascii: columns == nil ? "[" : "{"))
  }

  private mutating func beginCell(_ place: Int, isFirst: Bool? = nil, to output: inout [UInt8]) {
    if !(isFirst ?? (place == 0)) { output += [UInt8(ascii: ","), UInt8(ascii: " ")] }
    guard columns != nil else { return }
    while keys.count <= place { keys.append(TableJSON.key(Table.name(ofColumn: keys.count, among: []))) }
    output += keys[place]
  }

  private mutating func endRow(to output: inout [UInt8]) {
    output.append(UInt8(ascii: columns == nil ? "]" : "}"))
    if form == .lines { output.append(UInt8(ascii: "\n")) }
  }
}

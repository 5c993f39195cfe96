import Conversions
import Foundation

/// Writes rows of cells as RFC 4180 has them, with a separator of choice.
///
/// A cell is quoted when it must be: when the separator, a quote or an end of a line stands in it, or a space at one of
/// its ends, or when the row would else be an empty line.
struct DelimitedWriter {
  let separator: UInt8
  let lineEnd: [UInt8]
  private(set) var losses = LossTally()

  /// Comma-separated values, with the ends of lines that RFC 4180 asks for.
  static var csv: DelimitedWriter {
    DelimitedWriter(separator: UInt8(ascii: ","), lineEnd: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
  }
  /// Tab-separated values.
  static var tsv: DelimitedWriter {
    DelimitedWriter(separator: UInt8(ascii: "\t"), lineEnd: [UInt8(ascii: "\n")])
  }

  init(separator: UInt8, lineEnd: [UInt8]) {
    self.separator = separator
    self.lineEnd = lineEnd
  }

  /// Writes a table whole.
  static func written(_ table: Table, by writer: DelimitedWriter) throws -> Written {
    var writer = writer
    var output: [UInt8] = []
    if let columns = table.columns { writer.row(columns.map { .string($0) }, to: &output) }
    for row in table.rows { writer.row(row, to: &output) }
    return Written(Data(output), losses: writer.losses.total)
  }

  /// Writes a row of cells.
  mutating func row(_ cells: [StructuredValue?], to output: inout [UInt8]) {
    let present = cells.trimmed
    for (place, cell) in present.enumerated() {
      if place > 0 { output.append(separator) }
      var text = text(of: cell)
      text.withUTF8 { field(UnsafeRawBufferPointer($0), isAlone: present.count == 1, to: &output) }
    }
    if present.isEmpty {
      losses.add(.nulls, "a row without cells")
      output += [UInt8(ascii: "\""), UInt8(ascii: "\"")]
    }
    output += lineEnd
  }

  /// Writes a row of cells that stand in a scanner's bytes.
  mutating func row(_ cells: [DelimitedScanner.Cell], of scanner: DelimitedScanner, to output: inout [UInt8])
  {
    for (place, cell) in cells.enumerated() {
      if place > 0 { output.append(separator) }
      if cell.needsDecoding {
        var decoded: [UInt8] = []
        scanner.append(cell, to: &decoded)
        decoded.withUnsafeBytes { field($0, isAlone: cells.count == 1, to: &output) }
      } else {
        field(
          UnsafeRawBufferPointer(rebasing: scanner.bytes[cell.start..<cell.end]), isAlone: cells.count == 1,
          to: &output)
      }
    }
    output += lineEnd
  }

  private func field(_ text: UnsafeRawBufferPointer, isAlone: Bool, to output: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard mustQuote(text, isAlone: isAlone) else { return output.append(contentsOf: text) }
    output.append(quote)
    for byte in text {
      if byte == quote { output.append(quote) }
      output.append(byte)
    }
    output.append(quote)
  }

  private func mustQuote(_ text: UnsafeRawBufferPointer, isAlone: Bool) -> Bool {
    guard let first = text.first, let last = text.last else { return isAlone }
    let space = UInt8(ascii: " ")
    return first == space || last == space
      || text.contains {
        $0 == separator || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
      }
  }

  /// The text of a cell that may be of any kind; what is none is a loss.
  private mutating func text(of cell: StructuredValue?) -> String {
    switch cell {
    case .string(let text): return text
    case nil:
      losses.add(.nulls, "cells that are not there")
      return ""
    case .null:
      losses.add(.nulls)
      return ""
    case .some(let value):
      losses.add(.types, "cells that are no text")
      return TableCellText.text(of: value)
    }
  }
}

/// A sink for tables of texts.
struct DelimitedSink: EventSink {
  private var writer: DelimitedWriter

  init(_ writer: DelimitedWriter) { self.writer = writer }

  mutating func take(_ event: TableEvent, into output: inout [UInt8]) {
    switch event {
    case .columns(let columns):
      if let columns { writer.row(columns.map { .string($0) }, to: &output) }
    case .row(let scanner, let cells): writer.row(cells, of: scanner, to: &output)
    }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    StepReport(losses: writer.losses.total)
  }
}

import Foundation
import ProfferConversions
import TextEncodings

/// Writes rows of cells according to RFC 4180, with a comma or a tab as the separator.
///
/// A cell is quoted if it contains the separator, a quote or a line end, if it begins or ends with a space,
/// or if the row would otherwise be an empty line. The first cell of the table is also quoted if it begins
/// with a byte order mark or with `sep=`.
///
/// If readers of the type detect the separator, a cell that contains another possible separator is also
/// quoted if it could mislead detection. This is the case if the cell is very long, if its row has a single
/// cell, or if its row and the first row have different numbers of cells. No other cells are quoted.
struct DelimitedWriter {
  let separator: UInt8
  let lineEnd: [UInt8]
  /// Other separators that a reader of the same type might detect.
  private let otherSeparators: [UInt8]
  private(set) var losses = LossCounter()
  /// The number of cells in the first row.
  private var width: Int?
  /// The number of column names.
  ///
  /// Shorter rows are padded to this number.
  var columnCount = 0
  /// The number of empty cells that may still be added as padding.
  private var emptyBudget = 1_000_000
  /// Whether the next cell is the first cell of the table.
  private var isFirst = true
  /// Whether the current row has only one cell.
  private var isAlone = false
  /// Whether the current row could cause a reader to detect another separator.
  private var isMisleading = false

  /// A writer for comma-separated values, with the line ends of RFC 4180.
  static var csv: DelimitedWriter {
    DelimitedWriter(
      separator: UInt8(ascii: ","), lineEnd: [UInt8(ascii: "\r"), UInt8(ascii: "\n")],
      otherSeparators: DelimitedText.separators.filter { $0 != UInt8(ascii: ",") })
  }
  /// A writer for tab-separated values, with line feeds as line ends.
  static var tsv: DelimitedWriter {
    DelimitedWriter(separator: UInt8(ascii: "\t"), lineEnd: [UInt8(ascii: "\n")], otherSeparators: [])
  }

  private init(separator: UInt8, lineEnd: [UInt8], otherSeparators: [UInt8]) {
    self.separator = separator
    self.lineEnd = lineEnd
    self.otherSeparators = otherSeparators
  }

  /// Writes a row of cells.
  mutating func row(_ cells: [StructuredValue?], to output: inout [UInt8]) {
    let present = cells.trimmed
    // Short rows are padded to the number of columns.
    let count = present.count + missingCount(after: present.count)
    beginRow(of: count)
    for place in 0..<count {
      if place > 0 { output.append(separator) }
      var text = text(of: place < present.count ? present[place] : nil)
      text.withUTF8 { field(UnsafeRawBufferPointer($0), to: &output) }
    }
    if count == 0 {
      losses.add(.nulls, Table.emptyRow)
      output += [UInt8(ascii: "\""), UInt8(ascii: "\"")]
    }
    output += lineEnd
  }

  /// Returns the number of empty cells to append to a row.
  ///
  /// The number is limited by a budget. Without a limit, padding many short rows to a wide header could
  /// produce an output of mostly empty cells.
  private mutating func missingCount(after cellCount: Int) -> Int {
    emptyBudget += cellCount * 16
    let count = min(max(0, columnCount - cellCount), emptyBudget)
    emptyBudget -= count
    return count
  }

  /// Writes a row whose cells are ranges of a scanner's bytes.
  mutating func row(_ cells: [DelimitedScanner.Cell], of scanner: DelimitedScanner, to output: inout [UInt8])
  {
    let missingCount = missingCount(after: cells.count)
    beginRow(of: cells.count + missingCount)
    for (place, cell) in cells.enumerated() {
      if place > 0 { output.append(separator) }
      if cell.needsDecoding {
        var decoded: [UInt8] = []
        scanner.append(cell, to: &decoded)
        decoded.withUnsafeBytes { field($0, to: &output) }
      } else {
        field(UnsafeRawBufferPointer(rebasing: scanner.bytes[cell.start..<cell.end]), to: &output)
      }
    }
    for _ in 0..<missingCount {
      output.append(separator)
      losses.add(.nulls, "missing cells")
    }
    output += lineEnd
  }

  private mutating func beginRow(of cellCount: Int) {
    isAlone = cellCount == 1
    isFirst = width == nil
    isMisleading = isAlone || cellCount != width ?? cellCount
    width = width ?? cellCount
  }

  private mutating func field(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let mustQuote = mustQuote(text)
    isFirst = false
    guard mustQuote else { return output.append(contentsOf: text) }
    output.append(quote)
    for byte in text {
      if byte == quote { output.append(quote) }
      output.append(byte)
    }
    output.append(quote)
  }

  private func mustQuote(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first, let last = text.last else { return isAlone }
    let space = UInt8(ascii: " ")
    if first == space || last == space || (isFirst && text.starts(with: TextEncoding.Form.utf8.mark)) {
      return true
    }
    let hasMark = text.contains {
      $0 == separator || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    if hasMark { return true }
    // At the start of a file, `sep=;` would declare a separator. `sep=` followed by an empty cell would too.
    if isFirst, text.starts(with: "sep=".utf8) { return true }
    guard isMisleading || text.count > DelimitedText.sampleByteCount / 2 else { return false }
    return otherSeparators.contains { text.contains($0) }
  }

  /// Returns the text of a cell.
  ///
  /// A cell is reported as lost if it is missing, null or not text.
  private mutating func text(of cell: StructuredValue?) -> String {
    switch cell {
    case .string(let text): return text
    case nil:
      losses.add(.nulls, "missing cells")
      return ""
    case .null:
      losses.add(.nulls)
      return ""
    case .some(let value):
      losses.add(.types, "cells that are not text")
      return TableCellText.text(of: value)
    }
  }
}

/// A sink that writes tables as delimited text.
struct DelimitedSink: EventSink {
  private var writer: DelimitedWriter

  init(_ writer: DelimitedWriter) { self.writer = writer }

  mutating func write(_ event: TableEvent, into output: inout [UInt8]) {
    switch event {
    case .columns(let columns):
      writer.columnCount = columns?.count ?? 0
      if let columns, !columns.isEmpty { writer.row(columns.map { .string($0) }, to: &output) }
    case .scannedRow(let scanner, let cells): writer.row(cells, of: scanner, to: &output)
    case .row(let row): writer.row(row, to: &output)
    }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    StepReport(losses: writer.losses.total)
  }
}

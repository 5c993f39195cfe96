import Conversions
import Foundation

/// Reads texts of rows and cells: CSV and its relatives.
struct DelimitedReader {
  /// The separator, where the type says it.
  var separator: UInt8?

  /// Reads the table whole.
  func table(in source: RepresentationSource) throws -> Reading<Table> {
    var table = Table()
    let report = try read(source) { event in
      switch event {
      case .columns(let columns): table.columns = columns
      case .row(let scanner, let cells): table.rows.append(cells.map { .string(scanner.text(of: $0)) })
      }
    }
    return Reading(table, losses: report.losses, warnings: report.warnings)
  }

  /// Tells the table piece by piece; what is not UTF-8 is made so first, as a whole.
  func read(_ source: RepresentationSource, tell: (TableEvent) throws -> Void) throws -> StepReport {
    let encoding = source.textEncoding
    let isUTF8 =
      encoding.form == .utf8 && source.data.withUnsafeBytes { UTF8Check.firstMistake(in: $0) } == nil
    if isUTF8 { return try read(source.data, source, losses: [], tell: tell) }
    let text = encoding.decode(source.data)
    return try read(Data(text.value.utf8), source, losses: text.losses, tell: tell)
  }

  private func read(
    _ data: Data, _ source: RepresentationSource, losses: [Loss], tell: (TableEvent) throws -> Void
  ) throws -> StepReport {
    try data.withUnsafeBytes { bytes in
      let text = DelimitedText.detected(in: bytes, separator: separator)
      var scanner = DelimitedScanner(bytes, text)
      var width: Int?
      var raggedRowCount = 0
      func nextRow() -> [DelimitedScanner.Cell]? {
        while let row = scanner.nextRow() {
          // An empty line is no row: files end in them, and people part groups by them.
          if row.count == 1, row[0].start == row[0].end, !scanner.isQuoted(row[0]) { continue }
          return row
        }
        return nil
      }
      if text.hasHeader, let names = nextRow() {
        width = names.count
        try tell(.columns(names.map { scanner.text(of: $0) }))
      } else {
        try tell(.columns(nil))
      }
      while let row = nextRow() {
        try refuseMistake(of: scanner, in: source, bytes)
        if row.count != width ?? row.count { raggedRowCount += 1 }
        width = width ?? row.count
        try tell(.row(scanner, row))
      }
      try refuseMistake(of: scanner, in: source, bytes)
      return StepReport(losses: losses, warnings: warnings(scanner, raggedRowCount, bytes))
    }
  }

  private func refuseMistake(
    of scanner: DelimitedScanner, in source: RepresentationSource, _ bytes: UnsafeRawBufferPointer
  ) throws {
    guard source.isStrict, let mistake = scanner.firstMistake else { return }
    throw CoderError(
      mistake.mistake.code, mistake.mistake.description, at: .line(of: mistake.offset, in: bytes))
  }

  private func warnings(
    _ scanner: DelimitedScanner, _ raggedRowCount: Int, _ bytes: UnsafeRawBufferPointer
  ) -> [String] {
    var warnings: [String] = []
    if let first = scanner.firstMistake {
      let others = scanner.mistakeCount > 1 ? ", and \(scanner.mistakeCount - 1) more like it" : ""
      let error = CoderError(
        first.mistake.code, first.mistake.description, at: .line(of: first.offset, in: bytes))
      warnings.append("\(error.message)\(others)")
    }
    if raggedRowCount > 0 {
      warnings.append(
        raggedRowCount == 1
          ? "1 row has another number of cells than the first"
          : "\(raggedRowCount) rows have another number of cells than the first")
    }
    return warnings
  }
}

extension DelimitedScanner.Mistake {
  fileprivate var code: CoderError.Code {
    switch self {
    case .strayQuote, .textAfterQuote: .unexpectedCharacter
    case .openQuote: .unexpectedEnd
    }
  }

  fileprivate var description: String {
    switch self {
    case .strayQuote: "a quote stands inside a cell that is not quoted"
    case .textAfterQuote: "something stands behind the closing quote of a cell"
    case .openQuote: "this quoted cell does not end"
    }
  }
}

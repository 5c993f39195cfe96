import Conversions
import Foundation
import TextEncodings

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
    let badByte = source.data.withUnsafeBytes { UTF8Check.firstMistake(in: $0) }
    if encoding.form == .utf8, badByte == nil { return try read(source.data, source, losses: [], tell: tell) }
    let text = encoding.decode(source.data)
    let data = Data(text.value.utf8)
    var damage: CoderError?
    if let loss = text.losses.first {
      let place = data.withUnsafeBytes { RepairedPlace.first(in: $0) }
      damage = CoderError(.invalidText, "\(loss.detail ?? "bytes that are no text")", at: place)
    } else if source.declaredEncodingName == nil, encoding == .windows1252, let badByte,
      let place = RepairedPlace.damage(source.data, badByte)
    {
      damage = CoderError(
        .invalidText,
        "a byte that is not UTF-8, as other parts of the text are; all of it was read as Windows-1252",
        at: place)
    }
    if source.isStrict, let damage { throw damage }
    // What is counted as lost needs no second word.
    let warnings = text.losses.isEmpty ? [damage?.message].compactMap { $0 } : []
    let report = try read(data, source, losses: text.losses, tell: tell)
    return StepReport(losses: report.losses, warnings: warnings + report.warnings)
  }

  private func read(
    _ data: Data, _ source: RepresentationSource, losses: [Loss], tell: (TableEvent) throws -> Void
  ) throws -> StepReport {
    try data.withUnsafeBytes { bytes in
      let text = DelimitedText.detected(in: bytes, separator: separator)
      var scanner = DelimitedScanner(bytes, text)
      var flaws = TableFlaws(bytes)
      func nextRow() -> [DelimitedScanner.Cell]? {
        while true {
          let start = scanner.position
          guard let row = scanner.nextRow() else { return nil }
          // An empty line is no row: files end in them, and people part groups by them.
          if row.count == 1, row[0].start == row[0].end, !scanner.isQuoted(row[0]) { continue }
          flaws.note(rowOf: row.count, at: start)
          return row
        }
      }
      if text.hasHeader, let names = nextRow() {
        try tell(.columns(names.map { scanner.text(of: $0) }))
      } else {
        try tell(.columns(nil))
      }
      while let row = nextRow() {
        if source.isStrict { try flaws.refuse(with: scanner.firstMistake) }
        try tell(.row(scanner, row))
      }
      if source.isStrict { try flaws.refuse(with: scanner.firstMistake) }
      return StepReport(losses: losses, warnings: flaws.warnings(scanner))
    }
  }
}

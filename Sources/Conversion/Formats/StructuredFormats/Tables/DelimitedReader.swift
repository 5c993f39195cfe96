import ByteTools
import Foundation
public import ProfferConversions
import TextEncodings

/// Reads delimited text: rows of cells, as in CSV and similar formats.
struct DelimitedReader {
  /// The separator, if the type of the text determines it.
  var separator: UInt8?
  /// Settings given explicitly.
  ///
  /// Other settings are detected.
  var options = TableOptions()

  /// Emits the table row by row.
  ///
  /// Text that is not UTF-8 is first converted as a whole.
  func read(_ source: RepresentationSource, emit: (TableEvent) throws -> Void) throws -> StepReport {
    let detection = source.encodingDetection
    let encoding = detection.encoding
    let badByte = source.data.withUnsafeBytes { UTF8Check.firstMistake(in: $0) }
    if encoding.form == .utf8, badByte == nil { return try read(source.data, source, losses: [], emit: emit) }
    let text = encoding.decode(source.data)
    let data = Data(text.value.utf8)
    var damage: CoderError?
    if let loss = text.losses.first {
      let place = data.withUnsafeBytes { TextDamage.first(in: $0) }
      damage = CoderError(.invalidText, "\(loss.detail ?? "bytes that are not text")", at: place)
    } else if source.declaredEncodingName == nil, detection.isGuess, let badByte,
      let place = TextDamage.damage(source.data, badByte)
    {
      damage = CoderError(
        .invalidText,
        "the text is only partly UTF-8; the first invalid byte is here, and the whole text was read as \(encoding)",
        at: place)
    }
    if source.isStrict, let damage { throw damage }
    // Losses are reported separately, and the damage message already states that the encoding is a guess.
    let warnings =
      text.losses.isEmpty ? damage.map { [$0.message] } ?? detection.warnings : detection.warnings
    let report = try read(data, source, losses: text.losses, emit: emit)
    return StepReport(losses: report.losses, warnings: warnings + report.warnings)
  }

  private func read(
    _ data: Data, _ source: RepresentationSource, losses: [Loss], emit: (TableEvent) throws -> Void
  ) throws -> StepReport {
    try data.withUnsafeBytes { bytes in
      let text = DelimitedText.detected(in: bytes, separator: separator, options)
      let types = options.isTyped ? TypedColumns(bytes, text) : nil
      var scanner = DelimitedScanner(bytes, text)
      var flaws = TableFlaws(bytes)
      var warnings: [String] = []
      func nextRow(isHeading: Bool = false) -> [DelimitedScanner.Cell]? {
        while true {
          let start = scanner.position
          guard let row = scanner.nextRow() else { return nil }
          // If the text has one column, an empty line is a row with one empty cell. In other texts, empty
          // lines are skipped.
          if scanner.isEmptyLine(row), isHeading || !text.isOneColumn { continue }
          flaws.note(rowOf: row.count, at: start)
          return row
        }
      }
      if text.hasHeader, let names = nextRow(isHeading: true) {
        let headings = TableHeadings(names.map { scanner.text(of: $0) })
        warnings += headings.warnings
        try emit(.columns(headings.names))
      } else {
        try emit(.columns(nil))
      }
      var meter = ReadingMeter(of: source)
      while let row = nextRow() {
        meter.reach(scanner.position)
        if source.isStrict { try flaws.refuse(with: scanner.firstMistake) }
        try emit(types.map { .row($0.values(row, of: scanner)) } ?? .scannedRow(scanner, row))
      }
      if source.isStrict { try flaws.refuse(with: scanner.firstMistake) }
      return StepReport(losses: losses, warnings: warnings + flaws.warnings(scanner))
    }
  }
}

/// The mistakes in delimited text: invalid quotes, rows of different lengths, and NULs.
///
/// For each kind of mistake, only the first position is recorded and the others are counted. The report
/// therefore stays short.
struct TableFlaws {
  private let bytes: UnsafeRawBufferPointer
  private let nul: Int?
  private var width: Int?
  private var firstRagged: (cellCount: Int, offset: Int)?
  private var raggedRowCount = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    nul = bytes.firstPlace(of: 0)
  }

  /// Counts a row that begins at an offset.
  ///
  /// The first row determines the expected number of cells.
  mutating func note(rowOf cellCount: Int, at offset: Int) {
    guard let width else {
      width = cellCount
      return
    }
    guard cellCount != width else { return }
    raggedRowCount += 1
    if firstRagged == nil { firstRagged = (cellCount, offset) }
  }

  /// Throws an error for the first mistake so far, if there is one.
  func refuse(with mistake: (mistake: DelimitedScanner.Mistake, offset: Int)?) throws(CoderError) {
    let flaws = [mistake.map { ($0.offset, error($0)) }, raggedRow.map { ($0.offset, $0.error) }, nulError]
    if let first = flaws.compactMap({ $0 }).min(by: { $0.0 < $1.0 }) { throw first.1 }
  }

  /// Returns the warnings for the whole text, one for each kind of mistake.
  func warnings(_ scanner: DelimitedScanner) -> [String] {
    var warnings: [String] = []
    if let first = scanner.firstMistake {
      warnings.append(error(first).message + Self.others(scanner.mistakeCount - 1))
    }
    if let raggedRow { warnings.append(raggedRow.error.message + Self.others(raggedRowCount - 1)) }
    if let nulError { warnings.append(nulError.1.message) }
    return warnings
  }

  private static func others(_ count: Int) -> String { count > 0 ? ", and \(count) more like it" : "" }

  private func error(_ first: (mistake: DelimitedScanner.Mistake, offset: Int)) -> CoderError {
    CoderError(first.mistake.code, first.mistake.description, at: .line(of: first.offset, in: bytes))
  }

  private var raggedRow: (offset: Int, error: CoderError)? {
    guard let firstRagged, let width else { return nil }
    let error = CoderError(
      .raggedRow,
      "this row has \(firstRagged.cellCount) cell\(firstRagged.cellCount == 1 ? "" : "s"), but the first row has \(width)",
      at: .line(of: firstRagged.offset, in: bytes))
    return (firstRagged.offset, error)
  }

  private var nulError: (Int, CoderError)? {
    nul.map { nul in
      (
        nul,
        CoderError(
          .unexpectedCharacter, "the table contains a NUL character", at: .line(of: nul, in: bytes))
      )
    }
  }
}

extension CoderError.Code {
  /// A table row has more or fewer cells than the first row.
  public static let raggedRow = Self(rawValue: "raggedRow")
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
    case .strayQuote: "a quote is inside a cell that is not quoted"
    case .textAfterQuote: "text follows the closing quote of a cell"
    case .openQuote: "this quoted cell is not closed"
    }
  }
}

/// Locates damaged bytes in a text.
enum TextDamage {
  /// Returns the position of the first replacement character (U+FFFD); nil if there is none.
  static func first(in text: UnsafeRawBufferPointer) -> CoderError.Position? {
    let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
    var place = 0
    while place + replacement.count <= text.count {
      if text[place] == replacement[0], text[place..<place + replacement.count].elementsEqual(replacement) {
        return .line(of: place, in: text)
      }
      place += 1
    }
    return nil
  }

  /// Returns the position of invalid bytes in a text that is otherwise UTF-8; nil if the text is probably in
  /// another encoding.
  ///
  /// A text that contains a valid multi-byte sequence of UTF-8 is assumed to be UTF-8, because such
  /// sequences hardly ever occur in other encodings.
  static func damage(_ data: Data, _ badByte: Int) -> CoderError.Position? {
    data.withUnsafeBytes { bytes in
      var hasLetters = false
      var start = 0
      while start < bytes.count, !hasLetters {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        let end = UTF8Check.firstMistake(in: rest) ?? rest.count
        hasLetters = rest[..<end].contains { $0 >= 0x80 }
        start += end + 1
      }
      return hasLetters ? .line(of: badByte, in: bytes) : nil
    }
  }
}

import ByteTools
public import Conversions

/// What is not as it should be in a text of rows: mistakes in its quotes, rows of another length, NULs.
///
/// Where each first stands is kept and the others are counted, so that a report is short whatever the text is.
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

  /// Counts a row that begins at a place; the first says how many cells all have.
  mutating func note(rowOf cellCount: Int, at offset: Int) {
    guard let width else {
      width = cellCount
      return
    }
    guard cellCount != width else { return }
    raggedRowCount += 1
    if firstRagged == nil { firstRagged = (cellCount, offset) }
  }

  /// Refuses the text for the first flaw in it so far.
  func refuse(with mistake: (mistake: DelimitedScanner.Mistake, offset: Int)?) throws(CoderError) {
    let flaws = [mistake.map { ($0.offset, error($0)) }, raggedRow.map { ($0.offset, $0.error) }, nulError]
    if let first = flaws.compactMap({ $0 }).min(by: { $0.0 < $1.0 }) { throw first.1 }
  }

  /// The flaws of the whole text, a sentence for each kind.
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
      "this row has \(firstRagged.cellCount) cell\(firstRagged.cellCount == 1 ? "" : "s"), and the first has \(width)",
      at: .line(of: firstRagged.offset, in: bytes))
    return (firstRagged.offset, error)
  }

  private var nulError: (Int, CoderError)? {
    nul.map { nul in
      (nul, CoderError(.unexpectedCharacter, "a NUL stands in the table", at: .line(of: nul, in: bytes)))
    }
  }
}

extension CoderError.Code {
  /// A row of a table that has more or fewer cells than the first.
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
    case .strayQuote: "a quote stands inside a cell that is not quoted"
    case .textAfterQuote: "something stands behind the closing quote of a cell"
    case .openQuote: "this quoted cell does not end"
    }
  }
}

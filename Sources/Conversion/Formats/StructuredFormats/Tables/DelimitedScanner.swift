import ByteTools

/// Splits delimited text into the ranges of its cells, without copying the cells.
///
/// The grammar is a tolerant form of RFC 4180:
///
/// - A row ends with CR LF, LF or CR.
/// - A quote inside an unquoted cell is literal.
/// - Text after a closing quote belongs to the cell.
/// - A quoted cell that is not closed extends to the end of the text.
/// - If `hasPlainQuotes` is true, a quote that begins a cell is literal unless it encloses the whole cell.
package struct DelimitedScanner {
  /// The range of a cell, without its quotes.
  package struct Cell {
    var start: Int
    var end: Int
    /// Whether the bytes differ from the cell's text.
    ///
    /// They differ if the cell contains doubled quotes, or text after its closing quote.
    var needsDecoding = false
  }

  /// A deviation from RFC 4180.
  enum Mistake {
    /// A quote inside an unquoted cell.
    case strayQuote
    /// Text between a closing quote and the end of the cell.
    case textAfterQuote
    /// A quoted cell that is not closed before the end of the text.
    case openQuote
  }

  private static let quote = UInt8(ascii: "\"")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")

  let bytes: UnsafeRawBufferPointer
  private let separator: UInt8
  private let hasPlainQuotes: Bool
  private(set) var position: Int
  private var row: [Cell] = []
  /// The first mistake and its byte offset.
  private(set) var firstMistake: (mistake: Mistake, offset: Int)?
  /// The number of mistakes.
  private(set) var mistakeCount = 0

  init(_ bytes: UnsafeRawBufferPointer, _ text: DelimitedText) {
    self.bytes = bytes
    separator = text.separator
    hasPlainQuotes = text.hasPlainQuotes
    position = min(text.prefixLength, bytes.count)
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// Returns the cells of the next row; nil at the end of the text.
  ///
  /// An empty line is returned as a row with one empty cell.
  mutating func nextRow() -> [Cell]? {
    guard position < bytes.count else { return nil }
    row.removeAll(keepingCapacity: true)
    while true {
      row.append(scanCell())
      guard position < bytes.count else { return row }
      if bytes[position] == separator {
        position += 1
        // A separator at the end of the text is followed by an empty cell.
        if position == bytes.count {
          row.append(Cell(start: position, end: position))
          return row
        }
        continue
      }
      let isPair =
        bytes[position] == Self.carriageReturn && position + 1 < bytes.count
        && bytes[position + 1] == Self.lineFeed
      position += isPair ? 2 : 1
      return row
    }
  }

  /// Returns whether a row is an empty line.
  ///
  /// Empty lines end a file or separate groups of rows.
  func isEmptyLine(_ row: [Cell]) -> Bool {
    row.count == 1 && row[0].start == row[0].end && !isQuoted(row[0])
  }

  /// Returns whether a cell is quoted.
  func isQuoted(_ cell: Cell) -> Bool { cell.start > 0 && bytes[cell.start - 1] == Self.quote }

  /// Returns the text of a cell.
  package func text(of cell: Cell) -> String {
    guard cell.needsDecoding else { return String(decoding: bytes[cell.start..<cell.end], as: UTF8.self) }
    var decoded: [UInt8] = []
    append(cell, to: &decoded)
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Appends the text of a cell as UTF-8 bytes.
  func append(_ cell: Cell, to output: inout [UInt8]) {
    guard cell.needsDecoding else {
      output.append(contentsOf: bytes[cell.start..<cell.end])
      return
    }
    var isQuoted = true
    var place = cell.start
    while place < cell.end {
      let byte = bytes[place]
      place += 1
      if isQuoted, byte == Self.quote {
        if place < cell.end, bytes[place] == Self.quote {
          output.append(byte)
          place += 1
        } else {
          isQuoted = false
        }
      } else {
        output.append(byte)
      }
    }
  }

  private mutating func scanCell() -> Cell {
    let start = position
    if start < bytes.count, bytes[start] == Self.quote, !hasPlainQuotes || enclosesCell(quoteAt: start) {
      return scanQuotedCell()
    }
    while true {
      position = placeOfMark(from: position)
      guard position < bytes.count, bytes[position] == Self.quote else { break }
      if !hasPlainQuotes { note(.strayQuote, at: position) }
      position += 1
    }
    return Cell(start: start, end: position)
  }

  /// Returns whether the quote that begins a cell encloses the whole cell.
  ///
  /// This is the case if the next quote that is not doubled ends the cell. Searches never overlap: a search
  /// skips only doubled quotes, and the next search begins at or after the quote at which this search stops.
  private func enclosesCell(quoteAt opening: Int) -> Bool {
    var place = placeOfQuote(from: opening + 1)
    while place + 1 < bytes.count, bytes[place + 1] == Self.quote { place = placeOfQuote(from: place + 2) }
    guard place + 1 < bytes.count else { return place < bytes.count }
    let next = bytes[place + 1]
    return next == separator || next == Self.lineFeed || next == Self.carriageReturn
  }

  private mutating func scanQuotedCell() -> Cell {
    let opening = position
    position += 1
    var cell = Cell(start: position, end: position)
    while true {
      position = placeOfQuote(from: position)
      guard position < bytes.count else { break }
      if position + 1 < bytes.count, bytes[position + 1] == Self.quote {
        cell.needsDecoding = true
        position += 2
        continue
      }
      cell.end = position
      position += 1
      let closing = position
      while position < bytes.count, bytes[position] != separator, bytes[position] != Self.lineFeed,
        bytes[position] != Self.carriageReturn
      {
        position += 1
      }
      if position > closing {
        note(.textAfterQuote, at: closing)
        cell.needsDecoding = true
        cell.end = position
      }
      return cell
    }
    note(.openQuote, at: opening)
    cell.end = position
    return cell
  }

  /// Returns the offset of the next quote, separator or line end; the end of the text if there is none.
  @inline(__always)
  private func placeOfMark(from start: Int) -> Int {
    var place = start
    while place + 8 <= bytes.count {
      let word = ByteWord(bytes, at: place)
      let marks =
        word.matches(separator) | word.matches(Self.lineFeed) | word.matches(Self.carriageReturn)
        | word.matches(Self.quote)
      if marks != 0 { return place + marks.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < bytes.count {
      let byte = bytes[place]
      if byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn || byte == Self.quote {
        return place
      }
      place += 1
    }
    return place
  }

  /// Returns the offset of the next quote; the end of the text if there is none.
  @inline(__always)
  private func placeOfQuote(from start: Int) -> Int {
    var place = start
    while place + 8 <= bytes.count {
      let quotes = ByteWord(bytes, at: place).matches(Self.quote)
      if quotes != 0 { return place + quotes.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < bytes.count, bytes[place] != Self.quote { place += 1 }
    return place
  }

  private mutating func note(_ mistake: Mistake, at offset: Int) {
    if firstMistake == nil { firstMistake = (mistake, offset) }
    mistakeCount += 1
  }
}

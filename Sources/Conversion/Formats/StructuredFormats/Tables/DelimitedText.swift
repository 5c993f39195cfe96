/// The format of delimited text, such as its separator and whether it has a header.
package struct DelimitedText: Sendable, Equatable {
  /// The byte that separates two cells, such as a comma, semicolon, tab or bar.
  package var separator: UInt8
  /// Whether the first row contains the column names.
  package var hasHeader: Bool
  /// The number of bytes before the first row: a byte order mark and a line that declares the separator.
  package var prefixLength: Int
  /// Whether a quote is literal unless it encloses a whole cell.
  ///
  /// True for tab-separated values, whose definition has no quoting (Source: IANA,
  /// `text/tab-separated-values`).
  var hasPlainQuotes = false
  /// Whether all examined rows have a single cell.
  ///
  /// In such a text, empty lines are rows.
  var isOneColumn = false

  /// Makes a format from its settings.
  package init(separator: UInt8 = UInt8(ascii: ","), hasHeader: Bool = true, prefixLength: Int = 0) {
    self.separator = separator
    self.hasHeader = hasHeader
    self.prefixLength = prefixLength
  }

  /// Detects the format of a text from its first rows.
  ///
  /// A first line such as `sep=;`, as written by spreadsheets, declares the separator. Otherwise the
  /// separator is detected among comma, semicolon, tab and bar:
  ///
  /// 1. Separators that leave no misplaced quotes are preferred.
  /// 2. Among these separators, the one with which the most rows have the same number of cells as the first
  ///    row is chosen. The first row must have at least two cells.
  /// 3. If several separators are equal, the first in the above order is chosen.
  ///
  /// The first row is a header unless it is the only row, or one of its cells is empty, a number, or equal to
  /// another cell. Exception: the first cell of a header may be empty if the cell below is not empty, as in a
  /// table with row numbers. Only the first 64 KiB and the first 100 rows are examined.
  ///
  /// - Parameters:
  ///   - separator: the separator, if the type of the text determines it.
  ///   - options: settings given explicitly. Other settings are detected.
  static func detected(
    in bytes: UnsafeRawBufferPointer, separator: UInt8? = nil, _ options: TableOptions = TableOptions()
  ) -> DelimitedText {
    var text = DelimitedText(hasHeader: false)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: mark) { text.prefixLength = mark.count }
    if let named = separatorLine(in: bytes, at: text.prefixLength) {
      (text.separator, text.prefixLength) = (options.delimiter ?? named.0, named.1)
    } else if let separator = options.delimiter ?? separator {
      text.separator = separator
      text.hasPlainQuotes = separator == UInt8(ascii: "\t")
    } else {
      text.separator = mostRegularSeparator(in: bytes, at: text.prefixLength)
    }
    let rows = firstRows(of: bytes, text, atMost: 100).rows
    text.hasHeader = options.hasHeader ?? TableHeadings.areHeadings(rows.first, above: rows.dropFirst().first)
    text.isOneColumn = rows.allSatisfy { $0.count == 1 } && rows.contains { $0 != [""] }
    return text
  }

  /// Returns the separator declared in a line `sep=X`, and the offset of the next line; nil if there is no
  /// such line.
  private static func separatorLine(in bytes: UnsafeRawBufferPointer, at start: Int) -> (UInt8, Int)? {
    guard bytes.count > start + 5, bytes[start..<start + 4].elementsEqual("sep=".utf8) else { return nil }
    var end = start + 5
    if bytes[end] == UInt8(ascii: "\r") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\n") else { return nil }
    let separator = bytes[start + 4]
    // These characters cannot be separators, because they already have another meaning.
    guard !"\"\r\n".utf8.contains(separator) else { return nil }
    return (separator, end + 1)
  }

  /// The maximum number of bytes that are examined.
  static let sampleByteCount = 65_536
  /// The separators that can be detected, in order of precedence.
  static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

  private static func mostRegularSeparator(in bytes: UnsafeRawBufferPointer, at start: Int) -> UInt8 {
    var best = (separator: UInt8(ascii: ","), isClean: false, rows: 0)
    for separator in separators {
      let text = DelimitedText(separator: separator, hasHeader: false, prefixLength: start)
      let (rows, isClean) = firstRows(of: bytes, text, atMost: 100)
      guard let width = rows.first?.count, width > 1 else { continue }
      let regular = rows.count { $0.count == width }
      if isClean == best.isClean ? regular > best.rows : isClean { best = (separator, isClean, regular) }
    }
    return best.separator
  }

  private static func firstRows(
    of bytes: UnsafeRawBufferPointer, _ text: DelimitedText, atMost count: Int
  ) -> (rows: [[String]], isClean: Bool) {
    let sample = UnsafeRawBufferPointer(rebasing: bytes.prefix(sampleByteCount))
    var scanner = DelimitedScanner(sample, text)
    var rows: [[String]] = []
    var isClean = true
    // The last row may be truncated by the sample, so its number of cells is unknown.
    while rows.count < count, let row = scanner.nextRow() {
      if scanner.isAtEnd, sample.count < bytes.count, !rows.isEmpty { return (rows, isClean) }
      rows.append(row.map { scanner.text(of: $0) })
      isClean = scanner.firstMistake == nil
    }
    return (rows, isClean)
  }
}

/// The lines of a table (Source: GitHub Flavored Markdown, "Tables").
enum MarkdownTable {
  /// The alignment of each column, when a line is the one under a table's head; nil when it is anything else.
  static func alignments(_ bytes: [UInt8], _ range: Range<Int>) -> [RichText.Alignment?]? {
    guard range.allSatisfy({ isMark(bytes[$0]) }) else { return nil }
    let cells = cells(bytes, range)
    guard !cells.isEmpty else { return nil }
    var alignments: [RichText.Alignment?] = []
    for cell in cells {
      guard let first = cell.first else { return nil }
      let opens = bytes[first] == UInt8(ascii: ":")
      let closes = bytes[cell.upperBound - 1] == UInt8(ascii: ":")
      let dashes = cell.dropFirst(opens ? 1 : 0).dropLast(closes ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
      alignments.append(opens ? (closes ? .center : .left) : closes ? .right : nil)
    }
    return alignments
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: ":")
      || MarkdownCharacters.isBlank(byte)
  }

  /// The cells of a line without the spaces around them.
  ///
  /// A backslash keeps a `|` from ending a cell; ``unescaped(_:_:)`` takes it away.
  static func cells(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end > start && MarkdownCharacters.isBlank(bytes[end - 1]) { end -= 1 }
    while start < end && MarkdownCharacters.isBlank(bytes[start]) { start += 1 }
    if start < end && bytes[start] == UInt8(ascii: "|") { start += 1 }
    var cells: [Range<Int>] = []
    var place = start
    while place < end {
      if bytes[place] == UInt8(ascii: "\\") {
        place += 2
      } else if bytes[place] == UInt8(ascii: "|") {
        cells.append(trimmed(bytes, start..<place))
        place += 1
        start = place
      } else {
        place += 1
      }
    }
    if start < end { cells.append(trimmed(bytes, start..<end)) }
    return cells
  }

  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end && MarkdownCharacters.isBlank(bytes[start]) { start += 1 }
    while end > start && MarkdownCharacters.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// A cell's bytes with every `\|` as `|`, in code too; nil when it has none.
  static func unescaped(_ bytes: [UInt8], _ cell: Range<Int>) -> [UInt8]? {
    var result: [UInt8]?
    for place in cell {
      let isEscape =
        bytes[place] == UInt8(ascii: "\\") && place + 1 < cell.upperBound
        && bytes[place + 1] == UInt8(ascii: "|")
      if isEscape && result == nil { result = Array(bytes[cell.lowerBound..<place]) }
      if !isEscape { result?.append(bytes[place]) }
    }
    return result
  }
}

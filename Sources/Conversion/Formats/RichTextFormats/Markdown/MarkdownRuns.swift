import ByteTools

/// Splits a Markdown document into runs of whole blocks, so that a long document is never held in memory at
/// once.
///
/// A run ends where no block is open, for example after a heading, or after the blank line below a
/// paragraph. The text after the run is read like the beginning of a document.
///
/// Three features require the whole document: link reference definitions, footnotes, and HTML elements that
/// begin in one block and end in a later block. A document is therefore read twice. The first reading
/// collects these features. In the second reading, a run never ends inside such an HTML element.
struct MarkdownRuns {
  private let dialect: MarkdownDialect
  /// The bytes that do not belong to a run yet: whole lines, and the beginning of the next line.
  private var rest: [UInt8] = []
  /// Whether the last byte was a carriage return.
  ///
  /// A line feed directly after a carriage return belongs to the same line end.
  private var isAfterReturn = false
  /// The number of bytes to collect before searching for the end of a run.
  private var wantedByteCount: Int
  private let runByteCount: Int
  /// The front matter before the blocks; nil if the document has no front matter, or if no run has been
  /// read.
  private(set) var frontMatter: MarkdownFrontMatter?
  private var isAtBeginning = true
  /// The number of top-level HTML blocks before the next run.
  private var htmlBlockCount = 0
  /// The HTML elements found in the first reading; nil during the first reading.
  private let spans: MarkdownHTMLSpans?
  /// The number of the last HTML block to which an element from an earlier run extends.
  private var lastSpanEnd = -1

  /// - Parameter runByteCount: the approximate number of bytes in a run.
  init(dialect: MarkdownDialect, spans: MarkdownHTMLSpans? = nil, runByteCount: Int) {
    self.dialect = dialect
    self.spans = spans
    self.runByteCount = runByteCount
    wantedByteCount = runByteCount * 2
  }

  /// Adds the next bytes of the document in UTF-8.
  ///
  /// - Parameter take: receives the blocks of a run, and the end of the run in their bytes.
  mutating func add(
    _ piece: UnsafeRawBufferPointer, _ take: (MarkdownBlockTree, _ end: Int) throws -> Void
  ) rethrows {
    append(piece)
    while rest.count >= wantedByteCount {
      if let (tree, end) = run(isLast: false) {
        rest.removeSubrange(..<end)
        wantedByteCount = runByteCount * 2
        try take(tree, end)
      } else {
        wantedByteCount *= 2
      }
    }
  }

  /// Emits the last run, even if the document is empty.
  mutating func finish(_ take: (MarkdownBlockTree, _ end: Int) throws -> Void) rethrows {
    if let (tree, end) = run(isLast: true) { try take(tree, end) }
  }

  /// Appends bytes with line feeds as line ends and U+FFFD for NUL, as the specification requires.
  private mutating func append(_ piece: UnsafeRawBufferPointer) {
    let isReady = !isAfterReturn && piece.firstPlace(of: 0x0D) == nil && piece.firstPlace(of: 0) == nil
    if isReady {
      rest.append(contentsOf: piece)
      return
    }
    for byte in piece {
      switch byte {
      case 0x0D: rest.append(0x0A)
      case 0x0A: if !isAfterReturn { rest.append(0x0A) }
      case 0: rest += [0xEF, 0xBF, 0xBD]
      default: rest.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
  }

  /// Returns the blocks up to an offset at which a run can end, and this offset; nil if no such offset
  /// exists.
  private mutating func run(isLast: Bool) -> (MarkdownBlockTree, end: Int)? {
    var start = 0
    if isAtBeginning, dialect.hasFrontMatter, let frontMatter = MarkdownFrontMatter(rest) {
      self.frontMatter = frontMatter
      start = frontMatter.end
    }
    var (counted, blockCount, spanEnd) = (nil as Int?, htmlBlockCount, lastSpanEnd)
    let found = MarkdownBlockScanner.run(
      of: rest, from: start, atLeastTo: isLast ? .max : runByteCount, isLast: isLast, dialect: dialect
    ) { tree, end in
      if dialect.hasFootnotes, mayContinueFootnote(tree, at: end) { return false }
      guard let spans else { return true }
      while let block = counted == nil ? tree.blocks[0].firstChild : tree.blocks[counted ?? 0].next {
        counted = block
        guard case .html = tree.blocks[block].kind else { continue }
        if let end = spans.end(of: blockCount) { spanEnd = max(spanEnd, end) }
        blockCount += 1
      }
      return spanEnd < blockCount
    }
    guard let found else { return nil }
    (isAtBeginning, htmlBlockCount, lastSpanEnd) = (false, blockCount, spanEnd)
    return found
  }

  /// Returns whether the line at an offset may continue the preceding footnote, as indented code does.
  private func mayContinueFootnote(_ tree: MarkdownBlockTree, at end: Int) -> Bool {
    guard let last = tree.blocks[0].lastChild, tree.isFootnote(last) else { return false }
    return end >= rest.count || rest[end] == 0x0A || MarkdownCharacters.isBlank(rest[end])
  }
}

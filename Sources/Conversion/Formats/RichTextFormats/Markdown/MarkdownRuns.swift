import ByteTools

/// Cuts a Markdown document into runs of whole blocks, so that a long one need not be held.
///
/// A run ends where no block is open but the document, as after a heading or after the blank line below a paragraph: what
/// follows is read as it would be at the beginning. Three things reach across runs, and are known only from all of them: the
/// definitions of links, footnotes, and elements of HTML that begin in one block and end in a later one. So a document is
/// read twice, first for these. In the second reading a run does not end inside such an element.
struct MarkdownRuns {
  private let dialect: MarkdownDialect
  /// What is read and belongs to no run yet: whole lines, and the beginning of one.
  private var rest: [UInt8] = []
  /// Whether the last byte was a carriage return, which ends a line together with a line feed after it.
  private var isAfterReturn = false
  /// How many bytes are collected before the end of a run is looked for.
  private var wantedByteCount: Int
  private let runByteCount: Int
  /// What precedes the blocks; nil where there is none, or nothing was read.
  private(set) var frontMatter: MarkdownFrontMatter?
  private var isAtBeginning = true
  /// How many blocks of HTML precede the run, outside of all others.
  private var htmlBlockCount = 0
  /// The elements that the first reading found; nil in the first reading.
  private let spans: MarkdownHTMLSpans?
  /// The last block of HTML of the elements that begin in the runs so far.
  private var lastSpanEnd = -1

  /// - Parameter runByteCount: about how many bytes make a run.
  init(dialect: MarkdownDialect, spans: MarkdownHTMLSpans? = nil, runByteCount: Int) {
    self.dialect = dialect
    self.spans = spans
    self.runByteCount = runByteCount
    wantedByteCount = runByteCount * 2
  }

  /// Adds the next bytes, which are UTF-8.
  ///
  /// - Parameter take: called with the blocks of a run, and with its end in their bytes.
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

  /// Takes the last run; there is one even of a document without a byte.
  mutating func finish(_ take: (MarkdownBlockTree, _ end: Int) throws -> Void) rethrows {
    if let (tree, end) = run(isLast: true) { try take(tree, end) }
  }

  /// Appends bytes with line feeds only, and U+FFFD for NUL, as the specification wants it.
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

  /// The blocks up to a place where a run can end, and that place; nil where none is found.
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

  /// Whether the line at a place can be more of the footnote before it, which indented code is.
  private func mayContinueFootnote(_ tree: MarkdownBlockTree, at end: Int) -> Bool {
    guard let last = tree.blocks[0].lastChild, tree.isFootnote(last) else { return false }
    return end >= rest.count || rest[end] == 0x0A || MarkdownCharacters.isBlank(rest[end])
  }
}

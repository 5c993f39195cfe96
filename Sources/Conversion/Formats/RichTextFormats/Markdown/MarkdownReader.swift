import ByteTools
import ProfferConversions
import TextEncodings

/// Converts Markdown to rich text.
struct MarkdownReader {
  let dialect: MarkdownDialect
  private(set) var blocks: MarkdownBlockTree
  var inlines: MarkdownInlineReader
  /// The positions of the referenced footnotes in the current blocks.
  var notes = MarkdownNotes()
  /// The labels of footnotes whose content has been read, but whose position has not been reached yet.
  var unplacedNotes: Set<[UInt8]> = []
  private var metadata = RichText.Metadata()
  var losses = LossCounter()
  var warnings: [String] = []
  /// Whether the current blocks are being converted to HTML.
  ///
  /// Spans inside these blocks are converted together with the outermost span.
  private var isInSpan = false
  /// The number of block markers that are read as text, because they are nested too deeply.
  private var tooDeepCount = 0
  /// The list at the end of the blocks read so far, which continues in the next blocks.
  private var openList: RichText.List?
  /// The number of bytes of a document that is read in parts; 0 for any other document.
  private var documentByteCount = 0
  /// The budget for cells that complete short table rows; when the budget is used up, rows remain short.
  private var cellBudget = CellBudget()

  /// Finds the blocks of a document.
  ///
  /// The functions ``read()`` and ``stream(_:)`` convert the blocks to rich text.
  ///
  /// - Parameter bytes: the document in UTF-8.
  init(_ bytes: [UInt8], dialect: MarkdownDialect) {
    let bytes = Self.prepared(bytes)
    let frontMatter = dialect.hasFrontMatter ? MarkdownFrontMatter(bytes) : nil
    let blocks = MarkdownBlockScanner.blocks(of: bytes, from: frontMatter?.end ?? 0, dialect: dialect)
    self.init(blocks, blocks.definitions, frontMatter, dialect: dialect)
  }

  private init(
    _ blocks: MarkdownBlockTree, _ definitions: MarkdownDefinitions, _ frontMatter: MarkdownFrontMatter?,
    dialect: MarkdownDialect
  ) {
    self.dialect = dialect
    self.blocks = blocks
    inlines = MarkdownInlineReader(dialect: dialect, definitions: definitions)
    guard let frontMatter else { return }
    metadata = frontMatter.metadata
    losses.add(.metadata, "other keys of the front matter", count: frontMatter.otherKeyCount)
    losses.add(contentsOf: frontMatter.losses.total)
    warnings = frontMatter.warnings
  }

  /// Reads the text in normalised form.
  mutating func read() -> Reading<RichText> {
    var builder = RichTextBuilder()
    let report = stream { builder.add($0) }
    return Reading(builder.text, losses: report.losses, warnings: report.warnings)
  }

  /// Emits the events of the text, block by block.
  mutating func stream(_ emit: (RichTextEvent) throws -> Void) rethrows -> StepReport {
    try emit(.beginning(metadata, isPlain: false))
    findNotes()
    try emitBlocks(emit)
    return report()
  }

  private mutating func emitBlocks(_ emit: (RichTextEvent) throws -> Void) rethrows {
    let last = blocks.endsInsideList ? blocks.blocks[0].lastChild : nil
    var open = openList
    openList = nil
    let runCount = 2 * documentByteCount / max(blocks.bytes.count, 1) + 1
    var held: RichText.List?
    try forEachBlock(in: 0) { block, source in
      var block = block
      if var list = open {
        open = nil
        if case .list(let rest) = block {
          list.items += rest.items
          list.isTight = list.isTight && rest.isTight
          block = .list(list)
        } else {
          try emit(.block(.list(list)))
        }
      }
      if source == last, case .list(let list) = block {
        held = list
        // The list may be the rest of the document. An array that grows is copied, and unused room takes no
        // memory.
        if list.items.capacity < list.items.count * 2 {
          held?.items.reserveCapacity(list.items.count * runCount)
        }
      } else {
        try RichTextEvent.emit(block, emit)
      }
    }
    openList = held
    tooDeepCount += blocks.tooDeepCount
  }

  private mutating func report() -> StepReport {
    if tooDeepCount > 0 {
      warnings.append(
        "Lists and quotations are nested more than \(RichText.depthLimit) levels deep; deeper ones are read as plain text."
      )
    }
    var total = losses
    for loss in inlines.losses.total { total.add(loss.kind, loss.detail, count: loss.count) }
    total.add(.characters, "in footnotes without a reference", count: inlines.unusedNoteCharacterCount)
    total.add(.links, "unused link definitions", count: inlines.scanner.definitions.unusedCount)
    return StepReport(losses: total.total, warnings: warnings)
  }

  /// Emits the events of a long document, block by block.
  ///
  /// - Parameter runByteCount: the approximate number of bytes that are in memory at once.
  /// - Returns: the report, and the number of repaired errors in the encoding.
  static func stream(
    _ bytes: UnsafeRawBufferPointer, in encoding: TextEncoding, dialect: MarkdownDialect,
    runByteCount: Int = 1 << 15, meter: ReadingMeter = .silent, _ emit: (RichTextEvent) throws -> Void
  ) throws -> (report: StepReport, repairCount: Int) {
    var definitions = MarkdownDefinitions(byteCount: bytes.count, hasFootnotes: dialect.hasFootnotes)
    var spans = MarkdownHTMLSpans()
    var htmlBlockCount = 0
    var notes = MarkdownNoteSurvey()
    func survey(_ run: MarkdownBlockTree, end: Int) {
      definitions.add(run.definitions)
      if dialect.hasFootnotes {
        notes.addFootnotes(of: run)
        notes.addMarks(in: run.bytes, upTo: end)
      }
      var child = run.blocks[0].firstChild
      while let block = child {
        if case .html = run.blocks[block].kind {
          spans.add(htmlBlockCount, run.codeBytes(run.blocks[block].lines))
          htmlBlockCount += 1
        }
        child = run.blocks[block].next
      }
    }
    var runs = MarkdownRuns(dialect: dialect, runByteCount: runByteCount)
    let repairCount = encoding.forEachPiece(of: bytes) { runs.add($0, survey) }
    runs.finish(survey)

    var reader = MarkdownReader(
      MarkdownBlockTree([], dialect: dialect), definitions, runs.frontMatter, dialect: dialect)
    reader.documentByteCount = bytes.count
    try emit(.beginning(reader.metadata, isPlain: false))
    // A note is shown at its mark, but its text may be anywhere in the document.
    let footnotes = notes.markedFootnotes
    notes = MarkdownNoteSurvey()
    reader.read(footnotes)
    func read(_ run: MarkdownBlockTree, end: Int) throws {
      reader.blocks = run
      reader.placeNotes()
      reader.inlines.forgetTags()
      try reader.emitBlocks(emit)
    }
    runs = MarkdownRuns(dialect: dialect, spans: spans, runByteCount: runByteCount)
    var (meter, position) = (meter, 0)
    _ = try encoding.forEachPiece(of: bytes) { piece in
      try runs.add(piece, read)
      position += piece.count
      meter.reach(position)
    }
    try runs.finish(read)
    return (reader.report(), repairCount)
  }

  /// Returns the bytes with line feeds as line ends and with U+FFFD for NUL, as the specification requires.
  private static func prepared(_ bytes: [UInt8]) -> [UInt8] {
    let isReady = bytes.withUnsafeBytes { $0.firstPlace(of: 0x0D) == nil && $0.firstPlace(of: 0) == nil }
    if isReady { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x0D: result.append(0x0A)
      case 0x0A: if index == 0 || bytes[index - 1] != 0x0D { result.append(0x0A) }
      case 0: result += [0xEF, 0xBF, 0xBD]
      default: result.append(byte)
      }
    }
    return result
  }
}

// MARK: - Blocks

extension MarkdownReader {
  private mutating func content(of block: Int) -> [RichText.Block] {
    var content: [RichText.Block] = []
    forEachBlock(in: block) { block, _ in content.append(block) }
    return content
  }

  /// Calls a function with each block in a block, and the number of the last block that it was made from.
  private mutating func forEachBlock(
    in block: Int, _ take: (RichText.Block, _ source: Int) throws -> Void
  ) rethrows {
    let spans = htmlSpans(in: block)
    var content: [RichText.Block] = []
    var child = blocks.blocks[block].firstChild
    while let first = child {
      var last = first
      if spans.isEmpty {
        append(first, to: &content)
      } else {
        last = appendSpan(from: first, spans, to: &content)
      }
      for block in content { try take(block, last) }
      content.removeAll(keepingCapacity: true)
      child = blocks.blocks[last].next
    }
  }

  private mutating func append(_ block: Int, to content: inout [RichText.Block]) {
    let lines = blocks.blocks[block].lines
    switch blocks.blocks[block].kind {
    case .document, .nothing, .item: break
    case .quotation:
      let quoted = self.content(of: block)
      if !quoted.isEmpty { content.append(.blockQuote(quoted)) }
    case .list(let mark): content.append(.list(list(block, mark)))
    case .paragraph:
      for lines in paragraphs(lines) {
        let words = inlines.inlines(blocks.words(lines))
        if !words.isEmpty { content.append(.paragraph(RichText.Paragraph(words))) }
      }
    case .heading(let level):
      content.append(.heading(level: level, RichText.Paragraph(inlines.inlines(blocks.words(lines)))))
    case .indentedCode where notes.continuations.contains(block): break
    case .indentedCode: content.append(.codeBlock(RichText.CodeBlock(indentedCode(lines))))
    case .fencedCode(let fence):
      content.append(.codeBlock(RichText.CodeBlock(code(lines), language: language(fence.info))))
    case .html: content += html(blocks.codeBytes(lines))
    case .table: content.append(.table(table(lines)))
    case .rule: content.append(.rule)
    }
  }

  private mutating func list(_ block: Int, _ mark: MarkdownBlock.Mark) -> RichText.List {
    let isTight = blocks.blocks[block].isTight
    var items: [RichText.ListItem] = []
    var child = blocks.blocks[block].firstChild
    while let this = child {
      var item = RichText.ListItem([])
      if dialect.hasTasks { item.isChecked = takeBox(this) }
      item.blocks = content(of: this)
      items.append(item)
      child = blocks.blocks[this].next
    }
    let marker: RichText.Marker =
      if let start = mark.start {
        .number(start: start, delimiter: mark.sign == UInt8(ascii: ".") ? .period : .parenthesis)
      } else {
        .bullet(.disc)
      }
    return RichText.List(marker, isTight: isTight, items: items)
  }

  /// Removes the check box from the beginning of an item's first paragraph.
  ///
  /// - Returns: whether the box is checked; nil if the item has no box.
  private mutating func takeBox(_ item: Int) -> Bool? {
    guard let first = blocks.blocks[item].firstChild, blocks.blocks[first].kind == .paragraph else {
      return nil
    }
    return blocks.takeBox(first)
  }

  /// Returns the lines of a paragraph, split into paragraphs and footnotes.
  ///
  /// Footnotes with a mark are omitted. A footnote without a mark becomes a separate paragraph.
  private mutating func paragraphs(_ lines: Range<Int>) -> [Range<Int>] {
    guard dialect.hasFootnotes, let first = lines.first, blocks.beginsFootnote(first) else { return [lines] }
    var starts = lines.filter { blocks.beginsFootnote($0) }
    let wordCount = starts.count { !notes.starts.contains($0) }
    losses.add(.formatting, "footnotes without a reference, kept as text", count: wordCount)
    starts.append(lines.upperBound)
    return zip(starts, starts.dropFirst()).map { $0..<$1 }.filter { !notes.starts.contains($0.lowerBound) }
  }
}

// MARK: - HTML

extension MarkdownReader {
  /// Returns the elements that begin in one child of a block and end in a later child.
  private func htmlSpans(in block: Int) -> MarkdownHTMLSpans {
    var spans = MarkdownHTMLSpans()
    if isInSpan { return spans }
    var child = blocks.blocks[block].firstChild
    while let this = child {
      if case .html = blocks.blocks[this].kind {
        spans.add(this, blocks.codeBytes(blocks.blocks[this].lines))
      }
      child = blocks.blocks[this].next
    }
    return spans
  }

  /// Appends a block and all following blocks up to the end of the elements that begin in the block.
  ///
  /// Markdown in these blocks is converted to HTML, so that all blocks are read as one page.
  ///
  /// - Returns: the last block appended.
  private mutating func appendSpan(
    from first: Int, _ spans: MarkdownHTMLSpans, to content: inout [RichText.Block]
  ) -> Int {
    guard var last = spans.end(of: first) else {
      append(first, to: &content)
      return first
    }
    isInSpan = true
    defer { isInSpan = false }
    var writer = HTMLWriter()
    var this = first
    while true {
      if case .html = blocks.blocks[this].kind {
        writer.output += blocks.codeBytes(blocks.blocks[this].lines)
        last = max(last, spans.end(of: this) ?? last)
      } else {
        var inner: [RichText.Block] = []
        append(this, to: &inner)
        writer.write(inner)
      }
      guard this < last, let next = blocks.blocks[this].next else { break }
      this = next
    }
    writer.endNotes()
    losses.add(contentsOf: writer.losses.total)
    content += html(writer.output)
    return this
  }

  private mutating func html(_ bytes: [UInt8]) -> [RichText.Block] {
    var reader = HTMLReader(bytes, keepsAllAnchors: true)
    reader.read()
    let content = reader.finish()
    losses.add(contentsOf: reader.losses.total)
    for warning in reader.warnings where !warnings.contains(warning) { warnings.append(warning) }
    return RichText(content).normalized().blocks
  }
}

// MARK: - Code and tables

extension MarkdownReader {
  private func code(_ lines: Range<Int>) -> String {
    String(decoding: blocks.codeBytes(lines), as: UTF8.self)
  }

  /// Returns the lines of indented code, without trailing blank lines.
  private func indentedCode(_ lines: Range<Int>) -> String {
    var end = lines.upperBound
    while end > lines.lowerBound, blocks.isBlank(blocks.lines[end - 1]) { end -= 1 }
    return code(lines.lowerBound..<end)
  }

  /// Returns the language of code, which is the first word after the fence.
  ///
  /// Most readers ignore further words.
  private mutating func language(_ info: Range<Int>) -> String? {
    let words = MarkdownLinkScanner.unescaped(blocks.bytes, info)
      .split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    if words.count > 1, !words[1].allSatisfy({ $0 == " " || $0 == "\t" }) {
      losses.add(.metadata, "text after the language of a code block")
    }
    return words.first.map(String.init)
  }

  private mutating func table(_ lines: Range<Int>) -> RichText.Table {
    var rows: [[RichText.TableCell]] = []
    let alignments = MarkdownTable.alignments(blocks.bytes, blocks.lines[lines.lowerBound + 1].range) ?? []
    for (index, line) in blocks.lines[lines].enumerated() where index != 1 {
      let cells = MarkdownTable.cells(blocks.bytes, line.range)
      losses.add(.tables, "cells beyond the last column", count: max(cells.count - alignments.count, 0))
      var row = zip(cells, alignments).map { RichText.TableCell(cell($0), alignment: $1) }
      cellBudget.addCells(row.count)
      let missing = alignments.dropFirst(row.count)
        .prefix(cellBudget.take(atMost: alignments.count - row.count))
      row += missing.map { RichText.TableCell([RichText.Inline](), alignment: $0) }
      rows.append(row)
    }
    // A Markdown table always has a header row. An empty header row therefore means that the table has no
    // header row.
    let hasHead = rows.first?.contains { !$0.blocks.isEmpty } ?? false
    if !hasHead && rows.count > 1 { rows.removeFirst() }
    return RichText.Table(headerRowCount: hasHead ? 1 : 0, rows: rows)
  }

  private mutating func cell(_ range: Range<Int>) -> [RichText.Inline] {
    if let unescaped = MarkdownTable.unescaped(blocks.bytes, range) {
      return inlines.inlines((unescaped, 0..<unescaped.count))
    }
    return inlines.inlines((blocks.bytes, range))
  }
}

import ByteTools
import ProfferConversions

/// Writes rich text as lines for a monospaced font.
///
/// Blocks are separated by a blank line. List items begin with their markers, and each line of a quotation
/// begins with `> `. Tables are written as aligned columns with a rule under the header rows. Code is
/// written line by line. Links and pictures are replaced by their text.
struct PlainTextWriter {
  private(set) var losses = LossCounter()
  /// The lines that have not been taken yet, each with a line feed.
  private(set) var output = ""
  /// The prefix that the open blocks add to each line; `lineStart` is the prefix of the next line.
  private var prefix = ""
  private var lineStart = ""
  /// The maximum distance from the first to the last column of a table.
  private var widthLimit = 400
  /// The number of the innermost open list item; nil if that item has no number.
  private var outerNumber: String?
  /// The notes found so far, which are written at the end.
  private var notes: [[RichText.Block]] = []
  /// The anchors so far that no link targets.
  private var anchors = UntargetedAnchors()
  /// The budget of grid positions without a cell, shared by all tables.
  private var cellBudget = CellBudget()
  /// Whether a top-level block has been written.
  private var hasBlocks = false
  /// The link of the last text in the paragraph that is being written in parts.
  private var lastLink: RichText.Link?
  /// Whether the last part of the paragraph that is being written in parts ends in a break.
  private var endsInBreak = false
  /// The rows of the table that is being written row by row; nil if no table is open.
  private var rows: PlainTextRows?

  /// Writes one event.
  mutating func write(_ event: RichTextEvent) {
    switch event {
    case .beginning(let metadata, _): losses.add(.metadata, count: metadata.fieldCount)
    case .block(let block):
      beginBlock()
      write(block)
    case .beginParagraph(let layout):
      beginBlock()
      count(layout)
    case .words(let content): writePart(content)
    case .endParagraph:
      if endsInBreak { addLine("") }
      (lastLink, endsInBreak) = (nil, false)
    case .beginTable(let table):
      beginBlock()
      rows = PlainTextRows(headerRowCount: table.headerRowCount, widthLimit: widthLimit)
      losses.add(.tables, "converted to columns of text")
      for line in lines(table.caption) { addLine(line) }
      for row in table.rows { addRow(row) }
    case .row(let row): addRow(row)
    case .endTable:
      let all = rows
      rows = nil
      all?.forEachLine { addLine($0) }
    }
  }

  /// Removes and returns the lines written so far.
  ///
  /// The last line feed is held back and begins the next output.
  mutating func takeOutput() -> String {
    guard !output.isEmpty else { return "" }
    var taken = "\n"
    swap(&taken, &output)
    taken.unicodeScalars.removeLast()
    return taken
  }

  private mutating func beginBlock() {
    if hasBlocks { addBlankLine() }
    hasBlocks = true
  }

  private mutating func writePart(_ content: [RichText.Inline]) {
    var content = content
    // A break at the end of a part ends its last line; a break at the end of the paragraph adds an empty
    // line.
    endsInBreak = content.last?.endsInBreak ?? false
    if endsInBreak { content = [RichText.Inline](runs: content.runs.dropLast()) }
    if content.isEmpty { return addLine("") }
    var link = lastLink
    for line in lines(content, lastLink: &link) { addLine(line) }
    lastLink = link
  }

  /// Writes all notes below the text, including notes inside notes, and counts the anchors.
  mutating func writeNotes() {
    var index = 0
    while index < notes.count {
      if index == 0, hasBlocks { addBlankLine() }
      let mark = "[\(index + 1)] "
      write(notes[index], mark: mark, indentation: String(repeating: " ", count: mark.count))
      index += 1
    }
    losses.add(.formatting, "footnotes, moved to the end", count: notes.count)
    anchors.countLosses(in: &losses)
  }

  private mutating func write(_ blocks: [RichText.Block], isTight: Bool) {
    for (index, block) in blocks.enumerated() {
      if index > 0 && !isTight { addBlankLine() }
      write(block)
    }
  }

  private mutating func write(_ block: RichText.Block) {
    switch block {
    case .paragraph(let paragraph):
      count(paragraph.layout)
      for line in lines(paragraph.content) { addLine(line) }
    case .heading(_, let paragraph):
      count(paragraph.layout)
      losses.add(.formatting, "headings, converted to lines")
      for line in lines(paragraph.content) { addLine(line) }
    case .list(let list): write(list)
    case .blockQuote(let blocks): write(blocks, mark: "> ", indentation: "> ")
    case .codeBlock(let code):
      losses.add(.formatting, "code, converted to lines")
      for line in code.lines { addLine(line) }
    case .table(let table): write(table)
    case .rule: addLine(String(repeating: "-", count: 20))
    case .definitions(let definitions): write(definitions)
    case .pageBreak: losses.add(.layout, "page breaks")
    }
  }

  private mutating func write(_ list: RichText.List) {
    let outer = outerNumber
    defer { outerNumber = outer }
    for (index, item) in list.items.enumerated() {
      if index > 0 && !list.isTight { addBlankLine() }
      let box = item.isChecked.map { $0 ? "☑" : "☐" }
      let (text, number) = list.mark(ofItem: index, after: outer)
      outerNumber = number
      let mark = (box ?? text) + " "
      let indentation = String(repeating: " ", count: mark.columnWidth)
      write(item.blocks, mark: mark, indentation: indentation, isTight: list.isTight)
    }
  }

  private mutating func write(_ definitions: [RichText.Definition]) {
    losses.add(.formatting, "definition lists, converted to lines", count: definitions.count)
    for definition in definitions {
      for term in definition.terms { for line in lines(term) { addLine(line) } }
      for meaning in definition.meanings { write(meaning, mark: "    ", indentation: "    ") }
    }
  }

  /// Writes blocks after a marker.
  private mutating func write(
    _ blocks: [RichText.Block], mark: String, indentation: String, isTight: Bool = false
  ) {
    let outer = prefix
    lineStart += mark
    prefix += indentation
    if blocks.isEmpty { addLine("") } else { write(blocks, isTight: isTight) }
    prefix = outer
    lineStart = prefix
  }

  private mutating func count(_ layout: RichText.Layout) {
    if layout.isLost(countingBackgroundIn: &losses) { losses.add(.layout) }
  }
}

// MARK: - Tables

extension PlainTextWriter {
  private mutating func write(_ table: RichText.Table) {
    losses.add(.tables, "converted to columns of text")
    losses.add(.colors, RichText.Table.backgroundDetail, count: table.backgroundCount)
    for line in lines(table.caption) { addLine(line) }
    let grid = RichText.TableGrid(table, &cellBudget)
    losses.add(.tables, CellBudget.detail, count: grid.cutCount)
    let rows = grid.rows.map { row in
      row.map { $0.map { PlainTextTable.Cell(lines: lines(of: $0), alignment: $0.alignment) } }
    }
    var columns = PlainTextTable.Columns(widthLimit: widthLimit)
    for row in rows { columns.add(row) }
    let laidOut = PlainTextTable(columns)
    for (index, row) in rows.enumerated() {
      for line in laidOut.lines(of: row) { addLine(line) }
      if index + 1 == table.headerRowCount { addLine(laidOut.rule(under: row)) }
    }
  }

  /// Adds the next row of a table in which no cell spans several rows or columns.
  private mutating func addRow(_ row: [RichText.TableCell]) {
    losses.add(.colors, RichText.Table.backgroundDetail, count: row.count { $0.background != nil })
    cellBudget.addCells(row.count)
    let cells = row.map { PlainTextTable.Cell(lines: lines(of: $0), alignment: $0.alignment) }
    rows?.add(cells)
  }

  /// Returns the lines of a cell, written like a separate text.
  private mutating func lines(of cell: RichText.TableCell) -> [String] {
    var writer = PlainTextWriter()
    // Each nested table has less room, so that nested tables do not move the following text further and
    // further to the right.
    writer.widthLimit = max(widthLimit / 2, 4)
    writer.cellBudget = cellBudget
    writer.notes = notes
    swap(&writer.anchors, &anchors)
    writer.write(cell.blocks, isTight: true)
    cellBudget = writer.cellBudget
    notes = writer.notes
    swap(&writer.anchors, &anchors)
    losses.add(contentsOf: writer.losses.total)
    var lines = writer.output.textLines.map(String.init)
    if !lines.isEmpty { lines.removeLast() }
    return lines
  }
}

// MARK: - Text and lines

extension PlainTextWriter {
  /// The lines of a paragraph.
  private mutating func lines(_ content: [RichText.Inline]) -> [Substring] {
    var lastLink: RichText.Link?
    return lines(content, lastLink: &lastLink)
  }

  /// - Parameter lastLink: the link of the preceding text, which is already counted.
  private mutating func lines(_ content: [RichText.Inline], lastLink: inout RichText.Link?) -> [Substring] {
    guard !content.isEmpty else { return [] }
    var text = ""
    for run in content.runs {
      count(run, lastLink: &lastLink)
      switch run.content {
      case .text(let words): text += words
      case .softBreak: text += " "
      case .hardBreak: text += "\n"
      // An anchor has no text. Links to the anchor are counted as links.
      case .anchor(let name): anchors.add(anchor: name)
      case .note(let blocks):
        notes.append(blocks)
        text += "[\(notes.count)]"
      case .attachment(let attachment):
        losses.add(.images)
        text += attachment.alternativeText
      }
    }
    return text.textLines
  }

  private mutating func count(_ run: RichText.Run, lastLink: inout RichText.Link?) {
    let attributes = run.attributes
    if let link = attributes.link, link != lastLink {
      anchors.add(destination: link.destination)
      let wordsAreDestination =
        if case .text(let words) = run.content {
          link.destination == words || link.destination == "mailto:" + words
        } else { false }
      if !wordsAreDestination { losses.add(.links, "reduced to text") }
    }
    lastLink = attributes.link
    if attributes.color != nil || attributes.background != nil { losses.add(.colors) }
    if attributes.fontFamily != nil || attributes.fontSize != nil { losses.add(.fonts) }
    var styles = attributes
    styles.link = nil
    styles.color = nil
    styles.background = nil
    styles.fontFamily = nil
    styles.fontSize = nil
    if styles != RichText.Attributes() { losses.add(.formatting, "text styles") }
  }

  private mutating func addLine(_ line: some StringProtocol) {
    output += lineStart
    output += line
    if line.isEmpty { trimLine() }
    output += "\n"
    lineStart = prefix
  }

  private mutating func addBlankLine() {
    output += prefix
    trimLine()
    output += "\n"
  }

  private mutating func trimLine() { while output.hasSuffix(" ") { output.removeLast() } }
}

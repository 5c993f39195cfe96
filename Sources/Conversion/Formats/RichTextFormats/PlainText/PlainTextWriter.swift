import ProfferConversions

/// Writes rich text as lines for a font of fixed width.
///
/// Blocks stand apart by a blank line. Items of lists have their markers, and quotations `> ` before each line; tables
/// are columns under one another with a line under their heads. Code keeps its lines. Of links and pictures the words
/// stay.
struct PlainTextWriter {
  private(set) var losses = LossCounter()
  private var output = ""
  /// The prefix of each line of the open blocks, and that of the next line.
  private var prefix = ""
  private var lineStart = ""
  /// The greatest distance from the first to the last column of a table.
  private var widthLimit = 400
  /// The notes so far.
  private var notes: [[RichText.Block]] = []
  /// What cells of all tables may cover.
  private var cellBudget = CellBudget()

  /// The whole text, without a line feed at the end.
  mutating func write(_ text: RichText) -> String {
    let count = [text.metadata.title, text.metadata.author, text.metadata.language].count { $0 != nil }
    losses.add(.metadata, count: count)
    write(text.normalized().blocks, isTight: false)
    writeNotes()
    if output.hasSuffix("\n") { output.removeLast() }
    return output
  }

  /// Writes the notes below the text, those of notes too.
  private mutating func writeNotes() {
    var index = 0
    while index < notes.count {
      if index == 0, !output.isEmpty { addBlankLine() }
      let mark = "[\(index + 1)] "
      write(notes[index], mark: mark, indentation: String(repeating: " ", count: mark.count))
      index += 1
    }
    losses.add(.formatting, "notes, which now stand at the end", count: notes.count)
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
      losses.add(.formatting, "headings, which became lines")
      for line in lines(paragraph.content) { addLine(line) }
    case .list(let list): write(list)
    case .blockQuote(let blocks): write(blocks, mark: "> ", indentation: "> ")
    case .codeBlock(let code):
      losses.add(.formatting, "code, which became lines")
      for line in code.lines { addLine(line) }
    case .table(let table): write(table)
    case .rule: addLine(String(repeating: "-", count: 20))
    case .definitions(let definitions): write(definitions)
    case .pageBreak: losses.add(.layout, "breaks of pages")
    }
  }

  private mutating func write(_ list: RichText.List) {
    for (index, item) in list.items.enumerated() {
      if index > 0 && !list.isTight { addBlankLine() }
      let box = item.isChecked.map { $0 ? "☑" : "☐" }
      let mark = (box ?? list.marker.text(ofItem: index)) + " "
      let indentation = String(repeating: " ", count: mark.columnWidth)
      write(item.blocks, mark: mark, indentation: indentation, isTight: list.isTight)
    }
  }

  private mutating func write(_ definitions: [RichText.Definition]) {
    losses.add(.formatting, "lists of terms, which became lines", count: definitions.count)
    for definition in definitions {
      for term in definition.terms { for line in lines(term) { addLine(line) } }
      for meaning in definition.meanings { write(meaning, mark: "    ", indentation: "    ") }
    }
  }

  /// Writes blocks after a mark.
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
    var layout = layout
    if layout.background != nil { losses.add(.colors, RichText.Table.backgroundDetail) }
    layout.background = nil
    if layout != RichText.Layout() { losses.add(.layout) }
  }
}

// MARK: - Tables

extension PlainTextWriter {
  private mutating func write(_ table: RichText.Table) {
    losses.add(.tables, "which became columns of text")
    losses.add(.colors, RichText.Table.backgroundDetail, count: table.backgroundCount)
    for line in lines(table.caption) { addLine(line) }
    let grid = RichText.TableGrid(table, &cellBudget)
    losses.add(.tables, CellBudget.detail, count: grid.cutCount)
    let cells = grid.rows.map { row in
      row.map { $0.map { PlainTextTable.Cell(lines: lines(of: $0), alignment: $0.alignment) } }
    }
    let columns = PlainTextTable(cells, widthLimit: widthLimit)
    for row in cells.indices {
      for line in columns.lines(ofRow: row) { addLine(line) }
      if row + 1 == table.headerRowCount { addLine(columns.rule(underRow: row)) }
    }
  }

  /// The lines of a cell, written as a text of its own.
  private mutating func lines(of cell: RichText.TableCell) -> [String] {
    var writer = PlainTextWriter()
    // Tables in tables have less room, or each would push the words of the next further to the right.
    writer.widthLimit = max(widthLimit / 2, 4)
    writer.cellBudget = cellBudget
    writer.notes = notes
    writer.write(cell.blocks, isTight: true)
    cellBudget = writer.cellBudget
    notes = writer.notes
    for loss in writer.losses.total { losses.add(loss.kind, loss.detail, count: loss.count) }
    var lines = writer.output.textLines.map(String.init)
    if !lines.isEmpty { lines.removeLast() }
    return lines
  }
}

// MARK: - Words and lines

extension PlainTextWriter {
  /// The lines of a paragraph.
  private mutating func lines(_ content: [RichText.Inline]) -> [Substring] {
    guard !content.isEmpty else { return [] }
    var text = ""
    var lastLink: RichText.Link?
    for run in content.runs {
      count(run, lastLink: &lastLink)
      switch run.content {
      case .text(let words): text += words
      case .softBreak: text += " "
      case .hardBreak: text += "\n"
      // The links to it are counted.
      case .anchor: break
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
      let wordsAreDestination =
        if case .text(let words) = run.content {
          link.destination == words || link.destination == "mailto:" + words
        } else { false }
      if !wordsAreDestination { losses.add(.links, "reduced to their text") }
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

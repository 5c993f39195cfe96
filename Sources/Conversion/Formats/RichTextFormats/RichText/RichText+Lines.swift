extension RichText.Block {
  /// Returns the block after replacing the content of every inner paragraph, heading, caption and term, in
  /// document order.
  func mappingLines(_ transform: ([RichText.Inline], _ isHeading: Bool) -> [RichText.Inline])
    -> RichText.Block
  {
    switch self {
    case .paragraph(var paragraph):
      paragraph.content = transform(paragraph.content, false)
      return .paragraph(paragraph)
    case .heading(let level, var paragraph):
      paragraph.content = transform(paragraph.content, true)
      return .heading(level: level, paragraph)
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = list.items[index].blocks.map { $0.mappingLines(transform) }
      }
      return .list(list)
    case .blockQuote(let blocks): return .blockQuote(blocks.map { $0.mappingLines(transform) })
    case .table(var table):
      table.caption = transform(table.caption, false)
      for row in table.rows.indices {
        for cell in table.rows[row].indices {
          table.rows[row][cell].blocks = table.rows[row][cell].blocks.map { $0.mappingLines(transform) }
        }
      }
      return .table(table)
    case .definitions(let definitions):
      return .definitions(
        definitions.map { definition in
          RichText.Definition(
            definition.terms.map { transform($0, false) },
            meanings: definition.meanings.map { $0.map { $0.mappingLines(transform) } })
        })
    case .codeBlock, .rule, .pageBreak: return self
    }
  }
}

extension RichText.Block {
  /// Calls a function with the content of every inner paragraph, heading, caption and term, in document
  /// order.
  package func forEachLine(_ body: ([RichText.Inline], _ isHeading: Bool) -> Void) {
    switch self {
    case .paragraph(let paragraph): body(paragraph.content, false)
    case .heading(_, let paragraph): body(paragraph.content, true)
    case .list(let list):
      for item in list.items {
        if let text = item.plainText { body([.text(text)], false); continue }
        for block in item.blocks { block.forEachLine(body) }
      }
    case .blockQuote(let blocks): for block in blocks { block.forEachLine(body) }
    case .table(let table):
      body(table.caption, false)
      for cell in table.rows.joined() {
        if let text = cell.plainText { body([.text(text)], false); continue }
        for block in cell.blocks { block.forEachLine(body) }
      }
    case .definitions(let definitions):
      for definition in definitions {
        for term in definition.terms { body(term, false) }
        for meaning in definition.meanings { for block in meaning { block.forEachLine(body) } }
      }
    case .codeBlock, .rule, .pageBreak: break
    }
  }
}

extension RichTextEvent {
  /// Calls a function with the content of every paragraph, heading, caption and term in the event.
  func forEachLine(_ body: ([RichText.Inline]) -> Void) {
    switch self {
    case .block(let block): block.forEachLine { content, _ in body(content) }
    case .words(let content): body(content)
    case .beginTable(let table): RichText.Block.table(table).forEachLine { content, _ in body(content) }
    case .row(let cells):
      RichText.Block.table(RichText.Table(rows: [cells])).forEachLine { content, _ in body(content) }
    case .beginning, .beginParagraph, .endParagraph, .endTable: break
    }
  }

  /// Returns the event with its block replaced by the result of a function.
  ///
  /// Words are passed to the function as a paragraph, and a row is passed as a table.
  ///
  /// - Parameter transform: a function that returns a block of the same kind.
  func mappingBlock(_ transform: (RichText.Block) -> RichText.Block) -> RichTextEvent {
    switch self {
    case .block(let block): return .block(transform(block))
    case .words(let words):
      guard case .paragraph(let part) = transform(.paragraph(RichText.Paragraph(words))) else { return self }
      return .words(part.content)
    case .beginTable(let table):
      guard case .table(let table) = transform(.table(table)) else { return self }
      return .beginTable(table)
    case .row(let cells):
      guard case .table(let table) = transform(.table(RichText.Table(rows: [cells]))) else { return self }
      return .row(table.rows[0])
    case .beginning, .beginParagraph, .endParagraph, .endTable: return self
    }
  }
}

extension RichText.Inline {
  /// Whether the inline ends in a hard break.
  var endsInBreak: Bool {
    switch self {
    case .hardBreak: true
    case .styled(_, let content): content.last?.endsInBreak ?? false
    case .text, .softBreak, .attachment, .anchor, .note: false
    }
  }
}

extension [RichText.Block] {
  /// The plain text of all blocks on one line, separated by spaces.
  package var words: String {
    var words = ""
    for block in self {
      block.forEachLine { content, _ in
        if !words.isEmpty { words += " " }
        words += content.runs.map(\.words).joined()
      }
      if case .codeBlock(let code) = block { words += (words.isEmpty ? "" : " ") + code.text }
    }
    return words
  }
}

extension RichText.Run {
  fileprivate var words: String {
    switch content {
    case .text(let text): text
    case .softBreak, .hardBreak: " "
    case .attachment(let attachment): attachment.alternativeText
    case .anchor: ""
    case .note(let blocks): blocks.words.isEmpty ? "" : " (\(blocks.words))"
    }
  }
}

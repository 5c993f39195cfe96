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
  var words: String {
    var words = ""
    for block in self {
      _ = block.mappingLines { content, _ in
        if !words.isEmpty { words += " " }
        words += content.runs.map(\.words).joined()
        return content
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

extension RichText {
  /// The text with every run of every line replaced, from the top.
  package func mappingRuns(_ transform: (Run) -> Run) -> RichText {
    RichText(blocks.map { $0.mappingRuns(transform) }, metadata: metadata)
  }
}

extension RichText.Block {
  fileprivate func mappingRuns(_ transform: (RichText.Run) -> RichText.Run) -> RichText.Block {
    switch self {
    case .paragraph(let paragraph): return .paragraph(paragraph.mappingRuns(transform))
    case .heading(let level, let paragraph): return .heading(level: level, paragraph.mappingRuns(transform))
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = list.items[index].blocks.map { $0.mappingRuns(transform) }
      }
      return .list(list)
    case .blockQuote(let blocks): return .blockQuote(blocks.map { $0.mappingRuns(transform) })
    case .table(var table):
      table.caption = [RichText.Inline](runs: table.caption.runs.map(transform))
      for row in table.rows.indices {
        for cell in table.rows[row].indices {
          table.rows[row][cell].blocks = table.rows[row][cell].blocks.map { $0.mappingRuns(transform) }
        }
      }
      return .table(table)
    case .codeBlock, .rule: return self
    }
  }
}

extension RichText.Paragraph {
  fileprivate func mappingRuns(_ transform: (RichText.Run) -> RichText.Run) -> RichText.Paragraph {
    RichText.Paragraph([RichText.Inline](runs: content.runs.map(transform)), layout: layout)
  }
}

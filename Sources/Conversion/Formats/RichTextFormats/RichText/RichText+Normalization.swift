extension RichText {
  /// The one value that stands for all that say the same as this one.
  ///
  /// Every paragraph's inlines are those of its runs. A paragraph without words is dropped, and so are a list without
  /// items, a table without rows and an empty quotation.
  public func normalized() -> RichText {
    RichText(blocks.normalized(), metadata: metadata)
  }
}

extension [RichText.Block] {
  func normalized() -> [RichText.Block] { compactMap { $0.normalized() } }
}

extension RichText.Block {
  /// The block in its one form; nil when nothing is in it.
  func normalized() -> RichText.Block? {
    switch self {
    case .paragraph(let paragraph):
      let paragraph = paragraph.normalized()
      return paragraph.content.isEmpty ? nil : .paragraph(paragraph)
    case .heading(let level, let paragraph):
      return .heading(level: Swift.min(Swift.max(level, 1), 6), paragraph.normalized())
    case .list(let list):
      let items = list.items.map { RichText.ListItem($0.blocks.normalized(), isChecked: $0.isChecked) }
      return items.isEmpty ? nil : .list(RichText.List(list.marker, isTight: list.isTight, items: items))
    case .blockQuote(let blocks):
      let blocks = blocks.normalized()
      return blocks.isEmpty ? nil : .blockQuote(blocks)
    case .codeBlock(let code):
      let isWhole = code.text.isEmpty || code.text.utf8.last == UInt8(ascii: "\n")
      return .codeBlock(RichText.CodeBlock(isWhole ? code.text : code.text + "\n", language: code.language))
    case .table(let table): return table.normalized().map { .table($0) }
    case .rule: return .rule
    }
  }
}

extension RichText.Paragraph {
  func normalized() -> RichText.Paragraph {
    RichText.Paragraph([RichText.Inline](runs: content.runs), layout: layout)
  }
}

extension RichText.Table {
  /// The table in its one form; nil without rows.
  func normalized() -> RichText.Table? {
    guard !rows.isEmpty else { return nil }
    return RichText.Table(
      caption: [RichText.Inline](runs: caption.runs), headerRowCount: min(max(headerRowCount, 0), rows.count),
      rows: rows.map { row in
        row.map { cell in
          RichText.TableCell(
            cell.blocks.normalized(), alignment: cell.alignment, columnSpan: max(cell.columnSpan, 1),
            rowSpan: max(cell.rowSpan, 1))
        }
      })
  }
}

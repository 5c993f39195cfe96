import ProfferConversions

// The size of a text is the same for the whole text and for the sum of its events.

extension RichTextEvent: MeasuredEvent {
  var size: ValueSize {
    switch self {
    case .beginning, .endParagraph, .endTable: ValueSize(elementCount: 0)
    case .block(let block): block.size
    case .beginParagraph: ValueSize()
    case .words(let content): content.size
    case .beginTable(let table): RichText.Block.table(table).size
    case .row(let cells): cells.size.insideContainer
    }
  }
}

extension [RichText.Block] {
  /// The total size of the blocks.
  var size: ValueSize { reduce(ValueSize(elementCount: 0)) { $0.joined(with: $1.size) } }
}

extension RichText.Block {
  /// The size of the block: itself, its items and cells, and their content.
  fileprivate var size: ValueSize {
    switch self {
    case .paragraph(let paragraph), .heading(_, let paragraph):
      ValueSize().joined(with: paragraph.content.size)
    case .list(let list):
      list.items.reduce(ValueSize()) { $0.joined(with: $1.size) }.insideContainer
    case .blockQuote(let blocks): ValueSize().joined(with: blocks.size).insideContainer
    case .table(let table):
      table.rows.reduce(ValueSize().joined(with: table.caption.size)) { $0.joined(with: $1.size) }
        .insideContainer
    case .definitions(let definitions):
      definitions.reduce(ValueSize()) { sum, definition in
        let terms = definition.terms.reduce(sum) { $0.joined(with: $1.size) }
        return definition.meanings.reduce(terms) { $0.joined(with: $1.size) }
      }.insideContainer
    case .codeBlock, .rule, .pageBreak: ValueSize()
    }
  }
}

extension RichText.ListItem {
  fileprivate var size: ValueSize {
    plainText == nil ? ValueSize().joined(with: blocks.size) : ValueSize(elementCount: 3)
  }
}

extension [RichText.TableCell] {
  /// The size of the cells of a row, without the row.
  fileprivate var size: ValueSize {
    reduce(ValueSize(elementCount: 0)) { sum, cell in
      // A cell of plain text has three elements: the cell, its paragraph and its text.
      sum.joined(
        with: cell.plainText == nil ? ValueSize().joined(with: cell.blocks.size) : ValueSize(elementCount: 3))
    }
  }
}

extension [RichText.Inline] {
  /// The total size of the inlines.
  fileprivate var size: ValueSize {
    reduce(ValueSize(elementCount: 0)) { sum, inline in
      switch inline {
      case .text, .softBreak, .hardBreak, .attachment, .anchor: sum.joined(with: ValueSize())
      case .note(let blocks): sum.joined(with: ValueSize().joined(with: blocks.size).insideContainer)
      case .styled(_, let content):
        sum.joined(with: ValueSize().joined(with: content.size).insideContainer)
      }
    }
  }
}

extension ValueSize {
  /// The size of two adjacent parts.
  fileprivate func joined(with other: ValueSize) -> ValueSize {
    ValueSize(elementCount: elementCount + other.elementCount, depth: max(depth, other.depth))
  }

  /// The size with one more level of nesting.
  fileprivate var insideContainer: ValueSize { ValueSize(elementCount: elementCount, depth: depth + 1) }
}

import ProfferConversions
import RichTextFormats
import XMLText

extension ODTWriter {
  mutating func write(_ blocks: [RichText.Block]) {
    var previous: RichText.Block?
    for block in blocks {
      // Two adjacent blocks of these kinds would be read as one block, so an empty paragraph separates them.
      switch (previous, block) {
      case (.blockQuote, .blockQuote), (.codeBlock, .codeBlock), (.definitions, .definitions):
        writeParagraph(.paragraph)
      default: break
      }
      write(block)
      previous = block
    }
  }

  private mutating func write(_ block: RichText.Block) {
    switch block {
    case .paragraph(let paragraph): write(paragraph, .paragraph)
    case .heading(let level, let paragraph): write(paragraph, .heading(level))
    case .list(let list): write(list)
    case .blockQuote(let blocks): contain(.quotation) { $0.write(blocks) }
    case .codeBlock(let code): write(code)
    case .table(let table): write(table)
    case .rule: writeParagraph(.rule)
    case .definitions(let definitions): write(definitions)
    case .pageBreak: writePageBreak()
    }
  }

  private mutating func write(_ paragraph: RichText.Paragraph, _ kind: ParagraphStyleName.Kind) {
    let runs = paragraph.content.runs
    writeParagraph(kind, layout: paragraph.layout) { writer in
      if case .heading = kind, let identifier = writer.headingIdentifiers.next(paragraph.content),
        writer.isTarget(identifier)
      {
        writer.writeBookmark(identifier)
      }
      writer.write(runs)
    }
  }

  /// Writes each term as a paragraph, followed by the indented definitions of the terms.
  private mutating func write(_ definitions: [RichText.Definition]) {
    for definition in definitions {
      for term in definition.terms {
        writeParagraph(.term) { $0.write(term.runs) }
      }
      for (index, meaning) in definition.meanings.enumerated() {
        // An empty term separates two definitions of the same terms.
        if index > 0 { writeParagraph(.term) }
        contain(.meaning) { $0.write(meaning) }
      }
    }
  }

  /// Writes the blocks in a container.
  mutating func contain(
    _ container: ParagraphStyleName.Container, _ write: (inout ODTWriter) -> Void
  ) {
    guard place.containers.count < Self.containerLimit else {
      losses.add(.formatting, RichText.nestingDetail)
      return write(&self)
    }
    place.containers.append(container)
    write(&self)
    place.containers.removeLast()
  }

  // MARK: Code

  private mutating func write(_ code: RichText.CodeBlock) {
    var language = code.language
    if let name = language, !Self.isStyleNamePart(name) {
      losses.add(.metadata, "code block languages that are not valid style names")
      language = nil
    }
    let lines = code.lines
    if lines.isEmpty { losses.add(.formatting, "empty code blocks") }
    for line in lines {
      writeParagraph(.code(language: language)) { writer in
        writer.write([RichText.Run(.text(String(line)))])
      }
    }
  }

  private static func isStyleNamePart(_ name: String) -> Bool {
    !name.isEmpty && name.first != " " && name.last != " "
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0xFFFE && $0 != "," && $0 != ";" }
  }

  // MARK: Page breaks

  private mutating func writePageBreak() {
    guard place.story == .body, place.containers.isEmpty else {
      return losses.add(.layout, "page breaks inside other blocks")
    }
    endPage()
    hasPendingPageBreak = true
  }

  /// Writes an empty paragraph if the last block is a page break.
  ///
  /// A page break is a property of the paragraph or table that follows.
  mutating func endPage() {
    if hasPendingPageBreak { writeParagraph(.paragraph) }
  }

  // MARK: Paragraphs

  /// Writes a paragraph at the current place.
  mutating func writeParagraph(
    _ kind: ParagraphStyleName.Kind, layout: RichText.Layout = RichText.Layout(),
    content: (inout ODTWriter) -> Void = { _ in }
  ) {
    let label = beginListParagraph(kind)
    let format = format(of: kind, layout, label: label)
    let name = sheet.name(of: format)
    let isHeading: Bool
    if case .heading(let level) = kind {
      isHeading = true
      body.begin("text:h", ("text:style-name", name), ("text:outline-level", "\(level)"))
    } else {
      isHeading = false
      body.begin("text:p", ("text:style-name", name))
    }
    if let isChecked = label?.isChecked {
      body.begin("text:span", ("text:style-name", ODTStyleSheet.checkBoxStyle))
      body.add(text: isChecked ? "☒" : "☐")
      body.add("text:s")
      body.end("text:span")
    }
    let outerStyle = openStyle
    openStyle = format.style
    content(&self)
    openStyle = outerStyle
    body.end(isHeading ? "text:h" : "text:p")
  }

  private func style(of kind: ParagraphStyleName.Kind) -> ODTNamedStyle {
    if case .paragraph = kind, place.containers.isEmpty, place.aroundTable == nil, !place.isInRowHeading {
      switch place.story {
      case .body: return .textBody
      case .cell: return .tableContents
      case .headerCell: return .tableHeading
      case .footnote: return .footnote
      }
    }
    return .named(
      ParagraphStyleName(
        aroundTable: place.aroundTable, isRowHeading: place.isInRowHeading, containers: place.containers,
        kind: kind))
  }

  /// - Parameter label: the list item whose label the paragraph has; nil if the paragraph has no label.
  private mutating func format(
    of kind: ParagraphStyleName.Kind, _ layout: RichText.Layout, label: OpenList.Label?
  ) -> ODTParagraphFormat {
    let style = style(of: kind)
    var format = ODTParagraphFormat(style: style)
    format.breaksPage = hasPendingPageBreak
    hasPendingPageBreak = false
    format.background = layout.background
    format.direction = layout.direction
    format.alignment = alignment(of: layout)
    if let label {
      let space = label.isTight ? 0 : ODTNamedStyle.space
      if space != style.spaceBelow { format.spaceBelow = space }
    } else if let list = place.lists.last, !list.isTight, place.containers.last == .list, kind == .paragraph {
      format.spaceBelow = ODTNamedStyle.space
    }
    // Inside a list, LibreOffice uses the indentation of the list instead of the style's indentation.
    let isInQuotation = place.lists.last.map { $0.isOpen && $0.containerCount < place.containers.count }
    if layout.indentation != 0 || layout.trailingIndentation != 0 || layout.firstLineIndentation != 0
      || isInQuotation == true
    {
      format.margins = ODTParagraphFormat.Margins(
        leading: style.leadingMargin + layout.indentation,
        trailing: style.trailingMargin + layout.trailingIndentation,
        firstLine: layout.firstLineIndentation + (label == nil ? 0 : ODTNamedStyle.labelIndentation))
    }
    return format
  }

  /// Returns the value of `fo:text-align` for a paragraph; nil for none.
  ///
  /// LibreOffice aligns text from right to left at the left edge unless its alignment is explicit. The value
  /// `right` is therefore also written for the default alignment of such text.
  private mutating func alignment(of layout: RichText.Layout) -> String? {
    let own = layout.alignment
    if let own, own == place.cellAlignment {
      losses.add(.layout, "alignments of paragraphs that repeat the alignment of the cell")
    }
    if let alignment = own ?? place.cellAlignment {
      if own == .right, layout.direction == .rightToLeft, place.cellAlignment == nil {
        losses.add(.layout, "alignments that are the default of the direction")
      }
      return alignment.odtName
    }
    return layout.direction == .rightToLeft ? RichText.Alignment.right.odtName : nil
  }
}

import Conversions

extension HTMLWriter {
  /// Writes blocks, each on lines of its own.
  package mutating func write(_ blocks: [RichText.Block]) {
    for block in blocks { write(block) }
  }

  mutating func write(_ block: RichText.Block) {
    switch block {
    case .paragraph(let paragraph): write(paragraph, "<p", "</p>\n")
    case .heading(let level, let paragraph): writeHeading(level, paragraph)
    case .list(let list): write(list)
    case .blockQuote(let blocks):
      put("<blockquote>\n")
      write(blocks)
      put("</blockquote>\n")
    case .codeBlock(let code): write(code)
    case .table(let table): write(table)
    case .rule: put(isXML ? "<hr/>\n" : "<hr>\n")
    }
  }

  private mutating func writeHeading(_ level: Int, _ paragraph: RichText.Paragraph) {
    switch level {
    case ...1: write(paragraph, "<h1", "</h1>\n")
    case 2: write(paragraph, "<h2", "</h2>\n")
    case 3: write(paragraph, "<h3", "</h3>\n")
    case 4: write(paragraph, "<h4", "</h4>\n")
    case 5: write(paragraph, "<h5", "</h5>\n")
    default: write(paragraph, "<h6", "</h6>\n")
    }
  }

  /// Writes a paragraph as an element.
  ///
  /// - Parameter isChecked: the state of a box before the words; nil writes none.
  private mutating func write(
    _ paragraph: RichText.Paragraph, _ start: StaticString, _ end: StaticString, isChecked: Bool? = nil
  ) {
    put(start)
    write(paragraph.layout)
    put(">")
    if let isChecked { writeBox(isChecked) }
    write(paragraph.content)
    put(end)
  }

  private mutating func write(_ layout: RichText.Layout) {
    guard !layout.isPlain else { return }
    if let direction = layout.direction { put(direction == .rightToLeft ? " dir=\"rtl\"" : " dir=\"ltr\"") }
    var styles: [String] = []
    let isRightToLeft = layout.direction == .rightToLeft
    if let alignment = layout.alignment { styles.append("text-align:\(alignment.css)") }
    for (property, length) in [
      (isRightToLeft ? "margin-right" : "margin-left", layout.indentation),
      (isRightToLeft ? "margin-left" : "margin-right", layout.trailingIndentation),
      ("text-indent", layout.firstLineIndentation),
    ] where length != 0 {
      styles.append("\(property):\(length.cssPoints)")
    }
    guard !styles.isEmpty else { return }
    put(" style=\"", attribute: styles.joined(separator: ";"))
    put("\"")
  }

  private mutating func write(_ code: RichText.CodeBlock) {
    put("<pre><code")
    if let language = code.language {
      let word = language.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      if word != language { tally.add(.metadata, "languages of code") }
      if !word.isEmpty {
        put(" class=\"language-", attribute: word)
        put("\"")
      }
    }
    put(">")
    put(escaping: code.text)
    put("</code></pre>\n")
  }

  private mutating func writeBox(_ isChecked: Bool) {
    if isXML {
      put("<input type=\"checkbox\" disabled=\"disabled\"")
      put(isChecked ? " checked=\"checked\"/> " : "/> ")
    } else {
      put(isChecked ? "<input type=\"checkbox\" disabled checked> " : "<input type=\"checkbox\" disabled> ")
    }
  }
}

// MARK: - Lists

extension HTMLWriter {
  private mutating func write(_ list: RichText.List) {
    switch list.marker {
    case .bullet(.disc): put("<ul")
    case .bullet(.circle): put("<ul style=\"list-style-type:circle\"")
    case .bullet(.square): put("<ul style=\"list-style-type:square\"")
    case .number(let start, let style, let delimiter):
      put("<ol")
      if start != 1 { put(plain: " start=\"\(start)\"") }
      switch style {
      case .decimal: break
      case .lowercaseLetter: put(" type=\"a\"")
      case .uppercaseLetter: put(" type=\"A\"")
      case .lowercaseRoman: put(" type=\"i\"")
      case .uppercaseRoman: put(" type=\"I\"")
      }
      if delimiter == .parenthesis { put(" data-delimiter=\")\"") }
    }
    // Paragraphs in a loose list show that it is one.
    if !list.isTight, !list.items.contains(where: { $0.blocks.contains { $0.isParagraph } }) {
      put(" data-tight=\"false\"")
    }
    put(">\n")
    for item in list.items { write(item, isTight: list.isTight) }
    if case .bullet = list.marker { put("</ul>\n") } else { put("</ol>\n") }
  }

  private mutating func write(_ item: RichText.ListItem, isTight: Bool) {
    put("<li>")
    var box = item.isChecked
    if let isChecked = box, item.blocks.first?.isParagraph != true {
      writeBox(isChecked)
      box = nil
    }
    for index in item.blocks.indices {
      guard case .paragraph(let paragraph) = item.blocks[index] else {
        if index == 0 { put("\n") }
        write(item.blocks[index])
        continue
      }
      let isBetween =
        index > 0 && item.blocks[index - 1].isParagraph
        || index + 1 < item.blocks.count && item.blocks[index + 1].isParagraph
      if !isTight {
        if index == 0 { put("\n") }
        write(paragraph, "<p", "</p>\n", isChecked: box)
      } else if isBetween || !paragraph.layout.isPlain {
        if index == 0 { put("\n") }
        write(paragraph, "<div", "</div>\n", isChecked: box)
      } else {
        if let box { writeBox(box) }
        write(paragraph.content)
        if index + 1 < item.blocks.count { put("\n") }
      }
      box = nil
    }
    put("</li>\n")
  }
}

// MARK: - Tables

extension HTMLWriter {
  private mutating func write(_ table: RichText.Table) {
    put("<table>\n")
    if !table.caption.isEmpty {
      put("<caption>")
      write(table.caption)
      put("</caption>\n")
    }
    let headerRowCount = min(max(table.headerRowCount, 0), table.rows.count)
    if headerRowCount > 0 {
      put("<thead>\n")
      for row in table.rows[..<headerRowCount] { write(row, "<th", "</th>\n") }
      put("</thead>\n")
    }
    if headerRowCount < table.rows.count {
      put("<tbody>\n")
      for row in table.rows[headerRowCount...] { write(row, "<td", "</td>\n") }
      put("</tbody>\n")
    }
    put("</table>\n")
  }

  private mutating func write(_ row: [RichText.TableCell], _ start: StaticString, _ end: StaticString) {
    put("<tr>\n")
    for cell in row {
      put(start)
      if cell.columnSpan > 1 { put(plain: " colspan=\"\(cell.columnSpan)\"") }
      if cell.rowSpan > 1 { put(plain: " rowspan=\"\(cell.rowSpan)\"") }
      if let alignment = cell.alignment { put(plain: " style=\"text-align:\(alignment.css)\"") }
      put(">")
      if cell.blocks.count == 1, case .paragraph(let paragraph) = cell.blocks[0], paragraph.layout.isPlain {
        write(paragraph.content)
      } else if !cell.blocks.isEmpty {
        put("\n")
        write(cell.blocks)
      }
      put(end)
    }
    put("</tr>\n")
  }
}

// MARK: - Words of style sheets

extension RichText.Alignment {
  fileprivate var css: String { self == .justified ? "justify" : rawValue }
}

extension RichText.Layout {
  /// Whether it says nothing.
  fileprivate var isPlain: Bool {
    alignment == nil && direction == nil && indentation == 0 && trailingIndentation == 0
      && firstLineIndentation == 0
  }
}

extension RichText.Block {
  fileprivate var isParagraph: Bool { if case .paragraph = self { true } else { false } }
}

@testable import RichTextFormats

/// The structure of a formatted text, which a conversion must keep.
struct RichTextOutline: Equatable {
  /// One line for each block, indented by two spaces for each level; soft breaks count as spaces.
  var blocks: [String] = []
  /// The bold words, except in headings, table heads and quotations, which some formats show in bold.
  var bold: [String] = []
  /// The italic words, with the same exceptions.
  var italic: [String] = []
  /// The link texts and their destinations.
  var links: [String] = []

  init(_ text: RichText) { add(text.blocks, depth: 0, isPlain: true) }

  init(blocks: [String], bold: [String], italic: [String], links: [String]) {
    (self.blocks, self.bold, self.italic, self.links) = (blocks, bold, italic, links)
  }

  private mutating func add(_ blocks: [RichText.Block], depth: Int, isPlain: Bool) {
    for block in blocks { add(block, depth, isPlain) }
  }

  private mutating func add(_ block: RichText.Block, _ depth: Int, _ isPlain: Bool) {
    func line(_ text: String, _ more: Int = 0) -> String {
      String(repeating: "  ", count: depth + more) + text
    }
    switch block {
    case .paragraph(let paragraph): blocks.append(line(words(paragraph.content, isPlain)))
    case .heading(let level, let paragraph):
      blocks.append(line("heading \(level): \(words(paragraph.content, false))"))
    case .list(let list):
      for (index, item) in list.items.enumerated() {
        switch list.marker {
        case .bullet: blocks.append(line("bullet"))
        case .number(let start, _, _): blocks.append(line("number \(start + index)"))
        }
        add(item.blocks, depth: depth + 1, isPlain: isPlain)
      }
    case .blockQuote(let inner):
      blocks.append(line("quotation"))
      add(inner, depth: depth + 1, isPlain: false)
    case .codeBlock(let code): blocks.append(line("code: \(code.text)"))
    case .table(let table):
      blocks.append(line("table"))
      for (index, row) in table.rows.enumerated() {
        let isHead = index < table.headerRowCount
        let cells = row.map { cell in
          cell.blocks.map { block in
            if case .paragraph(let paragraph) = block {
              words(paragraph.content, isPlain && !isHead)
            } else {
              "?"
            }
          }.joined(separator: "/")
        }
        blocks.append(line((isHead ? "head: " : "row: ") + cells.joined(separator: " | "), 1))
      }
    case .rule: blocks.append(line("rule"))
    case .pageBreak: blocks.append(line("page break"))
    case .definitions(let definitions):
      for definition in definitions {
        for term in definition.terms { blocks.append(line("term: \(words(term, isPlain))")) }
        for meaning in definition.meanings { add(meaning, depth: depth + 1, isPlain: isPlain) }
      }
    }
  }

  private mutating func words(_ content: [RichText.Inline], _ isPlain: Bool) -> String {
    var line = ""
    var (bold, italic, link) = ("", "", "")
    var destination: String?
    func end(_ words: inout String, _ list: inout [String]) {
      let trimmed = words.split(separator: " ").joined(separator: " ")
      if isPlain, !trimmed.isEmpty { list.append(trimmed) }
      words = ""
    }
    func endLink(_ outline: inout RichTextOutline) {
      if let destination { outline.links.append("\(link) → \(destination)") }
      (link, destination) = ("", nil)
    }
    for run in content.runs {
      let text =
        switch run.content {
        case .text(let text): text
        case .softBreak, .hardBreak: " "
        case .anchor, .note: ""
        case .attachment(let attachment): "[\(attachment.alternativeText)]"
        }
      line += text
      if run.attributes.isBold { bold += text } else { end(&bold, &self.bold) }
      if run.attributes.isItalic { italic += text } else { end(&italic, &self.italic) }
      if run.attributes.link?.destination != destination { endLink(&self) }
      if let target = run.attributes.link {
        link += text
        destination = target.destination
      }
    }
    end(&bold, &self.bold)
    end(&italic, &self.italic)
    endLink(&self)
    return line.split(separator: " ").joined(separator: " ")
  }
}

import ColorFormats
import Foundation

extension RichText: CustomDebugStringConvertible {
  /// The text as an outline of its blocks, with styled inlines.
  ///
  /// Each block is a line, indented by two spaces per enclosing block. The format may change, and the
  /// output cannot be read back.
  public var debugDescription: String {
    var lines: [String] = []
    if let title = metadata.title { lines.append("title: \(title)") }
    if let author = metadata.author { lines.append("author: \(author)") }
    if let language = metadata.language { lines.append("language: \(language)") }
    if let subject = metadata.subject { lines.append("subject: \(subject)") }
    if let keywords = metadata.keywords { lines.append("keywords: \(keywords)") }
    if let summary = metadata.summary { lines.append("summary: \(summary.debugDescription)") }
    if let date = metadata.creationDate { lines.append("created: \(DocumentTime(date)?.text ?? "\(date)")") }
    if let date = metadata.modificationDate {
      lines.append("modified: \(DocumentTime(date)?.text ?? "\(date)")")
    }
    for block in blocks { block.outline(into: &lines, depth: 0) }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension RichText.Block {
  fileprivate func outline(into lines: inout [String], depth: Int) {
    func add(_ line: String) { lines.append(String(repeating: "  ", count: depth) + line) }
    switch self {
    case .paragraph(let paragraph): add("paragraph\(paragraph.layout.outline): \(paragraph.content.outline)")
    case .heading(let level, let paragraph):
      add("heading \(level)\(paragraph.layout.outline): \(paragraph.content.outline)")
    case .list(let list):
      let following = list.followsOuterNumber ? " after the outer number" : ""
      add("\(list.isTight ? "tight" : "loose") list, \(list.marker.outline)\(following)")
      for item in list.items {
        let box = item.isChecked.map { $0 ? ", ticked" : ", not ticked" } ?? ""
        lines.append(String(repeating: "  ", count: depth + 1) + "item\(box)")
        for block in item.blocks { block.outline(into: &lines, depth: depth + 2) }
      }
    case .blockQuote(let blocks):
      add("quotation")
      for block in blocks { block.outline(into: &lines, depth: depth + 1) }
    case .codeBlock(let code):
      add("code\(code.language.map { " in \($0)" } ?? ""): \(code.text.debugDescription)")
    case .table(let table): table.outline(into: &lines, depth: depth)
    case .rule: add("rule")
    case .pageBreak: add("page break")
    case .definitions(let definitions):
      add("definitions")
      for definition in definitions {
        for term in definition.terms {
          lines.append(String(repeating: "  ", count: depth + 1) + "term: \(term.outline)")
        }
        for meaning in definition.meanings {
          lines.append(String(repeating: "  ", count: depth + 1) + "meaning")
          for block in meaning { block.outline(into: &lines, depth: depth + 2) }
        }
      }
    }
  }
}

extension RichText.Table {
  fileprivate func outline(into lines: inout [String], depth: Int) {
    func add(_ line: String, deeper: Int) {
      lines.append(String(repeating: "  ", count: depth + deeper) + line)
    }
    add("table, \(headerRowCount) header" + (caption.isEmpty ? "" : ": \(caption.outline)"), deeper: 0)
    for row in rows {
      add("row", deeper: 1)
      for cell in row {
        let span = cell.columnSpan > 1 || cell.rowSpan > 1 ? " \(cell.columnSpan)×\(cell.rowSpan)" : ""
        add(
          "\(cell.isRowHeading ? "heading" : "cell")\(span)\(cell.alignment.map { ", \($0.rawValue)" } ?? "")\(cell.background.map { ", on \($0.outline)" } ?? "")",
          deeper: 2)
        for block in cell.blocks { block.outline(into: &lines, depth: depth + 3) }
      }
    }
  }
}

extension RichText.Layout {
  fileprivate var outline: String {
    var words: [String] = []
    if let alignment { words.append(alignment.rawValue) }
    if let direction { words.append(direction.rawValue) }
    if indentation != 0 { words.append("indented \(indentation)") }
    if trailingIndentation != 0 { words.append("indented \(trailingIndentation) after") }
    if firstLineIndentation != 0 { words.append("first line \(firstLineIndentation)") }
    if let background { words.append("on \(background.outline)") }
    return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
  }
}

extension RichText.Marker {
  fileprivate var outline: String {
    switch self {
    case .bullet(let bullet): bullet.rawValue
    case .number(let start, let style, let delimiter):
      "\(style.rawValue) from \(start), \(delimiter.rawValue)"
    }
  }
}

extension [RichText.Inline] {
  fileprivate var outline: String { map(\.outline).joined(separator: " ") }
}

extension RichText.Inline {
  fileprivate var outline: String {
    switch self {
    case .text(let text): text.debugDescription
    case .softBreak: "soft-break"
    case .hardBreak: "hard-break"
    case .attachment(let attachment): attachment.outline
    case .anchor(let name): "anchor(\(name))"
    case .note(let blocks):
      "note(\(RichText(blocks).debugDescription.split(separator: "\n").joined(separator: "; ")))"
    case .styled(let style, let content): "\(style.outline)[\(content.outline)]"
    }
  }
}

extension RichText.Style {
  fileprivate var outline: String {
    switch self {
    case .bold: "bold"
    case .italic: "italic"
    case .underline: "underline"
    case .strikethrough: "strikethrough"
    case .smallCaps: "smallCaps"
    case .code: "code"
    case .superscript: "superscript"
    case .subscript: "subscript"
    case .link(let link):
      "link(\(link.destination)\(link.title.map { " \($0.debugDescription)" } ?? ""))"
    case .color(let color): "color(\(color.outline))"
    case .background(let color): "background(\(color.outline))"
    case .fontFamily(let family): "font(\(family))"
    case .fontSize(let size): "size(\(size))"
    case .language(let language): "language(\(language))"
    }
  }
}

extension RichText.Attachment {
  fileprivate var outline: String {
    var words: [String] = []
    switch source {
    case .url(let destination): words.append(destination)
    case .data(let data, let typeIdentifier): words.append("\(typeIdentifier), \(data.count) bytes")
    }
    if let name { words.append("name \(name.debugDescription)") }
    if !alternativeText.isEmpty { words.append("text \(alternativeText.debugDescription)") }
    if let title { words.append("title \(title.debugDescription)") }
    if let width { words.append("width \(width)") }
    if let height { words.append("height \(height)") }
    return "attachment(\(words.joined(separator: ", ")))"
  }
}

extension Color {
  fileprivate var outline: String {
    let amounts = [red, green, blue].map { String(format: "%.3f", $0) }.joined(separator: " ")
    return alpha == 1 ? amounts : amounts + String(format: " / %.3f", alpha)
  }
}

import Foundation
import ProfferFileSystem
import RichTextFormats

/// Removes everything from formatted text that a page of untrusted content must not have.
///
/// - A link is kept if it leads to `http:`, `https:` or `mailto:`; other links become plain text.
/// - A picture is replaced by a newly encoded one, or by its alternative text. Addresses of pictures are
///   dropped.
/// - Anchors are dropped, and notes become a list without links, because identifiers of different items could
///   be equal.
/// - Sizes and indentations are limited, so that text stays within its card.
struct PageTextFilter {
  /// Encodes a picture again; nil if it cannot be shown.
  let picture: (Data, _ typeIdentifier: String) -> RichText.Attachment.Source?
  /// Whether the text sets colors, which may be readable only on a light background.
  private(set) var hasColors = false
  private var notes: [[RichText.Block]] = []

  private static let noteLimit = 1_000
  private static let mostIndentation = 120.0
  private static let fontSizes = 7.0...36.0
  private static let mostLength = 720.0
  private static let spanLimit = 1_000
  /// The level of the heading of an item on the page.
  private static let outerLevel = 2

  init(picture: @escaping (Data, _ typeIdentifier: String) -> RichText.Attachment.Source?) {
    self.picture = picture
  }

  /// Returns the text that the page shows.
  mutating func filtered(_ text: RichText) -> [RichText.Block] {
    var blocks = filtered(text.blocks)
    var items: [RichText.ListItem] = []
    // A note can contain further notes, which are appended to the list.
    while items.count < min(notes.count, Self.noteLimit) {
      let note = notes[items.count]
      items.append(RichText.ListItem(filtered(note)))
    }
    if !items.isEmpty { blocks += [.rule, .list(RichText.List(.number(start: 1), items: items))] }
    return blocks
  }

  // MARK: Blocks

  private mutating func filtered(_ blocks: [RichText.Block]) -> [RichText.Block] {
    blocks.map { filtered($0) }
  }

  private mutating func filtered(_ block: RichText.Block) -> RichText.Block {
    switch block {
    case .paragraph(let paragraph): return .paragraph(filtered(paragraph))
    case .heading(let level, let paragraph):
      return .heading(level: min(max(level, 1) + Self.outerLevel, 6), filtered(paragraph))
    case .list(var list):
      list.items = list.items.map { RichText.ListItem(filtered($0.blocks), isChecked: $0.isChecked) }
      return .list(list)
    case .blockQuote(let blocks): return .blockQuote(filtered(blocks))
    case .codeBlock(let code): return .codeBlock(RichText.CodeBlock(Self.withoutControls(code.text)))
    case .table(let table): return .table(filtered(table))
    case .definitions(let definitions):
      return .definitions(
        definitions.map { definition in
          RichText.Definition(
            definition.terms.map { filtered($0) }, meanings: definition.meanings.map { filtered($0) })
        })
    case .rule, .pageBreak: return .rule
    }
  }

  private mutating func filtered(_ paragraph: RichText.Paragraph) -> RichText.Paragraph {
    var layout = paragraph.layout
    layout.indentation = Self.indentation(layout.indentation)
    layout.trailingIndentation = Self.indentation(layout.trailingIndentation)
    // A negative first line would leave the card if the other lines are not indented.
    let first = Self.indentation(abs(layout.firstLineIndentation))
    layout.firstLineIndentation =
      layout.firstLineIndentation < 0 ? -min(first, layout.indentation) : first
    if layout.background != nil { hasColors = true }
    return RichText.Paragraph(filtered(paragraph.content), layout: layout)
  }

  /// Returns an indentation within the limit; comparisons with NaN are false, so NaN becomes 0.
  private static func indentation(_ length: Double) -> Double {
    length > 0 ? min(length, mostIndentation) : 0
  }

  private mutating func filtered(_ table: RichText.Table) -> RichText.Table {
    RichText.Table(
      caption: filtered(table.caption), headerRowCount: table.headerRowCount,
      rows: table.rows.map { row in
        row.map { cell in
          if cell.background != nil { hasColors = true }
          return RichText.TableCell(
            filtered(cell.blocks), alignment: cell.alignment,
            columnSpan: min(cell.columnSpan, Self.spanLimit), rowSpan: min(cell.rowSpan, Self.spanLimit),
            isRowHeading: cell.isRowHeading, background: cell.background)
        }
      })
  }

  // MARK: Inlines

  private mutating func filtered(_ content: [RichText.Inline]) -> [RichText.Inline] {
    content.flatMap { inline -> [RichText.Inline] in
      switch inline {
      case .text(let text): return [.text(Self.withoutControls(text))]
      case .softBreak, .hardBreak: return [inline]
      case .anchor: return []
      case .attachment(let attachment): return [filtered(attachment)]
      case .note(let blocks):
        notes.append(blocks)
        return [.styled(.superscript, [.text("\(notes.count)")])]
      case .styled(let style, let content):
        let content = filtered(content)
        guard let style = filtered(style) else { return content }
        return [.styled(style, content)]
      }
    }
  }

  /// Returns the style that the page has; nil if the content has no such style on the page.
  private mutating func filtered(_ style: RichText.Style) -> RichText.Style? {
    switch style {
    case .link(let link):
      return PageTextFilter.address(link.destination).map { .link(RichText.Link($0)) }
    case .color, .background:
      hasColors = true
      return style
    case .fontSize(let size):
      return .fontSize(min(max(size, Self.fontSizes.lowerBound), Self.fontSizes.upperBound))
    case .fontFamily(let name), .language(let name):
      return name.unicodeScalars.contains(where: Self.isControl) ? nil : style
    case .bold, .italic, .underline, .strikethrough, .smallCaps, .code, .superscript, .subscript: return style
    }
  }

  private func filtered(_ attachment: RichText.Attachment) -> RichText.Inline {
    guard case .data(let data, let type) = attachment.source, let source = picture(data, type) else {
      let text = attachment.alternativeText
      return .text(text.isEmpty ? "[picture]" : "[picture: \(Self.withoutControls(text))]")
    }
    return .attachment(
      RichText.Attachment(
        source, alternativeText: PrintableText.line(attachment.alternativeText),
        width: attachment.width.flatMap { $0 > 0 && $0 < Self.mostLength ? $0 : nil }))
  }

  // MARK: Characters

  /// Returns the text with U+FFFD in place of control characters other than tabs and line ends.
  ///
  /// A browser ignores them, but the page can be printed on a terminal.
  private static func withoutControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    default: scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
    }
  }

  // MARK: Links

  /// The schemes of links that are kept.
  private static let schemes = ["http", "https", "mailto"]

  /// Returns the address of a link if the page may have it, in the form that browsers use; otherwise nil.
  ///
  /// An address without one of the schemes at its beginning, such as a relative one, is not kept.
  static func address(_ destination: String) -> String? {
    let address = LinkDestination.trimmed(destination)
    guard !address.unicodeScalars.contains(where: isControl),
      let colon = address.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return schemes.contains(address[..<colon].lowercased()) ? address : nil
  }
}

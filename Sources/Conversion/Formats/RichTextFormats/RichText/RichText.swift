public import Foundation
public import ProfferConversions

/// Formatted text as a value: the content of RTF, HTML and Markdown without their syntax.
///
/// A text is a list of blocks, and the content of a block is a tree of inlines. The model has properties of
/// the content only. The model has no page layout, such as margins, positions or style sheets.
///
/// Different trees can be equivalent: for example, bold inside italic and italic inside bold, or the same
/// text in one inline and in two inlines. Equivalent texts have equal ``normalized()`` values. The readers
/// of this library return normalized values.
public struct RichText: Sendable, Equatable {
  /// The content, from the top.
  public var blocks: [Block]
  /// The metadata of the content.
  public var metadata: Metadata

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - blocks: the content.
  ///   - metadata: the metadata of the text.
  public init(_ blocks: [Block] = [], metadata: Metadata = Metadata()) {
    self.blocks = blocks
    self.metadata = metadata
  }

  /// The maximum nesting depth of blocks and of inlines in values that readers return.
  ///
  /// Content at a greater depth is kept in the deepest allowed block.
  package static let depthLimit = 100
  /// The loss detail for lists, quotations and definitions nested deeper than ``depthLimit``.
  package static let nestingDetail = "lists, quotations and definitions nested too deeply"

  /// The maximum nesting depth of notes, both in values that readers return and in documents that writers
  /// write.
  package static let noteDepthLimit = 10
}

extension RichText {
  /// The metadata of a text; missing fields are nil.
  public struct Metadata: Sendable, Equatable {
    /// The title of the text.
    public var title: String?
    /// The author of the text.
    public var author: String?
    /// The language of the text, as a BCP 47 tag such as `pt-BR`.
    public var language: String?
    /// The subject of the text.
    public var subject: String?
    /// The keywords of the text, as one line, separated by commas.
    public var keywords: String?
    /// A summary of the text.
    public var summary: String?
    /// The time at which the text was created.
    public var creationDate: Date?
    /// The time at which the text was last modified.
    public var modificationDate: Date?

    /// Creates metadata.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - author: the author.
    ///   - language: the language, such as `en`.
    ///   - subject: the subject.
    ///   - keywords: the keywords, as one line, separated by commas.
    ///   - summary: the summary.
    ///   - creationDate: the time at which the text was created.
    ///   - modificationDate: the time at which the text was last modified.
    public init(
      title: String? = nil, author: String? = nil, language: String? = nil, subject: String? = nil,
      keywords: String? = nil, summary: String? = nil, creationDate: Date? = nil,
      modificationDate: Date? = nil
    ) {
      self.title = title
      self.author = author
      self.language = language
      self.subject = subject
      self.keywords = keywords
      self.summary = summary
      self.creationDate = creationDate
      self.modificationDate = modificationDate
    }
  }
}

extension RichText.Metadata {
  /// The number of fields that are not nil.
  package var fieldCount: Int {
    [title, author, language, subject, keywords, summary].count { $0 != nil }
      + [creationDate, modificationDate].count { $0 != nil }
  }
}

extension ValueKind<RichText> {
  /// Text with formatting.
  public static let richText = ValueKind(RichText.self, name: "rich text", size: { $0.blocks.size })
}

extension RichText {
  /// Returns the normalized form of the text, which is equal for all equivalent texts.
  ///
  /// The inlines of every paragraph are built from its runs. Paragraphs without content, lists without
  /// items, tables without rows and empty quotations are dropped.
  ///
  /// - Returns: the normalized text.
  public func normalized() -> RichText {
    RichText(blocks.normalized(), metadata: metadata)
  }
}

extension [RichText.Block] {
  /// - Parameter isInNumberedItem: whether an item of a numbered list directly contains the blocks.
  func normalized(isInNumberedItem: Bool = false) -> [RichText.Block] {
    compactMap { $0.normalized(isInNumberedItem: isInNumberedItem) }
  }
}

extension RichText.Block {
  /// Returns the block in normalized form; nil if the block is empty.
  func normalized(isInNumberedItem: Bool = false) -> RichText.Block? {
    switch self {
    case .paragraph(let paragraph):
      let paragraph = paragraph.normalized()
      return paragraph.content.isEmpty ? nil : .paragraph(paragraph)
    case .heading(let level, let paragraph):
      return .heading(level: Swift.min(Swift.max(level, 1), 6), paragraph.normalized())
    case .list(let list):
      let isNumbered = list.marker.isNumber
      let items = list.items.map { item in
        item.plainText != nil
          ? item
          : RichText.ListItem(
            item.blocks.normalized(isInNumberedItem: isNumbered), isChecked: item.isChecked)
      }
      if items.isEmpty { return nil }
      return .list(
        RichText.List(
          list.marker, isTight: list.isTight,
          followsOuterNumber: list.followsOuterNumber && isNumbered && isInNumberedItem, items: items))
    case .blockQuote(let blocks):
      let blocks = blocks.normalized()
      return blocks.isEmpty ? nil : .blockQuote(blocks)
    case .codeBlock(let code):
      let isWhole = code.text.isEmpty || code.text.utf8.last == UInt8(ascii: "\n")
      return .codeBlock(RichText.CodeBlock(isWhole ? code.text : code.text + "\n", language: code.language))
    case .table(let table): return table.normalized().map { .table($0) }
    case .rule: return .rule
    case .definitions(let definitions):
      let definitions = definitions.normalized()
      return definitions.isEmpty ? nil : .definitions(definitions)
    case .pageBreak: return .pageBreak
    }
  }
}

extension [RichText.Definition] {
  /// Returns the definitions in normalized form.
  ///
  /// Each definition except the first has terms, and each definition except the last has meanings.
  func normalized() -> [RichText.Definition] {
    var result: [RichText.Definition] = []
    for definition in self {
      let terms = definition.terms.map { $0.normalized() }.filter { !$0.isEmpty }
      let meanings = definition.meanings.map { $0.normalized() }.filter { !$0.isEmpty }
      if let last = result.indices.last, terms.isEmpty || result[last].meanings.isEmpty {
        result[last].terms += terms
        result[last].meanings += meanings
      } else if !terms.isEmpty || !meanings.isEmpty {
        result.append(RichText.Definition(terms, meanings: meanings))
      }
    }
    return result
  }
}

extension RichText.Paragraph {
  func normalized() -> RichText.Paragraph {
    RichText.Paragraph(content.normalized(), layout: layout)
  }
}

extension RichText.TableCell {
  /// Whether the cell is already normalized; a quick check for cells that contain one unstyled text, as most
  /// cells do.
  fileprivate var isNormal: Bool { plainText != nil && columnSpan >= 1 && rowSpan >= 1 && !isRowHeading }
}

extension RichText.Table {
  /// Returns the table in normalized form; nil if the table has no rows.
  func normalized() -> RichText.Table? {
    guard !rows.isEmpty else { return nil }
    let table = RichText.Table(
      caption: caption.normalized(), headerRowCount: min(max(headerRowCount, 0), rows.count),
      rows: rows.enumerated().map { index, row in
        row.map { cell in
          cell.isNormal
            ? cell
            : RichText.TableCell(
              cell.blocks.normalized(), alignment: cell.alignment, columnSpan: max(cell.columnSpan, 1),
              rowSpan: max(cell.rowSpan, 1), isRowHeading: cell.isRowHeading && index >= headerRowCount,
              background: cell.background)
        }
      })
    return table.droppingEmptyHeadings()
  }

  /// Returns the table without the first heading rows if they have no content.
  ///
  /// Word and other programs write such a row for a table without headings, and Markdown requires one. If the
  /// table has no other row, the last such row is kept as an ordinary row.
  package func droppingEmptyHeadings() -> RichText.Table {
    let emptyCount = rows.prefix(max(headerRowCount, 0)).prefix { row in
      !row.isEmpty
        && row.allSatisfy { $0.blocks.allSatisfy(\.isBlank) && $0.rowSpan == 1 && $0.background == nil }
    }.count
    guard emptyCount > 0 else { return self }
    return RichText.Table(
      caption: caption, headerRowCount: headerRowCount - emptyCount,
      rows: Array(rows.dropFirst(min(emptyCount, rows.count - 1))))
  }
}

extension RichText.Block {
  /// Whether the block is a paragraph that contains only spaces.
  fileprivate var isBlank: Bool {
    guard case .paragraph(let paragraph) = self else { return false }
    return paragraph.content.runs.allSatisfy { run in
      guard case .text(let text) = run.content else { return false }
      return run.attributes.link == nil && text.allSatisfy(\.isWhitespace)
    }
  }
}

extension CoderSet {
  /// The possible losses of reading a web page, or a text that may have been converted from a web page.
  package static let webReaderLosses: [LossKind] = [
    .characters, .colors, .comments, .formatting, .images, .links, .metadata, .scripts,
  ]

  /// The maximum number of bytes of a formatted document that is read at once.
  ///
  /// A longer document is read twice in parts. The first reading collects everything that may be anywhere in
  /// the document, such as the title.
  static let longestHeld = 1 << 18
}

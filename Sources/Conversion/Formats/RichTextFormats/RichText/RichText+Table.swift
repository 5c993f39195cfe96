public import ColorFormats

extension RichText {
  /// A table: rows of cells.
  public struct Table: Sendable, Equatable {
    /// The caption of the table.
    public var caption: [Inline]
    /// The number of header rows at the top.
    public var headerRowCount: Int
    /// The rows, beginning with the header rows.
    public var rows: [[TableCell]]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - caption: the caption.
    ///   - headerRowCount: the number of header rows.
    ///   - rows: the rows, each with its cells.
    public init(caption: [Inline] = [], headerRowCount: Int = 0, rows: [[TableCell]]) {
      self.caption = caption
      self.headerRowCount = headerRowCount
      self.rows = rows
    }
  }

  /// A cell, which may cover several columns and rows.
  ///
  /// A row contains only the cells that begin in this row. A grid position that is covered by a cell of an
  /// earlier row has no entry.
  public struct TableCell: Sendable, Equatable {
    private var content: BlockContent
    /// The properties that most cells do not have.
    private var rare = RareValues<Values>()
    /// The alignment of the lines.
    public var alignment: Alignment?

    private struct Values: DefaultedValues {
      var columnSpan = 1
      var rowSpan = 1
      var isRowHeading = false
      var background: Color?
    }

    /// Creates a cell.
    ///
    /// - Parameters:
    ///   - blocks: the content of the cell.
    ///   - alignment: the alignment.
    ///   - columnSpan: the number of columns that the cell covers.
    ///   - rowSpan: the number of rows that the cell covers.
    ///   - isRowHeading: whether the cell is a row heading.
    ///   - background: the background color.
    public init(
      _ blocks: [Block], alignment: Alignment? = nil, columnSpan: Int = 1, rowSpan: Int = 1,
      isRowHeading: Bool = false, background: Color? = nil
    ) {
      content = BlockContent(blocks)
      self.alignment = alignment
      rare = RareValues(
        Values(columnSpan: columnSpan, rowSpan: rowSpan, isRowHeading: isRowHeading, background: background))
    }

    /// Creates a cell with one paragraph, or an empty cell.
    ///
    /// - Parameters:
    ///   - content: the content of the cell's single paragraph; an empty content creates an empty cell.
    ///   - alignment: the alignment.
    ///   - columnSpan: the number of columns that the cell covers.
    ///   - rowSpan: the number of rows that the cell covers.
    public init(_ content: [Inline], alignment: Alignment? = nil, columnSpan: Int = 1, rowSpan: Int = 1) {
      self.init(
        content.isEmpty ? [] : [.paragraph(Paragraph(content))], alignment: alignment, columnSpan: columnSpan,
        rowSpan: rowSpan)
    }
  }
}

extension RichText.TableCell {
  /// The content.
  public var blocks: [RichText.Block] {
    get { content.blocks }
    _modify { yield &content.blocks }
  }

  /// The content, if it is one paragraph of plain text with the default layout.
  var plainText: String? { content.plainText }

  /// The number of columns that the cell covers; 1 or more.
  public var columnSpan: Int {
    get { rare.shared?.values.columnSpan ?? 1 }
    set { if newValue != columnSpan { rare.change { $0.columnSpan = newValue } } }
  }

  /// The number of rows that the cell covers; 1 or more.
  public var rowSpan: Int {
    get { rare.shared?.values.rowSpan ?? 1 }
    set { if newValue != rowSpan { rare.change { $0.rowSpan = newValue } } }
  }

  /// Whether the cell is a row heading; cells in header rows are never row headings.
  public var isRowHeading: Bool {
    get { rare.shared?.values.isRowHeading ?? false }
    set { if newValue != isRowHeading { rare.change { $0.isRowHeading = newValue } } }
  }

  /// The background color; nil for none.
  public var background: Color? {
    get { rare.shared?.values.background }
    set { if newValue != background { rare.change { $0.background = newValue } } }
  }
}

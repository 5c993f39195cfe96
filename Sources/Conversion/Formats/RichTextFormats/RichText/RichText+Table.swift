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
  public struct TableCell: Sendable {
    private var content: BlockContent
    /// The properties that most cells do not have; nil if all of them have their default values.
    private var details: Details?
    /// The alignment of the lines.
    public var alignment: Alignment?

    private struct Values: Equatable {
      var columnSpan = 1
      var rowSpan = 1
      var isRowHeading = false
      var background: Color?
    }

    private final class Details: Sendable {
      let values: Values

      init(_ values: Values) { self.values = values }
    }

    private var values: Values { details?.values ?? Values() }

    private mutating func change(_ change: (inout Values) -> Void) {
      var values = values
      change(&values)
      details = values == Values() ? nil : Details(values)
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
      let values = Values(
        columnSpan: columnSpan, rowSpan: rowSpan, isRowHeading: isRowHeading, background: background)
      if values != Values() { details = Details(values) }
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

extension RichText.TableCell: Equatable {
  /// Returns whether two cells have the same properties.
  public static func == (first: RichText.TableCell, second: RichText.TableCell) -> Bool {
    first.alignment == second.alignment
      && (first.details === second.details || first.values == second.values)
      && first.content == second.content
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
    get { details?.values.columnSpan ?? 1 }
    set { if newValue != columnSpan { change { $0.columnSpan = newValue } } }
  }

  /// The number of rows that the cell covers; 1 or more.
  public var rowSpan: Int {
    get { details?.values.rowSpan ?? 1 }
    set { if newValue != rowSpan { change { $0.rowSpan = newValue } } }
  }

  /// Whether the cell is a row heading; cells in header rows are never row headings.
  public var isRowHeading: Bool {
    get { details?.values.isRowHeading ?? false }
    set { if newValue != isRowHeading { change { $0.isRowHeading = newValue } } }
  }

  /// The background color; nil for none.
  public var background: Color? {
    get { details?.values.background }
    set { if newValue != background { change { $0.background = newValue } } }
  }
}

public import ColorFormats

extension RichText {
  /// A part of a text that is on lines of its own.
  public enum Block: Sendable, Equatable {
    /// Lines of text that belong together.
    case paragraph(Paragraph)
    /// A heading; the level is 1 to 6, 1 the highest.
    case heading(level: Int, Paragraph)
    /// A list, whose items may hold lists.
    case list(List)
    /// A quotation.
    case blockQuote([Block])
    /// Preformatted lines.
    case codeBlock(CodeBlock)
    /// Rows of cells.
    case table(Table)
    /// A line across the page.
    case rule
    /// Terms with what they mean.
    case definitions([Definition])
    /// Where a printed page ends.
    case pageBreak
  }

  /// Terms that mean the same, with what they mean.
  public struct Definition: Sendable, Equatable {
    /// The words of each term.
    public var terms: [[Inline]]
    /// What the terms mean, each meaning by itself.
    public var meanings: [[Block]]

    /// Makes a definition.
    ///
    /// - Parameters:
    ///   - terms: the words of each term.
    ///   - meanings: what the terms mean, each meaning by itself.
    public init(_ terms: [[Inline]], meanings: [[Block]]) {
      self.terms = terms
      self.meanings = meanings
    }
  }

  /// Words with their layout.
  public struct Paragraph: Sendable, Equatable {
    /// The words.
    public var content: [Inline]
    /// Their alignment, direction and indentation.
    public var layout: Layout

    /// Makes a paragraph.
    ///
    /// - Parameters:
    ///   - content: the content of the paragraph.
    ///   - layout: its alignment, direction and indentation.
    public init(_ content: [Inline], layout: Layout = Layout()) {
      self.content = content
      self.layout = layout
    }
  }

  /// The alignment, direction, indentation and background of a paragraph.
  public struct Layout: Sendable, Equatable {
    /// The alignment of the lines; nil follows the direction of the text.
    public var alignment: Alignment?
    /// The direction of the text; nil when nothing says it.
    public var direction: Direction?
    /// The space before all lines, in points.
    public var indentation: Double
    /// The space after all lines, in points.
    public var trailingIndentation: Double
    /// The space before the first line beyond that before all lines, in points; negative when it hangs out.
    public var firstLineIndentation: Double
    /// The color behind the lines, from edge to edge; nil when there is none.
    public var background: Color?

    /// Makes a layout.
    ///
    /// - Parameters:
    ///   - alignment: the alignment; nil for that of the direction.
    ///   - direction: the direction of writing; nil for that of the text.
    ///   - indentation: the indentation, in points.
    ///   - trailingIndentation: the indentation at the end of lines, in points.
    ///   - firstLineIndentation: what is added to the indentation of the first line, in points.
    ///   - background: the color behind the lines.
    public init(
      alignment: Alignment? = nil, direction: Direction? = nil, indentation: Double = 0,
      trailingIndentation: Double = 0, firstLineIndentation: Double = 0, background: Color? = nil
    ) {
      self.background = background
      self.alignment = alignment
      self.direction = direction
      self.indentation = indentation
      self.trailingIndentation = trailingIndentation
      self.firstLineIndentation = firstLineIndentation
    }
  }

  /// The alignment of lines.
  public enum Alignment: String, Sendable, CaseIterable {
    /// The left edge.
    case left
    /// The middle.
    case center
    /// The right edge.
    case right
    /// Both edges.
    case justified
  }

  /// The way a line is read.
  public enum Direction: String, Sendable, CaseIterable {
    /// As Latin is.
    case leftToRight
    /// As Arabic and Hebrew are.
    case rightToLeft
  }

  /// Preformatted lines.
  public struct CodeBlock: Sendable, Equatable {
    /// The text; each line ends in a line feed, the last one too.
    public var text: String
    /// The language it is written in, such as `swift`; nil when nothing says it.
    public var language: String?

    /// Makes a code block.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - language: the programming language.
    public init(_ text: String, language: String? = nil) {
      self.text = text
      self.language = language
    }
  }
}

// MARK: - Lists

extension RichText {
  /// Items with a marker each.
  public struct List: Sendable, Equatable {
    /// The marker of the items.
    public var marker: Marker
    /// Whether no space is between the items.
    public var isTight: Bool
    /// Whether each number follows that of the item around: 1.1, 1.1.1.
    ///
    /// It has a meaning only for a list of numbers that is directly in an item of another list of numbers.
    public var followsOuterNumber: Bool
    /// The items, from the top.
    public var items: [ListItem]

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - marker: what stands before the items.
    ///   - isTight: whether the items follow each other without space.
    ///   - followsOuterNumber: whether each number follows that of the item around.
    ///   - items: the items.
    public init(
      _ marker: Marker, isTight: Bool = true, followsOuterNumber: Bool = false, items: [ListItem]
    ) {
      self.marker = marker
      self.isTight = isTight
      self.followsOuterNumber = followsOuterNumber
      self.items = items
    }
  }

  /// An item of a list.
  public struct ListItem: Sendable, Equatable {
    /// The content.
    public var blocks: [Block]
    /// Whether the item's box is ticked; nil when it has none.
    public var isChecked: Bool?

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - blocks: the content of the item.
    ///   - isChecked: whether the task is done; nil for an item that is not a task.
    public init(_ blocks: [Block], isChecked: Bool? = nil) {
      self.blocks = blocks
      self.isChecked = isChecked
    }
  }

  /// The marker of a list's items.
  public enum Marker: Sendable, Equatable {
    /// The same sign before each.
    case bullet(Bullet)
    /// A number, which grows by one; it is 0 or more, and at most 999,999,999.
    case number(start: Int, style: NumberStyle = .decimal, delimiter: Delimiter = .period)
  }

  /// The sign of an unnumbered list.
  public enum Bullet: String, Sendable, CaseIterable {
    /// A filled circle, and every sign that is not one of the others.
    case disc
    /// An open circle.
    case circle
    /// A filled square.
    case square
  }

  /// The digits of a numbered list.
  public enum NumberStyle: String, Sendable, CaseIterable {
    /// 1, 2, 3.
    case decimal
    /// a, b, c.
    case lowercaseLetter
    /// A, B, C.
    case uppercaseLetter
    /// i, ii, iii.
    case lowercaseRoman
    /// I, II, III.
    case uppercaseRoman
  }

  /// What follows the number of an item.
  public enum Delimiter: String, Sendable, CaseIterable {
    /// A period: `1.`
    case period
    /// A parenthesis: `1)`
    case parenthesis
  }
}

// MARK: - Tables

extension RichText {
  /// Rows of cells.
  public struct Table: Sendable, Equatable {
    /// What the table is called.
    public var caption: [Inline]
    /// How many rows at the top name the columns.
    public var headerRowCount: Int
    /// The rows, the header's first.
    public var rows: [[TableCell]]

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - caption: the caption.
    ///   - headerRowCount: how many of the rows are headers.
    ///   - rows: the rows, each with its cells.
    public init(caption: [Inline] = [], headerRowCount: Int = 0, rows: [[TableCell]]) {
      self.caption = caption
      self.headerRowCount = headerRowCount
      self.rows = rows
    }
  }

  /// A cell, which may cover several columns and rows.
  ///
  /// A row lists the cells that begin in it. A place that a cell of a row above covers has none.
  public struct TableCell: Sendable, Equatable {
    /// The content.
    public var blocks: [Block]
    /// The alignment of its lines.
    public var alignment: Alignment?
    /// How many columns it covers; 1 or more.
    public var columnSpan: Int
    /// How many rows it covers; 1 or more.
    public var rowSpan: Int
    /// Whether it names its row; the rows that name the columns have no such cells.
    public var isRowHeading: Bool
    /// The color behind it; nil when there is none.
    public var background: Color?

    /// Makes a cell.
    ///
    /// - Parameters:
    ///   - blocks: the content of the cell.
    ///   - alignment: the alignment.
    ///   - columnSpan: how many columns it covers.
    ///   - rowSpan: how many rows it covers.
    ///   - isRowHeading: whether it names its row.
    ///   - background: the color behind it.
    public init(
      _ blocks: [Block], alignment: Alignment? = nil, columnSpan: Int = 1, rowSpan: Int = 1,
      isRowHeading: Bool = false, background: Color? = nil
    ) {
      self.background = background
      self.isRowHeading = isRowHeading
      self.blocks = blocks
      self.alignment = alignment
      self.columnSpan = columnSpan
      self.rowSpan = rowSpan
    }

    /// Makes a cell of one paragraph, or of nothing.
    ///
    /// - Parameters:
    ///   - content: the content of the cell, a single paragraph.
    ///   - alignment: the alignment.
    ///   - columnSpan: how many columns it covers.
    ///   - rowSpan: how many rows it covers.
    public init(_ content: [Inline], alignment: Alignment? = nil, columnSpan: Int = 1, rowSpan: Int = 1) {
      self.init(
        content.isEmpty ? [] : [.paragraph(Paragraph(content))], alignment: alignment, columnSpan: columnSpan,
        rowSpan: rowSpan)
    }
  }
}

extension RichText.Marker {
  /// Whether it is a number.
  var isNumber: Bool { if case .number = self { true } else { false } }
}

extension RichText.List {
  /// What a report says of numbers that lose those of the items around.
  static let outerNumberDetail = "numbers of items with those of the lists around"

  /// The marker of an item as text, and the number that lists inside it follow; nil if the marker is a sign.
  ///
  /// - Parameter outer: the number of the item around; nil if that has none.
  func mark(ofItem index: Int, after outer: String?) -> (text: String, number: String?) {
    switch marker {
    case .bullet(.disc): return ("•", nil)
    case .bullet(.circle): return ("◦", nil)
    case .bullet(.square): return ("▪", nil)
    case .number(let start, let style, let delimiter):
      let own = style.text(start &+ index)
      let number = followsOuterNumber ? outer.map { "\($0).\(own)" } ?? own : own
      return (number + (delimiter == .period ? "." : ")"), number)
    }
  }
}

extension RichText.NumberStyle {
  /// A number in these digits; in plain ones where these have none, as for 0, and for 4,000 in Roman ones.
  func text(_ number: Int) -> String {
    switch self {
    case .lowercaseLetter where number > 0: return Self.letters(number)
    case .uppercaseLetter where number > 0: return Self.letters(number).uppercased()
    case .lowercaseRoman where (1..<4000).contains(number): return Self.roman(number)
    case .uppercaseRoman where (1..<4000).contains(number): return Self.roman(number).uppercased()
    default: return String(number)
    }
  }

  private static func letters(_ number: Int) -> String {
    var rest = number
    var letters: [UInt8] = []
    while rest > 0 {
      letters.append(UInt8(ascii: "a") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }

  private static func roman(_ number: Int) -> String {
    var rest = number
    var text = ""
    let digits = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
      (10, "x"),
      (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    for (value, digit) in digits {
      text += String(repeating: digit, count: rest / value)
      rest %= value
    }
    return text
  }
}

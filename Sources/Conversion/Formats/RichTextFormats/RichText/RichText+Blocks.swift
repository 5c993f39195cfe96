extension RichText {
  /// A block-level part of a text, such as a paragraph or a list.
  public enum Block: Sendable, Equatable {
    /// A paragraph of text.
    case paragraph(Paragraph)
    /// A heading; the level is 1 to 6, with 1 as the highest.
    indirect case heading(level: Int, Paragraph)
    /// A list; its items may contain lists.
    indirect case list(List)
    /// A quotation.
    case blockQuote([Block])
    /// Preformatted lines.
    indirect case codeBlock(CodeBlock)
    /// Rows of cells.
    indirect case table(Table)
    /// A horizontal rule.
    case rule
    /// A definition list.
    case definitions([Definition])
    /// A page break.
    case pageBreak
  }

  /// A group of terms in a definition list, with the definitions that the terms share.
  public struct Definition: Sendable, Equatable {
    /// The text of each term.
    public var terms: [[Inline]]
    /// The separate definitions of the terms.
    public var meanings: [[Block]]

    /// Creates a definition.
    ///
    /// - Parameters:
    ///   - terms: the text of each term.
    ///   - meanings: the separate definitions of the terms.
    public init(_ terms: [[Inline]], meanings: [[Block]]) {
      self.terms = terms
      self.meanings = meanings
    }
  }

  /// A paragraph: text with a layout.
  public struct Paragraph: Sendable, Equatable {
    /// The text.
    public var content: [Inline]
    /// The alignment, direction and indentation of the text.
    public var layout: Layout

    /// Creates a paragraph.
    ///
    /// - Parameters:
    ///   - content: the content of the paragraph.
    ///   - layout: the alignment, direction and indentation of the paragraph.
    public init(_ content: [Inline], layout: Layout = Layout()) {
      self.content = content
      self.layout = layout
    }
  }

  /// A block of preformatted lines.
  public struct CodeBlock: Sendable, Equatable {
    /// The text; every line ends in a line feed, including the last line.
    public var text: String
    /// The programming language, such as `swift`; nil if unspecified.
    public var language: String?

    /// Creates a code block.
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
  /// A list of items with markers.
  public struct List: Sendable, Equatable {
    /// The marker of the items.
    public var marker: Marker
    /// Whether there is no space between the items.
    public var isTight: Bool
    /// Whether each item's number includes the number of the enclosing item, as in 1.1 and 1.1.1.
    ///
    /// The property applies only to a numbered list that an item of another numbered list directly
    /// contains.
    public var followsOuterNumber: Bool
    /// The items, from the top.
    public var items: [ListItem]

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - marker: the marker of the items.
    ///   - isTight: whether there is no space between the items.
    ///   - followsOuterNumber: whether each item's number includes the number of the enclosing item.
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
    private var content: BlockContent
    /// Whether the item's check box is checked; nil if the item has no check box.
    public var isChecked: Bool?

    /// The content.
    public var blocks: [Block] {
      get { content.blocks }
      _modify { yield &content.blocks }
    }

    /// The content, if it is one paragraph of plain text with the default layout.
    var plainText: String? { content.plainText }

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - blocks: the content of the item.
    ///   - isChecked: whether the item's check box is checked; nil for no check box.
    public init(_ blocks: [Block], isChecked: Bool? = nil) {
      content = BlockContent(blocks)
      self.isChecked = isChecked
    }
  }

  /// The marker of a list's items.
  public enum Marker: Sendable, Equatable {
    /// The same bullet before each item.
    case bullet(Bullet)
    /// A number that increases by one per item, from 0 to 999,999,999.
    case number(start: Int, style: NumberStyle = .decimal, delimiter: Delimiter = .period)
  }

  /// The bullet of an unnumbered list.
  public enum Bullet: String, Sendable, CaseIterable {
    /// A filled circle, which also represents all other bullets.
    case disc
    /// An open circle.
    case circle
    /// A filled square.
    case square
  }

  /// The number style of a numbered list.
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

  /// The delimiter after an item's number.
  public enum Delimiter: String, Sendable, CaseIterable {
    /// A period: `1.`
    case period
    /// A parenthesis: `1)`
    case parenthesis
  }
}

// MARK: - Markers

extension RichText.Marker {
  /// Whether the marker is a number.
  package var isNumber: Bool { if case .number = self { true } else { false } }
}

extension RichText.List {
  /// The loss detail for numbers that no longer include the numbers of enclosing items.
  package static let outerNumberDetail = "item numbers that include outer item numbers"

  /// Returns the marker of an item as text, and the item's number for the lists inside the item.
  ///
  /// - Parameter outer: the number of the enclosing item; nil if the enclosing item has no number.
  /// - Returns: the marker and the number; the number is nil for a bullet.
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
  /// Returns a number in this style.
  ///
  /// Decimal digits are used for a number that the style cannot express, such as 0, or 4,000 in Roman
  /// numerals.
  package func text(_ number: Int) -> String {
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

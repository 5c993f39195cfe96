public import ColorFormats

extension RichText {
  /// All ways in which a run of words differs from plain words.
  ///
  /// Attributes and nested styles say the same; runs are how formats without a tree, such as RTF, see a text.
  public struct Attributes: Sendable, Equatable {
    /// Bold.
    public var isBold = false
    /// Italic.
    public var isItalic = false
    /// Underlined.
    public var isUnderlined = false
    /// Struck through.
    public var isStruckThrough = false
    /// Text of a computer.
    public var isCode = false
    /// Raised or lowered.
    public var baseline = Baseline.normal
    /// Where the words lead.
    public var link: Link?
    /// The color of the characters.
    public var color: Color?
    /// The color behind the characters.
    public var background: Color?
    /// The name of the font family.
    public var fontFamily: String?
    /// The size of the font, in points.
    public var fontSize: Double?
    /// The language, as a BCP 47 tag.
    public var language: String?

    /// Makes attributes that are plain.
    public init() {}

    /// Where characters stand.
    public enum Baseline: Sendable, Equatable {
      /// On the line.
      case normal
      /// Raised and small.
      case superscript
      /// Lowered and small.
      case `subscript`
    }
  }
}

extension RichText.Attributes {
  /// These attributes with a style laid over them.
  public func adding(_ style: RichText.Style) -> RichText.Attributes {
    var result = self
    switch style {
    case .bold: result.isBold = true
    case .italic: result.isItalic = true
    case .underline: result.isUnderlined = true
    case .strikethrough: result.isStruckThrough = true
    case .code: result.isCode = true
    case .superscript: result.baseline = .superscript
    case .subscript: result.baseline = .subscript
    case .link(let link): result.link = link
    case .color(let color): result.color = color
    case .background(let color): result.background = color
    case .fontFamily(let family): result.fontFamily = family
    case .fontSize(let size): result.fontSize = size
    case .language(let language): result.language = language
    }
    return result
  }

  /// The styles that make these attributes out of plain words, in one fixed order.
  public var styles: [RichText.Style] {
    var styles: [RichText.Style] = []
    if let link { styles.append(.link(link)) }
    if let language { styles.append(.language(language)) }
    if let fontFamily { styles.append(.fontFamily(fontFamily)) }
    if let fontSize { styles.append(.fontSize(fontSize)) }
    if let color { styles.append(.color(color)) }
    if let background { styles.append(.background(background)) }
    if isBold { styles.append(.bold) }
    if isItalic { styles.append(.italic) }
    if isUnderlined { styles.append(.underline) }
    if isStruckThrough { styles.append(.strikethrough) }
    switch baseline {
    case .normal: break
    case .superscript: styles.append(.superscript)
    case .subscript: styles.append(.subscript)
    }
    if isCode { styles.append(.code) }
    return styles
  }
}

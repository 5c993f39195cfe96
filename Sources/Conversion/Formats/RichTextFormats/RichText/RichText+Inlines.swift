public import ColorFormats
public import Foundation

extension RichText {
  /// A part of a line of words.
  public enum Inline: Sendable, Equatable {
    /// Characters; none of them ends a line.
    case text(String)
    /// A soft line break: an end of a line in the source, which shows as a space.
    case softBreak
    /// A hard line break.
    case hardBreak
    /// An inline picture or file.
    indirect case attachment(Attachment)
    /// A place that links lead to, by its name: a link's destination is `#` with the name.
    ///
    /// A heading is such a place without an anchor, under the name that GitHub gives it: its words in lower case, with
    /// hyphens for spaces and without punctuation.
    case anchor(String)
    /// A note beside the text, such as a footnote: here is its mark, and this is what it says.
    case note([Block])
    /// Words with a style.
    indirect case styled(Style, [Inline])
  }

  /// One way in which words can differ from the words around them.
  ///
  /// A word has one link, one color and so on: of two inside one another, the inner one holds.
  public enum Style: Sendable, Equatable {
    /// Bold text.
    case bold
    /// Italic text.
    case italic
    /// Underlined text.
    case underline
    /// Struck through.
    case strikethrough
    /// Program code.
    case code
    /// Raised and small.
    case superscript
    /// Lowered and small.
    case `subscript`
    /// Words of a link.
    case link(Link)
    /// The color of the characters.
    case color(Color)
    /// The background color of the characters.
    case background(Color)
    /// The name of a font family, such as `Helvetica`.
    case fontFamily(String)
    /// The size of the font, in points; more than 0.
    case fontSize(Double)
    /// The language, as a BCP 47 tag such as `pt-BR`.
    case language(String)
  }

  /// The target of a link.
  public struct Link: Sendable, Equatable {
    /// The destination as it is written, which may be relative: `notes.html#top`.
    public var destination: String
    /// Its title.
    public var title: String?

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - destination: the URL.
    ///   - title: the title.
    public init(_ destination: String, title: String? = nil) {
      self.destination = destination
      self.title = title
    }
  }

  /// An inline picture or file.
  public struct Attachment: Sendable, Equatable {
    /// Where its bytes are.
    public enum Source: Sendable, Equatable {
      /// Somewhere else, at a URL as it is written, which may be relative.
      case url(String)
      /// Here, as bytes of a type.
      case data(Data, typeIdentifier: String)
    }

    /// Where its bytes are.
    public var source: Source
    /// The words to show in its place.
    public var alternativeText: String
    /// Its title.
    public var title: String?
    /// The name of its file.
    public var name: String?
    /// The width to show it in, in points; nil is its own.
    public var width: Double?
    /// The height to show it in, in points; nil is its own.
    public var height: Double?

    /// Makes an attachment.
    ///
    /// - Parameters:
    ///   - source: the bytes, or where they are.
    ///   - alternativeText: the text that stands for it.
    ///   - title: the title.
    ///   - name: the name of its file.
    ///   - width: the width, in points.
    ///   - height: the height, in points.
    public init(
      _ source: Source, alternativeText: String = "", title: String? = nil, name: String? = nil,
      width: Double? = nil, height: Double? = nil
    ) {
      self.source = source
      self.alternativeText = alternativeText
      self.title = title
      self.name = name
      self.width = width
      self.height = height
    }
  }
}

extension RichText {
  /// All ways in which a run of words differs from plain words.
  ///
  /// Attributes and nested styles say the same; runs are how formats without a tree, such as RTF, see a text.
  public struct Attributes: Sendable, Equatable {
    /// Whether it is bold.
    public var isBold = false
    /// Whether it is italic.
    public var isItalic = false
    /// Whether it is underlined.
    public var isUnderlined = false
    /// Struck through.
    public var isStruckThrough = false
    /// Whether it is program code.
    public var isCode = false
    /// Raised or lowered.
    public var baseline = Baseline.normal
    /// The link of the words.
    public var link: Link?
    /// The color of the characters.
    public var color: Color?
    /// The background color of the characters.
    public var background: Color?
    /// The name of the font family.
    public var fontFamily: String?
    /// The size of the font, in points.
    public var fontSize: Double?
    /// The language, as a BCP 47 tag.
    public var language: String?

    /// Makes attributes that are plain.
    public init() {}

    /// The vertical position of characters.
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
  ///
  /// - Parameter style: the style.
  /// - Returns: the attributes with the style.
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

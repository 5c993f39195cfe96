import ColorFormats

/// The character format at a position in RTF, as set by the preceding control words.
struct RTFCharacters: Equatable {
  /// Properties that are on or off.
  struct Flags: OptionSet {
    let rawValue: UInt16
    static let bold = Flags(rawValue: 1 << 0)
    static let italic = Flags(rawValue: 1 << 1)
    static let underline = Flags(rawValue: 1 << 2)
    static let strikethrough = Flags(rawValue: 1 << 3)
    static let hidden = Flags(rawValue: 1 << 4)
    static let deleted = Flags(rawValue: 1 << 5)
    static let smallCapitals = Flags(rawValue: 1 << 7)
    /// Formatting that ``RichText`` cannot express.
    static let capitals = Flags(rawValue: 1 << 6)
    static let outline = Flags(rawValue: 1 << 8)
    static let shadow = Flags(rawValue: 1 << 9)
    static let relief = Flags(rawValue: 1 << 10)
    /// Bold and italic in right-to-left text; these properties have separate control words.
    static let associatedBold = Flags(rawValue: 1 << 11)
    static let associatedItalic = Flags(rawValue: 1 << 12)
    static let rightToLeft = Flags(rawValue: 1 << 13)

    static let concealed: Flags = [.hidden, .deleted]
    static let unsaid: Flags = [.capitals, .outline, .shadow, .relief]
  }

  /// Properties that are formatting of the text even if the text's style has the same properties.
  struct Explicit: OptionSet {
    let rawValue: UInt8
    static let bold = Explicit(rawValue: 1 << 0)
    static let underline = Explicit(rawValue: 1 << 1)
    static let fontFamily = Explicit(rawValue: 1 << 2)
    static let fontSize = Explicit(rawValue: 1 << 3)
    static let color = Explicit(rawValue: 1 << 4)
  }

  var flags: Flags = []
  var explicit: Explicit = []
  /// The vertical shift: positive for raised text, negative for lowered text.
  var shift: Int8 = 0
  /// The font number; nil for the default font of the document.
  var font: Int?
  /// The font size in half points.
  var size: Int?
  /// The color number.
  var color: Int?
  var background: Int?
  var language: Int?
  /// The character style number.
  var style: Int?
  /// The index of the link in ``RTFReader/links``.
  var link: Int?

  /// Resets the format like `\plain`.
  mutating func reset() {
    let link = link
    let concealed = flags.intersection(.deleted)
    self = RTFCharacters()
    self.link = link
    flags = concealed
  }
}

/// The paragraph layout at a position in RTF.
struct RTFLayout: Equatable {
  enum Alignment: UInt8 { case left, right, center, justified }

  var alignment: Alignment?
  var left = 0
  var right = 0
  var first = 0
  /// The indentation at the edge where lines begin, and at the opposite edge.
  var leading: Int?
  var trailing: Int?
  var isRightToLeft = false
  /// The paragraph style number.
  var style = 0
  /// The list of the paragraph.
  ///
  /// The value is a number in the list table, a negative number for a list of RTF before Word 97, or 0 for
  /// no list.
  var list = 0
  var listLevel = 0
  /// The heading level minus one, as in Word; 9 and above mean that the paragraph is not a heading.
  var outlineLevel: Int?
  /// The number of enclosing tables.
  var tableDepth = 0
  var spaceBefore = 0
  var spaceAfter = 0
  var hasContextualSpace = false
  var hasBottomBorder = false
  /// Whether the paragraph has a border at an edge other than the bottom.
  var hasBorder = false
  /// Whether the paragraph begins a new page.
  var beginsPage = false
  /// The number of the background color; `background` is set when the paragraph ends.
  var backgroundNumber: Int?
  var background: Color?
  /// The explicit layout, for cases in which readers would infer a different layout from the control words.
  var explicit: Explicit?
  /// The explicit alignment of the cell.
  var explicitCell: ExplicitAlignment?

  struct Explicit: Equatable {
    var alignment: Alignment?
    var direction: RichText.Direction?
    var left = 0
    var right = 0
    var first = 0
  }

  struct ExplicitAlignment: Equatable { var alignment: Alignment? }
}

extension RTFLayout {
  /// Whether no space separates the paragraph from paragraphs of the same style.
  var isTight: Bool { hasContextualSpace || (spaceBefore <= 0 && spaceAfter <= 0) }

  mutating func forgetIndentation() { (left, right, first, leading, trailing) = (0, 0, 0, nil, nil) }

  /// Returns the layout as a value of the rich text model.
  ///
  /// By default, lines are aligned with the edge at which text of their direction begins. Programs also write
  /// this alignment and `\ltrpar` explicitly. Both are therefore ignored.
  ///
  /// - Parameter isContained: whether the indentation is that of an enclosing list or quotation.
  func layout(isContained: Bool) -> RichText.Layout {
    if let explicit {
      return RichText.Layout(
        alignment: explicit.alignment?.value, direction: explicit.direction,
        indentation: Double(explicit.left) / 20,
        trailingIndentation: Double(explicit.right) / 20, firstLineIndentation: Double(explicit.first) / 20,
        background: background)
    }
    let alignment = alignment == (isRightToLeft ? .right : .left) ? nil : alignment?.value
    let direction: RichText.Direction? = isRightToLeft ? .rightToLeft : nil
    guard !isContained else {
      return RichText.Layout(alignment: alignment, direction: direction, background: background)
    }
    return RichText.Layout(
      alignment: alignment, direction: direction,
      indentation: Double(leading ?? (isRightToLeft ? right : left)) / 20,
      trailingIndentation: Double(trailing ?? (isRightToLeft ? left : right)) / 20,
      firstLineIndentation: Double(first) / 20, background: background)
  }
}

extension RTFLayout.Alignment {
  var value: RichText.Alignment {
    switch self {
    case .left: .left
    case .right: .right
    case .center: .center
    case .justified: .justified
    }
  }
}

/// The format of text without formatting of its own.
struct CharacterFormat {
  var flags: RTFCharacters.Flags = []
  var family: String?
  var size: Int?
  var color: Color?
  var background: Color?
  var language: Int?
}

extension RTFHeader {
  /// Returns the format of plain paragraphs.
  ///
  /// The result is the format of style 0 if the document defines style 0, otherwise the default format.
  func format() -> CharacterFormat {
    if let normal = styles[0] {
      return CharacterFormat(
        flags: normal.characters.flags, family: family(normal.characters.font), size: normal.characters.size,
        color: color(normal.characters.color), background: color(normal.characters.background),
        language: normal.characters.language)
    }
    // The default font size in RTF is 12 points.
    return CharacterFormat(family: family(defaultFont ?? 0), size: 24, language: defaultLanguage)
  }

  /// Returns the format of paragraphs with a style.
  func format(of style: RTFStyle?) -> CharacterFormat {
    var format = format()
    if let characters = style?.characters { format.add(characters, in: self) }
    return format
  }

  /// Returns the format that all parts of a text have in common.
  func sharedFormat(of words: [RTFCharacters], first: RTFCharacters) -> CharacterFormat {
    var format = format()
    format.flags = words.reduce(first.flags) { $0.intersection($1.flags) }
    if words.allSatisfy({ $0.size == first.size }) { format.size = first.size }
    if words.allSatisfy({ $0.font == first.font }) { format.family = family(first.font) }
    if words.allSatisfy({ $0.color == first.color }) { format.color = color(first.color) }
    return format
  }

  func family(_ font: Int?) -> String? {
    guard let font, let entry = fonts[font], !entry.family.isEmpty else { return nil }
    return entry.codePage == .symbol && entry.isGreek ? nil : entry.family
  }

  /// Returns the formatting of text, without formatting that its paragraph, character style or link
  /// provides.
  func attributes(of characters: RTFCharacters, in format: CharacterFormat, links: [RichText.Link])
    -> RichText.Attributes
  {
    var format = format
    var attributes = RichText.Attributes()
    if let style = characters.style.flatMap({ characterStyles[$0] }), style.use == .code {
      attributes.isCode = true
      format.add(style.characters, in: self)
    }
    if let link = characters.link {
      attributes.link = links[link]
      addLink(to: &format, characters)
    }
    let flags = characters.flags
    let isRightToLeft = flags.contains(.rightToLeft)
    let explicit = characters.explicit
    attributes.isBold =
      flags.contains(isRightToLeft && flags.contains(.associatedBold) ? .associatedBold : .bold)
      && (explicit.contains(.bold) || !format.flags.contains(.bold))
    attributes.isItalic =
      flags.contains(isRightToLeft && flags.contains(.associatedItalic) ? .associatedItalic : .italic)
      && !format.flags.contains(.italic)
    attributes.isUnderlined =
      flags.contains(.underline) && (explicit.contains(.underline) || !format.flags.contains(.underline))
    attributes.isStruckThrough = flags.contains(.strikethrough) && !format.flags.contains(.strikethrough)
    // Small capitals of a paragraph style are kept as formatting, because no property of the paragraph implies
    // them.
    attributes.isSmallCaps = flags.contains(.smallCapitals)
    if characters.shift != 0 { attributes.baseline = characters.shift > 0 ? .superscript : .subscript }
    let family = family(characters.font)
    if explicit.contains(.fontFamily) || family != format.family { attributes.fontFamily = family }
    if let size = characters.size, explicit.contains(.fontSize) || size != format.size {
      attributes.fontSize = Double(size) / 2
    }
    let color = color(characters.color)
    if explicit.contains(.color) || color != format.color { attributes.color = color }
    let background = self.color(characters.background)
    if background != format.background { attributes.background = background }
    if let language = characters.language, language != format.language {
      attributes.language = RTFLanguages.tag(language)
    }
    return attributes
  }

  /// Adds the usual format of links, which is not counted as formatting of the link's text.
  private func addLink(to format: inout CharacterFormat, _ characters: RTFCharacters) {
    if let style = linkStyle {
      format.add(style.characters, in: self)
    } else {
      format.flags.insert(.underline)
      // The usual link colors of browsers, Word and LibreOffice.
      let bytes = color(characters.color)?.bytes
      for blue in [(0, 0, 255), (0, 0, 238), (5, 99, 193), (0, 0, 128)] as [(UInt8, UInt8, UInt8)]
      where bytes.map({ ($0.red, $0.green, $0.blue) == blue }) == true {
        format.color = color(characters.color)
      }
    }
  }
}

extension CharacterFormat {
  /// Adds the properties of a style to the format.
  mutating func add(_ characters: RTFCharacters, in header: RTFHeader) {
    flags.formUnion(characters.flags)
    if let family = header.family(characters.font) { self.family = family }
    if let size = characters.size { self.size = size }
    if let color = header.color(characters.color) { self.color = color }
    if let background = header.color(characters.background) { self.background = background }
    if let language = characters.language { self.language = language }
  }
}

public import ColorFormats

extension RichText {
  /// All formatting properties of a run of text.
  ///
  /// Attributes are equivalent to nested styles. Formats without a tree structure, such as RTF, describe
  /// text as runs with attributes.
  public struct Attributes: Sendable, Equatable {
    /// The kinds of the styles of the text.
    private(set) var kinds = StyleKinds()
    /// Whether a style of the kind ``StyleKind/baseline`` lowers the text.
    private var isLowered = false
    /// The styles that have a value.
    private var rare = RareValues<Values>()

    /// Creates the attributes of plain text.
    public init() {}

    /// The vertical position of characters.
    public enum Baseline: Sendable, Equatable {
      /// On the line.
      case normal
      /// Raised and smaller.
      case superscript
      /// Lowered and smaller.
      case `subscript`
    }

    private struct Values: DefaultedValues {
      var link: Link?
      var color: Color?
      var background: Color?
      var fontFamily: String?
      var fontSize: Double?
      var language: String?
    }

    /// Changes the values of styles, of which one kind is now present or missing.
    private mutating func change(_ kind: StyleKind, isPresent: Bool, _ change: (inout Values) -> Void) {
      guard isPresent || kinds.contains(kind) else { return }
      kinds.set(kind, isPresent)
      rare.change(change)
    }
  }
}

extension RichText.Attributes {
  /// Whether the text is bold.
  public var isBold: Bool {
    get { kinds.contains(.bold) }
    set { kinds.set(.bold, newValue) }
  }

  /// Whether the text is italic.
  public var isItalic: Bool {
    get { kinds.contains(.italic) }
    set { kinds.set(.italic, newValue) }
  }

  /// Whether the text is underlined.
  public var isUnderlined: Bool {
    get { kinds.contains(.underline) }
    set { kinds.set(.underline, newValue) }
  }

  /// Whether the text is struck through.
  public var isStruckThrough: Bool {
    get { kinds.contains(.strikethrough) }
    set { kinds.set(.strikethrough, newValue) }
  }

  /// Whether the lower-case letters of the text are shown as small capitals.
  public var isSmallCaps: Bool {
    get { kinds.contains(.smallCaps) }
    set { kinds.set(.smallCaps, newValue) }
  }

  /// Whether the text is program code.
  public var isCode: Bool {
    get { kinds.contains(.code) }
    set { kinds.set(.code, newValue) }
  }

  /// The vertical position of the text.
  public var baseline: Baseline {
    get { kinds.contains(.baseline) ? isLowered ? .subscript : .superscript : .normal }
    set {
      kinds.set(.baseline, newValue != .normal)
      isLowered = newValue == .subscript
    }
  }

  /// The link of the text.
  public var link: RichText.Link? {
    get { rare.shared?.values.link }
    set { change(.link, isPresent: newValue != nil) { $0.link = newValue } }
  }

  /// The text color.
  public var color: Color? {
    get { rare.shared?.values.color }
    set { change(.color, isPresent: newValue != nil) { $0.color = newValue } }
  }

  /// The background color of the text.
  public var background: Color? {
    get { rare.shared?.values.background }
    set { change(.background, isPresent: newValue != nil) { $0.background = newValue } }
  }

  /// The name of the font family.
  public var fontFamily: String? {
    get { rare.shared?.values.fontFamily }
    set { change(.fontFamily, isPresent: newValue != nil) { $0.fontFamily = newValue } }
  }

  /// The font size in points.
  public var fontSize: Double? {
    get { rare.shared?.values.fontSize }
    set { change(.fontSize, isPresent: newValue != nil) { $0.fontSize = newValue } }
  }

  /// The language, as a BCP 47 tag.
  public var language: String? {
    get { rare.shared?.values.language }
    set { change(.language, isPresent: newValue != nil) { $0.language = newValue } }
  }
}

// MARK: - Styles

extension RichText.Attributes {
  /// Returns these attributes with a style added.
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
    case .smallCaps: result.isSmallCaps = true
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

  /// The styles equivalent to these attributes, in a fixed order.
  public var styles: [RichText.Style] { kinds.isEmpty ? [] : kinds.compactMap(style) }

  /// Returns the style of a kind; nil if the text has no style of the kind.
  func style(_ kind: RichText.StyleKind) -> RichText.Style? {
    switch kind {
    case .link: link.map { .link($0) }
    case .language: language.map { .language($0) }
    case .fontFamily: fontFamily.map { .fontFamily($0) }
    case .fontSize: fontSize.map { .fontSize($0) }
    case .color: color.map { .color($0) }
    case .background: background.map { .background($0) }
    case .bold: isBold ? .bold : nil
    case .italic: isItalic ? .italic : nil
    case .underline: isUnderlined ? .underline : nil
    case .strikethrough: isStruckThrough ? .strikethrough : nil
    case .smallCaps: isSmallCaps ? .smallCaps : nil
    case .baseline: baseline == .normal ? nil : isLowered ? .subscript : .superscript
    case .code: isCode ? .code : nil
    }
  }

  /// Returns whether both texts have the same style of a kind.
  func shares(_ kind: RichText.StyleKind, with other: RichText.Attributes) -> Bool {
    guard kinds.contains(kind), other.kinds.contains(kind) else { return false }
    if rare.isIdentical(to: other.rare) { return kind != .baseline || isLowered == other.isLowered }
    return switch kind {
    case .link: link == other.link
    case .language: language == other.language
    case .fontFamily: fontFamily == other.fontFamily
    case .fontSize: fontSize == other.fontSize
    case .color: color == other.color
    case .background: background == other.background
    case .baseline: isLowered == other.isLowered
    case .bold, .italic, .underline, .strikethrough, .smallCaps, .code: true
    }
  }
}

extension RichText {
  /// A kind of style; text has at most one style of each kind.
  ///
  /// The order of the kinds is the order of ``Attributes/styles``.
  enum StyleKind: UInt8 {
    case link, language, fontFamily, fontSize, color, background
    case bold, italic, underline, strikethrough, smallCaps, baseline, code
  }

  /// A set of kinds of styles, in the order of ``Attributes/styles``.
  struct StyleKinds: Equatable, Sequence, IteratorProtocol {
    private var bits: UInt16 = 0

    private static func bit(_ kind: StyleKind) -> UInt16 { 1 << UInt16(kind.rawValue) }

    var isEmpty: Bool { bits == 0 }

    func contains(_ kind: StyleKind) -> Bool { bits & Self.bit(kind) != 0 }

    mutating func set(_ kind: StyleKind, _ isMember: Bool) {
      if isMember { bits |= Self.bit(kind) } else { bits &= ~Self.bit(kind) }
    }

    func inserting(_ kind: StyleKind) -> StyleKinds {
      var result = self
      result.set(kind, true)
      return result
    }

    func subtracting(_ other: StyleKinds) -> StyleKinds {
      var result = self
      result.bits &= ~other.bits
      return result
    }

    /// Removes and returns the first kind.
    mutating func next() -> StyleKind? {
      guard bits != 0 else { return nil }
      defer { bits &= bits - 1 }
      return StyleKind(rawValue: UInt8(bits.trailingZeroBitCount))
    }
  }
}

extension RichText.Style {
  /// The kind of the style.
  var kind: RichText.StyleKind {
    switch self {
    case .link: .link
    case .language: .language
    case .fontFamily: .fontFamily
    case .fontSize: .fontSize
    case .color: .color
    case .background: .background
    case .bold: .bold
    case .italic: .italic
    case .underline: .underline
    case .strikethrough: .strikethrough
    case .smallCaps: .smallCaps
    case .superscript, .subscript: .baseline
    case .code: .code
    }
  }
}

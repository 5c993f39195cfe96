/// How characters look at a place in RTF, as the control words before it say.
struct RTFCharacters: Equatable {
  /// What is on or off.
  struct Flags: OptionSet {
    let rawValue: UInt16
    static let bold = Flags(rawValue: 1 << 0)
    static let italic = Flags(rawValue: 1 << 1)
    static let underline = Flags(rawValue: 1 << 2)
    static let strikethrough = Flags(rawValue: 1 << 3)
    static let hidden = Flags(rawValue: 1 << 4)
    static let deleted = Flags(rawValue: 1 << 5)
    /// Looks that ``RichText`` has no word for.
    static let capitals = Flags(rawValue: 1 << 6)
    static let smallCapitals = Flags(rawValue: 1 << 7)
    static let outline = Flags(rawValue: 1 << 8)
    static let shadow = Flags(rawValue: 1 << 9)
    static let relief = Flags(rawValue: 1 << 10)
    /// Bold and italic of words that are read from right to left have words of their own.
    static let associatedBold = Flags(rawValue: 1 << 11)
    static let associatedItalic = Flags(rawValue: 1 << 12)
    static let rightToLeft = Flags(rawValue: 1 << 13)

    static let concealed: Flags = [.hidden, .deleted]
    static let unsaid: Flags = [.capitals, .smallCapitals, .outline, .shadow, .relief]
  }

  /// Looks that are meant even where the style has them too.
  struct Meant: OptionSet {
    let rawValue: UInt8
    static let bold = Meant(rawValue: 1 << 0)
    static let underline = Meant(rawValue: 1 << 1)
    static let fontFamily = Meant(rawValue: 1 << 2)
    static let fontSize = Meant(rawValue: 1 << 3)
    static let color = Meant(rawValue: 1 << 4)
  }

  var flags: Flags = []
  var meant: Meant = []
  /// More than 0 is raised, less is lowered.
  var shift: Int8 = 0
  /// A font's number; nil is the document's own.
  var font: Int?
  /// In half points.
  var size: Int?
  /// A color's number.
  var color: Int?
  var background: Int?
  var language: Int?
  /// A character style's number.
  var style: Int?
  /// A link's place among the reader's links.
  var link: Int?

  /// What `\plain` leaves.
  mutating func reset() {
    let link = link
    let concealed = flags.intersection(.deleted)
    self = RTFCharacters()
    self.link = link
    flags = concealed
  }
}

/// How a paragraph lies at a place in RTF.
struct RTFLayout {
  enum Alignment: UInt8 { case left, right, center, justified }

  var alignment: Alignment?
  var left = 0
  var right = 0
  var first = 0
  /// The indentation of the side where lines begin, and of the other.
  var leading: Int?
  var trailing: Int?
  var isRightToLeft = false
  /// A paragraph style's number.
  var style = 0
  /// The list: a number of the list table, or one below 0 for the lists of old; 0 is none.
  var list = 0
  var listLevel = 0
  /// The level of a heading as Word counts it, from 0; 9 and more is none.
  var outlineLevel: Int?
  /// How many tables it stands in.
  var tableDepth = 0
  var spaceBefore = 0
  var spaceAfter = 0
  var hasContextualSpace = false
  var hasBottomBorder = false
  /// The layout that is meant, where the document alone would be read otherwise.
  var meant: Meant?
  /// The alignment of the cell likewise.
  var meantCell: MeantAlignment?

  struct Meant {
    var alignment: Alignment?
    var direction: RichText.Direction?
    var left = 0
    var right = 0
    var first = 0
  }

  struct MeantAlignment { var alignment: Alignment? }
}

extension RTFLayout {
  /// Whether no space sets the paragraph apart from those of the same style.
  var isTight: Bool { hasContextualSpace || (spaceBefore <= 0 && spaceAfter <= 0) }

  mutating func forgetIndentation() { (left, right, first, leading, trailing) = (0, 0, 0, nil, nil) }

  /// The layout of the value.
  ///
  /// Lines begin at the edge where their direction begins unless something says otherwise, and programs write that
  /// alignment and `\ltrpar` without being asked; so these count as nothing said.
  ///
  /// - Parameter isContained: whether a list or a quotation around it explains its indentation.
  func layout(isContained: Bool) -> RichText.Layout {
    if let meant {
      return RichText.Layout(
        alignment: meant.alignment?.value, direction: meant.direction, indentation: Double(meant.left) / 20,
        trailingIndentation: Double(meant.right) / 20, firstLineIndentation: Double(meant.first) / 20)
    }
    var layout = RichText.Layout()
    if let alignment, alignment != (isRightToLeft ? .right : .left) { layout.alignment = alignment.value }
    layout.direction = isRightToLeft ? .rightToLeft : nil
    guard !isContained else { return layout }
    layout.indentation = Double(leading ?? (isRightToLeft ? right : left)) / 20
    layout.trailingIndentation = Double(trailing ?? (isRightToLeft ? left : right)) / 20
    layout.firstLineIndentation = Double(first) / 20
    return layout
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

import ColorFormats

/// One thing that an element's attributes or styles say about it, as far as a rich text can say it too.
enum StyleDeclaration: Equatable, Sendable {
  case bold(Bool)
  case italic(Bool)
  case decoration(underlined: Bool, struckThrough: Bool)
  case code
  case link(RichText.Link)
  /// The color of the characters; nil for the page's own.
  case color(Color?)
  case background(Color?)
  /// The family of the font; nil for the page's own.
  case fontFamily(String?)
  case fontSize(FontSize)
  case baseline(RichText.Attributes.Baseline)
  case language(String?)
  case alignment(Alignment)
  case direction(RichText.Direction)
  case margin(Edge, Length)
  case padding(Edge, Length)
  case firstLine(Length)
  case noBorder
  case whiteSpace(HTMLWhiteSpace)
  case display(Display)
  case marker(RichText.Marker)
  /// That nothing marks the items of a list.
  case noMarker
  case width(Length)
  case height(Length)
  /// Letters that are shown as others, such as capitals.
  case changedLetters
  /// Word's word for a paragraph of a list.
  case officeList(OfficeList?)
  /// The mark before a paragraph of a list of Word's.
  case officeMarker
  /// Spaces, written as no-break spaces.
  case spaces
  /// Tabs, written as many no-break spaces.
  case tabs(Int)

  /// How large the letters are.
  enum FontSize: Equatable, Sendable {
    case points(Double)
    /// A multiple of the size around it.
    case relative(Double)
    case initial
  }

  enum Alignment: Equatable, Sendable {
    case edge(RichText.Alignment)
    case start, end
  }

  enum Edge: Int, Equatable, Sendable {
    case top, right, bottom, left, start, end
  }

  enum Display: Equatable, Sendable {
    case none, block, inline
  }

  enum Length: Equatable, Sendable {
    case points(Double)
    case ems(Double)

    func points(fontSize: Double) -> Double {
      switch self {
      case .points(let points): points
      case .ems(let ems): ems * fontSize
      }
    }
  }
}

/// Where a paragraph stands in Word's lists.
struct OfficeList: Equatable, Sendable {
  /// The name of the list.
  var name: String
  /// How deep in it, from 1.
  var level: Int
}

/// What becomes of spaces and ends of lines.
enum HTMLWhiteSpace: Equatable, Sendable {
  /// All in a row are one space.
  case collapsed
  /// Spaces in a row are one; ends of lines are meant.
  case lines
  /// Everything is meant.
  case kept
  /// Everything is meant, and no-break spaces are spaces.
  case spaces
}

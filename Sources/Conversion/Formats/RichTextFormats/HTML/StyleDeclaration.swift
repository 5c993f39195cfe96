import ColorFormats
import Foundation

/// A declaration that affects rich text or its losses, from the attributes or styles of an element.
enum StyleDeclaration: Equatable, Sendable {
  case bold(Bool)
  case italic(Bool)
  case decoration(underlined: Bool, struckThrough: Bool)
  case smallCaps(Bool)
  case code
  case link(RichText.Link)
  /// The color of the text; nil for the default color of the page.
  case color(Color?)
  case background(Color?)
  /// The font family; nil for the default font of the page.
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
  /// A list marker that rich text cannot express.
  case otherMarker
  /// A page break before or after the element.
  case pageBreak(isBefore: Bool)
  /// The text that a `::before` or `::after` rule adds to the content.
  case generated(String)
  /// The visibility of text, inherited by inner elements unless they override the value.
  case visibility(Bool)
  case marker(RichText.Marker)
  /// The absence of markers at the items of a list.
  case noMarker
  case width(Length)
  case height(Length)
  /// A different display of letters, such as capitals only.
  case changedLetters
  /// A decoration that rich text cannot express.
  case lost(LostDecoration)
  /// Word's description of a list paragraph.
  case officeList(OfficeList?)
  /// The marker before a paragraph of a Word list.
  case officeMarker
  /// Spaces that the page contains as no-break spaces.
  case spaces
  /// Tabs that the page contains as no-break spaces.
  case tabs(Int)

  /// The decorations that rich text cannot express, with the words that a loss uses for them.
  enum LostDecoration: String, Equatable, Sendable {
    case overline = "overlines"
    case letterSpacing = "letter spacing"
    case border = "borders"
    case float = "floating blocks"
    case backgroundPicture = "background images"
    case markerPicture = "images as list markers"

    var isPicture: Bool { self == .backgroundPicture || self == .markerPicture }
  }

  /// The font size.
  enum FontSize: Equatable, Sendable {
    case points(Double)
    /// A multiple of the enclosing element's size.
    case relative(Double)
    case initial
  }

  enum Alignment: Equatable, Sendable {
    case edge(RichText.Alignment)
    case start, end
  }

  enum Edge: Equatable, Sendable {
    case top, right, bottom, left, start, end
  }

  enum Display: Equatable, Sendable {
    case none, block, inline
    /// Any other display value.
    case other
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

/// The position of a paragraph in Word's lists.
struct OfficeList: Equatable, Sendable {
  /// The name of the list.
  var name: String
  /// The nesting level, from 1.
  var level: Int
}

/// The treatment of spaces and line ends.
enum HTMLWhiteSpace: Equatable, Sendable {
  /// A sequence of white space becomes one space.
  case collapsed
  /// A sequence of spaces becomes one space, and line ends are kept.
  case lines
  /// All white space is kept.
  case kept
  /// All white space is kept, and no-break spaces become spaces.
  case spaces
}

/// A declaration with its priority.
struct RankedDeclaration: Equatable, Sendable {
  let declaration: StyleDeclaration
  /// Whether the declaration has `!important`.
  let isImportant: Bool
}

extension [RankedDeclaration] {
  /// Reads the declarations of a `style` attribute, or of a rule without its braces.
  ///
  /// Unsupported declarations are omitted.
  init(css text: some StringProtocol) {
    self = []
    let bytes = Array<UInt8>(text.utf8)
    var place = 0
    while place < bytes.count {
      let end = CSSText.end(of: bytes, from: place) { $0 == UInt8(ascii: ";") }
      if let colon = bytes[place..<end].firstIndex(of: UInt8(ascii: ":")) {
        add(property: bytes[place..<colon], value: bytes[colon + 1..<end])
      }
      place = end + 1
    }
  }

  private mutating func add(property: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    // Supported names and values are short. A longer value contains a picture or is a mistake.
    guard property.count < 64, value.count < 1024 else { return }
    let name = String(decoding: property, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    var text = String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    var isImportant = false
    if let mark = text.utf8.lastIndex(of: UInt8(ascii: "!")),
      text[mark...].dropFirst().trimmingCharacters(in: .whitespaces).lowercased() == "important"
    {
      isImportant = true
      text = text[..<mark].trimmingCharacters(in: .whitespacesAndNewlines)
    }
    for declaration in StyleDeclaration.declarations(name.lowercased(), text) {
      append(RankedDeclaration(declaration: declaration, isImportant: isImportant))
    }
  }
}

extension StyleDeclaration {
  /// Returns the declarations for the value of a property.
  static func declarations(_ property: String, _ text: String) -> [StyleDeclaration] {
    switch property {
    case "font": font(text)
    case "background":
      CSSValue(text).words.compactMap { Color(css: $0) }.prefix(1).map { .background($0) }
        + picture(text, .backgroundPicture)
    case "background-image": picture(text, .backgroundPicture)
    case "list-style-image": picture(text, .markerPicture)
    case "margin": edges(text, StyleDeclaration.margin)
    case "padding": edges(text, StyleDeclaration.padding)
    case "list-style": listStyle(text) + picture(text, .markerPicture)
    case "text-decoration", "text-decoration-line":
      [decoration(text)] + (text.lowercased().contains("overline") ? [.lost(.overline)] : [])
    case "border", "border-style", "border-top", "border-right", "border-bottom", "border-left",
      "border-top-style", "border-right-style", "border-bottom-style", "border-left-style", "border-block",
      "border-inline", "border-block-start", "border-block-end", "border-inline-start", "border-inline-end":
      border(property, text.lowercased())
    default: [single(property, text)].compactMap(\.self)
    }
  }

  private static func single(_ property: String, _ text: String) -> StyleDeclaration? {
    let word = text.lowercased()
    return switch property {
    case "font-weight": isBold(word).map { .bold($0) }
    case "font-style": isItalic(word).map { .italic($0) }
    case "font-size": FontSize(css: word).map { .fontSize($0) }
    case "font-family": fontFamily(text)
    case "font-variant", "font-variant-caps": capitals(word)
    case "text-transform": ["uppercase", "lowercase", "capitalize"].contains(word) ? .changedLetters : nil
    case "color":
      word == "initial" || word == "windowtext" ? .color(nil) : Color(css: text).map { .color($0) }
    case "background-color": Color(css: text).map { .background($0) }
    case "vertical-align": baseline(word)
    case "text-align": alignment(word)
    case "text-indent": Length(css: word).map { .firstLine($0) }
    case "direction":
      word == "rtl" ? .direction(.rightToLeft) : word == "ltr" ? .direction(.leftToRight) : nil
    case "white-space": whiteSpace(word)
    case "display": display(word)
    case "visibility": visibility(word)
    case "page-break-before", "page-break-after", "break-before", "break-after":
      ["always", "page", "left", "right", "recto", "verso"].contains(word)
        ? .pageBreak(isBefore: property.hasSuffix("before")) : nil
    case "content": content(text)
    case "letter-spacing", "word-spacing":
      ["normal", "inherit", "initial", "unset"].contains(word) || word.hasPrefix("0") && Double(word) == 0
        ? nil : .lost(.letterSpacing)
    case "float": ["left", "right", "inline-start", "inline-end"].contains(word) ? .lost(.float) : nil
    case "list-style-type": marker(word)
    case "width": Length(css: word).map { .width($0) }
    case "height": Length(css: word).map { .height($0) }
    case "mso-list": officeList(word)
    case "mso-hide": word == "all" ? .display(.none) : word == "none" ? .display(.other) : nil
    case "mso-spacerun": word == "yes" ? .spaces : nil
    case "mso-tab-count": Int(word).map { .tabs(max(1, min($0, 40))) }
    default: boxEdge(property).flatMap { make, edge in Length(css: word).map { make(edge, $0) } }
    }
  }

  private static func boxEdge(_ property: String) -> ((Edge, Length) -> StyleDeclaration, Edge)? {
    switch property {
    case "margin-left": (StyleDeclaration.margin, .left)
    case "margin-right": (StyleDeclaration.margin, .right)
    case "margin-top": (StyleDeclaration.margin, .top)
    case "margin-bottom": (StyleDeclaration.margin, .bottom)
    case "margin-inline-start": (StyleDeclaration.margin, .start)
    case "margin-inline-end": (StyleDeclaration.margin, .end)
    case "padding-left": (StyleDeclaration.padding, .left)
    case "padding-right": (StyleDeclaration.padding, .right)
    case "padding-inline-start": (StyleDeclaration.padding, .start)
    case "padding-inline-end": (StyleDeclaration.padding, .end)
    default: nil
    }
  }
}

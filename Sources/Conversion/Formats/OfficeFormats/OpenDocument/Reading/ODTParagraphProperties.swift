import ColorFormats
import RichTextFormats
import XMLText

/// The properties of paragraphs that a style specifies; nil for a property that the style inherits.
///
/// Source: ODF 1.3 part 3, section 20.
struct ODTParagraphProperties: Equatable {
  enum Alignment { case start, end, left, right, center, justified }
  enum Mode { case leftToRight, rightToLeft, page }
  enum Break { case none, page, column }

  var alignment: Alignment?
  var mode: Mode?
  /// The margins at the edges where lines begin and end, in points.
  ///
  /// LibreOffice writes the margin where lines begin as `fo:margin-left`, whatever the direction.
  var leading: Double?
  var trailing: Double?
  var firstLine: Double?
  var above: Double?
  var below: Double?
  var isContextual: Bool?
  var background: ODTTextProperties.Paint?
  var hasBottomBorder: Bool?
  /// Whether there is a border at an edge other than the bottom.
  var hasOtherBorder: Bool?
  var breakBefore: Break?
  var breakAfter: Break?
  var hasDropCap: Bool?
  var hasBackgroundImage: Bool?

  /// Applies the properties of a style that inherits from this style.
  mutating func apply(_ style: ODTParagraphProperties) {
    alignment = style.alignment ?? alignment
    mode = style.mode ?? mode
    leading = style.leading ?? leading
    trailing = style.trailing ?? trailing
    firstLine = style.firstLine ?? firstLine
    above = style.above ?? above
    below = style.below ?? below
    isContextual = style.isContextual ?? isContextual
    background = style.background ?? background
    hasBottomBorder = style.hasBottomBorder ?? hasBottomBorder
    hasOtherBorder = style.hasOtherBorder ?? hasOtherBorder
    breakBefore = style.breakBefore ?? breakBefore
    breakAfter = style.breakAfter ?? breakAfter
    hasDropCap = style.hasDropCap ?? hasDropCap
    hasBackgroundImage = style.hasBackgroundImage ?? hasBackgroundImage
  }

  /// Whether no space separates the paragraph from the next one of the same style.
  var isTight: Bool { isContextual == true || ((above ?? 0) <= 0 && (below ?? 0) <= 0) }
}

extension ODTParagraphProperties {
  /// Reads the properties from the current element and its content.
  static func reading(_ xml: inout XMLReader<ODTName>) throws -> ODTParagraphProperties {
    var properties = ODTParagraphProperties()
    for (name, _, value) in xml.attributes() {
      if let name { properties.set(name, value) }
    }
    try xml.forEachChild { xml, name in
      switch name {
      case .styleDropCap:
        properties.hasDropCap = ODTValue.count(xml.attribute(.styleLines)) ?? 1 > 1
      case .styleBackgroundImage: properties.hasBackgroundImage = xml.hasAttribute(.xlinkHref)
      default: break
      }
      try xml.skipElement()
    }
    return properties
  }

  private mutating func set(_ name: ODTName, _ value: String) {
    switch name {
    case .foTextAlign: alignment = Self.alignment(value)
    case .styleWritingMode: mode = Self.mode(value)
    // A margin of all edges does not replace a margin of one edge.
    case .foMargin:
      let margin = ODTValue.points(value)
      (leading, trailing) = (leading ?? margin, trailing ?? margin)
      (above, below) = (above ?? margin, below ?? margin)
    case .foMarginLeft: leading = ODTValue.points(value)
    case .foMarginRight: trailing = ODTValue.points(value)
    case .foTextIndent: firstLine = ODTValue.points(value)
    case .foMarginTop: above = ODTValue.points(value)
    case .foMarginBottom: below = ODTValue.points(value)
    case .styleContextualSpacing: isContextual = value == "true"
    case .foBackgroundColor:
      background = value == "transparent" ? Optional(.none) : Color(css: value).map { .color($0) }
    case .foBorder:
      let isVisible = Self.isBorder(value)
      (hasBottomBorder, hasOtherBorder) = (hasBottomBorder ?? isVisible, hasOtherBorder ?? isVisible)
    case .foBorderBottom: hasBottomBorder = Self.isBorder(value)
    case .foBorderTop, .foBorderLeft, .foBorderRight:
      hasOtherBorder = (hasOtherBorder ?? false) || Self.isBorder(value)
    case .foBreakBefore: breakBefore = Self.pageBreak(value)
    case .foBreakAfter: breakAfter = Self.pageBreak(value)
    default: break
    }
  }

  static func alignment(_ value: String) -> Alignment? {
    switch value {
    case "start": .start
    case "end": .end
    case "left": .left
    case "right": .right
    case "center": .center
    case "justify": .justified
    default: nil
    }
  }

  static func mode(_ value: String) -> Mode? {
    switch value {
    case "lr-tb", "lr", "tb-lr": .leftToRight
    case "rl-tb", "rl", "tb-rl", "tb": .rightToLeft
    case "page": .page
    default: nil
    }
  }

  static func isBorder(_ value: String) -> Bool {
    !value.split(separator: " ").contains { ["none", "hidden", "0", "0pt", "0cm", "0in"].contains($0) }
  }

  static func pageBreak(_ value: String) -> Break {
    switch value {
    case "page", "even-page", "odd-page": .page
    case "column": .column
    default: .none
    }
  }
}

extension ODTParagraphProperties.Alignment {
  /// Returns the alignment in the rich text model; nil for the default alignment.
  ///
  /// An alignment at the edge where lines begin is the default. The value `left` names the edge explicitly and
  /// is kept in text from left to right, in which programs write `start` for the default.
  func value(isRightToLeft: Bool) -> RichText.Alignment? {
    switch self {
    case .start: nil
    case .end: isRightToLeft ? .left : .right
    case .left: .left
    case .right: isRightToLeft ? nil : .right
    case .center: .center
    case .justified: .justified
    }
  }
}

extension XMLReader<ODTName> {
  /// Calls a function for each child of the current element; the function must read or skip the child.
  ///
  /// Ends after the end of the current element.
  mutating func forEachChild(
    _ body: (inout XMLReader<ODTName>, ODTName?) throws -> Void
  ) throws {
    while let event = try next() {
      switch event {
      case .begin(let name): try body(&self, name)
      case .end: return
      case .text: break
      }
    }
  }

  /// Reads the text of the current element and of the elements in it.
  ///
  /// - Parameter limit: the maximum number of bytes that are kept.
  mutating func elementText(limit: Int = 1 << 20) throws -> String {
    var bytes: [UInt8] = []
    var open = 1
    while open > 0, let event = try next() {
      switch event {
      case .begin: open += 1
      case .end: open -= 1
      case .text: if bytes.count < limit { appendText(to: &bytes) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

import ColorFormats

/// The style of an element, with inherited values.
struct HTMLStyle {
  var attributes = RichText.Attributes()
  var layout = RichText.Layout()
  var whiteSpace = HTMLWhiteSpace.collapsed
  /// Whether the page hides the element.
  var isHidden: Bool { isNotDisplayed || isInvisible }
  /// Whether the element is not displayed, including all elements inside it.
  var isNotDisplayed = false
  /// Whether the text of the element is invisible; an inner element can still be visible.
  var isInvisible = false
  /// The level of the enclosing heading; 0 outside of headings.
  var headingLevel = 0
  /// Whether the enclosing paragraph has space above and below.
  var isSpaced = false
  /// The position of the enclosing paragraph in a Word list; nil outside of Word lists.
  var officeList: OfficeList?
  var isOfficeMarker = false
  /// The number of tabs that the element represents; nil if the element does not represent tabs.
  var tabCount: Int?
  /// Whether no-break spaces in the element only fill an empty paragraph.
  var isFiller = false
  /// The number of open quotation marks.
  var quotationDepth = 0

  /// The size of text without a specified size, in points.
  static let usualFontSize = 12.0

  init() {}

  /// Creates the style of an element.
  init(
    of element: HTMLElement, isBlock: Bool, inside parent: HTMLStyle, _ declarations: [StyleDeclaration]
  ) {
    self = parent
    var own = Own(element: element, isBlock: isBlock)
    apply(element, to: &own)
    for declaration in declarations { apply(declaration, to: &own, parent: parent) }
    attributes.isUnderlined = parent.attributes.isUnderlined || own.isUnderlined
    attributes.isStruckThrough = parent.attributes.isStruckThrough || own.isStruckThrough
    if isBlock { arrange(own) }
  }

  /// The values of an element that are combined with the inherited values, or depend on other values.
  private struct Own {
    let element: HTMLElement
    let isBlock: Bool
    var isUnderlined = false
    var isStruckThrough = false
    /// The margins by their edges; an edge without a value here has no margin.
    var margins: [StyleDeclaration.Edge: StyleDeclaration.Length] = [:]
    var paddings: [StyleDeclaration.Edge: StyleDeclaration.Length] = [:]
    var firstLine: StyleDeclaration.Length?
  }
}

// MARK: - Defaults of browsers

extension HTMLStyle {
  /// Applies the default style of an element.
  private mutating func apply(_ element: HTMLElement, to own: inout Own) {
    switch element {
    case .b, .strong: attributes.isBold = true
    case .i, .em, .cite, .var, .dfn, .address: attributes.isItalic = true
    case .u, .ins: own.isUnderlined = true
    case .s, .strike, .del: own.isStruckThrough = true
    case .sup: attributes.baseline = .superscript
    case .sub: attributes.baseline = .subscript
    case .code, .kbd, .samp, .tt: attributes.isCode = true
    case .small: apply(.relative(1 / 1.2), around: attributes.fontSize)
    case .big: apply(.relative(1.2), around: attributes.fontSize)
    case .mark: attributes.background = Color(red: 1.0, green: 1, blue: 0)
    case .center: layout.alignment = .center
    case .dd: own.margins[.start] = .points(30)
    case .pre, .listing, .xmp, .plaintext, .textarea: whiteSpace = .kept
    case .officeParagraph: isFiller = true
    case .q: quotationDepth += 1
    default: break
    }
    if own.isBlock {
      if element.headingLevel > 0 { headingLevel = element.headingLevel }
      isSpaced = element == .p
    }
  }
}

// MARK: - Declarations

extension HTMLStyle {
  private mutating func apply(_ declaration: StyleDeclaration, to own: inout Own, parent: HTMLStyle) {
    switch declaration {
    // By default, headings and column headings are bold, so their boldness is not a property of their text.
    case .bold(let isBold):
      if own.element.headingLevel == 0, own.element != .th { attributes.isBold = isBold }
    case .italic(let isItalic): attributes.isItalic = isItalic
    case .decoration(let isUnderlined, let isStruckThrough):
      own.isUnderlined = isUnderlined
      own.isStruckThrough = isStruckThrough
    case .smallCaps(let isSmallCaps): attributes.isSmallCaps = isSmallCaps
    case .code: attributes.isCode = true
    case .link(let link): attributes.link = link
    case .color(let color): attributes.color = color?.alpha == 0 ? parent.attributes.color : color
    case .background(let color):
      guard let color else { break }
      if !own.isBlock {
        attributes.background = color.alpha == 0 ? parent.attributes.background : color
      } else if own.element.hasBackground || !own.element.isBlock, color.alpha > 0 {
        layout.background = color
      }
    case .fontFamily(let family): attributes.fontFamily = family
    case .fontSize(let size): apply(size, around: parent.attributes.fontSize)
    case .baseline(let baseline): if !own.isBlock { attributes.baseline = baseline }
    case .language(let language): attributes.language = language
    case .alignment(let alignment): if own.isBlock { apply(alignment) }
    case .direction(let direction): if own.isBlock { layout.direction = direction }
    case .margin(let edge, let length): own.margins[edge] = length
    case .padding(let edge, let length): own.paddings[edge] = length
    case .firstLine(let length): own.firstLine = length
    case .whiteSpace(let whiteSpace): self.whiteSpace = whiteSpace
    // The last declaration wins, but it cannot show an element inside an element that is not displayed.
    case .display(let display): isNotDisplayed = parent.isNotDisplayed || display == .none
    case .visibility(let isVisible): isInvisible = !isVisible
    case .officeList(let list): officeList = list
    case .officeMarker: isOfficeMarker = true
    case .spaces: whiteSpace = .spaces
    case .tabs(let count): tabCount = count
    case .marker, .width, .height, .noBorder, .noMarker, .changedLetters, .lost, .pageBreak, .generated,
      .otherMarker:
      break
    }
  }

  private mutating func apply(_ size: StyleDeclaration.FontSize, around outer: Double?) {
    switch size {
    case .points(let points): attributes.fontSize = points
    case .relative(let factor):
      if factor != 1 { attributes.fontSize = (outer ?? HTMLStyle.usualFontSize) * factor }
    case .initial: attributes.fontSize = nil
    }
    // Sizes that no font has are caused by mistakes or by nested relative sizes.
    if let size = attributes.fontSize, !(0.1...10_000).contains(size) { attributes.fontSize = outer }
  }

  private mutating func apply(_ alignment: StyleDeclaration.Alignment) {
    switch alignment {
    case .edge(let edge): layout.alignment = edge
    case .start: layout.alignment = nil
    case .end: layout.alignment = layout.direction == .rightToLeft ? .left : .right
    }
  }

  /// Adds the margins and padding of a block to those of the enclosing blocks.
  private mutating func arrange(_ own: Own) {
    if let length = own.firstLine { layout.firstLineIndentation = points(length) }
    // The margins of the page are not indentation.
    if own.element == .html || own.element == .body { return }
    let (before, after): (StyleDeclaration.Edge, StyleDeclaration.Edge) =
      layout.direction == .rightToLeft ? (.right, .left) : (.left, .right)
    for lengths in [own.margins, own.paddings] where !lengths.isEmpty {
      layout.indentation += points(lengths[before] ?? lengths[.start])
      layout.trailingIndentation += points(lengths[after] ?? lengths[.end])
    }
    if isSpaced, let top = own.margins[.top], let bottom = own.margins[.bottom], points(top) == 0,
      points(bottom) == 0
    {
      isSpaced = false
    }
  }

  private func points(_ length: StyleDeclaration.Length?) -> Double {
    guard let length else { return 0 }
    let points = length.points(fontSize: attributes.fontSize ?? HTMLStyle.usualFontSize)
    return points.magnitude < 100_000 ? points : 0
  }

  /// Resets the indentation, heading level, Word list and spacing of a block with a frame, for the content
  /// of the block.
  mutating func resetLayout() {
    layout.indentation = 0
    layout.trailingIndentation = 0
    layout.firstLineIndentation = 0
    headingLevel = 0
    officeList = nil
    isSpaced = false
  }
}

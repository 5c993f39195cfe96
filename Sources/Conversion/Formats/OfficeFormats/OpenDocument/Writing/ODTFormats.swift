import ColorFormats
import ProfferConversions
import RichTextFormats
import XMLText

/// The direct formatting of a paragraph, with its named style.
struct ODTParagraphFormat: Hashable {
  var style: ODTNamedStyle
  /// The alignment as the value of `fo:text-align`.
  var alignment: String?
  var direction: RichText.Direction?
  var margins: Margins?
  var spaceBelow: Double?
  var background: Color?
  var breaksPage = false

  /// The margins of a paragraph, in points.
  ///
  /// LibreOffice 7.4 treats them as one property: one margin of a list item would remove the other margins of
  /// the list. They are therefore written together.
  struct Margins: Hashable {
    var leading: Double
    var trailing: Double
    var firstLine: Double
  }

  /// Whether the paragraph needs no automatic style.
  var isPlain: Bool {
    alignment == nil && direction == nil && margins == nil && spaceBelow == nil && background == nil
      && !breaksPage
  }

  func write(name: String, to xml: inout XMLWriter, _ losses: inout LossCounter) {
    var attributes: [(StaticString, String)] = []
    if let margins {
      attributes += [
        ("fo:margin-left", ODTAttributes.points(margins.leading, &losses)),
        ("fo:margin-right", ODTAttributes.points(margins.trailing, &losses)),
        ("fo:text-indent", ODTAttributes.points(margins.firstLine, &losses)),
      ]
    }
    if let spaceBelow { attributes.append(("fo:margin-bottom", ODTAttributes.points(spaceBelow, &losses))) }
    if let alignment { attributes.append(("fo:text-align", alignment)) }
    if let background {
      attributes.append(("fo:background-color", ODTAttributes.color(background, &losses)))
    }
    if breaksPage { attributes.append(("fo:break-before", "page")) }
    switch direction {
    case .leftToRight: attributes.append(("style:writing-mode", "lr-tb"))
    case .rightToLeft: attributes.append(("style:writing-mode", "rl-tb"))
    case nil: break
    }
    xml.begin(
      "style:style", ("style:name", name), ("style:family", "paragraph"),
      ("style:parent-style-name", style.name))
    xml.add("style:paragraph-properties", attributes: attributes)
    xml.end("style:style")
  }
}

/// The direct formatting of text.
struct ODTTextFormat: Hashable {
  private var isBold: Bool
  private var isItalic: Bool
  private var isUnderlined: Bool
  private var isStruckThrough: Bool
  private var isSmallCaps: Bool
  private var isCode: Bool
  private var baseline: RichText.Attributes.Baseline
  private var color: Color?
  private var background: Color?
  private(set) var fontFamily: String?
  private var fontSize: Double?
  private var language: String?

  /// Takes the attributes except the link; nil if the text has no other attributes.
  init?(_ attributes: RichText.Attributes, _ losses: inout LossCounter) {
    isBold = attributes.isBold
    isItalic = attributes.isItalic
    isUnderlined = attributes.isUnderlined
    isStruckThrough = attributes.isStruckThrough
    isSmallCaps = attributes.isSmallCaps
    isCode = attributes.isCode
    baseline = attributes.baseline
    color = attributes.color
    background = attributes.background
    fontFamily = attributes.fontFamily
    fontSize = attributes.fontSize
    language = attributes.language
    if let family = fontFamily, family.isEmpty || family.contains("\"") && family.contains("'") {
      losses.add(.fonts, "font names that OpenDocument cannot represent")
      fontFamily = nil
    }
    if let size = fontSize, !(size >= 0.1 && size <= 10_000) {
      losses.add(.fonts, "sizes that are not from 0.1 to 10,000 points")
      fontSize = nil
    }
    if let tag = language, ODTLanguage(tag) == nil {
      losses.add(.metadata, ODTMetadata.languageDetail)
      language = nil
    }
    if isEmpty { return nil }
  }

  /// Whether the text has a property that it would also have without these attributes.
  ///
  /// - Parameters:
  ///   - style: the style of the paragraph.
  ///   - isLink: whether the text is the text of a link.
  ///   - language: the language of the document.
  func repeats(_ style: ODTNamedStyle, isLink: Bool, language: String?) -> Bool {
    if isBold && style.isBold || isItalic && style.isItalic || isUnderlined && isLink { return true }
    if color != nil && isLink || self.language != nil && self.language == language { return true }
    if let fontFamily, ODTStyleSheet.fonts.contains(fontFamily) { return true }
    return fontSize.map(ODTStyleSheet.fontSizes.contains) ?? false
  }

  /// Whether the text is program code without other formatting, for which a named style exists.
  var isOnlyCode: Bool {
    var other = self
    other.isCode = false
    return isCode && other.isEmpty
  }

  private var isEmpty: Bool {
    !isBold && !isItalic && !isUnderlined && !isStruckThrough && !isSmallCaps && !isCode
      && baseline == .normal && color == nil && background == nil && fontFamily == nil && fontSize == nil
      && language == nil
  }

  func write(name: String, to xml: inout XMLWriter, _ losses: inout LossCounter) {
    var attributes: [(StaticString, String)] = []
    if isBold { attributes += ODTNamedStyle.bold }
    if isItalic {
      attributes += [
        ("fo:font-style", "italic"), ("style:font-style-asian", "italic"),
        ("style:font-style-complex", "italic"),
      ]
    }
    if isUnderlined {
      attributes += [
        ("style:text-underline-style", "solid"), ("style:text-underline-width", "auto"),
        ("style:text-underline-color", "font-color"),
      ]
    }
    if isStruckThrough {
      attributes += [("style:text-line-through-style", "solid"), ("style:text-line-through-type", "single")]
    }
    if isSmallCaps { attributes.append(("fo:font-variant", "small-caps")) }
    switch baseline {
    case .normal: break
    case .superscript: attributes.append(("style:text-position", "super 58%"))
    case .subscript: attributes.append(("style:text-position", "sub 58%"))
    }
    if let color { attributes.append(("fo:color", ODTAttributes.color(color, &losses))) }
    if let background {
      attributes.append(("fo:background-color", ODTAttributes.color(background, &losses)))
    }
    if let fontFamily {
      attributes += [
        ("style:font-name", fontFamily), ("style:font-name-asian", fontFamily),
        ("style:font-name-complex", fontFamily),
      ]
    }
    if let fontSize {
      let size = ODTAttributes.points(fontSize, &losses)
      attributes += [
        ("fo:font-size", size), ("style:font-size-asian", size), ("style:font-size-complex", size),
      ]
    }
    if let language = language.flatMap(ODTLanguage.init) { attributes += language.attributes }
    var style: [(StaticString, String)] = [("style:name", name), ("style:family", "text")]
    if isCode { style.append(("style:parent-style-name", ODTStyleSheet.codeStyle)) }
    xml.begin("style:style", attributes: style)
    xml.add("style:text-properties", attributes: attributes)
    xml.end("style:style")
  }
}

/// The formatting of a cell.
struct ODTCellFormat: Hashable {
  /// The alignment of the cell's paragraphs, which also have it themselves.
  var alignment: RichText.Alignment?
  var background: Color?
  /// Whether the paragraphs have alignments of their own, although the cell has none.
  var hasAlignedParagraphs = false

  func write(name: String, to xml: inout XMLWriter, _ losses: inout LossCounter) {
    var attributes: [(StaticString, String)] = [
      ("fo:padding", "4pt"), ("fo:border", "0.5pt solid #000000"),
    ]
    if let background {
      attributes.append(("fo:background-color", ODTAttributes.color(background, &losses)))
    }
    xml.begin("style:style", ("style:name", name), ("style:family", "table-cell"))
    xml.add("style:table-cell-properties", attributes: attributes)
    if let alignment {
      xml.add("style:paragraph-properties", ("fo:text-align", alignment.odtName))
    } else if hasAlignedParagraphs {
      xml.add("style:paragraph-properties", ("fo:text-align", "start"))
    }
    xml.end("style:style")
  }
}

/// The formatting of a table.
struct ODTTableFormat: Hashable {
  /// The indentation, in points.
  var indentation: Double
  var breaksPage: Bool

  func write(name: String, to xml: inout XMLWriter, _ losses: inout LossCounter) {
    var attributes: [(StaticString, String)] = [("table:align", "margins")]
    if indentation > 0 {
      attributes.append(("fo:margin-left", ODTAttributes.points(indentation, &losses)))
    }
    if breaksPage { attributes.append(("fo:break-before", "page")) }
    attributes.append(("fo:margin-bottom", "8pt"))
    xml.begin("style:style", ("style:name", name), ("style:family", "table"))
    xml.add("style:table-properties", attributes: attributes)
    xml.end("style:style")
  }
}

/// A list style: the markers of a list and of the lists inside its items.
struct ODTListFormat {
  /// The levels, in the order of their first use; most lists have one level.
  private(set) var levels: [(number: Int, level: Level)] = []

  struct Level: Equatable {
    var marker: RichText.Marker
    var followsOuterNumber: Bool
    /// The indentation of the text, in points.
    var indentation: Double
  }

  /// The level with a number, from 1 for the outermost list.
  subscript(number: Int) -> Level? { levels.first { $0.number == number }?.level }

  mutating func add(_ level: Level, number: Int) { levels.append((number, level)) }

  func write(name: String, to xml: inout XMLWriter) {
    xml.begin("text:list-style", ("style:name", name))
    for (number, level) in levels.sorted(by: { $0.number < $1.number }) {
      var shownCount = 1
      while let outer = self[number - shownCount + 1], outer.followsOuterNumber { shownCount += 1 }
      write(level, number: number, shownCount: shownCount, to: &xml)
    }
    xml.end("text:list-style")
  }

  /// - Parameter shownCount: the number of levels whose numbers the marker includes.
  private func write(_ level: Level, number: Int, shownCount: Int, to xml: inout XMLWriter) {
    switch level.marker {
    case .bullet(let bullet):
      xml.begin(
        "text:list-level-style-bullet", ("text:level", "\(number)"), ("text:bullet-char", bullet.odtCharacter)
      )
      writeProperties(of: level, to: &xml)
      xml.end("text:list-level-style-bullet")
    case .number(let start, let style, let delimiter):
      var attributes: [(StaticString, String)] = [
        ("text:level", "\(number)"), ("style:num-suffix", delimiter.odtSuffix),
        ("style:num-format", style.odtFormat),
      ]
      if shownCount > 1 { attributes.append(("text:display-levels", "\(shownCount)")) }
      // The schema allows the start 0 only at an item.
      if start > 1 { attributes.append(("text:start-value", "\(start)")) }
      xml.begin("text:list-level-style-number", attributes: attributes)
      writeProperties(of: level, to: &xml)
      xml.end("text:list-level-style-number")
    }
  }

  private func writeProperties(of level: Level, to xml: inout XMLWriter) {
    xml.begin(
      "style:list-level-properties", ("text:list-level-position-and-space-mode", "label-alignment"))
    xml.add(
      "style:list-level-label-alignment", ("text:label-followed-by", "listtab"),
      ("text:list-tab-stop-position", "\(Int(level.indentation))pt"),
      ("fo:text-indent", "\(Int(ODTNamedStyle.labelIndentation))pt"),
      ("fo:margin-left", "\(Int(level.indentation))pt"))
    xml.end("style:list-level-properties")
  }
}

extension RichText.Alignment {
  /// The value of `fo:text-align`.
  var odtName: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .center: "center"
    case .justified: "justify"
    }
  }
}

extension RichText.Bullet {
  fileprivate var odtCharacter: String {
    switch self {
    case .disc: "•"
    case .circle: "◦"
    case .square: "▪"
    }
  }
}

extension RichText.Delimiter {
  fileprivate var odtSuffix: String {
    switch self {
    case .period: "."
    case .parenthesis: ")"
    }
  }
}

extension RichText.NumberStyle {
  fileprivate var odtFormat: String {
    switch self {
    case .decimal: "1"
    case .lowercaseLetter: "a"
    case .uppercaseLetter: "A"
    case .lowercaseRoman: "i"
    case .uppercaseRoman: "I"
    }
  }
}

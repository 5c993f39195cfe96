import ProfferConversions
import XMLText

/// The properties that a paragraph, a style or the document's defaults set.
struct WordParagraphProperties: Hashable, Sendable {
  enum Alignment: UInt8, Sendable { case leading, trailing, center, justified }
  enum Frame: UInt8, Sendable { case dropCap, other }

  var alignment: Alignment?
  /// The indentation at the edge where lines begin, in twentieths of a point.
  var leading: Int32?
  var trailing: Int32?
  /// The additional indentation of the first line; negative for a hanging indent.
  var firstLine: Int32?
  var isRightToLeft: Bool?
  /// The heading level minus one; 9 means that the paragraph is not a heading.
  var outlineLevel: Int8?
  /// The identifier of the numbering; 0 for none.
  var numbering: Int32?
  var level: Int8?
  var beginsPage: Bool?
  var hasContextualSpacing: Bool?
  /// The space before and after the paragraph, in twentieths of a point.
  var before: Int32?
  var after: Int32?
  var hasBottomBorder: Bool?
  /// Whether the paragraph has a border at an edge other than the bottom.
  var hasBorder: Bool?
  var shading: WordColor?
  var frame: Frame?
  var hasTextDirection: Bool?

  mutating func apply(_ other: WordParagraphProperties) {
    alignment = other.alignment ?? alignment
    leading = other.leading ?? leading
    trailing = other.trailing ?? trailing
    firstLine = other.firstLine ?? firstLine
    isRightToLeft = other.isRightToLeft ?? isRightToLeft
    outlineLevel = other.outlineLevel ?? outlineLevel
    numbering = other.numbering ?? numbering
    level = other.level ?? level
    beginsPage = other.beginsPage ?? beginsPage
    hasContextualSpacing = other.hasContextualSpacing ?? hasContextualSpacing
    before = other.before ?? before
    after = other.after ?? after
    hasBottomBorder = other.hasBottomBorder ?? hasBottomBorder
    hasBorder = other.hasBorder ?? hasBorder
    shading = other.shading ?? shading
    frame = other.frame ?? frame
    hasTextDirection = other.hasTextDirection ?? hasTextDirection
  }

  /// Whether no space separates the paragraph from paragraphs of the same style.
  ///
  /// A distance of 3 points or less does not separate the items of a list.
  var isTight: Bool { hasContextualSpacing ?? false || (before ?? 0 <= 60 && after ?? 0 <= 60) }
}

/// The element `w:pPr` of a paragraph.
struct WordDirectProperties {
  var properties = WordParagraphProperties()
  /// The identifier of the paragraph style.
  var style: String?
  /// The properties of the paragraph mark.
  var mark = WordRunProperties()
  /// Whether the paragraph is the last of its section.
  var section: WordSection?
  var changeCount = 0
  var hasTabs = false
  var hasSpacing = false
}

extension WordXML {
  /// Reads the current element, `w:pPr`.
  mutating func readParagraphProperties(
    _ theme: inout WordTheme, styles: WordStyleSheet?, rejectsChanges: Bool = false
  ) throws(CoderError) -> WordDirectProperties {
    var result = WordDirectProperties()
    var rejected: WordDirectProperties?
    var depth = 0
    while let event = try next() {
      switch event {
      case .text: continue
      case .end:
        if depth == 0 {
          guard var rejected else { return result }
          (rejected.mark, rejected.section) = (result.mark, result.section)
          rejected.changeCount = result.changeCount
          return rejected
        }
        depth -= 1
      case .begin(.runProperties):
        result.mark = try readRunProperties(
          &theme, styles: styles, rejectsChanges: rejectsChanges, changeCount: &result.changeCount)
      case .begin(.sectionProperties): result.section = try readSection()
      case .begin(.paragraphChange):
        result.changeCount += 1
        var before = WordDirectProperties()
        try forEachDescendant { (name, xml) throws(CoderError) in
          if let name { before.read(name, xml, &theme) }
          return false
        }
        if rejectsChanges { rejected = before }
      case .begin(.numberingChange): try skipElement()
      case .begin(let name):
        if let name { result.read(name, self, &theme) }
        depth += 1
      }
    }
    return result
  }
}

extension WordDirectProperties {
  /// Reads a property from an element.
  fileprivate mutating func read(_ name: WordName, _ xml: WordXML, _ theme: inout WordTheme) {
    let value = xml.attribute(.val)
    switch name {
    case .paragraphStyle: style = value
    case .justification: properties.alignment = Self.alignment(value)
    case .indentation: readIndentation(xml)
    case .bidirectional: properties.isRightToLeft = xml.isOn
    case .outlineLevel: properties.outlineLevel = WordMeasure.number(value, in: 0...9).map { Int8($0) }
    case .numberingIdentifier:
      properties.numbering = WordMeasure.number(value, in: 0...Int(Int32.max)).map { Int32($0) }
    case .numberingLevel: properties.level = WordMeasure.number(value, in: 0...8).map { Int8($0) }
    case .pageBreakBefore: properties.beginsPage = xml.isOn
    case .contextualSpacing: properties.hasContextualSpacing = xml.isOn
    case .spacing:
      hasSpacing = true
      properties.before = WordMeasure.twips(xml.attribute(.before)).map { Int32($0) } ?? properties.before
      properties.after = WordMeasure.twips(xml.attribute(.after)).map { Int32($0) } ?? properties.after
    case .tabs: hasTabs = true
    case .bottomBorder: properties.hasBottomBorder = Self.isBorder(value)
    case .topBorder, .leftBorder, .rightBorder, .betweenBorder, .barBorder:
      properties.hasBorder = Self.isBorder(value) || properties.hasBorder ?? false
    case .shading: properties.shading = theme.shading(xml)
    case .frame:
      let dropCap = xml.attribute(.dropCap)
      properties.frame = dropCap != nil && dropCap != "none" ? .dropCap : .other
    case .textDirection: properties.hasTextDirection = value != "lrTb" && value != "lr"
    default: break
    }
  }

  private static func isBorder(_ value: String?) -> Bool { value != nil && value != "none" && value != "nil" }

  /// The words `left` and `right` mean the leading and trailing edge, even in right-to-left paragraphs
  /// (Source: ISO/IEC 29500-4, 14.11.2).
  private static func alignment(_ value: String?) -> WordParagraphProperties.Alignment? {
    switch value {
    case "left", "start", "numTab": .leading
    case "right", "end": .trailing
    case "center": .center
    case "both", "distribute", "lowKashida", "mediumKashida", "highKashida", "thaiDistribute": .justified
    default: nil
    }
  }

  private mutating func readIndentation(_ xml: WordXML) {
    func length(_ name: WordName, _ other: WordName? = nil) -> Int32? {
      let value = xml.attribute(name) ?? other.flatMap { xml.attribute($0) }
      return WordMeasure.twips(value).map { Int32($0) }
    }
    properties.leading = length(.start, .leftBorder) ?? properties.leading
    properties.trailing = length(.endIndentation, .rightBorder) ?? properties.trailing
    if let hanging = length(.hanging) {
      properties.firstLine = -hanging
    } else {
      properties.firstLine = length(.firstLine) ?? properties.firstLine
    }
  }
}

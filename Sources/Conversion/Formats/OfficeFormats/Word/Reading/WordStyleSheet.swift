import ProfferConversions
import RichTextFormats
import XMLText

/// The styles of a document, with the properties that they inherit.
struct WordStyleSheet {
  private(set) var styles: [WordStyle] = []
  private var paragraphStyles: [String: Int] = [:]
  private var characterStyles: [String: Int] = [:]
  private var tableStyles: [String: Int] = [:]
  private var numberingStyles: [String: Int] = [:]
  /// The index of the style of paragraphs without style.
  private(set) var defaultParagraphStyle: Int?
  private(set) var runDefaults = WordRunProperties()
  private(set) var paragraphDefaults = WordParagraphProperties()
  /// The index of the style of links.
  private(set) var linkStyle: Int?
  /// Whether a style or the defaults hide text.
  private(set) var hidesText = false
  /// The number of styles that are based on themselves.
  private(set) var cycleCount = 0

  subscript(_ index: Int) -> WordStyle { styles[index] }

  /// Returns the index of the style with an identifier.
  func paragraphStyle(_ identifier: String) -> Int? { paragraphStyles[identifier] }
  func characterStyle(_ identifier: String) -> Int32? { characterStyles[identifier].map { Int32($0) } }
  func tableStyle(_ identifier: String) -> WordStyle? { tableStyles[identifier].map { styles[$0] } }
  func numberingStyle(_ identifier: String) -> WordStyle? { numberingStyles[identifier].map { styles[$0] } }
}

// MARK: - Reading

extension WordStyleSheet {
  /// Reads the styles part.
  init(
    _ xml: inout WordXML, _ theme: inout WordTheme, limit: Int
  ) throws(CoderError) {
    var defaults: WordName?
    var changeCount = 0
    while let event = try xml.next() {
      switch event {
      case .begin(.style):
        guard styles.count < limit else {
          throw CoderError(.tooLarge, "the document has more than \(limit) styles")
        }
        try readStyle(&xml, &theme)
      case .begin(.latentStyles): try xml.skipElement()
      case .begin(.runDefaults): defaults = .runDefaults
      case .begin(.paragraphDefaults): defaults = .paragraphDefaults
      case .begin(.runProperties) where defaults == .runDefaults:
        runDefaults = try xml.readRunProperties(&theme, styles: nil, changeCount: &changeCount)
      case .begin(.paragraphProperties) where defaults == .paragraphDefaults:
        paragraphDefaults = try xml.readParagraphProperties(&theme, styles: nil).properties
      default: break
      }
    }
    inherit()
    hidesText = runDefaults.on.contains(.vanish) || styles.contains { $0.run.on.contains(.vanish) }
  }

  private mutating func readStyle(_ xml: inout WordXML, _ theme: inout WordTheme) throws(CoderError) {
    var style = WordStyle()
    style.kind = xml.attribute(.type).flatMap { WordStyle.Kind(rawValue: $0) } ?? .paragraph
    style.identifier = xml.attribute(.styleIdentifier) ?? ""
    style.isDefault = xml.attribute(.standard).map { WordMeasure.isOn($0) } ?? false
    var changeCount = 0
    var depth = 0
    loop: while let event = try xml.next() {
      switch event {
      case .text: continue
      case .end:
        if depth == 0 { break loop }
        depth -= 1
      case .begin(.runProperties):
        style.ownRun = try xml.readRunProperties(&theme, styles: nil, changeCount: &changeCount)
      case .begin(.paragraphProperties):
        style.ownParagraph = try xml.readParagraphProperties(&theme, styles: nil).properties
      case .begin(.tableStylePart):
        let part = xml.attribute(.type)
        var hasContent = false
        try xml.forEachDescendant { (name, _) throws(CoderError) in
          switch name {
          case .bold, .italic, .color, .shading, .capitals, .size: hasContent = true
          default: break
          }
          return false
        }
        guard hasContent else { continue }
        style.hasTableFormat = true
        if part == "firstRow" { style.formatsFirstRow = true }
        if part == "firstCol" { style.formatsFirstColumn = true }
      case .begin(let name):
        depth += 1
        switch name {
        case .name: style.name = xml.attribute(.val) ?? ""
        case .basedOn: style.parentIdentifier = xml.attribute(.val)
        case .shading: style.hasTableFormat = true
        default: break
        }
      }
    }
    add(style)
  }

  private mutating func add(_ style: WordStyle) {
    let index = styles.count
    styles.append(style)
    switch style.kind {
    case .paragraph:
      paragraphStyles[style.identifier] = index
      if style.isDefault { defaultParagraphStyle = defaultParagraphStyle ?? index }
    case .character:
      characterStyles[style.identifier] = index
      if style.lowercaseName == "hyperlink" || style.lowercaseName == "internet link" {
        linkStyle = linkStyle ?? index
      }
    case .table: tableStyles[style.identifier] = index
    case .numbering: numberingStyles[style.identifier] = index
    }
  }

  // MARK: Inheritance

  /// Completes each style with the properties of its ancestors, in linear time.
  private mutating func inherit() {
    var isDone = [Bool](repeating: false, count: styles.count)
    var isOpen = isDone
    for index in styles.indices {
      // The ancestors that are not complete yet, from the style upwards.
      var chain: [Int] = []
      var next: Int? = index
      var parent: Int?
      while let current = next {
        if isDone[current] {
          parent = current
          break
        }
        if isOpen[current] {
          cycleCount += 1
          break
        }
        isOpen[current] = true
        chain.append(current)
        next = self.parent(of: styles[current])
      }
      for current in chain.reversed() {
        complete(current, parent: parent)
        isDone[current] = true
        parent = current
      }
    }
  }

  private func parent(of style: WordStyle) -> Int? {
    guard let identifier = style.parentIdentifier else { return nil }
    return switch style.kind {
    case .paragraph: paragraphStyles[identifier]
    case .character: characterStyles[identifier]
    case .table: tableStyles[identifier]
    case .numbering: numberingStyles[identifier]
    }
  }

  private mutating func complete(_ index: Int, parent: Int?) {
    var style = styles[index]
    let ancestor = parent.map { styles[$0] }
    style.paragraph = ancestor?.paragraph ?? WordParagraphProperties()
    style.paragraph.apply(style.ownParagraph)
    style.run = ancestor?.run ?? WordRunProperties()
    style.run.apply(style.ownRun)
    style.formatsFirstRow = style.formatsFirstRow || ancestor?.formatsFirstRow ?? false
    style.formatsFirstColumn = style.formatsFirstColumn || ancestor?.formatsFirstColumn ?? false
    style.hasTableFormat = style.hasTableFormat || ancestor?.hasTableFormat ?? false
    style.numberingStyle = style.ownParagraph.numbering != nil ? index : ancestor?.numberingStyle
    if style.kind == .paragraph {
      setMeaning(of: &style, index: index, ancestor: ancestor)
    }
    styles[index] = style
  }

  /// Sets the meaning of a style from its name, or from the names of its ancestors.
  private func setMeaning(of style: inout WordStyle, index: Int, ancestor: WordStyle?) {
    style.isTitle = style.lowercaseName == "title"
    if style.isTitle {
      style.meaning = ParagraphStyleName(kind: .heading(1))
      style.baseStyle = index
    } else if let meaning = ParagraphStyleName(style.name) {
      style.meaning = meaning
      style.baseStyle = index
    } else if style.isOrdinary || style.isDefault {
      style.baseStyle = index
    } else if let ancestor, let meaning = ancestor.meaning, !ancestor.isTitle {
      // The style adds formatting to a heading, quotation or similar style.
      style.meaning = meaning
      style.baseStyle = ancestor.baseStyle
    } else if let ancestor, ancestor.isOrdinary, let base = ancestor.baseStyle {
      style.baseStyle = base
    }
    if let level = style.paragraph.outlineLevel {
      // The outline level decides whether the style is a heading.
      let isHeading = if case .heading = style.meaning?.kind { true } else { false }
      if level == 9, isHeading {
        style.meaning?.kind = .paragraph
        if style.baseStyle == nil || style.baseStyle != index { style.baseStyle = index }
      } else if level < 9, style.meaning == nil || style.meaning?.kind == .paragraph {
        var meaning = style.meaning ?? ParagraphStyleName()
        meaning.kind = .heading(min(Int(level) + 1, 6))
        style.meaning = meaning
        style.baseStyle = index
      } else if level < 9, isHeading, !style.isTitle {
        style.meaning?.kind = .heading(min(Int(level) + 1, 6))
      }
    }
    if style.meaning?.kind == .heading(6) {
      style.isDeepHeading =
        style.paragraph.outlineLevel.map { $0 > 5 && $0 < 9 }
        ?? ["heading 7", "heading 8", "heading 9"].contains(style.lowercaseName)
    }
  }
}

// MARK: - Effective properties

extension WordStyleSheet {
  /// Returns the properties of text in a paragraph, without direct formatting.
  func runProperties(paragraphStyle: Int?, characterStyle: Int32?) -> WordRunProperties {
    var properties = paragraphStyle.map { styles[$0].run } ?? WordRunProperties()
    if let characterStyle { properties.applyCharacterStyle(styles[Int(characterStyle)].run) }
    var result = runDefaults
    result.apply(properties)
    // A toggle property of the defaults cannot be switched off by a style.
    result.on.formUnion(runDefaults.on.intersection(.toggles))
    return result
  }

  /// Returns the properties of a paragraph with a style, without direct formatting.
  func paragraphProperties(style: Int?) -> WordParagraphProperties {
    var result = paragraphDefaults
    if let style { result.apply(styles[style].paragraph) }
    return result
  }
}

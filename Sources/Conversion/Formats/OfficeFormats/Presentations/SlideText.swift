import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// Reads the paragraphs of a text body, a table cell or notes.
struct SlideText {
  private let document: PresentationDocument
  private let relationships: Relationships
  private let colors: SlideColors
  private var style: SlideTextStyle

  init(
    _ document: PresentationDocument, _ relationships: Relationships, _ colors: SlideColors,
    style: SlideTextStyle
  ) {
    self.document = document
    self.relationships = relationships
    self.colors = colors
    self.style = style
  }

  /// Reads the paragraphs, which are in the current element.
  mutating func read(_ xml: inout SlideXML) throws(CoderError) -> [SlideBlocks.Paragraph] {
    var paragraphs: [SlideBlocks.Paragraph] = []
    while let event = try xml.next() {
      switch event {
      case .begin(.bodyProperties): try readBodyProperties(&xml)
      case .begin(.listStyle): style.apply(try SlideTextStyle.read(&xml, colors))
      case .begin(.paragraph): paragraphs.append(try readParagraph(&xml))
      case .begin: try xml.skipElement()
      case .end: return paragraphs
      case .text: break
      }
    }
    return paragraphs
  }

  private func readBodyProperties(_ xml: inout SlideXML) throws(CoderError) {
    if xml.number(.columnCount) ?? 1 > 1 { document.losses.add(.layout, "columns of text") }
    if let direction = xml.attribute(.verticalText), direction != "horz" {
      document.losses.add(.layout, "text directions")
    }
    try xml.forEachChild { (name, xml) throws(CoderError) in
      if name == .textWarp, xml.attribute(.preset) ?? "textNoShape" != "textNoShape" {
        document.losses.add(.formatting, "text effects")
      }
      try xml.skipElement()
    }
  }

  // MARK: Paragraphs

  private func readParagraph(_ xml: inout SlideXML) throws(CoderError) -> SlideBlocks.Paragraph {
    var direct = SlideLevel.Direct()
    var own = SlideLevel()
    var inlines = InlineBuilder()
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { break }
        continue
      }
      switch name {
      case .paragraphProperties: own = try SlideLevel.read(&xml, colors, direct: &direct)
      case .run, .field: try readRun(&xml, base(direct), into: &inlines)
      case .lineBreak:
        try xml.skipElement()
        inlines.append(RichText.Run(.hardBreak))
      case .formulaContainer, .formula:
        let text = try SlideFormula.read(&xml)
        if !text.isEmpty {
          document.losses.add(.formatting, "formulas, kept as plain characters")
          inlines.append(RichText.Run(.text(text)))
        }
      default: try xml.skipElement()
      }
    }
    if direct.hasTabStops { document.losses.add(.layout, "tab stops") }
    if direct.hasSpacing { document.losses.add(.layout, "spacing of paragraphs") }
    let inherited = style.levels[direct.level]
    var level = inherited
    level.apply(own)
    var paragraph = SlideBlocks.Paragraph(
      content: inlines.finish(), level: direct.level, bullet: level.bullet ?? .none,
      bulletFont: level.bulletFont)
    paragraph.layout = layout(own, inherited, direct, isItem: paragraph.bullet != .none)
    return paragraph
  }

  /// Returns the formatting that the paragraph gives to its text.
  private func base(_ direct: SlideLevel.Direct) -> SlideRunProperties {
    var base = style.levels[direct.level].run
    // Without other formatting, text has the size of 18 points, and the text font and color of the theme.
    base.size = base.size ?? 1_800
    base.family = base.family ?? colors.theme.family(isMajor: false)
    base.color = base.color ?? colors.textColor
    return base
  }

  private func layout(
    _ own: SlideLevel, _ inherited: SlideLevel, _ direct: SlideLevel.Direct, isItem: Bool
  ) -> RichText.Layout {
    var layout = RichText.Layout()
    let isRightToLeft = own.isRightToLeft ?? inherited.isRightToLeft ?? false
    if own.isRightToLeft != nil, own.isRightToLeft != inherited.isRightToLeft ?? false {
      layout.direction = isRightToLeft ? .rightToLeft : .leftToRight
    }
    if let name = own.alignment, name != inherited.alignment ?? "l" {
      layout.alignment =
        switch name {
        case "ctr": .center
        case "r": .right
        case "just", "justLow", "dist", "thaiDist": .justified
        case "l": inherited.alignment == nil ? nil : .left
        default: nil
        }
    }
    if !isItem {
      func points(_ length: Int?) -> Double { ((Double(length ?? 0) / 127).rounded() / 100) }
      layout.indentation = max(points(direct.leading), 0)
      layout.firstLineIndentation = direct.firstLine.map { points($0) } ?? 0
    }
    return layout
  }

  // MARK: Runs

  private func readRun(
    _ xml: inout SlideXML, _ base: SlideRunProperties, into inlines: inout InlineBuilder
  ) throws(CoderError) {
    var properties = SlideRunProperties()
    var links = SlideRunProperties.Links()
    var bytes: [UInt8] = []
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { break }
        continue
      }
      switch name {
      case .runProperties: properties = try SlideRunProperties.read(&xml, colors, links: &links)
      case .text:
        while let event = try xml.next() {
          switch event {
          case .text: xml.appendText(to: &bytes)
          case .begin: try xml.skipElement()
          case .end: break
          }
          if case .end = event { break }
        }
      default: try xml.skipElement()
      }
    }
    guard !bytes.isEmpty else { return }
    properties.count(in: &document.losses)
    if let language = properties.language { document.languages[language, default: 0] += bytes.count }
    var attributes = properties.attributes(over: base)
    attributes.link = link(links)
    if links.hasHover { document.losses.add(.links, "that the pointer opens") }
    append(String(decoding: bytes, as: UTF8.self), attributes, into: &inlines)
  }

  /// Appends text; line ends in it are spaces, except the line breaks that some programs write as characters.
  private func append(
    _ text: String, _ attributes: RichText.Attributes, into inlines: inout InlineBuilder
  ) {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0B || $0 == 0x5F }) else {
      return inlines.append(RichText.Run(.text(text), attributes: attributes))
    }
    let lines = text.replacingOccurrences(of: "_x000B_", with: "\u{B}").replacingOccurrences(
      of: "\n", with: " "
    )
    .split(separator: "\u{B}", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if index > 0 { inlines.append(RichText.Run(.hardBreak, attributes: attributes)) }
      if !line.isEmpty { inlines.append(RichText.Run(.text(String(line)), attributes: attributes)) }
    }
  }

  /// Returns the link of a run or shape; nil for actions that no link can express, which are counted.
  func link(_ links: SlideRunProperties.Links) -> RichText.Link? {
    let action = links.action ?? ""
    if action.hasPrefix("ppaction://macro") || action.hasPrefix("ppaction://program") {
      document.losses.add(.scripts, "actions of links")
      return nil
    }
    let relationship = links.identifier.flatMap { $0.isEmpty ? nil : relationships[$0] }
    if let relationship {
      if let part = relationship.part, let number = document.slideNumbers[part] {
        document.hasSlideLinks = true
        return RichText.Link("#" + PresentationReader.anchor(number), title: links.title)
      }
      if relationship.isExternal, !relationship.target.isEmpty {
        return RichText.Link(relationship.target, title: links.title)
      }
    }
    if relationship != nil || !action.isEmpty, action != "ppaction://media", action != "ppaction://noaction" {
      document.losses.add(.links, "to objects of the document")
    }
    return nil
  }
}

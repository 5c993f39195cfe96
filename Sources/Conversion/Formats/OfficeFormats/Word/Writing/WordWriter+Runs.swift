import ColorFormats
import ProfferConversions
import RichTextFormats
import XMLText

extension WordWriter {
  /// Writes the runs of a paragraph.
  ///
  /// - Parameter start: the beginning of the paragraph, whose style determines the format of plain text.
  mutating func write(_ runs: [RichText.Run], in start: Start) {
    var index = 0
    while index < runs.count {
      guard let link = runs[index].attributes.link else {
        write(runs[index], in: start, isInLink: false)
        index += 1
        continue
      }
      let isWritten = beginLink(link)
      while index < runs.count, runs[index].attributes.link == link {
        write(runs[index], in: start, isInLink: isWritten)
        index += 1
      }
      if isWritten { story.xml.end("w:hyperlink") }
    }
  }

  private mutating func write(_ run: RichText.Run, in start: Start, isInLink: Bool) {
    switch run.content {
    case .anchor(let name): return writeAnchor(name)
    case .note(let blocks): return write(note: blocks)
    case .attachment(let attachment):
      guard let picture = picture(attachment) else {
        return writeText(attachment.alternativeText, of: run, in: start, isInLink: isInLink)
      }
      beginRun(run.attributes, in: start, isInLink: isInLink)
      picture.write(to: &story.xml)
    case .text(let text): return writeText(text, of: run, in: start, isInLink: isInLink)
    case .softBreak:
      beginRun(run.attributes, in: start, isInLink: isInLink)
      write(text: " ")
    case .hardBreak:
      beginRun(run.attributes, in: start, isInLink: isInLink)
      story.xml.add("w:br")
    }
    story.xml.end("w:r")
  }

  /// Writes text in one or more runs; each run has one direction.
  private mutating func writeText(_ text: String, of run: RichText.Run, in start: Start, isInLink: Bool) {
    if text.isEmpty { return }
    guard DirectedText.mayBeRightToLeft(text) else {
      beginRun(run.attributes, in: start, isInLink: isInLink)
      write(text: text)
      return story.xml.end("w:r")
    }
    let isRightToLeft = start.layout.direction == .rightToLeft
    for part in DirectedText.parts(of: text, isRightToLeft: isRightToLeft) {
      beginRun(run.attributes, in: start, isInLink: isInLink, isRightToLeft: part.isRightToLeft)
      write(text: part.text)
      story.xml.end("w:r")
    }
  }

  private mutating func beginRun(
    _ attributes: RichText.Attributes, in start: Start, isInLink: Bool, isRightToLeft: Bool = false
  ) {
    story.xml.begin("w:r")
    if attributes == RichText.Attributes() && !isRightToLeft { return }
    var properties = properties(of: attributes, in: start, isInLink: isInLink)
    properties.isRightToLeft = isRightToLeft
    properties.write(to: &story.xml)
  }

  // MARK: Characters

  /// Writes the characters of a run.
  mutating func write(text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0xC2 && $0 != 0xE2 }
    if isPlain { return writeCharacters(text[...]) }
    var rest = text[...]
    while let index = rest.unicodeScalars.firstIndex(where: { Self.element(for: $0) != nil }) {
      writeCharacters(rest[..<index])
      switch Self.element(for: rest.unicodeScalars[index]) {
      case .tab: story.xml.add("w:tab")
      case .lineBreak:
        losses.add(.characters, "line breaks in text")
        story.xml.add("w:br")
      case .softHyphen: story.xml.add("w:softHyphen")
      case .noBreakHyphen: story.xml.add("w:noBreakHyphen")
      case nil: break
      }
      rest = rest[rest.unicodeScalars.index(after: index)...]
    }
    writeCharacters(rest)
  }

  /// An element that represents a character.
  private enum CharacterElement { case tab, lineBreak, softHyphen, noBreakHyphen }

  private static func element(for scalar: Unicode.Scalar) -> CharacterElement? {
    switch scalar.value {
    case 0x09: .tab
    case 0x0A...0x0D, 0x2028, 0x2029: .lineBreak
    case 0xAD: .softHyphen
    case 0x2011: .noBreakHyphen
    default: nil
    }
  }

  private mutating func writeCharacters(_ text: Substring) {
    if text.isEmpty { return }
    // Without the attribute, readers may drop spaces at the edges and join spaces.
    if text.utf8.first == 0x20 || text.utf8.last == 0x20 || text.hasAdjacentSpaces {
      story.xml.begin("w:t", ("xml:space", "preserve"))
    } else {
      story.xml.begin("w:t")
    }
    story.xml.add(text: String(text))
    story.xml.end("w:t")
  }

  // MARK: Properties

  /// The maximum length of a font's name in Word, in UTF-16 code units.
  private static let familyLimit = 31

  /// Returns the properties of a run, and counts attributes that cannot be written.
  private mutating func properties(
    of attributes: RichText.Attributes, in start: Start, isInLink: Bool
  ) -> WrittenRunProperties {
    var properties = WrittenRunProperties()
    switch (attributes.isCode, isInLink) {
    case (false, false): break
    case (true, false):
      properties.styleIdentifier = WrittenStyles.code
      styles.usesCode = true
    case (false, true):
      properties.styleIdentifier = WrittenStyles.link
      styles.usesLinks = true
    case (true, true):
      // A run has one character style, so the look of links is direct formatting.
      properties.styleIdentifier = WrittenStyles.code
      (styles.usesCode, styles.usesLinks) = (true, true)
      properties.color = WrittenStyles.linkColor
    }
    properties.isBold = attributes.isBold
    properties.isItalic = attributes.isItalic
    properties.isSmallCaps = attributes.isSmallCaps
    properties.isStruckThrough = attributes.isStruckThrough
    properties.isUnderlined = attributes.isUnderlined || attributes.isCode && isInLink
    if let color = attributes.color { properties.color = hexadecimal(color) }
    if let background = attributes.background {
      let color = hexadecimal(background)
      properties.highlight = Self.highlights[color]
      if properties.highlight == nil { properties.background = color }
    }
    if let family = attributes.fontFamily {
      if family.isEmpty || family.utf16.count > Self.familyLimit {
        losses.add(.fonts, "font names that are empty or longer than \(Self.familyLimit) characters")
      } else {
        properties.family = family
      }
    }
    if let size = attributes.fontSize {
      let halves = (size.isFinite ? min(max(size * 2, 2), 3_276) : 24).rounded()
      if halves != size * 2 { losses.add(.fonts, "sizes that are not multiples of half a point") }
      properties.size = Int(halves)
    }
    switch attributes.baseline {
    case .normal: break
    case .superscript: properties.baseline = .superscript
    case .subscript: properties.baseline = .subscript
    }
    if let language = attributes.language {
      if LanguageTag.isTag(language) {
        properties.language = language
      } else {
        losses.add(.metadata, LanguageTag.detail)
      }
    }
    countRepeated(attributes, properties, in: start, isInLink: isInLink)
    return properties
  }

  /// Counts properties that the styles of the text also have, because readers do not keep such properties.
  private mutating func countRepeated(
    _ attributes: RichText.Attributes, _ properties: WrittenRunProperties, in start: Start, isInLink: Bool
  ) {
    let style = WrittenStyles.Meaning.named(ParagraphStyleName(kind: start.kind)).runProperties
    var count = 0
    if let family = properties.family {
      let own = attributes.isCode ? WrittenStyles.codeFamily : style.family ?? WrittenStyles.defaultFamily
      if family == own { count += 1 }
    }
    if let size = properties.size, size == style.size ?? WrittenStyles.defaultSize { count += 1 }
    if attributes.color != nil, let color = properties.color {
      if isInLink ? Self.linkColors.contains(color) : color == style.color { count += 1 }
    }
    if attributes.isUnderlined, isInLink { count += 1 }
    losses.add(.formatting, "that the style of the text also has", count: count)
    if let tag = properties.language, tag == language {
      losses.add(.metadata, "languages that are also the language of the document")
    }
  }

  /// The colors that browsers, Word, Google Docs and LibreOffice give to links.
  private static let linkColors: Set = ["0000FF", "0000EE", "0563C1", "000080", "1155CC", "467886"]

  /// Returns a color as six hexadecimal digits, and counts what the digits cannot express.
  mutating func hexadecimal(_ color: Color) -> String {
    let bytes = color.bytes
    if color.alpha != 1 {
      losses.add(.colors, "transparency")
    } else if color != Color(redByte: bytes.red, greenByte: bytes.green, blueByte: bytes.blue) {
      losses.add(.precision, "color values that are not multiples of 1/255")
    }
    return [bytes.red, bytes.green, bytes.blue].map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  /// The colors of Word's highlighter (ISO/IEC 29500-1, 17.18.40).
  private static let highlights = [
    "000000": "black", "0000FF": "blue", "00FFFF": "cyan", "000080": "darkBlue", "008080": "darkCyan",
    "808080": "darkGray", "008000": "darkGreen", "800080": "darkMagenta", "800000": "darkRed",
    "808000": "darkYellow", "00FF00": "green", "C0C0C0": "lightGray", "FF00FF": "magenta", "FF0000": "red",
    "FFFFFF": "white", "FFFF00": "yellow",
  ]
}

extension Substring {
  /// Whether two spaces follow each other.
  fileprivate var hasAdjacentSpaces: Bool {
    var isAfterSpace = false
    for byte in utf8 {
      if byte == 0x20, isAfterSpace { return true }
      isAfterSpace = byte == 0x20
    }
    return false
  }
}

import ColorFormats

/// How words look when nothing is said of them.
struct CharacterFormat {
  var flags: RTFCharacters.Flags = []
  var family: String?
  var size: Int?
  var color: Color?
  var background: Color?
  var language: Int?
}

extension RTFHeader {
  /// The look of plain paragraphs: that of the style 0, or of a document without one.
  func look() -> CharacterFormat {
    if let normal = styles[0] {
      return CharacterFormat(
        flags: normal.characters.flags, family: family(normal.characters.font), size: normal.characters.size,
        color: color(normal.characters.color), background: color(normal.characters.background),
        language: normal.characters.language)
    }
    // Twelve points are the size of a document that says none.
    return CharacterFormat(family: family(defaultFont ?? 0), size: 24, language: defaultLanguage)
  }

  /// The look of a style's paragraphs.
  func look(of style: RTFStyle?) -> CharacterFormat {
    var look = look()
    if let characters = style?.characters { look.add(characters, in: self) }
    return look
  }

  /// What all of some words share.
  func sharedLook(of words: [RTFCharacters], first: RTFCharacters) -> CharacterFormat {
    var look = look()
    look.flags = words.reduce(first.flags) { $0.intersection($1.flags) }
    if words.allSatisfy({ $0.size == first.size }) { look.size = first.size }
    if words.allSatisfy({ $0.font == first.font }) { look.family = family(first.font) }
    if words.allSatisfy({ $0.color == first.color }) { look.color = color(first.color) }
    return look
  }

  func family(_ font: Int?) -> String? {
    guard let font, let entry = fonts[font], !entry.family.isEmpty else { return nil }
    return entry.codePage == .symbol && entry.isGreek ? nil : entry.family
  }

  /// What is said of words beyond how their paragraph, their character style and links look.
  func attributes(of characters: RTFCharacters, in look: CharacterFormat, links: [RichText.Link])
    -> RichText.Attributes
  {
    var look = look
    var attributes = RichText.Attributes()
    if let style = characters.style.flatMap({ characterStyles[$0] }), style.use == .code {
      attributes.isCode = true
      look.add(style.characters, in: self)
    }
    if let link = characters.link {
      attributes.link = links[link]
      addLink(to: &look, characters)
    }
    let flags = characters.flags
    let isRightToLeft = flags.contains(.rightToLeft)
    let meant = characters.meant
    attributes.isBold =
      flags.contains(isRightToLeft && flags.contains(.associatedBold) ? .associatedBold : .bold)
      && (meant.contains(.bold) || !look.flags.contains(.bold))
    attributes.isItalic =
      flags.contains(isRightToLeft && flags.contains(.associatedItalic) ? .associatedItalic : .italic)
      && !look.flags.contains(.italic)
    attributes.isUnderlined =
      flags.contains(.underline) && (meant.contains(.underline) || !look.flags.contains(.underline))
    attributes.isStruckThrough = flags.contains(.strikethrough) && !look.flags.contains(.strikethrough)
    if characters.shift != 0 { attributes.baseline = characters.shift > 0 ? .superscript : .subscript }
    let family = family(characters.font)
    if meant.contains(.fontFamily) || family != look.family { attributes.fontFamily = family }
    if let size = characters.size, meant.contains(.fontSize) || size != look.size {
      attributes.fontSize = Double(size) / 2
    }
    let color = color(characters.color)
    if meant.contains(.color) || color != look.color { attributes.color = color }
    let background = self.color(characters.background)
    if background != look.background { attributes.background = background }
    if let language = characters.language, language != look.language {
      attributes.language = RTFLanguages.tag(language)
    }
    return attributes
  }

  /// Adds how a link looks, which is no formatting of its words.
  private func addLink(to look: inout CharacterFormat, _ characters: RTFCharacters) {
    if let style = linkStyle {
      look.add(style.characters, in: self)
    } else {
      look.flags.insert(.underline)
      // The blue of browsers, of Word and of LibreOffice.
      let bytes = color(characters.color)?.bytes
      for blue in [(0, 0, 255), (0, 0, 238), (5, 99, 193), (0, 0, 128)] as [(UInt8, UInt8, UInt8)]
      where bytes.map({ ($0.red, $0.green, $0.blue) == blue }) == true {
        look.color = color(characters.color)
      }
    }
  }
}

extension CharacterFormat {
  /// Adds what a style says.
  mutating func add(_ characters: RTFCharacters, in header: RTFHeader) {
    flags.formUnion(characters.flags)
    if let family = header.family(characters.font) { self.family = family }
    if let size = characters.size { self.size = size }
    if let color = header.color(characters.color) { self.color = color }
    if let background = header.color(characters.background) { self.background = background }
    if let language = characters.language { self.language = language }
  }
}

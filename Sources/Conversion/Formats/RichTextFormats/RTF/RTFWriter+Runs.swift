import ByteTools
import Foundation
import ProfferConversions
import UniformTypes

extension RTFWriter {
  /// Writes the text of a paragraph.
  ///
  /// - Parameter format: the format of text without control words of its own.
  mutating func write(_ runs: [RichText.Run], format: CharacterFormat) {
    var index = 0
    while index < runs.count {
      guard let link = runs[index].attributes.link else {
        write(runs[index], format: format)
        index += 1
        continue
      }
      add(#"{\field{\*\fldinst{HYPERLINK "#)
      addInstruction(link)
      add(#"}}{\fldrslt "#)
      while index < runs.count, runs[index].attributes.link == link {
        write(runs[index], format: format)
        index += 1
      }
      add("}}")
    }
  }

  private mutating func addInstruction(_ link: RichText.Link) {
    if link.destination.utf8.first == UInt8(ascii: "#") {
      add(#"\\l "#)
      addQuoted(String(link.destination.dropFirst()))
    } else {
      addQuoted(link.destination)
    }
    if let title = link.title {
      add(#" \\o "#)
      addQuoted(title)
    }
  }

  /// Adds a quoted text to a field's instruction.
  private mutating func addQuoted(_ text: String) {
    let hasSign = text.utf8.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }
    add("\"")
    addText(
      hasSign ? text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") : text)
    add("\"")
  }

  /// Writes a footnote outside of the containers and tables that enclose its reference mark.
  private mutating func write(note blocks: [RichText.Block]) {
    guard noteDepth < RichText.noteDepthLimit else {
      losses.add(.formatting, "footnotes nested too deeply")
      return addText(" (\(blocks.words))")
    }
    noteDepth += 1
    let outer = (containers, isBegun, aroundTable, cellAlignment, cellHint, itemList)
    let (outerDepth, isOuterRowHeading) = (tableDepth, isInRowHeading)
    (containers, isBegun, aroundTable, cellAlignment, cellHint, itemList) = ([], [], nil, nil, nil, nil)
    (tableDepth, isInRowHeading, hasOpenParagraph, endsInTable) = (0, false, false, false)
    add(#"{\super\chftn}{\footnote"#)
    write(blocks)
    if endsInTable || !hasOpenParagraph { beginParagraph(Start()) }
    // The end of a note does not end a paragraph without text, so such a paragraph needs an explicit end.
    if blocks.endWithoutWords { add("\\par") }
    add("}")
    (containers, isBegun, aroundTable, cellAlignment, cellHint, itemList) = outer
    (tableDepth, isInRowHeading, hasOpenParagraph, endsInTable) = (outerDepth, isOuterRowHeading, true, false)
    noteDepth -= 1
  }

  /// Adds a bookmark.
  mutating func addBookmark(_ name: String) {
    add(#"{\*\bkmkstart "#)
    addText(name)
    add(#"}{\*\bkmkend "#)
    addText(name)
    add("}")
  }

  // MARK: A run

  private mutating func write(_ run: RichText.Run, format: CharacterFormat) {
    let hasWords = beginGroup(with: run.attributes, format: format)
    switch run.content {
    case .text(let text): addText(text)
    case .hardBreak: add(#"\line "#)
    case .softBreak: add(#" \softline "#)
    case .attachment(let attachment): write(attachment)
    case .anchor(let name): addBookmark(name)
    case .note(let blocks): write(note: blocks)
    }
    if hasWords { add("}") }
  }

  /// Begins a group with the control words for attributes, and returns false if none are needed.
  private mutating func beginGroup(with attributes: RichText.Attributes, format: CharacterFormat) -> Bool {
    guard !attributes.kinds.isEmpty else { return false }
    let start = body.count
    body.append(UInt8(ascii: "{"))
    addWords(of: attributes, format: format)
    guard body.count > start + 1 else {
      body.removeLast()
      return false
    }
    endWords()
    return true
  }

  /// Adds the control words for attributes.
  private mutating func addWords(of attributes: RichText.Attributes, format: CharacterFormat) {
    var format = format
    // Properties that must be explicit, because the format of the paragraph also has these properties.
    var explicit = ""
    if attributes.isCode {
      add(#"\cs"#, Self.codeStyle)
      format.family = fonts[1]
    } else if attributes.link != nil {
      add(#"\cs"#, Self.linkStyle)
    }
    if attributes.link != nil {
      format.flags.insert(.underline)
      format.color = Self.linkColor
    }
    if attributes.isBold {
      add(#"\b"#)
      if format.flags.contains(.bold) { explicit += #"\b"# }
    }
    if attributes.isItalic { add(#"\i"#) }
    if attributes.isUnderlined || attributes.link != nil { add(#"\ul"#) }
    if attributes.isUnderlined, attributes.link != nil { explicit += #"\ul"# }
    if attributes.isStruckThrough { add(#"\strike"#) }
    if attributes.isSmallCaps { add(#"\scaps"#) }
    switch attributes.baseline {
    case .normal: break
    case .superscript: add(#"\super"#)
    case .subscript: add(#"\sub"#)
    }
    addFontWords(of: attributes, format: format, explicit: &explicit)
    if let color = attributes.color ?? (attributes.link == nil ? nil : Self.linkColor) {
      add(#"\cf"#, number(ofColor: color))
      if attributes.color == format.color, format.color != nil { explicit += #"\cf"# }
    }
    if let background = attributes.background {
      let number = number(ofColor: background)
      // Word shows the background of `\chcbpat`, and TextEdit shows the background of `\cb`.
      add(#"\chshdng0\chcbpat"#, number)
      add(#"\cb"#, number)
    }
    if let language = attributes.language {
      if let number = RTFLanguages.number(language) {
        add(#"\lang"#, number)
      } else {
        losses.add(.metadata, "languages that have no RTF language code")
      }
    }
    if !explicit.isEmpty { add(#"{\*\asmeant\#(explicit)}"#) }
  }

  private mutating func addFontWords(
    of attributes: RichText.Attributes, format: CharacterFormat, explicit: inout String
  ) {
    if let family = attributes.fontFamily {
      if family.isEmpty || family.unicodeScalars.contains(where: { $0 == ";" || $0.value < 0x20 })
        || family.first == " " || family.last == " "
      {
        losses.add(.fonts, "font names that RTF cannot represent")
      } else {
        add(#"\f"#, number(ofFont: family))
        if family == format.family { explicit += #"\f"# }
      }
    } else if attributes.isCode {
      add(#"\f1"#)
    }
    if let size = attributes.fontSize {
      let halves = (size.isFinite ? min(max(size * 2, 1), 3_276) : 24).rounded()
      if halves != size * 2 { losses.add(.fonts, "sizes that are not multiples of half a point") }
      add(#"\fs"#, Int(halves))
      if Int(halves) == format.size { explicit += #"\fs"# }
    }
  }

  // MARK: Pictures and files

  private mutating func write(_ attachment: RichText.Attachment) {
    switch attachment.source {
    case .url(let destination):
      add(#"{\field{\*\fldinst{INCLUDEPICTURE "#)
      addQuoted(destination)
      add(#" \\d}}{\fldrslt{"#)
      addProperties(of: attachment)
      addSize(of: attachment)
      addText(attachment.alternativeText)
      add("}}}")
    case .data(let data, let typeIdentifier):
      switch attachments {
      case .files: writeFile(data, typeIdentifier, attachment)
      case .embedded:
        if let word = ["public.png": "pngblip", "public.jpeg": "jpegblip"][typeIdentifier] {
          writePicture(data, word, attachment)
        } else if let converted = pictureConversion?(data, typeIdentifier) {
          if let lost = converted.lost { losses.add(.images, "whose \(lost) a PNG cannot hold") }
          writePicture(converted.png, "pngblip", attachment)
        } else {
          losses.add(.images, "files that are neither PNG nor JPEG")
          addText(attachment.alternativeText)
        }
      }
    }
  }

  private mutating func writePicture(_ data: Data, _ word: String, _ attachment: RichText.Attachment) {
    add(#"{\*\shppict{\pict"#)
    addProperties(of: attachment)
    let own = PictureSize(data)
    if let own { add(#"\picw\#(own.width)\pich\#(own.height)"#) }
    for (name, points, dots) in [("w", attachment.width, own?.width), ("h", attachment.height, own?.height)] {
      if let points {
        add(#"\pic\#(name)goal\#(twips(points))"#)
      } else if let dots {
        add(#"\pic\#(name)goal\#(dots * 15)"#)
      }
    }
    // A size equal to the picture's own size would otherwise be read as no size.
    let isOwn = own.map {
      attachment.width == Double($0.width) * 0.75 || attachment.height == Double($0.height) * 0.75
    }
    if isOwn == true { addSize(of: attachment) }
    add("\\\(word)\n")
    for (index, byte) in data.enumerated() {
      let (high, low) = byte.hexadecimalDigits()
      body.append(high)
      body.append(low)
      if index % 64 == 63 { body.append(0x0A) }
    }
    add("}}")
  }

  /// Adds the description of an attachment in the properties that Word uses for pictures.
  private mutating func addProperties(of attachment: RichText.Attachment) {
    let text = attachment.alternativeText
    add(#"{\*\picprop"#)
    for (name, value) in [
      ("wzDescription", text.isEmpty ? nil : text), ("wzTooltip", attachment.title),
      ("wzName", attachment.name),
    ] {
      guard let value else { continue }
      add(#"{\sp{\sn \#(name)}{\sv "#)
      addText(value)
      add("}}")
    }
    add("}")
  }

  private mutating func addSize(of attachment: RichText.Attachment) {
    add(#"{\*\asmeant"#)
    if let width = attachment.width { add(#"\picwgoal\#(twips(width))"#) }
    if let height = attachment.height { add(#"\pichgoal\#(twips(height))"#) }
    add("}")
  }

  /// Writes a file beside the text, and a reference to the file in the form that Apple uses.
  ///
  /// The character ¬ marks the position of the file in the text.
  private mutating func writeFile(_ data: Data, _ typeIdentifier: String, _ attachment: RichText.Attachment) {
    let name = fileName(of: attachment, data, typeIdentifier)
    if FileType.identifier(of: data, name: name) != typeIdentifier {
      losses.add(.metadata, "file types that their names do not indicate")
    }
    add(#"{{\NeXTGraphic "#)
    addText(name)
    add(" ")
    for (word, points) in [("width", attachment.width), ("height", attachment.height)] {
      if let points { add(#"\\#(word)\#(twips(points))"#) }
    }
    addProperties(of: attachment)
    addSize(of: attachment)
    add(#"}\'ac}"#)
  }

  /// Returns the name of an attachment's file, and adds the file if necessary.
  private mutating func fileName(
    of attachment: RichText.Attachment, _ data: Data, _ typeIdentifier: String
  ) -> String {
    let wanted = attachment.name
    if let name = attachmentFileNames.name(of: data, typeIdentifier, wanted: wanted) { return name }
    let name = fileName(wanted, typeIdentifier)
    files.append(PackageMember(name, data))
    attachmentFileNames.add(name, of: data, typeIdentifier, wanted: wanted)
    return name
  }

  /// Returns a file name that no other file has.
  private mutating func fileName(_ wanted: String?, _ typeIdentifier: String) -> String {
    let wanted = wanted.map { $0.filter { $0 != "/" && $0 != "\0" && !$0.isNewline } } ?? ""
    var stem = wanted.isEmpty ? "Attachment" : wanted
    var ending = ""
    if let dot = stem.lastIndex(of: "."), dot != stem.startIndex {
      ending = String(stem[dot...])
      stem = String(stem[..<dot])
    } else if let known = UTType(typeIdentifier)?.preferredFilenameExtension {
      ending = ".\(known)"
    }
    while stem.first == " " || stem.first == "." { stem.removeFirst() }
    while ending.last == " " { ending.removeLast() }
    if stem.isEmpty { stem = "Attachment" }
    var name = stem + ending
    let first = name.lowercased()
    var count = fileNames[first] ?? 1
    while fileNames[name.lowercased()] != nil {
      count += 1
      name = "\(stem) \(count)\(ending)"
    }
    fileNames[first] = count
    fileNames[name.lowercased()] = 1
    return name
  }
}

extension [RichText.Block] {
  /// Whether the last paragraph, at any depth, has no text.
  ///
  /// Such a paragraph is a rule, an empty item or an empty last line of code.
  fileprivate var endWithoutWords: Bool {
    switch last {
    case .rule: true
    case .codeBlock(let code): code.lines.last?.isEmpty ?? false
    case .blockQuote(let blocks): blocks.endWithoutWords
    case .list(let list): list.items.last.map { $0.blocks.isEmpty || $0.blocks.endWithoutWords } ?? false
    case .definitions(let definitions): definitions.last?.meanings.last?.endWithoutWords ?? false
    default: false
    }
  }
}

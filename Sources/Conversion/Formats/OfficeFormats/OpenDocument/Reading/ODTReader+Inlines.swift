import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

extension ODTReader {
  // MARK: Spans and links

  mutating func beginSpan() {
    guard isInParagraph else { return scopes.append(.block) }
    let last = paragraphs.count - 1
    guard let style = styles.character(xml.attribute(.textStyleName)) else { return scopes.append(.inline) }
    paragraphs[last].flush()
    var format = paragraphs[last].format
    add(style, to: &format, isExplicit: xml.attribute(.textClassNames) == ExplicitFormatting.className)
    paragraphs[last].formats.append(format)
    scopes.append(.span)
    guard !isDropping else { return }
    if style.text.hasDecoration { losses.add(.formatting, "capitals, outlines and shadows") }
    if style.text.isOverlined == true { losses.add(.formatting, "overlines") }
    if style.text.isEmphasized == true { losses.add(.formatting, "emphasis marks") }
    if style.text.isSpaced == true { losses.add(.formatting, "letter spacing") }
    if style.text.isScaled == true { losses.add(.formatting, "scaled and rotated text") }
  }

  /// Adds a character style; if its name has a meaning, only direct formatting is kept as formatting.
  ///
  /// - Parameter isExplicit: whether formatting is kept even if the paragraph or the link also has it.
  private func add(_ style: ODTCharacterStyle, to format: inout ODTFormat, isExplicit: Bool) {
    switch style.use {
    case .code: format.isCode = true
    case .box: format.isBox = true
    case .link, .none: break
    }
    let hasMeaning = style.use == .code || style.use == .box || style.use == .link && format.link != nil
    format.add(style.text, meaning: hasMeaning ? style.common : nil, isExplicit: isExplicit)
  }

  mutating func beginLink() {
    guard isInParagraph else { return scopes.append(.block) }
    let last = paragraphs.count - 1
    let link = RichText.Link(
      destination(xml.attribute(.xlinkHref) ?? ""), title: xml.attribute(.officeTitle))
    let style = styles.character(xml.attribute(.textStyleName))
    paragraphs[last].flush()
    var format = paragraphs[last].format
    if !link.destination.isEmpty {
      format.add(link, style: style?.text)
      if style?.use == .code { format.isCode = true }
    }
    paragraphs[last].formats.append(format)
    scopes.append(.link(paragraphs[last].contentCount))
  }

  mutating func endLink(_ count: Int) {
    guard !paragraphs.isEmpty else { return }
    let last = paragraphs.count - 1
    if paragraphs[last].contentCount == count, !isDropping { losses.add(.links, "without text") }
    paragraphs[last].flush()
    paragraphs[last].formats.removeLast()
  }

  /// Returns the destination of a link in the rich text.
  ///
  /// Relative references treat the package as a folder, so `../` leads to the folder of the document.
  ///
  /// Source: ODF 1.3 part 2, section 3.7.
  mutating func destination(_ reference: String) -> String {
    if reference.hasPrefix("#") {
      guard let bar = reference.lastIndex(of: "|") else { return reference }
      switch reference[reference.index(after: bar)...] {
      case "outline":
        hasOutlineLinks = true
        return reference
      case "table", "frame", "graphic", "ole", "region", "sequence", "text", "drawingobject", "page":
        losses.add(.links, "to objects of the document")
        return ""
      default: return reference
      }
    }
    return package.flat == nil && reference.hasPrefix("../") ? String(reference.dropFirst(3)) : reference
  }

  // MARK: Fields

  mutating func beginField(_ name: ODTName) throws {
    guard isInParagraph else { return scopes.append(.block) }
    let last = paragraphs.count - 1
    switch name {
    case .textBookmarkRef, .textReferenceRef:
      // A reference leads to its target, like a link; page numbers and other texts are kept as they are.
      guard let target = xml.attribute(.textRefName), !target.isEmpty else { break }
      paragraphs[last].flush()
      var format = paragraphs[last].format
      format.link = RichText.Link("#" + target)
      format.update()
      paragraphs[last].formats.append(format)
      paragraphs[last].keepSpace()
      scopes.append(.link(paragraphs[last].contentCount))
      return
    case .textConditionalText: losses.add(.formatting, "conditions of text")
    case .textHiddenText:
      let isHidden = xml.attribute(.textIsHidden) != "false"
      if isHidden { losses.add(.comments, "hidden text") }
      if isHidden { return try xml.skipElement() }
    case .textExecuteMacro: losses.add(.scripts, "macros")
    case .textTextInput, .textDropDown, .textVariableInput, .textUserFieldInput:
      losses.add(.formatting, "form fields")
    case .textBibliographyMark: losses.add(.metadata, "bibliography entries")
    case .textVariableSet, .textUserFieldGet, .textVariableGet:
      if xml.attribute(.textDisplay) == "none" { return try xml.skipElement() }
    default: break
    }
    let isSilent = name == .textPageVariableSet || name == .textVariableSet
    paragraphs[last].keepSpace()
    scopes.append(isSilent ? .inline : .field(paragraphs[last].contentCount))
  }

  mutating func endField(_ count: Int) {
    guard !paragraphs.isEmpty, !isDropping else { return }
    let last = paragraphs.count - 1
    paragraphs[last].keepSpace()
    if paragraphs[last].contentCount == count, paragraphs[last].format.properties.isHidden != true {
      losses.add(.formatting, "fields without a result")
    }
  }

  // MARK: Notes

  mutating func beginNote() {
    if xml.attribute(.textNoteClass) == "endnote", !isDropping {
      losses.add(.formatting, "endnotes, which became footnotes")
    }
    scopes.append(.note)
  }

  mutating func beginNoteBody() {
    guard !paragraphs.isEmpty, noteDepth < RichText.noteDepthLimit else {
      // The text of a note that is nested too deeply becomes part of the outer text.
      if !isDropping { losses.add(.formatting, "nested footnotes") }
      scopes.append(.block)
      return
    }
    noteDepth += 1
    flows.append(
      Flow(
        kind: .note, blocks: ODTBlocks(depthLimit: RichText.depthLimit), paragraphBase: paragraphs.count))
    scopes.append(.noteBody)
  }

  mutating func endNoteBody() {
    noteDepth -= 1
    guard var flow = flows.popLast() else { return }
    let blocks = flow.blocks.finish()
    losses.add(contentsOf: flow.blocks.losses.total)
    guard !paragraphs.isEmpty, !isDropping, !isConcealed() else { return }
    let last = paragraphs.count - 1
    paragraphs[last].add(note: RichText(blocks).normalized().blocks)
  }
}

// MARK: - Links to headings

extension ODTReader {
  /// Returns the blocks with links to heading texts replaced by links to the headings' identifiers.
  ///
  /// LibreOffice writes such a link as `#1.2.Scope|outline`: the numbers of the heading, and its text.
  mutating func resolvingOutlineLinks(_ blocks: [RichText.Block]) -> [RichText.Block] {
    var identifiers = HeadingIdentifiers()
    var places: [String: String] = [:]
    let text = RichText(blocks).normalized()
    for block in text.blocks {
      block.forEachLine { content, isHeading in
        guard isHeading, let identifier = identifiers.next(content) else { return }
        let words = Self.key([RichText.Block.paragraph(RichText.Paragraph(content))].words)
        if places[words] == nil { places[words] = identifier }
      }
    }
    var lostCount = 0
    let resolved = text.mappingRuns { run in
      guard let link = run.attributes.link, link.destination.hasSuffix("|outline") else { return run }
      let name = String(link.destination.dropFirst().dropLast(8))
      let words = name.removingPercentEncoding ?? name
      var run = run
      if let identifier = places[Self.key(words)] ?? places[Self.key(Self.withoutNumbers(words))] {
        run.attributes.link = RichText.Link("#" + identifier, title: link.title)
      } else {
        run.attributes.link = nil
        lostCount += 1
      }
      return run
    }
    losses.add(.links, "to objects of the document", count: lostCount)
    return resolved.blocks
  }

  /// The letters and digits of a heading, because programs write its number with different punctuation.
  private static func key(_ words: String) -> String {
    String(String.UnicodeScalarView(words.unicodeScalars.filter { $0.properties.isAlphabetic || $0.isDigit }))
  }

  /// Removes the numbers at the beginning, such as `1.2.`.
  private static func withoutNumbers(_ words: String) -> String {
    var rest = words[...]
    while let dot = rest.firstIndex(of: "."), dot > rest.startIndex,
      rest[..<dot].unicodeScalars.allSatisfy(\.isDigit)
    {
      rest = rest[rest.index(after: dot)...]
    }
    return String(rest)
  }
}

extension UnicodeScalar {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(value) }
}

import ProfferConversions
import RichTextFormats
import XMLText

extension WordWriter {
  mutating func write(_ blocks: [RichText.Block]) {
    var previous: RichText.Block?
    for block in blocks {
      // Two adjacent blocks of these kinds would be read as one block, so an empty paragraph separates them.
      switch (previous, block) {
      case (.blockQuote, .blockQuote), (.codeBlock, .codeBlock), (.definitions, .definitions):
        writeParagraph(Start())
      default: break
      }
      write(block)
      previous = block
    }
  }

  private mutating func write(_ block: RichText.Block) {
    switch block {
    case .paragraph(let paragraph): write(paragraph, .paragraph)
    case .heading(let level, let paragraph): write(paragraph, .heading(level))
    case .list(let list): write(list)
    case .blockQuote(let blocks): contain(.quotation) { $0.write(blocks) }
    case .codeBlock(let code): write(code)
    case .table(let table): write(table)
    case .rule: writeParagraph(Start(kind: .rule))
    case .definitions(let definitions): write(definitions)
    case .pageBreak:
      guard containers.isEmpty, tableDepth == 0, !isInNote else {
        return losses.add(.layout, "page breaks inside other blocks")
      }
      writeParagraph(Start()) { writer in
        writer.story.xml.begin("w:r")
        writer.story.xml.add("w:br", ("w:type", "page"))
        writer.story.xml.end("w:r")
      }
    }
  }

  /// Writes each term as a paragraph, followed by the indented definitions of the terms.
  private mutating func write(_ definitions: [RichText.Definition]) {
    for definition in definitions {
      for term in definition.terms {
        writeParagraph(Start(kind: .term)) { $0.write(term.runs, in: Start(kind: .term)) }
      }
      for (index, meaning) in definition.meanings.enumerated() {
        // An empty term separates two definitions of the same terms.
        if index > 0 { writeParagraph(Start(kind: .term)) }
        contain(.meaning) { $0.write(meaning) }
      }
    }
  }

  /// Writes the blocks in a container.
  mutating func contain(_ container: ParagraphStyleName.Container, _ write: (inout WordWriter) -> Void) {
    guard containers.count + (aroundTable?.count ?? 0) < Self.containerLimit else {
      losses.add(.formatting, RichText.nestingDetail)
      return write(&self)
    }
    containers.append(container)
    isBegun.append(false)
    let outerList = itemList
    if container != .list { itemList = nil }
    write(&self)
    if container != .list { itemList = outerList }
    containers.removeLast()
    isBegun.removeLast()
  }

  mutating func write(
    _ paragraph: RichText.Paragraph, _ kind: ParagraphStyleName.Kind, item: Start.Item? = nil
  ) {
    let start = Start(kind: kind, layout: paragraph.layout, item: item)
    writeParagraph(start) { writer in
      if case .heading = kind { writer.writeBookmark(ofHeading: paragraph.content) }
      writer.write(paragraph.content.runs, in: start)
    }
  }

  /// Writes the bookmark of a heading, if a link targets the heading.
  private mutating func writeBookmark(ofHeading content: [RichText.Inline]) {
    guard !isInNote, let identifier = headingIdentifiers.next(content), targets.contains(identifier) else {
      return
    }
    _ = writeBookmark(bookmarks.name(ofAnchor: identifier))
  }

  /// Writes each line of code as a paragraph.
  private mutating func write(_ code: RichText.CodeBlock) {
    var language = code.language
    if let name = language, !Self.isStyleNamePart(name) {
      losses.add(.metadata, "code block languages that are not valid style names")
      language = nil
    }
    let lines = code.lines
    if lines.isEmpty { losses.add(.formatting, "empty code blocks") }
    for line in lines {
      writeParagraph(Start(kind: .code(language: language))) { writer in
        if line.isEmpty { return }
        writer.story.xml.begin("w:r")
        writer.write(text: String(line))
        writer.story.xml.end("w:r")
      }
    }
  }

  /// Whether a text can be the last part of a style's name.
  ///
  /// A name has at most 253 characters; the other parts of a name leave 30 characters.
  private static func isStyleNamePart(_ name: String) -> Bool {
    !name.isEmpty && name.utf16.count <= 30 && name.first != " " && name.last != " "
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "," && $0 != ";" }
  }
}

// MARK: - Paragraphs

extension WordWriter {
  /// The beginning of a paragraph.
  struct Start {
    var kind = ParagraphStyleName.Kind.paragraph
    var layout = RichText.Layout()
    var item: Item?

    /// The first paragraph of an item.
    struct Item {
      var list: Int
      var level: Int
      var isTight: Bool
      var isChecked: Bool?
    }
  }

  /// The values that determine the properties of a paragraph with the default layout.
  struct PlainParagraph: Hashable {
    let meaning: WrittenStyles.Meaning
    let list: Int?
    let level: Int?
    let isTight: Bool?
    let cellAlignment: RichText.Alignment?
  }

  /// Writes a paragraph.
  ///
  /// - Parameters:
  ///   - start: the properties of the paragraph.
  ///   - content: a function that writes the runs of the paragraph.
  mutating func writeParagraph(_ start: Start, _ content: (inout WordWriter) -> Void = { _ in }) {
    for index in isBegun.indices { isBegun[index] = true }
    writeParagraph(start, containers: containers, content)
  }

  /// Separates a table from a preceding table, without closing or opening containers.
  mutating func separateTables() {
    guard lastElement == .table else { return }
    writeParagraph(
      Start(), containers: Array(containers[..<(isBegun.firstIndex(of: false) ?? containers.count)]))
  }

  private mutating func writeParagraph(
    _ start: Start, containers: [ParagraphStyleName.Container],
    _ content: (inout WordWriter) -> Void = { _ in }
  ) {
    story.xml.begin("w:p")
    let name = ParagraphStyleName(
      aroundTable: aroundTable, isRowHeading: isInRowHeading, containers: containers, kind: start.kind)
    let meaning = isInNote && name == ParagraphStyleName() ? .note : WrittenStyles.Meaning.named(name)
    story.xml.add(properties(of: start, meaning))
    writeNoteMark()
    if let isChecked = start.item?.isChecked { writeCheckBox(isChecked) }
    content(&self)
    story.xml.end("w:p")
    lastElement = .paragraph
  }

  private mutating func properties(of start: Start, _ meaning: WrittenStyles.Meaning) -> [UInt8] {
    guard start.layout == RichText.Layout() else { return newProperties(of: start, meaning) }
    let key = PlainParagraph(
      meaning: meaning, list: start.item?.list, level: start.item?.level, isTight: start.item?.isTight,
      cellAlignment: cellAlignment)
    if let known = plainParagraphs[key] { return known }
    let properties = newProperties(of: start, meaning)
    plainParagraphs[key] = properties
    return properties
  }

  private mutating func newProperties(of start: Start, _ meaning: WrittenStyles.Meaning) -> [UInt8] {
    var properties = WrittenParagraphProperties()
    properties.styleIdentifier = styles.identifier(of: meaning)
    let style = meaning.paragraphProperties
    if let item = start.item {
      properties.numbering = WrittenParagraphProperties.Numbering(number: item.list, level: item.level)
      let hasContextualSpace = style.hasContextualSpace ?? false
      if item.isTight != hasContextualSpace { properties.hasContextualSpace = item.isTight }
    }
    let layout = start.layout
    let isDefault = layout.direction == .leftToRight || layout.alignment == layout.defaultAlignment
    if isDefault { losses.add(.layout, Self.defaultLayoutDetail) }
    if let background = layout.background { properties.background = hexadecimal(background) }
    if let direction = layout.direction { properties.isRightToLeft = direction == .rightToLeft }
    if let alignment = layout.alignment ?? cellAlignment {
      properties.alignment = WrittenParagraphProperties.Alignment(
        alignment, isRightToLeft: layout.direction == .rightToLeft)
    }
    let (left, right) = (twips(layout.indentation), twips(layout.trailingIndentation))
    let first = twips(layout.firstLineIndentation)
    if left != 0 || right != 0 || first != 0 {
      if !containers.isEmpty {
        // Readers attribute the indentation of such paragraphs to the list or quotation.
        losses.add(.layout, "indentations inside lists, quotations and definitions")
      }
      let outer = WrittenStyles.indentation(of: containers)
      properties.indentation = WrittenParagraphProperties.Indentation(
        left: outer + left, right: (style.indentation?.right ?? 0) + right,
        first: first - (start.item == nil ? 0 : WrittenList.hangingIndentation))
    }
    var xml = XMLWriter(isDocument: false)
    properties.write(to: &xml)
    return xml.bytes
  }

  /// The loss detail for properties that readers do not distinguish from the default.
  static let defaultLayoutDetail = "alignments and directions that are also the default"

  /// Returns a length in twentieths of a point, limited to the width of Word's widest page.
  private mutating func twips(_ points: Double) -> Int {
    let twips = (points.isFinite ? min(max(points * 20, -31_680), 31_680) : 0).rounded()
    if twips != points * 20 {
      losses.add(.precision, "lengths that are not multiples of a twentieth of a point")
    }
    return Int(twips)
  }
}

extension RichText.Layout {
  /// The alignment of lines without an alignment.
  fileprivate var defaultAlignment: RichText.Alignment { direction == .rightToLeft ? .right : .left }
}

extension WrittenParagraphProperties.Alignment {
  /// - Parameter isRightToLeft: whether the lines begin at the right edge. In Word's transitional files, the
  ///   value `left` is the edge where lines begin.
  fileprivate init(_ alignment: RichText.Alignment, isRightToLeft: Bool) {
    switch alignment {
    case .left: self = isRightToLeft ? .right : .left
    case .right: self = isRightToLeft ? .left : .right
    case .center: self = .center
    case .justified: self = .both
    }
  }
}

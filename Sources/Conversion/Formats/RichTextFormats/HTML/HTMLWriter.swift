import ByteTools
import ColorFormats
import Foundation
public import ProfferConversions

/// Converts rich text to HTML, with inline styles where HTML has no suitable element.
package struct HTMLWriter {
  package var output: [UInt8] = []
  package var losses = LossCounter()
  /// Whether the output must be valid XML.
  let isXML: Bool
  /// The notes collected so far, which ``endNotes()`` writes.
  var notes: [[RichText.Block]] = []
  /// The number of the innermost open list item; nil if that item has no number.
  private var outerNumber: String?
  /// The identifiers of the headings; nil to write headings without identifiers.
  var headingIdentifiers: HeadingIdentifiers?
  /// The characters below 64 that must be escaped, as one bit each.
  private let specialInText: UInt64
  private let specialInAttributes: UInt64

  package init(isXML: Bool = false) {
    self.isXML = isXML
    // XML cannot contain control characters, and XML parsers replace line ends in attributes by spaces.
    let controls: UInt64 = isXML ? HTMLWriter.controls : 0
    specialInText = HTMLWriter.bits("\0\r&<>") | controls
    specialInAttributes = HTMLWriter.bits(isXML ? "\0\r\n\t&<\"" : "\0\r&<\"") | controls
  }

  /// The attribute that marks the title element of a text without a title.
  ///
  /// Every page must have a title. Our readers ignore a title with this attribute.
  static let impliedTitle: StaticString = "data-implied"

  /// Writes everything before the blocks.
  ///
  /// - Parameters:
  ///   - words: the content of the title element if the text has no title.
  ///   - impliesTitle: whether to write a title element with ``impliedTitle`` if the text has no title.
  package mutating func begin(
    _ metadata: RichText.Metadata, impliedTitle words: String? = nil, impliesTitle: Bool = true
  ) {
    let language = metadata.language
    if isXML {
      put("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"")
      if let language {
        put(" xml:lang=\"", attribute: language)
        put("\" lang=\"", attribute: language)
        put("\"")
      }
      put(">\n<head>\n")
    } else {
      put("<!DOCTYPE html>\n")
      if let language {
        put("<html lang=\"", attribute: language)
        put("\">\n")
      }
    }
    put(isXML ? "<meta charset=\"utf-8\"/>\n" : "<meta charset=\"utf-8\">\n")
    if impliesTitle || metadata.title != nil { writeTitle(metadata.title, impliedTitle: words) }
    writeMeta("author", metadata.author)
    writeMeta("subject", metadata.subject)
    writeMeta("keywords", metadata.keywords)
    writeMeta("description", metadata.summary)
    writeMeta("dcterms.created", DocumentTime(metadata.creationDate, counting: &losses)?.text)
    writeMeta("dcterms.modified", DocumentTime(metadata.modificationDate, counting: &losses)?.text)
    if isXML { put("</head>\n<body>\n") }
  }

  private mutating func writeMeta(_ name: StaticString, _ content: String?) {
    guard let content else { return }
    put("<meta name=\"")
    put(name)
    put("\" content=\"", attribute: content)
    put(isXML ? "\"/>\n" : "\">\n")
  }

  private mutating func writeTitle(_ title: String?, impliedTitle words: String?) {
    put("<title")
    if title == nil {
      put(" ")
      put(Self.impliedTitle)
      put("=\"\"")
    }
    put(">")
    put(escaping: title ?? words ?? "Untitled")
    put("</title>\n")
  }

  /// Writes everything after the blocks.
  package mutating func end() {
    endNotes()
    if isXML { put("</body>\n</html>\n") }
  }
}

// MARK: - Notes

extension HTMLWriter {
  /// Writes the notes of all blocks written so far, in the form that GitHub uses.
  mutating func endNotes() {
    guard !notes.isEmpty else { return }
    put("<section class=\"footnotes\" data-footnotes=\"\">\n<ol>\n")
    var index = 0
    // A note may contain further notes, which are appended to the list.
    while index < notes.count {
      let blocks = notes[index]
      index += 1
      put(plain: "<li id=\"fn-\(index)\">")
      writeContent(blocks)
      put(plain: " <a href=\"#fnref-\(index)\" data-footnote-backref=\"\">")
      put("↩</a></li>\n")
    }
    put("</ol>\n</section>\n")
    notes = []
  }
}

// MARK: - Characters

extension HTMLWriter {
  /// Writes markup.
  package mutating func put(_ markup: StaticString) {
    markup.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// Writes ASCII text that needs no escaping.
  package mutating func put(plain text: String) { output.append(contentsOf: text.utf8) }

  /// Writes markup and an attribute value; the markup ends in the opening quote, and the closing quote is
  /// not written.
  package mutating func put(_ markup: StaticString, attribute value: String) {
    put(markup)
    put(escaping: value, isAttribute: true)
  }

  /// Writes text, with special characters replaced by references.
  package mutating func put(escaping text: String, isAttribute: Bool = false) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { put(escaping: $0, isAttribute) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { put(escaping: $0, isAttribute) } }
  }

  private mutating func put(escaping bytes: UnsafeBufferPointer<UInt8>, _ isAttribute: Bool) {
    let special = isAttribute ? specialInAttributes : specialInText
    let words = UnsafeRawBufferPointer(bytes)
    var start = 0
    var place = 0
    while place < bytes.count {
      if place + ByteWord.byteCount <= bytes.count, !Self.mayBeSpecial(ByteWord(words, at: place)) {
        place += ByteWord.byteCount
        continue
      }
      let byte = bytes[place]
      if byte < 64, special >> UInt64(byte) & 1 == 1 {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<place]))
        putReference(for: byte)
        start = place + 1
      }
      place += 1
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  /// Whether a word may contain a control character, quote, ampersand or angle bracket.
  ///
  /// The quote and the ampersand differ in one bit, and so do the angle brackets. One comparison therefore
  /// finds both characters of a pair.
  @inline(__always)
  private static func mayBeSpecial(_ word: ByteWord) -> Bool {
    word.matches(below: 0x20) | word.setting(4).matches(UInt8(ascii: "&"))
      | word.setting(2).matches(UInt8(ascii: ">")) != 0
  }

  /// Writes the reference or replacement character for a character that must be escaped.
  private mutating func putReference(for byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): put("&amp;")
    case UInt8(ascii: "<"): put("&lt;")
    case UInt8(ascii: ">"): put("&gt;")
    case UInt8(ascii: "\""): put("&quot;")
    case UInt8(ascii: "\r"): put("&#13;")
    case UInt8(ascii: "\n"): put("&#10;")
    case UInt8(ascii: "\t"): put("&#9;")
    default:
      losses.add(.characters, "unsupported by the format, written as U+FFFD")
      put("\u{FFFD}")
    }
  }

  /// Returns a set of characters below 64, as one bit each.
  private static func bits(_ characters: String) -> UInt64 {
    characters.unicodeScalars.reduce(0) { $0 | 1 << UInt64($1.value) }
  }

  /// The control characters below the space, except NUL, tabs and line ends.
  private static let controls: UInt64 = 0xFFFF_D9FE
}

// MARK: - Documents

extension RichText {
  /// Writes the text as an HTML document in UTF-8.
  ///
  /// The document is small and complete. It uses the elements of HTML if possible, and inline styles for
  /// colors, fonts, alignment and indentation. Attachments with bytes become `data:` URLs. Properties that
  /// HTML lacks, such as a parenthesis after the numbers of a list, become `data-` attributes, so that
  /// `readHTML(_:)` returns the ``normalized()`` form of the text.
  ///
  /// Every page must have a title. If the text has no title, the title element contains the first words of
  /// the text, or `Untitled`. The `data-implied` attribute marks such an element.
  ///
  /// Headings have identifiers that follow GitHub's rule, so that links can target headings.
  ///
  /// Destinations are written unchanged, but a destination that would run a script is dropped (`links`,
  /// `images`). NULs become U+FFFD (`characters`). The language of a code block is dropped unless it is a
  /// single word (`metadata`). A soft break at the beginning or end of a line is dropped, because it is not
  /// visible.
  ///
  /// - Returns: the page and the losses.
  public func writeHTML() -> Written { written(by: HTMLSink(isXML: false)) }

  /// Writes the text as an XHTML document in UTF-8.
  ///
  /// The document has the same elements as in ``writeHTML()``, in XML syntax. XML cannot contain control
  /// characters other than tabs and line ends. Such characters become U+FFFD (`characters`).
  ///
  /// - Returns: the page and the losses.
  public func writeXHTML() -> Written { written(by: HTMLSink(isXML: true)) }
}

extension HTMLWriter {
  /// Writes blocks, each on its own lines.
  package mutating func write(_ blocks: [RichText.Block]) {
    for block in blocks { write(block) }
  }

  mutating func write(_ block: RichText.Block) {
    switch block {
    case .paragraph(let paragraph): write(paragraph, "<p", "</p>\n")
    case .heading(let level, let paragraph): writeHeading(level, paragraph)
    case .list(let list): write(list)
    case .blockQuote(let blocks):
      put("<blockquote>\n")
      write(blocks)
      put("</blockquote>\n")
    case .codeBlock(let code): write(code)
    case .table(let table): write(table)
    case .rule: put(isXML ? "<hr/>\n" : "<hr>\n")
    case .definitions(let definitions): write(definitions)
    case .pageBreak: put("<div style=\"page-break-after:always\"></div>\n")
    }
  }

  private mutating func write(_ definitions: [RichText.Definition]) {
    put("<dl>\n")
    for definition in definitions {
      for term in definition.terms {
        put("<dt>")
        write(term)
        put("</dt>\n")
      }
      for meaning in definition.meanings {
        put("<dd>")
        writeContent(meaning)
        put("</dd>\n")
      }
    }
    put("</dl>\n")
  }

  /// Writes blocks as the content of an element.
  ///
  /// A single paragraph without a layout is written as text. Other blocks are written on their own lines.
  mutating func writeContent(_ blocks: [RichText.Block]) {
    if blocks.count == 1, case .paragraph(let paragraph) = blocks[0], paragraph.layout.isPlain {
      write(paragraph.content)
    } else if !blocks.isEmpty {
      put("\n")
      write(blocks)
    }
  }

  private mutating func writeHeading(_ level: Int, _ paragraph: RichText.Paragraph) {
    let identifier = headingIdentifiers?.next(paragraph.content)
    switch level {
    case ...1: write(paragraph, "<h1", "</h1>\n", identifier: identifier)
    case 2: write(paragraph, "<h2", "</h2>\n", identifier: identifier)
    case 3: write(paragraph, "<h3", "</h3>\n", identifier: identifier)
    case 4: write(paragraph, "<h4", "</h4>\n", identifier: identifier)
    case 5: write(paragraph, "<h5", "</h5>\n", identifier: identifier)
    default: write(paragraph, "<h6", "</h6>\n", identifier: identifier)
    }
  }

  /// Writes a paragraph as an element.
  ///
  /// - Parameters:
  ///   - isChecked: the state of a check box before the text; nil for no check box.
  ///   - identifier: the element's identifier; nil for none.
  private mutating func write(
    _ paragraph: RichText.Paragraph, _ start: StaticString, _ end: StaticString, isChecked: Bool? = nil,
    identifier: String? = nil
  ) {
    put(start)
    if let identifier {
      put(" id=\"", attribute: identifier)
      put("\"")
    }
    write(paragraph.layout)
    put(">")
    if let isChecked { writeBox(isChecked) }
    write(paragraph.content)
    put(end)
  }

  /// Begins a paragraph whose text is written in parts.
  mutating func beginParagraph(_ layout: RichText.Layout) {
    put("<p")
    write(layout)
    put(">")
  }

  /// Ends a paragraph whose text was written in parts.
  mutating func endParagraph(endsInBreak: Bool) {
    if endsInBreak { put(isXML ? "<br/>" : "<br>") }
    put("</p>\n")
  }

  private mutating func write(_ layout: RichText.Layout) {
    guard !layout.isPlain else { return }
    if let direction = layout.direction { put(direction == .rightToLeft ? " dir=\"rtl\"" : " dir=\"ltr\"") }
    var styles: [String] = []
    let isRightToLeft = layout.direction == .rightToLeft
    if let alignment = layout.alignment { styles.append("text-align:\(alignment.css)") }
    for (property, length) in [
      (isRightToLeft ? "margin-right" : "margin-left", layout.indentation),
      (isRightToLeft ? "margin-left" : "margin-right", layout.trailingIndentation),
      ("text-indent", layout.firstLineIndentation),
    ] where length != 0 {
      styles.append("\(property):\(length.cssPoints)")
    }
    if let background = layout.background { styles.append("background-color:\(background.css)") }
    guard !styles.isEmpty else { return }
    put(" style=\"", attribute: styles.joined(separator: ";"))
    put("\"")
  }

  private mutating func write(_ code: RichText.CodeBlock) {
    put("<pre><code")
    if let language = code.language {
      let word = language.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      if word != language { losses.add(.metadata, "languages of code") }
      if !word.isEmpty {
        put(" class=\"language-", attribute: word)
        put("\"")
      }
    }
    put(">")
    put(escaping: code.text)
    put("</code></pre>\n")
  }

  private mutating func writeBox(_ isChecked: Bool) {
    if isXML {
      put("<input type=\"checkbox\" disabled=\"disabled\"")
      put(isChecked ? " checked=\"checked\"/> " : "/> ")
    } else {
      put(isChecked ? "<input type=\"checkbox\" disabled checked> " : "<input type=\"checkbox\" disabled> ")
    }
  }
}

// MARK: - Lists

extension HTMLWriter {
  private mutating func write(_ list: RichText.List) {
    switch list.marker {
    case .bullet(.disc): put("<ul")
    case .bullet(.circle): put("<ul style=\"list-style-type:circle\"")
    case .bullet(.square): put("<ul style=\"list-style-type:square\"")
    case .number(let start, let style, let delimiter):
      put("<ol")
      if start != 1 { put(plain: " start=\"\(start)\"") }
      switch style {
      case .decimal: break
      case .lowercaseLetter: put(" type=\"a\"")
      case .uppercaseLetter: put(" type=\"A\"")
      case .lowercaseRoman: put(" type=\"i\"")
      case .uppercaseRoman: put(" type=\"I\"")
      }
      if delimiter == .parenthesis { put(" data-delimiter=\")\"") }
    }
    let outer = outerNumber
    // HTML cannot include the outer numbers in the numbers of items. Browsers show the markers from the
    // styles; other readers show each item's own number.
    let followsOuter = list.followsOuterNumber && outer != nil
    if followsOuter { put(" data-numbers=\"outer\"") }
    // If a loose list contains paragraphs, their elements already show that the list is loose.
    if !list.isTight, !list.items.contains(where: { $0.blocks.contains { $0.isParagraph } }) {
      put(" data-tight=\"false\"")
    }
    put(">\n")
    for (index, item) in list.items.enumerated() {
      let (mark, number) = list.mark(ofItem: index, after: outer)
      outerNumber = number
      put("<li")
      if followsOuter {
        put(" style=\"", attribute: "list-style-type:'\(mark) '")
        put("\"")
      }
      put(">")
      write(item, isTight: list.isTight)
    }
    outerNumber = outer
    if case .bullet = list.marker { put("</ul>\n") } else { put("</ol>\n") }
  }

  private mutating func write(_ item: RichText.ListItem, isTight: Bool) {
    var box = item.isChecked
    if let isChecked = box, item.blocks.first?.isParagraph != true {
      writeBox(isChecked)
      box = nil
    }
    for index in item.blocks.indices {
      guard case .paragraph(let paragraph) = item.blocks[index] else {
        if index == 0 { put("\n") }
        write(item.blocks[index])
        continue
      }
      let isBetween =
        index > 0 && item.blocks[index - 1].isParagraph
        || index + 1 < item.blocks.count && item.blocks[index + 1].isParagraph
      if !isTight {
        if index == 0 { put("\n") }
        write(paragraph, "<p", "</p>\n", isChecked: box)
      } else if isBetween || !paragraph.layout.isPlain {
        if index == 0 { put("\n") }
        write(paragraph, "<div", "</div>\n", isChecked: box)
      } else {
        if let box { writeBox(box) }
        write(paragraph.content)
        if index + 1 < item.blocks.count { put("\n") }
      }
      box = nil
    }
    put("</li>\n")
  }
}

// MARK: - Tables

extension HTMLWriter {
  private mutating func write(_ table: RichText.Table) {
    beginTable(caption: table.caption)
    let headerRowCount = min(max(table.headerRowCount, 0), table.rows.count)
    for (number, row) in table.rows.enumerated() {
      write(row: row, number: number, headerRowCount: headerRowCount)
    }
    endTable(rowCount: table.rows.count, headerRowCount: headerRowCount)
  }

  /// Begins a table that is written row by row.
  mutating func beginTable(caption: [RichText.Inline]) {
    put("<table>\n")
    if !caption.isEmpty {
      put("<caption>")
      write(caption)
      put("</caption>\n")
    }
  }

  /// Writes one row of a table.
  ///
  /// - Parameter number: the number of rows of the table that have already been written.
  mutating func write(row: [RichText.TableCell], number: Int, headerRowCount: Int) {
    if number == headerRowCount {
      put(number == 0 ? "<tbody>\n" : "</thead>\n<tbody>\n")
    } else if number == 0 {
      put("<thead>\n")
    }
    write(row, isHeader: number < headerRowCount)
  }

  /// Ends a table.
  mutating func endTable(rowCount: Int, headerRowCount: Int) {
    if rowCount > 0 { put(rowCount <= headerRowCount ? "</thead>\n" : "</tbody>\n") }
    put("</table>\n")
  }

  private mutating func write(_ row: [RichText.TableCell], isHeader: Bool) {
    put("<tr>\n")
    for cell in row {
      put(isHeader ? "<th" : cell.isRowHeading ? "<th scope=\"row\"" : "<td")
      if cell.columnSpan > 1 { put(plain: " colspan=\"\(cell.columnSpan)\"") }
      if cell.rowSpan > 1 { put(plain: " rowspan=\"\(cell.rowSpan)\"") }
      let styles = [
        cell.alignment.map { "text-align:\($0.css)" }, cell.background.map { "background-color:\($0.css)" },
      ].compactMap(\.self)
      if !styles.isEmpty { put(plain: " style=\"\(styles.joined(separator: ";"))\"") }
      put(">")
      writeContent(cell.blocks)
      put(isHeader || cell.isRowHeading ? "</th>\n" : "</td>\n")
    }
    put("</tr>\n")
  }
}

// MARK: - CSS values

extension RichText.Alignment {
  fileprivate var css: String { self == .justified ? "justify" : rawValue }
}

extension RichText.Layout {
  /// Whether the layout has only default values.
  fileprivate var isPlain: Bool {
    alignment == nil && direction == nil && indentation == 0 && trailingIndentation == 0
      && firstLineIndentation == 0 && background == nil
  }
}

extension RichText.Block {
  fileprivate var isParagraph: Bool { if case .paragraph = self { true } else { false } }
}

import ByteTools
import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// Reads a part with text in one pass: the main document, or its footnotes or endnotes.
///
/// Each element that needs an action at its end has a frame on a stack. Unknown elements are transparent, so
/// that text in unknown containers is kept. Notes and text boxes have a flow of their own.
struct WordBodyReader {
  enum Frame {
    /// An element without an action at its end.
    case plain
    case paragraph
    /// A run; the properties of the enclosing run are restored at its end.
    case run(WordRunProperties)
    case text
    case instruction
    /// A link, with the place of its beginning.
    case hyperlink(runCount: Int, paragraphCount: Int)
    case simpleField
    case table, row, cell
    case textBox(WordRunProperties)
    case note(WordDocument.NoteKey?)
    case drawing, picture, shape(hasText: Bool)
    case contentControl(isChecked: Bool?)
    case formula
    case formulaText
    case formulaPart(LinearFormula.Part, start: Int)
  }

  var document: WordDocument
  let part: PartName
  let relationships: Relationships
  var xml: WordXML
  var frames: [Frame] = []
  /// The properties of the current run.
  var run = WordRunProperties()
  var flow = WordFlow()
  /// The flows that enclose the current text box, from the outermost to the innermost.
  var outerFlows: [WordFlow] = []
  /// The state of the current element `w:t`.
  var textStart: Int?
  var keepsSpaces = false
  /// Whether the rest of the current run is the reference mark of a note.
  var isNoteMark = false
  var formula = LinearFormula()
  var counters = WordListCounters()
  var inlines = InlineBuilder()
  /// The properties of the last paragraph.
  var lastForm: WordParagraph.Form?
  /// The check box of the open content control, whose character has not been read yet.
  var pendingBox: Bool?
  let isNotes: Bool

  private init(_ xml: WordXML, part: PartName, document: WordDocument, isNotes: Bool) throws(CoderError) {
    self.document = document
    self.part = part
    self.xml = xml
    self.isNotes = isNotes
    relationships =
      part == document.mainPart ? document.relationships : try self.document.package.relationships(of: part)
  }

  /// Reads the text of the main part.
  static func readBody(_ document: inout WordDocument) throws(CoderError) -> [RichText.Block] {
    guard let xml = try document.xml(of: document.mainPart) else {
      throw CoderError(
        .wrongFormat, "the package does not contain the document “\(document.mainPart.path)”")
    }
    var reader = try WordBodyReader(xml, part: document.mainPart, document: document, isNotes: false)
    try reader.read()
    reader.finishFlow()
    document = reader.document
    return WordBlockBuilder.blocks(of: reader.flow.pieces, losses: &document.losses)
  }

  /// Reads the footnotes or endnotes.
  static func readNotes(
    _ xml: WordXML, part: PartName, document: inout WordDocument
  ) throws(CoderError) {
    var reader = try WordBodyReader(xml, part: part, document: document, isNotes: true)
    try reader.read()
    document = reader.document
  }

  private mutating func read() throws(CoderError) {
    var hasRoot = isNotes
    defer {
      document.losses.add(.formatting, "content for other programs", count: xml.unknownContentCount)
    }
    while let event = try xml.next() {
      switch event {
      case .begin(let name) where !hasRoot:
        guard name == .document else {
          throw CoderError(
            .wrongFormat, "the outermost element is not that of a Word document", subject: part.path)
        }
        hasRoot = true
        frames.append(.plain)
      case .text: text()
      case .end:
        if let frame = frames.popLast() { try end(frame) }
      case .begin(let name):
        guard let name else {
          frames.append(.plain)
          continue
        }
        try begin(name)
      }
    }
  }

  // MARK: Elements

  /// Handles the start of an element; each element either appends a frame, or is read up to its end.
  private mutating func begin(_ name: WordName) throws(CoderError) {
    switch name {
    case .run, .formulaRun:
      frames.append(.run(run))
      run = WordRunProperties()
      isNoteMark = false
    case .runProperties:
      var changeCount = 0
      run = try xml.readRunProperties(
        &document.theme, styles: document.styles, rejectsChanges: document.rejectsChanges,
        changeCount: &changeCount)
      document.losses.add(.comments, "tracked changes", count: changeCount)
    case .text: beginText(isDeleted: false)
    case .deletedText: beginText(isDeleted: true)
    case .instruction: frames.append(.instruction)
    case .paragraph:
      frames.append(.paragraph)
      beginParagraph()
    case .paragraphProperties:
      guard case .paragraph? = frames.last else { return try xml.skipElement() }
      flow.properties = try xml.readParagraphProperties(
        &document.theme, styles: document.styles, rejectsChanges: document.rejectsChanges)
      flow.style = flow.properties.style.flatMap { document.styles.paragraphStyle($0) }
      document.losses.add(.comments, "tracked changes", count: flow.properties.changeCount)
    case .table, .row, .cell, .tableProperties, .tableExceptions, .tableGrid, .rowProperties, .cellProperties:
      try beginTableElement(name)
    case .hyperlink: beginHyperlink()
    case .bookmarkStart:
      putBookmark()
      frames.append(.plain)
    case .simpleField: beginSimpleField()
    case .fieldCharacter: try readFieldCharacter()
    case .insertion, .moveTo, .deletion, .moveFrom: try beginChange(name)
    case .footnote, .endnote:
      guard isNotes else { return frames.append(.plain) }
      try beginNote(isEndnote: name == .endnote)
    case .contentControlProperties: try readContentControl()
    case .contentControl: frames.append(.contentControl(isChecked: nil))
    case .sectionProperties: endSection(try xml.readSection(), isLast: true)
    case .background:
      if document.settings.showsBackground { document.losses.add(.colors, "the page background") }
      try xml.skipElement()
    case .alternateChunk, .subdocument:
      document.losses.add(.formatting, "embedded documents")
      try xml.skipElement()
    case .ruby:
      document.losses.add(.characters, "phonetic guides")
      frames.append(.plain)
    case .rubyText, .contentControlEnd, .customProperties, .smartTagProperties, .paragraphChange, .runChange,
      .sectionChange, .tableChange, .rowChange, .cellChange, .gridChange, .tableExceptionChange,
      .vectorShapeType, .fieldData, .numberingChange:
      try xml.skipElement()
    case .bidirectionalOverride:
      document.losses.add(.layout, "direction overrides")
      frames.append(.plain)
    case .formula, .formulaText, .fraction, .numerator, .denominator, .superscript, .subscript, .radical,
      .degree, .nary, .naryProperties, .delimiter, .delimiterProperties, .matrixRow, .formulaElement,
      .accentProperties, .groupProperties:
      try beginFormulaElement(name)
    default:
      if try !beginSign(name), try !beginDrawingElement(name) { frames.append(.plain) }
    }
  }

  /// Handles the end of an element.
  private mutating func end(_ frame: Frame) throws(CoderError) {
    switch frame {
    case .plain, .instruction, .shape(hasText: true): break
    case .paragraph: endParagraph()
    case .run(let outer):
      run = outer
      isNoteMark = false
    case .text: endText()
    case .hyperlink(let runCount, let paragraphCount): endHyperlink(runCount, paragraphCount)
    case .simpleField: endField()
    case .table: endTable()
    case .row: endRow()
    case .cell: endCell()
    case .textBox(let outer): endTextBox(outer)
    case .note(let key): endNote(key)
    case .drawing: try endDrawing()
    case .picture: try endPicture()
    case .shape(hasText: false): flow.drawing.shapeCount += 1
    case .contentControl: pendingBox = nil
    case .formula: endFormula()
    case .formulaText: break
    case .formulaPart(let part, let start): formula.end(part, from: start)
    }
  }

  // MARK: Tracked changes

  /// Begins inserted, deleted or moved text.
  private mutating func beginChange(_ name: WordName) throws(CoderError) {
    let isDeletion = name == .deletion || name == .moveFrom
    if isDeletion == document.rejectsChanges {
      document.losses.add(.comments, "tracked changes")
      return frames.append(.plain)
    }
    document.losses.add(
      .comments, "text that a tracked change \(isDeletion ? "deleted" : "inserted")")
    try xml.skipElement()
  }

  // MARK: Content controls

  private mutating func readContentControl() throws(CoderError) {
    var isChecked: Bool?
    var isForm = false
    var titleCount = 0
    try xml.forEachDescendant { (name, xml) throws(CoderError) in
      switch name {
      case .contentControlCheckBox: isChecked = isChecked ?? false
      case .contentControlChecked:
        isChecked = xml.attribute(.contentControlCheckedValue).map { WordMeasure.isOn($0) }
      case .contentControlList, .contentControlComboBox, .contentControlDate: isForm = true
      case .contentControlTitle, .contentControlTag:
        if xml.attribute(.val).map({ !$0.isEmpty }) ?? false { titleCount = 1 }
      default: break
      }
      return false
    }
    document.losses.add(.metadata, "titles of content controls", count: titleCount)
    if isForm { document.losses.add(.formatting, "form fields") }
    guard let isChecked else { return }
    pendingBox = isChecked
  }

  // MARK: Notes and text boxes

  private mutating func beginNote(isEndnote: Bool) throws(CoderError) {
    let type = xml.attribute(.type)
    guard type == nil || type == "normal", let identifier = xml.attribute(.identifier) else {
      // Separators between the text and the notes.
      return try xml.skipElement()
    }
    flow = WordFlow()
    counters = WordListCounters()
    frames.append(.note(WordDocument.NoteKey(isEndnote: isEndnote, identifier: identifier)))
  }

  private mutating func endNote(_ key: WordDocument.NoteKey?) {
    finishFlow()
    guard let key else { return }
    var blocks = WordBlockBuilder.blocks(of: flow.pieces, losses: &document.losses)
    // A space follows the number at the beginning of a note.
    if flow.hasOwnMark, case .paragraph(var paragraph)? = blocks.first,
      case .text(let text)? = paragraph.content.first, text.hasPrefix(" ") || text.hasPrefix("\t")
    {
      paragraph.content[0] = .text(String(text.dropFirst()))
      if text.count == 1 { paragraph.content.removeFirst() }
      blocks[0] = .paragraph(paragraph)
    }
    document.notes[key] = blocks
    flow = WordFlow()
  }

  /// Begins the text of a text box; it follows the paragraph in which the box is anchored.
  mutating func beginTextBox() {
    frames.append(.textBox(run))
    run = WordRunProperties()
    outerFlows.append(flow)
    flow = WordFlow()
  }

  private mutating func endTextBox(_ outer: WordRunProperties) {
    finishFlow()
    guard var enclosing = outerFlows.popLast() else { return }
    // The flows are swapped, because an assignment would copy the outer flow for every text box.
    swap(&flow, &enclosing)
    run = outer
    flow.drawing.textBoxCount += 1
    guard !enclosing.pieces.isEmpty else { return }
    document.losses.add(.layout, "text boxes")
    flow.boxes += enclosing.pieces
  }

  /// Ends the current paragraph, tables and fields of a flow.
  mutating func finishFlow() {
    flow.isJoining = false
    flow.properties = WordDirectProperties()
    flow.style = nil
    flushParagraph()
    while !flow.tables.isEmpty { endTable() }
    if !flow.fields.isEmpty { document.warnings.append("a field of the document has no end") }
    document.losses.add(.links, LinkAnchors.detail, count: flow.pendingAnchors.count)
    flow.pendingAnchors = []
  }

  /// Ends a paragraph whose text is not in an element `w:p`.
  mutating func flushParagraph() {
    guard !flow.runs.isEmpty || !flow.boxes.isEmpty else { return }
    flow.isJoining = false
    takeParagraph()
  }

  // MARK: Sections

  /// Ends a section.
  ///
  /// - Parameter isLast: whether the section is the last of the document.
  mutating func endSection(_ section: WordSection, isLast: Bool) {
    guard !isNotes, outerFlows.isEmpty else { return }
    document.losses.add(.comments, "tracked changes", count: section.changeCount)
    if let place = flow.pendingSection {
      var isBroken = false
      if place + 1 < flow.pieces.count, case .pageBreak = flow.pieces[place + 1] { isBroken = true }
      if section.beginsPage, !isBroken { flow.pieces[place] = .pageBreak }
      flow.pendingSection = nil
    }
    if section.columnCount > 1 { document.losses.add(.layout, "columns") }
    if section.hasBorders { document.losses.add(.layout, "page borders") }
    if section.hasLineNumbers { document.losses.add(.layout, "line numbers") }
    if !isLast {
      document.losses.add(.layout, "sections")
      if flow.tables.isEmpty {
        flow.pendingSection = flow.pieces.count
        flow.pieces.append(.sectionEnd)
      }
    }
    document.sections.append(section)
  }
}

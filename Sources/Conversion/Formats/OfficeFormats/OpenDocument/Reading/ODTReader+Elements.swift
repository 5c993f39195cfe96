import ProfferConversions
import RichTextFormats
import XMLText

extension ODTReader {
  /// Whether the current element contains text of a paragraph.
  var isInParagraph: Bool {
    switch scopes.last {
    case .paragraph, .inline, .span, .link, .field, .frameLink: !paragraphs.isEmpty
    default: false
    }
  }

  /// Handles the beginning of an element: adds its scope, or skips it.
  mutating func begin(_ name: ODTName?) throws {
    guard let name else { return try beginUnknown() }
    switch name {
    case .textP, .textH: beginParagraph(isHeading: name == .textH)
    case .textSpan: beginSpan()
    case .textA: beginLink()
    case .textS, .textTab, .textLineBreak: try addSpace(name)
    case .textList:
      scopes.append(.list)
      beginList()
    case .textListItem:
      scopes.append(.item)
      beginItem()
    case .textListHeader:
      scopes.append(.listHeader)
      beginListHeader()
    case .textNumberedParagraph: beginNumberedParagraph()
    case .textNumber: try readNumber()
    case .textSection: try beginSection()
    case .textSectionSource:
      if xml.hasAttribute(.xlinkHref) { losses.add(.links, "sources of linked sections") }
      try xml.skipElement()
    case .tableTable: beginTable()
    case .tableTableColumns, .tableTableColumnGroup: scopes.append(.columns)
    case .tableTableHeaderColumns: beginHeaderColumns()
    case .tableTableColumn: try readColumn()
    case .tableTableRows, .tableTableRowGroup: scopes.append(.rows)
    case .tableTableHeaderRows: beginHeaderRows()
    case .tableTableRow: beginRow()
    case .tableTableCell, .tableCoveredTableCell: beginCell(isCovered: name == .tableCoveredTableCell)
    case .tableTitle, .tableDesc:
      losses.add(.metadata, "descriptions of tables")
      try xml.skipElement()
    case .textNote: beginNote()
    case .textNoteBody: beginNoteBody()
    case .textNoteCitation:
      if xml.hasAttribute(.textLabel) { losses.add(.formatting, "marks of notes") }
      try xml.skipElement()
    case .textUserFieldDecl:
      losses.add(.metadata, "document properties")
      try xml.skipElement()
    case .textTrackedChanges, .textChangedRegion, .textInsertion, .textDeletion, .textFormatChange,
      .textChange, .textChangeStart, .textChangeEnd:
      try beginChange(name)
    case .drawFrame, .drawA, .drawTextBox, .drawImage, .drawObject, .drawObjectOle, .drawPlugin,
      .drawApplet, .drawFloatingFrame, .drawControl, .svgTitle, .svgDesc, .drawImageMap:
      try beginDrawing(name)
    case _ where ODTElement.shapes.contains(name): beginShape()
    default: try beginInline(name)
    }
  }

  /// Handles elements in paragraphs that only have an effect at their beginning, and fields.
  private mutating func beginInline(_ name: ODTName) throws {
    switch name {
    case .textBookmark, .textBookmarkStart, .textReferenceMark, .textReferenceMarkStart:
      if let name = xml.attribute(.textName) { add(anchor: name) }
      try xml.skipElement()
    case .officeAnnotation:
      losses.add(.comments, "annotations")
      try xml.skipElement()
    case .textRuby:
      losses.add(.formatting, "ruby annotations")
      beginTransparent()
    case .textRubyText: try xml.skipElement()
    case .textScript, .officeEventListeners:
      losses.add(.scripts, "macros")
      try xml.skipElement()
    case .textHiddenParagraph:
      if xml.attribute(.textIsHidden) == "true", isInParagraph {
        paragraphs[paragraphs.count - 1].isHidden = true
      }
      try xml.skipElement()
    case _ where ODTElement.indexMarks.contains(name):
      losses.add(.metadata, "entries of indexes and tables of contents")
      try xml.skipElement()
    case _ where ODTElement.fields.contains(name): try beginField(name)
    case _ where ODTElement.silent.contains(name): try xml.skipElement()
    default: beginTransparent()
    }
  }

  /// Handles an element with a name that the reader does not know: its content is read.
  private mutating func beginUnknown() throws { beginTransparent() }

  func transparentScope() -> Scope { isInParagraph ? .inline : .block }

  private mutating func beginTransparent() { scopes.append(transparentScope()) }

  /// Handles the end of an element.
  mutating func end(_ scope: Scope) throws {
    switch scope {
    case .block, .inline, .columns, .rows, .trackedChanges, .changedRegion, .insertion: break
    case .listHeader: endListHeader()
    case .paragraph: endParagraph()
    case .span:
      guard !paragraphs.isEmpty else { break }
      paragraphs[paragraphs.count - 1].flush()
      paragraphs[paragraphs.count - 1].formats.removeLast()
    case .link(let count): endLink(count)
    case .field(let count): endField(count)
    case .list: endList()
    case .item: endItem()
    case .numberedParagraph:
      endItem()
      endList()
    case .table: endTable()
    case .headerColumns: if !tables.isEmpty { tables[tables.count - 1].isInHeaderColumns = false }
    case .headerRows: if !tables.isEmpty { tables[tables.count - 1].isInHeaderRows = false }
    case .row: endRow()
    case .cell, .coveredCell: endCell(isCovered: scope == .coveredCell)
    case .note: break
    case .noteBody: endNoteBody()
    case .frame: endFrame()
    case .frameLink: if !frameLinks.isEmpty { frameLinks.removeLast() }
    case .textBox, .shape: endBox()
    case .hidden: hiddenCount -= 1
    case .deletion: endDeletion()
    }
  }

  // MARK: Text

  /// Adds the text of the current event.
  mutating func addText() {
    guard isInParagraph else {
      // The format allows only white space here.
      guard !isOutside(scopes.last) else { return }
      let text = xml.text
      losses.add(
        .characters, "outside of paragraphs",
        count: text.unicodeScalars.count { !$0.properties.isWhitespace })
      return
    }
    guard !isDropping, !isConcealed() else { return }
    paragraphs[paragraphs.count - 1].addText(xml)
  }

  /// Whether text directly in an element is not content.
  private func isOutside(_ scope: Scope?) -> Bool {
    switch scope {
    case .trackedChanges, .changedRegion, .insertion, .columns, .headerColumns, nil: true
    default: isDropping
    }
  }

  /// Returns whether the format hides text, and counts hidden text once for each place.
  mutating func isConcealed() -> Bool {
    guard let format = paragraphs.last?.format, format.properties.isHidden == true else {
      isConcealing = false
      return false
    }
    if !isConcealing {
      isConcealing = true
      losses.add(.comments, "hidden text")
    }
    return true
  }

  /// Adds the spaces, the tab or the line break that the current element stands for.
  private mutating func addSpace(_ name: ODTName) throws {
    defer { isConcealing = isConcealing && !paragraphs.isEmpty }
    if isInParagraph, !isDropping, !isConcealed() {
      let last = paragraphs.count - 1
      switch name {
      case .textS:
        let wanted = max(ODTValue.count(xml.attribute(.textC), limit: RepeatedSpaces.countLimit) ?? 1, 1)
        let count = spaces.take(wanted)
        losses.add(.characters, RepeatedSpaces.detail, count: wanted - count)
        paragraphs[last].add(0x20, count: count)
      case .textTab: paragraphs[last].add(0x09, count: 1)
      default: paragraphs[last].add(.hardBreak)
      }
    }
    try xml.skipElement()
  }

  private mutating func add(anchor name: String) {
    guard !name.isEmpty, !isDropping, !paragraphs.isEmpty, isInParagraph else { return }
    hasAnchors = true
    paragraphs[paragraphs.count - 1].add(anchor: name)
  }

  // MARK: Sections

  private mutating func beginSection() throws {
    let style = styles.style(.section, xml.attribute(.textStyleName))
    let display = xml.attribute(.textDisplay)
    if display == "none" || display == "condition" && xml.attribute(.textIsHidden) == "true" {
      losses.add(.comments, "hidden text")
      hiddenCount += 1
      scopes.append(.hidden)
      return
    }
    if style?.hasColumns == true { losses.add(.layout, "columns of text") }
    scopes.append(.block)
  }

  private mutating func beginNumberedParagraph() {
    scopes.append(.numberedParagraph)
    let flow = flows.count - 1
    let style = xml.attribute(.textStyleName)
    let level = max(ODTValue.count(xml.attribute(.textLevel), limit: ODTListStyle.levelCount) ?? 1, 1) - 1
    let counters = numbers.counters(of: xml.attribute(.textListId) ?? "", style: style)
    flows[flow].lists.append(
      ODTOpenList(
        counters: counters, style: style, level: level, list: numbers[counters].list, isContinued: true))
    beginItem()
  }

  /// Skips the stored label of a heading; the reader computes the label from the styles.
  private mutating func readNumber() throws { try xml.skipElement() }
}

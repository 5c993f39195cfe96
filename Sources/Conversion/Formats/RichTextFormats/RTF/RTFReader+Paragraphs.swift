import ProfferConversions

extension RTFReader {
  /// Ends a paragraph.
  mutating func endParagraph() {
    finishCharacters()
    let depth = frame.layout.tableDepth
    if flow.tables.count != depth { flow.setDepth(depth) }
    if frame.layout.beginsPage { beginPage(depth: depth) }
    let endsPage = flow.endsPage && flow.runs.isEmpty
    flow.endsPage = false
    // A paragraph that contains only a page break becomes the page break.
    if endsPage, frame.layout.list == 0 {
      flow.paragraphCount += 1
      return
    }
    flow.append(.paragraph(takeParagraph()), depth: depth)
  }

  /// Handles a page break.
  ///
  /// A page break between paragraphs becomes a block. A page break inside a paragraph is counted as lost.
  mutating func putPageBreak() {
    guard frame.destination == .body else { return }
    guard flow.runs.isEmpty, pendingBytes.isEmpty else {
      losses.add(.layout, "page breaks inside paragraphs")
      return
    }
    let depth = frame.layout.tableDepth
    if flow.tables.count != depth { flow.setDepth(depth) }
    beginPage(depth: depth)
    flow.endsPage = true
  }

  private mutating func beginPage(depth: Int) {
    if depth == 0 {
      flow.append(.pageBreak, depth: 0)
    } else {
      losses.add(.layout, "page breaks in tables")
    }
  }

  mutating func endCell(depth: Int) {
    guard frame.destination == .body else { return }
    finishCharacters()
    // The word `\cell` ends a cell, even if the paragraph is not marked as part of a table.
    let depth = min(depth, Self.nestingLimit)
    let paragraph = takeParagraph()
    flow.setDepth(depth)
    flow.append(.paragraph(paragraph), depth: depth)
    flow.endCell()
  }

  mutating func endRow(depth: Int) {
    guard frame.destination == .body else { return }
    finishCharacters()
    let depth = min(depth, Self.nestingLimit)
    if !flow.runs.isEmpty { endCell(depth: depth) }
    if flow.tables.count > depth { flow.setDepth(depth) }
    if flow.tables.count == depth { flow.endRow() }
  }

  /// Removes the runs of the current paragraph, and returns the paragraph.
  private mutating func takeParagraph() -> RTFParagraph {
    defer {
      flow.emptyParagraph()
      flow.paragraphCount += 1
      flow.endsPage = false
      frame.layout.explicitCell = nil
    }
    var layout = frame.layout
    let style = header.styles[layout.style]
    let cellUse = style?.cellUse ?? .none
    if cellUse != .none { layout.forgetIndentation() }
    var name = style?.name ?? ParagraphStyleName()
    if name.kind == .paragraph, let level = layout.outlineLevel ?? style?.outlineLevel,
      (0..<9).contains(level)
    {
      name.kind = .heading(min(level + 1, 6))
    }
    if name.kind == .paragraph, flow.runs.isEmpty, layout.hasBottomBorder { name.kind = .rule }
    if name.kind == .rule, !flow.runs.isEmpty { name.kind = .paragraph }
    var runs = RTFRuns(of: flow, format(name: name, style: style), header: header, links: links)
    let box = runs.removeBox()
    var start = runs.next().map { [$0] } ?? []
    var item = item(name: name, box: box)
    if item == nil { takeLabel(to: &start, name: name) }
    label = ""
    layout.background = header.color(layout.backgroundNumber)
    if layout.background != nil, name.kind.isLine { losses.add(.colors, RichText.Table.backgroundDetail) }
    if layout.hasBorder || layout.hasBottomBorder && !start.isEmpty {
      losses.add(.layout, "borders of paragraphs")
    }
    if item == nil, name == ParagraphStyleName(), layout.isHanging, let mark = RTFTypedMarker(start) {
      item = ParagraphItem(
        list: mark.list, level: layout.typedLevel, marker: mark.marker, isTight: layout.isTight,
        isChecked: nil)
      start.removeFirst(byteCount: mark.byteCount)
    }
    for run in start { inlines.append(run) }
    while let run = runs.next() { inlines.append(run) }
    let form = RTFParagraph.Form(
      name: name, layout: layout, item: item, isCellHeading: cellUse == .heading
    ).shared(with: lastForm)
    lastForm = form
    return RTFParagraph(content: inlines.finish(), form: form)
  }

  // MARK: Items

  /// Adds the label of a paragraph to its text if the paragraph is not a list item.
  ///
  /// In the rich text model, a heading outside of list items has no number, so the number becomes text. If
  /// the document has no label for the number, the number is counted as lost.
  private mutating func takeLabel(to runs: inout [RichText.Run], name: ParagraphStyleName) {
    guard name.containers.isEmpty else { return }
    switch name.kind {
    case .paragraph where !label.isEmpty: runs.insert(RichText.Run(.text(label)), at: 0)
    case .heading where !label.isEmpty && !runs.isEmpty:
      let words = label.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !words.isEmpty { runs.insert(RichText.Run(.text(words + " ")), at: 0) }
    case .heading where !runs.isEmpty && listLevel?.level.marker(start: 1) != nil:
      losses.add(.formatting, "heading numbers")
    default: break
    }
  }

  private mutating func item(name: ParagraphStyleName, box: Bool?) -> ParagraphItem? {
    switch name.kind {
    case .paragraph: break
    case .heading: guard name.containers.last == .list else { return nil }
    default: return nil
    }
    let layout = frame.layout
    guard let (level, followsOuterNumber) = listLevel, let marker = level.marker(start: level.start) else {
      return nil
    }
    if let detail = level.lostDetail(followsOuterNumber: followsOuterNumber) {
      losses.add(.formatting, detail)
    }
    return ParagraphItem(
      list: layout.list, level: layout.list < 0 ? 0 : layout.listLevel, marker: marker,
      followsOuterNumber: followsOuterNumber, isTight: layout.isTight,
      isChecked: box ?? level.isChecked)
  }

  /// The list level of the paragraph; nil if the paragraph has no list, or if the header does not define
  /// the list.
  private var listLevel: (level: RTFListLevel, followsOuterNumber: Bool)? {
    let layout = frame.layout
    if layout.list < 0 { return (legacyLists[-layout.list - 1], false) }
    guard layout.list != 0, let levels = header.overrides[layout.list], !levels.isEmpty else { return nil }
    let number = min(layout.listLevel, levels.count - 1)
    return (levels[number], RTFListLevel.followsOuterNumber(at: number, in: levels))
  }

  // MARK: Runs

  /// Returns the format of text that has no formatting of its own.
  private func format(name: ParagraphStyleName, style: RTFStyle?) -> CharacterFormat {
    if case .heading = name.kind, style?.name == nil, let first = flow.runs.first {
      // The format of a heading without a style is the format that all its text has in common.
      return header.sharedFormat(of: flow.runs.map(flow.characters), first: flow.characters(of: first))
    }
    let isPlain = name == ParagraphStyleName() && style?.cellUse != .heading
    return isPlain ? header.format() : header.format(of: style)
  }
}

extension [RichText.Run] {
  /// Removes bytes from the beginning of the first run, which must be text.
  fileprivate mutating func removeFirst(byteCount: Int) {
    guard case .text(let text)? = first?.content else { return }
    let rest = text.utf8.dropFirst(byteCount)
    if rest.isEmpty { removeFirst() } else { self[0].content = .text(String(Substring(rest))) }
  }
}

/// Reads lists of RTF before Word 97; every paragraph of such a list contains the description of the list.
extension RTFReader {
  mutating func beginLegacyList() {
    begin(.legacyList)
    legacyLists.append(RTFListLevel(format: 255, text: "\u{1}"))
  }

  /// Handles a word of a list description, and returns false for any other word.
  mutating func legacyListWord(_ word: RTFWord, _ number: Int) -> Bool {
    guard let last = legacyLists.indices.last else { return false }
    func setNumbers(_ format: Int) {
      legacyLists[last].format = format
      legacyLists[last].text = "\u{2}\u{0}"
    }
    switch word {
    case .pnlvlblt: legacyLists[last].format = 23
    case .pnlvlbody, .pnlvl, .pndec, .pncard, .pnord: setNumbers(0)
    case .pnucrm: setNumbers(1)
    case .pnlcrm: setNumbers(2)
    case .pnucltr: setNumbers(3)
    case .pnlcltr: setNumbers(4)
    case .pnlvlcont: legacyLists[last].format = 255
    case .pnstart: legacyLists[last].start = number
    case .pnprev: legacyLists[last].text += "\u{0}"
    case .pntxta: begin(.capture(.legacyMarker))
    case .pntxtb: if legacyLists[last].format == 23 { begin(.capture(.legacyMarker)) } else { skipGroup() }
    default: return false
    }
    return true
  }

  /// Ends a list description; a description equal to the preceding description continues the same list.
  mutating func endLegacyList() {
    let last = legacyLists.count - 1
    guard last >= 0 else { return }
    if last > 0, legacyLists[last] == legacyLists[last - 1] { legacyLists.removeLast() }
    frame.layout.list = -legacyLists.count
  }
}

import ColorFormats
import ProfferConversions

extension HTMLReader {
  /// Opens an element, after closing the elements that the start tag implicitly ends.
  mutating func open(_ name: HTMLName) {
    let element = name.element
    let target = self.target(of: name)
    closeImplied(by: element)
    let declarations = self.declarations(of: element, target)
    open(name, declarations, target)
  }

  private mutating func open(_ name: HTMLName, _ declarations: [StyleDeclaration], _ target: StyleTarget) {
    let element = name.element
    let isBlock = isBlock(element, declarations)
    if isBlock { flush() }
    guard elements.count < HTMLReader.elementLimit else {
      ignored[name, default: 0] += 1
      if !elements[elements.count - 1].style.isHidden {
        losses.add(.formatting, "elements nested too deeply")
      }
      return
    }
    var open = HTMLOpenElement(
      name, isBlock: isBlock,
      style: HTMLStyle(
        of: element, isBlock: isBlock, inside: elements[elements.count - 1].style, declarations))
    open.declarations = declarations
    if isBlock, !open.style.isHidden, code == nil {
      if declarations.contains(.pageBreak(isBefore: true)) { emitPageBreak() }
      open.hasFrame = openFrame(for: element, &open, declarations)
    }
    if !open.hasFrame { open.frameCount = frames.count }
    open.blockCount = frames[frames.count - 1].blockCount
    open.contentCount = contentCount
    formatCount += 1
    open.formatNumber = formatCount
    elements.append(open)
    targets.append(target)
    didOpen(open)
  }

  private func isBlock(_ element: HTMLElement, _ declarations: [StyleDeclaration]) -> Bool {
    if declarations.isEmpty { return element.isBlock }
    let display = declarations.reversed().lazy.compactMap {
      if case .display(let display) = $0, display != .other { display } else { nil }
    }.first
    switch (element, display) {
    case (.div, .inline): return false
    case (.span, .block), (.a, .block), (.b, .block), (.other, .block): return true
    default: return element.isBlock
    }
  }

  /// Performs the actions that a start tag requires exactly once, when the element opens.
  private mutating func didOpen(_ open: HTMLOpenElement) {
    // Only a line feed directly after the start tag is dropped.
    if open.element != .pre, open.element != .listing { code?.dropsLineFeed = false }
    if code != nil, !open.hasFrame, !open.style.isHidden {
      if open.declarations.contains(where: \.isAlignment) { losses.add(.formatting, "styles in code") }
      if open.element.isStructure { losses.add(.formatting, "blocks in code") }
    }
    switch open.element {
    case .q: append(Array((open.style.quotationDepth.isMultiple(of: 2) ? "‘" : "“").utf8)[...])
    case .code:
      if let code, code.text.isEmpty, code.language == nil, let codeLanguage {
        self.code?.language = codeLanguage
      }
    case .ruby: losses.add(.formatting, "ruby annotations")
    case .details: losses.add(.formatting, "collapsible sections")
    case .figure: losses.add(.formatting, "figures and their captions")
    case .sup, .sub:
      let outer = elements.dropLast().contains { $0.element == .sup || $0.element == .sub }
      if outer { losses.add(.formatting, "nested superscripts and subscripts") }
    case .ol:
      if let start = scanner.attribute("start").flatMap({ Int($0) }), !(0...999_999_999).contains(start) {
        losses.add(.formatting, "start numbers of lists")
      }
    case .math: losses.add(.formatting, "formulas")
    case .button: losses.add(.formatting, "form fields")
    // If a definition list is not allowed at this position, its terms and definitions become paragraphs.
    case .dl:
      if !open.style.isHidden, !open.hasFrame, code == nil, !frames[frames.count - 1].holdsWords {
        losses.add(.formatting, "definition lists, converted to paragraphs")
      }
    default: break
    }
    guard
      case .tabs(let count)? = open.declarations.last(where: { if case .tabs = $0 { true } else { false } })
    else { return }
    line.append(Array(repeating: UInt8(ascii: "\t"), count: count)[...], .kept, open.format)
  }

  /// The programming language according to a class such as `language-swift`.
  private var codeLanguage: String? {
    guard let classes = scanner.attribute("class") else { return nil }
    for word in classes.split(whereSeparator: \.isWhitespace) {
      for prefix in ["language-", "lang-"] where word.hasPrefix(prefix) && word.count > prefix.count {
        return String(word.dropFirst(prefix.count))
      }
    }
    return nil
  }
}

// MARK: - Frames

extension HTMLReader {
  /// Opens the frame for an element, and returns false if the element has no frame.
  private mutating func openFrame(
    for element: HTMLElement, _ open: inout HTMLOpenElement, _ declarations: [StyleDeclaration]
  ) -> Bool {
    let last = frames[frames.count - 1]
    guard !last.holdsWords else {
      let blocks: [HTMLElement] = [.ul, .ol, .menu, .dir, .blockquote, .pre, .table, .dl]
      if blocks.contains(element) { losses.add(.formatting, Self.wordsDetail(last.kind)) }
      return false
    }
    switch element {
    case .pre, .listing, .xmp, .plaintext:
      emitAnchors()
      if open.style.layout.background != nil { losses.add(.colors, RichText.Table.backgroundDetail) }
      open.frameCount = frames.count
      code = HTMLCode(language: codeLanguage, attributes: open.style.attributes)
      return true
    case .blockquote:
      // Browsers create quotations without a border for their "indent" command.
      guard !declarations.contains(.noBorder), mayDeepen(by: element) else { return false }
      closeImplicitFrames()
    case .section, .div, .aside:
      guard beginsNotes || openedNote != nil else { return false }
      closeImplicitFrames()
    case .p:
      guard book != nil, openedNote != nil else { return false }
      closeImplicitFrames()
    case .dt, .dd: guard last.kind == .definitions else { return false }
    case .ul, .ol, .menu, .dir, .table, .dl:
      guard mayDeepen(by: element) else { return false }
      closeImplicitFrames()
    case .li:
      if frames[frames.count - 1].kind != .list || lists[lists.count - 1].office != nil {
        guard mayDeepen(by: element) else { return false }
        closeImplicitFrames()
        self.open(HTMLList(marker: .bullet(.disc)), isImplicit: true)
      }
    case .tr, .caption: guard last.kind == .table else { return false }
    case .td, .th: guard last.kind == .row else { return false }
    default: return false
    }
    open.frameCount = frames.count
    let background = open.style.layout.background
    let alignment = settle(&open.style, element)
    switch element {
    case .blockquote: self.open(HTMLFrame(.quotation))
    case .li: openItem(declarations)
    case .table: self.open(HTMLFrame(.table))
    case .tr: self.open(HTMLFrame(.row))
    case .caption: self.open(HTMLFrame(.caption))
    case .section, .div, .aside, .p: openNotes()
    case .dl: self.open(HTMLFrame(.definitions))
    case .dt: self.open(HTMLFrame(.term))
    case .dd: self.open(HTMLFrame(.meaning))
    case .td, .th: openCell(isHeader: element == .th, alignment, background)
    default: self.open(list(element, declarations))
    }
    return true
  }

  /// Adapts the style of an element that has a frame for the content of the frame, and returns the alignment
  /// of the frame itself.
  func settle(_ style: inout HTMLStyle, _ element: HTMLElement) -> RichText.Alignment? {
    guard element != .pre, element != .listing, element != .xmp, element != .plaintext else { return nil }
    style.resetLayout()
    let alignment = style.layout.alignment
    // Captions and terms cannot have a background.
    if element == .caption || element == .dt { style.layout.background = nil }
    if element == .td || element == .th || element == .table { style.layout.alignment = nil }
    if element == .td || element == .th { style.layout.background = nil }
    return alignment
  }

  private func list(_ element: HTMLElement, _ declarations: [StyleDeclaration]) -> HTMLList {
    var list = HTMLList(marker: element == .ol ? .number(start: 1) : .bullet(.disc))
    for declaration in declarations {
      switch declaration {
      case .marker(let marker): (list.marker, list.hidesMarkers) = (marker, false)
      case .noMarker: list.hidesMarkers = true
      default: break
      }
    }
    if case .number(_, let style, _) = list.marker {
      let start = scanner.attribute("start").flatMap { Int($0) }.map { min(max($0, 0), 999_999_999) }
      let isClosed = scanner.attribute("data-delimiter") == ")"
      list.marker = .number(start: start ?? 1, style: style, delimiter: isClosed ? .parenthesis : .period)
    }
    if element == .ol { list.isReversed = scanner.attribute("reversed") != nil }
    if scanner.attribute("data-tight") == "false" { list.isLoose = true }
    list.followsOuterNumber =
      scanner.attribute("data-numbers") == "outer" && frames[frames.count - 1].kind == .item
      && lists.last?.marker.isNumber == true
    return list
  }

  private mutating func openItem(_ declarations: [StyleDeclaration]) {
    let list = lists.count - 1
    if lists[list].items.isEmpty {
      for case .marker(let marker) in declarations {
        switch (lists[list].marker, marker) {
        case (.number(let start, _, let delimiter), .number(_, let style, _)):
          lists[list].marker = .number(start: start, style: style, delimiter: delimiter)
        default: lists[list].marker = marker
        }
      }
    }
    if declarations.contains(.noMarker) { lists[list].hidesMarkers = true }
    if let value = scanner.attribute("value").flatMap({ Int($0) }), (0...999_999_999).contains(value) {
      number(value, in: list)
    }
    var item = HTMLFrame(.item)
    if scanner.attribute("role") == "checkbox" || scanner.attribute("aria-checked") != nil {
      item.isChecked = scanner.attribute("aria-checked") == "true"
    }
    open(item)
  }

  /// Sets the number of the next item; a number out of sequence ends the list and begins a new list.
  private mutating func number(_ value: Int, in list: Int) {
    guard case .number(let start, let style, let delimiter) = lists[list].marker,
      value != start + lists[list].items.count
    else { return }
    if !lists[list].items.isEmpty {
      let before = lists[list]
      lists[list].items = []
      count(before)
      add(before.block, from: frames.count - 2)
    }
    lists[list].marker = .number(start: value, style: style, delimiter: delimiter)
  }

  private mutating func openCell(isHeader: Bool, _ alignment: RichText.Alignment?, _ background: Color?) {
    func span(_ text: String?, limit: Int) -> Int {
      text.flatMap { Int($0) }.map { min(max($0, 1), limit) } ?? 1
    }
    var frame = HTMLFrame(.cell)
    frame.cell = HTMLCell(
      columnSpan: span(scanner.attribute("colspan"), limit: 1000),
      rowSpan: span(scanner.attribute("rowspan"), limit: 65_534), alignment: alignment, isHeader: isHeader)
    frame.cell.background = background
    frame.cell.namesRow = isHeader && scanner.attribute("scope")?.lowercased() == "row"
    open(frame)
  }
}

// MARK: - Implied ends

extension HTMLReader {
  /// Closes the elements that a start tag implicitly ends.
  private mutating func closeImplied(by element: HTMLElement) {
    switch element {
    case .li: closeSibling(.li, .li)
    case .dt, .dd: closeSibling(.dt, .dd)
    case .h1, .h2, .h3, .h4, .h5, .h6:
      closeParagraphElement()
      if let last = elements.last, last.element.headingLevel > 0 { close(through: elements.count - 1) }
    case .a:
      if let index = openIndex(stoppingAt: { $0.isScope }, where: { $0 == .a }) { end(elements[index].name) }
    case .tr, .td, .th, .thead, .tbody, .tfoot, .caption: closeTableParts(for: element)
    case .table:
      closeParagraphElement()
      // If a table is inside another table but not inside a cell, the end tag of the outer table is
      // missing.
      if let last = elements.last?.element, last == .table || last == .tr || last == .tbody,
        let table = openIndex(stoppingAt: { _ in false }, where: { $0 == .table })
      {
        close(through: table)
      }
    default: if element.isBlock { closeParagraphElement() }
    }
  }

  /// Closes a paragraph that is still open.
  mutating func closeParagraphElement() {
    if let index = openIndex(stoppingAt: { $0.isScope }, where: { $0 == .p }) { close(through: index) }
  }

  private mutating func closeSibling(_ first: HTMLElement, _ second: HTMLElement) {
    let index = openIndex(
      stoppingAt: { $0.isBlock && $0 != .div && $0 != .p && $0 != .address },
      where: { $0 == first || $0 == second }
    )
    if let index { close(through: index) }
    closeParagraphElement()
  }

  private mutating func closeTableParts(for element: HTMLElement) {
    guard let table = openIndex(stoppingAt: { _ in false }, where: { $0 == .table }) else { return }
    func place(_ parts: Set<HTMLElement>) -> Int? {
      elements.indices.dropFirst(table + 1).first { parts.contains(elements[$0].element) }
    }
    let section = place([.thead, .tbody, .tfoot])
    let row = place([.tr])
    // Rows after the end of a section, as in Word's tables, do not belong to the section.
    if section == nil, elements[table].hasFrame { tables[tables.count - 1].section = .none }
    switch element {
    case .td, .th:
      if let row {
        close(to: row + 1)
      } else {
        close(to: (section ?? table) + 1)
        open(HTMLName(.tr), [], StyleTarget(name: "tr"))
      }
    case .tr: close(to: (section ?? table) + 1)
    default:
      close(to: table + 1)
      guard elements[table].hasFrame else { return }
      switch element {
      case .thead: tables[tables.count - 1].section = .head
      case .tfoot: tables[tables.count - 1].section = .foot
      case .tbody: tables[tables.count - 1].section = .body
      default: break
      }
    }
  }

  private func openIndex(
    stoppingAt isBoundary: (HTMLElement) -> Bool, where isWanted: (HTMLElement) -> Bool
  ) -> Int? {
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      if isWanted(elements[index].element) { return index }
      if isBoundary(elements[index].element) { return nil }
    }
    return nil
  }
}

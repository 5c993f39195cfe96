import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

extension WordBodyReader {
  mutating func beginParagraph() {
    if !flow.isJoining { flushParagraph() }
    flow.isOpen = true
    flow.properties = WordDirectProperties()
    flow.style = nil
    for name in flow.pendingAnchors { flow.append(.anchor(name), run) }
    flow.pendingAnchors = []
  }

  mutating func endParagraph() {
    flow.isOpen = false
    let direct = flow.properties
    if direct.section == nil, continues(direct) {
      flow.isJoining = true
      flow.paragraphCount += 1
      return
    }
    flow.isJoining = false
    takeParagraph()
    if let section = direct.section { endSection(section, isLast: false) }
  }

  /// Returns whether a paragraph continues in the next paragraph.
  private mutating func continues(_ direct: WordDirectProperties) -> Bool {
    let mark = direct.mark.on
    if mark.contains(document.rejectsChanges ? .inserted : .deleted) {
      document.losses.add(.comments, "tracked changes")
      return true
    }
    if mark.contains(document.rejectsChanges ? .deleted : .inserted) {
      document.losses.add(.comments, "tracked changes")
    }
    if direct.properties.frame == .dropCap {
      document.losses.add(.layout, "drop caps")
      flow.forgetSizes()
      return true
    }
    return mark.contains(.vanish) && !mark.contains(.styleSeparator)
  }

  // MARK: Paragraphs

  /// Removes the runs of the current paragraph, and adds the paragraph to the flow.
  mutating func takeParagraph() {
    defer {
      flow.emptyParagraph()
      flow.boxes = []
      flow.paragraphCount += 1
    }
    let direct = flow.properties
    let styleIndex = flow.style ?? document.styles.defaultParagraphStyle
    let style = styleIndex.map { document.styles[$0] }
    var effective = document.styles.paragraphProperties(style: styleIndex)
    effective.apply(direct.properties)
    if effective.beginsPage ?? false, mayBeginPage { beginPage() }

    var name = style?.meaning ?? ParagraphStyleName()
    setHeading(&name, direct, isDeep: style?.isDeepHeading ?? false)
    if name.kind == .paragraph, flow.runs.isEmpty, effective.hasBottomBorder ?? false { name.kind = .rule }
    if name.kind == .rule, flow.hasContent { name.kind = .paragraph }
    countLosses(direct, effective, style: styleIndex, name)

    let cellUse = style?.cellUse ?? .none
    let box = removeBox()
    let item = countItem(direct, style, name: name, box: box, isTight: effective.isTight)
    let endsPage = flow.endsPage && !flow.hasContent
    let isReplaced = endsPage || flow.hasRule && !flow.hasContent
    let isOnlyPlace = !flow.hasContent && (!flow.boxes.isEmpty || direct.section != nil)
    if isReplaced || isOnlyPlace, item.item == nil, item.label.isEmpty, flow.runs.isEmpty {
      // A paragraph that contains only a page break, rule or text box becomes this part.
      if flow.hasRule { flow.append(.rule) }
      return appendBoxes()
    }
    let base = style?.baseStyle ?? document.styles.defaultParagraphStyle
    let content = content(style: styleIndex, base: base, label: item.label, name: name)
    noteTitle(style, content)
    let form = WordParagraph.Form(
      name: name,
      layout: document.layout(
        effective, base: base, keepsIndentation: cellUse == .none,
        isLine: name.kind.isLine),
      item: item.item, isCellHeading: cellUse == .heading,
      continuesItem: direct.properties.numbering == 0,
      leading: direct.properties.leading ?? item.leading ?? effective.leading ?? 0
    ).shared(with: lastForm)
    lastForm = form
    let endsInBreak = flow.pendingBreak == .page
    flow.append(.paragraph(WordParagraph(content: content, form: form)))
    if flow.hasRule { flow.append(.rule) }
    if endsInBreak { beginPage() }
    appendBoxes()
  }

  private mutating func appendBoxes() {
    for piece in flow.boxes { flow.append(piece) }
  }

  /// Whether a new page can begin before the current paragraph.
  private var mayBeginPage: Bool {
    switch flow.lastPiece {
    case nil, .pageBreak: false
    default: true
    }
  }

  /// Decides from the paragraph's own outline level whether the paragraph is a heading.
  private mutating func setHeading(
    _ name: inout ParagraphStyleName, _ direct: WordDirectProperties, isDeep: Bool
  ) {
    let isHeading = if case .heading = name.kind { true } else { false }
    guard isHeading || name.kind == .paragraph else { return }
    guard let level = direct.properties.outlineLevel else {
      if isDeep { document.losses.add(.formatting, "heading levels 7 to 9") }
      return
    }
    if level == 9 {
      if isHeading { name.kind = .paragraph }
    } else {
      name.kind = .heading(min(Int(level) + 1, 6))
      if level > 5 { document.losses.add(.formatting, "heading levels 7 to 9") }
    }
  }

  private mutating func noteTitle(_ style: WordStyle?, _ content: [RichText.Inline]) {
    guard style?.isTitle ?? false, document.firstTitle == nil, outerFlows.isEmpty, !isNotes else { return }
    let words = [RichText.Block.paragraph(RichText.Paragraph(content))].words
    if !words.isEmpty { document.firstTitle = words }
  }

  /// Counts the properties of a paragraph that the rich text model cannot express.
  private mutating func countLosses(
    _ direct: WordDirectProperties, _ effective: WordParagraphProperties, style: Int?,
    _ name: ParagraphStyleName
  ) {
    let base = document.styles.paragraphProperties(
      style: style.flatMap { document.styles[$0].baseStyle } ?? document.styles.defaultParagraphStyle)
    let isBordered =
      effective.hasBorder ?? false && !(base.hasBorder ?? false)
      || effective.hasBottomBorder ?? false && !(base.hasBottomBorder ?? false)
        && !(name.kind == .rule)
    if isBordered { document.losses.add(.layout, "borders of paragraphs") }
    if effective.frame == .other { document.losses.add(.layout, "frames") }
    if effective.hasTextDirection ?? false { document.losses.add(.layout, "text directions") }
    if name.kind.isLine, let shading = effective.shading, shading != base.shading, shading != .automatic {
      document.losses.add(.colors, RichText.Table.backgroundDetail)
    }
    if direct.hasTabs { document.losses.add(.layout, "tab stops") }
    if direct.hasSpacing, flow.hasContent { document.losses.add(.layout, "spacing of paragraphs") }
  }

  // MARK: Runs

  /// Removes the check box at the beginning, and returns whether it is checked; nil if there is none.
  private mutating func removeBox() -> Bool? {
    guard let first = flow.runs.first, case .text(let start) = first.content else { return nil }
    let isStyled = flow.format(of: first).style.map { document.styles[Int($0)].use == .box } ?? false
    guard flow.box != nil || isStyled else { return nil }
    var end = flow.text.count
    if flow.runs.count > 1 {
      guard
        case .text(let next)? = flow.runs.dropFirst().first(where: {
          if case .text = $0.content { true } else { false }
        })?.content
      else { return nil }
      end = next
    }
    let text = String(decoding: flow.text[start..<end], as: UTF8.self)
    guard let sign = text.unicodeScalars.first, let isChecked = flow.box ?? WordListLevel.isChecked(sign)
    else {
      return nil
    }
    flow.box = isChecked
    return isChecked
  }

  /// Converts the runs of the current paragraph.
  private mutating func content(
    style: Int?, base: Int?, label: String, name: ParagraphStyleName
  ) -> [RichText.Inline] {
    if flow.runs.isEmpty { return label.isEmpty ? [] : [.text(label)] }
    let styleNumber = Int32(style ?? -1)
    let baseNumber = Int32(base ?? -1)
    // The format of a heading without a style is the format that all its text has in common.
    let isUnstyledHeading =
      if case .heading = name.kind { style.flatMap { document.styles[$0].meaning } == nil } else { false }
    let shared = isUnstyledHeading ? sharedProperties(style: styleNumber) : nil
    if !label.isEmpty { inlines.append(RichText.Run(.text(label))) }
    // The attributes of most runs are those of the run before, with which they share memory.
    var previous:
      (format: Int32, link: Int32, result: WordDocument.TextFormat, attributes: RichText.Attributes)?
    var skipsBox = flow.box != nil && flow.isBoxInItem
    var skipsSpace = false
    for (index, run) in flow.runs.enumerated() {
      let format: WordDocument.TextFormat
      let attributes: RichText.Attributes
      if let previous, previous.format == run.format, previous.link == run.link {
        (format, attributes) = (previous.result, previous.attributes)
      } else {
        let link = flow.link(of: run)
        let key = WordDocument.FormatKey(
          run: flow.format(of: run), style: styleNumber, base: baseNumber, isLinked: link != nil)
        format = shared.map { document.format(key, base: $0) } ?? document.format(key)
        var linked = format.attributes
        if let link { linked.link = link }
        attributes = linked
        previous = (run.format, run.link, format, attributes)
      }
      let content: RichText.Run.Content
      switch run.content {
      case .text(let start):
        var text = String(decoding: flow.text[start..<textEnd(after: index)], as: UTF8.self)
        if skipsBox {
          (skipsBox, skipsSpace) = (false, true)
          text.unicodeScalars.removeFirst()
        }
        // The space after the box is usually in a run of its own.
        if skipsSpace, !text.isEmpty {
          skipsSpace = false
          if text.hasPrefix(" ") { text.removeFirst() }
        }
        if text.isEmpty { continue }
        if !format.lost.isEmpty { countLosses(format.lost) }
        if flow.runs.count == 1, label.isEmpty, attributes == RichText.Attributes() {
          return [.text(text)]
        }
        content = .text(text)
      case .hardBreak:
        skipsSpace = false
        content = .hardBreak
      case .attachment(let attachment):
        skipsSpace = false
        content = .attachment(attachment)
      case .anchor(let name): content = .anchor(name)
      case .note(let blocks):
        skipsSpace = false
        inlines.append(normalizedNote: blocks)
        continue
      }
      inlines.append(RichText.Run(content, attributes: attributes))
    }
    return inlines.finish()
  }

  /// The end of the text of a run, which is where the next text begins.
  private func textEnd(after index: Int) -> Int {
    for run in flow.runs[(index + 1)...] {
      if case .text(let next) = run.content { return next }
    }
    return flow.text.count
  }

  private func sharedProperties(style: Int32) -> WordRunProperties? {
    var shared: WordRunProperties?
    for run in flow.runs {
      guard case .text = run.content else { continue }
      let next = document.effectiveProperties(flow.format(of: run), style: style)
      guard var common = shared else {
        shared = next
        continue
      }
      common.on.formIntersection(next.on)
      if common.size != next.size { common.size = nil }
      if common.font != next.font { common.font = nil }
      if common.color != next.color { common.color = nil }
      shared = common
    }
    return shared
  }

  private mutating func countLosses(_ lost: WordRunProperties.Flags) {
    if !lost.isDisjoint(with: .raised) {
      document.losses.add(.formatting, "capitals, outlines and shadows")
    }
    if lost.contains(.spacing) { document.losses.add(.formatting, "character spacing and scale") }
    if lost.contains(.emphasisMark) { document.losses.add(.formatting, "emphasis marks") }
    if lost.contains(.border) { document.losses.add(.formatting, "borders of text") }
    if lost.contains(.effect) { document.losses.add(.formatting, "text effects") }
    if lost.contains(.eastAsianLayout) { document.losses.add(.formatting, "East Asian layouts") }
    if lost.contains(.otherUnderline) { document.losses.add(.formatting, "kinds of underlines") }
  }

  // MARK: Items

  /// Counts the current paragraph in its list.
  ///
  /// - Returns: the item that begins with the paragraph, or the label that becomes text.
  private mutating func countItem(
    _ direct: WordDirectProperties, _ style: WordStyle?, name: ParagraphStyleName, box: Bool?, isTight: Bool
  ) -> (item: ParagraphItem?, label: String, leading: Int32?) {
    flow.isBoxInItem = false
    guard let number = direct.properties.numbering ?? style?.paragraph.numbering, number != 0 else {
      if box != nil { document.losses.add(.formatting, "form fields") }
      return (nil, "", nil)
    }
    guard let numbering = document.numbering.numbering(number, document.styles) else {
      document.losses.add(.formatting, "lists without a definition")
      return (nil, "", nil)
    }
    var level = direct.properties.level
    if direct.properties.numbering == nil, level == nil, let style {
      let setter = style.numberingStyle.map { document.styles[$0].identifier }
      let linked =
        numbering.levels.firstIndex { $0.style != nil && $0.style == style.identifier }
        ?? numbering.levels.firstIndex { $0.style != nil && $0.style == setter }
      level = linked.map { Int8($0) }
    }
    let place = Int(level ?? style?.paragraph.level ?? 0)
    let count = counters.count(number, level: place, in: numbering)
    let definition = numbering.levels[place]

    let mayBeItem: Bool
    switch name.kind {
    case .paragraph: mayBeItem = true
    case .heading: mayBeItem = name.containers.last == .list
    case .code, .rule, .caption, .term: mayBeItem = false
    }
    if mayBeItem, let marker = definition.marker(number: count.numbers[place]) {
      let follows = WordListLevel.followsOuterNumber(at: place, in: numbering.levels)
      if let detail = definition.lostDetail(
        number: count.numbers[place], followsOuterNumber: follows)
      {
        document.losses.add(.formatting, detail)
      }
      flow.isBoxInItem = box != nil
      return (
        ParagraphItem(
          list: numbering.definition + 1, level: place, marker: marker, followsOuterNumber: follows,
          isTight: isTight, isChecked: box ?? definition.isChecked, beginsList: count.isRestarted), "",
        definition.leading
      )
    }
    let label = definition.label(count.numbers, numbering.levels)
    guard !label.isEmpty, flow.hasContent || mayBeItem else { return (nil, "", nil) }
    switch name.kind {
    case .heading:
      // In the rich text model, a heading outside of list items has no number, so the number becomes text.
      let words = label.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return (nil, words.isEmpty ? "" : words + " ", nil)
    case .paragraph, .caption:
      document.losses.add(.formatting, "list markers, kept as text")
      return (nil, label + definition.suffix, nil)
    case .code, .rule, .term: return (nil, "", nil)
    }
  }
}

extension WordDocument {
  /// Returns the layout of a paragraph, without the layout that its style provides.
  fileprivate func layout(
    _ effective: WordParagraphProperties, base baseStyle: Int?, keepsIndentation: Bool, isLine: Bool
  ) -> RichText.Layout {
    let base = styles.paragraphProperties(style: baseStyle)
    let isRightToLeft = effective.isRightToLeft ?? false
    var layout = RichText.Layout()
    if isRightToLeft { layout.direction = .rightToLeft }
    let alignment = effective.alignment ?? .leading
    if alignment != base.alignment ?? .leading {
      layout.alignment =
        switch alignment {
        case .leading: isRightToLeft ? .right : .left
        case .trailing: isRightToLeft ? .left : .right
        case .center: .center
        case .justified: .justified
        }
    }
    func length(_ own: Int32?, _ usual: Int32?) -> Double {
      own ?? 0 == usual ?? 0 ? 0 : Double(own ?? 0) / 20
    }
    if keepsIndentation {
      layout.indentation = length(effective.leading, base.leading)
      layout.trailingIndentation = length(effective.trailing, base.trailing)
      layout.firstLineIndentation = length(effective.firstLine, base.firstLine)
    }
    if !isLine, effective.shading ?? .automatic != base.shading ?? .automatic {
      layout.background = effective.shading?.color
    }
    return layout
  }
}

import ProfferConversions
import RichTextFormats
import XMLText

extension ODTReader {
  mutating func beginParagraph(isHeading: Bool) {
    scopes.append(.paragraph)
    let name = xml.attribute(.textStyleName)
    let style = styles.paragraph(name)
    let flow = flows.count - 1
    let isTop = paragraphs.count == flows[flow].paragraphBase && flows[flow].listBases.isEmpty
    if let held = changes.takeHeld(isTop: isTop) {
      paragraphs.append(held)
      return
    }
    let base = isHeading ? styles.headingBase(name) : style.base
    var paragraph = ODTOpenParagraph(style: style, format: ODTFormat(properties: style.text, base: base))
    if isHeading {
      paragraph.headingLevel = max(ODTValue.count(xml.attribute(.textOutlineLevel), limit: 100) ?? 1, 1)
      paragraph.hasNoNumber = xml.attribute(.textIsListHeader) == "true"
      if xml.attribute(.textRestartNumbering) == "true" {
        paragraph.startNumber = ODTValue.count(xml.attribute(.textStartValue)) ?? 1
      }
    }
    if isTop, !isDropping {
      paragraph.beganPage = beginPage(
        style.paragraph.breakBefore, master: style.masterPage,
        isDirect: style.direct.breakBefore == .page)
    }
    if style.paragraph.hasDropCap == true, !isDropping { losses.add(.layout, "drop caps") }
    isConcealing = false
    // A deletion can begin and end with a space.
    if flows[flow].kind == .deletion { paragraph.keepSpace() }
    paragraphs.append(paragraph)
  }

  /// Adds the page break before a paragraph or table, and returns whether there is one.
  ///
  /// - Parameter isDirect: whether the break is direct formatting, so that it is kept at the beginning.
  mutating func beginPage(
    _ kind: ODTParagraphProperties.Break?, master: String?, isDirect: Bool
  ) -> Bool {
    let flow = flows.count - 1
    guard flows[flow].kind == .body else {
      if flows[flow].kind == .cell, kind == .page || master != nil {
        losses.add(.layout, "page breaks in tables")
      }
      return false
    }
    let isFirst = !hasContent
    hasContent = true
    if let master { styles.pages.use(master) } else if isFirst { styles.pages.useFirst() }
    if kind == .column { losses.add(.layout, "column breaks") }
    guard kind == .page || master != nil, !isFirst || isDirect else { return false }
    endHeldParagraph()
    flows[flow].blocks.addPageBreak()
    return true
  }

  mutating func endParagraph() {
    guard var paragraph = paragraphs.popLast() else { return }
    let flow = flows.count - 1
    let isTop = paragraphs.count == flows[flow].paragraphBase && flows[flow].listBases.isEmpty
    if changes.isInInsertion, isTop, flows[flow].kind != .deletion {
      // The end of the paragraph is part of the insertion, so the next paragraph continues this one.
      return changes.hold(paragraph)
    }
    if hiddenCount > 0 { return }
    if paragraph.isHidden {
      losses.add(.comments, "hidden text")
      return
    }
    if flows[flow].kind == .deletion {
      paragraph.keepSpace()
      flows[flow].pieces.append(.paragraph(paragraph))
      return
    }
    add(&paragraph)
    if isTop, flows[flow].kind == .body, paragraph.style.paragraph.breakAfter == .page {
      flows[flow].blocks.addPageBreak()
    }
  }

  /// Adds a paragraph whose element has ended to the blocks.
  mutating func add(_ open: inout ODTOpenParagraph) {
    let flow = flows.count - 1
    var content = open.finish()
    if isInSlideTitle { return add(slideTitle: content) }
    if flows[flow].lists.count == flows[flow].listBase { slides.endedCounters = nil }
    let style = open.style
    var name = style.name
    var isHeading = false
    if let level = open.headingLevel {
      name.kind = .heading(min(level, 6))
      if level > 6 { losses.add(.formatting, "heading levels 7 to 9") }
      isHeading = true
    } else if style.use == .title, name.kind == .paragraph, !content.isEmpty {
      name.kind = .heading(1)
      let words = [RichText.Block.paragraph(RichText.Paragraph(content))].words
      if title == nil, !words.isEmpty { title = words }
    }
    let properties = style.paragraph
    if name.kind == .paragraph, content.isEmpty, properties.hasBottomBorder == true { name.kind = .rule }
    if name.kind == .rule, !content.isEmpty { name.kind = .paragraph }
    if flows[flow].kind != .cell { name.aroundTable = nil }

    var place = ListPlace()
    var label: String?
    if isHeading, name.containers.last != .list, isItemPending {
      // A heading that is the first paragraph of an item only has the number of the item.
      label = takeLabel(style)
    } else {
      place = takeItem(style, isTight: properties.isTight || slides.isPresentation, box: open.box)
      label = isHeading ? headingLabel(open) : place.label
    }
    if let label, !label.isEmpty, !content.isEmpty {
      content = [RichText.Inline](runs: [RichText.Run(.text(label + " "))] + content.runs)
    }
    let isContained =
      !name.containers.isEmpty || place.lists.item != nil || place.lists.inner != nil
    let layout = layout(style, place: place, isContained: isContained)
    if layout.background != nil, name.kind.isLine {
      losses.add(.colors, RichText.Table.backgroundDetail)
    }
    if properties.hasOtherBorder == true || properties.hasBottomBorder == true && name.kind != .rule {
      losses.add(.layout, "borders of paragraphs")
    }
    if properties.hasBackgroundImage == true { losses.add(.images, "background images") }
    let paragraph = ODTParagraph(
      content: content, name: name, layout: layout, lists: place.lists, use: style.use,
      isPlace: open.isPlace || open.beganPage || !flows[flow].listBases.isEmpty)
    // A paragraph that only holds a page break is the page break.
    if open.beganPage, content.isEmpty, paragraph.isPlain { return }
    flows[flow].blocks.add(paragraph, byteCount: open.byteCount)
  }

  // MARK: Layout

  private func layout(
    _ style: ODTResolvedStyle, place: ListPlace, isContained: Bool
  ) -> RichText.Layout {
    var layout = RichText.Layout()
    let properties = style.paragraph
    let isRightToLeft = isRightToLeft(properties.mode)
    if isRightToLeft {
      layout.direction = .rightToLeft
    } else if style.direct.mode == .leftToRight, !slides.isPresentation,
      style.common.mode == nil || self.isRightToLeft(style.common.mode)
    {
      // Programs also write the direction that the styles have anyway.
      layout.direction = .leftToRight
    }
    layout.alignment = properties.alignment?.value(isRightToLeft: isRightToLeft)
    layout.background = properties.background?.color
    // The indentation of a list, a quotation or a definition is not that of the paragraph.
    var reference = (leading: 0.0, trailing: 0.0, firstLine: 0.0)
    if isContained {
      if style.name.containers.isEmpty { return layout }
      if let margins = place.margins, style.name.containers.last == .list {
        guard style.direct.leading != nil || style.direct.firstLine != nil || style.direct.trailing != nil
        else { return layout }
        reference = (margins.leading, style.common.trailing ?? 0, margins.firstLine)
      } else {
        reference = (
          style.common.leading ?? 0, style.common.trailing ?? 0,
          place.lists.item == nil ? style.common.firstLine ?? 0 : place.margins?.firstLine ?? 0
        )
      }
    } else if style.name.kind.isLine {
      return layout
    } else if [.note, .cell, .cellHeading].contains(style.use) {
      // The hanging indent of notes makes room for their numbers, and the styles of cells may have indents.
      reference = (style.common.leading ?? 0, style.common.trailing ?? 0, style.common.firstLine ?? 0)
    }
    func difference(_ value: Double?, _ reference: Double) -> Double {
      let difference = (((value ?? reference) - reference) * 10_000).rounded() / 10_000
      return abs(difference) < 0.02 ? 0 : difference
    }
    layout.indentation = difference(properties.leading, reference.leading)
    layout.trailingIndentation = difference(properties.trailing, reference.trailing)
    if isContained {
      // A paragraph cannot reach out of its list or quotation.
      layout.indentation = max(0, layout.indentation)
      layout.trailingIndentation = max(0, layout.trailingIndentation)
    }
    layout.firstLineIndentation = difference(properties.firstLine, reference.firstLine)
    return layout
  }

  private func isRightToLeft(_ mode: ODTParagraphProperties.Mode?) -> Bool {
    switch mode {
    case .rightToLeft: true
    case .leftToRight: false
    case .page, nil: styles.pages.isRightToLeft
    }
  }

  // MARK: Headings

  /// Returns the number that the outline style gives to a heading; nil if it has none.
  private mutating func headingLabel(_ paragraph: ODTOpenParagraph) -> String? {
    guard let outline = styles.outline, let level = paragraph.headingLevel, !paragraph.hasNoNumber,
      level <= ODTListStyle.levelCount, paragraph.style.listStyle != "", flows[flows.count - 1].kind == .body
    else { return nil }
    let own = outline[level - 1]
    headingNumbers[level - 1] =
      paragraph.startNumber ?? headingNumbers[level - 1].map { min($0 + 1, 999_999_999) } ?? own.start
    for deeper in level..<max(level, ODTListStyle.levelCount) { headingNumbers[deeper] = nil }
    guard own.marker(start: 0) != nil else { return nil }
    return ODTValue.trimmed(outline.label(at: level - 1, numbers: headingNumbers))
  }
}

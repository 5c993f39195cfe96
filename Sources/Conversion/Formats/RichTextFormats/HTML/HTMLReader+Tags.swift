import Foundation
import ProfferConversions

extension HTMLReader {
  /// Handles a start tag.
  mutating func start(_ name: HTMLName, isSelfClosing: Bool) {
    if skipsStart(of: name) { return }
    losses.add(.scripts, "event handlers", count: scanner.eventHandlerCount)
    let element = name.element
    if element == .a {
      if isNumberOfNote {
        skipped = (name, 1)
        return
      }
      if let target = noteTarget { return note(target, of: name) }
    }
    noteAnchor(of: element)
    switch element {
    case .html, .body: readPage(name)
    case .area: area(name)
    case .source:
      if scanner.attribute("srcset") != nil { losses.add(.images, HTMLReader.otherFormsDetail) }
    case .col, .colgroup:
      if scanner.attribute("width") != nil { losses.add(.formatting, HTMLReader.widthsDetail) }
      _ = declarations(of: element, target(of: name))
    case .head, .track, .param, .wbr: break
    case .meta: readMeta()
    case .link: readLink()
    case .base:
      if !base.isKnown, let href = destination("href") { base.url = URL(string: href) }
    case .br: if !isInterchangeMark { append(.hardBreak) }
    case .hr:
      let declarations = declarations(of: .hr, target(of: name))
      closeParagraphElement()
      if declarations.contains(.pageBreak(isBefore: true)) { emitPageBreak() }
      if isLineAboveNotes { flush() } else { rule() }
      if declarations.contains(.pageBreak(isBefore: false)) { emitPageBreak() }
    case .img, .image: picture()
    case .input: input()
    case .embed, .frame: lose(element)
    case _ where element.isRawText: rawText(of: name, isEmpty: isSelfClosing && scanner.isXML)
    case .plaintext:
      open(name)
      text(scanner.plainText(), hasReferences: false)
    case .svg where readsDrawnPicture(isEmpty: isSelfClosing && scanner.isXML): break
    case .template, .svg, .select, .datalist, .annotation:
      loseContent(of: name)
      if !isSelfClosing { skipped = (name, 1) }
    case .other where book != nil && HTMLBook.isAlternative(name):
      losses.add(.formatting, "alternative forms of content")
      if !(isSelfClosing && scanner.isXML) { skipped = (name, 1) }
    default:
      if element.isMedia { lose(element) }
      open(name)
      if isSelfClosing, scanner.isXML { end(name) }
    }
  }

  /// Adds an anchor for the identifier or name of an element.
  private mutating func noteAnchor(of element: HTMLElement) {
    guard !scanner.attributes.isEmpty else { return }
    let isOwn = element == .a && scanner.attribute("href") == nil
    let identifier = scanner.attribute("id")
    if let identifier, !isNoteOfBook(element) { addAnchor(identifier, of: element, isOwn: isOwn) }
    if element == .a, let name = scanner.attribute("name"), name != identifier {
      addAnchor(name, of: element, isOwn: isOwn)
    }
  }

  /// Reads an area of an image map as a link with the area's alternative text or title.
  private mutating func area(_ name: HTMLName) {
    guard scanner.attribute("href") != nil else { return }
    let words = Array((scanner.attribute("alt") ?? scanner.attribute("title") ?? "").utf8)
    guard words.contains(where: { !$0.isHTMLSpace }) else { return losses.add(.links, "image map areas") }
    append([UInt8(ascii: " ")])
    open(name)
    append(words[...])
    end(name)
    append([UInt8(ascii: " ")])
  }

  /// Returns whether a start tag is part of skipped content.
  private mutating func skipsStart(of name: HTMLName) -> Bool {
    guard let (outer, depth) = skipped else { return false }
    let element = name.element
    switch outer.element {
    case .svg where element == .foreignObject:
      // HTML elements inside `foreignObject` do not end the drawing.
      skipped = (name, 1)
    case .svg where element.endsForeignContent,
      .select where element.isBlock || element == .input || element == .textarea:
      // The end tag of the skipped element is missing.
      skipped = nil
      return false
    default: if name == outer { skipped = (outer, depth + 1) }
    }
    if element.isRawText, !scanner.isXML { _ = scanner.rawText(of: name) }
    return true
  }

  /// Whether the last start tag is the mark that browsers append to copied content.
  private var isInterchangeMark: Bool { scanner.attribute("class") == "Apple-interchange-newline" }

  /// Adds a page break at the current position.
  mutating func emitPageBreak() {
    flush()
    guard elements.last?.style.isHidden == false, code == nil, frames[frames.count - 1].takesBlocks else {
      return losses.add(.formatting, "page breaks")
    }
    emit(.pageBreak)
  }

  private mutating func rule() {
    closeParagraphElement()
    flush()
    guard elements.last?.style.isHidden == false else {
      return losses.add(.formatting, HTMLReader.hiddenDetail)
    }
    if code == nil { emit(.rule) } else { losses.add(.formatting, "horizontal rules in code") }
  }

  private mutating func loseContent(of name: HTMLName) {
    switch name.element {
    case .svg: losses.add(.images, "inline SVG drawings")
    case .select, .datalist: losses.add(.formatting, "form fields")
    case .template: losses.add(.scripts, "templates")
    default: break
    }
  }

  /// Counts an element that rich text cannot show; the element's alternative content is read.
  private mutating func lose(_ element: HTMLElement) {
    let isPage = element == .frame || element == .iframe
    losses.add(.images, isPage ? HTMLReader.framesDetail : "audio, video and embedded objects")
  }

  /// The loss detail for embedded pages.
  static let framesDetail = "embedded pages"

  /// Reads an element whose content is raw text without tags.
  private mutating func rawText(of name: HTMLName, isEmpty: Bool) {
    let media = name.element == .style ? scanner.attribute("media") : nil
    let isImplied = name.element == .title && scanner.attribute(HTMLWriter.impliedTitle) != nil
    let (range, hasReferences) = isEmpty ? (0..<0, false) : scanner.rawText(of: name)
    switch name.element {
    case .script: losses.add(.scripts)
    case .style:
      guard media.map({ StyleSheet.isForScreens($0) }) ?? true else { return }
      styleSheet.add(scanner.bytes[range])
      if elements.count == 1 { restylePage() }
    case .title where isImplied: break
    case .title:
      var title: [UInt8] = []
      scanner.decode(range, isAttribute: false, into: &title)
      let words = String(decoding: title, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      if metadata.title == nil, !words.isEmpty { metadata.title = words.joined(separator: " ") }
    case .textarea, .xmp:
      if name.element == .textarea { losses.add(.formatting, "form fields") }
      open(name)
      text(range, hasReferences: hasReferences && name.element == .textarea)
      end(name)
    case .iframe: lose(.iframe)
    default: break
    }
  }

  /// Reads a form field.
  ///
  /// A check box at the beginning of a list item becomes the check box of the item.
  private mutating func input() {
    let last = frames.count - 1
    let type = scanner.attribute("type")?.lowercased()
    let isTicked = scanner.attribute("checked") != nil
    if type == "checkbox", frames[last].kind == .item, frames[last].isChecked == nil,
      frames[last].blocks.isEmpty,
      line.isEmpty
    {
      frames[last].isChecked = isTicked
    } else {
      losses.add(.formatting, type == "hidden" ? "hidden form fields" : "form fields")
    }
  }
}

// MARK: - End tags

extension HTMLReader {
  /// Handles an end tag.
  mutating func end(_ name: HTMLName) {
    if let (outer, depth) = skipped {
      // These end tags end a drawing even without a start tag.
      if outer.element == .svg, name.element == .p || name.element == .br {
        skipped = nil
        return end(name)
      }
      if name == outer {
        skipped = depth > 1 ? (outer, depth - 1) : nil
        // After the HTML in a drawing, the drawing continues.
        if outer.element == .foreignObject { skipped = (HTMLName(.svg), 1) }
      }
      return
    }
    if let count = ignored[name] {
      ignored[name] = count > 1 ? count - 1 : nil
      if name.element.isBlock { flush() }
      return
    }
    switch name.element {
    case .html, .body, .head: flush()
    case .br: append(.hardBreak)
    default:
      guard let index = openElement(endedBy: name) else {
        if name.element == .p { flush() }
        return
      }
      if name.element.isFormatting { endFormatting(at: index) } else { close(through: index) }
    }
  }

  /// Returns the index of the open element that an end tag closes.
  private func openElement(endedBy name: HTMLName) -> Int? {
    let element = name.element
    let isHeading = element.headingLevel > 0
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      let open = elements[index].element
      if elements[index].name == name || isHeading && open.headingLevel > 0 { return index }
      switch element {
      case .table: break
      case .td, .th, .tr, .tbody, .thead, .tfoot, .caption: if open == .table { return nil }
      case _ where element.isBlock || element.isFormatting: if open.isScope { return nil }
      // The end tag of any other element cannot close an element outside the enclosing block.
      default: if open.isBlock { return nil }
      }
    }
    return nil
  }

  /// Ends a formatting element, which may be closed in the wrong order.
  ///
  /// Blocks in the element stay open, without the formatting of the element.
  private mutating func endFormatting(at index: Int) {
    let hasBlocks = elements[(index + 1)...].contains { $0.isBlock }
    if hasBlocks {
      elements.remove(at: index)
      targets.remove(at: index)
      restyle(from: index)
    } else {
      close(through: index)
    }
  }

  /// Recomputes the styles of open elements.
  private mutating func restyle(from start: Int) {
    for index in start..<elements.count {
      let open = elements[index]
      var style = HTMLStyle(
        of: open.element, isBlock: open.isBlock, inside: elements[index - 1].style, open.declarations)
      if open.hasFrame { _ = settle(&style, open.element) }
      formatCount += 1
      elements[index].style = style
      elements[index].formatNumber = formatCount
    }
  }

  /// Closes an element and all elements in it; unclosed formatting elements continue after the element.
  mutating func close(through index: Int) {
    let closesFormatting = elements[index].element.isScope || elements[index].element == .tr
    var surviving: [(HTMLOpenElement, StyleTarget)] = []
    if !closesFormatting {
      for place in (index + 1)..<max(index + 1, elements.count) where elements[place].element.isFormatting {
        surviving.append((elements[place], targets[place]))
      }
    }
    close(to: index)
    guard !surviving.isEmpty else { return }
    let start = elements.count
    // Only a limited number of formatting elements continue, so that unclosed elements do not accumulate.
    for (open, target) in surviving.suffix(HTMLReader.survivorLimit) {
      var again = HTMLOpenElement(open.name, isBlock: false, style: HTMLStyle())
      again.contentCount = -1
      again.declarations = open.declarations
      again.frameCount = frames.count
      elements.append(again)
      targets.append(target)
    }
    restyle(from: start)
  }

  private static let survivorLimit = 12

  /// Closes elements until the given number are open.
  mutating func close(to count: Int) {
    while elements.count > count {
      if elements[elements.count - 1].isBlock { flush() }
      let open = elements.removeLast()
      targets.removeLast()
      if open.element == .a, open.contentCount == contentCount, open.style.attributes.link != nil {
        losses.add(.links, "without text")
      }
      if open.element == .q, !open.style.isHidden {
        append(Array((open.style.quotationDepth.isMultiple(of: 2) ? "’" : "”").utf8)[...])
      }
      if open.isBlock {
        finish(open)
        if !open.style.isHidden, open.declarations.contains(.pageBreak(isBefore: false)) { emitPageBreak() }
      }
    }
  }

  private mutating func finish(_ open: HTMLOpenElement) {
    if [.pre, .listing, .xmp, .plaintext].contains(open.element), open.hasFrame, let code {
      self.code = nil
      emit(
        .codeBlock(
          RichText.CodeBlock(String(decoding: code.text, as: UTF8.self), language: code.language)))
      return
    }
    // The frame is accessed in place, because adding a block to a copy would copy all its blocks.
    if open.element.headingLevel > 0, !open.style.isHidden, code == nil, frames.count == open.frameCount,
      frames[frames.count - 1].blockCount == open.blockCount, frames[frames.count - 1].takesBlocks
    {
      emit(
        .heading(
          level: open.element.headingLevel, RichText.Paragraph(takeAnchors(), layout: open.style.layout)))
    }
    // A block without a frame does not close implicit frames, because the paragraph in the block may be an
    // item of a Word list.
    if open.hasFrame { while frames.count > open.frameCount { closeFrame() } }
  }
}

extension HTMLFrame {
  fileprivate var takesBlocks: Bool {
    switch kind {
    case .root, .quotation, .item, .cell, .meaning, .notes: true
    case .list, .table, .row, .caption, .definitions, .term: false
    }
  }
}

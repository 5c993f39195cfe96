import Conversions
import Foundation

extension HTMLReader {
  /// Appends the text of a token.
  mutating func text(_ range: Range<Int>, hasReferences: Bool) {
    guard skipped == nil else { return }
    guard hasReferences else { return append(scanner.bytes[range]) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    scanner.decode(range, isAttribute: false, into: &decoded)
    append(decoded[...])
  }

  /// Appends characters in the look of the innermost element.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    let top = elements.count - 1
    if elements[top].style.isHidden {
      if !bytes.isBlank { warn("Text that the page hides was left out.") }
    } else if elements[top].style.isOfficeMarker {
      officeMarker.append(contentsOf: bytes)
    } else if code != nil {
      appendCode(bytes)
    } else if elements[top].style.tabCount != nil || elements[top].style.isFiller && bytes.isBlank
      || isBetweenCells && bytes.isBlank
    {
      // Nothing of it shows.
    } else {
      line.append(bytes, elements[top].style.whiteSpace, elements[top].look)
    }
  }

  /// Appends a picture, a break or the like.
  mutating func append(_ content: RichText.Run.Content) {
    let top = elements.count - 1
    guard !elements[top].style.isHidden else { return }
    if code == nil {
      line.append(content, elements[top].look)
    } else if case .attachment = content {
      tally.add(.images, "in code")
    } else {
      code?.text.append(UInt8(ascii: "\n"))
    }
  }

  private mutating func appendCode(_ bytes: ArraySlice<UInt8>) {
    guard var code else { return }
    self.code = nil
    defer { self.code = code }
    var bytes = bytes
    if code.dropsLineFeed, bytes.first == UInt8(ascii: "\n") { bytes.removeFirst() }
    code.dropsLineFeed = false
    code.text.append(contentsOf: bytes)
    guard !bytes.isBlank, let top = elements.last, code.lostLook != top.lookNumber else { return }
    var attributes = top.style.attributes
    attributes.isCode = code.attributes.isCode
    guard attributes != code.attributes else { return }
    if attributes.link != code.attributes.link { tally.add(.links, "in code") }
    if attributes.color != code.attributes.color || attributes.background != code.attributes.background {
      tally.add(.colours, "in code")
    }
    attributes.link = code.attributes.link
    attributes.color = code.attributes.color
    attributes.background = code.attributes.background
    if attributes != code.attributes { tally.add(.formatting, "styles in code") }
    code.lostLook = top.lookNumber
  }

  /// Whether the place is in a table, but in no cell.
  private var isBetweenCells: Bool {
    switch frames[frames.count - 1].kind {
    case .table, .row: true
    default: false
    }
  }

  /// Ends the paragraph at this place.
  mutating func flush() {
    if code != nil {
      code?.endLine()
      return
    }
    guard !line.isEmpty else { return }
    let runs = line.take()
    guard !runs.isEmpty, let style = elements.last?.style else { return }
    if frames[frames.count - 1].kind == .caption {
      let last = frames.count - 1
      if !frames[last].caption.isEmpty { frames[last].caption.append(RichText.Run(.hardBreak)) }
      frames[last].caption += runs
      return
    }
    let paragraph = RichText.Paragraph([RichText.Inline](runs: runs), layout: style.layout)
    if style.headingLevel > 0 {
      if !officeMarker.isEmpty { tally.add(.formatting, "numbers of headings") }
      officeMarker = []
      emit(.heading(level: style.headingLevel, paragraph))
    } else if let list = style.officeList {
      emit(paragraph, in: list)
    } else {
      closeImplicitFrames()
      if style.isSpaced, frames[frames.count - 1].kind == .item { lists[lists.count - 1].isLoose = true }
      emit(.paragraph(paragraph))
    }
  }

  /// Looks at a comment, some of which say what was copied.
  mutating func comment(_ range: Range<Int>) {
    let text = String(decoding: scanner.bytes[range].prefix(64), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    if text == "StartFragment" {
      forgetContent()
    } else if text == "EndFragment" {
      hasEnded = true
    } else if !text.isEmpty, !text.hasPrefix("[if"), !text.hasSuffix("[endif]"), skipped == nil {
      tally.add(.comments)
    }
  }

  /// Forgets all words so far, and keeps what is open: it is the surroundings of what was copied.
  private mutating func forgetContent() {
    line = HTMLLine()
    code?.text = []
    for index in frames.indices {
      frames[index].blocks = []
      frames[index].caption = []
    }
    for index in lists.indices { lists[index].items = [] }
    for index in tables.indices { tables[index].empty() }
    for index in elements.indices { elements[index].blockCount = 0 }
    tally = LossCounter()
    places = LinkedPlaces()
  }
}

extension ArraySlice<UInt8> {
  /// Whether nothing but white space and no-break spaces is in it.
  fileprivate var isBlank: Bool {
    allSatisfy { $0.isHTMLSpace || $0 == 0xC2 || $0 == 0xA0 }
  }
}

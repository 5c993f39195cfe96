import Foundation
import ProfferConversions

/// Converts HTML to rich text, tag by tag.
///
/// The reader builds no document tree. The reader has one stack of open elements, and one stack of the
/// blocks that these elements fill. An element that is not closed, or closed in the wrong order, ends where
/// browsers end the element in ordinary documents (Source: HTML Standard, tree construction). The size of
/// both stacks is limited. An element at a greater depth is merged into the enclosing element.
struct HTMLReader {
  var scanner: HTMLScanner
  /// The base of relative URLs.
  var base: HTMLBaseURL
  /// The resources saved with the page, by URL; in a book, the files of the book, by path.
  let resources: WebResources
  /// The place of the page in a book; nil for a page of its own.
  var book: HTMLBookPage?
  /// The open elements; the first represents the page itself.
  var elements: [HTMLOpenElement]
  /// The open elements, in the form that selectors are matched against.
  var targets: [StyleTarget] = [StyleTarget(name: "body")]
  var frames = [HTMLFrame(.root)]
  var lists: [HTMLList] = []
  var tables: [HTMLTable] = []
  var line = HTMLLine()
  var code: HTMLCode?
  var styleSheet: StyleSheet
  /// The number of links to each saved style sheet, by URL.
  var sheetUses: [String: Int] = [:]
  /// The parsed `style` attributes by their text, because programs often repeat an attribute.
  var knownStyles: [String: [RankedDeclaration]] = [:]
  /// For each name, the number of elements that were not opened because they are nested too deeply.
  var ignored: [HTMLName: Int] = [:]
  /// The element whose content is being skipped, and the number of open elements with its name.
  var skipped: (name: HTMLName, depth: Int)?
  /// The text of the marker before a paragraph of a Word list.
  var officeMarker: [UInt8] = []
  /// Whether an `EndFragment` comment has ended the copied part of the page.
  var hasEnded = false
  var formatCount = 0
  /// The number of nonblank texts and attachments added so far.
  var contentCount = 0
  var notes = Notes()
  /// The names of the anchors that will precede the next text.
  var pendingAnchors: [String] = []
  /// Whether any anchor was added to the text.
  private(set) var hasAnchors = false
  /// The number of `StartFragment` comments read so far; each begins the copied part of a page.
  var fragmentCount = 0
  /// The results of the first reading; nil during the first reading, and if the page is read only once.
  var survey: Survey?
  /// Whether to discard blocks, because the page is being read only for its survey.
  var dropsBlocks = false
  /// Whether to keep anchors that are not targets of links in the page.
  ///
  /// Links to these anchors may be outside the part of the page that is read.
  let keepsAllAnchors: Bool
  /// The names of all possible targets of links in the page; nil until the names are first needed.
  var linkTargets: Set<String>?
  var metadata = RichText.Metadata()
  var losses = LossCounter()
  private(set) var warnings: [String] = []
  var meter = ReadingMeter.silent

  /// The maximum number of open elements.
  ///
  /// A nested table takes four elements. The limit therefore allows blocks nested to the depth limit of
  /// rich text.
  static let elementLimit = 512

  init(
    _ bytes: [UInt8], isXML: Bool = false, base: URL? = nil, resources: WebResources = WebResources(),
    keepsAllAnchors: Bool = false
  ) {
    self.keepsAllAnchors = keepsAllAnchors
    scanner = HTMLScanner(bytes, isXML: isXML)
    self.base = HTMLBaseURL(base, byteCount: bytes.count)
    self.resources = resources
    elements = [HTMLOpenElement(HTMLName(.body), isBlock: true, style: HTMLStyle())]
    styleSheet = StyleSheet(stepLimit: 50_000 + bytes.count * StyleSheet.stepsPerByte)
  }

  /// Adds a warning, unless the same warning was added before.
  mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  /// Reads the whole page.
  mutating func read() { read { _ in } }

  /// Reads the whole page.
  ///
  /// - Parameter take: a function that receives the completed top-level blocks, if the page has a survey.
  mutating func read(_ take: (RichText.Block) throws -> Void) rethrows { try read(to: .max, take) }

  /// Reads the page up to a place, and the token at this place.
  mutating func read(to limit: Int, _ take: (RichText.Block) throws -> Void) rethrows {
    while !hasEnded, scanner.place <= limit, let token = scanner.next() {
      if survey != nil || dropsBlocks, frames[0].blocks.count >= Self.portion { try takeBlocks(take) }
      meter.reach(scanner.place)
      switch token {
      case .text(let range, let hasReferences): text(range, hasReferences: hasReferences)
      case .startTag(let name, let isSelfClosing): start(name, isSelfClosing: isSelfClosing)
      case .endTag(let name): end(name)
      case .comment(let range): comment(range)
      case .declaration(let range): if range.count > 9 { sectionOfXML(range) }
      }
    }
    if scanner.endsInsideMarkup, !hasEnded { warn("The text ends inside a tag or a comment.") }
  }

  /// Closes all open elements and returns the blocks.
  mutating func finish() -> [RichText.Block] {
    let blocks = settleNotes(finishWithoutNotes())
    notes.countUnsettled(in: &losses)
    return blocks
  }

  /// Closes all open elements and returns the blocks, whose notes are not yet at their reference marks.
  ///
  /// - Parameter keepsAnchors: whether anchors at the end are kept for the text of the next document.
  mutating func finishWithoutNotes(keepsAnchors: Bool = false) -> [RichText.Block] {
    closeAll(keepsAnchors: keepsAnchors)
    if styleSheet.isExhausted { warn("The style sheets have too many rules; some were not applied.") }
    return frames[0].blocks
  }

  mutating func closeAll(keepsAnchors: Bool = false) {
    close(to: 1)
    flush()
    if !keepsAnchors { emitAnchors() }
    while frames.count > 1 { closeFrame() }
  }
}

/// An element whose end tag has not been read yet.
struct HTMLOpenElement {
  let name: HTMLName
  let isBlock: Bool
  /// The declarations from the element's attributes and the style sheets.
  var declarations: [StyleDeclaration] = []
  var style: HTMLStyle
  /// The number that identifies the format of text directly in the element.
  var formatNumber = 0
  /// The number of frames that were open when the element was opened.
  var frameCount = 1
  /// Whether the element has a frame of its own.
  var hasFrame = false
  /// The number of blocks in the innermost frame when the element was opened.
  var blockCount = 0
  /// The value of ``HTMLReader/contentCount`` when the element was opened; negative if the element
  /// continues an earlier element.
  var contentCount = 0

  init(_ name: HTMLName, isBlock: Bool, style: HTMLStyle) {
    self.name = name
    self.isBlock = isBlock
    self.style = style
  }

  var element: HTMLElement { name.element }
  var format: HTMLLine.Format { HTMLLine.Format(attributes: style.attributes, number: formatNumber) }
}

/// The resources saved with a page, by URL.
struct WebResources: Sendable {
  struct Resource: Sendable {
    let data: Data
    let mimeType: String
  }

  private let resources: [String: Resource]

  init(_ resources: [String: Resource] = [:]) { self.resources = resources }

  subscript(url: String) -> Resource? { resources[url] }
}

/// A code block that is being read.
struct HTMLCode {
  var text: [UInt8] = []
  var language: String?
  /// Whether to drop a line feed at this position, directly after the start tag.
  var dropsLineFeed = true
  /// The attributes that text in the block may have without a loss: code style, and the font and language
  /// of the block.
  let attributes: RichText.Attributes
  /// The number of the format whose losses were counted last.
  var lostFormat = 0

  /// - Parameter attributes: the attributes of the element that begins the block.
  init(language: String?, attributes: RichText.Attributes) {
    self.language = language
    var kept = RichText.Attributes()
    kept.isCode = attributes.isCode
    (kept.fontFamily, kept.fontSize) = (attributes.fontFamily, attributes.fontSize)
    kept.language = attributes.language
    self.attributes = kept
  }

  /// Ends the current line, unless it is empty.
  mutating func endLine() {
    if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
  }
}

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

  /// Appends characters in the format of the innermost open element.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    let top = elements.count - 1
    if elements[top].style.isHidden {
      let characterCount = bytes.count { !$0.isHTMLSpace && $0 & 0xC0 != 0x80 }
      if !bytes.isBlank { losses.add(.characters, HTMLReader.hiddenDetail, count: characterCount) }
    } else if elements[top].style.isOfficeMarker {
      officeMarker.append(contentsOf: bytes)
    } else if code != nil {
      appendCode(bytes)
    } else if elements[top].style.tabCount != nil || elements[top].style.isFiller && bytes.isBlank
      || isBetweenCells && bytes.isBlank
    {
      // This text is not displayed.
    } else {
      if !pendingAnchors.isEmpty, !bytes.isBlank || elements[top].style.whiteSpace != .collapsed {
        putAnchors()
      }
      if !bytes.isBlank { contentCount += 1 }
      line.append(bytes, elements[top].style.whiteSpace, elements[top].format)
    }
  }

  /// Appends a picture, a line break, a note or similar content.
  mutating func append(_ content: RichText.Run.Content) {
    let top = elements.count - 1
    guard !elements[top].style.isHidden else {
      if case .attachment = content { losses.add(.images, HTMLReader.hiddenDetail) }
      if case .note = content { losses.add(.formatting, HTMLReader.hiddenDetail) }
      return
    }
    if case .attachment = content { contentCount += 1 }
    if code == nil {
      putAnchors()
      line.append(content, elements[top].format)
    } else if case .attachment = content {
      losses.add(.images, "in code")
    } else if case .note = content {
      losses.add(.formatting, "footnote references in code")
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
    if !bytes.isBlank { contentCount += 1 }
    guard !bytes.isBlank, let top = elements.last, code.lostFormat != top.formatNumber else { return }
    var attributes = top.style.attributes
    attributes.isCode = code.attributes.isCode
    guard attributes != code.attributes else { return }
    if attributes.link != code.attributes.link { losses.add(.links, "in code") }
    if attributes.color != code.attributes.color || attributes.background != code.attributes.background {
      losses.add(.colors, "in code")
    }
    attributes.link = code.attributes.link
    attributes.color = code.attributes.color
    attributes.background = code.attributes.background
    if attributes != code.attributes { losses.add(.formatting, "styles in code") }
    code.lostFormat = top.formatNumber
  }

  /// Whether the reader is inside a table but outside its cells.
  private var isBetweenCells: Bool {
    switch frames[frames.count - 1].kind {
    case .table, .row: true
    default: false
    }
  }

  /// Ends the current paragraph.
  mutating func flush() {
    if code != nil {
      code?.endLine()
      return
    }
    guard !line.isEmpty else { return }
    let content = line.take()
    guard !content.isEmpty, let style = elements.last?.style else { return }
    if frames[frames.count - 1].holdsWords {
      let last = frames.count - 1
      let isTerm = frames[last].kind == .term
      if style.layout != RichText.Layout() { losses.add(.layout, isTerm ? "of terms" : "of captions") }
      if style.headingLevel > 0 { losses.add(.formatting, Self.wordsDetail(frames[last].kind)) }
      if !frames[last].caption.isEmpty { frames[last].caption.append(RichText.Run(.hardBreak)) }
      frames[last].caption += content.runs
      return
    }
    let paragraph = RichText.Paragraph(content, layout: style.layout)
    if style.headingLevel > 0 {
      if !officeMarker.isEmpty { losses.add(.formatting, "heading numbers") }
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

  // MARK: Anchors

  /// Records an anchor for the content that follows.
  ///
  /// - Parameter isOwn: whether the element exists only to name a place. Otherwise the anchor is recorded
  ///   only if it is the target of a link in the page.
  mutating func addAnchor(_ name: String, of element: HTMLElement, isOwn: Bool) {
    guard !name.isEmpty else { return }
    var name = name
    if let book {
      guard book.targets.contains(name) else { return }
      name = book.anchor(name)
    } else if !isOwn, !keepsAllAnchors {
      let targets = linkTargets ?? LinkAnchors.targets(inHTML: scanner.bytes)
      linkTargets = targets
      guard targets.contains(name) else { return }
    }
    guard code == nil else { return losses.add(.links, LinkAnchors.detail) }
    pendingAnchors.append(name)
    // At the beginning of a line, the anchor is added to the next text, which may be in another block.
    if !element.isBlock, !line.isEmpty { putAnchors() }
  }

  /// Adds the pending anchors at the current position of the line.
  mutating func putAnchors() {
    guard !pendingAnchors.isEmpty else { return }
    hasAnchors = true
    for name in pendingAnchors { line.append(anchor: name) }
    pendingAnchors = []
  }

  /// Removes and returns the pending anchors, as the content of a paragraph or heading without text.
  mutating func takeAnchors() -> [RichText.Inline] {
    if !pendingAnchors.isEmpty { hasAnchors = true }
    defer { pendingAnchors = [] }
    return pendingAnchors.map { .anchor($0) }
  }

  /// Adds the pending anchors as a paragraph, because no text follows in the current block.
  mutating func emitAnchors() {
    guard !pendingAnchors.isEmpty else { return }
    emit(.paragraph(RichText.Paragraph(takeAnchors())))
  }

  /// The loss detail for content that the page hides.
  static let hiddenDetail = "hidden by the page"

  /// Handles a comment, which may be a mark around the copied part of the page.
  mutating func comment(_ range: Range<Int>) {
    let text = String(decoding: scanner.bytes[range].prefix(64), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    if text == "StartFragment" {
      fragmentCount += 1
      forgetContent()
    } else if text == "EndFragment" {
      hasEnded = true
    } else if !text.isEmpty, !text.hasPrefix("[if"), !text.hasSuffix("[endif]"), skipped == nil {
      losses.add(.comments)
    }
  }

  /// Counts a CDATA section as a comment, because HTML treats such a section as a comment.
  private mutating func sectionOfXML(_ range: Range<Int>) {
    if scanner.bytes[range].starts(with: HTMLScanner.sectionStart), skipped == nil { losses.add(.comments) }
  }

  /// Discards all content read so far, which is only the context of the copied part.
  ///
  /// Open elements stay open.
  private mutating func forgetContent() {
    line = HTMLLine()
    code?.text = []
    for index in frames.indices {
      frames[index].blocks = []
      frames[index].takenCount = 0
      frames[index].caption = []
      frames[index].heldAnchors = []
    }
    for index in lists.indices { lists[index].items = [] }
    for index in tables.indices { tables[index].empty() }
    for index in elements.indices { elements[index].blockCount = 0 }
    losses = LossCounter()
    pendingAnchors = []
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are only white space and no-break spaces.
  fileprivate var isBlank: Bool {
    allSatisfy { $0.isHTMLSpace || $0 == 0xC2 || $0 == 0xA0 }
  }
}

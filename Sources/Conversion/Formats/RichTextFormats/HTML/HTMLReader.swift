import Foundation
import ProfferConversions

/// Converts HTML to rich text, tag by tag.
///
/// The reader builds no document tree. It has a stack of open elements and a stack of the blocks that
/// they fill. Elements that are not closed, or closed in the wrong order, end where browsers end them
/// in ordinary documents (Source: HTML Standard, tree construction). The size of both stacks is
/// limited; deeper elements are merged into the elements above them.
struct HTMLReader {
  var scanner: HTMLScanner
  /// The base of relative URLs.
  var base: HTMLBaseURL
  /// The resources delivered with the page, by URL.
  let resources: WebResources
  /// The open elements; the first represents the page itself.
  var elements: [HTMLOpenElement]
  /// The open elements in the form that selectors are matched against.
  var targets: [StyleTarget] = [StyleTarget(name: "body")]
  var frames = [HTMLFrame(.root)]
  var lists: [HTMLList] = []
  var tables: [HTMLTable] = []
  var line = HTMLLine()
  var code: HTMLCode?
  var styleSheet: StyleSheet
  /// The number of links to each style sheet delivered with the page.
  var sheetUses: [String: Int] = [:]
  /// Parsed `style` attributes by their text, since programs often repeat the same ones.
  var knownStyles: [String: [RankedDeclaration]] = [:]
  /// The number of unopened elements by name, for elements that are nested too deeply.
  var ignored: [HTMLName: Int] = [:]
  /// The element whose content is skipped, and the number of open elements of the same name in it.
  var skipped: (name: HTMLName, depth: Int)?
  /// The marker text that precedes a paragraph of a Word list.
  var officeMarker: [UInt8] = []
  /// Whether the end of the copied part has been passed.
  var hasEnded = false
  var formatCount = 0
  /// The number of texts, pictures and similar contents added so far.
  var contentCount = 0
  var notes = Notes()
  /// The names of anchors that precede text that has not been read yet.
  var pendingAnchors: [String] = []
  /// Whether any anchor was added to the text.
  private(set) var hasAnchors = false
  /// The number of start marks of copied content read so far.
  var fragmentCount = 0
  /// The results of the first of two readings; nil during the first reading, or if there is only one.
  var survey: Survey?
  /// Whether to read only for the survey.
  var dropsBlocks = false
  /// Whether to keep anchors that no link in the page targets, because links may be outside the part that
  /// is read.
  let keepsAllAnchors: Bool
  /// The names that links in the page target, computed when first needed.
  var linkTargets: Set<String>?
  var metadata = RichText.Metadata()
  var losses = LossCounter()
  private(set) var warnings: [String] = []

  /// The nesting limit for elements.
  ///
  /// A nested table needs four levels, so the limit is high enough for the deepest blocks.
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

  /// Adds a warning unless it is already present.
  mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  /// Reads the whole page.
  mutating func read() { read { _ in } }

  /// Reads the whole page.
  ///
  /// - Parameter take: receives the blocks of a surveyed page as they are completed.
  mutating func read(_ take: (RichText.Block) throws -> Void) rethrows {
    while !hasEnded, let token = scanner.next() {
      if survey != nil || dropsBlocks, frames[0].blocks.count >= Self.portion { try takeBlocks(take) }
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
    closeAll()
    if styleSheet.isExhausted { warn("The style sheets have too many rules; some were not applied.") }
    let blocks = settleNotes(frames[0].blocks)
    countUnsettledNotes()
    return blocks
  }

  mutating func closeAll() {
    close(to: 1)
    flush()
    emitAnchors()
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
  /// The number that identifies the element's format.
  var formatNumber = 0
  /// The number of frames that were open before the element.
  var frameCount = 1
  /// Whether the element opened a frame.
  var hasFrame = false
  /// The number of blocks in the enclosing frame before the element.
  var blockCount = 0
  /// The number of pieces of content before the element; negative if it continues an earlier element.
  var contentCount = 0

  init(_ name: HTMLName, isBlock: Bool, style: HTMLStyle) {
    self.name = name
    self.isBlock = isBlock
    self.style = style
  }

  var element: HTMLElement { name.element }
  var format: HTMLLine.Format { HTMLLine.Format(attributes: style.attributes, number: formatNumber) }
}

/// The resources delivered with a page, by URL.
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
  /// Whether to drop the next line feed, because it directly follows the tag.
  var dropsLineFeed = true
  /// The attributes that text in the code block may have without a loss: the block's own font and
  /// language.
  let attributes: RichText.Attributes
  /// The number of the last format counted as lost.
  var lostFormat = 0

  /// - Parameter attributes: the attributes of the element.
  init(language: String?, attributes: RichText.Attributes) {
    self.language = language
    var kept = RichText.Attributes()
    kept.isCode = attributes.isCode
    (kept.fontFamily, kept.fontSize) = (attributes.fontFamily, attributes.fontSize)
    kept.language = attributes.language
    self.attributes = kept
  }

  /// Begins a new line unless already at the beginning of one.
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

  /// Appends characters in the format of the innermost element.
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
      // This text is not shown.
    } else {
      if !pendingAnchors.isEmpty, !bytes.isBlank || elements[top].style.whiteSpace != .collapsed {
        putAnchors()
      }
      if !bytes.isBlank { contentCount += 1 }
      line.append(bytes, elements[top].style.whiteSpace, elements[top].format)
    }
  }

  /// Appends a picture, a line break or similar content.
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
      losses.add(.formatting, "marks of notes in code")
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

  /// Whether the reader is inside a table, but outside its cells.
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
    let runs = line.take()
    guard !runs.isEmpty, let style = elements.last?.style else { return }
    if frames[frames.count - 1].holdsWords {
      let last = frames.count - 1
      let isTerm = frames[last].kind == .term
      if style.layout != RichText.Layout() { losses.add(.layout, isTerm ? "of terms" : "of captions") }
      if style.headingLevel > 0 { losses.add(.formatting, Self.wordsDetail(frames[last].kind)) }
      if !frames[last].caption.isEmpty { frames[last].caption.append(RichText.Run(.hardBreak)) }
      frames[last].caption += runs
      return
    }
    let paragraph = RichText.Paragraph([RichText.Inline](runs: runs), layout: style.layout)
    if style.headingLevel > 0 {
      if !officeMarker.isEmpty { losses.add(.formatting, "numbers of headings") }
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

  // MARK: Places

  /// Records an anchor before the content of an element.
  ///
  /// - Parameter isOwn: whether naming the place is the element's only purpose; otherwise the anchor is
  ///   recorded only if a link targets it.
  mutating func addAnchor(_ name: String, of element: HTMLElement, isOwn: Bool) {
    guard !name.isEmpty else { return }
    if !isOwn, !keepsAllAnchors {
      let targets = linkTargets ?? LinkAnchors.targets(inHTML: scanner.bytes)
      linkTargets = targets
      guard targets.contains(name) else { return }
    }
    guard code == nil else { return losses.add(.links, LinkAnchors.detail) }
    pendingAnchors.append(name)
    // At the beginning of a line, the anchor waits for the next text, which may be in another block.
    if !element.isBlock, !line.isEmpty { putAnchors() }
  }

  /// Adds the pending anchors at the current position in the line.
  mutating func putAnchors() {
    guard !pendingAnchors.isEmpty else { return }
    hasAnchors = true
    for name in pendingAnchors { line.append(anchor: name) }
    pendingAnchors = []
  }

  /// Removes the pending anchors and returns them as the content of a paragraph without text.
  mutating func takeAnchors() -> [RichText.Inline] {
    if !pendingAnchors.isEmpty { hasAnchors = true }
    defer { pendingAnchors = [] }
    return pendingAnchors.map { .anchor($0) }
  }

  /// Puts the pending anchors into a paragraph of their own, because no text follows.
  mutating func emitAnchors() {
    guard !pendingAnchors.isEmpty else { return }
    emit(.paragraph(RichText.Paragraph(takeAnchors())))
  }

  /// The report's term for content that the page hides.
  static let hiddenDetail = "that the page hides"

  /// Handles a comment; some comments mark the copied part.
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

  /// Counts a CDATA section, which is a comment in HTML.
  private mutating func sectionOfXML(_ range: Range<Int>) {
    if scanner.bytes[range].starts(with: HTMLScanner.sectionStart), skipped == nil { losses.add(.comments) }
  }

  /// Discards all content so far as context of the copied part; open elements stay open.
  private mutating func forgetContent() {
    line = HTMLLine()
    code?.text = []
    for index in frames.indices {
      frames[index].blocks = []
      frames[index].takenCount = 0
      frames[index].caption = []
    }
    for index in lists.indices { lists[index].items = [] }
    for index in tables.indices { tables[index].empty() }
    for index in elements.indices { elements[index].blockCount = 0 }
    losses = LossCounter()
    pendingAnchors = []
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes consist only of white space and no-break spaces.
  fileprivate var isBlank: Bool {
    allSatisfy { $0.isHTMLSpace || $0 == 0xC2 || $0 == 0xA0 }
  }
}

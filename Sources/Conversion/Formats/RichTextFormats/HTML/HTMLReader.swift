import Foundation
import ProfferConversions

/// Makes rich text of HTML, tag by tag.
///
/// No document is built in between: open elements are a stack, and so are the blocks that they fill. Elements
/// that are not closed, or closed in the wrong order, end where browsers end them in ordinary documents
/// (Source: HTML Standard, tree construction); the two stacks are bounded, and deeper elements are merged into
/// those above.
struct HTMLReader {
  var scanner: HTMLScanner
  /// The base of relative URLs.
  var base: HTMLBaseURL
  /// The resources that came with the page, by URL.
  let resources: WebResources
  /// The open elements; the first stands for the page itself.
  var elements: [HTMLOpenElement]
  /// The open elements, as selectors see them.
  var targets: [StyleTarget] = [StyleTarget(name: "body")]
  var frames = [HTMLFrame(.root)]
  var lists: [HTMLList] = []
  var tables: [HTMLTable] = []
  var line = HTMLLine()
  var code: HTMLCode?
  var styleSheet: StyleSheet
  /// How often each style sheet that came with the page is linked.
  var sheetUses: [String: Int] = [:]
  /// What `style` attributes say, as programs write the same ones again and again.
  var knownStyles: [String: [RankedDeclaration]] = [:]
  /// Elements that are too deep to be opened, and how many of them.
  var ignored: [HTMLName: Int] = [:]
  /// The element whose content is left out, and how many of the same name are open in it.
  var skipped: (name: HTMLName, depth: Int)?
  /// The marker text before a paragraph of a Word list.
  var officeMarker: [UInt8] = []
  /// Whether the end of what was copied has been passed.
  var hasEnded = false
  var formatCount = 0
  /// How many words, pictures and the like were put anywhere.
  var contentCount = 0
  var notes = Notes()
  /// The names of places whose first words have not come yet.
  var pendingAnchors: [String] = []
  /// Whether any was put into the text.
  private(set) var hasAnchors = false
  /// How many marks that begin what was copied were read.
  var fragmentCount = 0
  /// What the first of two readings found; nil during the first, and where there is only one.
  var survey: Survey?
  /// Whether only the survey is wanted.
  var dropsBlocks = false
  /// Whether places that no link of the page leads to are kept, since links may be outside of what is read.
  let keepsAllAnchors: Bool
  /// The names that links of the page lead to, once one is needed.
  var linkTargets: Set<String>?
  var metadata = RichText.Metadata()
  var losses = LossCounter()
  private(set) var warnings: [String] = []

  /// How deep elements nest.
  ///
  /// A table in a table takes four, so this is enough for the deepest blocks.
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

  /// Adds a warning, once.
  mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  /// Reads all that is there.
  mutating func read() { read { _ in } }

  /// Reads all that is there.
  ///
  /// - Parameter take: takes the blocks of a page that was surveyed, as they are completed.
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

  /// Closes what is open and gives the blocks.
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

/// An element whose end has not come yet.
struct HTMLOpenElement {
  let name: HTMLName
  let isBlock: Bool
  /// What its attributes and the style sheets say about it.
  var declarations: [StyleDeclaration] = []
  var style: HTMLStyle
  /// The number of its format.
  var formatNumber = 0
  /// How many frames were open before it.
  var frameCount = 1
  /// Whether it opened a frame.
  var hasFrame = false
  /// How many blocks the frame around had before it.
  var blockCount = 0
  /// How many pieces of content precede it; less than none for what continues an element.
  var contentCount = 0

  init(_ name: HTMLName, isBlock: Bool, style: HTMLStyle) {
    self.name = name
    self.isBlock = isBlock
    self.style = style
  }

  var element: HTMLElement { name.element }
  var format: HTMLLine.Format { HTMLLine.Format(attributes: style.attributes, number: formatNumber) }
}

/// The bytes that came with a page, by their URLs.
struct WebResources: Sendable {
  struct Resource: Sendable {
    let data: Data
    let mimeType: String
  }

  private let resources: [String: Resource]

  init(_ resources: [String: Resource] = [:]) { self.resources = resources }

  subscript(url: String) -> Resource? { resources[url] }
}

/// Lines of code that are being read.
struct HTMLCode {
  var text: [UInt8] = []
  var language: String?
  /// Whether the next line feed is dropped, since it only ends the line of the tag.
  var dropsLineFeed = true
  /// The attributes that words of the code block may have without a loss: its font and its language.
  let attributes: RichText.Attributes
  /// The number of the last format that was counted as lost.
  var lostFormat = 0

  /// - Parameter attributes: those of the element.
  init(language: String?, attributes: RichText.Attributes) {
    self.language = language
    var kept = RichText.Attributes()
    kept.isCode = attributes.isCode
    (kept.fontFamily, kept.fontSize) = (attributes.fontFamily, attributes.fontSize)
    kept.language = attributes.language
    self.attributes = kept
  }

  /// Begins a new line, unless the place is at the beginning of one.
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
      // Nothing of it shows.
    } else {
      if !pendingAnchors.isEmpty, !bytes.isBlank || elements[top].style.whiteSpace != .collapsed {
        putAnchors()
      }
      if !bytes.isBlank { contentCount += 1 }
      line.append(bytes, elements[top].style.whiteSpace, elements[top].format)
    }
  }

  /// Appends a picture, a break or the like.
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

  /// Takes the name of a place before the content of an element.
  ///
  /// - Parameter isOwn: whether the element is there to name the place; otherwise it counts where a link leads to it.
  mutating func addAnchor(_ name: String, of element: HTMLElement, isOwn: Bool) {
    guard !name.isEmpty else { return }
    if !isOwn, !keepsAllAnchors {
      let targets = linkTargets ?? LinkAnchors.targets(inHTML: scanner.bytes)
      linkTargets = targets
      guard targets.contains(name) else { return }
    }
    guard code == nil else { return losses.add(.links, LinkAnchors.detail) }
    pendingAnchors.append(name)
    // At the beginning of a line the words after it are waited for; they may be in another block.
    if !element.isBlock, !line.isEmpty { putAnchors() }
  }

  /// Puts the places at this place of the line.
  mutating func putAnchors() {
    guard !pendingAnchors.isEmpty else { return }
    hasAnchors = true
    for name in pendingAnchors { line.append(anchor: name) }
    pendingAnchors = []
  }

  /// The places as the content of a paragraph without words.
  mutating func takeAnchors() -> [RichText.Inline] {
    if !pendingAnchors.isEmpty { hasAnchors = true }
    defer { pendingAnchors = [] }
    return pendingAnchors.map { .anchor($0) }
  }

  /// Puts the places into a paragraph of their own, where what follows has no words.
  mutating func emitAnchors() {
    guard !pendingAnchors.isEmpty else { return }
    emit(.paragraph(RichText.Paragraph(takeAnchors())))
  }

  /// What a report says of what the page does not show.
  static let hiddenDetail = "that the page hides"

  /// Looks at a comment, some of which say what was copied.
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

  /// Counts a section of XML, which is a comment in HTML.
  private mutating func sectionOfXML(_ range: Range<Int>) {
    if scanner.bytes[range].starts(with: HTMLScanner.sectionStart), skipped == nil { losses.add(.comments) }
  }

  /// Forgets all words so far, and keeps what is open: it is the surroundings of what was copied.
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
  /// Whether nothing but white space and no-break spaces is in it.
  fileprivate var isBlank: Bool {
    allSatisfy { $0.isHTMLSpace || $0 == 0xC2 || $0 == 0xA0 }
  }
}

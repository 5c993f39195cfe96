import RichTextFormats
import XMLText

/// A separate text in a document: the main text, a note or a text box, with its current paragraph.
struct WordFlow {
  /// The characters of the current paragraph in UTF-8.
  var text: [UInt8] = []
  var runs: [RawRun] = []
  /// The formats of the runs.
  private var formats: [WordRunProperties] = []
  /// The links of the runs.
  private var links: [RichText.Link] = []
  var pieces: [WordPiece] = []
  /// The open tables, from the outermost to the innermost.
  var tables: [WordOpenTable] = []
  /// The element `w:pPr` of the current paragraph.
  var properties = WordDirectProperties()
  /// The index of the current paragraph's style; nil for the default style.
  var style: Int?
  /// Whether the preceding paragraph has no paragraph mark, so that it continues in the current paragraph.
  var isJoining = false
  /// Whether the current paragraph has content other than anchors.
  var hasContent = false
  /// A page or column break that may turn out to be at the end of the paragraph.
  var pendingBreak: PendingBreak?
  /// Whether a page break occurred at the beginning of the current paragraph.
  var endsPage = false
  /// The text boxes that are anchored in the current paragraph.
  var boxes: [WordPiece] = []
  /// The open fields, from the outermost to the innermost.
  var fields: [WordField] = []
  /// The number of open fields beyond the limit.
  var excessFieldCount = 0
  /// The number of open fields whose result has not begun.
  var codeCount = 0
  /// The link of the innermost field that is a link.
  var fieldLink: RichText.Link?
  /// The links of the open elements `w:hyperlink`.
  var openLinks: [RichText.Link] = []
  /// The position of the last section end; its meaning depends on the next section.
  var pendingSection: Int?
  /// The drawing that is being read.
  var drawing = WordDrawing()
  /// The number of finished paragraphs.
  var paragraphCount = 0
  /// Whether the text is a note that begins with its own number.
  var hasOwnMark = false
  /// Whether the current text is hidden and has been counted.
  var isConcealing = false
  /// The state of the check box at the beginning of the current paragraph.
  var box: Bool?
  /// Whether the check box belongs to a list item.
  var isBoxInItem = false
  /// Whether an element `w:p` is open.
  var isOpen = false
  /// Whether the current paragraph contains a horizontal rule.
  var hasRule = false
  /// The bookmarks between two paragraphs.
  var pendingAnchors: [String] = []

  enum PendingBreak { case page, column }

  /// A run of characters with the same format, before the format of the paragraph's style is subtracted.
  ///
  /// A paragraph may have very many runs, so each run is kept small: its format and its link are indices into
  /// the formats and the links of the flow.
  struct RawRun {
    enum Content {
      case text(start: Int), hardBreak
      indirect case attachment(RichText.Attachment)
      indirect case anchor(String)
      case note([RichText.Block])
    }

    var content: Content
    fileprivate(set) var format: Int32
    /// The index of the link; -1 without a link.
    fileprivate(set) var link: Int32
  }
}

extension WordFlow {
  /// The link at the current position.
  var link: RichText.Link? { openLinks.last ?? fieldLink }

  /// Appends a run.
  mutating func append(_ content: RawRun.Content, _ format: WordRunProperties) {
    // Most text has one of the last few formats.
    let number = formats.suffix(8).lastIndex(of: format) ?? formats.count
    if number == formats.count { formats.append(format) }
    runs.append(
      RawRun(content: content, format: Int32(truncatingIfNeeded: number), link: currentLinkIndex()))
  }

  /// Returns the index of the link at the current position, which is usually that of the run before.
  private mutating func currentLinkIndex() -> Int32 {
    guard let link else { return -1 }
    if links.last != link { links.append(link) }
    return Int32(truncatingIfNeeded: links.count - 1)
  }

  func link(of run: RawRun) -> RichText.Link? { run.link < 0 ? nil : links[Int(run.link)] }

  func format(of run: RawRun) -> WordRunProperties { formats[Int(run.format)] }

  /// Whether the last run is text with a format, so that more text can be added to it.
  func endsInText(with format: WordRunProperties) -> Bool {
    guard let last = runs.last, case .text = last.content, self.format(of: last) == format else {
      return false
    }
    return self.link(of: last) == link
  }

  /// Removes the content of the current paragraph; memory for a very long paragraph is released.
  mutating func emptyParagraph() {
    text.removeAll(keepingCapacity: text.count < 1 << 16)
    runs.removeAll(keepingCapacity: runs.count < 1 << 12)
    formats.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: links.count < 1 << 12)
    hasContent = false
    pendingBreak = nil
    endsPage = false
    box = nil
    hasRule = false
  }

  /// Forgets the sizes and positions of the text in the current paragraph.
  mutating func forgetSizes() {
    for index in formats.indices {
      formats[index].size = nil
      formats[index].complexSize = nil
      formats[index].position = nil
    }
  }

  /// Adds a piece to the innermost cell, or outside of all tables.
  mutating func append(_ piece: WordPiece) {
    if tables.isEmpty { pieces.append(piece) } else { tables[tables.count - 1].pieces.append(piece) }
  }

  /// The last piece of the innermost cell, or outside of all tables.
  var lastPiece: WordPiece? { tables.isEmpty ? pieces.last : tables[tables.count - 1].pieces.last }
}

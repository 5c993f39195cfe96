import ProfferConversions
import RichTextFormats

/// A paragraph whose list and quotations have not been determined yet.
struct ODTParagraph {
  /// The content in normalized form.
  var content: [RichText.Inline]
  var name = ParagraphStyleName()
  var layout = RichText.Layout()
  /// The lists around the paragraph.
  var lists = Lists()
  var use = ODTResolvedStyle.Use.none
  /// Whether the paragraph contained something other than text, so that it is not an empty line.
  var isPlace = false

  /// The place of a paragraph in the lists of the document.
  struct Lists {
    /// A level of a list.
    struct Level { var list: Int, level: Int }

    /// The list item that begins with the paragraph; nil if no item begins.
    var item: ParagraphItem?
    /// The list whose last item contains the paragraph; nil if an item begins or if there is none.
    var inner: Level?
    /// If an item begins, the list whose last item contains the item's list.
    var outer: Level?
    /// The number of list elements around the paragraph.
    var depth = 0
  }

  var item: ParagraphItem? { lists.item }

  /// Whether the paragraph is an ordinary paragraph outside of lists, quotations and similar blocks.
  var isPlain: Bool {
    item == nil && lists.inner == nil && name.containers.isEmpty && name.kind == .paragraph
  }

  /// Whether the paragraph is only an empty line, which does not begin an item.
  var isEmptyLine: Bool { content.isEmpty && item == nil && name.kind == .paragraph && !isPlace }
}

/// Builds the blocks of a text, of a cell or of a note from its paragraphs and tables.
struct ODTBlocks {
  private struct PendingTable {
    var table: RichText.Table
    /// The containers listed in the style names of the cells.
    var around: [ParagraphStyleName.Container]
    /// The list whose element is around the table.
    var list: ODTParagraph.Lists.Level?
  }

  /// The number of blocks and inlines that can enclose each other at this place.
  let depthLimit: Int
  var losses = LossCounter()
  private var stack: OpenBlocks
  /// Whether nothing was added yet.
  private(set) var isEmpty = true
  /// The containers of the last part, if it was an ordinary paragraph.
  private var previousContainers: [ParagraphStyleName.Container]?
  /// The number of empty lines at the end that are lost if a paragraph in the same containers follows.
  private var emptyCount = 0
  /// A caption that becomes part of the next table.
  private var caption: ODTParagraph?
  /// The last table, if it may still get a caption, with the containers around it.
  private var table: PendingTable?
  /// The alignments of the paragraphs with content, and of those without.
  private(set) var alignments: [RichText.Alignment?] = []
  private(set) var emptyAlignments: [RichText.Alignment?] = []
  /// Whether there is a paragraph, and all paragraphs have the style of column headings.
  private(set) var isOfHeadings = false
  /// Whether a paragraph's style name says that the cell is a row heading.
  private(set) var isRowHeading = false
  /// The containers around the table, according to the first paragraph of a cell; nil without paragraphs.
  private(set) var around: [ParagraphStyleName.Container]?
  /// The number of bytes of text, approximately.
  private(set) var textByteCount = 0
  /// The number of bytes of text, and 16 for each paragraph.
  private(set) var byteCount = 0

  init(depthLimit: Int) {
    self.depthLimit = depthLimit
    stack = OpenBlocks(depthLimit: max(depthLimit, 3))
  }

  /// The number of open lists, quotations and definitions.
  var depth: Int { stack.depth }

  /// Returns whether a list is open, so that its last item can be continued.
  mutating func isOpen(_ level: ODTParagraph.Lists.Level) -> Bool {
    endTable()
    endCaption()
    return stack.containers(throughList: level.list, level: level.level) != nil
  }

  // MARK: Paragraphs

  mutating func add(_ paragraph: ODTParagraph, byteCount: Int = 0) {
    textByteCount += byteCount
    self.byteCount += byteCount + 16
    noteCellUse(of: paragraph)
    if paragraph.name.kind == .caption, paragraph.item == nil {
      if paragraph.use == .tableCaption, table != nil, table?.table.caption.isEmpty == true {
        table?.table.caption = paragraph.content
        return
      }
      begin(nil)
      caption = paragraph
      return
    }
    if paragraph.isEmptyLine {
      endTable()
      endCaption()
      // An empty line at the beginning, or next to a list or table, only separates blocks.
      let containers = containers(of: paragraph)
      if previousContainers == containers {
        emptyCount += 1
      } else {
        countEmptyLines(before: nil)
      }
      (previousContainers, isEmpty) = (containers, false)
      setContainers(of: paragraph)
      stack.endSeries()
      return
    }
    let containers = paragraph.name.kind == .paragraph ? containers(of: paragraph) : nil
    begin(paragraph.item == nil ? containers : nil)
    previousContainers = containers
    append(paragraph)
  }

  private mutating func append(_ paragraph: ODTParagraph) {
    setContainers(of: paragraph)
    switch paragraph.name.kind {
    case .code(let language):
      let runs = paragraph.content.runs
      let anchorCount = runs.count { if case .anchor = $0.content { true } else { false } }
      losses.add(.links, LinkAnchors.detail, count: anchorCount)
      let noteCount = runs.count { if case .note = $0.content { true } else { false } }
      losses.add(.formatting, "notes in code", count: noteCount)
      stack.append(codeLine: runs.codeLine, language)
    case .rule: stack.append(.rule)
    case .term: stack.append(term: paragraph.content)
    case .heading(let level):
      stack.append(.heading(level: level, RichText.Paragraph(paragraph.content, layout: paragraph.layout)))
    case .paragraph, .caption:
      if paragraph.content.isEmpty {
        stack.endSeries()
      } else {
        stack.append(.paragraph(RichText.Paragraph(paragraph.content, layout: paragraph.layout)))
      }
    }
  }

  /// Opens and closes containers for a paragraph.
  ///
  /// The elements of lists and the names of styles both express containers. A name can list all containers, or
  /// only those in the innermost list.
  private mutating func setContainers(of paragraph: ODTParagraph) {
    let lists = paragraph.lists
    let (outer, inner) = ODTBlocks.divided(paragraph.name.containers, afterList: lists.depth)
    if let item = lists.item {
      var around = outer
      if around == nil, let level = lists.outer {
        around = stack.containers(throughList: level.list, level: level.level).map { $0 + [.list] }
      }
      stack.beginItem(item, marker: item.marker, containers: around ?? [.list])
      guard !inner.isEmpty else { return }
      let open = stack.containers(throughList: item.list, level: item.level) ?? []
      stack.setContainers(open + inner)
    } else if let level = lists.inner,
      let open = stack.containers(throughList: level.list, level: level.level)
    {
      stack.setContainers(open + inner)
    } else {
      stack.setContainers(paragraph.name.containers)
    }
  }

  /// Returns the containers of a paragraph, as if all of them were open.
  private func containers(of paragraph: ODTParagraph) -> [ParagraphStyleName.Container] {
    let lists = paragraph.lists
    guard lists.item != nil || lists.inner != nil else { return paragraph.name.containers }
    let inner = ODTBlocks.divided(paragraph.name.containers, afterList: lists.depth).inner
    return Array(repeating: .list, count: lists.depth) + inner
  }

  /// Divides the containers of a style name into those up to a list and those in the list.
  ///
  /// - Parameter depth: the number of lists around the paragraph.
  /// - Returns: the containers; the first part is nil if the name does not list so many lists.
  private static func divided(
    _ containers: [ParagraphStyleName.Container], afterList depth: Int
  ) -> (outer: [ParagraphStyleName.Container]?, inner: [ParagraphStyleName.Container]) {
    var count = 0
    for (index, container) in containers.enumerated() where container == .list {
      count += 1
      if count == depth { return (Array(containers[...index]), Array(containers[(index + 1)...])) }
    }
    return (nil, containers.filter { $0 != .list })
  }

  private mutating func noteCellUse(of paragraph: ODTParagraph) {
    let isFirst = around == nil
    if isFirst { around = paragraph.name.aroundTable ?? [] }
    isOfHeadings = (isFirst || isOfHeadings) && paragraph.use == .cellHeading
    if paragraph.name.isRowHeading { isRowHeading = true }
    guard !paragraph.name.kind.isLine else { return }
    if paragraph.content.isEmpty {
      emptyAlignments.append(paragraph.layout.alignment)
    } else {
      alignments.append(paragraph.layout.alignment)
    }
  }

  // MARK: Other blocks

  mutating func addPageBreak() {
    begin(nil)
    stack.setContainers([])
    stack.append(.pageBreak)
  }

  /// - Parameters:
  ///   - containers: the containers listed in the style names of the cells.
  ///   - list: the list whose element is around the table; nil if there is none.
  mutating func add(
    _ table: RichText.Table, around containers: [ParagraphStyleName.Container],
    in list: ODTParagraph.Lists.Level?
  ) {
    countEmptyLines(before: nil)
    (previousContainers, isEmpty) = (nil, false)
    endTable()
    var table = table
    if let caption {
      table.caption = caption.content
      self.caption = nil
    }
    self.table = PendingTable(table: table, around: containers, list: list)
  }

  /// Adds blocks that are already complete.
  mutating func add(_ blocks: [RichText.Block]) {
    begin(nil)
    for block in blocks { stack.append(block) }
  }

  /// Prepares for the next part of the text.
  ///
  /// - Parameter containers: the containers of an ordinary paragraph that does not begin an item; otherwise
  ///   nil.
  private mutating func begin(_ containers: [ParagraphStyleName.Container]?) {
    endTable()
    endCaption()
    countEmptyLines(before: containers)
    (previousContainers, isEmpty) = (nil, false)
  }

  private mutating func countEmptyLines(before containers: [ParagraphStyleName.Container]?) {
    if emptyCount > 0 {
      // The last empty line before a list or table only separates the blocks.
      let isSame = containers != nil && containers == previousContainers
      losses.add(.layout, "empty paragraphs", count: isSame ? emptyCount : emptyCount - 1)
    }
    emptyCount = 0
  }

  private mutating func endTable() {
    guard let ended = table else { return }
    table = nil
    let open = ended.list.flatMap { stack.containers(throughList: $0.list, level: $0.level) }
    stack.setContainers(ended.around.isEmpty ? open ?? [] : ended.around)
    stack.append(.table(ended.table.droppingEmptyHeadings()))
  }

  /// Adds a caption that no table follows as a paragraph.
  private mutating func endCaption() {
    guard let ended = caption else { return }
    caption = nil
    append(ended)
  }

  /// Ends and returns the blocks.
  mutating func finish() -> [RichText.Block] {
    endTable()
    endCaption()
    // The last empty line has no visible effect.
    countEmptyLines(before: nil)
    let blocks = stack.finish()
    losses.add(.formatting, RichText.List.outerNumberDetail, count: stack.lostNumberCount)
    losses.add(.formatting, RichText.nestingDetail, count: stack.tooDeepCount)
    return blocks
  }
}

extension [RichText.Run] {
  /// The plain text of the runs, as one or more lines of code.
  fileprivate var codeLine: String {
    var line = ""
    for run in self {
      switch run.content {
      case .text(let text): line += text
      case .softBreak: line += " "
      case .hardBreak: line += "\n"
      case .attachment(let attachment): line += attachment.alternativeText
      case .anchor: break
      case .note(let blocks): line += " (\(blocks.words))"
      }
    }
    return line + "\n"
  }
}

extension [RichText.Block] {
  /// Returns the blocks without the given alignment, which the enclosing cell already has.
  func removing(_ alignment: RichText.Alignment) -> [RichText.Block] {
    map { block in
      switch block {
      case .paragraph(var paragraph):
        if paragraph.layout.alignment == alignment { paragraph.layout.alignment = nil }
        return .paragraph(paragraph)
      case .heading(let level, var paragraph):
        if paragraph.layout.alignment == alignment { paragraph.layout.alignment = nil }
        return .heading(level: level, paragraph)
      case .list(var list):
        list.items = list.items.map {
          RichText.ListItem($0.blocks.removing(alignment), isChecked: $0.isChecked)
        }
        return .list(list)
      case .blockQuote(let blocks): return .blockQuote(blocks.removing(alignment))
      case .definitions(let definitions):
        return .definitions(
          definitions.map {
            RichText.Definition($0.terms, meanings: $0.meanings.map { $0.removing(alignment) })
          })
      case .codeBlock, .table, .rule, .pageBreak: return block
      }
    }
  }
}

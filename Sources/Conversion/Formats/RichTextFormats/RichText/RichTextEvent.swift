import Foundation
import ProfferConversions

/// A part of a rich text: the metadata, a block, or a part of a long block.
///
/// A paragraph or table that is too long to be held in memory is emitted in parts. ``ParagraphParts`` and
/// ``TableParts`` decide where a part ends. As a result, a text has the same parts whether it is held in
/// memory or read in chunks. The content of every event is in normalized form.
enum RichTextEvent {
  /// The metadata of the text. This event is the first, and occurs once.
  ///
  /// `isPlain` means that the text consists only of text and line ends.
  case beginning(RichText.Metadata, isPlain: Bool)
  /// The next block of the text.
  case block(RichText.Block)
  /// The beginning of a paragraph that is emitted in parts.
  case beginParagraph(RichText.Layout)
  /// A nonempty part of the paragraph's content; every part except the last ends in a hard break.
  case words([RichText.Inline])
  /// The end of the paragraph.
  case endParagraph
  /// The beginning of a table that is emitted in parts, with its first rows.
  ///
  /// No cell of the table spans several rows or columns.
  case beginTable(RichText.Table)
  /// The next row of the table.
  case row([RichText.TableCell])
  /// The end of the table.
  case endTable

  /// Emits a block, as one event or in parts.
  static func emit(_ block: RichText.Block, _ emit: (RichTextEvent) throws -> Void) rethrows {
    switch block {
    case .paragraph(let paragraph) where ParagraphParts.areNeeded(for: paragraph):
      var parts = ParagraphParts(paragraph.layout)
      for inline in paragraph.content { try parts.add(inline, emit) }
      try parts.finish(emit)
    case .table(let table) where TableParts.areNeeded(for: table):
      var parts = TableParts(caption: table.caption, headerRowCount: table.headerRowCount)
      for row in table.rows { try parts.add(row, emit) }
      try parts.finish(emit)
    default: try emit(.block(block))
    }
  }
}

/// Emits a short paragraph as one event, and a long paragraph in parts that end in a hard break.
struct ParagraphParts {
  private let layout: RichText.Layout
  private var content: [RichText.Inline] = []
  private var byteCount = 0
  private var isBegun = false

  /// The minimum number of bytes of text in a part.
  private static let partByteCount = 1 << 16

  init(_ layout: RichText.Layout = RichText.Layout()) { self.layout = layout }

  /// Whether the paragraph has no content yet.
  var isEmpty: Bool { content.isEmpty }

  /// Adds the next inline of the paragraph.
  mutating func add(_ inline: RichText.Inline, _ emit: (RichTextEvent) throws -> Void) rethrows {
    if byteCount >= Self.partByteCount, case .hardBreak? = content.last {
      if !isBegun { try emit(.beginParagraph(layout)) }
      isBegun = true
      try emit(.words(content))
      content.removeAll(keepingCapacity: true)
      byteCount = 0
    }
    content.append(inline)
    byteCount += Self.byteCount(of: inline)
  }

  /// Emits the remaining content and prepares for the next paragraph.
  mutating func finish(_ emit: (RichTextEvent) throws -> Void) rethrows {
    if isBegun {
      try emit(.words(content))
      try emit(.endParagraph)
    } else if !content.isEmpty {
      try emit(.block(.paragraph(RichText.Paragraph(content, layout: layout))))
    }
    content.removeAll(keepingCapacity: true)
    (byteCount, isBegun) = (0, false)
  }

  static func areNeeded(for paragraph: RichText.Paragraph) -> Bool {
    paragraph.content.count > 2
      && paragraph.content.contains { if case .hardBreak = $0 { true } else { false } }
      && paragraph.content.reduce(0) { $0 + byteCount(of: $1) } > partByteCount
  }

  private static func byteCount(of inline: RichText.Inline) -> Int {
    switch inline {
    case .text(let text): text.utf8.count
    case .softBreak, .hardBreak, .attachment, .anchor: 8
    // A note counts as much as its mark, because the content of the note is written elsewhere.
    case .note: 8
    case .styled(_, let content): content.reduce(0) { $0 + byteCount(of: $1) }
    }
  }
}

/// Emits a short table as one event, and a long table as its first rows followed by single rows.
struct TableParts {
  private var table: RichText.Table
  private var cellCount = 0
  private var isBegun = false

  /// The numbers of rows and cells in the first part of a long table; reaching either number ends the part.
  static let firstRowCount = 1_000
  static let firstCellCount = 20_000

  init(caption: [RichText.Inline] = [], headerRowCount: Int) {
    table = RichText.Table(caption: caption, headerRowCount: headerRowCount, rows: [])
  }

  /// Adds the next row.
  mutating func add(_ row: [RichText.TableCell], _ emit: (RichTextEvent) throws -> Void) rethrows {
    if isBegun { return try emit(.row(row)) }
    if table.rows.count > max(table.headerRowCount, 0),
      table.rows.count >= Self.firstRowCount || cellCount >= Self.firstCellCount
    {
      isBegun = true
      try emit(.beginTable(table))
      table.rows = []
      return try emit(.row(row))
    }
    table.rows.append(row)
    cellCount += row.count
  }

  /// Emits the whole table if it is short, otherwise the end of the table.
  mutating func finish(_ emit: (RichTextEvent) throws -> Void) rethrows {
    if isBegun { try emit(.endTable) } else { try emit(.block(.table(table))) }
  }

  static func areNeeded(for table: RichText.Table) -> Bool {
    (table.rows.count > firstRowCount || table.rows.reduce(0) { $0 + $1.count } > firstCellCount)
      && !table.rows.contains { $0.contains { $0.columnSpan > 1 || $0.rowSpan > 1 } }
  }
}

/// Builds a text from its events.
struct RichTextBuilder {
  private(set) var text = RichText()
  private var paragraph = RichText.Paragraph([])
  private var table = RichText.Table(rows: [])

  /// Adds the next event.
  mutating func add(_ event: RichTextEvent) {
    switch event {
    case .beginning(let metadata, _): text.metadata = metadata
    case .block(let block): text.blocks.append(block)
    case .beginParagraph(let layout): paragraph = RichText.Paragraph([], layout: layout)
    case .words(let content): paragraph.content += content
    case .endParagraph:
      text.blocks.append(.paragraph(paragraph))
      paragraph = RichText.Paragraph([])
    case .beginTable(let table): self.table = table
    case .row(let row): table.rows.append(row)
    case .endTable:
      text.blocks.append(.table(table))
      table = RichText.Table(rows: [])
    }
  }
}

extension RichText {
  /// Emits the events of the text in order.
  ///
  /// The text must be in normalized form.
  func emit(_ emit: (RichTextEvent) throws -> Void) rethrows {
    try emit(.beginning(metadata, isPlain: false))
    for block in blocks { try RichTextEvent.emit(block, emit) }
  }

  /// Collects the events of a reader into a text.
  ///
  /// - Parameter events: a function that emits the events of a text.
  static func collected(
    _ events: ((RichTextEvent) throws -> Void) throws -> StepReport
  ) rethrows -> Reading<RichText> {
    var builder = RichTextBuilder()
    let report = try events { builder.add($0) }
    return Reading(builder.text, losses: report.losses, warnings: report.warnings)
  }
}

/// A sink that writes a text event by event, with methods that do not throw.
protocol RichTextSink: EventSink<RichTextEvent> {
  mutating func write(_ event: RichTextEvent, into output: inout [UInt8])
  mutating func finish(into output: inout [UInt8]) -> StepReport
}

extension RichText {
  /// Returns the document that a sink writes for the text, which must be in normalized form.
  func written(by sink: some RichTextSink) -> Written {
    var sink = sink
    var output: [UInt8] = []
    emit { sink.write($0, into: &output) }
    let report = sink.finish(into: &output)
    return Written(Data(output), losses: report.losses, warnings: report.warnings)
  }
}

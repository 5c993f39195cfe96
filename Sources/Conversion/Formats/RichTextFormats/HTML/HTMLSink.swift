import ProfferConversions

/// Writes HTML block by block.
struct HTMLSink: RichTextSink {
  private var writer: HTMLWriter
  private var metadata = RichText.Metadata()
  /// The events held back until an event provides words for the title; nil once the output has begun.
  private var waiting: [RichTextEvent]? = []
  /// Whether the last written part of the open paragraph ends in a break.
  private var endsInBreak = false
  /// The number of rows of the open table that have been written.
  private var rowCount = 0
  private var headerRowCount = 0

  /// The maximum number of events to hold back.
  private static let waitingLimit = 256

  init(isXML: Bool) {
    writer = HTMLWriter(isXML: isXML)
    writer.headingIdentifiers = HeadingIdentifiers()
  }

  mutating func write(_ event: RichTextEvent, into output: inout [UInt8]) {
    if case .beginning(let metadata, _) = event {
      self.metadata = metadata
      if metadata.title != nil { begin(impliedTitle: nil, into: &output) }
      return
    }
    guard let waitingCount = waiting?.count else { return put(event, into: &output) }
    waiting?.append(event)
    let words = event.firstWords
    if words != nil || waitingCount == Self.waitingLimit { begin(impliedTitle: words, into: &output) }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    if waiting != nil { begin(impliedTitle: nil, into: &output) }
    swap(&writer.output, &output)
    writer.end()
    swap(&writer.output, &output)
    return StepReport(losses: writer.losses.total)
  }

  private mutating func begin(impliedTitle words: String?, into output: inout [UInt8]) {
    swap(&writer.output, &output)
    writer.begin(metadata, impliedTitle: words)
    swap(&writer.output, &output)
    let events = waiting ?? []
    waiting = nil
    for event in events { put(event, into: &output) }
  }

  private mutating func put(_ event: RichTextEvent, into output: inout [UInt8]) {
    swap(&writer.output, &output)
    defer { swap(&writer.output, &output) }
    switch event {
    case .beginning: break
    case .block(let block): writer.write(block)
    case .beginParagraph(let layout): writer.beginParagraph(layout)
    case .words(let content): endsInBreak = writer.writePart(content)
    case .endParagraph: writer.endParagraph(endsInBreak: endsInBreak)
    case .beginTable(let table):
      (rowCount, headerRowCount) = (0, max(table.headerRowCount, 0))
      writer.beginTable(caption: table.caption)
      for row in table.rows { put(row) }
    case .row(let row): put(row)
    case .endTable: writer.endTable(rowCount: rowCount, headerRowCount: headerRowCount)
    }
  }

  private mutating func put(_ row: [RichText.TableCell]) {
    writer.write(row: row, number: rowCount, headerRowCount: headerRowCount)
    rowCount += 1
  }
}

extension RichTextEvent {
  /// The first words of the event; nil if the event contains no words.
  fileprivate var firstWords: String? {
    switch self {
    case .block(let block): block.firstWords
    case .words(let content): RichText.Block.paragraph(RichText.Paragraph(content)).firstWords
    case .beginTable(let table): RichText.Block.table(table).firstWords
    case .row(let row): RichText.Block.table(RichText.Table(rows: [row])).firstWords
    case .beginning, .beginParagraph, .endParagraph, .endTable: nil
    }
  }
}

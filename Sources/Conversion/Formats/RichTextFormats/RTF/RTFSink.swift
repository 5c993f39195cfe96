import ProfferConversions

/// Writes RTF block by block.
///
/// The tables at the top name what the blocks use, so that the blocks of most texts are collected first. A plain text uses
/// nothing but what every document has, and its blocks follow the tables at once.
struct RTFSink: EventSink {
  private var writer = RTFWriter(.embedded)
  private var metadata = RichText.Metadata()
  private var isPlain = false
  /// The names of the places that links lead to.
  private var anchorTargets: Set<String> = []
  private var previous: RichText.Block?
  /// The paragraph whose words follow.
  private var layout: RichText.Layout?

  mutating func write(_ event: RichTextEvent, into output: inout [UInt8]) {
    switch event {
    case .beginning(let metadata, let isPlain):
      (self.metadata, self.isPlain) = (metadata, isPlain)
      if isPlain { output += writer.header(metadata) }
    case .block(let block):
      guard let block = block.normalized() else { return }
      if !isPlain { anchorTargets.formUnion(RichText([block]).anchorTargets) }
      writer.write(block, after: previous)
      previous = block
    case .beginParagraph(let layout): self.layout = layout
    case .words(let content):
      writer.writePart(RichText.Paragraph(content).normalized().content.runs, ofParagraph: layout)
      layout = nil
      previous = nil
    case .endParagraph, .endTable:
      if case .endTable = event { writer.endTable() }
      previous = nil
    case .beginTable(let table): if let table = table.normalized() { writer.beginTable(table) }
    case .row(let row):
      if let table = RichText.Table(rows: [row]).normalized() { writer.writeRow(table.rows[0]) }
    }
    if isPlain { flush(into: &output) }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    writer.endBlocks()
    writer.addBookmarksOfHeadings(for: anchorTargets)
    if !isPlain { output += writer.header(metadata) }
    flush(into: &output)
    output += "}\n".utf8
    return StepReport(losses: writer.losses.total)
  }

  private mutating func flush(into output: inout [UInt8]) {
    output += writer.body
    writer.body.removeAll(keepingCapacity: isPlain)
  }
}

import ProfferConversions

/// Writes Markdown block by block.
struct MarkdownSink: RichTextSink {
  private var writer = MarkdownWriter()
  /// Whether metadata directly precedes the next block, and a blank line must separate the block from the
  /// metadata.
  private var isAfterMetadata = false
  private var anchors: TargetedAnchors

  init(anchors: TargetedAnchors = TargetedAnchors()) { self.anchors = anchors }

  var wantsSecondReading: Bool { anchors.wantsSecondReading }

  mutating func write(_ event: RichTextEvent, into output: inout [UInt8]) {
    var anchors = self.anchors
    self.anchors = TargetedAnchors()
    anchors.add(event) { put($0, into: &output) }
    self.anchors = anchors
  }

  private mutating func put(_ event: RichTextEvent, into output: inout [UInt8]) {
    swap(&writer.output, &output)
    defer { swap(&writer.output, &output) }
    if case .beginning(let metadata, _) = event {
      let byteCount = writer.output.count
      writer.begin(metadata)
      isAfterMetadata = writer.output.count > byteCount
      return
    }
    if isAfterMetadata { writer.output.append(0x0A) }
    isAfterMetadata = false
    switch event {
    case .beginning: break
    case .block(let block): writer.write(block)
    case .beginParagraph(let layout): writer.beginParagraph(layout)
    case .words(let content): writer.writeWords(content)
    case .endParagraph: writer.endParagraph()
    case .beginTable(let table): writer.beginTable(table)
    case .row(let row): writer.writeRow(row)
    case .endTable: writer.endTable()
    }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    var anchors = self.anchors
    anchors.finish { put($0, into: &output) }
    self.anchors = anchors
    if wantsSecondReading { return StepReport() }
    swap(&writer.output, &output)
    writer.writeNotes()
    swap(&writer.output, &output)
    writer.losses.add(.metadata, TargetedAnchors.detail, count: anchors.droppedCount)
    return StepReport(losses: writer.allLosses)
  }
}

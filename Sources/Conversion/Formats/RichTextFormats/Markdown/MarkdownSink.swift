import ProfferConversions

/// Writes Markdown block by block.
struct MarkdownSink: RichTextSink {
  private var writer = MarkdownWriter()
  /// Whether metadata directly precedes the next block, and a blank line must separate the block from the
  /// metadata.
  private var isAfterMetadata = false
  private var anchors: TargetedAnchors
  private let keeper: PictureKeeper?

  init(anchors: TargetedAnchors = TargetedAnchors(), keeper: PictureKeeper? = nil) {
    self.anchors = anchors
    self.keeper = keeper
  }

  var wantsSecondReading: Bool { anchors.wantsSecondReading }

  mutating func write(_ event: RichTextEvent, into output: inout [UInt8]) {
    var anchors = self.anchors
    self.anchors = TargetedAnchors()
    anchors.add(event) { put($0, into: &output) }
    self.anchors = anchors
  }

  private mutating func put(_ event: RichTextEvent, into output: inout [UInt8]) {
    let event = keeper.map { keeper in event.mappingAttachments { $0.referring(by: keeper) } } ?? event
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
    writer.losses.add(.metadata, UntargetedAnchors.detail, count: anchors.droppedCount)
    return StepReport(losses: writer.allLosses)
  }
}

extension RichText.Run {
  /// Returns the run with the address of its picture, if the keeper keeps the picture.
  fileprivate func referring(by keeper: PictureKeeper) -> RichText.Run {
    guard case .attachment(var attachment) = content, case .data(let data, let type) = attachment.source,
      let address = keeper.address(
        PictureKeeper.Picture(data, typeIdentifier: type, name: attachment.name))
    else { return self }
    attachment.source = .url(address)
    if keeper.keepsNames { attachment.name = nil }
    var run = self
    run.content = .attachment(attachment)
    return run
  }
}

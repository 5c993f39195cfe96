import Conversions

/// Writes HTML as the text is told, block by block.
struct HTMLSink: EventSink {
  private var writer = HTMLWriter()
  private var metadata = RichText.Metadata()
  /// The blocks up to the first that says a word, which the title may be made of.
  private var waiting: [RichText.Block]? = []

  mutating func take(_ event: RichTextEvent, into output: inout [UInt8]) {
    switch event {
    case .beginning(let metadata):
      self.metadata = metadata
      if metadata.title != nil { begin(impliedTitle: nil, into: &output) }
    case .block(let block):
      guard waiting != nil else {
        swap(&writer.output, &output)
        writer.write(block)
        swap(&writer.output, &output)
        return
      }
      waiting?.append(block)
      if let words = block.firstWords { begin(impliedTitle: words, into: &output) }
    }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    if waiting != nil { begin(impliedTitle: nil, into: &output) }
    swap(&writer.output, &output)
    writer.end()
    swap(&writer.output, &output)
    return StepReport(losses: writer.tally.total)
  }

  private mutating func begin(impliedTitle words: String?, into output: inout [UInt8]) {
    swap(&writer.output, &output)
    writer.begin(metadata, impliedTitle: words)
    writer.write(waiting ?? [])
    swap(&writer.output, &output)
    waiting = nil
  }
}

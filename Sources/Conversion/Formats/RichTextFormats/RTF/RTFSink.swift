import ProfferConversions

/// Writes RTF block by block.
///
/// The header tables list the fonts, colors and styles that the blocks use. The blocks of most texts are
/// therefore held until all blocks are known. A long text is received twice; the first time, only the
/// header tables are written. A plain text uses only the entries that every document has, so its blocks are
/// written immediately after the tables.
struct RTFSink: RichTextSink {
  /// The current treatment of the blocks.
  private enum Form {
    /// The header tables have been written, and the blocks are written as they are received.
    case written(RTFWriter.Targets)
    case held
    /// The blocks are discarded, because they are too long to be held.
    case surveyed
  }

  private var writer = RTFWriter(.embedded)
  private let pictureConversion: PictureConversion?
  private var form = Form.held
  private var metadata = RichText.Metadata()
  /// The names of the anchors that are targets of links.
  private var anchorTargets: Set<String> = []
  private var previous: RichText.Block?
  /// The layout of a paragraph whose first part has not been written yet.
  private var layout: RichText.Layout?
  private let heldByteCount: Int
  /// The losses of writing the header tables in the first of two passes.
  private var headerLosses: [Loss] = []
  private(set) var wantsSecondReading = false

  /// - Parameters:
  ///   - heldByteCount: the maximum number of bytes of blocks to hold.
  ///   - pictureConversion: a function that converts a picture of an unsupported type to PNG.
  init(heldByteCount: Int = 1 << 23, pictures pictureConversion: PictureConversion? = nil) {
    self.heldByteCount = heldByteCount
    self.pictureConversion = pictureConversion
    writer.pictureConversion = pictureConversion
  }

  mutating func write(_ event: RichTextEvent, into output: inout [UInt8]) {
    if case .written = form {} else { event.addAnchorTargets(to: &anchorTargets) }
    switch event {
    case .beginning(let metadata, let isPlain):
      self.metadata = metadata
      if isPlain {
        writer.writeHeader(metadata, to: &output)
        form = .written(RTFWriter.Targets([]))
      }
    case .block(let block):
      writer.write(block, after: previous)
      previous = block
    case .beginParagraph(let layout): self.layout = layout
    case .words(let content):
      writer.writePart(content.runs, ofParagraph: layout)
      layout = nil
      previous = nil
    case .endParagraph, .endTable:
      if case .endTable = event { writer.endTable() }
      previous = nil
    case .beginTable(let table): writer.beginTable(table)
    case .row(let row): writer.writeRow(row)
    }
    switch form {
    case .written(let targets): flush(targets, into: &output)
    case .held: if writer.body.count > heldByteCount { form = .surveyed }
    case .surveyed: writer.forgetBody()
    }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    writer.endBlocks()
    switch form {
    case .written(let targets):
      writer.losses.add(contentsOf: headerLosses)
      wantsSecondReading = false
      flush(targets, into: &output)
    case .held:
      let targets = RTFWriter.Targets(anchorTargets)
      writer.addBookmarksOfHeadings(for: targets)
      writer.writeHeader(metadata, to: &output)
      flush(targets, into: &output)
    case .surveyed:
      writer.losses = LossCounter()
      writer.writeHeader(metadata, to: &output)
      headerLosses = writer.losses.total
      writer = RTFWriter(.embedded)
      writer.pictureConversion = pictureConversion
      form = .written(RTFWriter.Targets(anchorTargets))
      previous = nil
      wantsSecondReading = true
      return StepReport()
    }
    output += writer.body
    output += "}\n".utf8
    return StepReport(losses: writer.losses.total)
  }

  /// Appends the blocks written so far, except their last byte.
  ///
  /// The last byte determines how the next control words are separated from the preceding text.
  private mutating func flush(_ targets: RTFWriter.Targets, into output: inout [UInt8]) {
    writer.addBookmarksOfHeadings(for: targets)
    guard let last = writer.body.last else { return }
    output += writer.body.dropLast()
    writer.forgetBody()
    writer.body.append(last)
  }
}

import ByteTools
import Foundation
import ProfferConversions

/// Reads RTF in one pass.
///
/// Groups and control words change a state, and the state determines where text is added. The meanings of
/// the control words are from Microsoft's Rich Text Format Specification 1.9.1. The meanings of Apple's
/// additions are from the output of TextEdit on macOS.
struct RTFReader {
  /// The destination of text.
  enum Destination: Equatable {
    /// The document.
    case body
    /// The text is ignored.
    case ignored
    case fonts, colors, expandedColors, styles, lists, listLevel, listOverrides, info
    /// The time at which the document was created or last modified.
    case creationTime, modificationTime
    /// The text is collected in ``captured``, for the given purpose.
    case capture(Captured)
    case fieldInstruction
    case picture, pictureProperties
    /// A shape, whose text is in a nested group.
    case shape
    case legacyList
    case graphic
    case explicit
    /// The formatting of a style that is written for this reader only.
    case styleFormat
  }

  /// The purpose of captured text.
  enum Captured {
    case listLevelText, label, title, author, subject, keywords, summary, otherMetadata, propertyName,
      propertyValue, legacyMarker, bookmark
  }

  /// The border to which the next border words apply.
  enum Border { case bottom, paragraph, other }

  /// The state of a group; at the end of the group, the state of the enclosing group is restored.
  struct Frame {
    var characters = RTFCharacters()
    var layout = RTFLayout()
    var destination = Destination.body
    /// Whether the destination was set in this group and therefore ends with the group.
    var beginsDestination = false
    /// The number of fallback characters after each `\u`.
    var fallbackLength = 1
    /// The offset at which the group begins.
    var start = 0
    /// Whether the group began with `\*`.
    var isIgnorable = false
    /// Whether the group is a page header or footer.
    var isRunningHead = false
    /// Whether the group is a field in a page header or footer.
    ///
    /// Digits in the result of such a field are a page number.
    var isFieldOfRunningHead = false
    /// Whether the group contains the same text twice; the second text is in Unicode.
    var isUnicodePair = false
    /// Whether the group is a note and therefore has its own flow.
    var isNote = false
    /// Whether the group is the text of a shape and therefore has its own flow.
    var isTextBox = false
    /// Whether the group is `\nesttableprops`.
    var isNestedRow = false
    /// The index of the group's field in the open fields; nil if the group is not a field.
    var field: Int?
    /// Whether the group is the result of a field.
    var isFieldResult = false
  }

  /// The maximum number of nested groups with their own state.
  static let groupLimit = 2_000
  /// The maximum nesting depth of tables, and of notes and text boxes.
  static let nestingLimit = 20

  var scanner: RTFScanner
  var frame = Frame()
  var frames: [Frame] = []
  /// The number of open groups beyond ``groupLimit``.
  var excessDepth = 0
  var header = RTFHeader()
  var flow = RTFFlow()
  /// The flows that enclose the current note or text box, from the outermost to the innermost.
  var outerFlows: [RTFFlow] = []
  var captured: [UInt8] = []
  var fields: [RTFField] = []
  /// The links of unfinished paragraphs; runs refer to links by index.
  var links: [RichText.Link] = []
  /// The names of the bookmarks that are targets of links; nil in the second of two readings.
  var linkTargets: Set<String>? = []
  var hasAnchors = false
  /// Builds the content of the current paragraph.
  var inlines = InlineBuilder()
  /// The properties of the last paragraph.
  var lastForm: RTFParagraph.Form?
  var picture = RTFPicture()
  /// The files beside the text in an RTFD, by name.
  let files: [String: Data]
  /// The files that the text shows.
  var shownFiles: Set<String> = []
  /// Whether a placeholder character may follow an Apple attachment.
  var expectsPlaceholder = false
  // The state of incomplete characters.
  var pendingBytes: [UInt8] = []
  var needsTrail = false
  var pendingHighSurrogate: UInt32?
  var fallbackToSkip = 0
  var decoder = RTFByteDecoder()
  var border = Border.other
  var isConcealing = false
  /// The label of the current paragraph, used if the document does not define the list of the paragraph.
  var label = ""
  var legacyLists: [RTFListLevel] = []
  var metadata = RichText.Metadata()
  /// The parts of the time that is being read.
  var time = RTFTime()
  var losses = LossCounter()
  var warnings: [String] = []
  /// Builds the blocks of the main text; each note has a separate builder.
  private var builder = RTFBlockBuilder(losses: LossCounter())
  private var openBlocks = OpenBlocks(depthLimit: RichText.depthLimit)
  /// The number of pieces at the beginning of the flow that have already been converted to blocks.
  private var placedCount = 0
  /// Whether this is the first of two readings; the first reading discards the blocks.
  private var isSurvey = false
  private var meter = ReadingMeter.silent

  /// The number of pieces to collect before converting them to blocks.
  private static let portion = 256

  private init(_ bytes: UnsafeBufferPointer<UInt8>, files: [String: Data]) {
    scanner = RTFScanner(bytes)
    self.files = files
  }

  /// Reads a document.
  ///
  /// - Parameter files: the files beside the text in an RTFD, by name.
  static func read(_ data: Data, files: [String: Data] = [:]) throws(CoderError) -> Reading<RichText> {
    let reading: Reading<RichText>? = data.withUnsafeBytes { raw in
      guard let bytes = document(in: raw) else { return nil }
      var reader = RTFReader(bytes, files: files)
      var blocks: [RichText.Block] = []
      let report = reader.read { if let block = $0.normalized() { blocks.append(block) } }
      var text = RichText(blocks, metadata: reader.metadata)
      if let anchors = reader.anchorFilter { text = text.keepingAnchors(anchors).normalized() }
      return Reading(text, losses: report.losses, warnings: report.warnings)
    }
    guard let reading else { throw notRTF }
    return reading
  }

  /// Emits the events of a document, block by block.
  ///
  /// A long document is read twice, so that its blocks need not be held in memory.
  ///
  /// - Parameter heldByteCount: the maximum number of bytes of a document that is read at once.
  static func stream(
    _ data: Data, heldByteCount: Int = CoderSet.longestHeld, meter: ReadingMeter = .silent,
    _ emit: (RichTextEvent) throws -> Void
  ) throws -> StepReport {
    guard data.count > heldByteCount else {
      let reading = try read(data)
      try reading.value.emit(emit)
      return StepReport(losses: reading.losses, warnings: reading.warnings)
    }
    return try data.withUnsafeBytes { raw in
      guard let bytes = document(in: raw) else { throw notRTF }
      // The title and the links to a bookmark may be anywhere in the document.
      var survey = RTFReader(bytes, files: [:])
      survey.isSurvey = true
      _ = survey.read(to: RTFReader.endOfSurvey(raw)) { _ in }
      var anchors = survey.anchorFilter.map { KeptAnchors($0) }
      try emit(.beginning(survey.metadata, isPlain: false))
      var reader = RTFReader(bytes, files: [:])
      reader.linkTargets = nil
      reader.meter = meter
      return try reader.read { block in
        let block = anchors?.kept(in: block) ?? block
        if let block = block.normalized() { try RichTextEvent.emit(block, emit) }
      }
    }
  }

  /// Returns the bytes from the beginning of the RTF; nil if the bytes are not RTF.
  private static func document(in raw: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8>? {
    let bytes = raw.bindMemory(to: UInt8.self)
    var start = 0
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
    while start < bytes.count, [0x20, 0x0A, 0x0D, 0x09, 0].contains(bytes[start]) { start += 1 }
    guard bytes[start...].starts(with: #"{\rtf"#.utf8) else { return nil }
    return UnsafeBufferPointer(rebasing: bytes[start...])
  }

  private static var notRTF: CoderError {
    CoderError(.wrongFormat, #"this is not RTF: it does not begin with “{\rtf”"#, at: .byte(0))
  }

  /// Returns the place after which nothing can change the survey: metadata, and links to bookmarks.
  private static func endOfSurvey(_ bytes: UnsafeRawBufferPointer) -> Int {
    var end = 0
    var place = 0
    while let sign = bytes.firstPlace(of: UInt8(ascii: "\\"), from: place) {
      place = sign + 1
      guard place < bytes.count else { break }
      switch bytes[place] {
      case UInt8(ascii: "b"): if bytes[place...].starts(with: "bkmkstart".utf8) { return .max }
      case UInt8(ascii: "d"): if bytes[place...].starts(with: "deflang".utf8) { end = place }
      case UInt8(ascii: "i"): if bytes[place...].starts(with: "info".utf8) { end = place }
      case UInt8(ascii: "t"): if bytes[place...].starts(with: "title".utf8) { end = place }
      case UInt8(ascii: "a"): if bytes[place...].starts(with: "author".utf8) { end = place }
      default: break
      }
    }
    return end
  }

  /// Reads the document and emits its blocks in order.
  ///
  /// - Parameter limit: the place after which the rest of the document is ignored, at the end of a group of
  ///   metadata.
  private mutating func read(
    to limit: Int = .max, _ take: (RichText.Block) throws -> Void
  ) rethrows -> StepReport {
    while scanner.position <= limit || frame.destination != .body, let token = scanner.next() {
      if flow.pieces.count >= Self.portion, outerFlows.isEmpty { try takeBlocks(take) }
      meter.reach(scanner.position)
      switch token {
      case .text(let range): text(range)
      case .byte(let byte): self.byte(byte)
      case .open:
        finishCharacters()
        fallbackToSkip = 0
        open()
      case .close:
        finishCharacters()
        fallbackToSkip = 0
        guard close() else {
          noteRest()
          return try finish(isWhole: true, take)
        }
      case .word(let word, let parameter):
        if fallbackToSkip > 0, word.isSign {
          fallbackToSkip -= 1
        } else {
          // Any other word ends the fallback early.
          fallbackToSkip = 0
          if !pendingBytes.isEmpty { flushBytes() }
          self.word(word, parameter)
        }
      case .symbol(let symbol):
        if fallbackToSkip > 0 {
          fallbackToSkip -= 1
        } else {
          if !pendingBytes.isEmpty { flushBytes() }
          self.symbol(symbol)
        }
      case .binary(let range):
        if fallbackToSkip > 0 { fallbackToSkip -= 1 } else { binary(range) }
      }
    }
    return try finish(isWhole: false, take)
  }

  /// Emits the completed blocks.
  ///
  /// The last piece is not converted yet, because its meaning may depend on the next piece.
  private mutating func takeBlocks(_ take: (RichText.Block) throws -> Void) rethrows {
    forgetLinks()
    if isSurvey { return flow.pieces.removeAll(keepingCapacity: true) }
    let end = flow.pieces.count - 1
    builder.add(placedCount..<end, of: flow.pieces, to: &openBlocks)
    // The piece before the last is also kept, because it may be the caption of the last piece.
    flow.pieces.removeSubrange(..<(end - 1))
    placedCount = 1
    for block in openBlocks.takeBlocks() { try take(block) }
  }

  /// Discards the links of finished paragraphs, unless an open group or field may still refer to one of the
  /// links.
  private mutating func forgetLinks() {
    guard flow.runs.isEmpty, fields.isEmpty, frame.characters.link == nil,
      !frames.contains(where: { $0.characters.link != nil })
    else { return }
    links.removeAll(keepingCapacity: true)
  }

  // MARK: Groups

  private mutating func open() {
    guard frames.count < Self.groupLimit else {
      excessDepth += 1
      return
    }
    frames.append(frame)
    frame.start = scanner.position
    frame.beginsDestination = false
    frame.isIgnorable = false
    frame.isNote = false
    frame.isTextBox = false
    frame.field = nil
    frame.isFieldResult = false
    if frame.isUnicodePair {
      // The first of the two texts is ignored. The word `\ud` begins the second text.
      frame.isUnicodePair = false
      frame.destination = .ignored
      frame.beginsDestination = true
    }
  }

  /// Ends a group, and returns false if the group was the document.
  private mutating func close() -> Bool {
    if excessDepth > 0 {
      excessDepth -= 1
      return true
    }
    guard let outer = frames.last else { return false }
    // The last paragraph has the layout that is set where the document ends.
    if frames.count == 1, outerFlows.isEmpty, frame.destination == .body {
      finishCharacters()
      if !flow.runs.isEmpty { endParagraph() }
    }
    if frame.beginsDestination { endDestination() }
    if let field = frame.field { endField(field) }
    if frame.isFieldResult { endFieldResult() }
    if frame.isNote || frame.isTextBox { endFlow() }
    restore(outer)
    return !frames.isEmpty
  }

  private mutating func restore(_ outer: Frame) {
    let inner = frame
    frame = outer
    frames.removeLast()
    // Explicit formatting, the formatting of some styles, and lists of RTF before Word 97 are described in a
    // separate group, but apply to the enclosing group.
    if inner.destination == .explicit, inner.beginsDestination {
      frame.characters.explicit.formUnion(inner.characters.explicit)
      if let explicit = inner.layout.explicit { frame.layout.explicit = explicit }
      if let explicit = inner.layout.explicitCell { frame.layout.explicitCell = explicit }
    }
    if inner.destination == .styleFormat, inner.beginsDestination { frame.characters = inner.characters }
    if inner.destination == .legacyList, inner.beginsDestination { frame.layout.list = inner.layout.list }
  }

  /// Skips the rest of the current group, unless the group is the document.
  mutating func skipGroup() {
    guard excessDepth == 0, frames.count > 1, let outer = frames.last else { return }
    scanner.skipGroup()
    if let field = frame.field { endField(field) }
    if frame.isFieldResult { endFieldResult() }
    restore(outer)
  }

  mutating func begin(_ destination: Destination) {
    frame.destination = destination
    frame.beginsDestination = true
    captured.removeAll(keepingCapacity: true)
  }

  // MARK: End of the document

  /// Reports content after the brace that ends the document.
  ///
  /// The content is not read. Some programs pass buffers that are longer than their text, and garbage at
  /// the end of a buffer cannot be distinguished from text after a surplus brace.
  private mutating func noteRest() {
    let rest = scanner.bytes[scanner.position...]
    guard rest.contains(where: { $0 > 0x20 && $0 != UInt8(ascii: "}") }) else { return }
    warnings.append("the file contains data after the last brace of the document; this data was left out")
    var count = 0
    while let token = scanner.next() {
      switch token {
      case .text(let range): count += range.count { scanner.bytes[$0] > 0x20 }
      case .byte: count += 1
      default: break
      }
    }
    losses.add(.characters, "after the end of the document", count: count)
  }

  private mutating func finish(
    isWhole: Bool, _ take: (RichText.Block) throws -> Void
  ) rethrows -> StepReport {
    finishCharacters()
    while !outerFlows.isEmpty { endFlow() }
    if !flow.runs.isEmpty { endParagraph() }
    flow.setDepth(0)
    builder.add(placedCount..<flow.pieces.count, of: flow.pieces, to: &openBlocks)
    flow.pieces = []
    for block in builder.finish(&openBlocks) { try take(block) }
    losses.add(contentsOf: builder.losses.total)
    losses.add(.images, "files that the text does not reference", count: unshownFileCount)
    losses.add(
      .tables, "rows with more empty cells than a table can have", count: flow.emptyCells.cutRowCount)
    if !isWhole { warnings.append("the document ends inside a group") }
    if scanner.brokenByteCount > 0 { warnings.append(#"a byte after \' is not two hexadecimal digits"#) }
    return StepReport(losses: losses.total, warnings: warnings)
  }

  /// A function that decides whether to keep the bookmark with the given name; nil if the document has no
  /// bookmarks.
  ///
  /// A bookmark that a program created for its own use is kept only if a link targets it. All other
  /// bookmarks are kept.
  private var anchorFilter: ((String) -> Bool)? {
    guard hasAnchors, let targets = linkTargets else { return nil }
    return { name in !(name.hasPrefix("_") || name.hasPrefix("OLE_LINK")) || targets.contains(name) }
  }

  /// The number of files that the text does not show.
  ///
  /// Hidden files belong to the system and do not count.
  private var unshownFileCount: Int { files.keys.count { !shownFiles.contains($0) && !$0.hasPrefix(".") } }
}

import Foundation
import ProfferConversions

/// Reads RTF in one pass: groups and words change a state, and text, as it comes, is put where the state says.
///
/// What the words mean is from Microsoft's Rich Text Format Specification 1.9.1; Apple's additions are as TextEdit
/// writes them on macOS.
struct RTFReader {
  /// Where text goes.
  enum Destination: Equatable {
    /// To the document.
    case body
    /// Nowhere.
    case ignored
    case fonts, colors, expandedColors, styles, lists, listLevel, listOverrides, info
    /// To ``captured``, for what the group is about.
    case capture(Captured)
    case fieldInstruction
    case picture, pictureProperties
    /// The frame of a shape; its text is in a group of its own.
    case shape
    case legacyList
    case graphic
    case explicit
  }

  /// What a captured text is.
  enum Captured {
    case listLevelText, label, title, author, otherMetadata, propertyName, propertyValue, legacyMarker,
      bookmark
  }

  /// Whose border the words of borders are about.
  enum Border { case bottom, paragraph, other }

  /// What a group restores at its end.
  struct Frame {
    var characters = RTFCharacters()
    var layout = RTFLayout()
    var destination = Destination.body
    /// Whether the destination was set in this very group, which ends it.
    var beginsDestination = false
    /// How many characters of fallback follow a `\u`.
    var fallbackLength = 1
    /// Where in the bytes it begins.
    var start = 0
    /// Whether the group began with `\*`.
    var isIgnorable = false
    /// Whether it is a head or foot of the pages.
    var isRunningHead = false
    /// Whether it is a field in one: digits of its result are the number of a page.
    var isFieldOfRunningHead = false
    /// Whether it holds the same text twice, the second time in Unicode.
    var isUnicodePair = false
    /// Whether the group is a note, with a flow of its own.
    var isNote = false
    /// Whether it is a shape's text, with a flow of its own.
    var isTextBox = false
    /// Whether it is `\nesttableprops`.
    var isNestedRow = false
    /// The field that the group is, by its place among the open ones.
    var field: Int?
    /// Whether it is the result of a field.
    var isFieldResult = false
  }

  /// How deep groups have a state of their own.
  static let groupLimit = 2_000
  /// How deep tables and notes nest.
  static let nestingLimit = 20

  var scanner: RTFScanner
  var frame = Frame()
  var frames: [Frame] = []
  /// How many groups are open beyond the limit.
  var excessDepth = 0
  var header = RTFHeader()
  var flow = RTFFlow()
  /// The flows around a note or text box.
  var outerFlows: [RTFFlow] = []
  var captured: [UInt8] = []
  var fields: [RTFField] = []
  /// The links of the paragraphs that are not finished; the runs name them by their places.
  var links: [RichText.Link] = []
  /// The names of the places that links lead to; nil where they are known already.
  var linkTargets: Set<String>? = []
  var hasAnchors = false
  var picture = RTFPicture()
  /// The files of an RTFD, by name.
  let files: [String: Data]
  /// Those that the text shows.
  var shownFiles: Set<String> = []
  /// A placeholder that follows an Apple attachment.
  var expectsPlaceholder = false
  // Bytes and Unicode.
  var pendingBytes: [UInt8] = []
  var needsTrail = false
  var pendingHighSurrogate: UInt32?
  var fallbackToSkip = 0
  var decoder = RTFByteDecoder()
  var border = Border.other
  var isConcealing = false
  /// The label of a paragraph that no list explains.
  var label = ""
  var legacyLists: [RTFListLevel] = []
  var metadata = RichText.Metadata()
  var losses = LossCounter()
  var warnings: [String] = []
  /// Makes the blocks outside of notes and text boxes.
  private var builder = RTFBlockBuilder(losses: LossCounter())
  private var openBlocks = RTFOpenBlocks(depthLimit: RichText.depthLimit)
  /// How many pieces of the flow, at its beginning, are among the blocks already.
  private var placedCount = 0
  /// Whether this is the first of two readings, which drops the blocks.
  private var isSurvey = false

  /// How many pieces are collected before they become blocks.
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

  /// Emits a document: a long one block by block, for which it is read twice.
  ///
  /// - Parameter heldByteCount: the length up to which a document is read whole.
  static func stream(
    _ data: Data, heldByteCount: Int = CoderSet.longestHeld, _ emit: (RichTextEvent) throws -> Void
  ) throws -> StepReport {
    guard data.count > heldByteCount else {
      let reading = try read(data)
      try reading.value.emit(emit)
      return StepReport(losses: reading.losses, warnings: reading.warnings)
    }
    return try data.withUnsafeBytes { raw in
      guard let bytes = document(in: raw) else { throw notRTF }
      // The title may be anywhere, and so may the links that lead to a place.
      var survey = RTFReader(bytes, files: [:])
      survey.isSurvey = true
      _ = survey.read { _ in }
      var anchors = survey.anchorFilter.map { KeptAnchors($0) }
      try emit(.beginning(survey.metadata, isPlain: false))
      var reader = RTFReader(bytes, files: [:])
      reader.linkTargets = nil
      return try reader.read { block in
        let block = anchors?.kept(in: block) ?? block
        if let block = block.normalized() { try RichTextEvent.emit(block, emit) }
      }
    }
  }

  /// The bytes from the beginning of RTF on; nil if they are not RTF.
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

  /// Reads the document, and takes its blocks in order.
  private mutating func read(_ take: (RichText.Block) throws -> Void) rethrows -> StepReport {
    while let token = scanner.next() {
      if flow.pieces.count >= Self.portion, outerFlows.isEmpty { try takeBlocks(take) }
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
          // A word that is not a character ends a fallback that is shorter than announced.
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

  /// Takes the blocks that the pieces so far make, but for the last piece: what follows it says what becomes of it.
  private mutating func takeBlocks(_ take: (RichText.Block) throws -> Void) rethrows {
    forgetLinks()
    if isSurvey { return flow.pieces.removeAll(keepingCapacity: true) }
    let end = flow.pieces.count - 1
    builder.add(placedCount..<end, of: flow.pieces, to: &openBlocks)
    // The piece before the last stays too: it may be the caption of the last one.
    flow.pieces.removeSubrange(..<(end - 1))
    placedCount = 1
    for block in openBlocks.takeBlocks() { try take(block) }
  }

  /// Forgets the links of paragraphs that are finished, where nothing that is still open names one.
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
      // The first of the two texts; `\ud` turns the second one on again.
      frame.isUnicodePair = false
      frame.destination = .ignored
      frame.beginsDestination = true
    }
  }

  /// Ends a group; false when it was the document.
  private mutating func close() -> Bool {
    if excessDepth > 0 {
      excessDepth -= 1
      return true
    }
    guard let outer = frames.last else { return false }
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
    // Explicit formatting and old lists are stated in a group of their own about the group around it.
    if inner.destination == .explicit, inner.beginsDestination {
      frame.characters.explicit.formUnion(inner.characters.explicit)
      if let explicit = inner.layout.explicit { frame.layout.explicit = explicit }
      if let explicit = inner.layout.explicitCell { frame.layout.explicitCell = explicit }
    }
    if inner.destination == .legacyList, inner.beginsDestination { frame.layout.list = inner.layout.list }
  }

  /// Leaves out the rest of the group; the outermost group is never left out.
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

  // MARK: The end

  /// Reports what follows the brace that ends the document.
  ///
  /// It is not read: programs pass on buffers that are longer than their text, and such a rest cannot be told apart
  /// from words after a surplus brace.
  private mutating func noteRest() {
    let rest = scanner.bytes[scanner.position...]
    guard rest.contains(where: { $0 > 0x20 && $0 != UInt8(ascii: "}") }) else { return }
    warnings.append("the document ends before its bytes do; what stands after its last brace was left out")
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
    for block in builder.finish(&openBlocks) { try take(block) }
    losses.add(contentsOf: builder.losses.total)
    losses.add(.images, "files that the text does not show", count: unshownFileCount)
    losses.add(
      .tables, "rows with more empty cells than tables have", count: flow.emptyCells.cutRowCount)
    if !isWhole { warnings.append("the document ends before all its groups do") }
    if scanner.brokenByteCount > 0 { warnings.append(#"a byte after \' is not two hexadecimal digits"#) }
    return StepReport(losses: losses.total, warnings: warnings)
  }

  /// Which bookmarks are kept: all but those that programs set for themselves, and of these the ones that links lead to;
  /// nil if the document has no bookmarks.
  private var anchorFilter: ((String) -> Bool)? {
    guard hasAnchors, let targets = linkTargets else { return nil }
    return { name in !(name.hasPrefix("_") || name.hasPrefix("OLE_LINK")) || targets.contains(name) }
  }

  /// How many files the text does not show; hidden ones are the system's.
  private var unshownFileCount: Int { files.keys.count { !shownFiles.contains($0) && !$0.hasPrefix(".") } }
}

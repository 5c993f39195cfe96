import ByteTools
import Foundation
import ProfferConversions
import StructuredFormats

// The composer turns the events of the parser into a structured value. Finished values are held in a stack,
// and the stack emits the values of long documents in parts. Three things are never emitted in parts, because
// their whole value is needed later: the value of an anchor, a document with merges, and a document for a
// writer that cannot write a key twice.

/// Composes the value of a YAML stream, event by event.
struct YAMLComposer {
  /// A collection that has not ended.
  private struct Level {
    let isMapping: Bool
    var expectsKey: Bool
    var anchor: String?
    var anchorNumber = 0
    /// The size of everything before the collection.
    let sizeBefore: YAMLNodeSize
    /// The number of containers that are nested in the collection so far.
    var height = 0
    var memberCount = 0
    /// The indices of the members whose key is a merge.
    var merges: [Int] = []
  }

  private var parser: YAMLParser
  private let options: YAMLOptions
  private let depthLimit: Int
  /// The maximum number of values to hold in incomplete containers.
  private let heldCount: Int
  private var meter: ReadingMeter

  private var values = StructuredValueStack()
  private var levels: [Level] = []
  private var anchors = YAMLAnchors()
  private var openAnchorCount = 0
  private var size = YAMLNodeSize()
  private var repeatedNodeCount = 0
  private var documentCount = 0
  /// Whether the events of the current document are composed.
  private var isComposing = false

  private(set) var losses = LossCounter()
  private var keyCount = 0
  private var tagCount = 0
  private var mergeCount = 0

  init(
    _ parser: YAMLParser, options: YAMLOptions, depthLimit: Int, holding heldCount: Int,
    meter: ReadingMeter
  ) {
    self.parser = parser
    self.options = options
    self.depthLimit = depthLimit
    self.heldCount = heldCount
    self.meter = meter
  }

  /// Emits the value of the stream: the value of its only document, or an array of the values of all documents.
  mutating func emit(asArray isArray: Bool, _ emit: (StructuredValueEvent) throws -> Void) throws
    -> StepReport
  {
    if isArray { values.begin(isObject: false) }
    var isEmpty = true
    while true {
      let event = try parser.next()
      meter.reach(event.position)
      switch event.kind {
      case .streamEnd:
        if isArray {
          try close(emit)
        } else if let number = options.document {
          guard documentCount >= number, number > 0 else { throw noDocument(number) }
        } else if isEmpty {
          try emit(.value(.null))
        }
        return report
      case .documentStart:
        documentCount += 1
        isComposing = options.document.map { $0 == documentCount } ?? true
        anchors.removeAll()
        isEmpty = false
      case .documentEnd, .placeholder: break
      default: if isComposing { try compose(event, emit) }
      }
    }
  }

  private func noDocument(_ number: Int) -> CoderError {
    CoderError(
      .noDocument,
      "the text has only \(documentCount) document\(documentCount == 1 ? "" : "s"), so it has no document \(number)"
    )
  }

  private var report: StepReport {
    var losses = losses
    losses.add(.comments, count: parser.commentCount)
    losses.add(.types, "tags of values", count: tagCount)
    losses.add(.types, "keys that are not strings, read as text", count: keyCount)
    var warnings: [String] = []
    if mergeCount > 0 {
      warnings.append(
        "\(mergeCount) merge\(mergeCount == 1 ? " (<<) is" : "s (<<) are") replaced by copies of the merged members"
      )
    }
    if parser.ignoredDirectiveCount > 0 {
      let count = parser.ignoredDirectiveCount
      warnings.append("\(count) unknown directive\(count == 1 ? " is" : "s are") ignored")
    }
    if let version = parser.otherVersion {
      warnings.append("the text declares YAML \(version), but is read as YAML 1.2")
    }
    return StepReport(losses: losses.total, warnings: warnings)
  }

  // MARK: Nodes

  private mutating func compose(
    _ event: YAMLEvent, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    let isKey = levels.last.map { $0.isMapping && $0.expectsKey } ?? false
    switch event.kind {
    case .scalar: isKey ? try composeKey(event) : try composeScalar(event, emit)
    case .alias: try composeAlias(event, isKey: isKey, emit)
    case .mappingStart, .sequenceStart:
      guard !isKey else {
        throw parser.failure(
          .invalidKey, "a key is a collection; only scalars can be keys", at: event.position)
      }
      begin(event)
    case .mappingEnd, .sequenceEnd: try end(event, emit)
    case .documentStart, .documentEnd, .streamEnd, .placeholder: break
    }
  }

  private mutating func count(_ event: YAMLEvent) {
    size.nodeCount += 1
    size.byteCount += parser.byteCount(of: event) + 2
  }

  private mutating func composeKey(_ event: YAMLEvent) throws {
    count(event)
    let text = parser.text(of: event)
    let last = levels.count - 1
    levels[last].expectsKey = false
    let source = parser.source(of: event)
    if !event.properties.isEmpty {
      let value = try value(of: event, tag: parser.tag(of: event), isKey: true)
      if case .string = value {} else { keyCount += 1 }
      if let anchor = parser.anchor(of: event) {
        anchors.set(
          anchor,
          YAMLAnchoredValue(
            value: value, text: text, size: YAMLNodeSize(nodeCount: 1, byteCount: text.utf8.count)))
      }
      if parser.tag(of: event) == YAMLTag.prefix + "merge" {
        levels[last].merges.append(levels[last].memberCount)
      }
    } else if event.style == .plain, let source {
      if YAMLSchema.value(source) != nil { keyCount += 1 }
      if source.count == 2, source[0] == UInt8(ascii: "<"), source[1] == UInt8(ascii: "<") {
        levels[last].merges.append(levels[last].memberCount)
      }
    }
    values.setKey(text)
  }

  private mutating func composeScalar(
    _ event: YAMLEvent, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    count(event)
    if event.properties.isEmpty {
      if event.style == .plain, let source = parser.source(of: event), let value = YAMLSchema.value(source) {
        return try add(value, height: 0, emit)
      }
      return try add(.string(parser.text(of: event)), height: 0, emit)
    }
    let value = try value(of: event, tag: parser.tag(of: event), isKey: false)
    if let anchor = parser.anchor(of: event) {
      let text = parser.text(of: event)
      anchors.set(
        anchor,
        YAMLAnchoredValue(
          value: value, text: text, size: YAMLNodeSize(nodeCount: 1, byteCount: text.utf8.count + 2)))
    }
    try add(value, height: 0, emit)
  }

  private mutating func composeAlias(
    _ event: YAMLEvent, isKey: Bool, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    let anchored = try anchors.value(parser.text(of: event)) { parser.failure($0, $1, at: event.position) }
    try addRepeated(anchored.size, at: event)
    guard isKey else { return try add(anchored.value, height: anchored.size.height, emit) }
    guard let text = anchored.text else {
      throw parser.failure(.invalidKey, "a key is a collection; only scalars can be keys", at: event.position)
    }
    if case .string = anchored.value {} else { keyCount += 1 }
    levels[levels.count - 1].expectsKey = false
    values.setKey(text)
  }

  /// Counts the values that an alias or a merge repeats, and throws if they exceed the limits.
  private mutating func addRepeated(_ repeated: YAMLNodeSize, at event: YAMLEvent) throws {
    size.nodeCount += repeated.nodeCount
    size.byteCount += repeated.byteCount
    repeatedNodeCount += repeated.nodeCount
    let limits = options.expansion
    guard repeatedNodeCount <= limits.nodeCount else {
      throw parser.failure(
        .tooLarge, "the aliases repeat more than \(limits.nodeCount) values", at: event.position)
    }
    guard
      size.byteCount <= limits.unlimitedByteCount
        || size.byteCount / max(1, limits.ratio) <= parser.end
    else {
      throw parser.failure(
        .tooLarge,
        "the aliases expand the value to more than \(limits.ratio) times the size of the text",
        at: event.position)
    }
    guard levels.count + repeated.height <= depthLimit else {
      throw parser.failure(
        .tooDeep, "the aliases nest collections deeper than the limit of \(depthLimit)", at: event.position)
    }
  }

  // MARK: Collections

  private mutating func begin(_ event: YAMLEvent) {
    count(event)
    let isMapping = event.kind == .mappingStart
    var level = Level(isMapping: isMapping, expectsKey: isMapping, sizeBefore: size)
    if !event.properties.isEmpty {
      if let tag = parser.tag(of: event), tag != "!", tag != YAMLTag.prefix + (isMapping ? "map" : "seq") {
        tagCount += 1
      }
      if let anchor = parser.anchor(of: event) {
        level.anchor = anchor
        level.anchorNumber = anchors.begin(anchor)
        openAnchorCount += 1
      }
    }
    levels.append(level)
    values.begin(isObject: isMapping)
  }

  private mutating func end(_ event: YAMLEvent, _ emit: (StructuredValueEvent) throws -> Void) throws {
    guard let level = levels.popLast() else { preconditionFailure("an end without its beginning") }
    guard level.anchor != nil || !level.merges.isEmpty else {
      return try close(height: level.height + 1, emit)
    }
    guard let closed = values.close() else { preconditionFailure("an end without its beginning") }
    var value = closed.value
    if !level.merges.isEmpty, case .dictionary(let members) = value {
      mergeCount += level.merges.count
      // The merged values were counted with their aliases.
      value = .dictionary(
        try YAMLMerge.apply(level.merges, to: members) { parser.failure($0, $1, at: event.position) })
    }
    if let anchor = level.anchor {
      openAnchorCount -= 1
      var size = size
      size.nodeCount -= level.sizeBefore.nodeCount - 1
      size.byteCount -= level.sizeBefore.byteCount - 2
      size.height = level.height + 1
      anchors.end(
        anchor, level.anchorNumber, YAMLAnchoredValue(value: value, text: nil, size: size))
    }
    try add(value, contentCount: closed.contentCount, height: level.height + 1, emit)
  }

  /// Ends the innermost container, whose content may have been emitted.
  private mutating func close(height: Int = 0, _ emit: (StructuredValueEvent) throws -> Void) throws {
    try values.end(emittingTo: emit)
    try finishNode(height: height, emit)
  }

  /// Adds a value to the innermost container, or emits it.
  private mutating func add(
    _ value: StructuredValue, contentCount: Int = 0, height: Int,
    _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    try values.add(value, contentCount: contentCount, emittingTo: emit)
    try finishNode(height: height, emit)
  }

  private mutating func finishNode(
    height: Int, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    let last = levels.count - 1
    if last >= 0 {
      levels[last].height = max(levels[last].height, height)
      if levels[last].isMapping {
        levels[last].expectsKey = true
        levels[last].memberCount += 1
      }
    }
    if values.count > heldCount, openAnchorCount == 0 { try values.emitHeld(emit) }
  }

  // MARK: Scalars

  /// Returns the value of a scalar with a tag, or with an anchor.
  private mutating func value(of event: YAMLEvent, tag: String?, isKey: Bool) throws -> StructuredValue {
    let isPlain = event.style == .plain && !event.isDecoded
    guard let tag else {
      if isPlain, let source = parser.source(of: event), let value = YAMLSchema.value(source) { return value }
      return .string(parser.text(of: event))
    }
    let text = parser.text(of: event)
    if let value = try YAMLTag.value(text, tag: tag, failure: { parser.failure($0, $1, at: event.position) })
    {
      return value
    }
    if !(isKey && tag == YAMLTag.prefix + "merge") { tagCount += 1 }
    return .string(text)
  }
}

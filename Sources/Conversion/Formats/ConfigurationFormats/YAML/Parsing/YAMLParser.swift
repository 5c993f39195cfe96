import ByteTools
public import ProfferConversions

// The parser has one frame for each open document and collection. A step continues the innermost frame and
// appends the events of at most one node to the queue.
//
// A mapping in block style has no mark at its beginning: `a: 1` begins with the key. A scalar is read before
// its event is queued, so that the colon after it decides. A flow collection may also be a key, and its
// events are queued before the colon is found. A placeholder precedes them in the queue. Events after a
// placeholder are held until the collection ends, until the line ends, or until the collection is longer than
// keys may be (1,024 characters). The queue is therefore short, and the time is linear.
//
// Lines end with a line feed: `YAMLText` replaces the other line ends, and decodes the text to UTF-8.

/// Parses YAML 1.2.2 event by event.
package struct YAMLParser {
  /// A document or collection that has not ended.
  struct Frame {
    enum Kind {
      case document, blockSequence, blockMapping, flowSequence, flowMapping
      /// A mapping with one member in a flow sequence, such as `[a: b]`.
      case flowPair
    }

    /// What follows in the source.
    enum State {
      case entry, value, compactValue, explicitKey, explicitValue, flowKey, separator, end
    }

    let kind: Kind
    var state: State
    /// The column of the entries of a block collection; for flow collections, the minimum indentation of
    /// their lines.
    let indent: Int
    /// Whether a placeholder precedes a flow collection, which may be a key.
    var isCandidate = false
    /// The beginning of a flow collection that is a key, and of its line.
    var key = Place()
  }

  /// A position and the beginning of its line.
  struct Place {
    var position = 0
    var lineStart = 0
  }

  /// A flow collection that may be a key.
  struct Candidate {
    let eventIndex: Int
    let start: Place
    /// The column of a mapping whose first key is the collection; nil in a flow sequence.
    let column: Int?
    /// The properties of the mapping if the collection is a key.
    let outer: YAMLProperties
    /// The properties on the line of the collection.
    let inner: YAMLProperties
  }

  /// The maximum number of characters of a key without `?` (YAML 1.2.2, 7.4.2).
  static let keyLimit = 1024

  /// The prefix of the tags of the core schema, which `!!` stands for.
  static let coreTagPrefix = "tag:yaml.org,2002:"

  let bytes: UnsafeRawBufferPointer
  let end: Int
  private let depthLimit: Int

  var position = 0
  var lineStart = 0
  /// Whether only white space is between the beginning of the line and the position.
  var isFresh = true
  /// The column of the first tab in the white space before the position; -1 if there is none.
  var tabColumn = -1
  /// Whether the last node of a flow collection allows a colon without white space after it.
  var endsLikeJSON = false

  var frames: [Frame] = []
  /// The queue of events, and places for further events.
  private var events: [YAMLEvent] = []
  /// The index of the next event in the queue.
  private var head = 0
  /// The index after the last event in the queue.
  private var tail = 0
  private var candidates: [Candidate] = []
  /// The index of the first candidate that may still be a key.
  private var firstLive = 0
  /// The anchors and tags of the events in the queue.
  private var names: [String] = []
  /// The decoded text of scalars whose source differs from their text.
  var decoded: [UInt8] = []

  /// The prefixes of tags by their handles, for the current document.
  var tagPrefixes: [String: String] = [:]
  var stream = StreamState()
  private(set) var isFinished = false

  /// The number of comments so far.
  package private(set) var commentCount = 0
  /// The number of directives other than `%YAML` and `%TAG`.
  package var ignoredDirectiveCount = 0
  /// The version of YAML that a document declares, if it is not 1.2.
  package var otherVersion: String?

  /// Makes a parser.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, with line feeds as line ends; see ``YAMLText``.
  ///   - depthLimit: the maximum number of collections that are nested in each other.
  package init(unsafeBytes bytes: UnsafeRawBufferPointer, depthLimit: Int) {
    self.bytes = bytes
    end = bytes.count
    self.depthLimit = depthLimit
  }

  /// Returns the next event; `streamEnd` at the end and thereafter.
  package mutating func next() throws(CoderError) -> YAMLEvent {
    while true {
      if head < tail {
        let limit = firstLive < candidates.count ? try heldIndex() : tail
        while head < limit {
          head += 1
          if events[head - 1].kind != .placeholder { return events[head - 1] }
        }
      }
      if head == tail {
        head = 0
        tail = 0
        if !names.isEmpty { names.removeAll(keepingCapacity: true) }
        if !decoded.isEmpty { decoded.removeAll(keepingCapacity: true) }
      }
      if isFinished { return YAMLEvent(kind: .streamEnd, style: .none, position: end) }
      try step()
    }
  }

  /// The text of a scalar, or the name of an alias.
  package func text(of event: YAMLEvent) -> String {
    if event.isDecoded { return String(decoding: decoded[event.text], as: UTF8.self) }
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[event.text]), as: UTF8.self)
  }

  /// The source of a scalar that is the same as its text; nil if they differ.
  func source(of event: YAMLEvent) -> UnsafeRawBufferPointer? {
    event.isDecoded ? nil : UnsafeRawBufferPointer(rebasing: bytes[event.text])
  }

  /// The number of bytes in the text of a scalar.
  func byteCount(of event: YAMLEvent) -> Int { event.text.count }

  /// The name of the anchor of a node; nil if the node has none.
  package func anchor(of event: YAMLEvent) -> String? {
    event.properties.anchor < 0 ? nil : names[Int(event.properties.anchor)]
  }

  /// The whole tag of a node, such as `tag:yaml.org,2002:str` or `!local`; `!` for the non-specific tag; nil if
  /// the node has none.
  package func tag(of event: YAMLEvent) -> String? {
    event.properties.tag < 0 ? nil : names[Int(event.properties.tag)]
  }

  private mutating func step() throws(CoderError) {
    guard let frame = frames.last else { return try stepStream() }
    switch frame.kind {
    case .document: try stepDocument()
    case .blockSequence: try stepBlockSequence()
    case .blockMapping: try stepBlockMapping()
    case .flowSequence: try stepFlowSequence()
    case .flowMapping: try stepFlowMapping()
    case .flowPair: try stepFlowPair()
    }
  }

  mutating func finish() { isFinished = true }
}

// MARK: - Events

extension YAMLParser {
  @inline(__always)
  mutating func queue(_ event: YAMLEvent) {
    if tail < events.count { events[tail] = event } else { events.append(event) }
    tail += 1
  }

  /// Queues the event of a node.
  @inline(__always)
  mutating func queue(_ event: YAMLEvent, _ properties: YAMLProperties) {
    queue(event)
    events[tail - 1].properties = properties
  }

  /// Adds a name, and returns its index.
  mutating func add(_ name: String) -> Int32 {
    names.append(name)
    return Int32(truncatingIfNeeded: names.count - 1)
  }

  /// An empty scalar at the position.
  var emptyScalar: YAMLEvent {
    mutating get {
      endsLikeJSON = false
      return YAMLEvent(kind: .scalar, style: .plain, text: position..<position, position: position)
    }
  }

  /// Queues an empty scalar.
  mutating func queueEmpty(_ properties: YAMLProperties = YAMLProperties()) {
    let event = emptyScalar
    queue(event, properties)
  }

  /// Begins a collection.
  mutating func open(_ frame: Frame) throws(CoderError) {
    frames.append(frame)
    // The first frame is the document.
    if frames.count - 1 > depthLimit {
      throw failure(
        .tooDeep, "collections are nested deeper than the limit of \(depthLimit)", at: position)
    }
  }

  /// Ends the innermost block collection.
  mutating func close(_ kind: YAMLEvent.Kind) {
    frames.removeLast()
    queue(YAMLEvent(kind: kind, style: .none, position: position))
  }
}

// MARK: - Flow collections that may be keys

extension YAMLParser {
  /// Queues a placeholder before a flow collection that may be a key.
  mutating func queueCandidate(
    from start: Place, column: Int?, outer: YAMLProperties, inner: YAMLProperties
  ) {
    candidates.append(
      Candidate(eventIndex: tail, start: start, column: column, outer: outer, inner: inner))
    queue(YAMLEvent(kind: .placeholder, style: .none, position: start.position))
  }

  /// Ends the innermost candidate, whose collection has ended.
  ///
  /// Returns the candidate; nil if it can no longer be a key.
  mutating func endCandidate() throws(CoderError) -> Candidate? {
    guard let candidate = candidates.popLast() else { preconditionFailure("a candidate has no frame") }
    guard firstLive <= candidates.count else {
      firstLive = candidates.count
      return nil
    }
    if isLive(candidate) { return candidate }
    try settle(candidate)
    return nil
  }

  /// Makes the placeholder of a candidate the start of a mapping whose first key is the collection.
  mutating func setMappingStart(_ candidate: Candidate, _ style: YAMLEvent.Style) {
    let index = candidate.eventIndex
    events[index] = YAMLEvent(kind: .mappingStart, style: style, position: candidate.start.position)
    events[index].properties = candidate.outer
    events[index + 1].properties = candidate.inner
  }

  /// Gives a collection that is not a key its properties.
  mutating func settle(_ candidate: Candidate) throws(CoderError) {
    events[candidate.eventIndex + 1].properties = try merged(
      candidate.outer, candidate.inner, at: candidate.start.position)
  }

  private func isLive(_ candidate: Candidate) -> Bool {
    // A character has at most four bytes.
    candidate.start.lineStart == lineStart && position - candidate.start.position <= Self.keyLimit * 4
  }

  /// The index of the first event that cannot be passed on yet.
  private mutating func heldIndex() throws(CoderError) -> Int {
    while firstLive < candidates.count {
      let candidate = candidates[firstLive]
      if isLive(candidate) { return candidate.eventIndex }
      try settle(candidate)
      firstLive += 1
    }
    return tail
  }
}

// MARK: - Characters

extension YAMLParser {
  /// The byte at an offset; a line feed at the end.
  @inline(__always)
  func byte(_ place: Int) -> UInt8 { place < end ? bytes[place] : 0x0A }

  /// Whether white space, a line end or the end is at an offset.
  @inline(__always)
  func isBlank(_ place: Int) -> Bool {
    let byte = byte(place)
    return byte == 0x20 || byte == 0x09 || byte == 0x0A
  }

  /// Whether a byte is one of `,[]{}`.
  @inline(__always)
  static func isFlowIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
    default: false
    }
  }

  var column: Int { position - lineStart }
  var place: Place { Place(position: position, lineStart: lineStart) }

  /// The number of spaces at the beginning of the line, up to the position or the first tab.
  var indentation: Int { tabColumn >= 0 ? tabColumn : column }

  /// Whether `---` or `...` is at an offset, which is the beginning of a line.
  func isMarker(_ place: Int) -> Bool {
    guard place + 3 <= end, bytes[place] == 0x2D || bytes[place] == 0x2E else { return false }
    return bytes[place + 1] == bytes[place] && bytes[place + 2] == bytes[place] && isBlank(place + 3)
  }

  /// Whether the document ends at the position.
  var isAtDocumentEnd: Bool { position >= end || position == lineStart && isMarker(position) }

  /// Skips bytes that are not white space.
  @inline(__always)
  mutating func take(_ count: Int) {
    position += count
    isFresh = false
    tabColumn = -1
  }

  /// Skips spaces and tabs.
  mutating func skipBlanks() {
    while position < end, byte(position) == 0x20 || byte(position) == 0x09 { position += 1 }
  }

  /// Skips a comment up to the line end.
  mutating func skipComment() {
    commentCount += 1
    position = bytes.firstPlace(of: 0x0A, from: position) ?? end
  }

  /// Skips white space, comments and line ends.
  mutating func skipLines() {
    while position < end {
      switch byte(position) {
      case 0x20: position += 1
      case 0x09:
        if tabColumn < 0 { tabColumn = position - lineStart }
        position += 1
      case 0x0A:
        position += 1
        lineStart = position
        isFresh = true
        tabColumn = -1
      case UInt8(ascii: "#") where position == lineStart || isBlank(position - 1): skipComment()
      default: return
      }
    }
  }
}

// MARK: - Errors

extension YAMLParser {
  package func failure(_ code: CoderError.Code, _ reason: String, at place: Int) -> CoderError {
    CoderError(code, reason, at: .line(of: min(place, end), in: bytes))
  }

  func unexpected(_ expected: String) -> CoderError {
    guard position < end else {
      return failure(.unexpectedEnd, "expected \(expected), found the end", at: position)
    }
    return failure(.unexpectedCharacter, "expected \(expected)", at: position)
  }

  func merged(
    _ outer: YAMLProperties, _ inner: YAMLProperties, at place: Int
  ) throws(CoderError) -> YAMLProperties {
    var properties = outer
    guard properties.add(inner) else {
      throw failure(.unexpectedCharacter, "a node cannot have two anchors or two tags", at: place)
    }
    return properties
  }
}

extension CoderError.Code {
  /// A line whose indentation does not fit the lines before it, or a tab in the indentation.
  public static let invalidIndentation = Self(rawValue: "invalidIndentation")
  /// A directive of YAML with wrong parameters, or in the wrong place.
  public static let invalidDirective = Self(rawValue: "invalidDirective")
  /// A tag with invalid characters, or with a handle that the document does not declare.
  public static let invalidTag = Self(rawValue: "invalidTag")
  /// An alias without an anchor of the same name before it.
  public static let undefinedAlias = Self(rawValue: "undefinedAlias")
  /// A merge (`<<`) of a value that is neither a mapping nor a sequence of mappings.
  public static let invalidMerge = Self(rawValue: "invalidMerge")
  /// The document that the options choose does not exist.
  public static let noDocument = Self(rawValue: "noDocument")
}

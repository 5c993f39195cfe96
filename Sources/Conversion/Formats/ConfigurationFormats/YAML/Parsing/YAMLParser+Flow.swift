import ByteTools
import ProfferConversions

extension YAMLParser {
  /// Begins a flow collection at the position.
  ///
  /// - Parameter indent: the minimum indentation of the lines of the collection.
  mutating func beginFlowCollection(
    indent: Int, _ properties: YAMLProperties
  ) throws(CoderError) {
    let isSequence = byte(position) == UInt8(ascii: "[")
    queue(
      YAMLEvent(kind: isSequence ? .sequenceStart : .mappingStart, style: .flow, position: position),
      properties)
    try open(
      Frame(kind: isSequence ? .flowSequence : .flowMapping, state: .entry, indent: indent))
    take(1)
  }

  private mutating func endFlowCollection() throws(CoderError) {
    let frame = frames[frames.count - 1]
    take(1)
    close(frame.kind == .flowSequence ? .sequenceEnd : .mappingEnd)
    endsLikeJSON = true
    guard frame.isCandidate, let candidate = try endCandidate() else { return }
    if candidate.column != nil { return try endFlowCollectionInBlock(candidate) }
    let collectionEnd = position
    skipBlanks()
    guard byte(position) == UInt8(ascii: ":") else {
      position = collectionEnd
      return try settle(candidate)
    }
    try checkLength(ofKey: candidate.start)
    setMappingStart(candidate, .flow)
    try open(Frame(kind: .flowPair, state: .value, indent: frame.indent))
    take(1)
  }

  /// Skips white space, comments and line ends in the innermost collection.
  private mutating func skipFlow() throws(CoderError) {
    skipLines()
    guard position < end else {
      throw failure(.unexpectedEnd, "a flow collection is not closed", at: position)
    }
    guard isFresh else { return }
    if position == lineStart, isMarker(position) {
      throw failure(
        .unexpectedCharacter, "the document ends before a flow collection is closed", at: position)
    }
    if indentation < frames[frames.count - 1].indent {
      throw failure(
        .invalidIndentation,
        "the lines of this flow collection must be indented by at least \(frames[frames.count - 1].indent) spaces",
        at: position)
    }
  }

  /// Whether the colon of a value is at the position.
  private func isAtColon(afterJSON: Bool) -> Bool {
    guard byte(position) == UInt8(ascii: ":") else { return false }
    return afterJSON || isBlank(position + 1) || Self.isFlowIndicator(byte(position + 1))
  }

  private var isAtQuestionMark: Bool { byte(position) == UInt8(ascii: "?") && isBlank(position + 1) }

  // MARK: Sequences

  mutating func stepFlowSequence() throws(CoderError) {
    let top = frames.count - 1
    try skipFlow()
    switch (frames[top].state, byte(position)) {
    case (_, UInt8(ascii: "]")): try endFlowCollection()
    case (.separator, UInt8(ascii: ",")):
      take(1)
      frames[top].state = .entry
    case (.separator, _): throw unexpected("a comma or ] in the flow sequence")
    default:
      frames[top].state = .separator
      if isAtQuestionMark {
        try beginPair(at: place, .explicitKey)
        take(1)
      } else if isAtColon(afterJSON: false) {
        try beginPair(at: place, .value)
        queueEmpty()
        take(1)
      } else {
        try beginSequenceEntry()
      }
    }
  }

  private mutating func beginPair(at start: Place, _ state: Frame.State) throws(CoderError) {
    queue(YAMLEvent(kind: .mappingStart, style: .flow, position: start.position))
    try open(Frame(kind: .flowPair, state: state, indent: frames[frames.count - 1].indent))
  }

  /// Reads an entry of a flow sequence, which may be the key of a mapping with one member.
  private mutating func beginSequenceEntry() throws(CoderError) {
    let start = place
    var properties = YAMLProperties()
    try readFlowProperties(&properties)
    if byte(position) == UInt8(ascii: "[") || byte(position) == UInt8(ascii: "{") {
      queueCandidate(from: start, column: nil, outer: YAMLProperties(), inner: properties)
      try beginFlowCollection(indent: frames[frames.count - 1].indent, YAMLProperties())
      frames[frames.count - 1].isCandidate = true
      return
    }
    let event = try readFlowScalar(&properties)
    let scalarEnd = position
    if event.kind == .scalar || event.kind == .alias { skipBlanks() }
    guard position < end, lineStart == start.lineStart, isAtColon(afterJSON: endsLikeJSON) else {
      position = scalarEnd
      return queue(event, properties)
    }
    try checkLength(ofKey: start)
    try beginPair(at: start, .value)
    queue(event, properties)
    take(1)
  }

  mutating func stepFlowPair() throws(CoderError) {
    let top = frames.count - 1
    if frames[top].state == .end { return close(.mappingEnd) }
    try skipFlow()
    let isAtEnd = byte(position) == UInt8(ascii: ",") || byte(position) == UInt8(ascii: "]")
    switch frames[top].state {
    case .explicitKey:
      frames[top].state = .separator
      if isAtEnd || isAtColon(afterJSON: false) { return queueEmpty() }
      try beginFlowNode()
    case .separator:
      if isAtColon(afterJSON: endsLikeJSON) {
        take(1)
        frames[top].state = .value
      } else {
        frames[top].state = .end
        queueEmpty()
      }
    default:
      frames[top].state = .end
      if isAtEnd { return queueEmpty() }
      try beginFlowNode()
    }
  }

  // MARK: Mappings

  mutating func stepFlowMapping() throws(CoderError) {
    let top = frames.count - 1
    try skipFlow()
    let isAtEnd = byte(position) == UInt8(ascii: ",") || byte(position) == UInt8(ascii: "}")
    switch frames[top].state {
    case .entry:
      if byte(position) == UInt8(ascii: "}") { return try endFlowCollection() }
      if isAtQuestionMark {
        take(1)
        frames[top].state = .explicitKey
        return
      }
      frames[top].state = .flowKey
      if isAtColon(afterJSON: false) { return queueEmpty() }
      try beginFlowNode()
    case .explicitKey:
      frames[top].state = .flowKey
      if isAtEnd || isAtColon(afterJSON: false) { return queueEmpty() }
      try beginFlowNode()
    case .flowKey:
      if isAtColon(afterJSON: endsLikeJSON) {
        take(1)
        frames[top].state = .value
      } else {
        frames[top].state = .separator
        queueEmpty()
      }
    case .value:
      frames[top].state = .separator
      if isAtEnd { return queueEmpty() }
      try beginFlowNode()
    default:
      guard isAtEnd else { throw unexpected("a comma or } in the flow mapping") }
      if byte(position) == UInt8(ascii: "}") { return try endFlowCollection() }
      take(1)
      frames[top].state = .entry
    }
  }

  // MARK: Nodes

  private mutating func readFlowProperties(_ properties: inout YAMLProperties) throws(CoderError) {
    while byte(position) == UInt8(ascii: "&") || byte(position) == UInt8(ascii: "!") {
      try readProperty(&properties, inFlow: true)
      try skipFlow()
    }
  }

  /// Reads a key or a value of a flow mapping.
  private mutating func beginFlowNode() throws(CoderError) {
    var properties = YAMLProperties()
    try readFlowProperties(&properties)
    if byte(position) == UInt8(ascii: "[") || byte(position) == UInt8(ascii: "{") {
      return try beginFlowCollection(indent: frames[frames.count - 1].indent, properties)
    }
    let event = try readFlowScalar(&properties)
    queue(event, properties)
  }

  /// Reads a scalar or an alias.
  private mutating func readFlowScalar(_ properties: inout YAMLProperties) throws(CoderError) -> YAMLEvent {
    let indent = frames[frames.count - 1].indent
    switch byte(position) {
    case UInt8(ascii: "*"): return try readAlias(properties)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try readQuoted(indent: indent)
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
      // Only properties can stand for an empty node.
      if !properties.isEmpty { return emptyScalar }
    case UInt8(ascii: ":") where !properties.isEmpty && isAtColon(afterJSON: false): return emptyScalar
    default: break
    }
    try checkPlainStart(inFlow: true)
    return try readPlain(indent: indent, inFlow: true)
  }
}

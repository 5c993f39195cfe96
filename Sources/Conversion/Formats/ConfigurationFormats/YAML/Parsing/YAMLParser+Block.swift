import ByteTools
import ProfferConversions

extension YAMLParser {
  /// The forms of a block node, by the place in which it stands.
  enum BlockPlace {
    /// After `-`, `?` or the `:` of an explicit value. A block collection may begin on the same line.
    case compact
    /// After the colon of a key, or after `---`. A block collection begins on a new line.
    case onNewLine
  }

  // MARK: Collections

  mutating func stepBlockSequence() throws(CoderError) {
    let top = frames.count - 1
    if frames[top].state == .value {
      frames[top].state = .entry
      return try beginBlockNode(parentIndent: frames[top].indent, .compact)
    }
    skipLines()
    guard try isAtEntry(of: top) else { return close(.sequenceEnd) }
    // A key in the same column belongs to the mapping around the sequence.
    guard isIndicator(UInt8(ascii: "-")) else { return close(.sequenceEnd) }
    take(1)
    frames[top].state = .value
  }

  mutating func stepBlockMapping() throws(CoderError) {
    let top = frames.count - 1
    let indent = frames[top].indent
    switch frames[top].state {
    case .value:
      frames[top].state = .entry
      return try beginBlockNode(parentIndent: indent, .onNewLine)
    case .compactValue:
      frames[top].state = .entry
      return try beginBlockNode(parentIndent: indent, .compact)
    case .explicitKey:
      frames[top].state = .explicitValue
      return try beginBlockNode(parentIndent: indent, .compact)
    case .explicitValue:
      skipLines()
      if isFresh, tabColumn < 0, column == indent, isIndicator(UInt8(ascii: ":")) {
        take(1)
        frames[top].state = .compactValue
      } else {
        frames[top].state = .entry
        queueEmpty()
      }
      return
    case .flowKey:
      frames[top].state = .value
      return try takeColon(after: frames[top].key)
    case .entry, .separator, .end: break
    }
    skipLines()
    guard try isAtEntry(of: top) else { return close(.mappingEnd) }
    if isIndicator(UInt8(ascii: "?")) {
      take(1)
      frames[top].state = .explicitKey
    } else if isIndicator(UInt8(ascii: "-")) {
      throw failure(
        .unexpectedCharacter, "expected a key, found an element of a sequence; check its indentation",
        at: position)
    } else {
      try readKey(top)
    }
  }

  /// Whether the next entry of a block collection is at the position; false if the collection ends.
  private func isAtEntry(of top: Int) throws(CoderError) -> Bool {
    if isAtDocumentEnd { return false }
    guard isFresh else {
      if isIndicator(UInt8(ascii: ":")) { throw misplacedCollection() }
      throw unexpected("the end of the line")
    }
    if indentation < frames[top].indent { return false }
    if tabColumn >= 0 {
      throw failure(.invalidIndentation, "indentation must be made of spaces, not of tabs", at: position)
    }
    guard column == frames[top].indent else {
      throw failure(
        .invalidIndentation,
        "this line is indented by \(column) spaces, but the collection around it by \(frames[top].indent)",
        at: position)
    }
    return true
  }

  /// Whether an indicator and white space are at the position.
  private func isIndicator(_ indicator: UInt8) -> Bool {
    position < end && byte(position) == indicator && isBlank(position + 1)
  }

  // MARK: Keys

  /// Reads an implicit key of a block mapping, and its colon.
  private mutating func readKey(_ top: Int) throws(CoderError) {
    let start = place
    var properties = YAMLProperties()
    while position < end, byte(position) == UInt8(ascii: "&") || byte(position) == UInt8(ascii: "!") {
      try readProperty(&properties, inFlow: false)
      skipBlanks()
    }
    switch byte(position) {
    case UInt8(ascii: ":") where isBlank(position + 1): queueEmpty(properties)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      frames[top].state = .flowKey
      frames[top].key = start
      return try beginFlowCollection(indent: frames[top].indent + 1, properties)
    case UInt8(ascii: "*"):
      queue(try readAlias(properties))
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      queue(try readQuoted(indent: frames[top].indent + 1), properties)
    default:
      try checkPlainStart(inFlow: false)
      queue(try readPlain(indent: nil, inFlow: false), properties)
    }
    try takeColon(after: start)
    frames[top].state = .value
  }

  /// Reads the colon after an implicit key.
  private mutating func takeColon(after start: Place) throws(CoderError) {
    skipBlanks()
    guard lineStart == start.lineStart else {
      throw failure(.unexpectedCharacter, "a key must be on one line", at: start.position)
    }
    guard isIndicator(UInt8(ascii: ":")) else {
      throw unexpected("a colon and white space after the key")
    }
    try checkLength(ofKey: start)
    take(1)
  }

  func checkLength(ofKey start: Place) throws(CoderError) {
    guard position - start.position > Self.keyLimit else { return }
    let count = bytes[start.position..<position].count { $0 & 0xC0 != 0x80 }
    if count > Self.keyLimit {
      throw failure(
        .tooLarge, "a key without ? has at most \(Self.keyLimit) characters, and this one has \(count)",
        at: start.position)
    }
  }

  // MARK: Nodes

  /// Reads a node of a block collection or document, up to the first key of a collection.
  ///
  /// - Parameter parentIndent: the column of the entries around the node; -1 for the node of a document.
  mutating func beginBlockNode(parentIndent: Int, _ blockPlace: BlockPlace) throws(CoderError) {
    // Properties of an earlier line belong to the node. Those of the same line belong to the first key if the
    // node is a mapping.
    var outer = YAMLProperties()
    var inner = YAMLProperties()
    var innerStart = place
    var innerIsFresh = false
    var innerHasTab = false
    while true {
      let line = lineStart
      skipLines()
      if lineStart != line {
        outer = try merged(outer, inner, at: innerStart.position)
        inner = YAMLProperties()
      }
      if isAtDocumentEnd { return queueEmpty(try merged(outer, inner, at: position)) }
      if isFresh, inner.isEmpty, indentation <= parentIndent {
        // A sequence that is the value of a key may be in the column of the key.
        let isSequence =
          indentation == parentIndent && tabColumn < 0 && isIndicator(UInt8(ascii: "-"))
          && frames[frames.count - 1].kind == .blockMapping
        if !isSequence { return queueEmpty(outer) }
      }
      guard byte(position) == UInt8(ascii: "&") || byte(position) == UInt8(ascii: "!") else { break }
      if inner.isEmpty {
        innerStart = place
        innerIsFresh = isFresh
        innerHasTab = tabColumn >= 0
      }
      try readProperty(&inner, inFlow: false)
    }
    let start = inner.isEmpty ? place : innerStart
    let mayBeCollection =
      ((inner.isEmpty ? isFresh : innerIsFresh) || blockPlace == .compact)
      && !(inner.isEmpty ? tabColumn >= 0 : innerHasTab)
    switch byte(position) {
    case UInt8(ascii: "-") where isBlank(position + 1), UInt8(ascii: "?") where isBlank(position + 1):
      guard mayBeCollection, inner.isEmpty else { throw misplacedCollection() }
      let isSequence = byte(position) == UInt8(ascii: "-")
      queue(
        YAMLEvent(kind: isSequence ? .sequenceStart : .mappingStart, style: .block, position: position), outer
      )
      try open(
        Frame(
          kind: isSequence ? .blockSequence : .blockMapping, state: isSequence ? .value : .explicitKey,
          indent: column))
      take(1)
    case UInt8(ascii: ":") where isBlank(position + 1):
      guard mayBeCollection else { throw misplacedCollection() }
      try beginMapping(at: start, outer)
      queueEmpty(inner)
      take(1)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      let properties = try merged(outer, inner, at: position)
      queue(try readBlockScalar(parentIndent: parentIndent), properties)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard mayBeCollection else {
        let properties = try merged(outer, inner, at: position)
        return try beginFlowCollection(indent: parentIndent + 1, properties)
      }
      queueCandidate(
        from: start, column: start.position - start.lineStart, outer: outer, inner: inner)
      try beginFlowCollection(indent: parentIndent + 1, YAMLProperties())
      frames[frames.count - 1].isCandidate = true
    default:
      let event: YAMLEvent
      switch byte(position) {
      case UInt8(ascii: "*"): event = try readAlias(inner)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): event = try readQuoted(indent: parentIndent + 1)
      default:
        try checkPlainStart(inFlow: false)
        event = try readPlain(indent: parentIndent + 1, inFlow: false)
      }
      let scalarEnd = position
      skipBlanks()
      guard isIndicator(UInt8(ascii: ":")) else {
        position = scalarEnd
        let properties = try merged(outer, inner, at: start.position)
        if event.kind == .alias { try checkAlias(properties, at: start.position) }
        return queue(event, properties)
      }
      guard mayBeCollection else { throw misplacedCollection() }
      guard start.lineStart == lineStart else {
        throw failure(.unexpectedCharacter, "a key must be on one line", at: start.position)
      }
      try checkLength(ofKey: start)
      try beginMapping(at: start, outer)
      queue(event, inner)
      take(1)
    }
  }

  /// Begins a block mapping whose first key has been read.
  private mutating func beginMapping(
    at start: Place, _ properties: YAMLProperties
  ) throws(CoderError) {
    queue(YAMLEvent(kind: .mappingStart, style: .block, position: start.position), properties)
    try open(Frame(kind: .blockMapping, state: .value, indent: start.position - start.lineStart))
  }

  private func misplacedCollection() -> CoderError {
    if byte(position) == UInt8(ascii: ":") {
      return failure(
        .unexpectedCharacter,
        "a key and its value are not allowed here; quote the text, or begin the mapping on a new line",
        at: position)
    }
    return failure(
      .unexpectedCharacter, "a block collection must begin on a new line that is indented by spaces",
      at: position)
  }

  /// Continues after a flow collection in a block collection or document.
  mutating func endFlowCollectionInBlock(_ candidate: Candidate) throws(CoderError) {
    let collectionEnd = position
    skipBlanks()
    guard isIndicator(UInt8(ascii: ":")) else {
      position = collectionEnd
      return try settle(candidate)
    }
    try checkLength(ofKey: candidate.start)
    setMappingStart(candidate, .block)
    try open(
      Frame(
        kind: .blockMapping, state: .value,
        indent: candidate.start.position - candidate.start.lineStart))
    take(1)
  }
}

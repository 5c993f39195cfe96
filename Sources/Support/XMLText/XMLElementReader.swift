import ByteTools

/// The part of a reader that does not depend on the type of its names.
///
/// It matches tags, resolves names to their numbers in the vocabulary, and expands references.
@usableFromInline
struct XMLElementReader {
  /// The kind of an event; the number is that of the element's name in the vocabulary, -1 if it is unknown.
  @usableFromInline @frozen
  enum Event {
    case begin(Int), end(Int), text
  }

  /// An attribute whose name is in the vocabulary.
  @usableFromInline @frozen
  struct KnownAttribute {
    /// The number of the name in the vocabulary.
    @usableFromInline let name: Int
    /// The place among all attributes of the tag.
    @usableFromInline let place: Int
  }

  /// An element whose end tag has not been read.
  private struct OpenElement {
    /// The number of the name in the vocabulary.
    let name: Int
    let byteCount: Int
    /// The start of the qualified name in the words of all open names.
    let wordStart: Int
    /// The number of declarations before the element.
    let declarationCount: Int
  }

  /// The maximum number of attributes in a tag.
  static let attributeLimit = 100_000

  private var source: XMLSource
  private var scanner: XMLScanner
  private var names: XMLNames
  private let depthLimit: Int
  private var open: [OpenElement] = []
  /// The qualified names of the open elements, in words of eight bytes.
  private var openNames: [UInt64] = []
  private var hasRoot = false
  /// Whether the current element is an empty-element tag whose end has not been reported.
  private var isEmptyElement = false
  private var tagCount = 0
  /// The qualified name of the current element.
  private var elementName = 0..<0
  @usableFromInline private(set) var knownAttributes: [KnownAttribute] = []
  private var textRange = 0..<0
  /// Whether the text is in `expanded`.
  private var isExpanded = false
  /// Text and attributes with references or line ends, after their normalisation.
  private var expanded: [UInt8] = []

  init(_ source: XMLSource, _ vocabulary: XMLNameIndex, depthLimit: Int, tagByteLimit: Int) {
    self.source = source
    scanner = XMLScanner(source.bytes, recordsAttributes: true, tagByteLimit: tagByteLimit)
    scanner.resume(in: source.bytes, isFinal: source.isFinal, origin: source.origin)
    names = XMLNames(vocabulary)
    self.depthLimit = depthLimit
  }

  @usableFromInline var depth: Int { open.count }

  @usableFromInline var hasDocumentType: Bool { scanner.hasDocumentType }

  var position: XMLPosition {
    XMLPosition(of: scanner.tokenStart, in: scanner.bytes, from: scanner.origin)
  }

  // MARK: Events

  @usableFromInline
  mutating func next() throws -> Event? {
    if isEmptyElement {
      isEmptyElement = false
      forgetToken()
      return .end(closeElement())
    }
    forgetToken()
    elementName = 0..<0
    while true {
      guard let token = try nextToken() else {
        try checkEnd()
        return nil
      }
      switch token {
      case .start(let name, let isEmpty): return try begin(name, isEmpty: isEmpty)
      case .end(let name): return try end(name)
      case .text(let range, let isPlain):
        if try setText(range, isPlain: isPlain, isLiteral: false) { return .text }
      case .characters(let range):
        let isPlain = scanner.bytes.firstPlace(of: UInt8(ascii: "\r"), in: range) == nil
        if try setText(range, isPlain: isPlain, isLiteral: true) { return .text }
      }
    }
  }

  /// Forgets the attributes and text of the last event, whose bytes may be dropped.
  @inline(__always)
  private mutating func forgetToken() {
    if !scanner.attributes.isEmpty { scanner.attributes.removeAll(keepingCapacity: true) }
    if !knownAttributes.isEmpty { knownAttributes.removeAll(keepingCapacity: true) }
    if !expanded.isEmpty { expanded.removeAll(keepingCapacity: true) }
    textRange = 0..<0
    isExpanded = false
  }

  /// Returns the next token, and reads further chunks if the token needs them.
  private mutating func nextToken() throws -> XMLScanner.Token? {
    while true {
      do throws(XMLError) {
        let token = try scanner.next()
        if let token { return token }
        if source.isFinal { return nil }
      } catch {
        try scanner.checkTagSize()
        guard error.code == .incomplete else { throw error }
      }
      let start = scanner.tokenStart
      try source.refill(from: start)
      scanner.resume(in: source.bytes, isFinal: source.isFinal, origin: source.origin)
    }
  }

  private func checkEnd() throws(XMLError) {
    if let innermost = open.last {
      let name = text(ofNameAt: innermost.wordStart, byteCount: innermost.byteCount)
      throw scanner.error(.unexpectedEnd, "the end tag </\(name.prefix(40))> is missing")
    }
    guard hasRoot else { throw scanner.error(.unexpectedEnd, "the document contains no element") }
  }

  // MARK: Tags

  private mutating func begin(_ name: Range<Int>, isEmpty: Bool) throws(XMLError) -> Event {
    guard !open.isEmpty || !hasRoot else {
      throw scanner.error(
        .trailingData, "<\(scanner.text(name).prefix(40))> follows the end of the outermost element")
    }
    guard open.count < depthLimit else {
      throw scanner.error(.tooDeep, "elements are nested more than \(depthLimit) deep")
    }
    hasRoot = true
    let declarationCount = names.declarationCount
    names.forgetNames()
    if !scanner.attributes.isEmpty { try readAttributes() }
    let number = names.number(of: name, in: scanner.bytes)
    names.resolve(number, name, in: scanner.bytes)
    let element = names[number].element
    open.append(
      OpenElement(
        name: element, byteCount: name.count, wordStart: openNames.count, declarationCount: declarationCount))
    for place in stride(from: name.lowerBound, to: name.upperBound, by: 8) {
      openNames.append(scanner.bytes.word(at: place, before: name.upperBound))
    }
    elementName = name
    isEmptyElement = isEmpty
    return .begin(element)
  }

  private mutating func end(_ name: Range<Int>) throws(XMLError) -> Event {
    guard let innermost = open.last else {
      throw scanner.error(
        .mismatchedTag, "</\(scanner.text(name).prefix(40))> has no open element to match")
    }
    var isEqual = innermost.byteCount == name.count
    var word = innermost.wordStart
    for place in stride(from: name.lowerBound, to: name.upperBound, by: 8) where isEqual {
      isEqual = openNames[word] == scanner.bytes.word(at: place, before: name.upperBound)
      word += 1
    }
    guard isEqual else {
      let open = text(ofNameAt: innermost.wordStart, byteCount: innermost.byteCount)
      throw scanner.error(
        .mismatchedTag,
        "</\(scanner.text(name).prefix(40))> does not match the open element <\(open.prefix(40))>")
    }
    elementName = name
    return .end(closeElement())
  }

  private mutating func closeElement() -> Int {
    let closed = open.removeLast()
    // Names are short, and removing words one by one is then faster.
    while openNames.count > closed.wordStart { openNames.removeLast() }
    names.removeDeclarations(downTo: closed.declarationCount)
    return closed.name
  }

  private func text(ofNameAt wordStart: Int, byteCount: Int) -> String {
    openNames[wordStart..<wordStart + (byteCount + 7) / 8].map(\.littleEndian).withUnsafeBytes { bytes in
      String(decoding: bytes[..<byteCount], as: UTF8.self)
    }
  }

  // MARK: Attributes

  /// Expands the values, declares the namespaces, and resolves the names of a tag's attributes.
  private mutating func readAttributes() throws(XMLError) {
    tagCount += 1
    let bytes = scanner.bytes
    guard scanner.attributes.count <= Self.attributeLimit else {
      throw scanner.error(.tooLarge, "a tag has more than \(Self.attributeLimit) attributes")
    }
    // Declarations apply to the names of the same tag, even to names before them.
    for place in scanner.attributes.indices {
      let attribute = scanner.attributes[place]
      let number = names.number(of: attribute.name, in: bytes)
      guard names.use(number, inTag: tagCount) else { throw duplicate(attribute.name) }
      if !attribute.isPlain {
        let start = expanded.count
        try scanner.appendAttributeValue(attribute.value, to: &expanded)
        scanner.attributes[place].value = start..<expanded.count
      }
      guard names[number].isDeclaration else {
        scanner.attributes[place].number = number
        continue
      }
      let isDeclared =
        attribute.isPlain
        ? names.declare(attribute.name, in: bytes, uri: attribute.value, in: bytes)
        : expanded.withUnsafeBytes {
          names.declare(attribute.name, in: bytes, uri: scanner.attributes[place].value, in: $0)
        }
      guard isDeclared else {
        throw scanner.error(
          .tooLarge,
          "the document has more than \(XMLNames.namespaceLimit) namespaces, or more than "
            + "\(XMLNames.namespaceByteLimit) bytes of namespaces", at: attribute.name.lowerBound)
      }
    }
    var prefixedCount = 0
    for place in scanner.attributes.indices {
      let attribute = scanner.attributes[place]
      guard attribute.number >= 0 else { continue }
      names.resolve(attribute.number, attribute.name, in: bytes)
      let entry = names[attribute.number]
      if entry.uri >= 0 { prefixedCount += 1 }
      if entry.attribute >= 0 {
        knownAttributes.append(KnownAttribute(name: entry.attribute, place: place))
      }
    }
    if prefixedCount > 1 && names.hasAmbiguousPrefixes { try checkExpandedNames() }
  }

  /// Throws `duplicateAttribute` if two attributes have the same local name, and prefixes of the same
  /// namespace.
  private func checkExpandedNames() throws(XMLError) {
    var seen = XMLNameTable()
    for attribute in scanner.attributes where attribute.number >= 0 {
      let entry = names[attribute.number]
      guard entry.uri >= 0 else { continue }
      var name = withUnsafeBytes(of: entry.uri) { Array($0) }
      let localName = attribute.name.lowerBound + entry.prefixByteCount..<attribute.name.upperBound
      name.append(contentsOf: UnsafeRawBufferPointer(rebasing: scanner.bytes[localName]))
      let isNew = name.withUnsafeBytes { seen.insert(0..<$0.count, in: $0).isNew }
      guard isNew else { throw duplicate(attribute.name) }
    }
  }

  private func duplicate(_ name: Range<Int>) -> XMLError {
    scanner.error(
      .duplicateAttribute, "the tag contains the attribute \(scanner.text(name).prefix(40)) twice",
      at: name.lowerBound)
  }

  @usableFromInline var attributeCount: Int { scanner.attributes.count }

  /// Returns the value of the attribute at a place among the attributes of the tag.
  @usableFromInline
  func value(at place: Int) -> String {
    let attribute = scanner.attributes[place]
    guard !attribute.isPlain else { return scanner.text(attribute.value) }
    return expanded.withUnsafeBytes { String(decoding: $0[attribute.value], as: UTF8.self) }
  }

  /// Appends the value of the attribute at a place among the attributes of the tag.
  @usableFromInline
  func appendValue(at place: Int, to bytes: inout [UInt8]) {
    let attribute = scanner.attributes[place]
    if attribute.isPlain {
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: scanner.bytes[attribute.value]))
    } else {
      bytes.append(contentsOf: expanded[attribute.value])
    }
  }

  /// Returns the name of the attribute at a place, and its number in the vocabulary, -1 if it is unknown; nil
  /// if the attribute declares a namespace.
  @usableFromInline
  func name(at place: Int) -> (qualifiedName: String, number: Int)? {
    let attribute = scanner.attributes[place]
    guard attribute.number >= 0 else { return nil }
    return (scanner.text(attribute.name), names[attribute.number].attribute)
  }

  /// The name of the current element without its prefix.
  @usableFromInline var localName: String {
    let colon = scanner.bytes.firstPlace(of: UInt8(ascii: ":"), in: elementName)
    return scanner.text((colon.map { $0 + 1 } ?? elementName.lowerBound)..<elementName.upperBound)
  }

  @usableFromInline
  func namespaceIsKnown(prefix: String) -> Bool { names.isKnown(prefix: prefix) }

  // MARK: Text

  /// Makes a token the current text.
  ///
  /// - Returns: whether the text is reported: it is not empty, and inside the outermost element.
  private mutating func setText(_ range: Range<Int>, isPlain: Bool, isLiteral: Bool) throws(XMLError) -> Bool
  {
    guard !open.isEmpty else {
      let culprit = isLiteral ? scanner.tokenStart : scanner.bytes[range].firstIndex { !$0.isXMLSpace }
      guard let culprit else { return false }
      guard hasRoot else {
        throw scanner.error(
          .unexpectedCharacter, "expected an element, found \(scanner.shown(culprit))", at: culprit)
      }
      throw scanner.error(.trailingData, "text follows the end of the outermost element", at: culprit)
    }
    guard !range.isEmpty else { return false }
    textRange = range
    isExpanded = !isPlain
    if isExpanded {
      try scanner.appendNormalized(range, isLiteral: isLiteral, to: &expanded)
    }
    return true
  }

  @usableFromInline var text: String {
    isExpanded ? String(decoding: expanded, as: UTF8.self) : scanner.text(textRange)
  }

  @usableFromInline
  func appendText(to bytes: inout [UInt8]) {
    if isExpanded {
      bytes.append(contentsOf: expanded)
    } else {
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: scanner.bytes[textRange]))
    }
  }
}

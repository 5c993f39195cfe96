import XMLText

/// A reader that builds a node from the tokens of an XML property list.
///
/// Attributes, comments and the document type do not affect the value and are skipped. Raw control
/// characters are accepted. XML forbids raw control characters, but Apple's writer does not escape them in
/// strings.
struct XMLPropertyListReader {
  /// A container whose end tag has not been read.
  private struct OpenContainer {
    var elements: [PropertyListNode] = []
    var members: [PropertyListMember] = []
    /// The key of the next value.
    var key: String?
    let isDictionary: Bool
    /// The position of the container's start tag, for error messages.
    let start: Int
  }

  private enum Element {
    case plist, dictionary, array, key, string, integer, real, date, data, isTrue, isFalse
  }

  private var scanner: XMLScanner
  private let depthLimit: Int
  private var open: [OpenContainer] = []
  private var root: PropertyListNode?
  /// A buffer for the text of the current element.
  ///
  /// The buffer is reused, so that only final strings are allocated.
  private var buffer: [UInt8] = []

  /// - Parameter bytes: valid UTF-8; the memory must stay valid while the reader is used.
  init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int) {
    scanner = XMLScanner(bytes)
    self.depthLimit = depthLimit
  }

  mutating func read() throws(PropertyListError) -> PropertyListNode {
    var isInPlist = false
    var hasPlist = false
    while let token = try nextToken() {
      switch token {
      case .text(let range, _), .characters(let range):
        try checkSpace(range)
      case .start(let name, let isEmpty):
        let element = try element(name)
        guard element == .plist else {
          guard !hasPlist || isInPlist else {
            throw scanner.error(.trailingData, "<\(scanner.text(name))> follows the end of the property list")
          }
          try readElement(element, name, isEmpty: isEmpty)
          continue
        }
        guard !hasPlist, root == nil else {
          throw scanner.error(.misplacedElement, "<plist> is inside or after a property list")
        }
        hasPlist = true
        isInPlist = !isEmpty
      case .end(let name):
        if scanner.isName(name, "plist") && isInPlist && open.isEmpty {
          isInPlist = false
        } else {
          try close(name)
        }
      }
    }
    if let innermost = open.last {
      let name = innermost.isDictionary ? "dict" : "array"
      throw scanner.error(.unexpectedEnd, "the end tag of this <\(name)> is missing", at: innermost.start)
    }
    guard !isInPlist else {
      throw scanner.error(.unexpectedEnd, "the end tag </plist> is missing", at: scanner.position)
    }
    guard let root else {
      throw scanner.error(.unexpectedEnd, "the document contains no value", at: scanner.position)
    }
    return root
  }

  // MARK: Elements

  private func element(_ name: Range<Int>) throws(PropertyListError) -> Element {
    if scanner.isName(name, "key") { return .key }
    if scanner.isName(name, "string") { return .string }
    if scanner.isName(name, "integer") { return .integer }
    if scanner.isName(name, "dict") { return .dictionary }
    if scanner.isName(name, "array") { return .array }
    if scanner.isName(name, "true") { return .isTrue }
    if scanner.isName(name, "false") { return .isFalse }
    if scanner.isName(name, "real") { return .real }
    if scanner.isName(name, "data") { return .data }
    if scanner.isName(name, "date") { return .date }
    if scanner.isName(name, "plist") { return .plist }
    throw scanner.error(
      .unknownElement, "this is not an element of property lists: <\(scanner.text(name).prefix(40))>")
  }

  private mutating func readElement(_ element: Element, _ name: Range<Int>, isEmpty: Bool)
    throws(PropertyListError)
  {
    let start = scanner.tokenStart
    if element == .key {
      try readKey(name, isEmpty: isEmpty)
      return
    }
    if let innermost = open.last {
      guard !innermost.isDictionary || innermost.key != nil else {
        throw scanner.error(.invalidKey, "a value in a dictionary has no <key> before it")
      }
    } else if root != nil {
      throw scanner.error(.trailingData, "a second value follows the value of the property list")
    }
    switch element {
    case .dictionary, .array:
      guard open.count < depthLimit else {
        throw scanner.error(
          .tooDeep, "dictionaries and arrays are nested more than \(depthLimit) deep")
      }
      open.append(OpenContainer(isDictionary: element == .dictionary, start: start))
      if isEmpty { try close(name) }
    case .isTrue, .isFalse:
      try readContent(of: name, isEmpty: isEmpty) { (content) throws(ScalarMistake) in
        guard content.allSatisfy(\.isXMLSpace) else {
          throw ScalarMistake(.misplacedElement, "contains text")
        }
      }
      add(.boolean(element == .isTrue))
    case .string:
      add(.string(try readContent(of: name, isEmpty: isEmpty) { String(decoding: $0, as: UTF8.self) }))
    case .integer:
      add(try readContent(of: name, isEmpty: isEmpty, XMLScalars.integer))
    case .real:
      add(try readContent(of: name, isEmpty: isEmpty, XMLScalars.real))
    case .date:
      add(.date(try readContent(of: name, isEmpty: isEmpty, XMLScalars.date)))
    case .data:
      add(.data(try readContent(of: name, isEmpty: isEmpty, XMLScalars.data)))
    case .key, .plist: preconditionFailure("keys and the outermost element are handled before")
    }
  }

  private mutating func readKey(_ name: Range<Int>, isEmpty: Bool) throws(PropertyListError) {
    guard let innermost = open.indices.last, open[innermost].isDictionary else {
      throw scanner.error(.invalidKey, "a <key> is outside a dictionary")
    }
    guard open[innermost].key == nil else {
      throw scanner.error(.invalidKey, "a <key> follows another <key> instead of a value")
    }
    open[innermost].key = try readContent(of: name, isEmpty: isEmpty) { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func add(_ value: PropertyListNode) {
    guard let innermost = open.indices.last else {
      root = value
      return
    }
    if let key = open[innermost].key {
      open[innermost].members.append(PropertyListMember(key, value))
      open[innermost].key = nil
    } else {
      open[innermost].elements.append(value)
    }
  }

  private mutating func close(_ name: Range<Int>) throws(PropertyListError) {
    guard let closed = open.popLast(), scanner.isName(name, closed.isDictionary ? "dict" : "array") else {
      throw scanner.error(.mismatchedTag, "</\(scanner.text(name))> does not match the open element")
    }
    if let key = closed.key {
      throw scanner.error(.invalidKey, "the key \(key.debugDescription) has no value")
    }
    guard closed.isDictionary else {
      add(.array(closed.elements))
      return
    }
    add(UIDMember.uid(closed.members).map(PropertyListNode.uid) ?? .dictionary(closed.members))
  }

  // MARK: Text

  private func checkSpace(_ range: Range<Int>) throws(PropertyListError) {
    if let culprit = scanner.bytes[range].firstIndex(where: { !$0.isXMLSpace }) {
      throw scanner.error(.misplacedElement, "text is outside any string", at: culprit)
    }
  }

  /// Reads a text element up to its end tag, and makes a value from the element's text in UTF-8.
  private mutating func readContent<Value>(
    of name: Range<Int>, isEmpty: Bool, _ make: (UnsafeRawBufferPointer) throws(ScalarMistake) -> Value
  ) throws(PropertyListError) -> Value {
    let start = scanner.tokenStart
    var plain = 0..<0
    buffer.removeAll(keepingCapacity: true)
    var isPlain = true
    var isFinished = isEmpty
    while !isFinished {
      guard let token = try nextToken() else {
        throw scanner.error(
          .unexpectedEnd, "the end tag of this <\(scanner.text(name))> is missing", at: start)
      }
      switch token {
      case .text(let range, isPlain: true) where isPlain && plain.isEmpty,
        .characters(let range) where isPlain && plain.isEmpty:
        plain = range
      case .text(let range, _):
        moveToBuffer(&plain, &isPlain)
        try appendExpanded(range)
      case .characters(let range):
        moveToBuffer(&plain, &isPlain)
        buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: scanner.bytes[range]))
      case .start(let inner, _):
        throw scanner.error(
          .misplacedElement, "<\(scanner.text(inner).prefix(40))> is inside <\(scanner.text(name))>")
      case .end(let closing):
        guard scanner.text(closing) == scanner.text(name) else {
          throw scanner.error(
            .mismatchedTag,
            "</\(scanner.text(closing).prefix(40))> was found instead of </\(scanner.text(name))>")
        }
        isFinished = true
      }
    }
    do throws(ScalarMistake) {
      if isPlain { return try make(UnsafeRawBufferPointer(rebasing: scanner.bytes[plain])) }
      return try buffer.withUnsafeBufferPointer { (text) throws(ScalarMistake) in
        try make(UnsafeRawBufferPointer(text))
      }
    } catch {
      throw scanner.error(error.code, "this <\(scanner.text(name))> \(error.reason)", at: start)
    }
  }

  private mutating func nextToken() throws(PropertyListError) -> XMLScanner.Token? {
    do throws(XMLError) { return try scanner.next() } catch { throw PropertyListError(error) }
  }

  private mutating func appendExpanded(_ range: Range<Int>) throws(PropertyListError) {
    do throws(XMLError) { try scanner.appendExpanded(range, to: &buffer) } catch {
      throw PropertyListError(error)
    }
  }

  private mutating func moveToBuffer(_ plain: inout Range<Int>, _ isPlain: inout Bool) {
    guard isPlain else { return }
    buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: scanner.bytes[plain]))
    isPlain = false
  }
}

extension XMLScanner {
  /// Returns the error for an offset, by default the start of the last token.
  fileprivate func error(_ code: PropertyListError.Code, _ message: String, at offset: Int? = nil)
    -> PropertyListError
  {
    PropertyListError(code, message, at: .line(of: offset ?? tokenStart, in: bytes))
  }
}

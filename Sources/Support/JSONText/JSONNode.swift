/// A JSON value that preserves the order of members and the text of numbers.
///
/// Two nodes are equal if their numbers have the same text, their strings have the same scalars, and their
/// members have the same order. For example, `1` and `1.0` differ. The composed and decomposed forms of an
/// accented letter also differ.
package enum JSONNode: Equatable, Sendable {
  case null
  case boolean(Bool)
  /// The exact text of a number, which must be valid JSON.
  case number(String)
  case string(String)
  case array([JSONNode])
  case object([JSONMember])

  /// Returns the node of an integer.
  package static func integer(_ value: some BinaryInteger) -> JSONNode { .number(String(value)) }

  package static func == (left: JSONNode, right: JSONNode) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

/// A member of an object.
package struct JSONMember: Equatable, Sendable {
  package var key: String
  package var value: JSONNode

  package init(_ key: String, _ value: JSONNode) {
    self.key = key
    self.value = value
  }

  package static func == (left: JSONMember, right: JSONMember) -> Bool {
    left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
  }
}

extension JSONNode {
  /// The value for a key; nil if this node is not an object, or has no member with the key.
  ///
  /// If several members have the same key, the last value is returned, as in most readers.
  package subscript(key: String) -> JSONNode? {
    // Keys are compared by bytes, because `String` treats canonically equivalent keys as equal.
    members?.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  package var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }

  package var elements: [JSONNode]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var stringValue: String? {
    if case .string(let string) = self { string } else { nil }
  }

  package var booleanValue: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The number as an integer; nil if it has a decimal point or an exponent, or is out of range.
  package var integerValue: Int? {
    if case .number(let text) = self { JSONNumber.integer(text.utf8) } else { nil }
  }
}

extension JSONNode {
  /// The handling of duplicate keys in an object.
  package enum DuplicateKeys: Sendable {
    case refuse
    case keep
  }

  /// Parses a complete text, which must contain exactly one value.
  package static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits(), skipsByteOrderMark: Bool = false,
    duplicateKeys: DuplicateKeys = .refuse
  ) throws(JSONError) -> JSONNode {
    try JSONScanner.scan(bytes, limits: limits, skipsByteOrderMark: skipsByteOrderMark) {
      (scanner) throws(JSONError) -> JSONNode in
      let node = try scanner.readNode(duplicateKeys: duplicateKeys)
      try scanner.finish()
      return node
    }
  }
}

extension JSONScanner {
  /// A container whose members or elements are being read.
  private struct OpenContainer {
    var elements: [JSONNode] = []
    var members: [JSONMember] = []
    var keys = SeenKeys()
    var pendingKey = ""
    let isObject: Bool
  }

  /// Reads the next value as a tree.
  ///
  /// The depth limit of the scanner also limits the tree.
  package mutating func readNode(duplicateKeys: JSONNode.DuplicateKeys = .refuse) throws(JSONError)
    -> JSONNode
  {
    var open: [OpenContainer] = []
    while true {
      let start = position
      var node: JSONNode
      switch try next() {
      case .null: node = .null
      case .boolean(let boolean): node = .boolean(boolean)
      case .number(let range): node = .number(text(range))
      case .string(let string): node = .string(decode(string))
      case .beginArray:
        open.append(OpenContainer(isObject: false))
        continue
      case .beginObject:
        open.append(OpenContainer(isObject: true))
        continue
      case .key(let span):
        let key = decode(span)
        if duplicateKeys == .refuse && !open[open.count - 1].keys.insert(key) {
          throw error(
            .duplicateKey, "the key \(JSONError.quoted(key)) occurs twice in one object", at: tokenStart)
        }
        open[open.count - 1].pendingKey = key
        continue
      case .endArray, .endObject:
        guard let closed = open.popLast() else {
          throw error(
            .unexpectedCharacter, "expected a value, found the end of an array or object", at: tokenStart)
        }
        node = closed.isObject ? .object(closed.members) : .array(closed.elements)
      case nil:
        throw error(.unexpectedEnd, "expected a value, found the end", at: start)
      }
      guard let innermost = open.indices.last else { return node }
      if open[innermost].isObject {
        open[innermost].members.append(JSONMember(open[innermost].pendingKey, node))
      } else {
        open[innermost].elements.append(node)
      }
    }
  }
}

/// The keys of an object that were read so far, compared byte by byte.
private struct SeenKeys {
  /// A string that is compared by its bytes.
  private struct Key: Hashable {
    let text: String

    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  // A small number of keys are compared one by one, which is faster than hashing. For many keys, a set avoids
  // quadratic time.
  private var few: [Key] = []
  private var many: Set<Key> = []

  /// Adds a key; returns false if the key was already added.
  mutating func insert(_ text: String) -> Bool {
    let key = Key(text: text)
    if !many.isEmpty { return many.insert(key).inserted }
    if few.contains(key) { return false }
    few.append(key)
    if few.count > 16 { many = Set(few) }
    return true
  }
}

extension JSONNode {
  /// Returns the value as text.
  ///
  /// The pretty style does not add a final line break.
  package func write(_ style: JSONWriter.Style = .compact) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.node(self)
    return writer.finish()
  }
}

extension JSONWriter {
  /// A container whose members or elements are being written.
  private enum OpenContainer {
    case array(ArraySlice<JSONNode>)
    case object(ArraySlice<JSONMember>)
  }

  /// Writes a whole tree.
  ///
  /// Does not use recursion, because a tree created by a program can have any depth.
  package mutating func node(_ node: JSONNode) {
    var open: [OpenContainer] = []
    begin(node, &open)
    while let innermost = open.popLast() {
      switch innermost {
      case .array(var rest):
        guard let element = rest.popFirst() else {
          endArray()
          continue
        }
        open.append(.array(rest))
        begin(element, &open)
      case .object(var rest):
        guard let member = rest.popFirst() else {
          endObject()
          continue
        }
        open.append(.object(rest))
        key(member.key)
        begin(member.value, &open)
      }
    }
  }

  /// Writes a scalar, or starts an array or object.
  private mutating func begin(_ node: JSONNode, _ open: inout [OpenContainer]) {
    switch node {
    case .null: null()
    case .boolean(let value): boolean(value)
    case .number(let text): number(text: text)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      open.append(.array(elements[...]))
    case .object(let members):
      beginObject()
      open.append(.object(members[...]))
    }
  }
}

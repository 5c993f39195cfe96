extension JSONNode {
  /// What happens when an object names a member twice.
  package enum DuplicateKeys: Sendable {
    case refuse
    case keep
  }

  /// Reads a whole text as one value.
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

  /// Reads the value that comes next as a tree; the scanner's depth limit bounds that of the tree.
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
            .duplicateKey, "the key \(JSONError.quoted(key)) stands twice in one object", at: tokenStart)
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

/// The keys that an object has had so far, compared byte by byte.
private struct SeenKeys {
  /// A string whose equality is that of its bytes.
  private struct Key: Hashable {
    let text: String

    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  // Few keys are compared one by one, which is faster than hashing them; many would make that quadratic.
  private var few: [Key] = []
  private var many: Set<Key> = []

  /// Adds a key; false if it was there before.
  mutating func insert(_ text: String) -> Bool {
    let key = Key(text: text)
    if !many.isEmpty { return many.insert(key).inserted }
    if few.contains(key) { return false }
    few.append(key)
    if few.count > 16 { many = Set(few) }
    return true
  }
}

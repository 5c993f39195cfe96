import ByteTools
import ProfferConversions

// A document is a tree of tables, arrays of tables, and values. The nodes are in one list, and the members of
// a table are a chain in the order of their first mention. A node has 28 bytes. A value is only a place in
// the text, and a key is only a range of the text, so that the tree needs less memory than the text and the
// result.
//
// A key is found in a table with few members by comparing all of them. The members of a larger table are also
// in a hash index, which all tables share.

/// A table, an array of tables, or a value, as a member of a table or an element of an array of tables.
struct TOMLNode {
  /// The way in which a table or value was defined, which determines whether it can be continued.
  enum Kind: UInt8 {
    /// A value at a place in the text, which includes an array or inline table in a value.
    case value
    /// An array of tables; its elements are the members of the node.
    case arrayOfTables
    /// A table that only contains the table of a header, and that has no header of its own so far.
    case implicitTable
    /// A table with a header, an element of an array of tables, or the root.
    case headerTable
    /// A table that dotted keys define.
    case dottedTable
  }

  /// The offset and length of the characters of the key; 0 for elements and roots.
  fileprivate(set) var keyStart: UInt32
  fileprivate(set) var keyCount: UInt32
  fileprivate(set) var keyHasEscapes = false
  var kind: Kind
  /// The number of members, up to `fewMembers` + 1.
  fileprivate var memberCount: UInt8 = 0
  /// The first member; for a value, its offset in the text.
  fileprivate(set) var first: UInt32 = 0
  fileprivate var last: UInt32 = 0
  /// The next member of the same table; 0 if there is none.
  fileprivate(set) var next: UInt32 = 0
  fileprivate var parent: UInt32 = 0

  /// The characters of the key in the text.
  var key: TOMLString {
    TOMLString(
      content: Int(keyStart)..<Int(keyStart) + Int(keyCount), hasEscapes: keyHasEscapes)
  }
}

/// The tables of a document, or the inline tables of a value.
struct TOMLTables {
  /// The maximum number of members that are compared one by one.
  private static let fewMembers: UInt8 = 8

  private let text: TOMLScanner
  private var nodes = TOMLNodeList()
  private var index: HashIndex?
  /// Random, so that the keys of a document cannot be chosen to have equal hashes.
  private let keyHash = SeededHash()

  /// Makes a tree without nodes for the keys of a text.
  init(of text: TOMLScanner) { self.text = text }

  subscript(_ node: Int) -> TOMLNode { nodes[node] }

  /// Ends a root: no keys are added to its tables any more.
  ///
  /// - Parameter keepsNodes: whether the nodes that were added since the root are kept.
  mutating func close(from root: Int, keepsNodes: Bool) {
    if !keepsNodes { nodes.remove(from: root) }
    index = nil
  }

  /// Adds a table that is not a member of another table, and returns its node.
  mutating func addRoot() -> Int {
    nodes.append(TOMLNode(keyStart: 0, keyCount: 0, kind: .headerTable))
    return nodes.count - 1
  }

  /// Returns the member of a table with a key; nil if there is none.
  func member(_ key: TOMLString, of table: Int) -> Int? {
    let decoded = key.hasEscapes ? text.decoded(key) : nil
    guard nodes[table].memberCount > Self.fewMembers else {
      var member = Int(nodes[table].first)
      while member != 0 {
        if isKey(key, decoded, of: member) { return member }
        member = Int(nodes[member].next)
      }
      return nil
    }
    guard let index else { preconditionFailure("the members of a large table are not in the index") }
    return index.number(hash(key, decoded, in: table)) {
      nodes[$0].parent == table && isKey(key, decoded, of: $0)
    }
  }

  /// Adds a member that the table does not have, and returns its node.
  ///
  /// - Parameter value: the offset of a value in the text; 0 for a table.
  mutating func add(_ key: TOMLString, _ kind: TOMLNode.Kind, value: Int = 0, to table: Int) -> Int {
    var node = TOMLNode(
      keyStart: UInt32(key.content.lowerBound), keyCount: UInt32(key.content.count),
      keyHasEscapes: key.hasEscapes, kind: kind)
    node.first = UInt32(value)
    let member = append(node, to: table)
    if nodes[table].memberCount < Self.fewMembers {
      nodes[table].memberCount += 1
    } else if nodes[table].memberCount == Self.fewMembers {
      nodes[table].memberCount += 1
      var known = Int(nodes[table].first)
      while known != 0 {
        insert(known, of: table)
        known = Int(nodes[known].next)
      }
    } else {
      insert(member, of: table)
    }
    return member
  }

  /// Adds an element to an array of tables, and returns its node.
  mutating func addElement(to array: Int) -> Int {
    append(TOMLNode(keyStart: 0, keyCount: 0, kind: .headerTable), to: array)
  }

  /// Returns the last element of an array of tables.
  func lastElement(of array: Int) -> Int { Int(nodes[array].last) }

  /// Changes the way in which a table was defined.
  mutating func define(_ table: Int, as kind: TOMLNode.Kind) { nodes[table].kind = kind }

  private mutating func append(_ node: TOMLNode, to table: Int) -> Int {
    let number = nodes.count
    var node = node
    node.parent = UInt32(table)
    nodes.append(node)
    let last = Int(nodes[table].last)
    if last == 0 {
      nodes[table].first = UInt32(number)
    } else {
      nodes[last].next = UInt32(number)
    }
    nodes[table].last = UInt32(number)
    return number
  }

  // MARK: Keys

  private mutating func insert(_ member: Int, of table: Int) {
    let key = nodes[member].key
    let hash = hash(key, key.hasEscapes ? text.decoded(key) : nil, in: table)
    if index == nil { index = HashIndex() }
    index?.insert(member, hash)
  }

  /// Returns whether a member has a key.
  ///
  /// - Parameter decoded: the text of the key if the key has escapes.
  private func isKey(_ key: TOMLString, _ decoded: [UInt8]?, of member: Int) -> Bool {
    let known = nodes[member].key
    if decoded == nil, !known.hasEscapes {
      guard key.content.count == known.content.count else { return false }
      var (left, right) = (key.content.lowerBound, known.content.lowerBound)
      while left < key.content.upperBound {
        guard text.bytes[left] == text.bytes[right] else { return false }
        (left, right) = (left + 1, right + 1)
      }
      return true
    }
    return (decoded ?? text.decoded(key)) == text.decoded(known)
  }

  private func hash(_ key: TOMLString, _ decoded: [UInt8]?, in table: Int) -> UInt32 {
    guard let decoded else {
      return hash(UnsafeRawBufferPointer(rebasing: text.bytes[key.content]), in: table)
    }
    return decoded.withUnsafeBytes { hash($0, in: table) }
  }

  private func hash(_ key: UnsafeRawBufferPointer, in table: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: keyHash.hash(of: key, in: table) >> 32)
  }
}

/// A list of nodes in blocks of equal length, so that a long list is never copied while it grows.
private struct TOMLNodeList {
  private static let blockBits = 10
  private static let blockLength = 1 << blockBits

  private var blocks: [[TOMLNode]] = []
  private(set) var count = 0

  subscript(_ number: Int) -> TOMLNode {
    @inline(__always) get { blocks[number >> Self.blockBits][number & (Self.blockLength - 1)] }
    @inline(__always) _modify { yield &blocks[number >> Self.blockBits][number & (Self.blockLength - 1)] }
  }

  /// Adds a node.
  ///
  /// The blocks of removed nodes are used again.
  mutating func append(_ node: TOMLNode) {
    let block = count >> Self.blockBits
    if block == blocks.count {
      blocks.append([])
      blocks[block].reserveCapacity(block == 0 ? 0 : Self.blockLength)
    }
    let place = count & (Self.blockLength - 1)
    if place < blocks[block].count {
      blocks[block][place] = node
    } else {
      blocks[block].append(node)
    }
    count += 1
  }

  /// Removes the nodes from a number on.
  mutating func remove(from number: Int) { count = number }
}

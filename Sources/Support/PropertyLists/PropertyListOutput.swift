/// A writer that receives a property list one scalar or container at a time.
///
/// A property list is one scalar or one container. To write a container, begin the container, write its
/// contents, and call ``endContainer()``.
package protocol PropertyListOutput {
  /// Writes a scalar.
  mutating func write(_ scalar: PropertyListNode) throws(PropertyListError)
  /// Begins an array.
  ///
  /// - Parameter count: the number of elements; nil if the number is unknown, which is allowed only for the
  ///   outermost array.
  mutating func beginArray(count: Int?) throws(PropertyListError)
  /// Begins a set; only binary lists can contain sets.
  mutating func beginSet(count: Int) throws(PropertyListError)
  /// Begins a dictionary; the values must follow in the order of the keys.
  ///
  /// - Parameter keys: the keys; nil if ``writeKey(_:)`` writes each key before its value. Only XML lists
  ///   allow nil.
  mutating func beginDictionary(_ keys: [String]?) throws(PropertyListError)
  /// Writes the key of the next value, in a dictionary that was begun without keys.
  mutating func writeKey(_ key: String)
  /// Ends the innermost container.
  mutating func endContainer() throws(PropertyListError)
}

extension PropertyListOutput {
  /// Writes a node with its contents.
  mutating func write(all node: PropertyListNode) throws(PropertyListError) {
    var open: [ArraySlice<PropertyListNode>] = []
    var next: PropertyListNode? = node
    while true {
      if let node = next {
        switch node {
        case .array(let elements):
          try beginArray(count: elements.count)
          open.append(elements[...])
        case .set(let elements):
          try beginSet(count: elements.count)
          open.append(elements[...])
        case .dictionary(let members):
          try beginDictionary(members.map(\.key))
          open.append(members.map(\.value)[...])
        default: try write(node)
        }
      } else {
        try endContainer()
        open.removeLast()
      }
      guard let innermost = open.indices.last else { return }
      next = open[innermost].popFirst()
    }
  }
}

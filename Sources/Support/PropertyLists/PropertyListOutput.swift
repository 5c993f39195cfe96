/// A property list that is written piece by piece, the elements and values of a container after its beginning.
///
/// The value is one piece, or a container with all in it up to its end.
package protocol PropertyListOutput {
  /// Writes a value that contains nothing.
  mutating func write(_ scalar: PropertyListNode) throws(PropertyListError)
  /// Begins an array.
  ///
  /// - Parameter count: the number of its elements; nil where it is not known, which is allowed for the whole value.
  mutating func beginArray(count: Int?) throws(PropertyListError)
  /// Begins a set, which only binary lists have.
  mutating func beginSet(count: Int) throws(PropertyListError)
  /// Begins a dictionary, whose values follow in the order of its keys.
  ///
  /// - Parameter keys: the keys; nil where each is written before its value, as only XML allows.
  mutating func beginDictionary(_ keys: [String]?) throws(PropertyListError)
  /// Writes the key of the next value, in a dictionary that began without its keys.
  mutating func writeKey(_ key: String)
  /// Ends the innermost container.
  mutating func endContainer() throws(PropertyListError)
}

extension PropertyListOutput {
  /// Writes a node with all in it.
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

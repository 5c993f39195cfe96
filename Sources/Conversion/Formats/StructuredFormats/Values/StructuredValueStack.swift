/// The elements and members of all open containers, stored in shared arrays, so that each finished container
/// gets an array of exactly its size.
struct StructuredValueStack {
  /// A container whose elements or members are still being read.
  struct OpenContainer {
    /// The index in the shared array at which the elements or members of the container begin.
    var start: Int
    var key = ""
    let isObject: Bool
  }

  private(set) var open: [OpenContainer] = []
  /// The number of open containers whose content so far has been emitted, counted from the outermost.
  var emittedCount = 0
  private var elements: [StructuredValue] = []
  private var members: [StructuredMember] = []

  /// The number of values that are held.
  var count: Int { elements.count + members.count }

  /// Whether the innermost container is one of those counted by ``emittedCount``.
  var innermostIsEmitted: Bool { !open.isEmpty && open.count == emittedCount }

  /// Begins a container inside the innermost container.
  mutating func begin(isObject: Bool) {
    open.append(OpenContainer(start: isObject ? members.count : elements.count, isObject: isObject))
  }

  /// Sets the key of the next value in the innermost container, which must be an object.
  mutating func setKey(_ key: String) { open[open.count - 1].key = key }

  /// Ends the innermost container, and returns its value; nil if no container is open.
  ///
  /// The content is copied element by element. Otherwise, an array made from the whole shared array would
  /// share its storage, including the unused capacity.
  mutating func close() -> StructuredValue? {
    guard let closed = open.popLast() else { return nil }
    if closed.isObject {
      defer { members.removeSubrange(closed.start...) }
      return .dictionary(members[closed.start...].map { $0 })
    }
    defer { elements.removeSubrange(closed.start...) }
    return .array(elements[closed.start...].map { $0 })
  }

  /// Adds a value to the innermost container.
  ///
  /// If no container is open, returns the value.
  mutating func add(_ value: StructuredValue) -> StructuredValue? {
    guard let innermost = open.last else { return value }
    if innermost.isObject {
      members.append(StructuredMember(innermost.key, value))
    } else {
      elements.append(value)
    }
    return nil
  }

  /// Emits the content that the open containers hold.
  ///
  /// If the innermost container is a dictionary with at most one member, its content is not emitted,
  /// because writers must receive such a dictionary as a whole.
  mutating func emitHeld(_ emit: (StructuredValueEvent) throws -> Void) rethrows {
    var end = open.count
    if let last = open.last, last.isObject, members.count - last.start < 2 { end -= 1 }
    guard emittedCount < end else { return }
    for place in emittedCount..<end {
      if place > 0, open[place - 1].isObject { try emit(.key(open[place - 1].key)) }
      let container = open[place]
      let next = open[(place + 1)...].first { $0.isObject == container.isObject }?.start
      if container.isObject {
        try emit(.beginDictionary)
        for member in members[container.start..<(next ?? members.count)] {
          try emit(.key(member.key))
          try emit(.value(member.value))
        }
      } else {
        try emit(.beginArray)
        for element in elements[container.start..<(next ?? elements.count)] { try emit(.value(element)) }
      }
      open[place].start = 0
    }
    emittedCount = end
    elements.removeAll(keepingCapacity: true)
    guard end < open.count else { return members.removeAll(keepingCapacity: true) }
    members.removeSubrange(..<open[end].start)
    open[end].start = 0
  }
}

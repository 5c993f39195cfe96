/// Values and members that are read, those of all open containers beside one another, so that each container gets an array
/// of just its size.
struct StructuredValueStack {
  /// A container whose members or elements are being read.
  struct OpenContainer {
    /// Where its elements or members begin.
    var start: Int
    var key = ""
    let isObject: Bool
  }

  private(set) var open: [OpenContainer] = []
  /// How many of these, from the outermost, have been emitted as far as they are read.
  var emittedCount = 0
  private var elements: [StructuredValue] = []
  private var members: [StructuredMember] = []

  /// How many values are held.
  var count: Int { elements.count + members.count }

  /// Whether what the innermost container holds has been emitted.
  var innermostIsEmitted: Bool { !open.isEmpty && open.count == emittedCount }

  /// Begins a container in the innermost one.
  mutating func begin(isObject: Bool) {
    open.append(OpenContainer(start: isObject ? members.count : elements.count, isObject: isObject))
  }

  /// Sets the key of the next value in the innermost container, an object.
  mutating func setKey(_ key: String) { open[open.count - 1].key = key }

  /// Ends the innermost container; nil where none is open.
  ///
  /// What it holds is copied element by element: an array made of all of another one would share its storage, with all the
  /// room that the stack has.
  mutating func close() -> StructuredValue? {
    guard let closed = open.popLast() else { return nil }
    if closed.isObject {
      defer { members.removeSubrange(closed.start...) }
      return .dictionary(members[closed.start...].map { $0 })
    }
    defer { elements.removeSubrange(closed.start...) }
    return .array(elements[closed.start...].map { $0 })
  }

  /// Adds a value to the innermost container; gives it back where none is open.
  mutating func add(_ value: StructuredValue) -> StructuredValue? {
    guard let innermost = open.last else { return value }
    if innermost.isObject {
      members.append(StructuredMember(innermost.key, value))
    } else {
      elements.append(value)
    }
    return nil
  }

  /// Emits what the open containers hold.
  ///
  /// The innermost one stays if it is a dictionary of at most one member: writers look at such a dictionary as a whole.
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

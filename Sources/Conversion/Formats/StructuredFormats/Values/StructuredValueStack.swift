/// The elements and members of all open containers, stored in shared arrays, so that each finished container
/// gets an array of exactly its size.
package struct StructuredValueStack {
  /// A container whose elements or members are still being read.
  package struct OpenContainer {
    /// The index in the shared array at which the elements or members of the container begin.
    var start: Int
    package fileprivate(set) var key = ""
    package let isObject: Bool
    /// The value of ``count`` when the container began.
    fileprivate var countBefore: Int
  }

  /// A container that has ended.
  package struct ClosedContainer {
    package let value: StructuredValue
    /// The number of values in the container, at any depth.
    package let contentCount: Int
  }

  package private(set) var open: [OpenContainer] = []
  /// The number of open containers whose content so far has been emitted, counted from the outermost.
  package var emittedCount = 0
  private var elements: [StructuredValue] = []
  private var members: [StructuredMember] = []

  package init() {}

  /// The number of values that are held in open containers, at any depth.
  ///
  /// A complete container counts as one value, and each value in it as one more.
  package private(set) var count = 0

  /// Whether the innermost container is one of those counted by ``emittedCount``.
  package var innermostIsEmitted: Bool { !open.isEmpty && open.count == emittedCount }

  /// Begins a container inside the innermost container.
  package mutating func begin(isObject: Bool) {
    open.append(
      OpenContainer(
        start: isObject ? members.count : elements.count, isObject: isObject, countBefore: count))
  }

  /// Sets the key of the next value in the innermost container, which must be an object.
  package mutating func setKey(_ key: String) { open[open.count - 1].key = key }

  /// Ends the innermost container, and returns it; nil if no container is open.
  ///
  /// ``count`` no longer includes the values in it.
  /// The content is copied element by element. Otherwise, an array made from the whole shared array would
  /// share its storage, including the unused capacity.
  package mutating func close() -> ClosedContainer? {
    guard let closed = open.popLast() else { return nil }
    let contentCount = count - closed.countBefore
    count = closed.countBefore
    if closed.isObject {
      defer { members.removeSubrange(closed.start...) }
      return ClosedContainer(
        value: .dictionary(members[closed.start...].map { $0 }), contentCount: contentCount)
    }
    defer { elements.removeSubrange(closed.start...) }
    return ClosedContainer(value: .array(elements[closed.start...].map { $0 }), contentCount: contentCount)
  }

  /// Adds a value to the innermost container.
  ///
  /// If no container is open, returns the value.
  ///
  /// - Parameter contentCount: the number of values in the value, at any depth.
  package mutating func add(_ value: StructuredValue, contentCount: Int = 0) -> StructuredValue? {
    guard let innermost = open.last else { return value }
    count += 1 + contentCount
    if innermost.isObject {
      members.append(StructuredMember(innermost.key, value))
    } else {
      elements.append(value)
    }
    return nil
  }

  /// Adds a value to the innermost container, or emits it if the content of the container has been emitted.
  ///
  /// If no container is open, the value is emitted.
  ///
  /// - Parameter contentCount: the number of values in the value, at any depth.
  package mutating func add(
    _ value: StructuredValue, contentCount: Int = 0, emittingTo emit: (StructuredValueEvent) throws -> Void
  ) rethrows {
    if innermostIsEmitted, let container = open.last {
      if container.isObject { try emit(.key(container.key)) }
      try emit(.value(value))
    } else if let whole = add(value, contentCount: contentCount) {
      try emit(.value(whole))
    }
  }

  /// Ends the innermost container, and adds its value, or emits its end if its content has been emitted.
  package mutating func end(emittingTo emit: (StructuredValueEvent) throws -> Void) rethrows {
    let isEmitted = innermostIsEmitted
    guard let closed = close() else { preconditionFailure("an end without its beginning") }
    guard isEmitted else {
      return try add(closed.value, contentCount: closed.contentCount, emittingTo: emit)
    }
    emittedCount -= 1
    try emit(.end)
  }

  /// Emits the content that the open containers hold.
  ///
  /// If the innermost container is a dictionary with at most one member, its content is not emitted,
  /// because writers must receive such a dictionary as a whole.
  package mutating func emitHeld(_ emit: (StructuredValueEvent) throws -> Void) rethrows {
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
    // If the innermost container is not emitted, its content remains here.
    count -= end < open.count ? open[end].countBefore : count
    for place in emittedCount..<min(end + 1, open.count) { open[place].countBefore = 0 }
    emittedCount = end
    elements.removeAll(keepingCapacity: true)
    guard end < open.count else { return members.removeAll(keepingCapacity: true) }
    members.removeSubrange(..<open[end].start)
    open[end].start = 0
  }
}

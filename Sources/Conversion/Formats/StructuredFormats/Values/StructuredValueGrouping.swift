/// Combines the parts of a value into larger parts, as writers require.
///
/// A scanner adds the smallest parts: the beginning and the end of each container, keys, and scalar values.
/// The parts are held until their number exceeds a limit. A short value is therefore emitted whole. A
/// dictionary with fewer than two members is always emitted whole, because writers of property lists must
/// recognise the reference in a keyed archive.
package struct StructuredValueGrouping {
  private var values = StructuredValueStack()
  private let heldCount: Int

  /// Creates an empty grouping.
  ///
  /// - Parameter heldCount: the maximum number of values to hold in incomplete containers.
  package init(holding heldCount: Int) { self.heldCount = heldCount }

  /// Adds a part, and emits what the part completes or what exceeds the limit.
  package mutating func add(
    _ part: StructuredValueEvent, _ emit: (StructuredValueEvent) throws -> Void
  ) rethrows {
    switch part {
    case .beginning: break
    case .beginArray: values.begin(isObject: false)
    case .beginDictionary: values.begin(isObject: true)
    case .key(let key): values.setKey(key)
    case .value(let value): try place(value, emit)
    case .end:
      let isEmitted = values.innermostIsEmitted
      guard let closed = values.close() else { preconditionFailure("an end without its beginning") }
      if isEmitted {
        // The content of the container has already been emitted.
        values.emittedCount -= 1
        try emit(.end)
      } else {
        try place(closed.value, contentCount: closed.contentCount, emit)
      }
    }
    if values.count > heldCount { try values.emitHeld(emit) }
  }

  private mutating func place(
    _ value: StructuredValue, contentCount: Int = 0, _ emit: (StructuredValueEvent) throws -> Void
  ) rethrows {
    if values.innermostIsEmitted, let container = values.open.last {
      if container.isObject { try emit(.key(container.key)) }
      try emit(.value(value))
    } else if let whole = values.add(value, contentCount: contentCount) {
      try emit(.value(whole))
    }
  }
}

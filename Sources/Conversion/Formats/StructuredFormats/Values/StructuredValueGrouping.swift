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
    case .value(let value): try values.add(value, emittingTo: emit)
    case .end: try values.end(emittingTo: emit)
    }
    if values.count > heldCount { try values.emitHeld(emit) }
  }
}

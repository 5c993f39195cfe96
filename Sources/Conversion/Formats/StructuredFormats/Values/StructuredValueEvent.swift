package import ProfferConversions

/// A structured value, or a part of a structured value.
///
/// A container may be emitted in parts: its beginning, its content and its end. The content is the elements
/// of an array, or the keys of a dictionary with a value after each key. Any other value is emitted whole.
package enum StructuredValueEvent {
  /// The beginning of a document that is emitted in parts, before all other events.
  ///
  /// A writer that cannot write a key twice in a dictionary calls `keepLast`. The reader then emits only
  /// the last member with each key, and reports the others as lost.
  case beginning(keepLast: () -> Void)
  /// A whole value: the outermost value, the next element of the innermost array, or the value of the last
  /// key.
  case value(StructuredValue)
  /// The beginning of an array.
  case beginArray
  /// The beginning of a dictionary.
  case beginDictionary
  /// A key in the innermost dictionary. The value of the key follows.
  case key(String)
  /// The end of the innermost container.
  case end
}

/// Assembles values from their parts.
struct StructuredValueAssembly {
  private var values = StructuredValueStack()

  /// Whether no container is open.
  var isEmpty: Bool { values.open.isEmpty }

  /// Adds the next part.
  ///
  /// - Returns: the outermost value, if the part completes it; otherwise nil.
  mutating func add(_ event: StructuredValueEvent) -> StructuredValue? {
    switch event {
    case .beginning: break
    case .value(let value): return values.add(value)
    case .beginArray: values.begin(isObject: false)
    case .beginDictionary: values.begin(isObject: true)
    case .key(let key): values.setKey(key)
    case .end:
      guard let closed = values.close() else { preconditionFailure("an end without its beginning") }
      return values.add(closed.value, contentCount: closed.contentCount)
    }
    return nil
  }
}

/// Joins small parts of a value to larger parts, which writers write faster than many small ones.
package struct StructuredValueParts {
  private var values = StructuredValueStack()
  /// The number of values that have been added since values were last emitted.
  private var addedCount = 0
  /// The maximum number of values to hold.
  private let heldCount: Int

  package init(holding heldCount: Int = 1 << 12) { self.heldCount = heldCount }

  /// Adds the next part, and emits the parts that are complete or too large to be held.
  package mutating func add(
    _ event: StructuredValueEvent, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    switch event {
    case .beginning: try emit(event)
    case .value(let value): try add(value, emit)
    case .beginArray: values.begin(isObject: false)
    case .beginDictionary: values.begin(isObject: true)
    case .key(let key): values.setKey(key)
    case .end:
      let wasEmitted = values.innermostIsEmitted
      guard let closed = values.close() else { preconditionFailure("an end without its beginning") }
      if wasEmitted {
        // The content of the container has already been emitted.
        values.emittedCount -= 1
        try emit(.end)
      } else {
        try add(closed.value, emit)
      }
    }
    addedCount += 1
    guard addedCount > heldCount else { return }
    try values.emitHeld(emit)
    addedCount = 0
  }

  private mutating func add(
    _ value: StructuredValue, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    if values.innermostIsEmitted {
      if let container = values.open.last, container.isObject { try emit(.key(container.key)) }
      try emit(.value(value))
    } else if let whole = values.add(value) {
      try emit(.value(whole))
    }
  }
}

extension StructuredValue {
  /// Assembles the value whose events a reader emits.
  package static func collected(
    _ events: ((StructuredValueEvent) throws -> Void) throws -> StepReport
  ) throws -> Reading<StructuredValue> {
    var assembly = StructuredValueAssembly()
    var whole: StructuredValue?
    let report = try events { if let value = assembly.add($0) { whole = value } }
    guard let whole else { preconditionFailure("a reader emitted no value") }
    return Reading(whole, losses: report.losses, warnings: report.warnings)
  }
}

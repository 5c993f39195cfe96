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

import ProfferConversions

/// A structured value, or a piece of one.
///
/// A container that is long, or in which a long one is, comes in pieces: its beginning, then its elements, or its keys with
/// a value after each, then its end. Every other value is one piece.
enum StructuredValueEvent {
  /// The whole value, the next element of the innermost array, or the value of the key before.
  case value(StructuredValue)
  /// The beginning of an array.
  case beginArray
  /// The beginning of a dictionary.
  case beginDictionary
  /// The key of the next value of the innermost dictionary.
  case key(String)
  /// The end of the innermost container.
  case end
}

/// Makes values of their pieces.
struct StructuredValueAssembly {
  private var values = StructuredValueStack()

  /// Whether no container is open.
  var isEmpty: Bool { values.open.isEmpty }

  /// Adds the next piece.
  ///
  /// - Returns: the value that is complete with it; nil inside a container.
  mutating func add(_ event: StructuredValueEvent) -> StructuredValue? {
    switch event {
    case .value(let value): return values.add(value)
    case .beginArray: values.begin(isObject: false)
    case .beginDictionary: values.begin(isObject: true)
    case .key(let key): values.setKey(key)
    case .end:
      guard let closed = values.close() else { preconditionFailure("an end without its beginning") }
      return values.add(closed)
    }
    return nil
  }
}

extension StructuredValue {
  /// Makes the value of the events that a reader emits.
  static func collected(
    _ events: ((StructuredValueEvent) throws -> Void) throws -> StepReport
  ) throws -> Reading<StructuredValue> {
    var assembly = StructuredValueAssembly()
    var whole: StructuredValue?
    let report = try events { if let value = assembly.add($0) { whole = value } }
    guard let whole else { preconditionFailure("a reader emitted no value") }
    return Reading(whole, losses: report.losses, warnings: report.warnings)
  }
}

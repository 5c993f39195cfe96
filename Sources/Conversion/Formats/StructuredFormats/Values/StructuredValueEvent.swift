import ProfferConversions

/// A structured value, or a piece of one.
enum StructuredValueEvent {
  /// The whole value, the only event.
  case value(StructuredValue)
  /// An element of the array that is the value; an array without elements has no event.
  case element(StructuredValue)
}

extension StructuredValue {
  /// Makes the value of the events that a reader emits.
  static func collected(
    _ events: ((StructuredValueEvent) throws -> Void) throws -> StepReport
  ) throws -> Reading<StructuredValue> {
    var elements: [StructuredValue] = []
    var whole: StructuredValue?
    let report = try events { event in
      switch event {
      case .value(let value): whole = value
      case .element(let value): elements.append(value)
      }
    }
    return Reading(whole ?? .array(elements), losses: report.losses, warnings: report.warnings)
  }
}

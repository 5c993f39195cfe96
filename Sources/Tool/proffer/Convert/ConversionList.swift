import JSONText
import ProfferActions
import UniformTypes

extension PossibleConversions.Outcome {
  /// Prints a line for each type; throws a negative ``ActionError`` if there are no types.
  func print(as command: String, asJSON: Bool, on console: Console) throws -> ExitStatus {
    if asJSON {
      try console.printJSON(
        command,
        [JSONMember("source", .string(source)), JSONMember("types", .strings(types))]
          + (color.map { [JSONMember("color", .string($0.text))] } ?? []) + [
            JSONMember("conversions", .array(plans.map { .plan($0.outline) }))
          ])
    } else {
      if let color {
        try console.print(color.text, patch: (color.red, color.green, color.blue, color.alpha))
      }
      try console.print(
        lines: TextTable.lines(
          zip(plans.map(\.outline), fileExtensions).map { plan, fileExtension in
            [
              fileExtension ?? "-",
              fileExtension == nil ? plan.destination : TypeNames.name(of: plan.destination),
              plan.lossText.isEmpty ? "loses nothing" : "may lose \(plan.lossText)",
            ]
          }))
    }
    if plans.isEmpty {
      throw ActionError.negative(
        "\(source) is \(TypeNames.list(types)), which cannot be converted to another type",
        code: .noConversion, isReported: asJSON)
    }
    return .done
  }
}

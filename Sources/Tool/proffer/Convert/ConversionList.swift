import JSONText
import ProfferConversions
import StandardCoders
import UniformTypes

/// What a source can be converted to, with what each conversion may lose.
struct ConversionList {
  private let source: ConversionSource
  private let types: TypeContext
  private var coders: ProgramCoders

  init(of source: ConversionSource, options: CoderOptions = CoderOptions(), types: TypeContext) {
    self.source = source
    self.types = types
    coders = ProgramCoders(types: types.registry, options: options)
  }

  /// Prints a line for each type, those that lose nothing first; the status is negative where there is none.
  mutating func print(as command: String, asJSON: Bool) throws -> ExitStatus {
    let plans = try plans()
    if asJSON {
      try Console.print(
        JSONEnvelope.result(
          of: command,
          [
            JSONMember("source", .string(source.name)),
            JSONMember("types", .array(source.candidates.map(JSONNode.string))),
            JSONMember("conversions", .array(plans.map(\.json))),
          ]))
    } else {
      let registry = types.registry
      try Console.print(
        lines: TextTable.lines(
          plans.map { plan in
            let type = UTType(plan.destinationIdentifier, in: registry)
            let fileExtension = type.flatMap { registry.preferredTag(of: $0, .filenameExtension) }
            return [
              fileExtension ?? "-", plan.destinationIdentifier,
              plan.lossText.isEmpty ? "loses nothing" : "may lose \(plan.lossText)",
            ]
          }))
    }
    if plans.isEmpty {
      throw ProgramError.negative(
        "\(source.name) is \(source.candidates.joined(separator: ", ")), which cannot be converted to another type",
        name: "noConversion", isReported: asJSON)
    }
    return .done
  }

  private mutating func plans() throws -> [ConversionPlan] {
    var plans: [ConversionPlan] = []
    for type in try coders.destinations(from: source.candidates) {
      do {
        plans.append(try coders.plan(from: source.candidates, to: type))
      } catch is ConversionError {
        // A type that only some other source is converted to.
        continue
      }
    }
    return plans.filter(\.mayLose.isEmpty) + plans.filter { !$0.mayLose.isEmpty }
  }
}

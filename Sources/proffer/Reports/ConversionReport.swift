import Conversions
import JSONText

/// How plans and losses are described as JSON.
enum ConversionReport {
  static func plan(_ plan: ConversionPlan) -> JSONNode {
    .object([
      JSONMember("from", .string(plan.sourceIdentifier)),
      JSONMember("to", .string(plan.destinationIdentifier)),
      JSONMember("steps", .array(plan.steps.map(JSONNode.string))),
      JSONMember("mayLose", .array(plan.mayLose.sorted().map { .string($0.rawValue) })),
    ])
  }

  static func losses(_ losses: [Loss]) -> JSONNode {
    .array(
      losses.map { loss in
        .object([
          JSONMember("kind", .string(loss.kind.rawValue)), JSONMember("count", .integer(loss.count)),
          JSONMember("detail", loss.detail.map(JSONNode.string) ?? .null),
        ])
      })
  }
}

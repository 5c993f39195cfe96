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

  /// That there is no plan.
  ///
  /// - Parameter candidates: the types that were offered, best first.
  static func noPlan(from candidates: [String], to wanted: String, because reason: String) -> JSONNode {
    .object([
      JSONMember("from", candidates.first.map(JSONNode.string) ?? .null),
      JSONMember("offered", .array(candidates.map(JSONNode.string))),
      JSONMember("to", .string(wanted)),
      JSONMember("steps", .null),
      JSONMember("reason", .string(reason)),
    ])
  }

  /// What came of a conversion.
  ///
  /// - Parameter byteCount: how much was written; nil if nothing was.
  static func conversion(by plan: JSONNode, _ report: StepReport, byteCount: Int?) -> JSONNode {
    .object([
      JSONMember("plan", plan),
      JSONMember("losses", losses(report.losses)),
      JSONMember("warnings", .array(report.warnings.map(JSONNode.string))),
      JSONMember("written", .boolean(byteCount != nil)),
      JSONMember("byteCount", byteCount.map(JSONNode.integer) ?? .null),
    ])
  }

  /// The answer to who wants no losses.
  static func refusal(of losses: [Loss], source: String, wanted: String) -> NegativeResult {
    let isCertain = losses.contains { !$0.isDeclared }
    let verb = isCertain ? "would lose" : "may lose something:"
    let remark = losses.contains(where: \.isDeclared) ? "; a loss that nobody can exclude is one" : ""
    return NegativeResult(
      "converting \(source) to \(wanted) \(verb) \(losses.descriptions.joined(separator: ", "))\(remark)")
  }

  static func losses(_ losses: [Loss]) -> JSONNode {
    .array(
      losses.map { loss in
        .object([
          JSONMember("kind", .string(loss.kind.rawValue)),
          JSONMember("count", loss.isDeclared ? .null : .integer(loss.count)),
          JSONMember("isDeclared", .boolean(loss.isDeclared)),
          JSONMember("detail", loss.detail.map(JSONNode.string) ?? .null),
        ])
      })
  }
}

import ExternalConverters
import JSONText
import ProfferActions
import ProfferConversions
import TextEncodings
import UniformTypes

/// What a command reports about a conversion: the losses on standard error, or everything as JSON.
struct ConversionReport {
  /// What messages call the source.
  let source: String
  /// The type wanted.
  let wanted: String
  /// Whether a conversion that loses something is refused.
  let isStrict: Bool
  let asJSON: Bool
  /// Where other converters are looked for.
  let context: ActionContext
  /// The encoding of a text, and what says so.
  var encoding: EncodingDetection?

  /// The remark that the result is what the source was.
  static let copyNote =
    "The result has the same bytes as the source; --rendered converts Markdown to the text that it shows."

  /// Reports as JSON that no conversion leads to the type wanted.
  ///
  /// - Parameter plansOnly: whether only the plan is wanted.
  func printNoPlan(from candidates: [String], because reason: String, plansOnly: Bool) throws {
    guard asJSON else { return }
    let plan = JSONNode.object([
      JSONMember("from", candidates.first.map(JSONNode.string) ?? .null),
      JSONMember("offered", .array(candidates.map(JSONNode.string))),
      JSONMember("to", .string(wanted)),
      JSONMember("steps", .null),
      JSONMember("reason", .string(reason)),
    ])
    let members = plansOnly ? plan.members ?? [] : members(plan, StepReport(), byteCount: nil)
    try Console.shared.print(JSONEnvelope.result(of: "convert", members))
  }

  /// Refuses a strict conversion that lost something, or may have; the caller has written nothing yet.
  func refuseLosses(_ report: StepReport, of plan: ConversionPlan) throws {
    guard isStrict, !report.losses.isEmpty else { return }
    if asJSON {
      try Console.shared.print(JSONEnvelope.result(of: "convert", members(plan.json, report, byteCount: nil)))
    }
    for warning in report.warnings { Console.shared.note(warning) }
    do { try report.refuse(of: plan, from: source, in: context) } catch var error as ActionError {
      error.isReported = asJSON
      throw error
    }
  }

  /// How much memory a conversion takes that holds its document.
  ///
  /// `Tests/Benchmarks/memory.py` compares it with usual documents; one of nothing but marks takes more.
  static let holdingRemark = "usually up to 8 times its size in memory"

  /// Says before a conversion of a large document that it is held in memory.
  func noteHolding(_ byteCount: Int, by plan: ConversionPlan) {
    guard !asJSON, byteCount >= Self.largeByteCount, plan.holdsDocument else { return }
    Console.shared.note("converting \(source) to \(wanted) holds all of it: \(Self.holdingRemark)")
  }

  /// The size from which holding a document is worth a note.
  private static let largeByteCount = 64 << 20

  /// Reports a conversion whose result is written.
  func print(_ report: StepReport, of plan: ConversionPlan, byteCount: Int) throws {
    if asJSON {
      try Console.shared.print(
        JSONEnvelope.result(of: "convert", members(plan.json, report, byteCount: byteCount)))
    }
    if !asJSON { for loss in report.losses.descriptions { Console.shared.loss(loss) } }
    for warning in report.warnings { Console.shared.note(warning) }
  }

  /// - Parameter byteCount: how much was written; nil if nothing was.
  private func members(_ plan: JSONNode, _ report: StepReport, byteCount: Int?) -> [JSONMember] {
    [JSONMember("plan", plan)] + (encoding.map { [JSONMember("encoding", $0.json)] } ?? [])
      + report.jsonMembers + [
        JSONMember("written", .boolean(byteCount != nil)),
        JSONMember("byteCount", byteCount.map(JSONNode.integer) ?? .null),
      ]
  }
}

extension StepReport {
  /// The losses and warnings as members of a result.
  var jsonMembers: [JSONMember] {
    let losses = losses.map { loss in
      JSONNode.object([
        JSONMember("kind", .string(loss.kind.rawValue)),
        JSONMember("count", loss.isDeclared ? .null : .integer(loss.count)),
        JSONMember("isDeclared", .boolean(loss.isDeclared)),
        JSONMember("detail", loss.detail.map(JSONNode.string) ?? .null),
      ])
    }
    return [
      JSONMember("losses", .array(losses)), JSONMember("warnings", .array(warnings.map(JSONNode.string))),
    ]
  }
}

extension EncodingDetection {
  /// The encoding in a report.
  var json: JSONNode {
    var members = [
      JSONMember("name", .string(encoding.description)), JSONMember("evidence", .string(evidenceName)),
      JSONMember("isGuess", .boolean(isGuess)),
    ]
    if case .language(let language, let rival) = evidence {
      members.append(JSONMember("language", .string(language)))
      members.append(JSONMember("rival", rival.map { .string($0.description) } ?? .null))
    }
    return .object(members)
  }
}

extension ConversionPlan {
  /// What the plan may lose, in words; empty where it loses nothing.
  var lossText: String { mayLose.sorted().map(\.rawValue).joined(separator: ", ") }

  var json: JSONNode {
    .object([
      JSONMember("from", .string(sourceIdentifier)),
      JSONMember("to", .string(destinationIdentifier)),
      JSONMember("steps", .array(steps.map(JSONNode.string))),
      JSONMember("goesPieceByPiece", .boolean(!holdsDocument)),
      JSONMember("mayLose", .array(mayLose.sorted().map { .string($0.rawValue) })),
    ])
  }
}

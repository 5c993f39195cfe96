import ByteTools
import JSONText
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import TextEncodings

/// What the program prints about conversions: the losses on standard error, or everything as JSON.
struct ConversionReport: Sendable {
  let console: Console
  let asJSON: Bool

  /// The remark that the result is what the source was.
  static let copyNote =
    "The result has the same bytes as the source; --rendered converts Markdown to the text that it shows."

  /// Reports a conversion whose result is written.
  func print(_ document: ConvertedDocument) throws {
    let report = document.shownReport
    if asJSON { return try console.print(JSONEnvelope.result(of: "convert", members(of: document))) }
    for loss in report.losses.descriptions { console.loss(loss) }
    for warning in report.warnings { console.note(warning) }
  }

  /// Reports losses.
  ///
  /// - Parameter source: the name before each line; nil for none.
  func print(_ report: StepReport, of source: String? = nil) {
    let prefix = source.map { "\($0): " } ?? ""
    for loss in report.losses.descriptions { console.loss(prefix + loss) }
    for warning in report.warnings { console.note(prefix + warning) }
  }

  /// Reports what is known of a conversion that was refused, before its error.
  ///
  /// - Parameter plansOnly: whether only the plan is wanted.
  /// - Returns: the error, which says whether it is reported.
  func refused(_ error: ActionError, plansOnly: Bool = false) throws -> ActionError {
    var error = error
    if let document = error.details as? ConvertedDocument {
      for warning in document.report.warnings { console.note(warning) }
      if asJSON {
        try console.print(JSONEnvelope.result(of: "convert", members(of: document)))
        error.isReported = true
      }
    } else if asJSON, let missing = error.details as? MissingConversion {
      let plan = JSONNode.object([
        JSONMember("from", missing.candidates.first.map(JSONNode.string) ?? .null),
        JSONMember("offered", .array(missing.candidates.map(JSONNode.string))),
        JSONMember("to", .string(missing.wanted)), JSONMember("steps", .null),
        JSONMember("reason", .string(error.reason)),
      ])
      let members =
        plansOnly ? plan.members ?? [] : members(plan, encoding: nil, StepReport(), byteCount: nil)
      try console.print(JSONEnvelope.result(of: "convert", members))
      error.isReported = true
    }
    return error
  }

  private func members(of document: ConvertedDocument) -> [JSONMember] {
    members(
      document.plan.json, encoding: document.encoding, document.shownReport, byteCount: document.byteCount)
  }

  /// - Parameter byteCount: how much was written; nil if nothing was.
  private func members(
    _ plan: JSONNode, encoding: EncodingDetection?, _ report: StepReport, byteCount: Int?
  ) -> [JSONMember] {
    [JSONMember("plan", plan)] + (encoding.map { [JSONMember("encoding", $0.json)] } ?? [])
      + report.jsonMembers + [
        JSONMember("written", .boolean(byteCount != nil)),
        JSONMember("byteCount", byteCount.map(JSONNode.integer) ?? .null),
      ]
  }
}

extension ConvertedDocument {
  /// What was lost, with a remark where the result is what the source was.
  fileprivate var shownReport: StepReport {
    var shown = report
    if isCopy { shown.warnings.append(ConversionReport.copyNote) }
    return shown
  }
}

/// The outcomes of a batch as they are printed.
///
/// What a program may drop is the same for each file, and is said once.
final class BatchReport: Sendable {
  private struct State {
    /// What was said already of what programs may drop.
    var told: Set<String> = []
    var results: [JSONNode] = []
  }

  private let console: Console
  private let asJSON: Bool
  private let state = Locked(State())

  init(on console: Console, asJSON: Bool) {
    self.console = console
    self.asJSON = asJSON
  }

  /// Prints what became of an input.
  func add(_ outcome: DocumentOutcome) throws {
    try state.withLock { state in
      var members = [JSONMember("source", .string(outcome.source))]
      switch outcome.result {
      case .converted(let document):
        try tell(document, &state)
        members += [JSONMember("result", .string("converted"))]
        members += JSONMember.name("path", document.path?.bytes)
        members += [JSONMember("byteCount", document.byteCount.map(JSONNode.integer) ?? .null)]
        members += document.shownReport.jsonMembers
      case .skipped(let reason):
        if !asJSON { console.note("skipped \(outcome.source): \(reason)") }
        members += [JSONMember("result", .string("skipped")), JSONMember("reason", .string(reason))]
      case .failed(let error):
        let message = (error as? ActionError)?.programText ?? String(describing: error)
        let isNamed = outcome.sourcePath.map { message.contains($0.description) } ?? false
        console.error(isNamed ? message : "\(outcome.source): \(message)")
        members += [
          JSONMember("result", .string("failed")), JSONMember("error", JSONEnvelope.errorNode(error)),
        ]
      }
      if asJSON { state.results.append(.object(members)) }
    }
  }

  private func tell(_ document: ConvertedDocument, _ state: inout State) throws {
    guard !asJSON, let path = document.path else { return }
    let report = document.shownReport
    for loss in report.losses.filter({ !$0.isDeclared }).descriptions {
      console.loss("\(document.source): \(loss)")
    }
    for loss in report.losses.filter(\.isDeclared).descriptions where state.told.insert(loss).inserted {
      console.loss(loss)
    }
    for warning in report.warnings { console.note("\(document.source): \(warning)") }
    try console.tell(path.description)
  }

  /// Prints how many there were, and gives the status of all.
  func finish(_ totals: DocumentConversion.Totals) throws -> ExitStatus {
    let failed = totals.refusedCount + totals.failedCount
    if asJSON {
      try console.print(
        JSONEnvelope.result(
          of: "convert",
          [
            JSONMember("results", .array(state.withLock { $0.results })),
            JSONMember("converted", .integer(totals.convertedCount)),
            JSONMember("skipped", .integer(totals.skippedCount)), JSONMember("failed", .integer(failed)),
          ]))
    } else if totals.count != 1, let folder = totals.folder {
      var summary = "\(totals.convertedCount) of \(totals.count) converted into \(folder)"
      if totals.skippedCount > 0 { summary += ", \(totals.skippedCount) skipped" }
      if failed > 0 { summary += ", \(failed) failed" }
      console.note(summary)
    }
    if totals.failedCount > 0 { return .failure }
    return failed > 0 || totals.convertedCount == 0 ? .negative : .done
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

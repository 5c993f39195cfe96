import JSONText
import ProfferActions

extension ReportOutline {
  /// Prints the losses and remarks.
  ///
  /// - Parameter source: the name to print at the beginning of each line; nil to print no name.
  func print(of source: String? = nil, on console: Console) {
    let prefix = source.map { "\($0): " } ?? ""
    for loss in lossTexts { console.loss(prefix + loss) }
    for remark in remarks { console.note(prefix + remark) }
  }
}

extension ReportOutline {
  /// Adds the option that overrides a guessed encoding to the remark about it.
  ///
  /// - Parameters:
  ///   - type: the MIME type that states an encoding; nil if no option overrides the guess.
  ///   - source: the name of the source, which the remark then begins with; nil to add no name.
  func overridingGuess(by type: String?, of source: String? = nil) -> ReportOutline {
    guard let guess else { return self }
    var report = self
    if let type { report.remarks[guess] += "; override with \(ReportOutline.encodingOption(type))" }
    if let source { report.remarks[guess] = "\(source): \(report.remarks[guess])" }
    return report
  }

  /// The option that states the encoding of text of a MIME type.
  static func encodingOption(_ type: String) -> String { "--from '\(type);charset=NAME'" }
}

extension JSONMember {
  /// Returns members with the losses and warnings of a conversion; both are empty if there was no conversion.
  static func losses(_ report: ReportOutline?) -> [JSONMember] {
    let losses = (report?.losses ?? []).map { loss in
      JSONNode.object([
        JSONMember("kind", .string(loss.kind)),
        JSONMember("count", loss.count.map { .integer($0) } ?? .null),
        JSONMember("isDeclared", .boolean(loss.count == nil)),
        JSONMember("detail", loss.detail.map { .string($0) } ?? .null),
      ])
    }
    return [JSONMember("losses", .array(losses)), JSONMember("warnings", .strings(report?.remarks ?? []))]
  }
}

extension JSONNode {
  /// Returns the JSON object for a detected encoding.
  static func encoding(_ encoding: EncodingOutline) -> JSONNode {
    var members = [
      JSONMember("name", .string(encoding.name)), JSONMember("evidence", .string(encoding.evidence)),
      JSONMember("isGuess", .boolean(encoding.isGuess)),
    ]
    if let language = encoding.language {
      members.append(JSONMember("language", .string(language.code)))
      members.append(JSONMember("rival", language.rival.map(JSONNode.string) ?? .null))
    }
    return .object(members)
  }

  /// Returns the JSON object for a conversion plan.
  static func plan(_ plan: PlanOutline) -> JSONNode { .object(planMembers(plan)) }

  /// Returns the properties of a conversion plan as members of a JSON object.
  static func planMembers(_ plan: PlanOutline) -> [JSONMember] {
    [
      JSONMember("from", .string(plan.source)), JSONMember("to", .string(plan.destination)),
      JSONMember("steps", .strings(plan.steps)),
      JSONMember("goesPieceByPiece", .boolean(!plan.holdsDocument)),
      JSONMember("mayLose", .strings(plan.mayLose)),
    ]
  }

  /// Returns the JSON object for a conversion that does not exist.
  static func missing(_ conversion: MissingConversion) -> JSONNode {
    .object([
      JSONMember("from", conversion.candidates.first.map(JSONNode.string) ?? .null),
      JSONMember("offered", .strings(conversion.candidates)), JSONMember("to", .string(conversion.wanted)),
      JSONMember("steps", .null),
    ])
  }
}

import ArgumentParsing
import Conversions
import FileSystem
import ItemProviders
import JSONText
import ProviderBundles
import UniformTypes

/// `best`: which representation a receiver would get.
struct BestArguments: CommandArguments {
  var bundle = PathArgument.standardStream
  var accepted: [TypeArgument] = []
  var item: Int?
  var outerLoop: FidelityOrder.OuterLoop?
  var profile: String?
  var team: String?
  var group: String?
  var explains = false
  var asJSON = false

  static var declaration: CommandDeclaration<BestArguments> {
    CommandDeclaration(
      summary: "Find the best representation of each item for a receiver.",
      details: """
        For each accepted type, in the receiver's order: a representation of exactly that type, otherwise the first
        one whose type conforms to it. Only where nothing fits any accepted type is a conversion considered; the
        answer then says "converted". The status is 1 when an item has no answer.
        """,
      examples: [
        "proffer best trip.dragbundle --accept public.html,public.plain-text --explain":
          "What a receiver gets that takes HTML or else plain text, and why."
      ]
    ) {
      Option(
        "--accept", "TYPES", appendingListTo: \.accepted, as: TypeArgument.value,
        help: "The types the receiver takes, most wanted first.")
      Option(
        "--for", "PROFILE", to: \.profile, as: .text,
        help: "Ask for a receiver whose types a file says: NAME of proffer/profiles/NAME.json, or a path.")
      Option("--item", "N", to: \.item, as: .integer(in: 1 ... .max), help: "Ask this item only.")
      Option(
        "--prefer", "WHO", to: \.outerLoop, as: .choice(["receiver": .receiver, "provider": .provider]),
        help: "Whose order decides first; the receiver's unless told.")
      Flag("--explain", to: \.explains, help: "Say why each representation won or lost.")
      Option("--team", "NAME", to: \.team, as: .text, help: "Ask as a member of this team.")
      Option("--group", "NAME", to: \.group, as: .text, help: "Ask as a member of this group.")
      Flag("--json", to: \.asJSON, help: "Print JSON.")
      Operand("BUNDLE", to: \.bundle, as: PathArgument.input, help: "The bundle; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if accepted.isEmpty, profile == nil {
      throw ArgumentProblem("nothing says what the receiver takes: add --accept TYPES or --for PROFILE")
    }
    if !accepted.isEmpty, profile != nil {
      throw ArgumentProblem("--accept and --for both say what the receiver takes; leave one out")
    }
  }

  func run() throws -> ExitStatus {
    try ProgramTypes.withBundle(bundle, item: item) { try answer(in: $0) }
  }

  private func answer(in bundle: ProviderBundle) throws -> ExitStatus {
    let console = Console()
    let profile = try profile.map(ReceiverProfile.init)
    let types = try (profile?.accepts ?? accepted).resolved(console: console)
    let outerLoop = outerLoop ?? (profile?.prefersProvider == true ? .provider : .receiver)
    let conversions = try ConversionRegistry.program
    let items = try bundle.items(numbered: item)
    var asking = AskingReceiver(
      in: bundle, accepting: types, by: FidelityOrder(outerLoop: outerLoop),
      as: ReceiverIdentity(team: team, group: group), conversions: conversions)
    var isAnswered = true
    func choice(of item: BundledItem, _ number: Int) -> RepresentationChoice {
      let choice = asking.choice(of: item, number: number)
      if choice.chosen == nil, choice.plan == nil { isAnswered = false }
      return choice
    }
    if asJSON {
      try PrintedJSON.array(of: items, console: console) { choice(of: $0.item, $0.number).json }
    } else {
      var lines = PrintedLines(console)
      for (number, item) in items {
        for line in choice(of: item, number).lines(explained: explains) { try lines.add(line) }
      }
      try lines.finish()
    }
    return isAnswered ? .done : .no
  }
}

extension RepresentationChoice {
  /// The answer in a line, and the verdict on each representation in further ones.
  fileprivate func lines(explained: Bool) -> [String] {
    let line = "\(number)  \(name): \(answer)"
    guard explained else { return [line] }
    let rows = zip(considered, verdict.verdicts).map { considered, verdict in
      [
        "  \(number).\(considered.index + 1)", considered.representation.typeIdentifier,
        considered.representation.name?.description ?? "-", verdict.description,
      ]
    }
    return [line] + TextTable.lines(rows) + (plan?.steps ?? []).map { "  \($0)" }
  }

  private var answer: String {
    if let chosen {
      let name = chosen.representation.name.map { "  \($0)" } ?? ""
      return chosen.representation.typeIdentifier + name
        + (chosen.representation.isPromise ? "  (promised)" : "")
    }
    if let plan {
      let losses = plan.mayLose.sorted().map(\.rawValue).joined(separator: ", ")
      return "\(plan.destinationIdentifier)  (converted from \(plan.sourceIdentifier)"
        + (losses.isEmpty ? ")" : "; may lose \(losses))")
    }
    return "nothing"
  }

  fileprivate var json: JSONNode {
    var members = [
      JSONMember("item", .integer(number)),
      JSONMember("name", isForOthers ? .null : item.suggestedName.map(JSONNode.string) ?? .null),
    ]
    if let chosen {
      members.append(JSONMember("answer", .string("registered")))
      members.append(
        JSONMember("best", BundleReport.representation(chosen.representation, at: chosen.index)))
    } else if let plan {
      members += [
        JSONMember("answer", .string("converted")), JSONMember("plan", ConversionReport.plan(plan)),
      ]
    } else {
      members.append(JSONMember("answer", .string("nothing")))
    }
    members.append(
      JSONMember(
        "verdicts",
        .array(
          zip(considered, verdict.verdicts).map { considered, verdict in
            .object([
              JSONMember("representation", .integer(considered.index + 1)),
              JSONMember("type", .string(considered.representation.typeIdentifier)),
              JSONMember("verdict", .string(verdict.description)),
            ])
          })))
    return .object(members)
  }
}

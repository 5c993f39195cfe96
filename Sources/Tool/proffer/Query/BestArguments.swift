import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The command `best`: finds the representation that a receiver would load.
struct BestArguments: ProgramCommand {
  var bundle = PathArgument.standardStream
  var accepted: [TypeArgument] = []
  var place: PlaceArgument?
  var prefersItem: Bool?
  var profile: String?
  var team: String?
  var group: String?
  var explains = false
  var showsIdentifiers = false
  var asJSON = false

  static var declaration: CommandDeclaration<BestArguments> {
    CommandDeclaration(
      summary: "Find the best representation of each item for a receiver.",
      details: """
        The accepted types are tried in the receiver's order. For each type, the best match is a
        representation of exactly that type; if there is none, it is the first representation whose type
        conforms to it. A conversion is considered only if no representation matches any accepted type; the
        answer then contains "converted". The exit status is 1 if an item has no match.
        """,
      examples: [
        "proffer best trip.dragbundle --accept public.html,public.plain-text --explain":
          "What a receiver gets if it prefers HTML but also accepts plain text, and why.",
        "proffer best trip.dragbundle --for browser": "The type that a browser's text field receives.",
      ]
    ) {
      option(
        "--accept", "TYPES", appendingListTo: \.accepted, as: TypeArgument.value,
        help: "The types that the receiver accepts, in order of preference.")
      option(
        "--for", "PROFILE", to: \.profile, as: ArgumentValue.text.completed(by: .computed(.profile)),
        help: "The profile of the receiver: a file, or a name listed by proffer help profiles.")
      option(
        "--item", "PLACE", to: \.place, as: PlaceArgument.value,
        help: "Query only this item, given by number or name.")
      option(
        "--prefer", "WHO", to: \.prefersItem, as: .choice(["receiver": false, "provider": true]),
        help: "Whose order of types takes precedence (default: receiver).")
      flag("-v", "--verbose", to: \.showsIdentifiers, help: "Show the identifiers of types.")
      flag("--explain", to: \.explains, help: "Show why each representation was chosen or rejected.")
      option("--team", "NAME", to: \.team, as: .text, help: "Query as a member of this team.").rare
      option("--group", "NAME", to: \.group, as: .text, help: "Query as a member of this visibility group.")
        .rare
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: PathArgument.bundle, orInput: true, help: "The bundle.")
    }
  }

  func check() throws(ArgumentProblem) {
    if accepted.isEmpty, profile == nil {
      throw ArgumentProblem("the accepted types are missing; add --accept TYPES or --for PROFILE")
    }
    if !accepted.isEmpty, profile != nil {
      throw ArgumentProblem("--accept and --for both set the accepted types; use only one of them")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions.asMember(ofTeam: team, group: group)
    var query = RepresentationQuery(
      of: bundle.actionInput, accepting: profile.map { .profile($0) } ?? .types(accepted))
    query.place = place
    query.prefersItem = prefersItem
    let outcome = try query.run(in: context)
    var isAnswered = true
    if asJSON {
      try program.console.printJSON(
        "best", JSONMember.name("bundle", outcome.bundle.bytes), "items", of: outcome.forEach
      ) { choice in
        isAnswered = isAnswered && choice.hasAnswer
        return choice.json
      }
    } else {
      var lines = PrintedLines(on: program.console)
      try outcome.forEach { choice in
        if !choice.hasAnswer { isAnswered = false }
        let names = showsIdentifiers ? TypeNames([]) : choice.typeNames(in: context.types.registry)
        try lines.add(choice.line(names))
        if explains { for line in choice.explanation(names) { try lines.add(line) } }
      }
      try lines.finish()
    }
    return isAnswered ? .done : .negative
  }
}

extension RepresentationChoice {
  fileprivate var hasAnswer: Bool { if case .nothing = answer { false } else { true } }

  /// The names of the types that the answer and the verdicts mention.
  fileprivate func typeNames(in registry: TypeRegistry) -> TypeNames {
    var types = verdicts.map(\.representation.typeIdentifier)
    if case .converted(let plan) = answer { types += [plan.source, plan.destination] }
    return TypeNames(types, in: registry)
  }

  /// The content that the receiver obtains, in one line.
  fileprivate func line(_ names: TypeNames) -> String { "\(number)  \(name): \(answerText(names))" }

  /// Lines with the verdict on each representation, followed by the steps of a conversion.
  fileprivate func explanation(_ names: TypeNames) -> [String] {
    let rows = verdicts.map { verdict in
      let representation = verdict.representation
      return [
        "  \(number).\(representation.number)", names[representation.typeIdentifier],
        representation.name?.description ?? "-", verdict.text,
      ]
    }
    guard case .converted(let plan) = answer else { return TextTable.lines(rows) }
    return TextTable.lines(rows) + plan.steps.map { "  \($0)" }
  }

  private func answerText(_ names: TypeNames) -> String {
    switch answer {
    case .registered(let representation):
      var text = names[representation.typeIdentifier]
      if let name = representation.name { text += "  \(name)" }
      if case .promise = representation.storage { text += "  (promised)" }
      return text
    case .converted(let plan):
      return "\(names[plan.destination])  (converted from \(names[plan.source])"
        + (plan.lossText.isEmpty ? ")" : "; may lose \(plan.lossText))")
    case .nothing: return "nothing"
    }
  }

  fileprivate var json: JSONNode {
    var members = [
      JSONMember("item", .integer(number)),
      JSONMember("name", suggestedName.map(JSONNode.string) ?? .null),
    ]
    switch answer {
    case .registered(let representation):
      members += [
        JSONMember("answer", .string("registered")), JSONMember("best", .representation(representation)),
      ]
    case .converted(let plan):
      members += [JSONMember("answer", .string("converted")), JSONMember("plan", .plan(plan))]
    case .nothing: members.append(JSONMember("answer", .string("nothing")))
    }
    let verdicts = verdicts.map { verdict in
      JSONNode.object([
        JSONMember("representation", .integer(verdict.representation.number)),
        JSONMember("type", .string(verdict.representation.typeIdentifier)),
        JSONMember("verdict", .string(verdict.text)),
      ])
    }
    return .object(members + [JSONMember("verdicts", .array(verdicts))])
  }
}

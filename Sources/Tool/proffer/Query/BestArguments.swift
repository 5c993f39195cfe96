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
      option(
        "--accept", "TYPES", appendingListTo: \.accepted, as: TypeArgument.value,
        help: "The types the receiver takes, most wanted first.")
      option(
        "--for", "PROFILE", to: \.profile, as: .text,
        help: "Ask for a receiver whose types a file says: NAME of proffer/profiles/NAME.json, or a path.")
      option("--item", "N", to: \.item, as: .integer(in: 1 ... .max), help: "Ask this item only.")
      option(
        "--prefer", "WHO", to: \.outerLoop, as: .choice(["receiver": .receiver, "provider": .provider]),
        help: "Whose order decides first; the receiver's by default.")
      flag("--explain", to: \.explains, help: "Say why each representation won or lost.")
      option("--team", "NAME", to: \.team, as: .text, help: "Ask as a member of this team.")
      option("--group", "NAME", to: \.group, as: .text, help: "Ask as a member of this group.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: PathArgument.input, help: "The bundle; - is standard input.")
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

  func run(_ types: TypeContext) throws -> ExitStatus {
    let bundle = try bundle.openBundle(item: item)
    try types.include(typesOf: bundle)
    var words = accepted
    var outerLoop = outerLoop
    if let profile {
      let profile = try ReceiverProfile(profile)
      words = profile.accepts
      if outerLoop == nil, profile.prefersProvider { outerLoop = .provider }
    }
    var accepted: [UTType] = []
    for word in words { accepted.append(try word.resolved(in: types)) }
    var receiver = Receiver(
      of: bundle, accepting: accepted,
      by: FidelityOrder(outerLoop: outerLoop ?? .receiver, registry: types.registry),
      as: ReceiverIdentity(team: team, group: group))
    let items = try bundle.items(numbered: item)
    var isAnswered = true
    if asJSON {
      try PrintedJSON.array(of: items) { number, item in
        let choice = try receiver.choice(of: item, number: number)
        isAnswered = isAnswered && choice.hasAnswer
        return choice.json
      }
    } else {
      var lines = PrintedLines()
      for (number, item) in items {
        let choice = try receiver.choice(of: item, number: number)
        if !choice.hasAnswer { isAnswered = false }
        try lines.add(choice.line)
        if explains { for line in choice.explanation { try lines.add(line) } }
      }
      try lines.finish()
    }
    return isAnswered ? .done : .negative
  }
}

extension RepresentationChoice {
  fileprivate var hasAnswer: Bool { chosen != nil || plan != nil }

  /// The answer in a line.
  fileprivate var line: String { "\(number)  \(name): \(answer)" }

  /// The verdict on each representation, and the steps of a conversion, in lines.
  fileprivate var explanation: [String] {
    let rows = zip(considered, verdict.verdicts).map { considered, verdict in
      [
        "  \(number).\(considered.index + 1)", considered.representation.typeIdentifier,
        considered.representation.name?.description ?? "-", verdict.description,
      ]
    }
    return TextTable.lines(rows) + (plan?.steps ?? []).map { "  \($0)" }
  }

  private var answer: String {
    if let chosen {
      var answer = chosen.representation.typeIdentifier
      if let name = chosen.representation.name { answer += "  \(name)" }
      if chosen.representation.isPromise { answer += "  (promised)" }
      return answer
    }
    if let plan {
      let losses = plan.lossText
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
        JSONMember("answer", .string("converted")), JSONMember("plan", plan.json),
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

/// What a receiver takes, and in which order, as a file says it.
///
/// A profile is a JSON object: `accepts` is the list of types, most wanted first, and `prefer`, which may be missing, says
/// whose order decides first, `receiver` or `provider`. A profile of a name is the file `NAME.json` in
/// `proffer/profiles` of the configuration folder.
struct ReceiverProfile {
  /// The types, most wanted first, as words of the command line.
  let accepts: [TypeArgument]
  /// Whether the provider's order decides before the receiver's.
  let prefersProvider: Bool

  /// Reads the profile of a name, or of a path where the word begins like one.
  init(_ word: String) throws {
    let isPath = word.hasPrefix("/") || word.hasPrefix("./") || word.hasPrefix("../")
    guard let path = isPath ? FilePath(word) : try ProgramEnvironment.profile(named: word) else {
      throw ProgramError.failure(
        "there is no profile \(word); make \(word).json in proffer/profiles of your configuration folder, or name a file"
      )
    }
    let root: JSONNode
    do {
      root = try JSONNode.parse(path.fileBytes())
    } catch let error as JSONError {
      throw ProgramError.failure("\(path): \(error)")
    }
    guard let members = root.members, let types = root["accepts"]?.elements, !types.isEmpty else {
      throw ProgramError.failure("\(path) is not a profile: it has no list of types under accepts")
    }
    accepts = try types.map { type in
      guard let text = type.stringValue else {
        throw ProgramError.failure("\(path): what it accepts is not all text")
      }
      return TypeArgument(word: Array(text.utf8))
    }
    switch root["prefer"]?.stringValue {
    case "provider": prefersProvider = true
    case "receiver": prefersProvider = false
    case nil where root["prefer"] == nil: prefersProvider = false
    default: throw ProgramError.failure("\(path): prefer is receiver or provider")
    }
    if let unknown = members.first(where: { $0.key != "accepts" && $0.key != "prefer" }) {
      throw ProgramError.failure(
        "\(path): \(PrintableText.escaped(unknown.key.utf8)) is not a key of a profile")
    }
  }
}

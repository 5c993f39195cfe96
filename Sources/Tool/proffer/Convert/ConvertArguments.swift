import ArgumentParsing
import Conversions
import FileSystem
import Foundation
import ItemProviders
import JSONText
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// `convert`: the same content in another type.
struct ConvertArguments: CommandArguments {
  var input = PathArgument.standardStream
  var from: TypeArgument?
  var to = TypeArgument(word: [])
  var item: Int?
  var output = PathArgument.standardStream
  var team: String?
  var group: String?
  var replaces = false
  var plansOnly = false
  var isStrict = false
  var asJSON = false

  static var declaration: CommandDeclaration<ConvertArguments> {
    CommandDeclaration(
      summary: "Convert a file, an item of a bundle or standard input to another type.",
      details: """
        The way that loses least is taken. What was really lost is told on standard error; with --strict any loss is a
        no, and nothing is written. Where nothing leads from one type to the other, the status is 1. The source's type
        is that of its name and content, or what --from says. A MIME type there may name the encoding of text:
        --from 'text/html;charset=windows-1251'. A byte order mark counts more, what the document says itself less.
        """,
      examples: [
        "proffer convert config.json --to com.apple.property-list -o config.plist":
          "JSON as a property list.",
        "proffer convert notes.txt --to public.utf8-plain-text": "Text of any encoding in UTF-8.",
        "proffer convert trip.dragbundle --item 1 --to .txt --plan": "The way, and what it can lose.",
      ]
    ) {
      Option("--to", "TYPE", to: \.to, as: TypeArgument.value, isRequired: true, help: "The type wanted.")
      Option("--from", "TYPE", to: \.from, as: TypeArgument.value, help: "The type of the input.")
      Option("--item", "N", to: \.item, as: .integer(in: 1 ... .max), help: "The item of a bundle.")
      Option(
        "-o", "--output", "PATH", to: \.output, as: PathArgument.output,
        help: "Write there; - is standard output.")
      Option("--team", "NAME", to: \.team, as: .text, help: "Ask a bundle as a member of this team.")
      Option("--group", "NAME", to: \.group, as: .text, help: "Ask a bundle as a member of this group.")
      Flag("--force", to: \.replaces, help: "Replace what is there already.")
      Flag("--plan", to: \.plansOnly, help: "Show the way and what it can lose; convert nothing.")
      Flag("--strict", to: \.isStrict, help: "Refuse a conversion that loses something.")
      Flag("--json", to: \.asJSON, help: "Report as JSON; needs -o or --plan.")
      Operand(
        "INPUT", to: \.input, as: PathArgument.input,
        help: "A file or a bundle; - is standard input and needs --from.")
    }
  }

  func check() throws(ArgumentProblem) {
    if asJSON, !plansOnly, output == .standardStream {
      throw ArgumentProblem(
        "--json needs -o PATH, so that the report does not mix with the result, or --plan")
    }
    if input == .standardStream, from == nil {
      throw ArgumentProblem("standard input has no name to tell its type by: add --from TYPE")
    }
  }

  func run() throws -> ExitStatus { try ProgramTypes.withDesktopTypesIfNeeded { try answer() } }

  private func answer() throws -> ExitStatus {
    let console = Console()
    let wanted = try to.resolved(console: console)
    let source = try ConversionSource(
      input, from: from, item: item,
      receiver: ReceiverIdentity(team: team, group: group), console: console)
    let outcome = ConversionOutcome(
      source: source.name, wanted: wanted.identifier, isStrict: isStrict, asJSON: asJSON, console: console)
    let registry = try ConversionRegistry.program(types: source.types)
    let plan: ConversionPlan
    do throws(ConversionError) {
      plan = try registry.plan(from: source.candidates, to: wanted.identifier)
    } catch {
      try outcome.tellNoWay(from: source.candidates, because: error.message, plansOnly: plansOnly)
      throw NegativeResult(error.message)
    }
    if plansOnly {
      try tell(plan, console: console)
    } else {
      try convert(source, by: plan, outcome)
    }
    return .done
  }

  private func tell(_ plan: ConversionPlan, console: Console) throws {
    if asJSON { return try console.print(ConversionReport.plan(plan)) }
    let losses = plan.mayLose.sorted().map(\.rawValue).joined(separator: ", ")
    try console.print(lines: plan.steps + [losses.isEmpty ? "loses nothing" : "may lose \(losses)"])
  }

  private func convert(
    _ source: ConversionSource, by plan: ConversionPlan, _ outcome: ConversionOutcome
  ) throws {
    var document = try source.load(plan.sourceIndex)
    document.isStrict = isStrict
    let destination = OutputDestination(output, replaces: replaces)
    // What goes to a stream cannot be taken back, so that a strict conversion is whole before its first byte.
    if plan.streams, !(isStrict && output == .standardStream) {
      var byteCount = 0
      var report = StepReport()
      try destination.write(console: outcome.console) { take in
        report = try source.naming {
          try plan.stream(document) { piece in
            byteCount += piece.count
            try take(piece)
          }
        }
        try outcome.refuse(report, of: plan)
      }
      return try outcome.tell(report, of: plan, byteCount: byteCount)
    }
    let result = try source.naming { try plan.run(on: document) }
    let report = StepReport(losses: result.losses, warnings: result.warnings)
    try outcome.refuse(report, of: plan)
    try destination.write(result.contents, as: result.typeIdentifier, console: outcome.console)
    try outcome.tell(report, of: plan, byteCount: result.contents.byteCount)
  }
}

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
        The plan that loses least is used. What was really lost is reported on standard error; with --strict a conversion
        that loses anything is refused with the status 1, and nothing is written. Where nothing leads from one type to the other, the status is 1. The source's type
        is that of its name and content, or what --from says. A MIME type there may name the encoding of text:
        --from 'text/html;charset=windows-1251'. A byte order mark goes before it, and it goes before what the document says itself.
        """,
      examples: [
        "proffer convert config.json --to com.apple.property-list -o config.plist":
          "JSON as a property list.",
        "proffer convert notes.txt --to public.utf8-plain-text": "Text of any encoding in UTF-8.",
        "proffer convert trip.dragbundle --item 1 --to .txt --plan": "The plan, and what it can lose.",
      ]
    ) {
      option("--to", "TYPE", to: \.to, as: TypeArgument.value, isRequired: true, help: "The type wanted.")
      option("--from", "TYPE", to: \.from, as: TypeArgument.value, help: "The type of the input.")
      option("--item", "N", to: \.item, as: .integer(in: 1 ... .max), help: "The item of a bundle.")
      option(
        "-o", "--output", "PATH", to: \.output, as: PathArgument.output,
        help: "Write there; - is standard output.")
      option("--team", "NAME", to: \.team, as: .text, help: "Ask a bundle as a member of this team.")
      option("--group", "NAME", to: \.group, as: .text, help: "Ask a bundle as a member of this group.")
      flag("--force", to: \.replaces, help: "Replace what is there already.")
      flag("--plan", to: \.plansOnly, help: "Show the plan and what it can lose; convert nothing.")
      flag("--strict", to: \.isStrict, help: "Refuse a conversion that loses something.")
      flag("--json", to: \.asJSON, help: "Report as JSON; needs -o or --plan.")
      operand(
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

  func run(_ types: TypeContext) throws -> ExitStatus {
    let wanted = try to.resolved(in: types).identifier
    let source = try ConversionSource(
      input, from: from, item: item, receiver: ReceiverIdentity(team: team, group: group), types: types)
    let report = ConversionReport(source: source.name, wanted: wanted, isStrict: isStrict, asJSON: asJSON)
    var coders = ProgramCoders(types: types.registry)
    let plan: ConversionPlan
    do {
      plan = try coders.plan(from: source.candidates, to: wanted)
    } catch let error as ConversionError {
      try report.printNoPlan(from: source.candidates, because: error.message, plansOnly: plansOnly)
      throw ProgramError.negative(error.message)
    }
    if plansOnly {
      try show(plan)
    } else {
      try convert(source, by: plan, report, types)
    }
    return .done
  }

  private func show(_ plan: ConversionPlan) throws {
    if asJSON { return try Console.print(plan.json) }
    let losses = plan.lossText
    try Console.print(lines: plan.steps + [losses.isEmpty ? "loses nothing" : "may lose \(losses)"])
  }

  private func convert(
    _ source: ConversionSource, by plan: ConversionPlan, _ report: ConversionReport, _ types: TypeContext
  ) throws {
    var document = try source.load(plan.sourceIndex)
    document.isStrict = isStrict
    let destination = try DocumentDestination(output, replacing: replaces)
    // Bytes in a stream cannot be taken back, so that a strict conversion is complete before its first byte.
    if plan.streams, !(isStrict && output == .standardStream) {
      var byteCount = 0
      var losses = StepReport()
      try destination.write { take in
        losses = try source.naming {
          try plan.stream(document) { piece in
            byteCount += piece.count
            try take(piece)
          }
        }
        try report.refuseLosses(losses, of: plan)
      }
      return try report.print(losses, of: plan, byteCount: byteCount)
    }
    let result = try source.naming { try plan.run(on: document) }
    let losses = StepReport(losses: result.losses, warnings: result.warnings)
    try report.refuseLosses(losses, of: plan)
    try destination.write(result.contents, as: result.typeIdentifier, types: types)
    try report.print(losses, of: plan, byteCount: result.contents.byteCount)
  }
}

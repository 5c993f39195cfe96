import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem

/// The command `type check`: checks whether files with type declarations are valid.
struct TypeCheckArguments: ProgramCommand {
  var files: [PathArgument] = []
  var asJSON = false

  static var declaration: CommandDeclaration<TypeCheckArguments> {
    CommandDeclaration(
      summary: "Check files with type declarations.",
      details: """
        A file of declarations has the keys of an Info.plist, as an XML or binary property list or as JSON. Several files are
        checked together, because they may refer to each other. The status is 1 if there is a mistake.
        """,
      examples: [
        "proffer type check notes.json": "Show each mistake and where it is, or the number of declarations."
      ]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "FILE", appendingTo: \.files, as: PathArgument.input, orInput: true, help: "A file of declarations.")
    }
  }

  func check() throws(ArgumentProblem) { try files.requireOneStream() }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let console = program.console
    let outcome = try TypeDeclarationCheck(of: files.map(\.actionInput)).run(in: program.actions)
    let count = outcome.declarations.count
    if asJSON {
      try console.printJSON(
        "type check",
        [
          JSONMember("good", .boolean(outcome.mistakes.isEmpty)),
          JSONMember("declarations", .strings(outcome.declarations)),
          JSONMember("mistakes", .array(outcome.mistakes.map(JSONNode.error))),
          JSONMember("remarks", .strings(outcome.remarks)),
        ])
    } else {
      for remark in outcome.remarks { console.note(remark) }
      for mistake in outcome.mistakes { try console.print("bad: \(mistake.message)") }
      if outcome.mistakes.isEmpty {
        try console.print("good: \(count == 1 ? "1 declaration" : "\(count) declarations")")
      }
    }
    return outcome.mistakes.isEmpty ? .done : .negative
  }
}

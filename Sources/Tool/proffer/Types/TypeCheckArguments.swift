import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// `type check`: whether files of declarations are valid.
struct TypeCheckArguments: ProgramCommand {
  var files: [FilePath] = []
  var asJSON = false

  static var declaration: CommandDeclaration<TypeCheckArguments> {
    CommandDeclaration(
      summary: "Check files that declare types.",
      details: """
        A file of declarations has the keys of an Info.plist, as an XML or binary property list or as JSON. Several files are
        checked together, because they may refer to each other. The status is 1 if there is a mistake.
        """,
      examples: [
        "proffer type check notes.json": "Show each mistake and where it is, or the number of declarations."
      ]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands("FILE", appendingTo: \.files, as: FilePath.argument(.file), help: "A file of declarations.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let checks = try files.map { path throws(DiscoveryError) in try DeclarationCheck(contentsOf: path) }
    var mistakes = checks.flatMap(\.mistakes)
    if mistakes.isEmpty {
      do throws(DiscoveryError) {
        _ = try DeclarationFile.adding(checks.map(\.file), to: context.types.registry)
      } catch {
        mistakes.append(error)
      }
    }
    let declarations = checks.flatMap(\.file.declarations)
    if asJSON {
      try program.console.print(
        JSONEnvelope.result(
          of: "type check",
          [
            JSONMember("good", .boolean(mistakes.isEmpty)),
            JSONMember("declarations", .array(declarations.map { .string($0.spelling) })),
            JSONMember(
              "mistakes",
              .array(
                mistakes.map { mistake in
                  .object([
                    JSONMember("code", .string(mistake.code.rawValue)),
                    JSONMember("message", .string(mistake.message)),
                  ])
                })),
            JSONMember("remarks", .array(checks.flatMap(\.file.remarks).map(JSONNode.string))),
          ]))
    } else {
      for remark in checks.flatMap(\.file.remarks) { program.console.note(remark) }
      for mistake in mistakes { try program.console.print("bad: \(mistake.message)") }
      if mistakes.isEmpty {
        try program.console.print(
          "good: \(declarations.count == 1 ? "1 declaration" : "\(declarations.count) declarations")")
      }
    }
    return mistakes.isEmpty ? .done : .negative
  }
}

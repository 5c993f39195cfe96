import ArgumentParsing
import JSONText
import ProfferActions
import UniformTypes

/// The command `type show`: shows the description, tags and relations of a type.
struct TypeShowArguments: ProgramCommand {
  var type = TypeArgument(word: [])
  var asJSON = false

  static var declaration: CommandDeclaration<TypeShowArguments> {
    CommandDeclaration(
      summary: "Show a type: its description, tags, parents and children.",
      details:
        "If several types have the extension or MIME type, all are listed, best first, and the first is described.",
      examples: ["proffer type show png": "Show the type of the extension png."]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("TYPE", to: \.type, as: TypeArgument.value, help: "The type.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let resolved = try type.accepted(in: context)[0]
    let registry = context.types.registry
    let claims = type.claims(in: registry)
    if asJSON {
      try program.console.printJSON("type show", TypeReport.members(resolved, claims: claims, in: registry))
    } else {
      try program.console.print(lines: TypeReport.lines(resolved, claims: claims, in: registry))
    }
    return .done
  }
}

/// The command `type conforms`: tests whether a type conforms to another type.
///
/// The answer is printed, and is also the exit status.
struct TypeConformsArguments: ProgramCommand {
  var type = TypeArgument(word: [])
  var other = TypeArgument(word: [])
  var asJSON = false

  static var declaration: CommandDeclaration<TypeConformsArguments> {
    CommandDeclaration(
      summary: "Test whether a type conforms to another.",
      details: "The exit status is 0 for yes and 1 for no.",
      examples: [
        "proffer type conforms png public.image": "Prints yes.",
        "if proffer type conforms \"$file\" public.text; then …": "Test the type of a file in a script.",
      ]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("TYPE", to: \.type, as: TypeArgument.value, help: "The type.")
      operand("OTHER", to: \.other, as: TypeArgument.value, help: "The type to which TYPE may conform.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let type = try type.accepted(in: context)[0]
    let other = try other.accepted(in: context)[0]
    let conforms = context.types.registry.conforms(type, to: other)
    if asJSON {
      try program.console.printJSON(
        "type conforms",
        [
          JSONMember("type", .string(type.identifier)), JSONMember("other", .string(other.identifier)),
          JSONMember("conforms", .boolean(conforms)),
        ])
    } else {
      try program.console.print(conforms ? "yes" : "no")
    }
    return conforms ? .done : .negative
  }
}

/// The command `type find`: finds the types that contain a word in their identifier, description or tags.
struct TypeFindArguments: ProgramCommand {
  var word = ""
  var asJSON = false

  static var declaration: CommandDeclaration<TypeFindArguments> {
    CommandDeclaration(
      summary: "Find types by a part of their identifier, description or tags.",
      details: "Case is ignored. An argument such as .jpg is treated as an extension. "
        + "The exit status is 1 if no type is found.",
      examples: [
        "proffer type find markdown":
          "Every type with the word markdown in its identifier, description or tags."
      ]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("WORD", to: \.word, as: .text, help: "The text to search for.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let registry = context.types.registry
    let found = TypeSearch(for: word).run(in: context)
    if asJSON {
      try program.console.printJSON(
        "type find",
        [JSONMember("types", .array(found.map { .object(TypeReport.members($0, in: registry)) }))])
    } else {
      let rows = found.map { type in
        [
          type.identifier, type.localizedDescription(in: registry) ?? "-",
          (type.tags(in: registry)[.filenameExtension] ?? []).map { ".\($0)" }.joined(separator: " "),
        ]
      }
      try program.console.print(lines: TextTable.lines(rows))
    }
    return found.isEmpty ? .negative : .done
  }
}

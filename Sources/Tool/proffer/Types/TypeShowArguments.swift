import ArgumentParsing
import JSONText
import UniformTypes

/// `type show`: all that is known of a type.
struct TypeShowArguments: CommandArguments {
  var type = TypeArgument(word: [])
  var asJSON = false

  static var declaration: CommandDeclaration<TypeShowArguments> {
    CommandDeclaration(
      summary: "Show a type: its description, tags, parents and children.",
      details: "Asked by a tag that several types carry, it shows the first and names all, the best first.",
      examples: ["proffer type show .png": "What the extension png stands for."]
    ) {
      Flag("--json", to: \.asJSON, help: "Print JSON.")
      Operand("TYPE", to: \.type, as: TypeArgument.value, help: "The type.")
    }
  }

  func run() throws -> ExitStatus { try ProgramTypes.withDesktopTypesIfNeeded { try answer() } }

  private func answer() throws -> ExitStatus {
    let console = Console()
    let claims = type.claims()
    let type = try type.resolved(console: console)
    if asJSON {
      try console.print(TypeReport.json(type, claims: claims, in: .current))
    } else {
      try console.print(lines: TypeReport.lines(type, claims: claims, in: .current))
    }
    return .done
  }
}

/// `type conforms`: a yes or no that a script can ask.
struct TypeConformsArguments: CommandArguments {
  var type = TypeArgument(word: [])
  var other = TypeArgument(word: [])
  var asJSON = false

  static var declaration: CommandDeclaration<TypeConformsArguments> {
    CommandDeclaration(
      summary: "Tell whether a type conforms to another.", details: "The status is 0 for yes and 1 for no.",
      examples: ["proffer type conforms .png public.image": "Prints yes."]
    ) {
      Flag("--json", to: \.asJSON, help: "Print JSON.")
      Operand("TYPE", to: \.type, as: TypeArgument.value, help: "The type.")
      Operand("OTHER", to: \.other, as: TypeArgument.value, help: "What it may conform to.")
    }
  }

  func run() throws -> ExitStatus { try ProgramTypes.withDesktopTypesIfNeeded { try answer() } }

  private func answer() throws -> ExitStatus {
    let console = Console()
    let type = try type.resolved(console: console)
    let other = try other.resolved(console: console)
    let conforms = type.conforms(to: other)
    if asJSON {
      try console.print(
        .object([
          JSONMember("type", .string(type.identifier)), JSONMember("other", .string(other.identifier)),
          JSONMember("conforms", .boolean(conforms)),
        ]))
    } else {
      try console.print(conforms ? "yes" : "no")
    }
    return conforms ? .done : .no
  }
}

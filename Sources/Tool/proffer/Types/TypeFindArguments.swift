import ArgumentParsing
import JSONText
import UniformTypes

/// `type find`: the types that have to do with a word.
struct TypeFindArguments: CommandArguments {
  var word = ""
  var asJSON = false

  static var declaration: CommandDeclaration<TypeFindArguments> {
    CommandDeclaration(
      summary: "Find types by a part of their identifier, description or tags.",
      details: "Case does not matter. The status is 1 when there is none.",
      examples: ["proffer type find markdown": "Every type that has to do with Markdown."]
    ) {
      Flag("--json", to: \.asJSON, help: "Print JSON.")
      Operand("WORD", to: \.word, as: .text, help: "What to look for.")
    }
  }

  func run() throws -> ExitStatus {
    let console = Console()
    let registry = TypeRegistry.current
    let found = registry.allTypes.filter { matches($0, in: registry) }
    if asJSON {
      try console.print(.array(found.map { TypeReport.json($0, in: registry) }))
    } else {
      let rows = found.map { type in
        [
          type.identifier, type.localizedDescription(in: registry) ?? "-",
          (type.tags(in: registry)[.filenameExtension] ?? []).map { ".\($0)" }.joined(separator: " "),
        ]
      }
      try console.print(lines: TextTable.lines(rows))
    }
    return found.isEmpty ? .no : .done
  }

  private func matches(_ type: UTType, in registry: TypeRegistry) -> Bool {
    let wanted = word.lowercased()
    let texts =
      [type.identifier, registry.declaration(of: type)?.description ?? ""]
      + type.tags(in: registry).values.flatMap(\.self)
    return texts.contains { $0.lowercased().contains(wanted) }
  }
}

import ArgumentParsing
import JSONText
import ProfferActions
import UniformTypes

/// The command `type tree`: shows the types that conform to a type.
struct TypeTreeArguments: ProgramCommand {
  var type: TypeArgument?
  var format = Format.text
  var asJSON: Bool { format == .json }

  /// The format of the output.
  enum Format: Sendable { case text, json, dot, svg }

  static var declaration: CommandDeclaration<TypeTreeArguments> {
    CommandDeclaration(
      summary: "Show the types that conform to a type, as a tree.",
      details: """
        A type with several parents is shown under each of them, followed by the names of the other parents.
        The types that conform to it are shown only the first time.
        """,
      examples: [
        "proffer type tree public.image": "All types of images.",
        "proffer type tree public.text --dot | dot -Tpdf > text.pdf": "A drawing made by Graphviz.",
      ]
    ) {
      flag("--json", to: \.format, value: .json, help: "Print JSON: each type with its parents.")
      flag("--dot", to: \.format, value: .dot, help: "Print the graph for Graphviz.")
      flag("--svg", to: \.format, value: .svg, help: "Print the graph as an SVG image.")
      operand(
        "TYPE", to: \.type, as: TypeArgument.value, help: "The root; by default all types without parents.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let root = try type.map { try $0.accepted(in: context)[0] }
    let registry = context.types.registry
    let roots = root.map { [$0] } ?? registry.allTypes.filter { registry.parents(of: $0).isEmpty }
    let tree = TypeTree(below: roots, in: registry)
    switch format {
    case .json:
      let types = tree.types.map { type in
        JSONNode.object([
          JSONMember("identifier", .string(type.identifier)),
          JSONMember("parents", .strings(registry.parents(of: type).map(\.identifier))),
        ])
      }
      try program.console.printJSON("type tree", [JSONMember("types", .array(types))])
    case .text: try program.console.print(lines: tree.lines)
    case .dot: try program.console.print(lines: TypeGraphDrawing(below: roots, in: registry).dot)
    case .svg: try program.console.print(lines: TypeGraphDrawing(below: roots, in: registry).svg)
    }
    return .done
  }
}

import ArgumentParsing
import JSONText
import UniformTypes

/// `type tree`: the graph of types.
struct TypeTreeArguments: CommandArguments {
  var type: TypeArgument?
  var format = Format.text

  /// What the graph is drawn as.
  enum Format: Sendable { case text, json, dot, svg }

  static var declaration: CommandDeclaration<TypeTreeArguments> {
    CommandDeclaration(
      summary: "Draw what conforms to a type, or all types.",
      details: """
        A type with several parents stands under each of them; the others are named behind it, and what conforms to it
        is drawn only the first time.
        """,
      examples: [
        "proffer type tree public.image": "All kinds of pictures.",
        "proffer type tree public.text --dot | dot -Tpdf > text.pdf": "Drawn by Graphviz.",
      ]
    ) {
      Flag("--json", to: \.format, value: .json, help: "Print JSON: each type with its parents.")
      Flag("--dot", to: \.format, value: .dot, help: "Print the graph for Graphviz.")
      Flag("--svg", to: \.format, value: .svg, help: "Print the graph as a picture.")
      Operand(
        "TYPE", to: \.type, as: TypeArgument.value, help: "The root; all types without parents unless told.")
    }
  }

  func run() throws -> ExitStatus { try ProgramTypes.withDesktopTypesIfNeeded { try answer() } }

  private func answer() throws -> ExitStatus {
    let console = Console()
    let registry = TypeRegistry.current
    let roots =
      try type.map { [try $0.resolved(console: console)] }
      ?? registry.allTypes.filter { registry.parents(of: $0).isEmpty }
    var tree = TypeTree(registry: registry)
    switch format {
    case .json: try console.print(tree.json(from: roots))
    case .text: try console.print(lines: tree.lines(from: roots))
    case .dot: try console.print(lines: TypeGraphDrawing(below: roots, in: registry).dot)
    case .svg: try console.print(lines: TypeGraphDrawing(below: roots, in: registry).svg)
    }
    return .done
  }
}

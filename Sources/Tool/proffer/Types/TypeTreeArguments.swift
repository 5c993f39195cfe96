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
        A type with several parents is shown under each of them, with the others after it; the types that conform to it
        are shown only the first time.
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
    let root = try type.map { try $0.resolved(in: context) }
    let registry = context.types.registry
    let roots = root.map { [$0] } ?? registry.allTypes.filter { registry.parents(of: $0).isEmpty }
    var tree = TypeTree(registry: registry)
    switch format {
    case .json:
      try program.console.printJSON("type tree", [JSONMember("types", tree.json(from: roots))])
    case .text: try program.console.print(lines: tree.lines(from: roots))
    case .dot: try program.console.print(lines: TypeGraphDrawing(below: roots, in: registry).dot)
    case .svg: try program.console.print(lines: TypeGraphDrawing(below: roots, in: registry).svg)
    }
    return .done
  }
}

/// The graph of all types below the given roots, in the order of a depth-first walk.
struct TypeTree {
  private let registry: TypeRegistry
  private var drawn: Set<UTType> = []

  init(registry: TypeRegistry) { self.registry = registry }

  /// Returns the graph as an indented tree, with one type per line.
  mutating func lines(from roots: [UTType]) -> [String] {
    var lines: [String] = []
    // The lines that are not yet drawn. The last element is drawn next.
    var open = roots.reversed().map { (type: $0, parent: UTType?.none, indent: "", isLast: true) }
    while let line = open.popLast() {
      let branch = line.parent == nil ? "" : line.isLast ? "└─ " : "├─ "
      let others = registry.parents(of: line.type).filter { $0 != line.parent }
      var text = line.indent + branch + line.type.identifier
      if !others.isEmpty { text += "  (also \(others.map(\.identifier).joined(separator: ", ")))" }
      let children = registry.children(of: line.type)
      guard drawn.insert(line.type).inserted else {
        lines.append(children.isEmpty ? text : text + " …")
        continue
      }
      lines.append(text)
      let indent = line.indent + (line.parent == nil ? "" : line.isLast ? "   " : "│  ")
      for (index, child) in children.enumerated().reversed() {
        open.append((child, line.type, indent, index == children.count - 1))
      }
    }
    return lines
  }

  /// Returns the graph as an array.
  ///
  /// Each type is included once, with its parents, in the order of the tree.
  mutating func json(from roots: [UTType]) -> JSONNode {
    var nodes: [JSONNode] = []
    var open = Array(roots.reversed())
    while let type = open.popLast() {
      guard drawn.insert(type).inserted else { continue }
      nodes.append(
        .object([
          JSONMember("identifier", .string(type.identifier)),
          JSONMember("parents", .array(registry.parents(of: type).map { .string($0.identifier) })),
        ]))
      open += registry.children(of: type).reversed()
    }
    return .array(nodes)
  }
}

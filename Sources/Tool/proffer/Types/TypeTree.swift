import JSONText
import UniformTypes

/// Walks the graph of types downwards from some roots.
struct TypeTree {
  private let registry: TypeRegistry
  private var drawn: Set<UTType> = []

  init(registry: TypeRegistry) { self.registry = registry }

  /// The graph as an indented tree, a line for each type.
  mutating func lines(from roots: [UTType]) -> [String] {
    var lines: [String] = []
    // The lines still to be drawn, the next one last.
    var ahead = roots.reversed().map { (type: $0, parent: UTType?.none, indent: "", isLast: true) }
    while let line = ahead.popLast() {
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
        ahead.append((child, line.type, indent, index == children.count - 1))
      }
    }
    return lines
  }

  /// The graph as a list of types with their parents, each once, in the order of the drawing.
  mutating func json(from roots: [UTType]) -> JSONNode {
    var nodes: [JSONNode] = []
    var ahead = Array(roots.reversed())
    while let type = ahead.popLast() {
      guard drawn.insert(type).inserted else { continue }
      nodes.append(
        .object([
          JSONMember("identifier", .string(type.identifier)),
          JSONMember("parents", .array(registry.parents(of: type).map { .string($0.identifier) })),
        ]))
      ahead += registry.children(of: type).reversed()
    }
    return .array(nodes)
  }
}

package import UniformTypes

/// The types below the given roots, in the order of a depth-first walk.
package struct TypeTree {
  private let registry: TypeRegistry
  private let roots: [UTType]

  package init(below roots: [UTType], in registry: TypeRegistry) {
    self.registry = registry
    self.roots = roots
  }

  /// The tree as indented text, with one type per line.
  ///
  /// A type with several parents is below each of them, but its children are listed only once.
  package var lines: [String] {
    var lines: [String] = []
    var drawn: Set<UTType> = []
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

  /// Each type once, in the order of the tree.
  package var types: [UTType] {
    var types: [UTType] = []
    var found: Set<UTType> = []
    var open = Array(roots.reversed())
    while let type = open.popLast() {
      guard found.insert(type).inserted else { continue }
      types.append(type)
      open += registry.children(of: type).reversed()
    }
    return types
  }
}

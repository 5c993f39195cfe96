package import UniformTypes

/// A drawing of a part of the graph of types.
///
/// Each type is drawn once, with an edge to each of its parents.
package struct TypeGraphDrawing {
  /// The types in breadth-first order, so that most parents are before their children.
  let types: [UTType]
  /// Pairs of indexes in `types`: a type and one of its parents.
  let edges: [(child: Int, parent: Int)]

  /// The number of types at or below the roots.
  ///
  /// The other types in `types` are parents that are not below a root.
  private let insideCount: Int

  /// Creates a drawing of the given roots, all types below them, and all parents of these types.
  package init(below roots: [UTType], in registry: TypeRegistry) {
    var places: [UTType: Int] = [:]
    var types: [UTType] = []
    var next = roots
    while !next.isEmpty {
      var further: [UTType] = []
      for type in next where places[type] == nil {
        places[type] = types.count
        types.append(type)
        further += registry.children(of: type)
      }
      next = further
    }
    insideCount = types.count
    var edges: [(child: Int, parent: Int)] = []
    for child in types.indices {
      for parent in registry.parents(of: types[child]) {
        let place = places[parent] ?? types.count
        if place == types.count {
          places[parent] = place
          types.append(parent)
        }
        edges.append((child, place))
      }
    }
    self.types = types
    self.edges = edges
  }

  /// The lines of the graph in the DOT language of Graphviz.
  package var dot: [String] {
    var lines = ["digraph types {", "  rankdir=RL;", "  node [shape=box, fontname=\"sans-serif\"];"]
    for (index, type) in types.enumerated() {
      lines.append("  \"\(type.identifier)\"\(index < insideCount ? "" : " [style=dashed]");")
    }
    for edge in edges {
      lines.append("  \"\(types[edge.child].identifier)\" -> \"\(types[edge.parent].identifier)\";")
    }
    return lines + ["}"]
  }

  /// The lines of the graph in SVG.
  ///
  /// There is a column for each distance from the roots, and a curve for each edge.
  package var svg: [String] {
    let places = layout()
    let width = (places.map(\.column).max() ?? 0) * Self.columnWidth + Self.boxWidth + 2 * Self.margin
    let height = (places.map(\.row).max() ?? 0) * Self.rowHeight + Self.boxHeight + 2 * Self.margin
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" viewBox="0 0 \#(width) \#(height)">"#,
      "<style>rect{fill:#fff;stroke:#456;rx:4}.outside{stroke-dasharray:3}text{font:11px sans-serif;fill:#123}",
      "path{fill:none;stroke:#89a}</style>",
      #"<rect width="100%" height="100%" style="stroke:none"/>"#,
    ]
    for edge in edges {
      let (child, parent) = (places[edge.child], places[edge.parent])
      let (startX, startY) = (Self.x(parent) + Self.boxWidth, Self.y(parent) + Self.boxHeight / 2)
      let (endX, endY) = (Self.x(child), Self.y(child) + Self.boxHeight / 2)
      let bend = (startX + endX) / 2
      lines.append("<path d=\"M\(startX) \(startY)C\(bend) \(startY) \(bend) \(endY) \(endX) \(endY)\"/>")
    }
    for (index, (type, place)) in zip(types, places).enumerated() {
      let (x, y) = (Self.x(place), Self.y(place))
      let box =
        "<rect\(index < insideCount ? "" : " class=\"outside\"") x=\"\(x)\" y=\"\(y)\" width=\"\(Self.boxWidth)\" height=\"\(Self.boxHeight)\"/>"
      lines.append(box + "<text x=\"\(x + 6)\" y=\"\(y + 14)\">\(type.identifier)</text>")
    }
    return lines + ["</svg>"]
  }

  private static let boxWidth = 260
  private static let boxHeight = 20
  private static let columnWidth = 330
  private static let rowHeight = 28
  private static let margin = 10

  private static func x(_ place: (column: Int, row: Int)) -> Int { margin + place.column * columnWidth }
  private static func y(_ place: (column: Int, row: Int)) -> Int { margin + place.row * rowHeight }

  /// Returns the position of each type, one column to the right of its rightmost parent.
  ///
  /// The rows of a column are in the order of `types`.
  private func layout() -> [(column: Int, row: Int)] {
    var parents = Array(repeating: [Int](), count: types.count)
    for edge in edges { parents[edge.child].append(edge.parent) }
    var columns = Array(repeating: 0, count: types.count)
    // A parent can be after its child in `types`, so the columns are updated until no column changes. The
    // loop ends because the graph has no cycles. The number of rounds is limited by the depth of the graph.
    var hasMoved = true
    while hasMoved {
      hasMoved = false
      for index in types.indices {
        let column = parents[index].map { columns[$0] + 1 }.max() ?? 0
        if column > columns[index] {
          columns[index] = column
          hasMoved = true
        }
      }
    }
    var rows: [Int: Int] = [:]
    return columns.map { column in
      defer { rows[column, default: 0] += 1 }
      return (column, rows[column, default: 0])
    }
  }
}

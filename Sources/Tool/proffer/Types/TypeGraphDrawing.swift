import UniformTypes

/// A drawing of a part of the graph of types: each type once, with an edge to each parent.
struct TypeGraphDrawing {
  /// The types in the order of the walk, which usually finds parents before children.
  let types: [UTType]
  /// Pairs of indices in `types`: a type and one of its parents.
  let edges: [(child: Int, parent: Int)]

  /// The number of types at or below the roots; the types after them are only parents of these.
  private let insideCount: Int

  /// Creates a drawing of some roots, the types below them, and the parents that these have elsewhere.
  init(below roots: [UTType], in registry: TypeRegistry) {
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

  /// The graph in the DOT language of Graphviz, as lines.
  var dot: [String] {
    var lines = ["digraph types {", "  rankdir=RL;", "  node [shape=box, fontname=\"sans-serif\"];"]
    for (index, type) in types.enumerated() {
      lines.append("  \"\(type.identifier)\"\(index < insideCount ? "" : " [style=dashed]");")
    }
    for edge in edges {
      lines.append("  \"\(types[edge.child].identifier)\" -> \"\(types[edge.parent].identifier)\";")
    }
    return lines + ["}"]
  }

  /// The graph as lines of SVG: a column for each distance from the roots, and a curve for each edge.
  var svg: [String] {
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

  /// The position of each type: one column right of its furthest parent, with rows in the order of the walk.
  private func layout() -> [(column: Int, row: Int)] {
    var parents = Array(repeating: [Int](), count: types.count)
    for edge in edges { parents[edge.child].append(edge.parent) }
    var columns = Array(repeating: 0, count: types.count)
    // The walk may reach a parent after its child, so this is repeated until no column changes. The graph has
    // no cycles, so the loop ends after at most as many rounds as the depth of the graph.
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

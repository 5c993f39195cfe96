/// The types of a registry: those of the standard table, and declarations on top of them.
///
/// A type is known by its position. Standard types have their positions in the table, added types follow in the order in
/// which they were added. A declaration that replaces another one keeps its position.
struct TypeLayers: Sendable {
  private struct AddedType: Sendable {
    let declaration: TypeDeclaration
    var parents: [Int] = []
  }

  private let table = StandardTypes.table
  /// The declarations that are not those of the table, by position.
  private var added: [Int: AddedType] = [:]
  private var addedPositions: [TypeIdentifier: Int] = [:]
  /// The positions of added declarations, in the order of declaration.
  private var addedOrder: [Int] = []

  /// How many types there are.
  var count: Int { table.count + addedPositions.count }

  /// The positions in the order of declaration.
  var order: [Int] { (0..<table.count).filter { added[$0] == nil } + addedOrder }

  /// Whether the type at a position is a standard type, also with an added declaration.
  func isStandard(_ position: Int) -> Bool { position < table.count }

  /// The position of a type, nil when it is not declared.
  func position(of identifier: TypeIdentifier) -> Int? {
    (addedPositions.isEmpty ? nil : addedPositions[identifier]) ?? table.position(of: identifier)
  }

  /// The identifier of a type, as it is declared.
  func identifier(at position: Int) -> String {
    added[position]?.declaration.identifier ?? table.identifier(at: position)
  }

  /// The direct parents of a type, in declared order.
  func parents(of position: Int) -> [Int] {
    added[position]?.parents ?? table.parents(at: position)
  }

  /// The declaration in force for a type.
  func declaration(at position: Int) -> TypeDeclaration {
    added[position]?.declaration ?? StandardTypes.declaration(at: position)
  }

  /// Whether the declaration of a type is its owner's.
  func isExported(at position: Int) -> Bool {
    added[position].map { $0.declaration.origin == .exported } ?? table.isExported(at: position)
  }

  /// Calls a function with each tag of a type, reported or not.
  func forEachTag(at position: Int, _ body: (StandardTagClass, String) -> Void) {
    guard let declaration = added[position]?.declaration else {
      return table.forEachTag(at: position, body)
    }
    for tagClass in StandardTagClass.allCases {
      for tag in declaration.tags[tagClass.tagClass] ?? [] { body(tagClass, tag) }
      for tag in declaration.unreportedTags[tagClass.tagClass] ?? [] { body(tagClass, tag) }
    }
  }

  /// The positions of the types that carry a tag where all types are standard ones; nil where the table cannot be searched
  /// for the tag.
  func standardPositions(of tag: TypeTag) -> [Int]? { added.isEmpty ? table.positions(of: tag) : nil }

  /// The layer that the declaration of a type is from.
  private func layer(at position: Int) -> Layer {
    added[position].map { Layer($0.declaration.origin) } ?? .standard
  }
}

// MARK: - Adding

extension TypeLayers {
  /// The layers, weakest first.
  private enum Layer: Int {
    case standard, carried, imported, exported

    init(_ origin: TypeDeclaration.Origin) {
      switch origin {
      case .carried: self = .carried
      case .imported: self = .imported
      case .exported: self = .exported
      }
    }
  }

  /// Adds declarations, each in the place of a weaker one of the same identifier, or at the end.
  mutating func add(_ declarations: [TypeDeclaration]) throws(TypeError) {
    var new: [Int] = []
    var isNew: Set<Int> = []
    for declaration in declarations {
      guard let position = try place(declaration) else { continue }
      if isNew.insert(position).inserted { new.append(position) }
    }
    for position in new {
      let parents = try parents(of: declaration(at: position))
      added[position]?.parents = parents
    }
    try checkForCycles(from: new)
    addedOrder = addedOrder.filter { !isNew.contains($0) } + new
  }

  /// Puts a declaration in its place; nil when a stronger one, or an earlier one as strong, is there.
  private mutating func place(_ declaration: TypeDeclaration) throws(TypeError) -> Int? {
    let identifier = TypeIdentifier(declaration.identifier)
    let layer = Layer(declaration.origin)
    let earlier = position(of: identifier)
    if let earlier {
      let earlierLayer = self.layer(at: earlier)
      if layer == .exported && earlierLayer == .exported {
        throw TypeError(
          .duplicateExport, subject: identifier.text,
          reason: "is exported twice: a type has one owner; remove a declaration or import it")
      }
      if earlierLayer.rawValue >= layer.rawValue { return nil }
    }
    let position = earlier ?? count
    if earlier == nil { addedPositions[identifier] = position }
    added[position] = AddedType(declaration: declaration)
    return position
  }

  /// The positions of the parents that a declaration names, each once.
  private func parents(of declaration: TypeDeclaration) throws(TypeError) -> [Int] {
    var parents: [Int] = []
    for parent in declaration.parents {
      guard let position = position(of: TypeIdentifier(parent)) else {
        throw TypeError(
          .unknownParent, subject: declaration.identifier,
          reason: "conforms to “\(parent)”, which is not declared: declare that type too")
      }
      if !parents.contains(position) { parents.append(position) }
    }
    return parents
  }

  /// Looks for a circle among what some types conform to.
  ///
  /// Each type is visited once.
  func checkForCycles(from starts: [Int]) throws(TypeError) {
    enum Visit { case open, closed }
    var visits: [Int: Visit] = [:]
    for start in starts where visits[start] == nil {
      var path = [(position: start, parents: parents(of: start)[...])]
      visits[start] = .open
      while let last = path.indices.last {
        guard let parent = path[last].parents.popFirst() else {
          visits[path[last].position] = .closed
          path.removeLast()
          continue
        }
        switch visits[parent] {
        case .closed: continue
        case .open:
          let circle = path.map(\.position).drop { $0 != parent } + [parent]
          let names = circle.map { identifier(at: $0) }.joined(separator: " → ")
          throw TypeError(
            .conformanceCycle, reason: "types conform to each other in a cycle: \(names)")
        case nil:
          visits[parent] = .open
          path.append((parent, parents(of: parent)[...]))
        }
      }
    }
  }
}

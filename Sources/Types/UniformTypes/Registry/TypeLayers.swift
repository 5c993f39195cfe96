/// The types of a registry: the types of the standard table, and added declarations.
///
/// A type is identified by its position. The position of a standard type is its position in the table.
/// Added types follow in the order in which they were added. A declaration that replaces another
/// declaration has the position of the replaced declaration.
struct TypeLayers: Sendable {
  private struct AddedType: Sendable {
    let declaration: TypeDeclaration
    var parents: [Int] = []
  }

  private let table = StandardTypes.table
  /// The declarations outside the table, by position.
  private var added: [Int: AddedType] = [:]
  private var addedPositions: [TypeIdentifier: Int] = [:]
  /// The positions of added declarations, in the order of declaration.
  private var addedOrder: [Int] = []

  /// The number of types.
  var count: Int { table.count + addedPositions.count }

  /// The positions in the order of declaration.
  var order: [Int] { (0..<table.count).filter { added[$0] == nil } + addedOrder }

  /// Returns whether the type at a position is a standard type, even if an added declaration replaces it.
  func isStandard(_ position: Int) -> Bool { position < table.count }

  /// Returns the position of a type; nil if it is not declared.
  func position(of identifier: TypeIdentifier) -> Int? {
    (addedPositions.isEmpty ? nil : addedPositions[identifier]) ?? table.position(of: identifier)
  }

  /// Returns the identifier of a type, as it is declared.
  func identifier(at position: Int) -> String {
    added[position]?.declaration.identifier ?? table.identifier(at: position)
  }

  /// Returns the direct parents of a type, in declared order.
  func parents(of position: Int) -> [Int] {
    added[position]?.parents ?? table.parents(at: position)
  }

  /// Returns the declaration of a type: the strongest declaration of its identifier.
  func declaration(at position: Int) -> TypeDeclaration {
    added[position]?.declaration ?? StandardTypes.declaration(at: position)
  }

  /// Returns whether the type is declared by its owner.
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

  /// Returns the positions of the types with a tag, found by searching the standard table.
  ///
  /// The result is nil if there are added types, or if the table cannot be searched for the tag.
  func standardPositions(of tag: TypeTag) -> [Int]? { added.isEmpty ? table.positions(of: tag) : nil }

  /// Returns the layer of a type's declaration.
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

  /// Adds declarations.
  ///
  /// A declaration replaces a weaker declaration of the same identifier. Declarations of new identifiers
  /// are added at the end.
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

  /// Stores a declaration at its position.
  ///
  /// The declaration is not stored, and the result is nil, if the same identifier has a stronger
  /// declaration or an earlier declaration of the same strength.
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

  /// Returns the positions of a declaration's parents among all types, without duplicates.
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

  /// Checks the supertypes of some types for cycles.
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

extension TypeRegistry {
  /// A registry with further declarations on top of this one's.
  ///
  /// The layers are, from the weakest: standard, carried along with data, imported, exported. A declaration replaces
  /// the weaker declaration of the same identifier and is not merged with it; among imported or carried ones of
  /// equal strength the first counts. (Apple's system lets its own declarations win over an application's imports.
  /// Here whoever declares a type means it.) Declarations may refer to each other in any order.
  ///
  /// - Throws: a `TypeError` that names the declaration: an identifier that is malformed or in the domain `dyn.`, a tag
  ///   of the wrong shape, a second export of one identifier, a parent that nobody declares, a circle.
  /// - Complexity: linear in the size of both registries.
  public func adding(_ declarations: [TypeDeclaration]) throws(TypeError) -> TypeRegistry {
    TypeRegistry(table: try LayeredTable(table).adding(declarations))
  }

  /// A registry with further declarations, all of them of one origin whatever they say themselves.
  public func adding(
    _ declarations: [TypeDeclaration], as origin: TypeDeclaration.Origin
  ) throws(TypeError) -> TypeRegistry {
    try adding(
      declarations.map { declaration in
        var declaration = declaration
        declaration.origin = origin
        return declaration
      })
  }
}

/// A table in the course of taking up declarations.
private struct LayeredTable {
  private var table: TypeTable
  /// The declarations in force among the new ones, by position, in the order of their first appearance.
  private var active: [(position: Int32, declaration: TypeDeclaration)] = []
  private var places: [Int32: Int] = [:]

  init(_ table: TypeTable) { self.table = table }

  consuming func adding(_ declarations: [TypeDeclaration]) throws(TypeError) -> TypeTable {
    for declaration in declarations { try take(Self.checked(declaration)) }
    for (position, declaration) in active { try connect(declaration, at: position) }
    table.declareLast(active.map(\.position))
    try table.checkForCycles(from: active.map(\.position))
    return table
  }

  private func position(of identifier: String) -> Int? {
    FoldedText.withFolded(identifier) { table.index.find($0) }
  }

  private mutating func take(_ declaration: TypeDeclaration) throws(TypeError) {
    let strength = LayerStrength(declaration.origin)
    let place = position(of: declaration.identifier)
    if let place {
      let earlier = table.records[place].strength
      if earlier == strength && strength == .exported {
        throw TypeError(
          .duplicateExport,
          "“\(declaration.identifier)” is exported twice: a type has one owner; remove a declaration or import it"
        )
      }
      if earlier >= strength { return }
    }
    let position = Int32(table.put(declaration, at: place, strength: strength))
    if let known = places[position] {
      active[known].declaration = declaration
    } else {
      places[position] = active.count
      active.append((position, declaration))
    }
  }

  private mutating func connect(_ declaration: TypeDeclaration, at position: Int32) throws(TypeError) {
    var parents: [Int32] = []
    for parent in declaration.parents {
      guard let found = self.position(of: parent) else {
        throw TypeError(
          .unknownParent,
          "“\(declaration.identifier)” conforms to “\(parent)”, which nothing declares: declare that type too"
        )
      }
      if !parents.contains(Int32(found)) { parents.append(Int32(found)) }
    }
    table.setParents(parents, of: Int(position))
  }

  /// The declaration with its extensions in lower case, as they are reported, once everything in it is in order.
  private static func checked(_ declaration: TypeDeclaration) throws(TypeError) -> TypeDeclaration {
    guard TypeIdentifier.isValid(declaration.identifier) else {
      throw TypeIdentifier.malformed(declaration.identifier)
    }
    if TypeIdentifier.isDynamic(declaration.identifier) {
      throw TypeError(
        .reservedIdentifier,
        "“\(declaration.identifier)” cannot be declared: the domain dyn. is for types that nobody declares")
    }
    for parent in declaration.parents {
      guard TypeIdentifier.isValid(parent) else { throw TypeIdentifier.malformed(parent) }
    }
    var checked = declaration
    if !TypeIdentifier.areEqual(checked.spelling, checked.identifier) {
      checked.spelling = checked.identifier
    }
    // An empty description is none, and a supertype's is used.
    if checked.description?.isEmpty == true { checked.description = nil }
    for tagClass in StandardTagClass.allCases {
      guard let tags = declaration.tags[tagClass.tagClass] else { continue }
      for tag in tags {
        guard let problem = TypeTag.problem(with: tag, tagClass) else { continue }
        throw TypeError(
          .malformedTag,
          "the tag “\(tag)” (\(tagClass.tagClass)) of “\(declaration.identifier)” \(problem)")
      }
      if tagClass == .filenameExtension { checked.tags[.filenameExtension] = tags.map(FoldedText.fold) }
    }
    return checked
  }
}

extension TypeTable {
  /// Looks for a circle among what some types conform to.
  ///
  /// Each type is visited once.
  func checkForCycles(from starts: [Int32]) throws(TypeError) {
    var state = [VisitState](repeating: .unseen, count: records.count)
    for start in starts where state[Int(start)] == .unseen {
      var path: [(position: Int32, parents: ArraySlice<Int32>)] = [(start, parents(of: Int(start)))]
      state[Int(start)] = .open
      while let last = path.indices.last {
        guard let parent = path[last].parents.popFirst() else {
          state[Int(path[last].position)] = .closed
          path.removeLast()
          continue
        }
        switch state[Int(parent)] {
        case .closed: continue
        case .open:
          let circle = path.map(\.position).drop { $0 != parent } + [parent]
          let names = circle.map { identifier(at: Int($0)) }.joined(separator: " → ")
          throw TypeError(.conformanceCycle, "types conform to each other in a circle: \(names)")
        case .unseen:
          state[Int(parent)] = .open
          path.append((parent, parents(of: Int(parent))))
        }
      }
    }
  }

  private enum VisitState { case unseen, open, closed }
}

extension TypeRegistry {
  /// Whether a type is the other type or conforms to it, directly or not.
  ///
  /// Between standard types this is one bit test after the first question about `type`; nothing is allocated.
  public func conforms(_ type: UTType, to other: UTType) -> Bool {
    if type.standardPosition >= 0 && other.standardPosition >= 0 {
      return conforms(declaredAt: Int(type.standardPosition), to: Int(other.standardPosition))
    }
    return conformsAfterSearch(type, to: other)
  }

  /// Whether the type named by an identifier is the other or conforms to it.
  ///
  /// Identifiers are free strings here: one that nobody declares, malformed or not, conforms to itself only.
  public func conforms(identifier: String, to other: String) -> Bool {
    if let position = position(of: identifier) {
      guard let otherPosition = self.position(of: other) else { return false }
      return conforms(declaredAt: position, to: otherPosition)
    }
    if TypeIdentifier.areEqual(identifier, other) { return true }
    guard let type = UTType(identifier, in: self) else { return false }
    return conforms(type, to: UTType(unchecked: other))
  }

  /// Everything a type conforms to, directly or not, without the type itself.
  public func supertypes(of type: UTType) -> Set<UTType> { Set(orderedSupertypes(of: type)) }

  /// Everything a type conforms to, directly or not, without the type itself, nearest first: parents in declared
  /// order, then their parents.
  public func orderedSupertypes(of type: UTType) -> [UTType] {
    var supertypes: [UTType] = []
    var known: Set<UTType> = [type]
    var next = parents(of: type)
    while !next.isEmpty {
      var further: [UTType] = []
      for parent in next where known.insert(parent).inserted {
        supertypes.append(parent)
        further += parents(of: parent)
      }
      next = further
    }
    return supertypes
  }

  /// The types that a type conforms to directly, in declared order.
  ///
  /// For a dynamic type that is the conformance it records; for a type nobody declares, the parent it was made with.
  public func parents(of type: UTType) -> [UTType] {
    if let position = position(of: type) {
      return declared.parents(of: position).map { self.type(at: Int($0)) }
    }
    return basis(of: type).map { [$0] } ?? []
  }

  /// The declared types that conform directly to a type, in the order of declaration.
  public func children(of type: UTType) -> [UTType] {
    guard let position = position(of: type) else { return [] }
    let index = children.object { TypeChildren(of: table) }
    return index.children(of: position).map { self.type(at: Int($0)) }
  }

  @inline(__always)
  func conforms(declaredAt position: Int, to other: Int) -> Bool {
    closures.answer(position, other) ?? conformsAfterClosing(position, to: other)
  }

  @inline(never)
  private func conformsAfterClosing(_ position: Int, to other: Int) -> Bool {
    closures.contains(position, other) { declared.parents(of: $0) }
  }

  /// What a type that is not declared is known to conform to directly.
  private func basis(of type: UTType) -> UTType? {
    if let assumed = type.assumedParent { return assumed.type }
    guard let contents = DynamicIdentifier(type.identifier), let supertype = contents.supertype else {
      return nil
    }
    return UTType(supertype, in: self) ?? UTType(unchecked: supertype)
  }

  @inline(never)
  private func conformsAfterSearch(_ type: UTType, to other: UTType) -> Bool {
    var type = type
    while type != other {
      if let position = position(of: type) {
        guard let otherPosition = self.position(of: other) else { return false }
        return conforms(declaredAt: position, to: otherPosition)
      }
      // A chain of dynamic types ends: each is written inside the one before it, and so is shorter. A chain of assumed
      // parents ends because a value cannot contain itself.
      guard let parent = basis(of: type) else { return false }
      type = parent
    }
    return true
  }
}

/// For each declared type, the types that conform to it directly.
final class TypeChildren: Sendable {
  private let starts: [Int32]
  private let members: [Int32]

  init(of table: TypeTable) {
    var counts = [Int32](repeating: 0, count: table.records.count + 1)
    for position in table.records.indices {
      for parent in table.parents(of: position) { counts[Int(parent) + 1] += 1 }
    }
    for position in table.records.indices { counts[position + 1] += counts[position] }
    var places = counts
    var members = [Int32](repeating: 0, count: Int(counts[table.records.count]))
    for child in table.order {
      for parent in table.parents(of: Int(child)) {
        members[Int(places[Int(parent)])] = child
        places[Int(parent)] += 1
      }
    }
    starts = counts
    self.members = members
  }

  func children(of position: Int) -> ArraySlice<Int32> {
    members[Int(starts[position])..<Int(starts[position + 1])]
  }
}

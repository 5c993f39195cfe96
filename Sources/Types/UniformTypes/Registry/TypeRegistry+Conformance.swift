extension TypeRegistry {
  /// Whether a type is the other type or conforms to it, directly or not.
  ///
  /// - Parameters:
  ///   - type: the type that may conform.
  ///   - other: the type that it may conform to.
  /// - Returns: whether it conforms.
  public func conforms(_ type: UTType, to other: UTType) -> Bool {
    if let position = type.standardPosition, let otherPosition = other.standardPosition {
      return conforms(declaredAt: position, to: otherPosition)
    }
    var type = type
    while type != other {
      if let position = position(of: type) {
        guard let otherPosition = self.position(of: other) else { return false }
        return conforms(declaredAt: position, to: otherPosition)
      }
      if let home = home(of: type) { return home.conforms(type, to: other) }
      // A chain of dynamic types ends: each is written inside the one before it, and so is shorter. A chain of assumed
      // parents ends because a value cannot contain itself.
      guard let parent = assumedParent(of: type) else { return false }
      type = parent
    }
    return true
  }

  /// Whether the type named by an identifier is the other or conforms to it.
  ///
  /// Identifiers are free strings here: an undeclared one, malformed or not, conforms to itself only.
  ///
  /// - Parameters:
  ///   - identifier: the type that may conform, in any case.
  ///   - other: the type that it may conform to, in any case.
  /// - Returns: whether it conforms.
  package func conforms(identifier: String, to other: String) -> Bool {
    conforms(anyType(identifier), to: anyType(other))
  }

  /// The type of any text: declared, dynamic, or neither.
  private func anyType(_ identifier: String) -> UTType {
    UTType(identifier, in: self) ?? UTType(undeclared: identifier)
  }

  /// Everything a type conforms to, directly or not, without the type itself.
  ///
  /// - Parameter type: any type.
  /// - Returns: the supertypes; empty for a type that nothing is known about.
  package func supertypes(of type: UTType) -> Set<UTType> { Set(orderedSupertypes(of: type)) }

  /// Everything a type conforms to, directly or not, without the type itself, nearest first: parents in declared
  /// order, then their parents.
  ///
  /// - Parameter type: any type.
  /// - Returns: the supertypes, each once.
  package func orderedSupertypes(of type: UTType) -> [UTType] {
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
  /// For a dynamic type that is the conformance it records; for an undeclared type, the parent it was made with.
  ///
  /// - Parameter type: any type.
  /// - Returns: the parents; empty for a root and for a type that nothing is known about.
  public func parents(of type: UTType) -> [UTType] {
    if let position = position(of: type) {
      return types.parents(of: position).map { self.type(at: $0) }
    }
    if let home = home(of: type) { return home.parents(of: type).map { home.keeping($0) } }
    return assumedParent(of: type).map { [$0] } ?? []
  }

  /// The declared types that conform directly to a type, in the order of declaration.
  ///
  /// - Parameter type: any type.
  /// - Returns: the children; empty for a type that is not declared.
  public func children(of type: UTType) -> [UTType] {
    guard let position = position(of: type) else { return [] }
    return childIndex[position].map { self.type(at: $0) }
  }

  func conforms(declaredAt position: Int, to other: Int) -> Bool {
    closures.object(at: position) { ConformanceClosure(of: position, in: types) }.contains(other)
  }

  /// What an undeclared type is known to conform to directly.
  private func assumedParent(of type: UTType) -> UTType? {
    if case .parent(let parent)? = type.knowledge?.source { return parent }
    return DynamicIdentifier(type.identifier)?.supertype.map { anyType($0) }
  }
}

/// A type and everything it conforms to, as a set of positions: one bit for each type.
///
/// Not a `Set`: to hash a number takes half of the 50 ns that a conformance query may take.
final class ConformanceClosure: Sendable {
  private let bits: [UInt64]

  /// Walks up from a type; no type is visited twice.
  init(of position: Int, in types: TypeLayers) {
    var bits = [UInt64](repeating: 0, count: (types.count + 63) / 64)
    var open = [position]
    while let next = open.popLast() {
      let bit: UInt64 = 1 << UInt64(next & 63)
      if bits[next >> 6] & bit != 0 { continue }
      bits[next >> 6] |= bit
      open += types.parents(of: next)
    }
    self.bits = bits
  }

  func contains(_ position: Int) -> Bool { bits[position >> 6] >> UInt64(position & 63) & 1 != 0 }
}

/// For each type, the types that conform to it directly.
final class ChildIndex: Sendable {
  private let children: [Int: [Int]]

  init(of types: TypeLayers) {
    var children: [Int: [Int]] = [:]
    for position in types.order {
      for parent in types.parents(of: position) { children[parent, default: []].append(position) }
    }
    self.children = children
  }

  /// The types that conform directly to the type at a position, in the order of declaration.
  subscript(position: Int) -> [Int] { children[position] ?? [] }
}

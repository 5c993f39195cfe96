extension TypeRegistry {
  /// Returns whether a type equals another type or conforms to it, directly or indirectly.
  ///
  /// - Parameters:
  ///   - type: the type to test.
  ///   - other: the possible supertype.
  /// - Returns: whether `type` conforms to `other`.
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
      // This loop terminates. In a chain of dynamic types, each identifier is contained in the previous
      // identifier and is therefore shorter. In a chain of assumed parents, no value can contain itself.
      guard let parent = assumedParent(of: type) else { return false }
      type = parent
    }
    return true
  }

  /// Returns whether the type with an identifier equals the type with another identifier or conforms to it.
  ///
  /// The identifiers can be any strings. An identifier that is neither declared nor dynamic conforms only
  /// to itself.
  ///
  /// - Parameters:
  ///   - identifier: the type to test, in upper or lower case.
  ///   - other: the possible supertype, in upper or lower case.
  /// - Returns: whether `identifier` conforms to `other`.
  package func conforms(identifier: String, to other: String) -> Bool {
    conforms(anyType(identifier), to: anyType(other))
  }

  /// Returns a type for any text: declared, dynamic, or neither.
  private func anyType(_ identifier: String) -> UTType {
    UTType(identifier, in: self) ?? UTType(undeclared: identifier)
  }

  /// Returns all types that a type conforms to, directly or indirectly, without the type itself.
  ///
  /// - Parameter type: any type.
  /// - Returns: the supertypes; empty if they are unknown.
  package func supertypes(of type: UTType) -> Set<UTType> { Set(orderedSupertypes(of: type)) }

  /// Returns all types that a type conforms to, directly or indirectly, nearest first.
  ///
  /// The direct parents are first, in declared order, followed by the parents of the parents. The type
  /// itself is not included.
  ///
  /// - Parameter type: any type.
  /// - Returns: the supertypes, without duplicates.
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

  /// Returns the types that a type conforms to directly, in declared order.
  ///
  /// For a dynamic type, this is the supertype in its identifier. For an undeclared type, this is the
  /// parent that was specified when the value was created.
  ///
  /// - Parameter type: any type.
  /// - Returns: the parents; empty for a root type, or if they are unknown.
  public func parents(of type: UTType) -> [UTType] {
    if let position = position(of: type) {
      return types.parents(of: position).map { self.type(at: $0) }
    }
    if let home = home(of: type) { return home.parents(of: type).map { home.keeping($0) } }
    return assumedParent(of: type).map { [$0] } ?? []
  }

  /// Returns the declared types that conform directly to a type, in the order of declaration.
  ///
  /// - Parameter type: any type.
  /// - Returns: the children; empty if the type is not declared.
  public func children(of type: UTType) -> [UTType] {
    guard let position = position(of: type) else { return [] }
    return childIndex[position].map { self.type(at: $0) }
  }

  func conforms(declaredAt position: Int, to other: Int) -> Bool {
    closures.object(at: position) { ConformanceClosure(of: position, in: types) }.contains(other)
  }

  /// Returns the known direct parent of an undeclared type.
  private func assumedParent(of type: UTType) -> UTType? {
    if case .parent(let parent)? = type.knowledge?.source { return parent }
    return DynamicIdentifier(type.identifier)?.supertype.map { anyType($0) }
  }
}

/// A type and all its supertypes as a set of positions, with one bit for each type.
///
/// This is not a `Set`, because hashing a number takes half of the 50 ns that a conformance query may
/// take.
final class ConformanceClosure: Sendable {
  private let bits: [UInt64]

  /// Collects a type and its supertypes; no type is visited twice.
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

/// The types that conform directly to each type.
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

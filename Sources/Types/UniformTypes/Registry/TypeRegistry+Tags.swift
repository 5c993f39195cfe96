extension TypeRegistry {
  /// Returns the type for a tag.
  ///
  /// If any declared types have the tag and conform to `supertype`, the result is the first type that
  /// `types(tag:tagClass:conformingTo:)` returns. Otherwise the result is a dynamic type that contains the
  /// tag and the supertype.
  ///
  /// - Parameter supertype: the required supertype; nil for any type.
  /// - Returns: the type; nil if the tag is not valid for its class or the class is unknown.
  package func type(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> UTType? {
    guard let tag = TypeTag(tag, tagClass) else { return nil }
    let position = positions(of: tag).first { conforms(declaredAt: $0, to: supertype) }
    return position.map { type(at: $0) } ?? UTType(dynamicFor: tag, conformingTo: supertype)
  }

  /// Returns the types for a tag, best first.
  ///
  /// Types in the domain `public` precede other types. Within these two groups, exported types precede
  /// imported types. Otherwise types are in the order of declaration. (Apple documents the first rule. The
  /// other rules agree with all known results.) If no declared type has the tag and conforms to
  /// `supertype`, the only result is the dynamic type for the tag and the supertype.
  ///
  /// - Parameters:
  ///   - tag: the tag, such as an extension or a MIME type.
  ///   - tagClass: the class of the tag.
  ///   - supertype: the required supertype; nil for any type.
  /// - Returns: the types; empty if the tag is not valid for its class or the class is unknown.
  package func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    guard let tag = TypeTag(tag, tagClass) else { return [] }
    let positions = positions(of: tag).filter { conforms(declaredAt: $0, to: supertype) }
    return positions.isEmpty
      ? [UTType(dynamicFor: tag, conformingTo: supertype)] : positions.map { type(at: $0) }
  }

  /// Returns the tags of a type by class, with the preferred tag first.
  ///
  /// The result is empty for a type that is neither declared nor dynamic.
  ///
  /// - Parameter type: any type.
  /// - Returns: the tags by class.
  package func tags(of type: UTType) -> [UTTagClass: [String]] {
    if let position = position(of: type) { return types.declaration(at: position).tags }
    if let home = home(of: type) { return home.tags(of: type) }
    return DynamicIdentifier(type.identifier)?.tagsByClass ?? [:]
  }

  /// Returns the first tag of a type in a tag class; nil if the type has no tags of that class.
  ///
  /// Tags are not inherited from supertypes.
  ///
  /// - Parameters:
  ///   - type: any type.
  ///   - tagClass: the class of the tag.
  /// - Returns: the tag as it is declared.
  package func preferredTag(of type: UTType, _ tagClass: UTTagClass) -> String? {
    StandardTagClass(tagClass) == nil ? nil : tags(of: type)[tagClass]?.first
  }

  /// Returns an English description of a type.
  ///
  /// If the type has no description, its supertypes are searched depth first in declared order. Dynamic
  /// and undeclared types have no description.
  ///
  /// - Parameter type: any type.
  /// - Returns: the description; nil if no declaration has one.
  package func description(of type: UTType) -> String? {
    guard let start = position(of: type) else { return home(of: type)?.description(of: type) }
    var visited: Set<Int> = []
    var open = [start]
    while let position = open.popLast() {
      guard visited.insert(position).inserted else { continue }
      if let description = types.declaration(at: position).description { return description }
      open += types.parents(of: position).reversed()
    }
    return nil
  }

  /// Returns the short name of a type, or the description if the type has no short name.
  ///
  /// Names of supertypes are not used, because they also fit other types.
  package func shortName(of type: UTType) -> String? {
    guard let position = position(of: type) else { return home(of: type)?.shortName(of: type) }
    let declaration = types.declaration(at: position)
    return declaration.shortName ?? declaration.description
  }

  private func conforms(declaredAt position: Int, to supertype: UTType?) -> Bool {
    guard let supertype else { return true }
    return self.position(of: supertype).map { conforms(declaredAt: position, to: $0) } ?? false
  }
}

/// The types with each tag.
final class TagIndex: Sendable {
  private let positions: [TypeTag: [Int]]

  /// Reads the tags of all types.
  init(of types: TypeLayers) {
    var ranks: [[Int]] = [[], [], [], []]
    for position in types.order {
      let isPublic = TypeIdentifier(types.identifier(at: position)).isPublic
      ranks[(isPublic ? 0 : 2) + (types.isExported(at: position) ? 0 : 1)].append(position)
    }
    var positions: [TypeTag: [Int]] = [:]
    positions.reserveCapacity(2 * types.count)
    for position in ranks.joined() {
      types.forEachTag(at: position) { tagClass, text in
        let tag = TypeTag(declared: text, tagClass)
        // If a declaration repeats a tag, the type is added only once.
        if positions[tag]?.last != position { positions[tag, default: []].append(position) }
      }
    }
    self.positions = positions
  }

  /// Returns the types with a tag, found without an index; nil if an index is needed.
  ///
  /// An index is needed if there are added types, or if the table cannot be searched for the form of the
  /// tag. A test compares the results with the results of the index.
  static func search(_ types: TypeLayers, for tag: TypeTag) -> [Int]? {
    guard let found = types.standardPositions(of: tag) else { return nil }
    if found.count < 2 { return found }
    let ranked = found.map { position in
      let isPublic = TypeIdentifier(types.identifier(at: position)).isPublic
      return (rank: (isPublic ? 0 : 2) + (types.isExported(at: position) ? 0 : 1), position: position)
    }
    return ranked.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map(\.position)
  }

  /// The types with a tag, best first.
  ///
  /// Types in the domain `public` precede other types. Within these two groups, exported types precede
  /// imported types. Otherwise types are in the order of declaration.
  subscript(tag: TypeTag) -> [Int] { positions[tag] ?? [] }
}

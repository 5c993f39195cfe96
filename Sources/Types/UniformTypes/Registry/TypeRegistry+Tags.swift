extension TypeRegistry {
  /// The type that a tag means.
  ///
  /// Among the declared types that carry the tag and conform to `supertype`, the one ranked first by
  /// `types(tag:tagClass:conformingTo:)`. When there is none, a dynamic type that records the tag and the supertype.
  ///
  /// - Parameter supertype: what the type is to conform to; nil for any type.
  /// - Returns: nil when the tag is not valid for its class or the class is unknown.
  package func type(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> UTType? {
    guard let tag = TypeTag(tag, tagClass) else { return nil }
    let position = positions(of: tag).first { conforms(declaredAt: $0, to: supertype) }
    return position.map { type(at: $0) } ?? UTType(dynamicFor: tag, conformingTo: supertype)
  }

  /// The types that a tag means, best first.
  ///
  /// Types in the domain `public` come before others, exported types before imported ones, and then the type that was
  /// declared first. (The first rule is documented by Apple, the others agree with every result that is known.) When
  /// no declared type carries the tag and conforms to `supertype`, the one dynamic type that does.
  ///
  /// - Parameters:
  ///   - tag: the tag, such as an extension or a MIME type.
  ///   - tagClass: what kind of tag it is.
  ///   - supertype: what the types are to conform to; nil for any type.
  /// - Returns: the types; empty when the tag is not valid for its class or the class is unknown.
  package func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    guard let tag = TypeTag(tag, tagClass) else { return [] }
    let positions = positions(of: tag).filter { conforms(declaredAt: $0, to: supertype) }
    return positions.isEmpty
      ? [UTType(dynamicFor: tag, conformingTo: supertype)] : positions.map { type(at: $0) }
  }

  /// The tags of a type, class by class, the preferred one first.
  ///
  /// Empty for an undeclared type.
  ///
  /// - Parameter type: any type.
  /// - Returns: the tags by class.
  package func tags(of type: UTType) -> [UTTagClass: [String]] {
    if let position = position(of: type) { return types.declaration(at: position).tags }
    if let home = home(of: type) { return home.tags(of: type) }
    return DynamicIdentifier(type.identifier)?.tagsByClass ?? [:]
  }

  /// The first tag of a class, nil when the type has none.
  ///
  /// Tags are not inherited.
  ///
  /// - Parameters:
  ///   - type: any type.
  ///   - tagClass: the class of the tag.
  /// - Returns: the tag as it is declared.
  package func preferredTag(of type: UTType, _ tagClass: UTTagClass) -> String? {
    StandardTagClass(tagClass) == nil ? nil : tags(of: type)[tagClass]?.first
  }

  /// An English description of a type: its own, or else the first that a search of its supertypes finds,
  /// depth first in declared order.
  ///
  /// Dynamic and undeclared types have none.
  ///
  /// - Parameter type: any type.
  /// - Returns: the description; nil where no declaration has one.
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

  private func conforms(declaredAt position: Int, to supertype: UTType?) -> Bool {
    guard let supertype else { return true }
    return self.position(of: supertype).map { conforms(declaredAt: position, to: $0) } ?? false
  }
}

/// The types that carry each tag.
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
        // A type that repeats a tag carries it once.
        if positions[tag]?.last != position { positions[tag, default: []].append(position) }
      }
    }
    self.positions = positions
  }

  /// The types that carry a tag, found without an index; nil where added types or the form of the tag call for one.
  ///
  /// A test compares the answers with those of the index.
  static func search(_ types: TypeLayers, for tag: TypeTag) -> [Int]? {
    guard let found = types.standardPositions(of: tag) else { return nil }
    if found.count < 2 { return found }
    let ranked = found.map { position in
      let isPublic = TypeIdentifier(types.identifier(at: position)).isPublic
      return (rank: (isPublic ? 0 : 2) + (types.isExported(at: position) ? 0 : 1), position: position)
    }
    return ranked.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map(\.position)
  }

  /// The types that carry a tag, best first: `public` types before others, exported before imported ones, and then
  /// in the order of declaration.
  subscript(tag: TypeTag) -> [Int] { positions[tag] ?? [] }
}

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

  /// The types that carry a tag, best first: `public` types before others, exported before imported ones, and then
  /// in the order of declaration.
  subscript(tag: TypeTag) -> [Int] { positions[tag] ?? [] }
}

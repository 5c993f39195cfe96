/// The types that carry each tag.
final class TagIndex: Sendable {
  private let positions: [TypeTag: [Int]]

  /// Reads the tags of all types.
  init(of types: TypeLayers) {
    var ranks: [[(position: Int, declaration: TypeDeclaration)]] = [[], [], [], []]
    for position in types.order {
      let declaration = types.declaration(at: position)
      let isPublic = TypeIdentifier(declaration.identifier).isPublic
      ranks[(isPublic ? 0 : 2) + (declaration.origin == .exported ? 0 : 1)].append(
        (position, declaration))
    }
    var positions: [TypeTag: [Int]] = [:]
    for (position, declaration) in ranks.joined() {
      for tags in [declaration.tags, declaration.unreportedTags] {
        for (tagClass, texts) in tags {
          guard let tagClass = StandardTagClass(tagClass) else { continue }
          for text in texts {
            // A type that repeats a tag carries it once.
            let tag = TypeTag(declared: text, tagClass)
            if positions[tag]?.last != position { positions[tag, default: []].append(position) }
          }
        }
      }
    }
    self.positions = positions
  }

  /// The types that carry a tag, best first: `public` types before others, exported before imported ones, and then
  /// in the order of declaration.
  subscript(tag: TypeTag) -> [Int] { positions[tag] ?? [] }
}

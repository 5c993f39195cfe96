extension TypeRegistry {
  /// The type that a tag means.
  ///
  /// Among the declared types that carry the tag and conform to `supertype`, the one ranked first by
  /// `types(tag:tagClass:conformingTo:)`. When there is none, a dynamic type that records the tag and the supertype.
  ///
  /// - Parameter supertype: what the type is to conform to; nil asks for nothing.
  /// - Returns: nil when the tag is not valid for its class or nobody knows the class.
  public func type(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> UTType? {
    guard let known = StandardTagClass(tagClass), let tag = TypeTag(tag, known) else { return nil }
    let found = indexes.forFirst(tag) { position in
      guard let supertype else { return true }
      return conforms(declaredAt: position, to: supertype)
    }
    if let found { return type(at: found) }
    return UTType(dynamicFor: tag, conformingTo: supertype)
  }

  /// The types that a tag means, best first.
  ///
  /// Types in the domain `public` come before others, exported types before imported ones, and then the type that was
  /// declared first. (The first rule is documented by Apple, the others agree with every result that is known.) When
  /// no declared type carries the tag and conforms to `supertype`, the one dynamic type that does.
  public func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    guard let known = StandardTagClass(tagClass), let tag = TypeTag(tag, known) else { return [] }
    var found: [UTType] = []
    _ = indexes.forFirst(tag) { position in
      if supertype.map({ conforms(declaredAt: position, to: $0) }) ?? true {
        found.append(type(at: position))
      }
      return false
    }
    return found.isEmpty ? [UTType(dynamicFor: tag, conformingTo: supertype)] : found
  }

  /// The tags of a type, class by class, the preferred one first.
  ///
  /// Empty for a type nobody declares.
  public func tags(of type: UTType) -> [UTTagClass: [String]] {
    if let declaration = declaration(of: type) { return declaration.tags }
    return DynamicIdentifier(type.identifier)?.tagsByClass ?? [:]
  }

  /// The first tag of a class, nil when the type has none.
  ///
  /// Tags are not inherited.
  public func preferredTag(of type: UTType, _ tagClass: UTTagClass) -> String? {
    guard let known = StandardTagClass(tagClass) else { return nil }
    guard let position = position(of: type) else {
      return DynamicIdentifier(type.identifier)?.tagsByClass[tagClass]?.first
    }
    var preferred: String?
    table.forEachField(of: position) { field, bytes, value in
      guard field.tagClass == known && field.isReported else { return true }
      var words = TableWords(bytes, in: value)
      preferred = words.next()?.text
      return false
    }
    return preferred
  }

  /// An English description of a type: its own, or else the first that a search of its supertypes finds,
  /// depth first in declared order.
  ///
  /// Dynamic types and types nobody declares have none.
  public func description(of type: UTType) -> String? {
    guard let start = position(of: type) else { return nil }
    var visited: Set<Int> = []
    var open = [start]
    while let position = open.popLast() {
      guard visited.insert(position).inserted else { continue }
      var found: String?
      table.forEachField(of: position) { field, bytes, value in
        guard field == .description else { return true }
        found = TableText.unescaped(UnsafeBufferPointer(rebasing: bytes[value]))
        return false
      }
      if let found { return found }
      open += table.parents(of: position).reversed().map(Int.init)
    }
    return nil
  }

  private var indexes: TagIndexes { tagIndexes.object { TagIndexes(of: table) } }

  private func conforms(declaredAt position: Int, to supertype: UTType) -> Bool {
    guard let other = self.position(of: supertype) else { return false }
    return conforms(declaredAt: position, to: other)
  }
}

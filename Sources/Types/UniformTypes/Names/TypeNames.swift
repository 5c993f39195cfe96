/// Names types in a sentence for people.
///
/// A type has its short name, such as “JPEG picture”, or its identifier if it has no short name. A dynamic type has
/// its extension or MIME type. Types of one sentence that have the same name have their identifiers instead.
package struct TypeNames {
  private var names: [String: String] = [:]

  /// Names the types of a sentence.
  ///
  /// - Parameters:
  ///   - identifiers: all types that the sentence mentions.
  ///   - registry: the registry with their declarations.
  package init(_ identifiers: [String], in registry: TypeRegistry = .current) {
    var owners: [String: String] = [:]
    for identifier in identifiers {
      let name = Self.name(of: identifier, in: registry)
      if let owner = owners[name], owner != identifier {
        names[owner] = owner
        names[identifier] = identifier
      } else {
        owners[name] = identifier
        if names[identifier] == nil { names[identifier] = name }
      }
    }
  }

  /// The name of a type that was given to the initializer; the identifier of any other type.
  package subscript(identifier: String) -> String { names[identifier] ?? identifier }

  /// Returns the names of types, separated by commas or another text.
  package static func list(
    _ identifiers: [String], in registry: TypeRegistry = .current, separator: String = ", "
  ) -> String {
    let names = TypeNames(identifiers, in: registry)
    return identifiers.map { names[$0] }.joined(separator: separator)
  }

  /// Returns the name of a type in a sentence that mentions no other type.
  package static func name(of identifier: String, in registry: TypeRegistry = .current) -> String {
    guard let type = UTType(identifier, in: registry) else { return identifier }
    if let name = type.shortName(in: registry) { return name }
    guard type.isDynamic else { return identifier }
    if let name = type.preferredFilenameExtension(in: registry) { return ".\(name) file" }
    return type.preferredMIMEType(in: registry) ?? identifier
  }
}

/// Names the types of many items, which often have the same types.
///
/// The names are kept for the next item with the same types. Looking up the name of a type decodes its declaration, which
/// takes longer than everything else that is printed about an item.
package struct RepeatedTypeNames {
  private static let mostLists = 1_000

  private let registry: TypeRegistry
  private var known: [[String]: TypeNames] = [:]

  package init(in registry: TypeRegistry) { self.registry = registry }

  /// Names the types of an item.
  package mutating func names(_ identifiers: [String]) -> TypeNames {
    if let names = known[identifiers] { return names }
    if known.count == Self.mostLists { known.removeAll() }
    let names = TypeNames(identifiers, in: registry)
    known[identifiers] = names
    return names
  }
}

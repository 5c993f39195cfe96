extension TypeRegistry {
  /// Returns a registry with the declarations of this registry and further declarations.
  ///
  /// The layers of declarations, from weakest to strongest, are: standard, carried with data, imported,
  /// exported. A declaration replaces a weaker declaration of the same identifier; the two are not merged.
  /// If several imported declarations, or several carried declarations, have the same identifier, the first
  /// is used. (On Apple's systems, system declarations take precedence over an application's imported
  /// declarations. In this library, imported declarations take precedence.) Declarations may refer to each
  /// other in any order.
  ///
  /// - Parameter declarations: the declarations, in any order.
  /// - Returns: the registry with the declarations.
  /// - Throws: a `TypeError` that names the invalid declaration. A declaration is invalid if it has an
  ///   identifier that is malformed or in the domain `dyn.`, a malformed tag or an undeclared parent, if it
  ///   is the second exported declaration of its identifier, or if it is part of a cycle.
  /// - Complexity: linear in the total number of declarations in the new registry.
  public func adding(_ declarations: [TypeDeclaration]) throws(TypeError) -> TypeRegistry {
    var types = types
    try types.add(
      declarations.map { declaration throws(TypeError) in try Self.checked(declaration) })
    return TypeRegistry(types)
  }

  /// Returns a registry with the declarations of this registry and further declarations, all with the same
  /// origin.
  ///
  /// - Parameters:
  ///   - declarations: the declarations, in any order.
  ///   - origin: the origin for all of the further declarations.
  /// - Returns: the registry with the declarations.
  /// - Throws: the same errors as ``adding(_:)``.
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

extension TypeRegistry {
  /// Validates a declaration and returns it with its extensions in lower case, as they are reported.
  private static func checked(_ declaration: TypeDeclaration) throws(TypeError) -> TypeDeclaration {
    let identifier = TypeIdentifier(declaration.identifier)
    guard identifier.isValid else { throw .malformed(identifier) }
    if identifier.isDynamic {
      throw TypeError(
        .reservedIdentifier, subject: identifier.text,
        reason: "cannot be declared: the domain dyn. is for undeclared types")
    }
    for parent in declaration.parents.map({ TypeIdentifier($0) }) where !parent.isValid {
      throw .malformed(parent)
    }
    var checked = declaration
    if TypeIdentifier(checked.spelling) != identifier { checked.spelling = identifier.text }
    // If the description is empty, the description of a supertype is used.
    if checked.description?.isEmpty == true { checked.description = nil }
    // Tags of unknown classes are omitted.
    checked.tags = [:]
    for tagClass in StandardTagClass.allCases {
      guard let tags = declaration.tags[tagClass.tagClass], !tags.isEmpty else { continue }
      for tag in tags {
        guard let problem = TypeTag.problem(with: tag, tagClass) else { continue }
        throw TypeError(
          .malformedTag, reason: "the tag “\(tag)” (\(tagClass.tagClass)) of “\(identifier)” \(problem)")
      }
      checked.tags[tagClass.tagClass] =
        tagClass == .filenameExtension ? tags.map(CaseFolding.folded) : tags
    }
    return checked
  }
}

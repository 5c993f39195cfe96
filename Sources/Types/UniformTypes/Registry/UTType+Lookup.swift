// MARK: - By identifier

extension UTType {
  /// The declared type with that identifier, or the dynamic type that it describes.
  ///
  /// Nil when the text is not an identifier or not declared, and for a malformed `dyn.` identifier.
  ///
  /// - Parameter identifier: the identifier, in any case.
  public init?(_ identifier: String) { self.init(identifier, in: .current) }

  /// The type that `init(_:)` gives, declared in that registry.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, in any case.
  ///   - registry: the registry that answers.
  public init?(_ identifier: String, in registry: TypeRegistry) {
    if let declared = registry.declaredType(identifier) {
      self = declared
    } else if DynamicIdentifier(identifier) != nil {
      self.init(undeclared: CaseFolding.folded(identifier))
    } else {
      return nil
    }
  }

  /// The type with that identifier, whether or not it is declared.
  ///
  /// - Parameters:
  ///   - identifier: the identifier.
  ///   - allowUndeclared: false gives what `init(_:)` gives. With true, an undeclared identifier gives a type that
  ///     keeps it, is neither declared nor dynamic, and has no supertypes and no tags.
  /// - Returns: nil for text that is not an identifier, and for a malformed `dyn.` identifier.
  public init?(identifier: String, allowUndeclared: Bool) {
    self.init(identifier: identifier, allowUndeclared: allowUndeclared, in: .current)
  }

  /// The type that `init(identifier:allowUndeclared:)` gives, declared in that registry.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, in any case.
  ///   - allowUndeclared: whether an undeclared identifier gives a type too.
  ///   - registry: the registry that answers.
  public init?(identifier: String, allowUndeclared: Bool, in registry: TypeRegistry) {
    if let known = UTType(identifier, in: registry) {
      self = known
    } else if allowUndeclared, TypeIdentifier(identifier).isValid,
      !TypeIdentifier(identifier).isDynamic
    {
      self.init(undeclared: identifier)
    } else {
      return nil
    }
  }
}

// MARK: - By the program's own declaration

extension UTType {
  /// A type that the program itself declares and owns.
  ///
  /// Meant for constants. A type that the current registry declares is given as it is declared there. Otherwise the
  /// type has this identifier, is not declared, and conforms to `parentType`, or to `.data` when none is given; that
  /// conformance belongs to the value and does not reach code that is handed only the identifier, for which the type
  /// must be declared in a registry. An item provider that is handed the value keeps the conformance. Text that is not
  /// an identifier gives a type all the same, which nothing that checks identifiers will accept.
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the type.
  ///   - parentType: what the type conforms to where it is not declared; nil is `.data`.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(exportedAs: identifier, conformingTo: parentType, in: .current)
  }

  /// The type that `init(exportedAs:conformingTo:)` gives, declared in that registry.
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the type.
  ///   - parentType: what the type conforms to where it is not declared; nil is `.data`.
  ///   - registry: the registry that answers.
  public init(
    exportedAs identifier: String, conformingTo parentType: UTType? = nil, in registry: TypeRegistry
  ) {
    self =
      UTType(identifier, in: registry)
      ?? UTType(undeclared: identifier, knowing: .parent(parentType ?? .data))
  }

  /// A type that the program uses and another party owns.
  ///
  /// As `init(exportedAs:conformingTo:)`, with one difference: when the type has a preferred filename extension, and
  /// another type is the one that this extension means, the result is that other type (Apple's `UTType.h`).
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the type.
  ///   - parentType: what the type conforms to where it is not declared; nil is `.data`.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(importedAs: identifier, conformingTo: parentType, in: .current)
  }

  /// The type that `init(importedAs:conformingTo:)` gives, declared in that registry.
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the type.
  ///   - parentType: what the type conforms to where it is not declared; nil is `.data`.
  ///   - registry: the registry that answers.
  public init(
    importedAs identifier: String, conformingTo parentType: UTType? = nil, in registry: TypeRegistry
  ) {
    let named = UTType(exportedAs: identifier, conformingTo: parentType, in: registry)
    let root: UTType? = [.data, .package].first { registry.conforms(named, to: $0) }
    guard registry.position(of: named) != nil,
      let fileExtension = registry.preferredTag(of: named, .filenameExtension),
      let preferred = registry.type(
        tag: fileExtension, tagClass: .filenameExtension, conformingTo: parentType ?? root),
      registry.position(of: preferred) != nil
    else {
      self = named
      return
    }
    self = preferred
  }
}

// MARK: - Declarations

extension UTType {
  /// Whether the current registry declares the type.
  public var isDeclared: Bool { isDeclared(in: .current) }

  /// Whether a registry declares the type.
  ///
  /// - Parameter registry: the registry that answers.
  /// - Returns: whether it is declared there.
  public func isDeclared(in registry: TypeRegistry) -> Bool { registry.position(of: self) != nil }
}

extension UTType: CustomDebugStringConvertible {
  /// The identifier and whether the type is declared, dynamic or neither, in a form meant for diagnosis only.
  ///
  /// The exact text may change.
  public var debugDescription: String {
    "UTType(\(identifier), \(isDynamic ? "dynamic" : isDeclared ? "declared" : "not declared"))"
  }
}

extension UTType: Codable {
  /// Reads an identifier: a single string.
  ///
  /// An undeclared one is kept, without the parent that the program may have named for it; text that is not
  /// an identifier, and a malformed `dyn.` identifier, throw `DecodingError.dataCorrupted`.
  ///
  /// - Parameter decoder: the decoder.
  /// - Throws: `DecodingError` as above, and the errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let type = UTType(identifier: identifier, allowUndeclared: true) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: TypeError.malformed(TypeIdentifier(identifier)).message)
    }
    self = type
  }

  /// Writes the identifier as a single string.
  ///
  /// - Parameter encoder: the encoder.
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension UTType {
  /// Whether the type is the other type or conforms to it, directly or not.
  ///
  /// - Parameter type: the other type.
  /// - Returns: whether it conforms.
  public func conforms(to type: UTType) -> Bool { conforms(to: type, in: .current) }

  /// Whether the type is the other type or conforms to it, as a registry declares them.
  ///
  /// - Parameters:
  ///   - type: the other type.
  ///   - registry: the registry that answers.
  /// - Returns: whether it conforms.
  public func conforms(to type: UTType, in registry: TypeRegistry) -> Bool {
    registry.conforms(self, to: type)
  }

  /// Whether the other type conforms to this one and is another one.
  ///
  /// - Parameter type: the other type.
  /// - Returns: whether this is a supertype.
  public func isSupertype(of type: UTType) -> Bool { isSupertype(of: type, in: .current) }

  /// Whether the other type conforms to this one and is another one, as a registry declares them.
  ///
  /// - Parameters:
  ///   - type: the other type.
  ///   - registry: the registry that answers.
  /// - Returns: whether this is a supertype.
  public func isSupertype(of type: UTType, in registry: TypeRegistry) -> Bool {
    self != type && registry.conforms(type, to: self)
  }

  /// Whether the type conforms to the other one and is another one.
  ///
  /// - Parameter type: the other type.
  /// - Returns: whether this is a subtype.
  public func isSubtype(of type: UTType) -> Bool { isSubtype(of: type, in: .current) }

  /// Whether the type conforms to the other one and is another one, as a registry declares them.
  ///
  /// - Parameters:
  ///   - type: the other type.
  ///   - registry: the registry that answers.
  /// - Returns: whether this is a subtype.
  public func isSubtype(of type: UTType, in registry: TypeRegistry) -> Bool {
    self != type && registry.conforms(self, to: type)
  }

  /// Everything the type conforms to, directly or not, without the type itself.
  ///
  /// What a declared type conforms to is declared as well, or the declaration would have been refused. A dynamic type,
  /// and one that the program made with a parent, show that parent even when it is not declared.
  public var supertypes: Set<UTType> { supertypes(in: .current) }

  /// Everything the type conforms to, without the type itself, as a registry declares it.
  ///
  /// - Parameter registry: the registry that answers.
  /// - Returns: the supertypes; empty for a type that nothing is known about.
  public func supertypes(in registry: TypeRegistry) -> Set<UTType> { registry.supertypes(of: self) }
}

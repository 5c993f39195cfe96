// MARK: - By identifier

extension UTType {
  /// Creates the declared type or the dynamic type with an identifier.
  ///
  /// The result is nil if the text is not an identifier, if the identifier is not declared, or if a
  /// `dyn.` identifier is malformed.
  ///
  /// - Parameter identifier: the identifier, in upper or lower case.
  public init?(_ identifier: String) { self.init(identifier, in: .current) }

  /// Creates the type like `init(_:)`, with the declarations of a registry.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, in upper or lower case.
  ///   - registry: the registry to search.
  public init?(_ identifier: String, in registry: TypeRegistry) {
    if let declared = registry.declaredType(identifier) {
      self = declared
    } else if DynamicIdentifier(identifier) != nil {
      self.init(undeclared: CaseFolding.folded(identifier))
    } else {
      return nil
    }
  }

  /// Creates the type with an identifier, whether or not it is declared.
  ///
  /// - Parameters:
  ///   - identifier: the identifier.
  ///   - allowUndeclared: if false, the result is the same as that of `init(_:)`. If true, an undeclared
  ///     identifier creates a type with that identifier. This type is neither declared nor dynamic, and has
  ///     no supertypes and no tags.
  /// - Returns: the type; nil if the text is not an identifier, or if a `dyn.` identifier is malformed.
  public init?(identifier: String, allowUndeclared: Bool) {
    self.init(identifier: identifier, allowUndeclared: allowUndeclared, in: .current)
  }

  /// Creates the type like `init(identifier:allowUndeclared:)`, with the declarations of a registry.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, in upper or lower case.
  ///   - allowUndeclared: whether an undeclared identifier also creates a type.
  ///   - registry: the registry to search.
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
  /// Creates a type that the program itself declares and owns.
  ///
  /// Use this initialiser for constants. If the current registry declares the type, the result is the
  /// declared type. Otherwise the result is an undeclared type with this identifier that conforms to
  /// `parentType`, or to `.data` by default.
  ///
  /// The conformance is stored in the value. It is lost if only the identifier is passed to other code,
  /// unless a registry declares the type. An item provider that receives the value keeps the conformance.
  ///
  /// Text that is not an identifier also creates a type, but functions that validate identifiers do not
  /// accept it.
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the type.
  ///   - parentType: the supertype if the type is not declared; nil for `.data`.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(exportedAs: identifier, conformingTo: parentType, in: .current)
  }

  /// Creates the type like `init(exportedAs:conformingTo:)`, with the declarations of a registry.
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the type.
  ///   - parentType: the supertype if the type is not declared; nil for `.data`.
  ///   - registry: the registry to search.
  public init(
    exportedAs identifier: String, conformingTo parentType: UTType? = nil, in registry: TypeRegistry
  ) {
    self =
      UTType(identifier, in: registry)
      ?? UTType(undeclared: identifier, knowing: .parent(parentType ?? .data))
  }

  /// Creates a type that the program uses but another party owns.
  ///
  /// This initialiser works like `init(exportedAs:conformingTo:)`, with one difference. If a look-up of the
  /// type's preferred filename extension finds another type, the result is that other type (source: Apple's
  /// `UTType.h`).
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the type.
  ///   - parentType: the supertype if the type is not declared; nil for `.data`.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(importedAs: identifier, conformingTo: parentType, in: .current)
  }

  /// Creates the type like `init(importedAs:conformingTo:)`, with the declarations of a registry.
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the type.
  ///   - parentType: the supertype if the type is not declared; nil for `.data`.
  ///   - registry: the registry to search.
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

  /// Returns whether a registry declares the type.
  ///
  /// - Parameter registry: the registry to search.
  /// - Returns: whether the type is declared.
  public func isDeclared(in registry: TypeRegistry) -> Bool { registry.position(of: self) != nil }
}

extension UTType: CustomDebugStringConvertible {
  /// The identifier, and whether the type is declared, dynamic or neither; for diagnostics only.
  ///
  /// The exact text may change.
  public var debugDescription: String {
    "UTType(\(identifier), \(isDynamic ? "dynamic" : isDeclared ? "declared" : "not declared"))"
  }
}

extension UTType: Codable {
  /// Decodes an identifier from a single string.
  ///
  /// An undeclared identifier is accepted, but the parent that was specified for the encoded type is lost. If
  /// the text is not an identifier, or is a malformed `dyn.` identifier, the error is
  /// `DecodingError.dataCorrupted`.
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

  /// Encodes the identifier as a single string.
  ///
  /// - Parameter encoder: the encoder.
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension UTType {
  /// Returns whether the type equals the other type or conforms to it, directly or indirectly.
  ///
  /// - Parameter type: the other type.
  /// - Returns: whether the type conforms to the other type.
  public func conforms(to type: UTType) -> Bool { conforms(to: type, in: .current) }

  /// Returns whether the type equals the other type or conforms to it, as declared in a registry.
  ///
  /// - Parameters:
  ///   - type: the other type.
  ///   - registry: the registry to search.
  /// - Returns: whether the type conforms to the other type.
  public func conforms(to type: UTType, in registry: TypeRegistry) -> Bool {
    registry.conforms(self, to: type)
  }

  /// Returns whether the other type conforms to this type and differs from it.
  ///
  /// - Parameter type: the other type.
  /// - Returns: whether this is a supertype.
  public func isSupertype(of type: UTType) -> Bool { isSupertype(of: type, in: .current) }

  /// Returns whether the other type conforms to this type and differs from it, as declared in a registry.
  ///
  /// - Parameters:
  ///   - type: the other type.
  ///   - registry: the registry to search.
  /// - Returns: whether this is a supertype.
  public func isSupertype(of type: UTType, in registry: TypeRegistry) -> Bool {
    self != type && registry.conforms(type, to: self)
  }

  /// Returns whether the type conforms to the other type and differs from it.
  ///
  /// - Parameter type: the other type.
  /// - Returns: whether this is a subtype.
  public func isSubtype(of type: UTType) -> Bool { isSubtype(of: type, in: .current) }

  /// Returns whether the type conforms to the other type and differs from it, as declared in a registry.
  ///
  /// - Parameters:
  ///   - type: the other type.
  ///   - registry: the registry to search.
  /// - Returns: whether this is a subtype.
  public func isSubtype(of type: UTType, in registry: TypeRegistry) -> Bool {
    self != type && registry.conforms(self, to: type)
  }

  /// All types that the type conforms to, directly or indirectly, without the type itself.
  ///
  /// The supertypes of a declared type are always declared. The supertypes of a dynamic type, and of a type
  /// that the program created with a parent, include the parent even if the parent is not declared.
  public var supertypes: Set<UTType> { supertypes(in: .current) }

  /// Returns all types that the type conforms to, without the type itself, as declared in a registry.
  ///
  /// - Parameter registry: the registry to search.
  /// - Returns: the supertypes; empty if they are unknown.
  public func supertypes(in registry: TypeRegistry) -> Set<UTType> { registry.supertypes(of: self) }
}

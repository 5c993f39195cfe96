/// A uniform type: what kind of thing some data, file or folder is.
///
/// A type is its identifier. What is known about it stands in a `TypeRegistry`; the members that are not given a
/// registry ask `TypeRegistry.current`. Two types are equal when their identifiers are, without regard to case.
///
///     let type = UTType(filenameExtension: "jpg")  // .jpeg
///     type?.conforms(to: .image)                   // true
///
/// A type is *declared* when the registry has a declaration of it, *dynamic* when its identifier describes it by a
/// tag (`dyn.…`), and otherwise neither: a name that is kept and conforms to itself only.
///
/// The interface is that of Apple's type of the same name. The class that goes with it there, `UTTypeReference`, is not
/// offered: there is nothing to bridge to, and the layout of its archives is not documented.
public struct UTType: Sendable {
  /// The identifier, such as `public.jpeg`.
  ///
  /// A declared type has the spelling of its declaration, which is lower case in the standard table. An identifier
  /// that nobody declares keeps the spelling it was given.
  public let identifier: String

  /// Where the type stands in the standard table, -1 when it does not.
  ///
  /// It follows from the identifier alone and saves the search for it.
  @usableFromInline let standardPosition: Int32

  /// The parent that the program named for a type nobody declares.
  @usableFromInline let assumedParent: AssumedParent?

  /// Makes a type whose position is known: a constant or the answer of a registry.
  ///
  /// Inlinable with the constants, so that a question about constants is compiled to the question alone.
  @inlinable init(_ identifier: String, at standardPosition: Int32, assumedParent: AssumedParent? = nil) {
    self.identifier = identifier
    self.standardPosition = standardPosition
    self.assumedParent = assumedParent
  }

  /// Makes a type of any text; the caller has checked it or does not care.
  init(unchecked identifier: String, assumedParent: UTType? = nil) {
    let standard = TypeRegistry.standard
    if let position = standard.position(of: identifier) {
      self.init(standard.identifier(at: position), at: Int32(position))
    } else {
      self.init(identifier, at: -1, assumedParent: assumedParent.map(AssumedParent.init))
    }
  }

  /// Holds a type inside a type.
  @usableFromInline final class AssumedParent: Sendable {
    let type: UTType

    init(_ type: UTType) { self.type = type }
  }
}

// MARK: - By identifier

extension UTType {
  /// The declared type with that identifier, or the dynamic type that it describes.
  ///
  /// Nil when the text is not an identifier or nobody declares it, and for a `dyn.` identifier that cannot be read.
  public init?(_ identifier: String) { self.init(identifier, in: .current) }

  /// The type that `init(_:)` gives, declared in that registry.
  public init?(_ identifier: String, in registry: TypeRegistry) {
    if let declared = registry.declaredType(identifier) {
      self = declared
    } else if DynamicIdentifier(identifier) != nil {
      self.init(FoldedText.fold(identifier), at: -1)
    } else {
      return nil
    }
  }

  /// The type with that identifier, whether or not it is declared.
  ///
  /// - Parameter allowUndeclared: false gives what `init(_:)` gives. With true, an identifier that nobody declares
  ///   gives a type that keeps it, is neither declared nor dynamic, and has no supertypes and no tags.
  /// - Returns: nil for text that is not an identifier, and for a `dyn.` identifier that cannot be read.
  public init?(identifier: String, allowUndeclared: Bool) {
    self.init(identifier: identifier, allowUndeclared: allowUndeclared, in: .current)
  }

  /// The type that `init(identifier:allowUndeclared:)` gives, declared in that registry.
  public init?(identifier: String, allowUndeclared: Bool, in registry: TypeRegistry) {
    if let known = UTType(identifier, in: registry) {
      self = known
    } else if allowUndeclared, TypeIdentifier.isValid(identifier), !TypeIdentifier.isDynamic(identifier) {
      self.init(unchecked: identifier)
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
  /// must be declared in a registry. Text that is not an identifier gives a type all the same, which nothing that
  /// checks identifiers will accept.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(exportedAs: identifier, conformingTo: parentType, in: .current)
  }

  /// The type that `init(exportedAs:conformingTo:)` gives, declared in that registry.
  public init(
    exportedAs identifier: String, conformingTo parentType: UTType? = nil, in registry: TypeRegistry
  ) {
    self =
      UTType(identifier, in: registry) ?? UTType(unchecked: identifier, assumedParent: parentType ?? .data)
  }

  /// A type that the program uses and somebody else owns.
  ///
  /// As `init(exportedAs:conformingTo:)`, with one difference: when the type has a preferred filename extension, and
  /// another type is the one that this extension means, the result is that other type (Apple's `UTType.h`).
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(importedAs: identifier, conformingTo: parentType, in: .current)
  }

  /// The type that `init(importedAs:conformingTo:)` gives, declared in that registry.
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

// MARK: - What an identifier says

extension UTType {
  /// Whether the type is described by its identifier alone (`dyn.…`).
  public var isDynamic: Bool { standardPosition < 0 && TypeIdentifier.isDynamic(identifier) }

  /// Whether the identifier is in the domain `public`.
  public var isPublic: Bool { TypeIdentifier.isPublic(identifier) }

  /// Whether the current registry declares the type.
  public var isDeclared: Bool { isDeclared(in: .current) }

  /// Whether a registry declares the type.
  public func isDeclared(in registry: TypeRegistry) -> Bool { registry.position(of: self) != nil }
}

extension UTType: Hashable {
  /// Whether two types have the same identifier, without regard to case.
  public static func == (first: UTType, second: UTType) -> Bool {
    if first.standardPosition >= 0 || second.standardPosition >= 0 {
      return first.standardPosition == second.standardPosition
    }
    return FoldedText.areEqual(first.identifier, second.identifier)
  }

  /// Hashes the identifier without regard to case.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(standardPosition)
    guard standardPosition < 0 else { return }
    FoldedText.withFolded(identifier) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier.
  public var description: String { identifier }

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
  /// One that nobody declares is kept, without the parent that the program may have named for it; text that is not
  /// an identifier, and a `dyn.` identifier that cannot be read, throw `DecodingError.dataCorrupted`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let type = UTType(identifier: identifier, allowUndeclared: true) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: TypeIdentifier.malformed(identifier).message)
    }
    self = type
  }

  /// Writes the identifier as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

/// A uniform type: the kind of some data, a file or a folder.
///
/// A type is represented by its identifier. Its declaration is stored in a `TypeRegistry`; members
/// without a registry parameter use `TypeRegistry.current`. Two types are equal if their identifiers
/// are equal without regard to case.
///
///     let type = UTType(filenameExtension: "jpg")  // .jpeg
///     type?.conforms(to: .image)                   // true
///
/// A type is *declared* if the registry contains a declaration of the type. A type is *dynamic* if its
/// identifier (`dyn.…`) contains a tag that describes the type. Any other type is only a name. It conforms
/// only to itself, and to the parent that the program may have specified for it.
///
/// The interface is the same as that of Apple's type `UTType`. The module `UniformTypeIdentifiers` has
/// Apple's class `UTTypeReference`.
public struct UTType: Sendable {
  /// The identifier, such as `public.jpeg`.
  ///
  /// A declared type has the spelling of its declaration. In the standard table, all identifiers are in
  /// lower case. An undeclared identifier keeps its original spelling.
  public let identifier: String

  /// The type's position in the standard table; nil if the table does not contain the type.
  ///
  /// The position depends only on the identifier, because the standard types have the same positions in all
  /// registries. Queries with constants therefore need no search by identifier.
  let standardPosition: Int?

  /// Information about the type for registries that do not declare the type; nil for a standard type.
  let knowledge: Knowledge?

  /// Creates a type with a known position: a constant, or the result of a registry.
  init(_ identifier: String, at standardPosition: Int?) {
    self.identifier = identifier
    self.standardPosition = standardPosition
    knowledge = nil
  }

  /// Creates a type from text without any validation; the caller ensures that it is not a standard type.
  init(undeclared identifier: String, knowing source: Knowledge.Source? = nil) {
    self.identifier = identifier
    standardPosition = nil
    knowledge = source.map(Knowledge.init)
  }

  /// A protocol to which only `TypeRegistry` conforms.
  ///
  /// The protocol is necessary because `TypeRegistry` is declared in a higher layer.
  protocol DeclaringRegistry: AnyObject, Sendable {}

  /// Information in a value about its type.
  ///
  /// It is used only if a registry does not declare the type.
  final class Knowledge: Sendable {
    enum Source: Sendable {
      /// The parent that the program specified for the type.
      case parent(UTType)
      /// A registry that declares the type.
      case registry(any DeclaringRegistry)
    }

    let source: Source

    init(_ source: Source) { self.source = source }
  }
}

extension UTType {
  /// The identifier as a ``TypeIdentifier``, for comparisons without regard to case.
  package var typeIdentifier: TypeIdentifier { TypeIdentifier(identifier) }

  /// Whether the identifier itself describes the type (`dyn.…`).
  public var isDynamic: Bool { standardPosition == nil && typeIdentifier.isDynamic }

  /// Whether the standard table contains the type.
  package var isStandard: Bool { standardPosition != nil }

  /// Whether the identifier is in the domain `public`.
  public var isPublic: Bool { typeIdentifier.isPublic }
}

extension UTType: Hashable {
  /// Returns whether two types have the same identifier, without regard to case.
  ///
  /// - Parameters:
  ///   - first: a type.
  ///   - second: another type.
  /// - Returns: whether the two types are equal.
  public static func == (first: UTType, second: UTType) -> Bool {
    if first.standardPosition != nil || second.standardPosition != nil {
      return first.standardPosition == second.standardPosition
    }
    return first.typeIdentifier == second.typeIdentifier
  }

  /// Hashes the identifier without regard to case.
  ///
  /// - Parameter hasher: receives the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(standardPosition)
    if standardPosition == nil { hasher.combine(typeIdentifier) }
  }
}

extension UTType: CustomStringConvertible {
  /// The identifier.
  public var description: String { identifier }
}

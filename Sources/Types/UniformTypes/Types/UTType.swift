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
  /// A declared type has the spelling of its declaration, which is lower case in the standard table. An undeclared
  /// identifier keeps the spelling it was given.
  public let identifier: String

  /// The type's position in the standard table, nil for a type that the table does not have.
  ///
  /// It follows from the identifier alone: every registry has the standard types at the same positions. A query with
  /// constants needs no search by identifier.
  let standardPosition: Int?

  /// What the value itself knows about a type that a registry may not declare; nil for a standard type.
  let knowledge: Knowledge?

  /// Makes a type with a known position: a constant, or the answer of a registry.
  init(_ identifier: String, at standardPosition: Int?) {
    self.identifier = identifier
    self.standardPosition = standardPosition
    knowledge = nil
  }

  /// Makes a type of text that names no standard type; the caller has checked that, and nothing else is checked.
  init(undeclared identifier: String, knowing source: Knowledge.Source? = nil) {
    self.identifier = identifier
    standardPosition = nil
    knowledge = source.map(Knowledge.init)
  }

  /// A registry, which lies in a layer above the types; `TypeRegistry` is the only one.
  protocol DeclaringRegistry: AnyObject, Sendable {}

  /// What a value knows about its type; it counts only where a registry does not declare the type.
  final class Knowledge: Sendable {
    enum Source: Sendable {
      /// The parent that the program named for the type.
      case parent(UTType)
      /// A registry that declares the type.
      case registry(any DeclaringRegistry)
    }

    let source: Source

    init(_ source: Source) { self.source = source }
  }
}

extension UTType {
  /// The identifier as a value, for comparisons.
  package var typeIdentifier: TypeIdentifier { TypeIdentifier(identifier) }

  /// Whether the type is described by its identifier alone (`dyn.…`).
  public var isDynamic: Bool { standardPosition == nil && typeIdentifier.isDynamic }

  /// Whether the standard table has the type.
  package var isStandard: Bool { standardPosition != nil }

  /// Whether the identifier is in the domain `public`.
  public var isPublic: Bool { typeIdentifier.isPublic }
}

extension UTType: Hashable {
  /// Whether two types have the same identifier, without regard to case.
  ///
  /// - Parameters:
  ///   - first: a type.
  ///   - second: another type.
  /// - Returns: whether they are equal.
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

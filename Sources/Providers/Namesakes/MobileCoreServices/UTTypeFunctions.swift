#if !canImport(Darwin)
  public import Foundation
  import UniformTypes

  // The names and results are Apple's (source: `UTType.h` of Core Services). If a function's name contains
  // `Create` or `Copy`, its result is retained: use `takeRetainedValue()`.

  /// Returns the identifier of the preferred type for a tag.
  ///
  /// The preferred type is a declared type if a declared type has the tag. Otherwise, it is a dynamic type.
  ///
  /// - Parameters:
  ///   - inTagClass: the class of the tag.
  ///   - inTag: the tag.
  ///   - inConformingToUTI: a type to which the result must conform; nil for any type.
  /// - Returns: the identifier; nil if the tag is not valid for its class, the class is unknown, or
  ///   `inConformingToUTI` is not a type identifier.
  public func UTTypeCreatePreferredIdentifierForTag(
    _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
  ) -> Unmanaged<CFString>? {
    types(inTagClass, inTag, inConformingToUTI).first.map { .passRetained($0.identifier as NSString) }
  }

  /// Returns the identifiers of all types for a tag, in order of preference.
  ///
  /// - Parameters:
  ///   - inTagClass: the class of the tag.
  ///   - inTag: the tag.
  ///   - inConformingToUTI: a type to which the results must conform; nil for any type.
  /// - Returns: the identifiers; nil if the tag is not valid for its class, the class is unknown, or
  ///   `inConformingToUTI` is not a type identifier.
  public func UTTypeCreateAllIdentifiersForTag(
    _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
  ) -> Unmanaged<CFArray>? {
    let types = types(inTagClass, inTag, inConformingToUTI)
    return types.isEmpty ? nil : .passRetained(types.map(\.identifier) as NSArray)
  }

  /// Returns the preferred tag of a type in a tag class; nil if the type has no tag in the class.
  ///
  /// - Parameters:
  ///   - inUTI: the identifier of the type.
  ///   - inTagClass: the class of the tag.
  /// - Returns: the tag.
  public func UTTypeCopyPreferredTagWithClass(_ inUTI: CFString, _ inTagClass: CFString) -> Unmanaged<
    CFString
  >? {
    type(inUTI)
      .flatMap { TypeRegistry.current.preferredTag(of: $0, UTTagClass(rawValue: inTagClass as String)) }
      .map { .passRetained($0 as NSString) }
  }

  /// Returns all tags of a type in a tag class, the preferred tag first; nil if the type has no tags in the
  /// class.
  ///
  /// - Parameters:
  ///   - inUTI: the identifier of the type.
  ///   - inTagClass: the class of the tags.
  /// - Returns: the tags.
  public func UTTypeCopyAllTagsWithClass(_ inUTI: CFString, _ inTagClass: CFString) -> Unmanaged<CFArray>? {
    type(inUTI)?.tags[UTTagClass(rawValue: inTagClass as String)].map { .passRetained($0 as NSArray) }
  }

  /// Returns whether two identifiers name the same type, ignoring case.
  ///
  /// - Parameters:
  ///   - inUTI1: an identifier.
  ///   - inUTI2: the other identifier.
  /// - Returns: `true` if the identifiers name the same type.
  public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool {
    TypeIdentifier(inUTI1 as String) == TypeIdentifier(inUTI2 as String)
  }

  /// Returns whether the first type equals the second type or conforms to it, directly or indirectly.
  ///
  /// - Parameters:
  ///   - inUTI: the identifier of the type.
  ///   - inConformsToUTI: the identifier of the more general type.
  /// - Returns: `true` if the first type equals the second type or conforms to it.
  public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
    TypeRegistry.current.conforms(identifier: inUTI as String, to: inConformsToUTI as String)
  }

  /// Returns the English description of the type; nil if the type has no description.
  ///
  /// - Parameter inUTI: the identifier of the type.
  /// - Returns: the description.
  public func UTTypeCopyDescription(_ inUTI: CFString) -> Unmanaged<CFString>? {
    type(inUTI)?.localizedDescription.map { .passRetained($0 as NSString) }
  }

  /// Returns whether the type is declared.
  ///
  /// - Parameter inUTI: the identifier of the type.
  /// - Returns: `true` if the type is declared.
  public func UTTypeIsDeclared(_ inUTI: CFString) -> Bool { type(inUTI)?.isDeclared ?? false }

  /// Returns whether an identifier is dynamic, which means that the identifier encodes a tag.
  ///
  /// - Parameter inUTI: the identifier.
  /// - Returns: `true` if the identifier is dynamic.
  public func UTTypeIsDynamic(_ inUTI: CFString) -> Bool { type(inUTI)?.isDynamic ?? false }

  /// Returns the active declaration of a type, with the keys of a property list; nil if the type is not
  /// declared.
  ///
  /// - Parameter inUTI: the identifier of the type.
  /// - Returns: the declaration.
  public func UTTypeCopyDeclaration(_ inUTI: CFString) -> Unmanaged<CFDictionary>? {
    guard let declaration = type(inUTI).flatMap({ TypeRegistry.current.declaration(of: $0) }) else {
      return nil
    }
    var keys: [String: Any] = [kUTTypeIdentifierKey as String: declaration.identifier]
    if !declaration.parents.isEmpty { keys[kUTTypeConformsToKey as String] = declaration.parents }
    if !declaration.tags.isEmpty {
      keys[kUTTypeTagSpecificationKey as String] = Dictionary(
        uniqueKeysWithValues: declaration.tags.map { ($0.key.rawValue, $0.value) })
    }
    keys[kUTTypeDescriptionKey as String] = declaration.description
    keys[kUTTypeReferenceURLKey as String] = declaration.referenceURLString
    keys[kUTTypeVersionKey as String] = declaration.version
    return .passRetained(keys as NSDictionary)
  }

  /// Returns the type for an identifier, declared or not; nil if the text is not an identifier.
  private func type(_ identifier: CFString) -> UTType? {
    UTType(identifier: identifier as String, allowUndeclared: true)
  }

  /// Returns the types for a tag; empty if the supertype is not an identifier.
  private func types(_ tagClass: CFString, _ tag: CFString, _ supertype: CFString?) -> [UTType] {
    let parent = supertype.flatMap(type)
    if supertype != nil && parent == nil { return [] }
    return TypeRegistry.current.types(
      tag: tag as String, tagClass: UTTagClass(rawValue: tagClass as String), conformingTo: parent)
  }
#endif

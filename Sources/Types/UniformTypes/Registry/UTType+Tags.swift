extension UTType {
  /// Creates the type for a filename extension.
  ///
  /// If no declared type has the extension and conforms to `supertype`, the result is a dynamic type with
  /// the tag and that supertype.
  ///
  /// - Parameters:
  ///   - filenameExtension: the extension without its leading period, in upper or lower case. An extension
  ///     that is empty or contains a period or a slash, such as `tar.gz`, is not valid.
  ///   - supertype: the required supertype. The default, `.data`, excludes packages.
  /// - Returns: the type; nil if the extension is not valid.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(filenameExtension: filenameExtension, conformingTo: supertype, in: .current)
  }

  /// Creates the type like `init(filenameExtension:conformingTo:)`, with the declarations of a registry.
  ///
  /// - Parameters:
  ///   - filenameExtension: the extension without its leading period, in upper or lower case.
  ///   - supertype: the required supertype.
  ///   - registry: the registry to search.
  public init?(
    filenameExtension: String, conformingTo supertype: UTType = .data, in registry: TypeRegistry
  ) {
    self.init(
      tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype, in: registry)
  }

  /// Creates the type for a MIME type.
  ///
  /// The whole text is compared, including parameters and ignoring case. If no declared type has the MIME
  /// type and conforms to `supertype`, the result is a dynamic type with the tag and that supertype. The
  /// dynamic type contains the MIME type in lower case.
  ///
  /// Apple does not document whether parameters are removed. This library keeps them:
  /// `text/plain;charset=utf-8` is a MIME type of `.utf8PlainText`, and a MIME type with an undeclared
  /// parameter creates a dynamic type. A wildcard such as `image/*` has no special meaning.
  /// `application/octet-stream` is a MIME type of `.data`, although the tags of `.data` no longer include
  /// it.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type, in upper or lower case.
  ///   - supertype: the required supertype.
  /// - Returns: the type; nil if the text is not a MIME type.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(mimeType: mimeType, conformingTo: supertype, in: .current)
  }

  /// Creates the type like `init(mimeType:conformingTo:)`, with the declarations of a registry.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type, in upper or lower case.
  ///   - supertype: the required supertype.
  ///   - registry: the registry to search.
  public init?(mimeType: String, conformingTo supertype: UTType = .data, in registry: TypeRegistry) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype, in: registry)
  }

  /// Creates the type for a tag.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - tagClass: the class of the tag.
  ///   - supertype: the required supertype; nil for any type. With nil, a dynamic type has no supertypes.
  /// - Returns: the type; nil if the tag is not valid for its class or the class is unknown.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    self.init(tag: tag, tagClass: tagClass, conformingTo: supertype, in: .current)
  }

  /// Creates the type like `init(tag:tagClass:conformingTo:)`, with the declarations of a registry.
  ///
  /// - Parameters:
  ///   - tag: the tag, such as an extension or a MIME type.
  ///   - tagClass: the class of the tag.
  ///   - supertype: the required supertype; nil for any type.
  ///   - registry: the registry to search.
  public init?(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?, in registry: TypeRegistry
  ) {
    guard let type = registry.type(tag: tag, tagClass: tagClass, conformingTo: supertype) else {
      return nil
    }
    self = type
  }

  /// Returns all declared types that have a tag and conform to `supertype`, best first.
  ///
  /// Types in the domain `public` precede other types. Within these two groups, types declared by their
  /// owner precede other types. Within each group, types are in the order of declaration. Apple documents
  /// only the first of these rules. If no declared type matches, the only result is the dynamic type for the
  /// tag.
  ///
  /// The result is empty if the tag is not valid for its class or the class is unknown.
  ///
  /// - Parameters:
  ///   - tag: the tag, such as an extension or a MIME type.
  ///   - tagClass: the class of the tag.
  ///   - supertype: the required supertype; nil for any type.
  /// - Returns: the types, best first.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?)
    -> [UTType]
  {
    types(tag: tag, tagClass: tagClass, conformingTo: supertype, in: .current)
  }

  /// Returns the types like `types(tag:tagClass:conformingTo:)`, with the declarations of a registry.
  ///
  /// - Parameters:
  ///   - tag: the tag, such as an extension or a MIME type.
  ///   - tagClass: the class of the tag.
  ///   - supertype: the required supertype; nil for any type.
  ///   - registry: the registry to search.
  /// - Returns: the types, best first.
  public static func types(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?, in registry: TypeRegistry
  ) -> [UTType] {
    registry.types(tag: tag, tagClass: tagClass, conformingTo: supertype)
  }

  /// Creates the dynamic type for a tag.
  init(dynamicFor tag: TypeTag, conformingTo supertype: UTType?) {
    let contents = DynamicIdentifier(
      supertype: supertype.map { CaseFolding.folded($0.identifier) },
      tag: DynamicIdentifier.Tag(tag.text, tag.tagClass.tagClass))
    self.init(undeclared: contents.identifier)
  }
}

extension UTType {
  /// The type's tags by class, with the preferred tag first.
  ///
  /// Extensions are in lower case. MIME types keep the case of their declaration. (The behaviour of Apple's
  /// systems is unknown.) A dynamic type has the tags in its identifier. They can be of any class and keep
  /// their case.
  public var tags: [UTTagClass: [String]] { tags(in: .current) }

  /// Returns the type's tags as declared in a registry.
  ///
  /// - Parameter registry: the registry to search.
  /// - Returns: the tags by class; empty if they are unknown.
  public func tags(in registry: TypeRegistry) -> [UTTagClass: [String]] { registry.tags(of: self) }

  /// The extension for new files of this type: the first extension in the type's declaration.
  ///
  /// It is not inherited from supertypes.
  public var preferredFilenameExtension: String? { preferredFilenameExtension(in: .current) }

  /// Returns the extension for new files of this type, as declared in a registry.
  ///
  /// - Parameter registry: the registry to search.
  /// - Returns: the extension without a period; nil if none is declared.
  public func preferredFilenameExtension(in registry: TypeRegistry) -> String? {
    registry.preferredTag(of: self, .filenameExtension)
  }

  /// The MIME type for data of this type: the first MIME type in the type's declaration.
  ///
  /// It is not inherited from supertypes.
  public var preferredMIMEType: String? { preferredMIMEType(in: .current) }

  /// Returns the MIME type for data of this type, as declared in a registry.
  ///
  /// - Parameter registry: the registry to search.
  /// - Returns: the MIME type; nil if none is declared.
  public func preferredMIMEType(in registry: TypeRegistry) -> String? {
    registry.preferredTag(of: self, .mimeType)
  }

  /// A human-readable description of the type.
  ///
  /// If the type's declaration has no description, the description of a supertype is used.
  ///
  /// The description is in English in every locale. It is nil for dynamic types.
  public var localizedDescription: String? { localizedDescription(in: .current) }

  /// Returns a human-readable description of the type, as declared in a registry.
  ///
  /// - Parameter registry: the registry to search.
  /// - Returns: the description; nil if no declaration has one.
  public func localizedDescription(in registry: TypeRegistry) -> String? {
    registry.description(of: self)
  }

  /// A short name of the type for sentences, such as “PDF” or “JPEG picture”.
  ///
  /// For a type without a short name, it is the description of the type itself. It is nil for dynamic types.
  /// Apple's systems do not have this property.
  public var shortName: String? { shortName(in: .current) }

  /// Returns a short name of the type for sentences, as declared in a registry.
  ///
  /// - Parameter registry: the registry to search.
  /// - Returns: the short name or the description; nil if the type's declaration has neither.
  public func shortName(in registry: TypeRegistry) -> String? { registry.shortName(of: self) }

  /// The version of the type's declaration; nil if none is declared.
  public var version: Int? { version(in: .current) }

  /// Returns the version of the type's declaration in a registry.
  ///
  /// - Parameter registry: the registry to search.
  /// - Returns: the version; nil if none is declared.
  public func version(in registry: TypeRegistry) -> Int? { registry.declaration(of: self)?.version }

  /// The URL of the type's documentation, as text.
  package var referenceURLString: String? { referenceURLString(in: .current) }

  /// Returns the URL of the type's documentation as text, as declared in a registry.
  package func referenceURLString(in registry: TypeRegistry) -> String? {
    registry.declaration(of: self)?.referenceURLString
  }
}

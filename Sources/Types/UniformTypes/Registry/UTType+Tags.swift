extension UTType {
  /// The type that a filename extension means.
  ///
  /// When no declared type has the extension and conforms to `supertype`, a dynamic type that does.
  ///
  /// - Parameters:
  ///   - filenameExtension: the extension without its leading period, in any case. One that holds a period, such as
  ///     `tar.gz`, is not valid, nor is one that is empty or holds a slash.
  ///   - supertype: what the type is to conform to. With the default, packages are not found.
  /// - Returns: nil when the extension is not valid.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(filenameExtension: filenameExtension, conformingTo: supertype, in: .current)
  }

  /// The type that `init(filenameExtension:conformingTo:)` gives, declared in that registry.
  ///
  /// - Parameters:
  ///   - filenameExtension: the extension without its leading period, in any case.
  ///   - supertype: what the type is to conform to.
  ///   - registry: the registry that answers.
  public init?(
    filenameExtension: String, conformingTo supertype: UTType = .data, in registry: TypeRegistry
  ) {
    self.init(
      tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype, in: registry)
  }

  /// The type that a MIME type means.
  ///
  /// The whole text is compared, parameters included, in any case. When no declared type has it and conforms to
  /// `supertype`, a dynamic type that does, which records the text in lower case.
  ///
  /// Apple does not say whether parameters are taken off. Here they are not: `text/plain;charset=utf-8` is a MIME type
  /// of `.utf8PlainText`, and one with an undeclared parameter gives a dynamic type. A wildcard such as
  /// `image/*` is a text like any other. `application/octet-stream` means `.data`, although `.data` no longer reports
  /// it.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type, in any case.
  ///   - supertype: what the type is to conform to.
  /// - Returns: nil when the text is not a MIME type.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(mimeType: mimeType, conformingTo: supertype, in: .current)
  }

  /// The type that `init(mimeType:conformingTo:)` gives, declared in that registry.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type, in any case.
  ///   - supertype: what the type is to conform to.
  ///   - registry: the registry that answers.
  public init?(mimeType: String, conformingTo supertype: UTType = .data, in registry: TypeRegistry) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype, in: registry)
  }

  /// The type that a tag means.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - tagClass: the class of the tag.
  ///   - supertype: what the type is to conform to; nil for any type, and a dynamic type then has no supertypes.
  /// - Returns: nil when the tag is not valid for its class or the class is unknown.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    self.init(tag: tag, tagClass: tagClass, conformingTo: supertype, in: .current)
  }

  /// The type that `init(tag:tagClass:conformingTo:)` gives, declared in that registry.
  ///
  /// - Parameters:
  ///   - tag: the tag, such as an extension or a MIME type.
  ///   - tagClass: what kind of tag it is.
  ///   - supertype: what the types are to conform to; nil for any type.
  ///   - registry: the registry that answers.
  public init?(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?, in registry: TypeRegistry
  ) {
    guard let type = registry.type(tag: tag, tagClass: tagClass, conformingTo: supertype) else {
      return nil
    }
    self = type
  }

  /// All declared types that a tag means and that conform to `supertype`, best first; when there are none,
  /// the one dynamic type.
  ///
  /// The best are those in the domain `public`, then those that their owner declares; among equals the order is that
  /// of declaration. Apple documents the first of these rules only.
  ///
  /// Empty when the tag is not valid for its class or the class is unknown.
  ///
  /// - Parameters:
  ///   - tag: the tag, such as an extension or a MIME type.
  ///   - tagClass: what kind of tag it is.
  ///   - supertype: what the types are to conform to; nil for any type.
  /// - Returns: the types, best first.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?)
    -> [UTType]
  {
    types(tag: tag, tagClass: tagClass, conformingTo: supertype, in: .current)
  }

  /// The types that `types(tag:tagClass:conformingTo:)` gives, declared in that registry.
  ///
  /// - Parameters:
  ///   - tag: the tag, such as an extension or a MIME type.
  ///   - tagClass: what kind of tag it is.
  ///   - supertype: what the types are to conform to; nil for any type.
  ///   - registry: the registry that answers.
  /// - Returns: the types, best first.
  public static func types(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?, in registry: TypeRegistry
  ) -> [UTType] {
    registry.types(tag: tag, tagClass: tagClass, conformingTo: supertype)
  }

  /// The dynamic type for a tag.
  init(dynamicFor tag: TypeTag, conformingTo supertype: UTType?) {
    let contents = DynamicIdentifier(
      supertype: supertype.map { CaseFolding.folded($0.identifier) },
      tag: DynamicIdentifier.Tag(tag.text, tag.tagClass.tagClass))
    self.init(undeclared: contents.identifier)
  }
}

extension UTType {
  /// The type's tags, class by class, the preferred one first.
  ///
  /// Extensions are in lower case. MIME types are as they were declared, capitals included; what Apple's system
  /// reports is not known. A dynamic type has the tags that its identifier holds, of whatever class and case.
  public var tags: [UTTagClass: [String]] { tags(in: .current) }

  /// The type's tags as a registry declares them.
  ///
  /// - Parameter registry: the registry that answers.
  /// - Returns: the tags by class; empty for a type that nothing is known about.
  public func tags(in registry: TypeRegistry) -> [UTTagClass: [String]] { registry.tags(of: self) }

  /// The extension to give to a file of this type: the first declared one.
  ///
  /// It is not inherited.
  public var preferredFilenameExtension: String? { preferredFilenameExtension(in: .current) }

  /// The extension to give to a file of this type, as a registry declares it.
  ///
  /// - Parameter registry: the registry that answers.
  /// - Returns: the extension without a period; nil where none is declared.
  public func preferredFilenameExtension(in registry: TypeRegistry) -> String? {
    registry.preferredTag(of: self, .filenameExtension)
  }

  /// The MIME type to give to data of this type: the first declared one.
  ///
  /// It is not inherited.
  public var preferredMIMEType: String? { preferredMIMEType(in: .current) }

  /// The MIME type to give to data of this type, as a registry declares it.
  ///
  /// - Parameter registry: the registry that answers.
  /// - Returns: the MIME type; nil where none is declared.
  public func preferredMIMEType(in registry: TypeRegistry) -> String? {
    registry.preferredTag(of: self, .mimeType)
  }

  /// What people call the type: its own description, or else that of a supertype.
  ///
  /// In English, whatever the locale; nil for dynamic types.
  public var localizedDescription: String? { localizedDescription(in: .current) }

  /// What people call the type, as a registry declares it.
  ///
  /// - Parameter registry: the registry that answers.
  /// - Returns: the description; nil where no declaration has one.
  public func localizedDescription(in registry: TypeRegistry) -> String? {
    registry.description(of: self)
  }

  /// The version of the type's declaration.
  public var version: Int? { version(in: .current) }

  /// The version of the type's declaration in a registry.
  ///
  /// - Parameter registry: the registry that answers.
  /// - Returns: the version; nil where none is declared.
  public func version(in registry: TypeRegistry) -> Int? { registry.declaration(of: self)?.version }

  /// Where the type is documented, as text.
  package var referenceURLString: String? { referenceURLString(in: .current) }

  /// Where the type is documented, as text, as a registry declares it.
  package func referenceURLString(in registry: TypeRegistry) -> String? {
    registry.declaration(of: self)?.referenceURLString
  }
}

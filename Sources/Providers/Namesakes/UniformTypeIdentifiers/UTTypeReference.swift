#if !canImport(Darwin)
  public import Foundation
  public import UniformTypes

  /// A uniform type as an object, for source that was written in Objective-C's terms.
  ///
  /// The members are those of `UTType`. Convert with `UTType(_:)` and `init(_:)`; Swift outside Apple's
  /// systems has no `as` between them. Archives contain the identifier under a key of this library, because
  /// the format of Apple's archives is not documented.
  public final class UTTypeReference: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The type as a value.
    public let type: UTType

    /// Makes an object of a type.
    ///
    /// - Parameter type: the type.
    public init(_ type: UTType) { self.type = type }

    private init?(_ type: UTType?) {
      guard let type else { return nil }
      self.type = type
    }

    // MARK: Creating

    /// Makes the declared or dynamic type with an identifier.
    ///
    /// - Parameter identifier: the identifier.
    /// - Returns: nil if no such type is known.
    public convenience init?(_ identifier: String) { self.init(UTType(identifier)) }

    /// Makes the declared or dynamic type with an identifier.
    ///
    /// - Parameter identifier: the identifier.
    /// - Returns: nil if no such type is known.
    public convenience init?(identifier: String) { self.init(UTType(identifier)) }

    /// Makes the type of files with an extension.
    ///
    /// - Parameters:
    ///   - filenameExtension: the extension, without the dot.
    ///   - supertype: a type that the result conforms to.
    /// - Returns: nil if the extension is not valid.
    public convenience init?(filenameExtension: String, conformingTo supertype: UTTypeReference? = nil) {
      self.init(UTType(filenameExtension: filenameExtension, conformingTo: supertype?.type ?? .data))
    }

    /// Makes the type of files with an extension.
    ///
    /// - Parameters:
    ///   - filenameExtension: the extension, without the dot.
    ///   - supertype: a type that the result conforms to.
    /// - Returns: nil if the extension is not valid.
    public convenience init?(filenameExtension: String, conformingToType supertype: UTTypeReference) {
      self.init(UTType(filenameExtension: filenameExtension, conformingTo: supertype.type))
    }

    /// Makes the type with a MIME type.
    ///
    /// - Parameters:
    ///   - mimeType: the MIME type.
    ///   - supertype: a type that the result conforms to.
    /// - Returns: nil if the MIME type is not valid.
    public convenience init?(mimeType: String, conformingTo supertype: UTTypeReference? = nil) {
      self.init(UTType(mimeType: mimeType, conformingTo: supertype?.type ?? .data))
    }

    /// Makes the type with a MIME type.
    ///
    /// - Parameter MIMEType: the MIME type.
    /// - Returns: nil if the MIME type is not valid.
    public convenience init?(MIMEType: String) { self.init(UTType(mimeType: MIMEType)) }

    /// Makes the type with a MIME type.
    ///
    /// - Parameters:
    ///   - MIMEType: the MIME type.
    ///   - supertype: a type that the result conforms to.
    /// - Returns: nil if the MIME type is not valid.
    public convenience init?(MIMEType: String, conformingToType supertype: UTTypeReference) {
      self.init(UTType(mimeType: MIMEType, conformingTo: supertype.type))
    }

    /// Makes the type with a tag.
    ///
    /// - Parameters:
    ///   - tag: the tag.
    ///   - tagClass: the class of the tag, such as `public.filename-extension`.
    ///   - supertype: a type that the result conforms to; nil for any type.
    /// - Returns: nil if the tag is not valid or the class is not known.
    public convenience init?(tag: String, tagClass: String, conformingTo supertype: UTTypeReference?) {
      self.init(UTType(tag: tag, tagClass: UTTagClass(rawValue: tagClass), conformingTo: supertype?.type))
    }

    /// Makes the type with a tag.
    ///
    /// - Parameters:
    ///   - tag: the tag.
    ///   - tagClass: the class of the tag, such as `public.filename-extension`.
    ///   - supertype: a type that the result conforms to; nil for any type.
    /// - Returns: nil if the tag is not valid or the class is not known.
    public convenience init?(tag: String, tagClass: String, conformingToType supertype: UTTypeReference?) {
      self.init(tag: tag, tagClass: tagClass, conformingTo: supertype)
    }

    /// Makes a type that the program exports.
    ///
    /// - Parameters:
    ///   - identifier: the identifier.
    ///   - parentType: the parent, if the program does not declare the type.
    public convenience init(exportedAs identifier: String, conformingTo parentType: UTTypeReference? = nil) {
      self.init(UTType(exportedAs: identifier, conformingTo: parentType?.type))
    }

    /// Makes a type that the program imports.
    ///
    /// - Parameters:
    ///   - identifier: the identifier.
    ///   - parentType: the parent, if the program does not declare the type.
    public convenience init(importedAs identifier: String, conformingTo parentType: UTTypeReference? = nil) {
      self.init(UTType(importedAs: identifier, conformingTo: parentType?.type))
    }

    /// Returns the types with a tag, in order of preference.
    ///
    /// - Parameters:
    ///   - tag: the tag.
    ///   - tagClass: the class of the tag.
    ///   - supertype: a type that the results conform to; nil for any type.
    /// - Returns: the types; empty if the tag is not valid or the class is not known.
    public class func types(
      tag: String, tagClass: String, conformingTo supertype: UTTypeReference?
    ) -> [UTTypeReference] {
      UTType.types(tag: tag, tagClass: UTTagClass(rawValue: tagClass), conformingTo: supertype?.type)
        .map { UTTypeReference($0) }
    }

    // MARK: Properties

    /// The identifier.
    public var identifier: String { type.identifier }
    /// The preferred extension of files, without the dot; nil if the type has none.
    public var preferredFilenameExtension: String? { type.preferredFilenameExtension }
    /// The preferred MIME type; nil if the type has none.
    public var preferredMIMEType: String? { type.preferredMIMEType }
    /// The English description; nil if the type has none.
    public var localizedDescription: String? { type.localizedDescription }
    /// The version of the declaration; nil if it has none.
    public var version: NSNumber? { type.version.map { NSNumber(value: $0) } }
    /// The URL of the type's documentation; nil if its declaration has none.
    public var referenceURL: URL? { type.referenceURL }
    /// Whether the identifier encodes a tag.
    public var isDynamic: Bool { type.isDynamic }
    /// Whether the type is declared.
    public var isDeclared: Bool { type.isDeclared }
    /// Whether the identifier is in the domain `public`.
    public var isPublic: Bool { type.isPublic }
    /// The types to which this type conforms, directly or indirectly.
    public var supertypes: Set<UTTypeReference> { Set(type.supertypes.map { UTTypeReference($0) }) }
    /// The tags, by their class.
    public var tags: [String: [String]] {
      Dictionary(uniqueKeysWithValues: type.tags.map { ($0.key.rawValue, $0.value) })
    }

    /// Returns whether this type equals another type or conforms to it.
    ///
    /// - Parameter type: the other type.
    /// - Returns: whether this type conforms to the other type.
    public func conforms(to type: UTTypeReference) -> Bool { self.type.conforms(to: type.type) }

    /// Returns whether another type conforms to this type and differs from it.
    ///
    /// - Parameter type: the other type.
    /// - Returns: whether this type is a supertype.
    public func isSupertype(of type: UTTypeReference) -> Bool { self.type.isSupertype(of: type.type) }

    /// Returns whether this type conforms to another type and differs from it.
    ///
    /// - Parameter type: the other type.
    /// - Returns: whether this type is a subtype.
    public func isSubtype(of type: UTTypeReference) -> Bool { self.type.isSubtype(of: type.type) }

    // MARK: Objects

    /// The identifier.
    public override var description: String { type.description }

    /// Returns whether the other object has the same identifier, without regard to case.
    ///
    /// - Parameter object: the other object.
    /// - Returns: whether the objects are equal.
    public override func isEqual(_ object: Any?) -> Bool { (object as? UTTypeReference)?.type == type }

    /// A hash of the identifier.
    public override var hash: Int { type.hashValue }

    /// Returns the object itself, because it cannot change.
    ///
    /// - Parameter zone: not used.
    /// - Returns: the object.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true.
    public static var supportsSecureCoding: Bool { true }

    private static let identifierKey = "identifier"

    /// Codes the identifier.
    ///
    /// - Parameter coder: the coder.
    public func encode(with coder: NSCoder) {
      coder.encode(type.identifier as NSString, forKey: Self.identifierKey)
    }

    /// Decodes the identifier; the type need not be declared.
    ///
    /// - Parameter coder: the coder.
    /// - Returns: nil if the coder does not contain an identifier.
    public convenience init?(coder: NSCoder) {
      let identifier = coder.decodeObject(of: NSString.self, forKey: Self.identifierKey)
      self.init(identifier.flatMap { UTType(identifier: $0 as String, allowUndeclared: true) })
    }
  }

  extension UTType {
    /// Makes a value of a type's object.
    ///
    /// - Parameter reference: the object.
    public init(_ reference: UTTypeReference) { self = reference.type }
  }
#endif

public import Foundation
public import ItemProviders
package import JSONText
public import ProfferFileSystem
import TypeDiscovery
public import UniformTypes

/// The description of a bundle to be written: items in order, each with its representations, best first.
///
/// A draft refers to its sources, which are read when the draft is written. The bundle contains the
/// declarations of the types that are not in the standard table. These are the declarations in the current
/// registry at the time of writing, and the declarations that were added with `carry(_:)`.
public struct BundleDraft: Sendable {
  /// The items, in the order of the bundle.
  public var items: Items
  /// The declarations of types outside the standard table, as JSON objects.
  package var typeDeclarations: [JSONNode] = []
  /// JSON members of the manifest that this version does not define.
  var unknownMembers: [JSONMember] = []
  /// The foreign entries of the bundles from which this draft was made.
  var foreignEntries: [ForeignEntry] = []

  /// Makes a draft of items.
  ///
  /// - Parameter items: the items, in order.
  public init(items: [Item] = []) { self.items = Items(items) }

  /// Makes a draft from a list of items, which may be items of a bundle.
  init(items: Items) { self.items = items }

  /// An item, with all its representations.
  public struct Item: Sendable {
    /// The suggested name for files that are made from the item.
    public var suggestedName: String?
    /// The representations, best first; all have different types.
    public var representations: [Representation]
    /// The preferred presentation of the item, and the data for its team.
    public var metadata = ItemMetadata()
    /// The source of the preview that is stored with the item.
    public var preview = Preview.made
    var unknownMembers: [JSONMember] = []

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - suggestedName: the suggested name for files that are made from the item.
    ///   - representations: the representations, best first.
    public init(suggestedName: String? = nil, representations: [Representation] = []) {
      self.suggestedName = suggestedName
      self.representations = representations
    }
  }

  /// The source of the preview of an item.
  public enum Preview: Sendable {
    /// The item has no preview.
    case absent
    /// The writer makes the preview from a representation that all readers may see.
    ///
    /// The item gets no preview if ``ProviderBundleWriter/previews`` is nil.
    case made
    /// The given picture.
    case image(PreviewImage)
    /// The preview of an item of an existing bundle, which is moved unchanged.
    case existing(ExistingPreview)
  }

  /// A representation of an item and the source of its bytes.
  public struct Representation: Sendable {
    /// The type; any well-formed identifier.
    public var typeIdentifier: String
    /// The way in which the representation is registered.
    public var kind: RepresentationKind
    /// The readers that may see the representation in the bundle.
    public var audience: BundledRepresentation.Audience
    /// Whether a receiver may open the file at its original location.
    public var allowsOpenInPlace: Bool
    /// The source of the representation's bytes.
    public var content: Content
    /// The name for files that are made from the representation; nil to use the name of the source, if any.
    public var name: FileName?
    /// The time of the last change; nil to use the time of the source, if any.
    public var modification: FileTime?
    /// The content in an existing bundle, which is valid while ``content`` is unchanged.
    var kept: ExistingContent?
    /// Whether the type is detected when the file is opened to be stored; ``typeIdentifier`` is empty until
    /// then.
    package private(set) var isTypedWhenStored = false
    var unknownMembers: [JSONMember] = []
    /// JSON members of the reference or promise that this version does not define.
    var unknownSourceMembers: [JSONMember] = []

    /// Makes a representation.
    ///
    /// - Parameters:
    ///   - content: the source of the representation's bytes.
    ///   - typeIdentifier: the type; any well-formed identifier.
    ///   - kind: the way in which the representation is registered.
    ///   - audience: the readers that may see the representation in the bundle.
    ///   - allowsOpenInPlace: whether a receiver may open the file at its original location.
    ///   - name: the name for files that are made from the representation; nil to use the name of the source.
    ///   - modification: the time of the last change; nil to use the time of the source.
    public init(
      _ content: Content, typeIdentifier: String, kind: RepresentationKind = .file,
      audience: BundledRepresentation.Audience = .all, allowsOpenInPlace: Bool = false, name: FileName? = nil,
      modification: FileTime? = nil
    ) {
      self.content = content
      self.typeIdentifier = typeIdentifier
      self.kind = kind
      self.audience = audience
      self.allowsOpenInPlace = allowsOpenInPlace
      self.name = name
      self.modification = modification
    }

    /// Makes a representation of a regular file whose type is detected when the file is opened to be stored.
    ///
    /// The file is therefore opened only once. The representation can be written only as part of a
    /// ``PackingList`` that has a ``FileTyping``.
    package init(typedWhenStored path: FilePath) {
      self.init(.file(path), typeIdentifier: "")
      isTypedWhenStored = true
    }

    /// Sets the type of the file after the type was detected.
    package mutating func settle(_ typeIdentifier: String) {
      self.typeIdentifier = typeIdentifier
      isTypedWhenStored = false
    }
  }

  /// The source of the bytes of a representation.
  public enum Content: Sendable {
    /// The given bytes.
    case bytes(Data)
    /// A file, or a folder with its contents; a link is followed.
    ///
    /// In a draft made from a bundle, this is a path inside the bundle, which may be an archive. Such content
    /// is moved unchanged from the bundle.
    case file(FilePath)
    /// All bytes that can be read from a pipe, such as standard input.
    case stream(BundleStream)
    /// A file that remains at its location; the bundle contains only the path, size and time of the file.
    case reference(FilePath)
    /// A promise: a coder makes the bytes from another representation of the same item when they are loaded.
    ///
    /// The other representation is identified by its index, counted from 0.
    case promise(of: Int, coder: String)
  }
}

/// A source that can be read only once, from its current position to its end.
public struct BundleStream: Sendable {
  package let file: OpenFile

  package init(_ file: OpenFile) { self.file = file }

  /// The standard input of the process.
  public static var standardInput: BundleStream { BundleStream(.standardInput) }
}

extension BundleDraft {
  /// Adds declarations of types, for types that the current registry does not have when the draft is written.
  ///
  /// - Parameter declarations: the declarations. A declaration is ignored if the draft already declares the
  ///   type.
  public mutating func carry(_ declarations: [TypeDeclaration]) { carry(declarations.map(\.jsonNode)) }

  /// Adds the declarations that belong to a type.
  ///
  /// After adding `UTType(exportedAs: "org.example.note", conformingTo: .json)`, for example, the type
  /// conforms to JSON for the readers of the bundle.
  ///
  /// - Parameter type: the type of a representation.
  public mutating func carry(_ type: UTType) { carry(type.carriedDeclarations) }

  /// Adds declarations of types, except those that the draft already declares.
  package mutating func carry(_ declarations: [JSONNode]) {
    var known = Set(typeDeclarations.compactMap(BundleDraft.identifier))
    for declaration in declarations {
      // A declaration without an identifier is not supported by this version, but is kept.
      if let identifier = BundleDraft.identifier(of: declaration), !known.insert(identifier).inserted {
        continue
      }
      typeDeclarations.append(declaration)
    }
  }

  /// Returns the identifier of the declared type; nil if the declaration has none.
  private static func identifier(of declaration: JSONNode) -> TypeIdentifier? {
    declaration["UTTypeIdentifier"]?.stringValue.map { TypeIdentifier($0) }
  }
}

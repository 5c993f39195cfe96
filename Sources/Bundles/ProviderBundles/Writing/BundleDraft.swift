public import Foundation
public import ItemProviders
package import JSONText
public import ProfferFileSystem
import TypeDiscovery
public import UniformTypes

/// The description of a bundle to be written: items in order, each with its representations, best first.
///
/// A draft names its sources; they are read when it is written. The bundle carries the declarations of the types that are
/// not in the standard table: those that the current registry has when the draft is written, and those that
/// `carry(_:)` added.
public struct BundleDraft: Sendable {
  /// The items, in the order they will have.
  public var items: Items
  /// The declarations of types outside the standard table, as JSON objects.
  package var typeDeclarations: [JSONNode] = []
  /// Members of the manifest that this version does not know.
  var unknownMembers: [JSONMember] = []
  /// The foreign entries of the bundles that this draft is made of.
  var foreignEntries: [ForeignEntry] = []

  /// Makes a draft of items.
  ///
  /// - Parameter items: the items, in order.
  public init(items: [Item] = []) { self.items = Items(items) }

  /// Makes a draft of items that may come from a bundle.
  init(items: Items) { self.items = items }

  /// One thing, in all its representations.
  public struct Item: Sendable {
    /// The name suggested for files made of the item.
    public var suggestedName: String?
    /// The representations, best first; no two of the same type.
    public var representations: [Representation]
    /// How the item is preferably shown, and the data of its team.
    public var metadata = ItemMetadata()
    /// The preview that is stored with the item.
    public var preview = Preview.made
    var unknownMembers: [JSONMember] = []

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - suggestedName: the name for files made of the item.
    ///   - representations: the representations, best first.
    public init(suggestedName: String? = nil, representations: [Representation] = []) {
      self.suggestedName = suggestedName
      self.representations = representations
    }
  }

  /// The source of the preview of an item.
  public enum Preview: Sendable {
    /// The item gets none.
    case absent
    /// The writer makes it of a representation that everyone may see, where it makes previews
    /// (``ProviderBundleWriter/previews``).
    case made
    /// This picture.
    case image(PreviewImage)
    /// The preview of an item of a bundle, moved from there unchanged.
    case existing(ExistingPreview)
  }

  /// One representation of an item and the source of its bytes.
  public struct Representation: Sendable {
    /// The type; any well-formed identifier.
    public var typeIdentifier: String
    /// How it is registered.
    public var kind: RepresentationKind
    /// Who may see it in the bundle.
    public var audience: BundledRepresentation.Audience
    /// Whether a receiver may open the file where it is.
    public var allowsOpenInPlace: Bool
    /// The source of its bytes.
    public var content: Content
    /// The name of files made of it; nil means the name of the source, where it has one.
    public var name: FileName?
    /// When it was last changed; nil means the time of the source, where it has one.
    public var modification: FileTime?
    /// Its content in a bundle; valid while ``content`` is unchanged.
    var kept: ExistingContent?
    /// Whether its type is detected when the file is opened to be stored; until then ``typeIdentifier`` is empty.
    package private(set) var isTypedWhenStored = false
    var unknownMembers: [JSONMember] = []
    /// Members of the reference or promise that this version does not know.
    var unknownSourceMembers: [JSONMember] = []

    /// Makes a representation.
    ///
    /// - Parameters:
    ///   - content: the source of its bytes.
    ///   - typeIdentifier: the type; any well-formed identifier.
    ///   - kind: how it is registered.
    ///   - audience: who may see it in the bundle.
    ///   - allowsOpenInPlace: whether a receiver may open the file where it is.
    ///   - name: the name of files made of it; nil is that of the source.
    ///   - modification: when it was last changed; nil is the time of the source.
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

    /// Makes a representation of a regular file whose type is detected when the file is opened to be stored, so that the
    /// file is opened once.
    ///
    /// It can be written as part of a ``PackingList`` with a ``FileTyping`` only.
    package init(typedWhenStored path: FilePath) {
      self.init(.file(path), typeIdentifier: "")
      isTypedWhenStored = true
    }

    /// Gives the type of the file, when it is known.
    package mutating func settle(_ typeIdentifier: String) {
      self.typeIdentifier = typeIdentifier
      isTypedWhenStored = false
    }
  }

  /// The source of the bytes of a representation.
  public enum Content: Sendable {
    /// These bytes.
    case bytes(Data)
    /// A file, or a folder with its contents. A link is followed.
    ///
    /// In a draft that was made of a bundle this is a path inside the bundle, which may be an archive; such content is
    /// moved from there unchanged.
    case file(FilePath)
    /// Everything that can be read from a pipe, such as standard input.
    case stream(BundleStream)
    /// A file that stays where it is; the bundle keeps its path, size and time.
    case reference(FilePath)
    /// Another representation of the same item, counted from 0, of which a coder makes this one when it is loaded.
    case promise(of: Int, coder: String)
  }
}

/// A source that can be read once, from its position to its end.
public struct BundleStream: Sendable {
  package let file: OpenFile

  package init(_ file: OpenFile) { self.file = file }

  /// The process's standard input.
  public static var standardInput: BundleStream { BundleStream(.standardInput) }
}

extension BundleDraft {
  /// Adds declarations of types, for types that the current registry does not have when the draft is written.
  ///
  /// - Parameter declarations: the declarations; one of a type that the draft declares already is left out.
  public mutating func carry(_ declarations: [TypeDeclaration]) { carry(declarations.map(\.jsonNode)) }

  /// Adds what a type says about itself: `UTType(exportedAs: "org.example.note", conformingTo: .json)` conforms to JSON for
  /// the readers of the bundle.
  ///
  /// - Parameter type: the type of a representation.
  public mutating func carry(_ type: UTType) { carry(type.carriedDeclarations) }

  /// Adds declarations of types that the draft does not declare.
  package mutating func carry(_ declarations: [JSONNode]) {
    var known = Set(typeDeclarations.compactMap(BundleDraft.identifier))
    for declaration in declarations {
      // A declaration without an identifier is unknown to this version; it is kept.
      if let identifier = BundleDraft.identifier(of: declaration), !known.insert(identifier).inserted {
        continue
      }
      typeDeclarations.append(declaration)
    }
  }

  /// The identifier of a declaration.
  private static func identifier(of declaration: JSONNode) -> TypeIdentifier? {
    declaration["UTTypeIdentifier"]?.stringValue.map { TypeIdentifier($0) }
  }
}

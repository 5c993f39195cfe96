public import FileSystem
public import Foundation
public import ItemProviders
package import JSONText

/// What is to be packed: items in order, each with its representations, best first.
///
/// A draft only names its sources; they are read when it is written.
public struct BundleDraft: Sendable {
  /// The items, in the order they will have.
  public var items: Items
  /// The declarations of types outside the standard table, as JSON objects.
  package var typeDeclarations: [JSONNode] = []
  /// Members of the manifest that this version does not know.
  var unknownMembers: [JSONMember] = []
  /// What lay beside the items in the bundles that this draft is made of.
  var foreignEntries: [ForeignEntry] = []

  /// Makes a draft of items.
  public init(items: [Item] = []) { self.items = Items(items) }

  /// Makes a draft of items that may be kept in a bundle.
  init(items: Items) { self.items = items }

  /// One thing, in all the forms it will be offered in.
  public struct Item: Sendable {
    /// The name suggested for files made of the item.
    public var suggestedName: String?
    /// The representations, best first; no two of the same type.
    public var representations: [Representation]
    var unknownMembers: [JSONMember] = []

    /// Makes an item.
    public init(suggestedName: String? = nil, representations: [Representation] = []) {
      self.suggestedName = suggestedName
      self.representations = representations
    }
  }

  /// One form of a thing and where its bytes will come from.
  public struct Representation: Sendable {
    /// The type; any well-formed identifier.
    public var typeIdentifier: String
    /// How it counts as registered.
    public var kind: RepresentationKind
    /// Who may see it in the bundle.
    public var audience: BundledRepresentation.Audience
    /// Whether a receiver may open the file where it is.
    public var allowsOpenInPlace: Bool
    /// Where its bytes come from.
    public var content: Content
    /// The name of files made of it; nil takes that of the source, where it has one.
    public var name: FileName?
    /// When it was last changed; nil takes the time of the source, where it has one.
    public var modification: FileTime?
    /// What a bundle stores of it already; counts as long as ``content`` is the one that it came with.
    var kept: ExistingContent?
    var unknownMembers: [JSONMember] = []
    /// Members of the reference or promise that this version does not know.
    var unknownSourceMembers: [JSONMember] = []

    /// Makes a representation for everybody that is copied on every load.
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
  }

  /// Where the bytes of a representation come from.
  public enum Content: Sendable {
    /// These bytes.
    case bytes(Data)
    /// A file, or a folder with everything in it. A link named here is followed.
    ///
    /// In a draft that was made of a bundle this is a path inside the bundle, which may be an archive; such content is
    /// taken from there as it is.
    case file(FilePath)
    /// What can be read from a file to its end, such as standard input; it is kept aside until it is written.
    case stream(BundleStream)
    /// A file that stays where it is; the bundle keeps its path, size and time.
    case reference(FilePath)
    /// Another representation of the same item, counted from 0, when a coder is asked to make this one of it.
    case promise(of: Int, coder: String)
  }
}

/// A source that can be read once, from where it stands to its end.
public struct BundleStream: Sendable {
  package let file: OpenFile

  package init(_ file: OpenFile) { self.file = file }

  /// The process's standard input.
  public static var standardInput: BundleStream { BundleStream(.standardInput) }
}

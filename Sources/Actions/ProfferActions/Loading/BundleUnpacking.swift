import ByteTools
import ItemProviders
public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// An action that writes the representations of a bundle to a folder, under their own file names.
///
/// A number is added to a repeated name, as in `name 2`. If the action throws or is cancelled, the folder is
/// unchanged. If the process is killed while it moves files into the folder, some files may be missing. To
/// complete the action, repeat it with ``replaces``.
public struct BundleUnpacking: Action {
  /// The result of unpacking.
  public struct Outcome: Sendable {
    /// The path of the folder.
    public let folder: FilePath
    /// The written files and folders, in the order of the bundle.
    public let files: [UnpackedFile]
    /// The representations that were not written.
    public let omissions: [Omission]

    /// Whether everything except promises was written.
    public var isComplete: Bool { omissions.allSatisfy { $0.reference == nil } }
  }

  /// A representation that was not written, because it is a promise or its bytes are outside the bundle.
  public struct Omission: Sendable {
    /// The place of the representation.
    public let place: BundlePlace
    /// The identifier of the type.
    public let typeIdentifier: String
    /// The path of the referenced file, which is outside the bundle; nil for a promise.
    public let reference: FilePath?
  }

  /// A representation that was written.
  public struct UnpackedFile: Sendable {
    /// The place of the representation.
    public let place: BundlePlace
    /// The identifier of the type.
    public let typeIdentifier: String
    /// The path of the written file or folder.
    public let path: FilePath
  }

  /// The bundle.
  public var bundle: ActionInput
  /// The destination folder, created if needed.
  public var folder: FilePath
  /// The types of the representations to write; if empty, all representations are written.
  public var accepted: [TypeReference] = []
  /// The only item or representation to write; if nil, all are written.
  public var place: PlaceReference?
  /// Whether to create a separate folder for each item.
  public var makesItemFolders = false
  /// Whether to overwrite existing files.
  ///
  /// Existing folders are never replaced.
  public var replaces = false
  /// Whether to check the bundle and find the paths of the files, without writing anything.
  public var isDryRun = false
  /// Whether to copy referenced files, which are outside the bundle.
  public var followsReferences = false

  /// Creates an action that unpacks a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - folder: the destination folder.
  public init(of bundle: ActionInput, into folder: FilePath) {
    self.bundle = bundle
    self.folder = folder
  }

  /// Writes the files.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the files that were written, and the representations that were not.
  /// - Throws: a negative ``ActionError`` with the code `noMatch` if no representation has an accepted type;
  ///   an error with the code `noSuchPlace` if the place does not exist; an error with the code
  ///   `existsInFolder` or `notReplaceable` if a name is already used in the folder.
  public func run(in context: ActionContext) throws -> Outcome {
    let bundle = try bundle.openBundle(item: place?.itemNumber, in: context)
    try context.types.include(typesOf: bundle)
    var parts = try parts(of: bundle, in: context)
    let work = Work(
      bundle: bundle,
      unpacking: isDryRun
        ? try UnpackingRehearsal(
          into: folder, replacing: replaces, temporary: context.folders.temporary)
        : try Unpacking(into: folder, replacing: replaces), folder: folder, context: context)
    let omissions = leaveOut(&parts, in: context)
    if isDryRun { for part in parts { try bundle.verifyPayload(of: part.representation) } }
    let total = parts.reduce(into: UInt64(0)) { $0.addSaturating($1.representation.byteCount ?? 0) }
    context.progress(.expects { total })
    var files: [UnpackedFile] = []
    for group in groups(of: parts) {
      files += makesItemFolders ? try work.addFolder(parts[group]) : [try work.add(parts[group.lowerBound])]
    }
    try work.unpacking.commit()
    return Outcome(folder: folder, files: files, omissions: omissions)
  }

  /// Returns the requested representations.
  private func parts(of bundle: ProviderBundle, in context: ActionContext) throws -> [Part] {
    let wanted = try accepted.flatMap { try $0.accepted(in: context).map(\.identifier) }
    let registry = context.types.registry
    let place = try place?.resolved(in: bundle, for: context.identity)
    var parts: [Part] = []
    var unmatched: [Int] = []
    for (number, item) in try bundle.items(numbered: place?.item) {
      try place?.requireRepresentation(of: item, in: bundle)
      let count = parts.count
      for (index, shown) in bundle.visible(in: item, to: context.identity)
      where place?.representationIndex ?? index == index
        && (wanted.isEmpty
          || wanted.contains { registry.conforms(identifier: shown.typeIdentifier, to: $0) })
      {
        parts.append(Part(number: number, item: item, index: index, representation: shown))
      }
      if !wanted.isEmpty, parts.count == count { unmatched.append(number - 1) }
    }
    if parts.isEmpty, !wanted.isEmpty {
      throw ActionError.negative(
        "no representation in \(bundle.path) is \(TypeNames.list(wanted, separator: " or "))", code: .noMatch)
    }
    bundle.note(leftOutItemsAt: unmatched, in: context)
    try bundle.checkExpansion { count in for part in parts { count(part.representation) } }
    return parts
  }

  /// Removes all promises and all references that the action does not follow, and returns both as omissions.
  private func leaveOut(_ parts: inout [Part], in context: ActionContext) -> [Omission] {
    var omissions: [Omission] = []
    // The array is changed in place, because a second array of 100,000 parts would use 35 MB.
    parts.removeAll { part in
      let representation = part.representation
      var path: FilePath?
      if case .inPlace(let reference) = representation.storage, !followsReferences { path = reference.path }
      guard path != nil || representation.isPromise else {
        representation.noteReference(in: context)
        return false
      }
      omissions.append(
        Omission(place: part.place, typeIdentifier: representation.typeIdentifier, reference: path))
      return true
    }
    return omissions
  }

  /// Returns the ranges of parts to write together.
  ///
  /// If items have separate folders, there is one range for each item. Otherwise, there is one range for each
  /// part.
  private func groups(of parts: [Part]) -> [Range<Int>] {
    guard makesItemFolders else { return parts.indices.map { $0..<$0 + 1 } }
    var groups: [Range<Int>] = []
    for (place, part) in parts.enumerated() {
      if let last = groups.last, parts[last.lowerBound].number == part.number {
        groups[groups.count - 1] = last.lowerBound..<place + 1
      } else {
        groups.append(place..<place + 1)
      }
    }
    return groups
  }

  /// A representation to write, with its item.
  private struct Part {
    let number: Int
    let item: BundledItem
    let index: Int
    let representation: BundledRepresentation

    var place: BundlePlace { BundlePlace(item: number, representation: index + 1) }

    func written(_ path: FilePath) -> UnpackedFile {
      UnpackedFile(place: place, typeIdentifier: representation.typeIdentifier, path: path)
    }
  }

  /// The operations that write parts to the folder.
  private struct Work {
    let bundle: ProviderBundle
    let unpacking: any FolderFilling
    let folder: FilePath
    let context: ActionContext

    private var types: TypeRegistry { context.types.registry }

    /// Writes a part.
    func add(_ part: Part) throws -> UnpackedFile {
      let name = try unpacking.add(part.representation.fileName(in: part.item, types: types)) {
        name, folder in
        try bundle.extract(part.representation, as: name, in: folder, context.advance)
      }
      try part.representation.noteShortenedNames(in: context, writtenAs: name)
      return part.written(folder.appending(name))
    }

    /// Writes the parts of an item into a separate folder.
    func addFolder(_ parts: ArraySlice<Part>) throws -> [UnpackedFile] {
      guard let first = parts.first else { return [] }
      let shown = first.item.suggestedName ?? first.representation.name?.string ?? "item"
      let wanted = FileNaming.name(
        suggested: "\(first.number) \(shown)", sourceName: nil, typeIdentifier: UTType.folder.identifier,
        isFolder: true, registry: types)
      var taken = TakenNames()
      let names = parts.map {
        taken.freeName(for: $0.representation.fileName(in: $0.item, types: types))
      }
      let itemFolder = try unpacking.add(wanted) { name, folder in
        try folder.createFolder(name)
        let items = try folder.subfolder(name)
        for (part, name) in zip(parts, names) {
          try bundle.extract(part.representation, as: name, in: items, context.advance)
          try part.representation.noteShortenedNames(in: context, writtenAs: name)
        }
      }
      return zip(parts, names).map { $0.written(folder.appending([itemFolder, $1])) }
    }
  }
}

import Foundation
import ItemProviders
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import TypeDiscovery
import UniformTypes

extension PackingList {
  /// Creates a list of the entries to pack.
  ///
  /// Most files are opened only when they are stored, and their types are detected at that time.
  ///
  /// - Parameter skippingHidden: whether to leave out hidden files below folders.
  init(_ entries: [PackedEntry], skippingHidden: Bool, in context: ActionContext) throws {
    self.init(typing: context.types)
    var composer = ItemComposer(context: context)
    for entry in entries {
      try context.checkCancellation()
      switch entry {
      case .item(let item): draft.items.append(try composer.item(item))
      case .files(let folder):
        try append(filesBelow: folder, skippingHidden: skippingHidden, with: &composer, in: context)
      }
    }
  }

  private mutating func append(
    filesBelow folder: FilePath, skippingHidden: Bool, with composer: inout ItemComposer,
    in context: ActionContext
  ) throws {
    // If the path is a file, the file is packed as a single item.
    if try FileStatus.of(folder).kind == .regular {
      draft.items.append(try composer.item(PackedItem([PackedRepresentation(ActionInput(folder))])))
      return
    }
    let files = try FileList(below: folder, skippingHidden: skippingHidden)
    if let leftOut = files.leftOut { context.note(.packing(.leftOut(leftOut.first, count: leftOut.count))) }
    if files.hiddenCount > 0 { context.note(.packing(.hiddenLeftOut(count: files.hiddenCount))) }
    if files.count == 0 { throw ActionError.failure("\(folder) contains no files", code: .noFiles) }
    append(files)
  }
}

/// Creates draft items from the entries to pack.
private struct ItemComposer {
  let context: ActionContext
  /// The coders; nil until the first promise or object is processed.
  private var coders: AvailableCoders?

  init(context: ActionContext) { self.context = context }

  mutating func item(_ packed: PackedItem) throws -> BundleDraft.Item {
    guard !packed.representations.isEmpty else {
      throw ActionError.usage("an item has no representation", code: .emptyItem)
    }
    if let path = try pathTypedWhenStored(packed) {
      return BundleDraft.Item(
        suggestedName: packed.name, representations: [BundleDraft.Representation(typedWhenStored: path)])
    }
    var item = BundleDraft.Item(
      suggestedName: packed.name, representations: try packed.representations.map(representation))
    let objects = item.representations.filter { $0.kind == .object }
    if !packed.promises.isEmpty || !objects.isEmpty {
      var coders = coders ?? AvailableCoders(in: context)
      for wanted in packed.promises {
        let wanted = try WantedType(wanted, in: context)
        try item.promise(wanted.identifier, by: wanted.writerName, with: &coders)
      }
      for object in objects { try item.promiseAll(of: object.typeIdentifier, with: coders.own) }
      self.coders = coders
    }
    try refuseRepeatedTypes(in: item)
    return item
  }

  /// Returns the path of the only file of an item, if its type can be detected when the file is stored.
  ///
  /// Returns nil if the type must be known earlier. Detecting the type during storing avoids opening the file
  /// twice.
  private func pathTypedWhenStored(_ item: PackedItem) throws -> FilePath? {
    guard item.representations.count == 1, item.promises.isEmpty, let only = item.representations.first,
      only.type == nil, only.kind == nil, only.audience == .all, !only.isOfferedInPlace,
      let path = only.input.path, try FileStatus.ifPresent(path, followingLinks: false)?.kind == .regular
    else { return nil }
    return path
  }

  private func representation(_ packed: PackedRepresentation) throws -> BundleDraft.Representation {
    var representation: BundleDraft.Representation
    let input = try packed.input.readable
    switch try (packed.type == nil ? input.spooled(in: context) : input).origin {
    case .stream(let stream), .contents(let stream, _):
      let type =
        try packed.type?.resolvedForContent(in: context)
        ?? context.types.detect(stream, named: nil, isExecutable: false, bytes: nil).type
      if packed.type == nil { context.note(.packing(.typeGuessed(input.description, type))) }
      representation = BundleDraft.Representation(
        .stream(BundleStream(stream)), typeIdentifier: type.identifier, kind: packed.kind ?? .data)
    case .path(let path) where try packed.type == nil && !packed.isOfferedInPlace && isBundleFolder(path):
      representation = BundleDraft.Representation(
        .stream(BundleStream(try archive(of: path))), typeIdentifier: UTType.dragBundle.identifier,
        kind: packed.kind ?? .file, name: try path.absolute().lastComponent,
        modification: try FileStatus.of(path).modification)
    case .path(let path):
      let type = try packed.type?.resolvedForContent(in: context) ?? context.types.detect(path).type
      try refuseOtherForm(of: path, than: type)
      representation = BundleDraft.Representation(
        packed.isOfferedInPlace ? .reference(path) : .file(path), typeIdentifier: type.identifier,
        kind: packed.kind ?? .file, allowsOpenInPlace: packed.isOfferedInPlace)
    }
    representation.audience = packed.audience
    return representation
  }

  /// Returns whether the path is a bundle in the form of a folder.
  private func isBundleFolder(_ path: FilePath) throws -> Bool {
    try FileStatus.of(path).kind == .folder && context.types.detectUndeclared(path).type == .dragBundle
  }

  /// Returns the archive of a bundle in the form of a folder, in an unnamed temporary file.
  ///
  /// Both forms of a bundle therefore have the same type in the packed bundle.
  private func archive(of folder: FilePath) throws -> OpenFile {
    let bundle = try ActionInput(folder).openBundle(in: context)
    let archive = try OpenFile.unnamed(in: context.folders.temporary)
    try ProviderBundleWriter(spoolFolder: context.folders.temporary)
      .write(BundleDraft(of: bundle), into: archive)
    return archive
  }

  /// Throws `otherForm` if a folder is given a file type, or a file is given a folder type.
  private func refuseOtherForm(of path: FilePath, than type: UTType) throws {
    let isFolder = try FileStatus.of(path).kind == .folder
    if isFolder, context.types.registry.conforms(type, to: .data) {
      throw ActionError.failure(
        "\(path) is a folder, and \(TypeNames.name(of: type.identifier)) is a type for files",
        code: .otherForm)
    }
    if !isFolder, context.types.registry.conforms(type, to: .directory) {
      throw ActionError.failure(
        "\(path) is not a folder, and \(TypeNames.name(of: type.identifier)) is a type for folders",
        code: .otherForm)
    }
  }

  private func refuseRepeatedTypes(in item: BundleDraft.Item) throws {
    var names: [String: String] = [:]
    for representation in item.representations {
      let name = representation.sourceDescription
      if let other = names.updateValue(name, forKey: representation.typeIdentifier.lowercased()) {
        throw ActionError.failure(
          "\(name) and \(other) are both \(representation.typeIdentifier), but an item can offer a type only once",
          code: .repeatedType)
      }
    }
  }
}

extension BundleDraft.Item {
  /// Adds a promise of a type, to be converted from the representation that loses the least.
  mutating func promise(
    _ type: String, by writerName: String?, with coders: inout AvailableCoders
  ) throws {
    let stored = stored
    let plan = try coders.promisedPlan(
      from: stored.map(\.representation.typeIdentifier), to: type, by: writerName)
    promise(by: plan, of: stored)
  }

  /// Adds promises of all types to which any content of a given type can be converted.
  ///
  /// Types that the item already offers are left out.
  mutating func promiseAll(of type: String, with conversions: ConversionRegistry) throws {
    let stored = stored
    for destination in conversions.destinations(from: type)
    where !representations.contains(where: {
      TypeIdentifier($0.typeIdentifier) == TypeIdentifier(destination)
    }) {
      let plan = try conversions.plan(from: stored.map(\.representation.typeIdentifier), to: destination)
      // A type is not promised if the conversion accepts only some contents of the source type.
      if plan.isCertain { promise(by: plan, of: stored) }
    }
  }

  /// The representations from which promises can be created, with their indexes in the item.
  private var stored: [(place: Int, representation: BundleDraft.Representation)] {
    representations.enumerated().filter { !$0.element.isPromise }.map { ($0.offset, $0.element) }
  }

  private mutating func promise(
    by plan: ConversionPlan, of stored: [(place: Int, representation: BundleDraft.Representation)]
  ) {
    // A receiver that may not see the source representation must not obtain its contents by conversion.
    let source = stored[plan.sourceIndex]
    representations.append(
      BundleDraft.Representation(
        .promise(of: source.place, coder: plan.writer.name), typeIdentifier: plan.destinationIdentifier,
        kind: .data, audience: source.representation.audience))
  }
}

extension BundleDraft.Representation {
  var isPromise: Bool {
    if case .promise = content { true } else { false }
  }

  /// The name that messages use for the source of the representation.
  var sourceDescription: String {
    switch content {
    case .file(let path), .reference(let path): path.description
    case .stream: "a stream"
    case .bytes: "data"
    case .promise: "a promise"
    }
  }
}

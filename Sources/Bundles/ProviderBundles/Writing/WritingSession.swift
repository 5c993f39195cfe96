import Foundation
import ItemProviders
import JSONText
import ProfferFileSystem
import UniformTypes
import ZipArchives

/// Writes one bundle: stores each payload once, and describes the payloads in the manifest.
struct WritingSession<Sink: BundleSink> {
  private var sink: Sink
  private let listings: FolderListings
  private let writer: ProviderBundleWriter
  private let typing: (any FileTyping)?
  private let trusted: BundleIdentity?
  private let didWrite: (BundledItem) -> Void
  /// The current type registry, whose declarations the bundle contains in addition to those of the draft.
  private let registry = TypeRegistry.current
  private var sources: SourceQueue
  private var manifest: ManifestText
  private var itemCount = 0
  private var index = PayloadIndex()
  /// The stored previews.
  ///
  /// Previews have an index of their own, because a payload below `items/` must not be shared with a preview.
  private var previewIndex = PayloadIndex()
  private var previewNames: PreviewNames
  /// The indices of the payloads of the current item, if a preview may be made from one of them.
  private var itemNumbers: [Int] = []
  /// The types of the items, in the order of first use.
  private var types: [String] = []
  private var knownTypes: Set<String> = []
  /// The new indices of the payloads that were moved from a bundle.
  private var moved: [MovedPayload: Int] = [:]

  /// The classes of users, other than the owner, that may read all sources so far.
  private var readers = FileReaders.everyone

  /// A payload of an open bundle.
  private struct MovedPayload: Hashable {
    let bundle: ObjectIdentifier
    let path: EntryPath
  }

  /// - Parameters:
  ///   - trusted: an open bundle that is being changed in place; its payloads are moved without verifying
  ///     their checksums. The payloads of other bundles are verified, so that damage is never copied
  ///     silently.
  ///   - didWrite: called with each item that was written.
  init(
    _ list: PackingList, sink: Sink, listings: FolderListings, writer: ProviderBundleWriter,
    trusting trusted: ProviderBundle?, didWrite: @escaping (BundledItem) -> Void
  ) {
    self.sink = sink
    self.listings = listings
    self.writer = writer
    self.trusted = trusted?.identity
    self.didWrite = didWrite
    typing = list.typing
    previewNames = PreviewNames(besides: list.draft.foreignEntries)
    sources = SourceQueue(
      WritingSession.requests(of: list.draft, listings), typing: list.typing,
      spoolingIn: writer.spoolFolder)
    manifest = ManifestText(spoolingIn: writer.spoolFolder)
  }

  /// Returns the files to open, in the order in which ``write(_:)`` needs them.
  private static func requests(
    of draft: BundleDraft, _ listings: FolderListings
  ) -> [SourceQueue.Request] {
    var requests: [SourceQueue.Request] = []
    draft.items.forEachNew { item in
      switch item {
      case .listed(let list, let number): requests.append(.listed(list, number: Int32(number)))
      case .made(let item):
        for representation in item.representations {
          WritingSession.addRequests(of: representation, listings, to: &requests)
        }
      }
    }
    return requests
  }

  private static func addRequests(
    of representation: BundleDraft.Representation, _ listings: FolderListings,
    to requests: inout [SourceQueue.Request]
  ) {
    guard case .file(let path) = representation.content, representation.keptContent == nil else { return }
    if representation.isTypedWhenStored {
      requests.append(.typed(path))
    } else if let listing = listings[path] {
      for (number, entry) in listing.entries.enumerated() where entry.kind == .regular {
        requests.append(.member(of: listing, number: Int32(number)))
      }
    } else {
      requests.append(.file(path, name: representation.name ?? path.lastComponent))
    }
  }

  mutating func write(_ list: PackingList) throws {
    for item in list.draft.items { try store(item) }
    for entry in list.draft.foreignEntries { try writer.limits.check(path: entry.entryName) }
    try sink.keep(list.draft.foreignEntries)
    var draft = list.draft
    if let typing { draft.carry(typing.declarations(of: types)) }
    draft.carry(registry.carriedDeclarations(of: types))
    try writer.limits.check(
      draft.typeDeclarations.count, "declarations of types", most: writer.limits.declarationCount)
    let text = try manifest.finish(
      typeDeclarations: draft.typeDeclarations, unknownMembers: draft.unknownMembers)
    try writer.limits.check(manifestByteCount: text.byteCount)
    try sink.finish(manifest: text)
  }

  private mutating func store(_ item: BundleDraft.Item) throws {
    var bundled = BundledItem(suggestedName: item.suggestedName, representations: [])
    bundled.metadata = item.metadata
    bundled.unknownMembers = item.unknownMembers
    itemNumbers.removeAll(keepingCapacity: true)
    for (index, representation) in item.representations.enumerated() {
      let folder = EntryPaths.folder(item: itemCount + 1, representation: index + 1)
      bundled.representations.append(try store(representation, of: item, below: folder))
    }
    bundled.preview = try preview(from: item.preview, of: bundled, as: item)
    try append(bundled)
  }

  /// Denies access to the new bundle to users who may not read all of its sources.
  private mutating func limitAccess(to readers: FileReaders) throws {
    if self.readers.isSubset(of: readers) { return }
    self.readers.formIntersection(readers)
    try sink.limitAccess(to: self.readers)
  }

  private mutating func append(_ item: BundledItem) throws {
    do {
      try item.check(at: itemCount)
    } catch {
      throw BundleError(.invalidDraft, error.reason, cause: error)
    }
    // The reader applies the same limits and the same rules for names.
    try item.check(writer.limits, at: itemCount)
    try item.eachEntryPath(EntryName.check)
    try writer.limits.check(itemCount + 1, "items", most: writer.limits.itemCount)
    try manifest.append(item)
    itemCount += 1
    // The standard registry has no declarations that a bundle must contain.
    if typing != nil || registry !== TypeRegistry.standard {
      let ofPreview = item.preview.map { [$0.typeIdentifier] } ?? []
      for type in item.representations.map(\.typeIdentifier) + ofPreview
      where knownTypes.insert(type).inserted {
        types.append(type)
      }
    }
    didWrite(item)
  }

  private mutating func store(
    _ draft: BundleDraft.Representation, of item: BundleDraft.Item, below folder: String
  ) throws -> BundledRepresentation {
    let storage: BundledRepresentation.Storage
    var type = draft.typeIdentifier
    var name = draft.name
    var modification = draft.modification
    var isExecutable = false
    if let kept = draft.keptContent {
      (storage, name) = try move(kept, draft, of: item, below: folder)
      isExecutable = kept.representation.isExecutable
    } else {
      switch draft.content {
      case .bytes(let data):
        storage = .payload(try store(PayloadSource(data), at: folder + entryName(of: draft, in: item)))
      case .stream(let stream):
        let source = try PayloadSource(draining: stream.file, spoolingIn: writer.spoolFolder, didStore)
        let path = folder + entryName(of: draft, in: item)
        // The bytes of a stream were already counted when they were read, because a stream may be slow.
        storage = .payload(try store(source, at: path) { _ in })
      case .file(let path):
        let fileName = name ?? path.lastComponent ?? fallbackName(of: draft, in: item)
        name = fileName
        if let listing = listings[path] {
          let entry = folder + EntryPaths.portable(fileName)
          storage = .folder(path: entry + "/", members: try store(listing, below: entry + "/"))
          modification = modification ?? listing.status.modification
        } else {
          let source = try takeSource()
          if draft.isTypedWhenStored {
            guard let detected = source.typeIdentifier else {
              preconditionFailure("a file without a type is stored without a detector of types")
            }
            type = detected
          }
          modification = modification ?? source.payload.status?.modification
          isExecutable = source.payload.status?.isExecutable ?? false
          let portable = source.portableName ?? EntryPaths.portable(fileName)
          storage = .payload(try store(source.payload, at: folder + portable))
        }
      case .reference(let path):
        let reference = try reference(to: path)
        storage = .inPlace(reference)
        name = name ?? path.lastComponent
        modification = modification ?? reference.modification
      case .promise(let source, let coder): storage = .promise(of: source, coder: coder)
      }
    }
    var stored = BundledRepresentation(
      typeIdentifier: type, kind: draft.kind, audience: draft.audience,
      allowsOpenInPlace: draft.allowsOpenInPlace, storage: storage, name: name,
      modification: writer.stated(modification))
    stored.isExecutable = isExecutable
    stored.unknownMembers = draft.unknownMembers
    switch storage {
    case .inPlace, .promise: stored.unknownSourceMembers = draft.unknownSourceMembers
    case .payload, .folder: break
    }
    return stored
  }

  private func reference(to path: FilePath) throws -> BundledReference {
    let absolute = try path.resolvingLinks()
    guard try FileStatus.of(absolute).kind == .regular else {
      throw BundleError(
        .unsupportedFile,
        "\(path) cannot be offered in place, because it is not a regular file; pack a copy of it")
    }
    let contents = try FileContents(of: absolute, spoolingIn: writer.spoolFolder)
    guard !contents.isCopied else {
      throw BundleError(
        .unsupportedFile,
        "\(path) cannot be offered in place: the system reports a wrong size; pack a copy of it")
    }
    return BundledReference(
      path: absolute, byteCount: contents.byteCount, modification: contents.status.modification)
  }

  private mutating func takeSource() throws -> OpenedSource {
    let source = try sources.take()
    if let status = source.payload.status { try limitAccess(to: status.readers) }
    return source
  }

  private mutating func store(
    _ listing: FolderListing, below base: String
  ) throws -> FolderMembers {
    try limitAccess(to: listing.readers)
    var paths = EntryPaths(below: base)
    var members = FolderMembers.Builder(capacity: listing.entries.count)
    for entry in listing.entries {
      let path = base + paths.path(of: entry.name, in: entry.parent, isFolder: entry.kind == .folder)
      try writer.limits.check(path: path)
      let content: FolderMembers.Member.Content
      if let target = entry.target {
        content = .link(target: target)
      } else if entry.kind == .regular {
        let source = try takeSource()
        content = .file(try store(source.payload, at: path), isExecutable: entry.isExecutable)
      } else {
        content = .folder
      }
      members.append(
        entry.name, in: entry.parent, content,
        modification: entry.target == nil ? writer.stated(entry.modification) : nil)
    }
    try listing.checkUnchanged()
    return try members.finish(of: listing.root)
  }

  /// Stores a payload, or finds an equal payload that was stored before.
  private mutating func store(_ source: PayloadSource, at path: String) throws -> BundledPayload {
    try store(source, at: path, didStore)
  }

  private mutating func store(
    _ source: PayloadSource, at path: String, _ didStore: (UInt64) throws -> Void
  ) throws -> BundledPayload {
    let number = try Self.number(of: source, storedAt: path, in: &index, &sink, didStore)
    if writer.previews != nil { itemNumbers.append(number) }
    return index[number].payload
  }

  /// Called with the number of bytes that were stored.
  private var didStore: (UInt64) throws -> Void { writer.didStore ?? { _ in } }

  /// Returns the index of a payload; stores the payload if no equal payload was stored before.
  private static func number(
    of given: PayloadSource, storedAt path: String, in index: inout PayloadIndex, _ sink: inout Sink,
    _ didStore: (UInt64) throws -> Void
  ) throws -> Int {
    var source = given
    do {
      if index.hasPayload(byteCount: source.byteCount) {
        let crc32 = try source.checksum()
        for candidate in index.candidates(byteCount: source.byteCount, crc32: crc32) {
          let stored = index[candidate]
          let isSame = try source.hasSameBytes { offset, count in
            try sink.storedBytes(of: stored, at: offset, count: count)
          }
          if isSame {
            try didStore(source.byteCount)
            return candidate
          }
        }
      }
      let (crc32, position) = try sink.store(source, at: path, didStore)
      try source.checkUnchanged()
      return index.insert(
        BundledPayload(path: path, byteCount: source.byteCount, crc32: crc32), at: position)
    } catch {
      throw source.named(error)
    }
  }

  // MARK: - Content of bundles

  /// Moves the content of a representation from another bundle.
  private mutating func move(
    _ kept: ExistingContent, _ draft: BundleDraft.Representation, of item: BundleDraft.Item,
    below folder: String
  ) throws -> (BundledRepresentation.Storage, FileName?) {
    try limitAccess(to: kept.bundle.storage.readers())
    switch kept.representation.storage {
    case .payload(let payload):
      let path = folder + entryName(of: draft, in: item)
      return (.payload(try move(payload, of: kept.bundle, to: path)), draft.name)
    case .folder(let path, let members):
      let last = String(EntryPaths.lastComponent(of: String(path.dropLast())))
      let name = draft.name ?? FileName(last)
      let base = folder + EntryPaths.portable(name ?? fallbackName(of: draft, in: item)) + "/"
      var paths = EntryPaths(below: base)
      var moved = FolderMembers.Builder(capacity: members.count)
      for member in members.records {
        let path = base + paths.path(of: member.name, in: member.parent, isFolder: member.content == .folder)
        try writer.limits.check(path: path)
        var content = member.content
        if case .file(let payload, let isExecutable) = content {
          content = .file(try move(payload, of: kept.bundle, to: path), isExecutable: isExecutable)
        }
        moved.append(
          member.name, in: member.parent, content, modification: writer.stated(member.modification),
          unknownMembers: member.unknownMembers)
      }
      // If the folder has no name, the last component of the folder's path is used.
      return (.folder(path: base, members: moved.finishLike(members)), name)
    case .inPlace(let reference): return (.inPlace(reference), draft.name)
    case .promise: preconditionFailure("a promise has no content to keep")
    }
  }

  /// Moves a payload from another bundle, or finds the payload if it was moved before.
  private mutating func move(
    _ payload: BundledPayload, of bundle: ProviderBundle, to path: String
  ) throws -> BundledPayload {
    let key = MovedPayload(bundle: ObjectIdentifier(bundle.identity), path: EntryPath(payload.path))
    if let known = moved[key] {
      try didStore(payload.byteCount)
      if writer.previews != nil { itemNumbers.append(known) }
      return index[known].payload
    }
    // Most edits change only attributes and no paths. The text of an equal path is reused, because the text
    // of 100,000 paths takes 8 MB.
    let path = path == payload.path ? payload.path : path
    let stored = try bundle.stored(payload)
    let isVerified = bundle.identity !== trusted
    let didStore = didStore
    if isVerified {
      // Progress counts one half of the bytes for verifying, and the other half for copying.
      do { try stored.verify { try didStore($0 / 2) } } catch let error as BundleError {
        throw error.of(bundle.path)
      }
    }
    let number = try Self.number(of: PayloadSource(stored), storedAt: path, in: &index, &sink) { byteCount in
      try didStore(isVerified ? byteCount - byteCount / 2 : byteCount)
    }
    moved[key] = number
    if writer.previews != nil { itemNumbers.append(number) }
    return index[number].payload
  }

  // MARK: - Previews

  /// Stores the preview of an item whose representations are already stored.
  ///
  /// - Returns: the preview; nil if the item gets none.
  private mutating func preview(
    from source: BundleDraft.Preview, of item: BundledItem, as draft: BundleDraft.Item
  ) throws -> BundledPreview? {
    switch source {
    case .absent: return nil
    case .image(let image): return try store(image)
    case .existing(let existing):
      let old = existing.preview
      let stored = try existing.bundle.stored(old.payload)
      if existing.bundle.identity !== trusted {
        do { try stored.verify() } catch let error as BundleError { throw error.of(existing.bundle.path) }
      }
      let payload = try store(PayloadSource(stored), previewOfType: old.typeIdentifier)
      var preview = BundledPreview(
        typeIdentifier: old.typeIdentifier, payload: payload, pixelSize: old.pixelSize)
      preview.unknownMembers = old.unknownMembers
      return preview
    case .made:
      guard let making = writer.previews else { return nil }
      let numbers = itemNumbers
      // The files to which an edited bundle refers were chosen by the maker of the bundle, and not by the
      // user who edits it. These files are therefore not read for a preview.
      var readable = item
      readable.representations = zip(draft.representations, item.representations).compactMap {
        $0.kept != nil && $1.isReference ? nil : $1
      }
      let image = making.image(of: readable, at: itemCount, limits: writer.limits) { payload in
        guard let number = numbers.first(where: { index[$0].payload == payload }) else {
          preconditionFailure("the payloads of an item are stored before its preview is made")
        }
        return Data(try sink.storedBytes(of: index[number], at: 0, count: Int(payload.byteCount)))
      }
      return try image.map { try store($0) }
    }
  }

  private mutating func store(_ image: PreviewImage) throws -> BundledPreview {
    let payload = try store(PayloadSource(image.data), previewOfType: image.typeIdentifier)
    let preview = BundledPreview(
      typeIdentifier: image.typeIdentifier, payload: payload, pixelSize: image.statablePixelSize)
    try preview.check(registry, at: itemCount)
    return preview
  }

  private mutating func store(_ source: PayloadSource, previewOfType type: String) throws -> BundledPayload {
    var source = source
    let path = try previewNames.path(
      of: source.checksum(), byteCount: source.byteCount, typeIdentifier: type, registry: registry)
    let number = try Self.number(of: source, storedAt: path, in: &previewIndex, &sink) { _ in }
    let payload = previewIndex[number].payload
    previewNames.take(payload.path)
    return payload
  }

  /// Returns the name for a representation without a name: the item's name with the extension of the type.
  private func fallbackName(of draft: BundleDraft.Representation, in item: BundleDraft.Item) -> FileName {
    FileNaming.name(
      suggested: item.suggestedName, sourceName: nil, typeIdentifier: draft.typeIdentifier,
      registry: registry)
  }

  private func entryName(of draft: BundleDraft.Representation, in item: BundleDraft.Item) -> String {
    EntryPaths.portable(draft.name ?? fallbackName(of: draft, in: item))
  }
}

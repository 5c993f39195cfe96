import FileSystem
import Foundation
import ItemProviders
import JSONText
import ZipArchives

/// One bundle being written: payload by payload, each stored once, into the manifest that describes them.
struct WritingSession<Sink: BundleSink> {
  private var sink: Sink
  private let listings: FolderListings
  private let writer: ProviderBundleWriter
  private let typing: (any FileTyping)?
  private let tell: (BundledItem) -> Void
  private var sources: SourcesAhead
  private var manifest: ManifestText
  private var itemCount = 0
  private var index = PayloadIndex()
  /// The types of the items, in the order in which they are first met.
  private var types: [String] = []
  private var knownTypes: Set<String> = []
  /// What became of payloads that were in a bundle already.
  private var moved = MovedPayloads()

  /// - Parameter tell: is told each item that was written.
  init(
    _ list: PackingList, sink: Sink, listings: FolderListings, writer: ProviderBundleWriter,
    tell: @escaping (BundledItem) -> Void
  ) {
    self.sink = sink
    self.listings = listings
    self.writer = writer
    self.tell = tell
    typing = list.typing
    sources = SourcesAhead(WritingSession.requests(of: list, listings))
    manifest = ManifestText(spoolingIn: writer.spoolFolder)
  }

  /// The files that will be read, in the order of ``write(_:)``.
  private static func requests(
    of list: PackingList, _ listings: FolderListings
  ) -> [SourcesAhead.Requests] {
    var blocks: [SourcesAhead.Requests] = []
    list.forEachRun { places in
      var requests: [SourcesAhead.Request] = []
      // What is kept of a bundle is not read.
      list.draft.items.forEachNew(in: places) { item in
        for representation in item.representations {
          requests += WritingSession.requests(of: representation, listings)
        }
      }
      blocks.append(.paths(requests))
    } files: { files, typing in
      blocks.append(.list(files, typing))
    }
    return blocks
  }

  private static func requests(
    of representation: BundleDraft.Representation, _ listings: FolderListings
  ) -> [SourcesAhead.Request] {
    guard case .file(let path) = representation.content, representation.keptContent == nil else {
      return []
    }
    guard let listing = listings[path] else {
      let name = representation.name ?? path.lastComponent
      return [.file(path, name: name)]
    }
    return (0..<listing.count).filter { listing.kind(of: $0) == .regular }.map {
      .member(of: listing, number: Int32($0))
    }
  }

  mutating func write(_ list: PackingList) throws {
    try list.forEachRun { places in
      for place in places { try store(list.draft.items[place]) }
    } files: { files, _ in
      for _ in 0..<files.count { try storeListedFile() }
    }
    for entry in list.draft.foreignEntries { try writer.limits.check(path: entry.entryName) }
    try sink.keep(list.draft.foreignEntries)
    var draft = list.draft
    if let typing { draft.carry(typing.declarations(of: types)) }
    try writer.limits.check(
      draft.typeDeclarations.count, "declarations of types", most: writer.limits.declarationCount)
    let text = try manifest.finish(
      typeDeclarations: draft.typeDeclarations, unknownMembers: draft.unknownMembers)
    try writer.limits.check(manifestByteCount: text.byteCount)
    try sink.finish(manifest: text)
  }

  private mutating func store(_ item: BundleDraft.Item) throws {
    var bundled = BundledItem(suggestedName: item.suggestedName, representations: [])
    bundled.unknownMembers = item.unknownMembers
    for (index, representation) in item.representations.enumerated() {
      let folder = EntryPaths.folder(item: itemCount + 1, representation: index + 1)
      bundled.representations.append(try store(representation, of: item, below: folder))
    }
    try append(bundled)
  }

  /// Stores the next file that is an item by itself.
  private mutating func storeListedFile() throws {
    let source = try sources.take()
    guard let listed = source.listed, let portable = source.portableName else {
      preconditionFailure("files are taken in the order they were asked for")
    }
    let path = EntryPaths.folder(item: itemCount + 1, representation: 1) + portable
    var stored = BundledRepresentation(
      typeIdentifier: listed.typeIdentifier, kind: .file,
      storage: .payload(try store(source.payload, at: path)), name: listed.name,
      modification: writer.stated(source.payload.status?.modification))
    stored.isExecutable = source.payload.status?.isExecutable ?? false
    try append(BundledItem(suggestedName: nil, representations: [stored]))
  }

  private mutating func append(_ item: BundledItem) throws {
    do {
      try item.check(at: itemCount)
    } catch {
      throw BundleError(.invalidDraft, error.message, cause: error)
    }
    // What is written is read: the reader has the same limits, and takes the same names.
    try item.check(writer.limits, at: itemCount)
    try item.eachEntryPath(EntryName.check)
    try writer.limits.check(itemCount + 1, "items", most: writer.limits.itemCount)
    try manifest.append(item)
    itemCount += 1
    if typing != nil {
      for representation in item.representations
      where knownTypes.insert(representation.typeIdentifier).inserted {
        types.append(representation.typeIdentifier)
      }
    }
    tell(item)
  }

  private mutating func store(
    _ draft: BundleDraft.Representation, of item: BundleDraft.Item, below folder: String
  ) throws -> BundledRepresentation {
    let storage: BundledRepresentation.Storage
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
        let source = try PayloadSource(draining: stream.file, spoolingIn: writer.spoolFolder)
        storage = .payload(try store(source, at: folder + entryName(of: draft, in: item)))
      case .file(let path):
        let fileName = name ?? path.lastComponent ?? fallbackName(of: draft, in: item)
        name = fileName
        if let listing = listings[path] {
          let entry = folder + EntryPaths.portable(fileName)
          storage = .folder(path: entry + "/", members: try store(listing, below: entry + "/"))
          modification = modification ?? listing.status.modification
        } else {
          let source = try sources.take()
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
      typeIdentifier: draft.typeIdentifier, kind: draft.kind, audience: draft.audience,
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
    let status = try FileStatus.of(absolute)
    guard status.kind == .regular else {
      throw BundleError(
        .unsupportedFile, "\(path) cannot be offered in place: only a regular file can; pack a copy of it")
    }
    return BundledReference(path: absolute, byteCount: status.byteCount, modification: status.modification)
  }

  private mutating func store(
    _ listing: FolderListing, below base: String
  ) throws -> FolderMembers {
    var paths = EntryPaths(below: base)
    var members = FolderMembers.Builder()
    for number in 0..<listing.count {
      let entry = listing[number]
      let path = base + paths.path(of: entry.name, in: entry.parent, isFolder: entry.kind == .folder)
      try writer.limits.check(path: path)
      let content: FolderMembers.Member.Content
      if let target = entry.target {
        content = .link(target: target)
      } else if entry.kind == .regular {
        let source = try sources.take()
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

  /// Stores a payload, or finds the equal one that was stored before.
  private mutating func store(_ source: PayloadSource, at path: String) throws -> BundledPayload {
    let number = try self.number(of: source, storedAt: path)
    return index[number]
  }

  /// The number of a payload among those that are stored; it is stored unless an equal one is.
  private mutating func number(of given: PayloadSource, storedAt path: String) throws -> Int {
    var source = given
    do {
      if index.hasPayload(byteCount: source.byteCount) {
        let crc32 = try source.checksum()
        for candidate in index.candidates(byteCount: source.byteCount, crc32: crc32) {
          let isSame = try source.hasSameBytes { offset, count in
            try sink.storedBytes(of: candidate, at: offset, count: count)
          }
          if isSame { return candidate.number }
        }
      }
      let (crc32, position) = try sink.store(source, at: path)
      try source.checkUnchanged()
      return index.insert(
        BundledPayload(path: path, byteCount: source.byteCount, crc32: crc32), at: position)
    } catch {
      throw source.named(error)
    }
  }

  // MARK: - What a bundle holds already

  /// Takes content over from a bundle, as it is described there.
  private mutating func move(
    _ kept: ExistingContent, _ draft: BundleDraft.Representation, of item: BundleDraft.Item,
    below folder: String
  ) throws -> (BundledRepresentation.Storage, FileName?) {
    switch kept.representation.storage {
    case .payload(let payload):
      let path = folder + entryName(of: draft, in: item)
      return (.payload(try move(payload, of: kept.bundle, to: path)), draft.name)
    case .folder(let path, let members):
      let last = String(EntryPaths.lastComponent(of: String(path.dropLast())))
      let name = draft.name ?? FileName(last)
      let base = folder + EntryPaths.portable(name ?? fallbackName(of: draft, in: item)) + "/"
      var paths = EntryPaths(below: base)
      var moved = FolderMembers.Builder()
      for number in members.indices {
        let member = members.records[number]
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
      // A folder without a name of its own has that of its path.
      return (.folder(path: base, members: try moved.finish()), name)
    case .inPlace(let reference): return (.inPlace(reference), draft.name)
    case .promise: preconditionFailure("a promise has no content to keep")
    }
  }

  /// Takes a payload over, or finds it where it was taken over before.
  private mutating func move(
    _ payload: BundledPayload, of bundle: ProviderBundle, to path: String
  ) throws -> BundledPayload {
    // They are moved out, as storing may throw in the middle.
    var moved = moved
    self.moved = MovedPayloads()
    defer { self.moved = moved }
    let number = try moved.number(of: payload, in: bundle) {
      try self.number(of: PayloadSource(bundle.stored(payload)), storedAt: path)
    }
    return index[number]
  }

  /// The name of what has none: the item's, with the extension of the type.
  private func fallbackName(of draft: BundleDraft.Representation, in item: BundleDraft.Item) -> FileName {
    FileNaming.name(
      suggested: item.suggestedName, sourceName: nil, typeIdentifier: draft.typeIdentifier)
  }

  private func entryName(of draft: BundleDraft.Representation, in item: BundleDraft.Item) -> String {
    EntryPaths.portable(draft.name ?? fallbackName(of: draft, in: item))
  }
}

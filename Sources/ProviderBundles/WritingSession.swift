import FileSystem
import Foundation
import ItemProviders

/// One bundle being written: payload by payload, each stored once, into the manifest that describes them.
struct WritingSession<Sink: BundleSink> {
  private var sink: Sink
  private let listings: FolderListings
  private let writer: ProviderBundleWriter
  private var index = PayloadIndex()

  init(sink: Sink, listings: FolderListings, writer: ProviderBundleWriter) {
    self.sink = sink
    self.listings = listings
    self.writer = writer
  }

  mutating func write(_ draft: BundleDraft) throws -> BundleManifest {
    var manifest = BundleManifest(items: [], typeDeclarations: draft.typeDeclarations)
    for (itemIndex, item) in draft.items.enumerated() {
      var bundled = BundledItem(suggestedName: item.suggestedName, representations: [])
      for (index, representation) in item.representations.enumerated() {
        let folder = EntryPaths.folder(item: itemIndex + 1, representation: index + 1)
        bundled.representations.append(try store(representation, of: item, below: folder))
      }
      manifest.items.append(bundled)
    }
    do {
      try manifest.check()
    } catch {
      throw BundleError(.invalidDraft, error.message, cause: error)
    }
    try sink.finish(manifest: manifest.encoded())
    return manifest
  }

  private mutating func store(
    _ draft: BundleDraft.Representation, of item: BundleDraft.Item, below folder: String
  ) throws -> BundledRepresentation {
    let storage: BundledRepresentation.Storage
    var name = draft.name
    var modification = draft.modification
    var isExecutable = false
    switch draft.content {
    case .bytes(let data):
      storage = .payload(try store(PayloadSource(data), at: folder + entryName(of: draft, in: item)))
    case .stream(let stream):
      let source = try PayloadSource(draining: stream.file, spoolingIn: writer.spoolFolder)
      storage = .payload(try store(source, at: folder + entryName(of: draft, in: item)))
    case .file(let path):
      let fileName = name ?? path.lastComponent ?? fallbackName(of: draft, in: item)
      name = fileName
      let entry = folder + EntryPaths.portable(fileName)
      if let listing = listings[path] {
        storage = .folder(path: entry + "/", members: try store(listing, of: path, below: entry + "/"))
        modification = modification ?? listing.status.modification
      } else {
        let status = try FileStatus.of(path)
        modification = modification ?? status.modification
        isExecutable = status.isExecutable
        storage = .payload(try store(PayloadSource(fileAt: path, followingLinks: true), at: entry))
      }
    case .reference(let path):
      let reference = try reference(to: path)
      storage = .inPlace(reference)
      name = name ?? path.lastComponent
      modification = modification ?? reference.modification
    case .promise(let source, let coder): storage = .promise(of: source, coder: coder)
    }
    var stored = BundledRepresentation(
      typeIdentifier: draft.typeIdentifier, kind: draft.kind, audience: draft.audience,
      allowsOpenInPlace: draft.allowsOpenInPlace, storage: storage, name: name,
      modification: writer.stated(modification))
    stored.isExecutable = isExecutable
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
    _ listing: FolderListing, of root: FilePath, below base: String
  ) throws -> FolderMembers {
    var paths = EntryPaths(below: base)
    var members: [FolderMembers.Member] = []
    for entry in listing.entries {
      var member = FolderMembers.Member(
        names: entry.names, content: .folder, modification: writer.stated(entry.status.modification))
      let path = base + paths.path(of: member)
      if let target = entry.target {
        member.content = .link(target: target)
        member.modification = nil
      } else if entry.status.kind == .regular {
        let source = try PayloadSource(fileAt: entry.path, followingLinks: false)
        member.content = .file(try store(source, at: path), isExecutable: entry.status.isExecutable)
      }
      members.append(member)
    }
    try listing.checkUnchanged(root)
    return try FolderMembers(members)
  }

  /// Stores a payload, or finds the equal one that was stored before.
  private mutating func store(_ source: PayloadSource, at path: String) throws -> BundledPayload {
    for candidate in index.candidates(byteCount: source.byteCount, crc32: source.crc32) {
      let isSame = try source.hasSameBytes { offset, count in
        try sink.storedBytes(of: candidate, at: offset, count: count)
      }
      if isSame { return candidate }
    }
    try sink.store(source, at: path)
    try source.checkUnchanged()
    let payload = BundledPayload(path: path, byteCount: source.byteCount, crc32: source.crc32)
    index.insert(payload)
    return payload
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

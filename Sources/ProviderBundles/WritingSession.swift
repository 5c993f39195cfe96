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
    var stored = BundledRepresentation(
      typeIdentifier: draft.typeIdentifier, kind: draft.kind, audience: draft.audience,
      allowsOpenInPlace: draft.allowsOpenInPlace, storage: .promise(of: 0, coder: ""), name: draft.name,
      modification: writer.stated(draft.modification))
    switch draft.content {
    case .bytes(let data):
      let name = draft.name ?? fallbackName(for: draft, of: item)
      stored.storage = .payload(try store(PayloadSource(data), at: folder + EntryPaths.portable(name)))
    case .stream(let stream):
      let name = draft.name ?? fallbackName(for: draft, of: item)
      let source = try PayloadSource(draining: stream.file, spoolingIn: writer.spoolFolder)
      stored.storage = .payload(try store(source, at: folder + EntryPaths.portable(name)))
    case .file(let path):
      let name = draft.name ?? path.lastComponent ?? fallbackName(for: draft, of: item)
      stored.name = name
      if let listing = listings[path] {
        let base = folder + EntryPaths.portable(name) + "/"
        stored.storage = .folder(path: base, members: try store(listing, of: path, below: base))
        stored.modification = stored.modification ?? writer.stated(listing.status.modification)
      } else {
        let status = try FileStatus.of(path)
        let source = try PayloadSource(fileAt: path, followingLinks: true)
        stored.storage = .payload(try store(source, at: folder + EntryPaths.portable(name)))
        stored.modification = stored.modification ?? writer.stated(status.modification)
      }
    case .reference(let path):
      let absolute = try path.resolvingLinks()
      let status = try FileStatus.of(absolute)
      guard status.kind == .regular else {
        throw BundleError(
          .unsupportedFile, "\(path) cannot be offered in place: only a regular file can; pack a copy of it")
      }
      stored.name = draft.name ?? path.lastComponent
      stored.storage = .inPlace(
        BundledReference(path: absolute, byteCount: status.byteCount, modification: status.modification))
      stored.modification = stored.modification ?? writer.stated(status.modification)
    case .promise(let source, let coder): stored.storage = .promise(of: source, coder: coder)
    }
    return stored
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
  private func fallbackName(for draft: BundleDraft.Representation, of item: BundleDraft.Item) -> FileName {
    FileNaming.name(suggested: item.suggestedName, sourceName: nil, typeIdentifier: draft.typeIdentifier)
  }
}

import ProfferFileSystem

/// The storage of a bundle that is a folder.
struct FolderStorage: BundleStorage {
  let isFolder = true
  private let folder: FilePath

  /// Opens a folder; throws unless the file `mimetype` in the folder is the mark of a bundle.
  init(_ folder: FilePath) throws {
    self.folder = folder
    let place = try FolderStorage.place(of: BundleMark.name, in: folder)
    guard try FileStatus.ifPresent(place, followingLinks: false)?.kind == .regular,
      try FolderStorage.bytes(of: place, most: BundleMark.content.utf8.count + 1)
        .elementsEqual(BundleMark.content.utf8)
    else { throw BundleError(.notABundle, "\(folder) is a folder, but not a provider bundle") }
  }

  func readers() throws -> FileReaders { try FileStatus.of(folder).readers }

  func manifest(limits: BundleLimits) throws -> [UInt8] {
    let place = try FolderStorage.place(of: BundleMark.manifestName, in: folder)
    guard try FileStatus.ifPresent(place, followingLinks: false) != nil else {
      throw BundleError(.manifestDisagrees, "\(folder) has no manifest.json; the bundle is incomplete")
    }
    let file = try OpenFile.readingRegular(place, followingLinks: false)
    let byteCount = try file.status().byteCount
    guard byteCount <= UInt64(limits.manifestByteCount) else {
      throw BundleError(
        .limitExceeded, "\(place) is longer than the limit of \(limits.manifestByteCount) bytes")
    }
    return try file.bytes(at: 0, count: Int(byteCount))
  }

  func stored(_ payload: BundledPayload) throws -> StoredPayload {
    let place = try place(of: payload)
    let file = try OpenFile.readingRegular(place, followingLinks: false)
    try checkSize(file.status().byteCount, of: payload)
    return StoredPayload(file: file, offset: 0, payload: payload)
  }

  func check(_ items: [BundledItem], areAll: Bool) throws {
    // A folder stores no checksums, so that only the manifest can show that it contradicts itself.
    var claims = PayloadClaims()
    for item in items { try item.eachPayload { (payload) throws(BundleError) in try claims.add(payload) } }
    for item in items { try item.eachPayload(check) }
    if areAll { try checkNoEntryIsUnnamed(claims.names) }
  }

  private func check(_ payload: BundledPayload) throws {
    let place = try place(of: payload)
    guard let status = try FolderStorage.present(place), status.kind == .regular else {
      throw BundleError(
        .manifestDisagrees, of: folder, "the manifest lists \(payload.path), which does not exist")
    }
    try checkSize(status.byteCount, of: payload)
  }

  private func checkNoEntryIsUnnamed(_ isNamed: (String) -> Bool) throws {
    guard let items = FileName(BundleMark.items),
      try FileStatus.ifPresent(folder.appending(items), followingLinks: false) != nil
    else { return }
    try checkNoLink(folder.appending(items))
    // The open folders; each has the names in it that are not checked yet, in reverse order.
    var open: [(path: [FileName], names: [FileName])] = [
      ([items], try Folder.names(in: folder.appending(items)).reversed())
    ]
    while let innermost = open.indices.last {
      guard let name = open[innermost].names.popLast() else {
        open.removeLast()
        continue
      }
      let names = open[innermost].path + [name]
      let place = folder.appending(names)
      let kind = try FileStatus.of(place, followingLinks: false).kind
      if kind == .folder {
        open.append((names, try Folder.names(in: place).reversed()))
        continue
      }
      let path = Array(names.map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
      guard kind == .regular, let text = String(validating: path, as: UTF8.self), isNamed(text) else {
        throw BundleError(
          .unnamedEntry, of: folder, "the manifest does not list \(PrintableText.escaped(path))")
      }
    }
  }

  func otherEntries() throws -> [ForeignEntry] {
    let own = [BundleMark.name, BundleMark.manifestName, BundleMark.items].compactMap { FileName($0) }
    var found: [(names: [FileName], place: FilePath, kind: FileKind)] = []
    for name in try Folder.names(in: folder) where !own.contains(name) {
      let place = folder.appending(name)
      let status = try FileStatus.of(place, followingLinks: false)
      found.append(([name], place, status.kind))
      guard status.kind == .folder else { continue }
      let listing = try FolderListing(of: place)
      found += listing.entries.enumerated().map { number, entry in
        ([name] + listing.names(of: number), listing.path(of: number), entry.kind)
      }
    }
    // A folder is an entry of its own only if it is empty. The contents of other folders directly follow the
    // folder in this list.
    let isParent = found.indices.map { index in
      index + 1 < found.count && found[index + 1].names.dropLast().elementsEqual(found[index].names)
    }
    return try zip(found, isParent).filter { !$0.1 }.map { entry, _ in
      try foreignEntry(entry.names, at: entry.place, entry.kind)
    }
  }

  private func foreignEntry(
    _ names: [FileName], at place: FilePath, _ kind: FileKind
  ) throws -> ForeignEntry {
    let path = names.map(\.bytes).joined(separator: [UInt8(ascii: "/")])
    guard let text = String(validating: Array(path), as: UTF8.self),
      kind == .regular || kind == .folder
    else {
      throw BundleError(
        .unsupportedFile,
        "\(place) does not belong to the bundle and cannot be kept: it is not a file, or its name is not UTF-8; move it out of the bundle"
      )
    }
    return ForeignEntry(path: text, content: kind == .folder ? .folder : .file(place))
  }

  func checkWhole() throws {}

  /// Returns the location of an entry in a bundle folder.
  ///
  /// No component of the path can lead out of the folder.
  static func place(of path: String, in folder: FilePath) throws -> FilePath {
    folder.appending(
      try path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { component in
        guard let name = FileName(bytes: component) else {
          throw BundleError(
            .pathOutsideItems, of: folder, "the manifest has the unsafe path \(path.debugDescription)")
        }
        return name
      })
  }

  /// Returns the location of a payload in the bundle folder; throws if a folder on the path is a link.
  private func place(of payload: BundledPayload) throws -> FilePath {
    let place = try FolderStorage.place(of: payload.path, in: folder)
    var above = place.parent
    while above != folder, above.bytes.count > folder.bytes.count {
      try checkNoLink(above)
      above = above.parent
    }
    return place
  }

  /// Throws if there is a link in place of a folder, because the target of a link is not part of the bundle.
  private func checkNoLink(_ place: FilePath) throws {
    guard try FolderStorage.present(place)?.kind == .link else { return }
    throw BundleError(
      .specialFile, of: folder,
      "\(place) is a link, and a bundle folder must not contain links")
  }

  /// Returns the status of a file; nil if the file does not exist or the name is too long for the file
  /// system.
  private static func present(_ place: FilePath) throws -> FileStatus? {
    do {
      return try FileStatus.ifPresent(place, followingLinks: false)
    } catch  where error.code == .nameTooLong {
      return nil
    }
  }

  /// Throws unless the length of a file is the length of its payload.
  private func checkSize(_ byteCount: UInt64, of payload: BundledPayload) throws(BundleError) {
    guard byteCount == payload.byteCount else {
      throw BundleError(
        .manifestDisagrees, of: folder,
        "\(payload.path) has \(byteCount) bytes; the manifest says \(payload.byteCount)")
    }
  }

  private static func bytes(of path: FilePath, most: Int) throws -> [UInt8] {
    let file = try OpenFile.readingRegular(path, followingLinks: false)
    return try file.bytes(at: 0, count: Int(min(UInt64(most), file.status().byteCount)))
  }
}

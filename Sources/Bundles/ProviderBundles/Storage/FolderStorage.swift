import FileSystem

/// The files of a bundle folder.
struct FolderStorage: BundleStorage {
  let isFolder = true
  private let folder: FilePath

  /// Opens a folder whose `mimetype` says that it is a bundle.
  init(_ folder: FilePath) throws {
    self.folder = folder
    let place = try FolderStorage.place(of: BundleMark.name, in: folder)
    guard try FileStatus.ifPresent(place, followingLinks: false)?.kind == .regular,
      try FolderStorage.bytes(of: place, most: BundleMark.content.utf8.count + 1)
        .elementsEqual(BundleMark.content.utf8)
    else { throw BundleError(.notABundle, "\(folder) is a folder, but no provider bundle") }
  }

  func manifest(limits: BundleLimits) throws -> FileRange {
    let place = try FolderStorage.place(of: BundleMark.manifestName, in: folder)
    guard try FileStatus.ifPresent(place, followingLinks: false) != nil else {
      throw BundleError(.manifestDisagrees, "\(folder) has no manifest.json; the bundle is not whole")
    }
    let file = try OpenFile.readingRegular(place, followingLinks: false)
    let byteCount = try file.status().byteCount
    guard byteCount <= UInt64(limits.manifestByteCount) else {
      throw BundleError(
        .limitExceeded, "\(place) is longer than the limit of \(limits.manifestByteCount) bytes")
    }
    return FileRange(file: file, offset: 0, byteCount: byteCount)
  }

  func stored(_ payload: BundledPayload) throws -> StoredPayload {
    let place = try place(of: payload)
    let file = try OpenFile.readingRegular(place, followingLinks: false)
    try FolderStorage.checkSize(try file.status().byteCount, of: payload, in: folder)
    return StoredPayload(file: file, offset: 0, payload: payload)
  }

  func number(of payload: BundledPayload) -> Int? { nil }

  func check(_ payload: BundledPayload) throws {
    let place = try place(of: payload)
    guard let status = try FolderStorage.present(place), status.kind == .regular else {
      throw FolderStorage.missing(payload, in: folder)
    }
    try FolderStorage.checkSize(status.byteCount, of: payload, in: folder)
  }

  func roll() throws -> any PayloadInventory { try FolderRoll(of: folder) }

  func foreignEntries() throws -> [ForeignEntry] {
    let own = [BundleMark.name, BundleMark.manifestName, "items"].compactMap { FileName($0) }
    var found: [(names: [FileName], place: FilePath, kind: FileKind)] = []
    for name in try Folder.names(in: folder) where !own.contains(name) {
      let place = folder.appending(name)
      let status = try FileStatus.of(place, followingLinks: false)
      found.append(([name], place, status.kind))
      guard status.kind == .folder else { continue }
      let listing = try FolderListing(of: place)
      found += (0..<listing.count).map { number in
        ([name] + listing.names(of: number), listing.path(of: number), listing.kind(of: number))
      }
    }
    // A folder with something in it comes with what is in it, which follows it here.
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
        "\(place) is no part of the bundle and cannot be kept: it is no file, or its name is not UTF-8; move it away"
      )
    }
    return ForeignEntry(path: text, content: kind == .folder ? .folder : .file(place))
  }

  func checkWhole() throws {}

  /// The place of an entry below a bundle folder.
  ///
  /// No component of the path can lead out of it.
  static func place(of path: String, in folder: FilePath) throws -> FilePath {
    folder.appending(
      try path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { component in
        guard let name = FileName(bytes: component) else {
          throw BundleError(
            .pathOutsideItems, "\(folder): the manifest has the unsafe path \(path.debugDescription)")
        }
        return name
      })
  }

  /// The place of a payload, all of which is in the bundle folder: no folder above it is a link.
  private func place(of payload: BundledPayload) throws -> FilePath {
    let place = try FolderStorage.place(of: payload.path, in: folder)
    var above = place.parent
    while above != folder, above.bytes.count > folder.bytes.count {
      try FolderStorage.checkNoLink(above, of: folder)
      above = above.parent
    }
    return place
  }

  /// Refuses a link that stands where a folder of a bundle is expected: what it leads to is not a part of the bundle.
  static func checkNoLink(_ place: FilePath, of folder: FilePath) throws {
    guard try present(place)?.kind == .link else { return }
    throw BundleError(
      .specialFile, "\(folder): \(place) is a link; a bundle folder holds all that it names, and no links")
  }

  /// The status of what is at a place; a name that no file of this file system can have is not there.
  private static func present(_ place: FilePath) throws -> FileStatus? {
    do {
      return try FileStatus.ifPresent(place, followingLinks: false)
    } catch  where error.code == .nameTooLong {
      return nil
    }
  }

  /// The error for a payload that no file is there for.
  static func missing(_ payload: BundledPayload, in folder: FilePath) -> BundleError {
    BundleError(.manifestDisagrees, "\(folder): the manifest names \(payload.path), which is not there")
  }

  /// Refuses a file that does not have the length of the payload it stands for.
  static func checkSize(
    _ byteCount: UInt64, of payload: BundledPayload, in folder: FilePath
  ) throws(BundleError) {
    guard byteCount == payload.byteCount else {
      throw BundleError(
        .manifestDisagrees,
        "\(folder): \(payload.path) has \(byteCount) bytes; the manifest says \(payload.byteCount)")
    }
  }

  private static func bytes(of path: FilePath, most: Int) throws -> [UInt8] {
    let file = try OpenFile.readingRegular(path, followingLinks: false)
    return try file.bytes(at: 0, count: Int(min(UInt64(most), file.status().byteCount)))
  }
}

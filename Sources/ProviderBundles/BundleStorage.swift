import FileSystem
import ZipArchives

/// What holds the entries of a bundle: an archive, or a folder with the same layout.
protocol BundleStorage: Sendable {
  /// The bytes of `manifest.json`.
  func manifest(limits: BundleLimits) throws -> [UInt8]
  /// Finds the bytes of a payload and refuses them if what is stored is not what the manifest says.
  func stored(_ payload: BundledPayload) throws -> StoredPayload
  /// Compares what is stored with what the manifest names: everything named is there with its size, and nothing else
  /// is below `items/`.
  func check(_ payloads: [BundledPayload]) throws
  /// Checks whatever else can be wrong with the storage itself.
  func checkWhole() throws
}

/// The entries of a zip archive.
struct ArchiveStorage: BundleStorage {
  private let file: OpenFile
  /// What messages call the archive.
  private let path: FilePath
  private let directory: ZipDirectory
  private let limits: BundleLimits

  /// Opens an archive whose first entry says that it is a bundle.
  init(_ file: OpenFile, at path: FilePath, limits: BundleLimits) throws {
    self.file = file
    self.path = path
    self.limits = limits
    try ArchiveStorage.checkMark(of: file, at: path)
    do {
      directory = try StrictZipReader.directory(
        of: file, limits: ZipLimits(nameByteCount: limits.nameByteCount))
    } catch {
      throw BundleError(error, in: path)
    }
    guard directory.entries.first.map({ $0.name.elementsEqual(BundleMark.name.utf8) }) == true,
      directory.entries.last.map({ $0.name.elementsEqual(BundleMark.manifestName.utf8) }) == true
    else {
      throw BundleError(
        .damagedArchive, "\(path): the first entry of a bundle is mimetype and the last is manifest.json"
      )
    }
    try EntryPaths.checkDistinct(directory.entries.map(\.name), in: path)
  }

  /// Refuses, by its first bytes, what is no bundle at all.
  private static func checkMark(of file: OpenFile, at path: FilePath) throws {
    let nameStart = 30
    let expected = Array((BundleMark.name + BundleMark.content).utf8)
    var head = [UInt8](repeating: 0, count: nameStart + expected.count)
    let count = try head.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    if count == head.count, head[nameStart...].elementsEqual(expected), head.starts(with: [0x50, 0x4B, 3, 4])
    {
      return
    }
    let isArchive = count >= 4 && head.starts(with: [0x50, 0x4B])
    throw BundleError(
      .notABundle,
      isArchive
        ? "\(path) is a zip archive, but no provider bundle; pack it, or read it with a zip tool"
        : "\(path) is no provider bundle")
  }

  func manifest(limits: BundleLimits) throws -> [UInt8] {
    guard let entry = directory.entries.last else { preconditionFailure("opening found the manifest") }
    guard entry.byteCount <= UInt64(limits.manifestByteCount) else {
      throw BundleError(
        .limitExceeded,
        "\(path): manifest.json has \(entry.byteCount) bytes; the limit is \(limits.manifestByteCount)")
    }
    let start = try payloadOffset(of: entry)
    let bytes = try file.bytes(at: start, count: Int(entry.byteCount))
    guard bytes.withUnsafeBytes({ CRC32.of($0) }) == entry.crc32 else {
      throw BundleError(
        .checksumMismatch, "\(path): manifest.json does not have its checksum; the bundle is damaged")
    }
    return bytes
  }

  func stored(_ payload: BundledPayload) throws -> StoredPayload {
    guard let entry = directory.entry(named: Array(payload.path.utf8)) else { throw missing(payload) }
    try checkAgreement(entry, payload)
    return StoredPayload(file: file, offset: try payloadOffset(of: entry), payload: payload)
  }

  func check(_ payloads: [BundledPayload]) throws {
    var named: Set<[UInt8]> = []
    for payload in payloads {
      let name = Array(payload.path.utf8)
      guard let entry = directory.entry(named: name) else { throw missing(payload) }
      try checkAgreement(entry, payload)
      named.insert(name)
    }
    for entry in directory.entries where entry.name.starts(with: "items/".utf8) && !named.contains(entry.name)
    {
      throw BundleError(
        .unnamedEntry,
        "\(path): the manifest does not name the entry \(PrintableText.escaped(entry.name)); the bundle was changed "
          + "by something that does not know its format")
    }
  }

  func checkWhole() throws {
    do {
      try StrictZipReader.checkAll(directory, of: file)
    } catch {
      throw BundleError(error, in: path)
    }
  }

  private func payloadOffset(of entry: ZipEntry) throws -> UInt64 {
    do {
      return try StrictZipReader.payloadOffset(of: entry, in: file)
    } catch {
      throw BundleError(error, in: path)
    }
  }

  private func checkAgreement(_ entry: ZipEntry, _ payload: BundledPayload) throws {
    guard entry.byteCount == payload.byteCount && entry.crc32 == payload.crc32 else {
      throw BundleError(
        .manifestDisagrees,
        "\(path): the manifest and the archive disagree about the size or checksum of \(payload.path)")
    }
  }

  private func missing(_ payload: BundledPayload) -> BundleError {
    BundleError(
      .manifestDisagrees, "\(path): the manifest names \(payload.path), which is not in the archive")
  }
}

/// The files of a bundle folder.
struct FolderStorage: BundleStorage {
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

  func manifest(limits: BundleLimits) throws -> [UInt8] {
    let place = try FolderStorage.place(of: BundleMark.manifestName, in: folder)
    guard try FileStatus.ifPresent(place, followingLinks: false) != nil else {
      throw BundleError(.manifestDisagrees, "\(folder) has no manifest.json; the bundle is not whole")
    }
    let bytes = try FolderStorage.bytes(of: place, most: limits.manifestByteCount &+ 1)
    guard bytes.count <= limits.manifestByteCount else {
      throw BundleError(
        .limitExceeded, "\(place) is longer than the limit of \(limits.manifestByteCount) bytes")
    }
    return bytes
  }

  func stored(_ payload: BundledPayload) throws -> StoredPayload {
    let place = try FolderStorage.place(of: payload.path, in: folder)
    let file = try OpenFile.readingRegular(place, followingLinks: false)
    try checkSize(try file.status().byteCount, of: payload)
    return StoredPayload(file: file, offset: 0, payload: payload)
  }

  func check(_ payloads: [BundledPayload]) throws {
    var named: Set<[UInt8]> = []
    for payload in payloads {
      let place = try FolderStorage.place(of: payload.path, in: folder)
      guard let status = try present(place), status.kind == .regular
      else {
        throw BundleError(
          .manifestDisagrees, "\(folder): the manifest names \(payload.path), which is not there")
      }
      try checkSize(status.byteCount, of: payload)
      named.insert(Array(payload.path.utf8))
    }
    guard let items = FileName("items"),
      try FileStatus.ifPresent(folder.appending(items), followingLinks: false) != nil
    else { return }
    for entry in try FolderListing(of: folder.appending(items)).entries where entry.status.kind != .folder {
      let path = ([items] + entry.names).map(\.bytes).joined(separator: [UInt8(ascii: "/")])
      guard entry.status.kind == .regular, named.contains(Array(path)) else {
        throw BundleError(
          .unnamedEntry, "\(folder): the manifest does not name \(PrintableText.escaped(path))")
      }
    }
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
            .malformedManifest, "\(folder): the manifest has the unsafe path \(path.debugDescription)")
        }
        return name
      })
  }

  /// The status of what is at a place; a name that no file of this file system can have is not there.
  private func present(_ place: FilePath) throws -> FileStatus? {
    do {
      return try FileStatus.ifPresent(place, followingLinks: false)
    } catch  where error.code == .nameTooLong {
      return nil
    }
  }

  private func checkSize(_ byteCount: UInt64, of payload: BundledPayload) throws {
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

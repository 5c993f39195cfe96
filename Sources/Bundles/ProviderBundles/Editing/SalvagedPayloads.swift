import ProfferFileSystem
import ZipArchives

/// The parts of a damaged bundle that can still be found.
struct SalvagedPayloads {
  /// The location of the bytes of an entry.
  struct Place: Sendable {
    let file: OpenFile
    let offset: UInt64
    let byteCount: UInt64
    /// The checksum in the archive; nil in a folder, because the checksums of the files in a folder are only
    /// in the manifest.
    let crc32: UInt32?
  }

  /// The entries below `items/`, in the order in which they were found.
  private(set) var places: [(path: String, place: Place)] = []
  /// The entries below `previews/`.
  ///
  /// Intact entries below `previews/` are also in ``foreignEntries``, because only a manifest states the item
  /// of a preview.
  private(set) var previews: [(path: String, place: Place)] = []
  /// The entries that cannot be saved, with their errors.
  private(set) var lost: [(path: String, byteCount: UInt64, failure: BundleError)] = []
  /// The intact foreign entries.
  private(set) var foreignEntries: [ForeignEntry] = []
  /// The text of the manifest, if it is intact.
  private(set) var manifest: [UInt8]?
  /// The entry inside which the file ends; nil if there is no such entry.
  private(set) var cut: Salvage.Cut?
  /// The folded names of the kept foreign entries, and of the folders that contain them.
  private var takenNames: Set<String> = [BundleMark.name, BundleMark.manifestName]
  private var takenFolders: Set<String> = ["items"]

  /// Examines a file or folder.
  ///
  /// The entries of an archive are found in its directory if the directory is intact, otherwise by their
  /// local headers.
  init(at path: FilePath, limits: BundleLimits) throws {
    if try FileStatus.of(path).kind == .folder {
      try look(inFolder: path, limits: limits)
      return
    }
    try look(inArchive: OpenFile.readingRegular(path), limits: limits)
  }

  /// Examines an open archive.
  init(in file: OpenFile, limits: BundleLimits) throws { try look(inArchive: file, limits: limits) }

  private mutating func look(inArchive file: OpenFile, limits: BundleLimits) throws {
    for entry in try entries(of: file, limits: limits) { try look(at: entry, in: file, limits) }
  }

  private mutating func entries(of file: OpenFile, limits: BundleLimits) throws -> [ZipEntry] {
    do {
      return try StrictZipReader.directory(of: file, limits: ZipLimits(nameByteCount: limits.nameByteCount))
        .entries
    } catch {
      if let cause = error.fileError, cause.code != .unexpectedEnd { throw cause }
      let found = try TolerantZipReader.localEntries(of: file, skippingDamage: true)
      if let entry = found.cut, let offset = entry.payloadOffset,
        SalvagedPayloads.flaw(of: entry, limits) == nil
      {
        cut = Salvage.Cut(
          path: String(decoding: entry.name, as: UTF8.self), byteCount: entry.byteCount,
          presentByteCount: try file.status().byteCount - offset)
      } else if found.endsInHeader {
        cut = Salvage.Cut(path: nil, byteCount: nil, presentByteCount: 0)
      }
      return found.whole
    }
  }

  private mutating func look(at entry: ZipEntry, in file: OpenFile, _ limits: BundleLimits) throws {
    guard !entry.isFolder, let offset = entry.payloadOffset else { return }
    if let flaw = SalvagedPayloads.flaw(of: entry, limits) {
      // A compressed foreign entry may belong to an archive inside a damaged payload. That payload is lost as
      // a whole, so the entry is not reported.
      if entry.isStored || entry.name.starts(with: "items/".utf8) {
        let path = PrintableText.escaped(entry.name.prefix(limits.nameByteCount))
        lose(path, entry.byteCount, flaw.code, "the entry \(flaw.reason)")
      }
      return
    }
    let path = String(decoding: entry.name, as: UTF8.self)
    let place = Place(file: file, offset: offset, byteCount: entry.byteCount, crc32: entry.crc32)
    switch path {
    case BundleMark.name: return
    case BundleMark.manifestName:
      guard entry.byteCount <= UInt64(limits.manifestByteCount), try place.hasChecksum(entry.crc32) else {
        return
      }
      manifest = try file.bytes(at: offset, count: Int(entry.byteCount))
    case _ where path.utf8.starts(with: "items/".utf8): places.append((path, place))
    default:
      guard try place.hasChecksum(entry.crc32) else {
        return lose(path, entry.byteCount, .checksumMismatch, "its bytes do not match its checksum")
      }
      keep(
        .range(FileRange(file: file, offset: offset, byteCount: entry.byteCount)), at: path, entry.byteCount)
      notePreview(place, at: path)
    }
  }

  /// Returns the reason why an entry cannot be saved; nil if it can be saved.
  ///
  /// The reason is a code and a text that completes an error message.
  private static func flaw(
    of entry: ZipEntry, _ limits: BundleLimits
  ) -> (code: BundleError.Code, reason: String)? {
    if entry.name.count > limits.nameByteCount {
      return (.limitExceeded, "has a name of \(entry.name.count) bytes; the limit is \(limits.nameByteCount)")
    }
    if entry.isEncrypted { return (.encrypted, "is encrypted") }
    if !entry.isStored { return (.compressed, "is compressed") }
    if entry.byteCount != entry.compressedByteCount {
      return (.directoryDisagrees, "has two different sizes")
    }
    return nameFlaw(of: entry.name).map { ($0.code, "has a name that \($0.reason)") }
  }

  /// Returns the reason why an entry with this name cannot be saved; nil if the name is accepted.
  ///
  /// Payloads get other names in the new bundle, so reserved names are accepted for them. Foreign entries
  /// keep their names.
  private static func nameFlaw(of name: [UInt8]) -> (code: BundleError.Code, reason: String)? {
    guard let flaw = EntryName.flaw(of: name) else { return nil }
    return flaw.code == .reservedName && name.starts(with: "items/".utf8) ? nil : flaw
  }

  private mutating func lose(_ path: String, _ byteCount: UInt64, _ code: BundleError.Code, _ reason: String)
  {
    lost.append((path, byteCount, BundleError(code, reason)))
  }

  private mutating func notePreview(_ place: Place, at path: String) {
    if BundleManifest.isPath(path[...], below: BundleMark.previews) { previews.append((path, place)) }
  }

  /// Keeps a foreign entry, unless its name is ambiguous among the entries that are already kept.
  private mutating func keep(_ content: ForeignEntry.Content, at path: String, _ byteCount: UInt64) {
    let name = EntryPaths.folded(path)
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    // The paths of all folders above the entry are stored, so a path with many slashes would take quadratic
    // time.
    guard parts.count <= 64 else {
      return lose(path, byteCount, .limitExceeded, "it is nested in more than 64 folders")
    }
    let folders = parts.indices.dropLast().map { parts[...$0].joined(separator: "/") }
    guard !takenFolders.contains(name), parts.first != "items", takenNames.isDisjoint(with: folders),
      takenNames.insert(name).inserted
    else {
      return lose(
        path, byteCount, .ambiguousName, "on some systems its name equals the name of another entry")
    }
    takenFolders.formUnion(folders)
    foreignEntries.append(ForeignEntry(path: path, content: content))
  }

  private mutating func look(inFolder folder: FilePath, limits: BundleLimits) throws {
    let listing = try FolderListing(of: folder)
    for (number, entry) in listing.entries.enumerated() where entry.kind == .regular {
      let place = listing.path(of: number)
      let bytes = Array(listing.names(of: number).map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
      let path = String(decoding: bytes, as: UTF8.self)
      if let flaw = SalvagedPayloads.nameFlaw(of: bytes) {
        lose(PrintableText.escaped(bytes), entry.byteCount, flaw.code, "its name \(flaw.reason)")
        continue
      }
      switch path {
      case BundleMark.name: continue
      case BundleMark.manifestName:
        guard entry.byteCount <= UInt64(limits.manifestByteCount) else { continue }
        manifest = try OpenFile.readingRegular(place, followingLinks: false).bytes(
          at: 0, count: Int(entry.byteCount))
      case _ where path.utf8.starts(with: "items/".utf8):
        let file = try OpenFile.readingRegular(place, followingLinks: false)
        places.append(
          (path, Place(file: file, offset: 0, byteCount: entry.byteCount, crc32: nil)))
      default:
        keep(.file(place), at: path, entry.byteCount)
        if BundleManifest.isPath(path[...], below: BundleMark.previews) {
          let file = try OpenFile.readingRegular(place, followingLinks: false)
          notePreview(Place(file: file, offset: 0, byteCount: entry.byteCount, crc32: nil), at: path)
        }
      }
    }
  }
}

extension SalvagedPayloads.Place {
  /// Returns whether the bytes have the given checksum.
  func hasChecksum(_ crc32: UInt32) throws -> Bool {
    try CRC32.of(file, at: offset, byteCount: byteCount) == crc32
  }
}

/// The storage of a bundle that consists of salvaged payloads.
struct SalvagedStorage: BundleStorage {
  let isFolder = false
  let places: [String: SalvagedPayloads.Place]
  let foreign: [ForeignEntry]
  /// The path of the damaged bundle.
  let path: FilePath

  func readers() throws -> FileReaders { try FileStatus.of(path).readers }

  func manifest(limits: BundleLimits) -> [UInt8] { preconditionFailure("a salvaged bundle is not opened") }

  func stored(_ payload: BundledPayload) -> StoredPayload {
    guard let place = places[payload.path] else { preconditionFailure("only what was found is named") }
    return StoredPayload(file: place.file, offset: place.offset, payload: payload)
  }

  func check(_ items: [BundledItem], areAll: Bool) {}
  func checkWhole() {}
  func otherEntries() -> [ForeignEntry] { foreign }
}

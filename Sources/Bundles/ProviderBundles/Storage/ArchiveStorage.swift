import ProfferFileSystem
import ZipArchives

/// The storage of a bundle that is a zip archive.
struct ArchiveStorage: BundleStorage {
  let isFolder = false
  private let file: OpenFile
  /// The path of the archive, shown in messages.
  private let path: FilePath
  private let directory: ZipDirectory
  private let limits: BundleLimits

  /// Opens an archive; throws unless its first entry is the mark of a bundle.
  init(_ file: OpenFile, at path: FilePath, limits: BundleLimits) throws {
    self.file = file
    self.path = path
    self.limits = limits
    try ArchiveStorage.checkMark(of: file, at: path)
    do {
      directory = try StrictZipReader.directory(
        of: file, limits: ZipLimits(nameByteCount: limits.nameByteCount))
    } catch {
      throw BundleError(error, of: path)
    }
    let last = directory.count - 1
    guard directory.count >= 2,
      directory.withName(at: 0, { $0.elementsEqual(BundleMark.name.utf8) }),
      directory.withName(at: last, { $0.elementsEqual(BundleMark.manifestName.utf8) })
    else {
      throw BundleError(
        .damagedArchive, of: path,
        "the first entry of a bundle must be 'mimetype', and the last entry must be 'manifest.json'")
    }
    try checkMark()
    try EntryNames.check(directory, in: path)
  }

  func readers() throws -> FileReaders {
    let status = try file.status()
    // A file without a name is a copy of piped input. Piped input has no permissions of its own.
    return status.linkCount == 0 ? .everyone : status.readers
  }

  /// Throws if the mark has the wrong content or is not at its fixed offset.
  private func checkMark() throws {
    let entry = directory.entry(at: 0)
    let content = Array(BundleMark.content.utf8)
    // If the offset according to the directory is wrong, the local header is read. Reading it throws a more
    // specific error if there is hidden data.
    guard entry.byteCount == UInt64(content.count),
      entry.crc32 == content.withUnsafeBytes({ CRC32.of($0) }),
      try entry.payloadOffset == ArchiveStorage.markOffset
        || payloadOffset(of: entry) == ArchiveStorage.markOffset
    else {
      throw BundleError(
        .notABundle, of: path, "the content of the entry 'mimetype' must be exactly \(BundleMark.content)")
    }
  }

  /// The offset of the name in a local header.
  private static let nameOffset = 30
  /// The offset of the mark's content, which follows a local header without an extra field.
  private static let markOffset = UInt64(nameOffset + BundleMark.name.utf8.count)

  /// Throws unless the first bytes of a file are those of a bundle.
  private static func checkMark(of file: OpenFile, at path: FilePath) throws {
    let expected = Array((BundleMark.name + BundleMark.content).utf8)
    var head = [UInt8](repeating: 0, count: nameOffset + expected.count)
    let count = try head.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    let isMarked = head[nameOffset...].elementsEqual(expected) && head.starts(with: [0x50, 0x4B, 3, 4])
    if count == head.count && isMarked { return }
    let isArchive = count >= 4 && head.starts(with: [0x50, 0x4B])
    throw BundleError(
      .notABundle,
      isArchive
        ? "\(path) is a zip archive, but not a provider bundle; pack it, or read it with a zip tool"
        : "\(path) is not a provider bundle")
  }

  func manifest(limits: BundleLimits) throws -> [UInt8] {
    let entry = directory.entry(at: directory.count - 1)
    guard entry.byteCount <= UInt64(limits.manifestByteCount) else {
      throw BundleError(
        .limitExceeded, of: path,
        "manifest.json has \(entry.byteCount) bytes; the limit is \(limits.manifestByteCount)")
    }
    let text = try file.bytes(at: payloadOffset(of: entry), count: Int(entry.byteCount))
    guard text.withUnsafeBytes({ CRC32.of($0) }) == entry.crc32 else {
      throw BundleError(
        .checksumMismatch, of: path, "manifest.json does not match its checksum; the bundle is damaged")
    }
    return text
  }

  func stored(_ payload: BundledPayload) throws -> StoredPayload {
    let number = try entryNumber(of: payload)
    return StoredPayload(
      file: file, offset: try payloadOffset(of: directory.entry(at: number)), payload: payload)
  }

  func check(_ items: [BundledItem], areAll: Bool) throws {
    // Entries have numbers, so that their paths need not be collected. If all payloads agree with their entries,
    // the manifest does not contradict itself.
    var isNamed = [Bool](repeating: false, count: directory.count)
    for item in items { try item.eachPayload { isNamed[try entryNumber(of: $0)] = true } }
    guard areAll else { return }
    var unnamed: Int?
    directory.forEachName { number, name in
      if !isNamed[number], unnamed == nil, name.starts(with: ArchiveStorage.itemsPrefix) { unnamed = number }
    }
    if let unnamed {
      let name = PrintableText.escaped(directory.name(at: unnamed))
      throw BundleError(
        .unnamedEntry, of: path,
        "the manifest does not name the entry \(name); the bundle was changed by a program that does not know its "
          + "format")
    }
  }

  func otherEntries() throws -> [ForeignEntry] {
    (1..<directory.count - 1).filter { !isItemEntry($0) }.map { number in
      let entry = directory.entry(at: number)
      let name = String(decoding: entry.isFolder ? entry.name.dropLast() : entry.name[...], as: UTF8.self)
      return ForeignEntry(path: name, content: entry.isFolder ? .folder : .entry(entry, in: file))
    }
  }

  func checkWhole() throws {
    do {
      try StrictZipReader.checkAll(directory, of: file)
    } catch {
      throw BundleError(error, of: path)
    }
  }

  private func payloadOffset(of entry: ZipEntry) throws -> UInt64 {
    do {
      return try StrictZipReader.payloadOffset(of: entry, in: file)
    } catch {
      throw BundleError(error, of: path)
    }
  }

  private static let itemsPrefix = Array("\(BundleMark.items)/".utf8)

  private func isItemEntry(_ number: Int) -> Bool {
    directory.withName(at: number) { $0.starts(with: ArchiveStorage.itemsPrefix) }
  }

  /// Returns the index of a payload's entry in the directory.
  ///
  /// Throws if the size or checksum of the entry differs from the manifest.
  private func entryNumber(of payload: BundledPayload) throws -> Int {
    var name = payload.path
    let found = name.withUTF8 { directory.number(named: UnsafeRawBufferPointer($0)) }
    guard let number = found else {
      throw BundleError(
        .manifestDisagrees, of: path, "the manifest lists \(payload.path), which is not in the archive")
    }
    guard directory.byteCount(at: number) == payload.byteCount && directory.crc32(at: number) == payload.crc32
    else {
      throw BundleError(
        .manifestDisagrees, of: path,
        "the manifest and the archive give different sizes or checksums for \(payload.path)")
    }
    return number
  }
}

import FileSystem
import Foundation
import ZipArchives

/// Where a bundle's entries go while it is written: an archive or a folder.
protocol BundleSink {
  /// Stores bytes under a path.
  mutating func store(_ source: PayloadSource, at path: String) throws
  /// The bytes of a payload that was stored before.
  mutating func storedBytes(of payload: BundledPayload, at offset: UInt64, count: Int) throws -> [UInt8]
  /// Ends the bundle with its manifest and puts it in its place, whole and on the device.
  mutating func finish(manifest: [UInt8]) throws
}

/// What every bundle begins with: the entry that says what it is, at a fixed place.
enum BundleMark {
  static let name = "mimetype"
  static let content = "application/vnd.proffer.dragbundle+zip"
  static let manifestName = "manifest.json"

  /// The alignment of a payload's first byte: a page, so that it can be mapped and its extents shared, where the
  /// padding is small against the payload; a cache line where it is not.
  static func alignment(byteCount: UInt64) -> Int { byteCount >= 16_384 ? 4096 : 64 }
}

/// Writes a bundle as a zip archive.
struct ArchiveSink: BundleSink {
  /// Every entry is a plain file to other tools.
  ///
  /// Some read names as UTF-8 only from archives that state such modes.
  private static let mode: UInt16 = 0o100644

  private var writer: ZipWriter
  private var offsets: [String: UInt64] = [:]
  private let output: OpenFile
  private let complete: (OpenFile) throws -> Void

  /// Begins an archive.
  ///
  /// - Parameters:
  ///   - output: an empty file, which becomes the archive.
  ///   - complete: puts the finished archive in its place.
  init(_ output: OpenFile, complete: @escaping (OpenFile) throws -> Void) throws {
    self.output = output
    self.complete = complete
    writer = ZipWriter(output: output)
    try Array(BundleMark.content.utf8).withUnsafeBytes {
      _ = try writer.add(name: Array(BundleMark.name.utf8), bytes: $0, unixMode: ArchiveSink.mode)
    }
  }

  mutating func store(_ source: PayloadSource, at path: String) throws {
    let name = Array(path.utf8)
    let alignment = BundleMark.alignment(byteCount: source.byteCount)
    switch source.origin {
    case .bytes(let data):
      let entry = try data.withUnsafeBytes {
        try writer.add(name: name, bytes: $0, alignment: alignment, unixMode: ArchiveSink.mode)
      }
      offsets[path] = entry.payloadOffset
    case .range(let file, let offset, _):
      let entry = try writer.add(
        name: name, contentsOf: file, at: offset, byteCount: source.byteCount, crc32: source.crc32,
        alignment: alignment, unixMode: ArchiveSink.mode)
      offsets[path] = entry.payloadOffset
    }
  }

  mutating func storedBytes(of payload: BundledPayload, at offset: UInt64, count: Int) throws -> [UInt8] {
    guard let start = offsets[payload.path] else { preconditionFailure("\(payload.path) was not stored") }
    try writer.flush()
    return try output.bytes(at: start + offset, count: count)
  }

  mutating func finish(manifest: [UInt8]) throws {
    try manifest.withUnsafeBytes {
      _ = try writer.add(name: Array(BundleMark.manifestName.utf8), bytes: $0, unixMode: ArchiveSink.mode)
    }
    _ = try writer.finish()
    try complete(output)
  }
}

/// Writes a bundle as a folder with the same layout.
struct FolderSink: BundleSink {
  private let folder: FolderReplacement
  private var made: Set<FilePath> = []

  init(_ folder: FolderReplacement) throws {
    self.folder = folder
    try write(Array(BundleMark.content.utf8), to: BundleMark.name)
  }

  mutating func store(_ source: PayloadSource, at path: String) throws {
    let destination = try place(of: path)
    if made.insert(destination.parent).inserted { try Folder.createWithParents(destination.parent) }
    let file = try OpenFile.creating(destination)
    switch source.origin {
    case .bytes(let data): try data.withUnsafeBytes { try file.write($0, at: 0) }
    case .range(let origin, let offset, _):
      try file.copy(from: origin, at: offset, to: 0, byteCount: source.byteCount)
    }
    try file.synchronize()
  }

  func storedBytes(of payload: BundledPayload, at offset: UInt64, count: Int) throws -> [UInt8] {
    try OpenFile.readingRegular(place(of: payload.path), followingLinks: false).bytes(
      at: offset, count: count)
  }

  func finish(manifest: [UInt8]) throws {
    try write(manifest, to: BundleMark.manifestName)
    try folder.commit()
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try OpenFile.creating(place(of: path))
    try bytes.withUnsafeBytes { try file.write($0, at: 0) }
    try file.synchronize()
  }

  private func place(of path: String) throws -> FilePath {
    try FolderStorage.place(of: path, in: folder.path)
  }
}

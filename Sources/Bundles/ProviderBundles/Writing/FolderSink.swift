import FileSystem
import Foundation
import ZipArchives

/// Writes a bundle as a folder with the same layout.
struct FolderSink: BundleSink {
  private let folder: FolderReplacement
  private let willReplace: ((FilePath) throws -> Void)?
  /// Folders that are there, as many as are worth remembering: entries come folder by folder.
  private var made: Set<FilePath> = []
  private static let rememberedCount = 1024

  /// Begins a folder.
  ///
  /// - Parameter willReplace: called with the folder's path just before it gets its own name.
  init(_ folder: FolderReplacement, willReplace: ((FilePath) throws -> Void)? = nil) throws {
    self.folder = folder
    self.willReplace = willReplace
    made = [folder.path]
    try write(PayloadSource(Data(BundleMark.content.utf8)), to: create(BundleMark.name))
  }

  mutating func store(
    _ source: PayloadSource, at path: String
  ) throws -> (crc32: UInt32, position: UInt64) {
    var source = source
    let crc32 = try source.checksum()
    try write(source, to: create(path))
    return (crc32, 0)
  }

  private func write(_ source: PayloadSource, to file: OpenFile) throws {
    try folder.naming { () throws(FileSystemError) in
      if case .range(let origin, let offset, _) = source.origin {
        return try file.copy(from: origin, at: offset, to: 0, byteCount: source.byteCount)
      }
      try source.withBytesInMemory { bytes in
        Result { () throws(FileSystemError) in try file.write(bytes, at: 0) }
      }?.get()
    }
  }

  mutating func keep(_ entries: [ForeignEntry]) throws {
    for entry in entries { try keep(entry) }
  }

  private mutating func keep(_ entry: ForeignEntry) throws {
    switch entry.content {
    case .folder:
      let place = try place(of: entry.path)
      _ = try folder.naming { () throws(FileSystemError) in try Folder.createWithParents(place) }
    case .entry(let entry, let archive):
      let offset = try StrictZipReader.payloadOffset(of: entry, in: archive)
      let file = try create(String(decoding: entry.name, as: UTF8.self))
      try folder.naming { () throws(FileSystemError) in
        try file.copy(from: archive, at: offset, to: 0, byteCount: entry.byteCount)
      }
    case .file(let path):
      let (origin, status) = try OpenFile.examiningRegular(path, followingLinks: false)
      try keep(FileRange(file: origin, offset: 0, byteCount: status.byteCount), at: entry.path)
    case .range(let range): try keep(range, at: entry.path)
    }
  }

  private mutating func keep(_ range: FileRange, at path: String) throws {
    let file = try create(path)
    try folder.naming { () throws(FileSystemError) in
      try file.copy(from: range.file, at: range.offset, to: 0, byteCount: range.byteCount)
    }
  }

  /// Creates the file of an entry and the folders above it.
  private mutating func create(_ path: String) throws -> OpenFile {
    let destination = try place(of: path)
    if made.count > FolderSink.rememberedCount { made = [folder.path] }
    if made.insert(destination.parent).inserted {
      _ = try folder.naming { () throws(FileSystemError) in try Folder.createWithParents(destination.parent) }
    }
    return try folder.naming { () throws(FileSystemError) in try OpenFile.creating(destination) }
  }

  func storedBytes(of stored: PayloadIndex.Stored, at offset: UInt64, count: Int) throws -> [UInt8] {
    try OpenFile.readingRegular(place(of: stored.payload.path), followingLinks: false).bytes(
      at: offset, count: count)
  }

  mutating func finish(manifest: PayloadSource) throws {
    try write(manifest, to: create(BundleMark.manifestName))
    if let willReplace { try willReplace(folder.prepare()) }
    try folder.commit()
  }

  private func place(of path: String) throws -> FilePath {
    try FolderStorage.place(of: path, in: folder.path)
  }
}

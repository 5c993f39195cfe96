import ProfferFileSystem
import TestSupport
import Testing
import ZipArchives

extension TemporaryFolder {
  /// The path of a name inside the folder, or of the folder itself.
  func filePath(_ name: String? = nil) throws -> FilePath {
    try #require(FilePath(name.map { path($0) } ?? path))
  }

  /// Creates a file with these bytes and opens it.
  func openFile(_ name: String, _ bytes: [UInt8]) throws -> OpenFile {
    let file = try OpenFile.creating(filePath(name))
    try bytes.withUnsafeBytes { try file.write($0, at: 0) }
    return file
  }
}

extension ZipWriter {
  /// Adds text.
  @discardableResult
  mutating func add(
    _ name: String, _ text: String, alignment: Int = 1, unixMode: UInt16? = nil
  ) throws(ZipError) -> ZipEntry {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ZipError) in
        try add(name: Array(name.utf8), bytes: bytes, alignment: alignment, unixMode: unixMode)
      }
    }
    return try result.get()
  }
}

extension OpenFile {
  func allBytes() throws -> [UInt8] { try bytes(at: 0, count: Int(status().byteCount)) }
}

/// The bytes of a small archive and the offsets of its records, so that one field can be changed at a time.
struct ArchiveImage: Sendable {
  var bytes: [UInt8]
  let entries: [ZipEntry]
  let directoryOffset: Int

  /// An archive with `mimetype`, a payload aligned to 64, a folder, and a name that is not ASCII.
  static func sample() throws -> ArchiveImage {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("sample.zip", [])
    var writer = ZipWriter(output: file)
    try writer.add("mimetype", "application/x-sample")
    try writer.add("items/1/text", "some text", alignment: 64, unixMode: 0o644)
    try writer.addFolder(name: Array("items/empty".utf8))
    try writer.add("é", "")
    let byteCount = try writer.finish()
    let directory = try StrictZipReader.directory(of: file)
    return ArchiveImage(
      bytes: try file.bytes(at: 0, count: Int(byteCount)), entries: directory.entries,
      directoryOffset: Int(directory.directoryOffset))
  }

  func number(_ offset: Int, byteCount: Int) -> Int {
    bytes[offset..<offset + byteCount].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func set(_ offset: Int, _ value: Int, byteCount: Int) {
    for index in 0..<byteCount { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }

  /// The offset of an entry's local header.
  func local(_ index: Int) -> Int { Int(entries[index].headerOffset) }

  /// The offset of an entry's directory record.
  func record(_ index: Int) -> Int {
    var offset = directoryOffset
    for _ in 0..<index {
      offset += 46 + number(offset + 28, byteCount: 2) + number(offset + 30, byteCount: 2)
    }
    return offset
  }

  var end: Int { bytes.count - 22 }

  /// Inserts bytes before the end record, and lengthens the directory to contain them.
  mutating func lengthenDirectory(at offset: Int, by inserted: [UInt8]) {
    bytes.insert(contentsOf: inserted, at: offset)
    set(end + 12, number(end + 12, byteCount: 4) + inserted.count, byteCount: 4)
  }
}

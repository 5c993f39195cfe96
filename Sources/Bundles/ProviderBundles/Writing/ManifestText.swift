import Foundation
import JSONText
import ProfferFileSystem
import ZipArchives

/// The text of a manifest, which grows item by item while payloads are stored.
///
/// A short text is kept in memory, and a long text in a temporary file. The text of 100,000 items has 20 MB.
/// An array of this size would be in memory twice whenever it grows.
struct ManifestText {
  private var writer = JSONWriter(style: .pretty)
  private var spool: ManifestSpool

  init(spoolingIn folder: FilePath) {
    spool = ManifestSpool(in: folder)
    writer.beginManifest()
  }

  mutating func append(_ item: BundledItem) throws {
    // The text of an item with many members is moved to the spool while it is written. Both values are
    // therefore moved out of `self`, so that the closure can change the spool.
    var (writer, spool) = (writer, spool)
    self.writer = JSONWriter()
    defer { (self.writer, self.spool) = (writer, spool) }
    try writer.item(item) { writer in
      if writer.byteCount >= ManifestSpool.pieceByteCount { try writer.drain { try spool.append($0) } }
    }
  }

  /// Ends the text and returns it as a source.
  ///
  /// Nothing can be appended afterwards.
  mutating func finish(
    typeDeclarations: [JSONNode], unknownMembers: [JSONMember]
  ) throws -> PayloadSource {
    writer.endManifest(typeDeclarations: typeDeclarations, unknownMembers: unknownMembers)
    guard !spool.isEmpty else {
      var text = Data(capacity: writer.byteCount + BundleManifest.end.count)
      writer.drain { text.append(contentsOf: $0) }
      return PayloadSource(text + BundleManifest.end)
    }
    try writer.drain { try spool.append($0) }
    try BundleManifest.end.withUnsafeBytes { try spool.append($0) }
    return spool.payload()
  }
}

/// Text that is stored in a temporary file.
private struct ManifestSpool {
  /// The number of bytes at which text is moved to the file.
  static let pieceByteCount = 1 << 20

  private let folder: FilePath
  private var file: OpenFile?
  private var checksum = CRC32()
  private var end: UInt64 = 0

  init(in folder: FilePath) { self.folder = folder }

  /// Whether nothing was written to the file.
  var isEmpty: Bool { file == nil }

  mutating func append(_ text: UnsafeRawBufferPointer) throws {
    let file = try file ?? OpenFile.unnamed(in: folder)
    self.file = file
    try file.write(text, at: end)
    checksum.update(text)
    end += UInt64(text.count)
  }

  /// Returns the whole text as a source.
  func payload() -> PayloadSource {
    guard let file else { preconditionFailure("text was written") }
    return PayloadSource(file, byteCount: end, crc32: checksum.value)
  }
}

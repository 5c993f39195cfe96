import FileSystem
import Foundation
import JSONText
import ZipArchives

/// The text of a manifest that grows item by item while payloads are stored.
///
/// It is in memory while it is short, and in a file without a name when it is not.
struct ManifestText {
  private var writer = JSONWriter(style: .pretty)
  private var spool: ManifestSpool

  init(spoolingIn folder: FilePath) {
    spool = ManifestSpool(in: folder)
    writer.beginManifest()
  }

  mutating func append(_ item: BundledItem) throws {
    // Both are moved out, as an item of many members goes on growing while its first ones are put aside.
    var (writer, spool) = (writer, spool)
    self.writer = JSONWriter()
    defer { (self.writer, self.spool) = (writer, spool) }
    try writer.item(item) { writer in
      if writer.byteCount >= ManifestSpool.pieceByteCount { try writer.drain { try spool.append($0) } }
    }
  }

  /// Ends the text.
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

/// Text that is put aside in a file without a name.
private struct ManifestSpool {
  /// The text is put aside by pieces of this length.
  static let pieceByteCount = 1 << 20

  private let folder: FilePath
  private var file: OpenFile?
  private var checksum = CRC32()
  private var end: UInt64 = 0

  init(in folder: FilePath) { self.folder = folder }

  /// Whether nothing was put aside.
  var isEmpty: Bool { file == nil }

  mutating func append(_ text: UnsafeRawBufferPointer) throws {
    let file = try file ?? OpenFile.unnamed(in: folder)
    self.file = file
    try file.write(text, at: end)
    checksum.update(text)
    end += UInt64(text.count)
  }

  /// All of it.
  func payload() -> PayloadSource {
    guard let file else { preconditionFailure("text was put aside") }
    return PayloadSource(file, byteCount: end, crc32: checksum.value)
  }
}

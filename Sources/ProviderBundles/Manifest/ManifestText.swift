import FileSystem
import Foundation
import JSONText
import ZipArchives

/// The text of a manifest that grows item by item while payloads are stored.
///
/// It is in memory while it is short, and in a file without a name when it is not.
struct ManifestText {
  /// The text is put aside by pieces of this length.
  private static let pieceByteCount = 1 << 22

  private let spoolFolder: FilePath
  private var writer = JSONWriter(style: .pretty)
  private var spool: OpenFile?
  private var checksum = CRC32()
  private var end: UInt64 = 0

  init(spoolingIn folder: FilePath) {
    spoolFolder = folder
    writer.beginManifest()
  }

  mutating func append(_ item: BundledItem) throws {
    writer.item(item)
    if writer.byteCount >= ManifestText.pieceByteCount { try putAside() }
  }

  /// Ends the text.
  ///
  /// Nothing can be appended afterwards.
  mutating func finish(
    typeDeclarations: [JSONNode], unknownMembers: [JSONMember]
  ) throws -> PayloadSource {
    writer.endManifest(typeDeclarations: typeDeclarations, unknownMembers: unknownMembers)
    guard spool != nil else {
      var text = Data(capacity: writer.byteCount + BundleManifest.end.count)
      writer.drain { text.append(contentsOf: $0) }
      return PayloadSource(text + BundleManifest.end)
    }
    try putAside()
    try BundleManifest.end.withUnsafeBytes { try putAside($0) }
    guard let spool else { preconditionFailure("text was put aside") }
    return PayloadSource(spool, byteCount: end, crc32: checksum.value)
  }

  private mutating func putAside() throws {
    var writer = writer
    self.writer = JSONWriter()
    defer { self.writer = writer }
    try writer.drain { try putAside($0) }
  }

  private mutating func putAside(_ text: UnsafeRawBufferPointer) throws {
    let file = try spool ?? OpenFile.unnamed(in: spoolFolder)
    spool = file
    try file.write(text, at: end)
    checksum.update(text)
    end += UInt64(text.count)
  }
}

import ProfferFileSystem
import UniformTypes

/// Recognises formats that the beginning of a file does not identify.
///
/// These are formats with a mark at the end, and formats that state a length that must equal the length of
/// the file.
struct WholeFileFormats {
  let registry: TypeRegistry

  /// Returns the format of a file; nil if the file does not have one of these formats.
  ///
  /// - Parameters:
  ///   - prefix: the first bytes of the file.
  ///   - isWhole: whether the prefix is the whole file.
  /// - Throws: `fileSystem` if the file cannot be read.
  func match(
    in file: OpenFile, _ prefix: UnsafeRawBufferPointer, isWhole: Bool
  ) throws(DiscoveryError) -> ContentMatch? {
    guard prefix.count >= 134 else { return nil }
    let byteCount =
      isWhole
      ? UInt64(prefix.count)
      : try DiscoveryError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    // A binary STL model: a header of 80 bytes, the number of triangles, and 50 bytes for each triangle.
    let triangleCount = UInt64(prefix.loadUnaligned(fromByteOffset: 80, as: UInt32.self).littleEndian)
    if byteCount == 84 + 50 * triangleCount {
      return match(
        "public.standard-tesselated-geometry-format",
        "the number of triangles that the STL header states")
    }
    guard byteCount >= 512 else { return nil }
    // An Apple disk image ends in a block of 512 bytes that begins with “koly”.
    let trailer =
      isWhole
      ? Array(prefix[(prefix.count - 512)..<(prefix.count - 508)])
      : try DiscoveryError.withFile { () throws(FileSystemError) in
        try file.bytes(at: byteCount - 512, count: 4)
      }
    return trailer == Array("koly".utf8)
      ? match("com.apple.disk-image-udif", "the trailer of a disk image") : nil
  }

  private func match(_ identifier: String, _ evidence: String) -> ContentMatch? {
    registry.declaredType(identifier).map { ContentMatch(type: $0, isStrong: true, evidence: evidence) }
  }
}

package import FileSystem
package import Foundation

extension Data {
  /// Below this, reading costs less than a mapping of whole pages.
  private static let smallestMappedByteCount: UInt64 = 16 << 10

  /// The bytes of a part of a file: read when they are few, otherwise mapped, so that memory is used only for
  /// what is looked at and can be given back.
  ///
  /// Mapped bytes are the file's as long as the value lives. A file that is cut short meanwhile ends the
  /// process when the lost bytes are touched; sources that rewrite their file do so by replacing it.
  package init(mapping file: OpenFile, at offset: UInt64, byteCount: UInt64) throws {
    if byteCount < Self.smallestMappedByteCount {
      self = Data(try file.bytes(at: offset, count: Int(byteCount)))
      return
    }
    let mapped = try file.map(at: offset, count: Int(clamping: byteCount))
    guard let start = mapped.buffer.baseAddress else {
      self = Data()
      return
    }
    // The deallocator holds the mapping, and with it the pages, until the last copy of the value is gone.
    self = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: mapped.count,
      deallocator: .custom { _, _ in withExtendedLifetime(mapped) {} })
  }
}

/// A part of a file seen as memory, until the value is released.
///
/// Bytes are read from the file as they are touched. When somebody makes the file shorter meanwhile, touching
/// what is gone ends the process with the signal SIGBUS, which no error handling can catch: map only files
/// that nobody else writes, and read the others.
// The pages are read-only and private, so there is nothing that threads could disagree about.
package final class MappedBytes: @unchecked Sendable {
  /// The bytes that were asked for; valid as long as this value lives.
  package let buffer: UnsafeRawBufferPointer
  private let pages: (address: UnsafeMutableRawPointer, byteCount: Int)?

  package var count: Int { buffer.count }

  init(buffer: UnsafeRawBufferPointer, pages: (address: UnsafeMutableRawPointer, byteCount: Int)?) {
    self.buffer = buffer
    self.pages = pages
  }

  deinit { if let pages { SystemCalls.unmapMemory(pages.address, byteCount: pages.byteCount) } }
}

extension OpenFile {
  /// Maps a part of the file for reading, at any offset.
  ///
  /// - Throws: `unexpectedEnd` when the file does not hold that many bytes there.
  package func map(at offset: UInt64, count: Int) throws(FileSystemError) -> MappedBytes {
    try requireBytes(at: offset, count: UInt64(count))
    if count == 0 { return MappedBytes(buffer: UnsafeRawBufferPointer(start: nil, count: 0), pages: nil) }
    // A mapping begins at a page, the range wherever it likes.
    let lead = Int(offset % UInt64(SystemCalls.pageByteCount))
    return try naming("map") { () throws(SystemFailure) in
      let address = try SystemCalls.mapMemory(
        descriptor, at: offset - UInt64(lead), byteCount: lead + count)
      return MappedBytes(
        buffer: UnsafeRawBufferPointer(start: address + lead, count: count), pages: (address, lead + count))
    }
  }
}

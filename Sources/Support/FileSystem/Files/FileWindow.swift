/// A buffer that moves through a file, so that many small sequential reads need few system calls.
package struct FileWindow {
  private let file: OpenFile
  private let step: Int
  private var bytes: [UInt8] = []
  private var start: UInt64 = 0

  /// Makes a window that reads at least `step` bytes at a time.
  package init(_ file: OpenFile, step: Int = 1 << 18) {
    self.file = file
    self.step = step
  }

  /// Calls `body` with the bytes of a range.
  ///
  /// - Throws: `unexpectedEnd` if the file ends before the end of the range.
  package mutating func withBytes<Value>(
    at offset: UInt64, count: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) throws(FileSystemError) -> Value {
    if offset < start || offset - start > UInt64(bytes.count) || bytes.count - Int(offset - start) < count {
      try move(to: offset, count: count)
    }
    let first = Int(offset - start)
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[first..<first + count])) }
  }

  private mutating func move(to offset: UInt64, count: Int) throws(FileSystemError) {
    // A malicious file may contain any count, so the count is compared with the file's length before memory
    // is allocated.
    if count > step { try file.requireBytes(at: offset, count: UInt64(count)) }
    start = offset
    bytes = try [UInt8](unsafeUninitializedCapacity: max(count, step)) {
      buffer, initializedCount throws(FileSystemError) in
      initializedCount = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    if bytes.count < count { throw file.endsEarly() }
  }
}

/// A part of a file that is mapped into memory until this value is released.
///
/// Bytes are read from the file on first access. If another program truncates the file while it is mapped,
/// access to the removed part ends the process with the signal SIGBUS. Code cannot catch this signal as an
/// error. Map only files that no other program writes, and read all other files.
// The pages are read-only and private, so access from several threads is safe.
package final class MappedBytes: @unchecked Sendable {
  /// The mapped bytes; valid while this value exists.
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
  /// - Throws: `unexpectedEnd` if the file ends before the end of the range.
  package func map(at offset: UInt64, count: Int) throws(FileSystemError) -> MappedBytes {
    try requireBytes(at: offset, count: UInt64(count))
    if count == 0 { return MappedBytes(buffer: UnsafeRawBufferPointer(start: nil, count: 0), pages: nil) }
    // A mapping must start at a page boundary; the range can start anywhere.
    let lead = Int(offset % UInt64(SystemCalls.pageByteCount))
    do {
      let address = try SystemCalls.mapMemory(
        descriptor, at: offset - UInt64(lead), byteCount: lead + count)
      return MappedBytes(
        buffer: UnsafeRawBufferPointer(start: address + lead, count: count), pages: (address, lead + count))
    } catch {
      throw failure("map", error)
    }
  }
}

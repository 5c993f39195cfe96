/// A stretch of a file in memory that moves along as places are asked for, so that many small ones that follow each
/// other cost few calls.
package struct FileWindow {
  private let file: OpenFile
  private let step: Int
  private var bytes: [UInt8] = []
  private var start: UInt64 = 0

  /// Makes a window that reads so many bytes at a time.
  package init(_ file: OpenFile, step: Int = 1 << 18) {
    self.file = file
    self.step = step
  }

  /// Shows the bytes of a place.
  ///
  /// - Throws: `unexpectedEnd` when the file does not hold that many there.
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
    // A count may come from a file that lies, so that it is compared with the file's length before memory is taken.
    if count > step { try file.requireBytes(at: offset, count: UInt64(count)) }
    start = offset
    bytes = try [UInt8](unsafeUninitializedCapacity: max(count, step)) {
      buffer, initializedCount throws(FileSystemError) in
      initializedCount = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    if bytes.count < count { throw file.endsEarly() }
  }
}

/// A part of a file seen as memory, until the value is released.
///
/// Bytes are read from the file as they are touched. When another program makes the file shorter meanwhile, touching
/// what is gone ends the process with the signal SIGBUS, which no error handling can catch: map only files
/// that no other program writes, and read the others.
// The pages are read-only and private, so there is nothing that threads could disagree about.
package final class MappedBytes: @unchecked Sendable {
  /// The mapped bytes; valid as long as this value lives.
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

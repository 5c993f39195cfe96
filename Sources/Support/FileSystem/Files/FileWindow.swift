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

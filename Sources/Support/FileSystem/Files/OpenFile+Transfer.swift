extension OpenFile {
  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: how many bytes were read; fewer than the buffer holds only at the end of the file.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(FileSystemError) -> Int {
    try naming("read") { () throws(SystemFailure) in
      var count = 0
      while count < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let step = try SystemCalls.read(descriptor, into: rest, at: offset &+ UInt64(count))
        if step == 0 { break }
        count += step
      }
      return count
    }
  }

  /// Reads what comes next in a pipe, or in a file from where the last such call ended.
  ///
  /// - Returns: how many bytes were read, perhaps fewer than there will be; 0 at the end.
  package func readNext(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
    try naming("read") { () throws(SystemFailure) in try SystemCalls.readNext(descriptor, into: buffer) }
  }

  /// The bytes at a place.
  ///
  /// The file's length is asked before anything is allocated, so a count that came from a file can be passed
  /// on.
  ///
  /// - Throws: `unexpectedEnd` when the file does not hold that many there.
  package func bytes(at offset: UInt64, count: Int) throws(FileSystemError) -> [UInt8] {
    try requireBytes(at: offset, count: UInt64(count))
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) {
      buffer, initializedCount throws(FileSystemError) in
      initializedCount = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    if bytes.count < count { throw endsEarly() }
    return bytes
  }

  /// Writes all of the bytes at a place.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(FileSystemError) {
    try naming("write") { () throws(SystemFailure) in
      var count = 0
      while count < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
        count += try SystemCalls.write(descriptor, rest, at: offset &+ UInt64(count))
      }
    }
  }

  /// Writes all of the bytes to a pipe, or to a file from where the last such call ended.
  package func writeNext(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
    try naming("write") { () throws(SystemFailure) in
      var count = 0
      while count < bytes.count {
        count += try SystemCalls.writeNext(descriptor, UnsafeRawBufferPointer(rebasing: bytes[count...]))
      }
    }
  }

  /// Refuses a range that does not lie in the file.
  ///
  /// A device's length is not known this way; it is left to the reading.
  func requireBytes(at offset: UInt64, count: UInt64) throws(FileSystemError) {
    let status = try status()
    let (end, overflow) = offset.addingReportingOverflow(count)
    if status.kind == .regular && (overflow || end > status.byteCount) { throw endsEarly() }
  }

  func endsEarly() -> FileSystemError {
    failure(.unexpectedEnd, "read", "the file ends before the bytes that were asked for")
  }
}

// MARK: - Streams

extension OpenFile {
  private static let streamStep = 1 << 20

  /// Whether the file is a terminal.
  package var isTerminal: Bool { SystemCalls.isTerminal(descriptor) }

  /// Appends all that a stream still gives to this file, which must be empty.
  ///
  /// - Returns: the number of bytes.
  @discardableResult
  package func copyAll(fromStream stream: OpenFile) throws(FileSystemError) -> UInt64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.streamStep, alignment: 4096)
    defer { buffer.deallocate() }
    var end: UInt64 = 0
    while true {
      let count = try stream.readNext(into: buffer)
      if count == 0 { return end }
      try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: end)
      end += UInt64(count)
    }
  }

  /// Writes this whole file to a stream.
  package func copyAll(toStream stream: OpenFile) throws(FileSystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.streamStep, alignment: 4096)
    defer { buffer.deallocate() }
    var position: UInt64 = 0
    while true {
      let count = try read(into: buffer, at: position)
      if count == 0 { return }
      try stream.writeNext(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      position += UInt64(count)
    }
  }
}

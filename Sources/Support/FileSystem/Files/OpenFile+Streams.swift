extension OpenFile {
  private static let streamStep = 1 << 20

  /// Whether the file is a terminal, which somebody looks at.
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

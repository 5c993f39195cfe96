import ByteTools

/// Memory that short files are read into, one behind the other.
final class ReadBuffer: @unchecked Sendable {
  // Written by the thread that reads, before others get to see it.
  private let memory: UnsafeMutableRawBufferPointer
  private var used = 0

  init(byteCount: Int) {
    memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
  }

  deinit { memory.deallocate() }

  /// The bytes of a part that was read.
  subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[range])
  }

  /// Has the next bytes read.
  func read<Failure: Error>(
    byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Range<Int> {
    let range = used..<used + byteCount
    try body(UnsafeMutableRawBufferPointer(rebasing: memory[range]))
    used = range.upperBound
    return range
  }

  fileprivate func reset() { used = 0 }
}

/// Buffers that are used again, so that the system need not find and clear memory for every file.
final class ReadBuffers: @unchecked Sendable {
  private let byteCount: Int
  private let lock = Lock()
  private var free: [ReadBuffer] = []

  init(byteCount: Int) { self.byteCount = byteCount }

  func take() -> ReadBuffer {
    lock.withLock { free.popLast() } ?? ReadBuffer(byteCount: byteCount)
  }

  /// Takes a buffer back; one that somebody still looks at stays his.
  func giveBack(_ buffer: inout ReadBuffer?) {
    if isKnownUniquelyReferenced(&buffer), let buffer {
      buffer.reset()
      lock.withLock { free.append(buffer) }
    }
    buffer = nil
  }
}

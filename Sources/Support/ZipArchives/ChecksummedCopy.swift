import ProfferFileSystem

/// Copies data between files and computes the checksum of the data, reading each byte once.
///
/// While one thread writes a piece, other threads read the following pieces and compute their checksums.
struct ChecksummedCopy {
  /// The size of a piece in bytes.
  ///
  /// A piece is large enough to be worth passing to another thread, and small enough to stay in a cache until
  /// it is written.
  private static let pieceByteCount = 1 << 19
  private static let aheadCount = 4

  /// A ring of buffers: one for each piece that is read ahead, and one for the piece that is being written.
  private let ring = PieceRing(count: aheadCount + 1, byteCount: pieceByteCount)

  /// Copies a range of the source and returns the checksum of the range.
  ///
  /// - Parameters:
  ///   - written: called after each piece with the length of that piece in bytes.
  /// - Throws: `changedWhileReading`, with the path of the source, if the source ends early.
  func copy(
    _ range: Range<UInt64>, of source: OpenFile, to target: OpenFile, at offset: UInt64,
    written: (UInt64) -> Void
  ) throws(FileSystemError) -> CRC32 {
    let pieceByteCount = UInt64(Self.pieceByteCount)
    let pieceCount = Int((UInt64(range.count) + pieceByteCount - 1) / pieceByteCount)
    let pieces = OrderedPrefetcher(count: pieceCount, ahead: Self.aheadCount) { [ring] number in
      let start = range.lowerBound + UInt64(number) * pieceByteCount
      let bytes = ring.place(number, byteCount: Int(min(range.upperBound - start, pieceByteCount)))
      return Result { () throws(FileSystemError) in
        guard try source.read(into: bytes, at: start) == bytes.count else {
          throw source.changedWhileReading()
        }
        return CRC32.of(UnsafeRawBufferPointer(bytes))
      }
    }
    var checksum = CRC32()
    var done: UInt64 = 0
    for number in 0..<pieceCount {
      let value = try pieces.next().get()
      let byteCount = min(UInt64(range.count) - done, pieceByteCount)
      try target.write(
        UnsafeRawBufferPointer(ring.place(number, byteCount: Int(byteCount))), at: offset + done)
      checksum.append(value, byteCount: byteCount)
      done += byteCount
      written(byteCount)
    }
    return checksum
  }
}

/// Reusable buffers for pieces.
private final class PieceRing: @unchecked Sendable {
  // Access is safe because each buffer is used only by the thread that processes its piece.
  private let memory: UnsafeMutableRawBufferPointer
  private let count: Int
  private let byteCount: Int

  init(count: Int, byteCount: Int) {
    self.count = count
    self.byteCount = byteCount
    memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count * byteCount, alignment: 4096)
  }

  deinit { memory.deallocate() }

  func place(_ number: Int, byteCount: Int) -> UnsafeMutableRawBufferPointer {
    let start = number % count * self.byteCount
    return UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + byteCount])
  }
}

package import FileSystem

extension CRC32 {
  /// Shorter ranges are not worth a second thread.
  private static let parallelByteCount: UInt64 = 1 << 24

  /// The checksum of a range of a file, read through buffers; holes are not read.
  ///
  /// A long range is shared between processors.
  ///
  /// - Throws: `changedWhileReading` when the file ends before the range does.
  package static func of(
    _ file: OpenFile, at offset: UInt64, byteCount: UInt64
  ) throws(FileSystemError) -> UInt32 {
    let partCount = byteCount < parallelByteCount ? 1 : UInt64(ParallelWork.partCount)
    let partByteCount = byteCount / partCount
    let parts = ParallelWork.results(count: Int(partCount)) { index in
      let start = UInt64(index) * partByteCount
      let count = UInt64(index) == partCount - 1 ? byteCount - start : partByteCount
      return Result { () throws(FileSystemError) in
        (value: try ofPart(file, at: offset &+ start, byteCount: count), byteCount: count)
      }
    }
    var value: UInt32 = 0
    for part in parts {
      let part = try part.get()
      value = combining(value, part.value, byteCount: part.byteCount)
    }
    return value
  }

  /// The checksum of a range, by this thread alone.
  package static func ofPart(
    _ file: OpenFile, at offset: UInt64, byteCount: UInt64
  ) throws(FileSystemError) -> UInt32 {
    let (end, overflow) = offset.addingReportingOverflow(byteCount)
    if overflow { throw file.changedWhileReading() }
    var checksum = CRC32()
    // Many small blocks at the beginnings of pages would tear the memory between them to pieces.
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Int(min(byteCount, 1 << 18)), alignment: byteCount < 4096 ? 16 : 4096)
    defer { buffer.deallocate() }
    var position = offset
    while let extent = try file.nextExtent(from: position, to: end) {
      checksum.updateZeros(count: extent.lowerBound - position)
      position = extent.lowerBound
      while position < extent.upperBound {
        let piece = UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<Int(min(extent.upperBound - position, UInt64(buffer.count)))])
        guard try file.read(into: piece, at: position) == piece.count else {
          throw file.changedWhileReading()
        }
        checksum.update(UnsafeRawBufferPointer(piece))
        position += UInt64(piece.count)
      }
    }
    if position < end {
      // A file that has become shorter looks like one that ends in a hole.
      if try file.status().byteCount < end { throw file.changedWhileReading() }
      checksum.updateZeros(count: end - position)
    }
    return checksum.value
  }
}

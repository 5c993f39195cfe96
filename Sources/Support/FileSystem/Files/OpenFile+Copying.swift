import ByteTools

extension OpenFile {
  /// Copies a range of another file into this file.
  ///
  /// The kernel copies the bytes if it can. A file system that can share extents then copies no bytes at
  /// all. Holes of the source are not read. Beyond the end of this file, the holes are kept. Inside this
  /// file, zeros are written instead of the holes. The current positions of both files are neither used nor
  /// changed.
  ///
  /// - Throws: `changedWhileReading`, with the path of the source, if the source ends before the range
  ///   does.
  package func copy(
    from source: OpenFile, at sourceOffset: UInt64, to offset: UInt64, byteCount: UInt64
  ) throws(FileSystemError) {
    let (sourceEnd, overflow) = sourceOffset.addingReportingOverflow(byteCount)
    if overflow || offset.addingReportingOverflow(byteCount).overflow {
      throw FileSystemError("copy", source.path, .fileTooLarge)
    }
    if byteCount == 0 { return }
    let ownByteCount = try status().byteCount
    var copier = RangeCopier(source: source, target: self)
    var position = sourceOffset
    while let extent = try source.nextExtent(from: position, to: sourceEnd) {
      try writeZeros(
        from: offset + (position - sourceOffset),
        to: min(ownByteCount, offset + (extent.lowerBound - sourceOffset)))
      try copier.copy(extent, to: offset + (extent.lowerBound - sourceOffset))
      position = extent.upperBound
    }
    let end = offset + byteCount
    try writeZeros(from: offset + (position - sourceOffset), to: min(ownByteCount, end))
    // If the range ends in a hole, writing has not extended this file to the end of the range.
    if position < sourceEnd {
      if try source.status().byteCount < sourceEnd { throw source.changedWhileReading() }
      if ownByteCount < end { try setByteCount(end) }
    }
  }

  /// Returns whether a copy from another file to a position in this file can share blocks.
  ///
  /// The first blocks are shared as a test, and these blocks remain in this file.
  package func sharesBlocks(
    of source: OpenFile, at sourceOffset: UInt64, to offset: UInt64, byteCount: UInt64
  ) -> Bool {
    guard byteCount >= Self.triedByteCount else { return false }
    do {
      try SystemCalls.shareRange(
        of: source.descriptor, at: sourceOffset, with: descriptor, at: offset, byteCount: Self.triedByteCount)
      return true
    } catch {
      // The reason for the failure is ignored. If the same problem prevents writing, the next write reports
      // the error.
      return false
    }
  }

  /// The number of bytes that are shared as a test: a multiple of the block size of most file systems.
  private static let triedByteCount: UInt64 = 1 << 16

  /// Returns the first stored part of a range, limited to the range; nil if the whole range is a hole.
  ///
  /// A hole reads as zeros. If the file system or device does not report holes, the whole file counts as
  /// stored.
  ///
  /// The last result is cached. On tmpfs, a search for the next hole examines every page before the hole,
  /// so reading many payloads would take quadratic time without the cache. If another program punches a
  /// hole into the cached range, the hole is read as zeros.
  package func nextExtent(
    from start: UInt64, to end: UInt64
  ) throws(FileSystemError) -> Range<UInt64>? {
    if start >= end { return nil }
    let known = storedRange.withLock(\.self)
    if known.start <= start, start < known.end { return start..<min(end, known.end) }
    do {
      guard let data = try SystemCalls.nextData(descriptor, from: start) else {
        // No data follows `start`: the rest of the file is a hole, or the file ends before `start`.
        return nil
      }
      if data >= end { return nil }
      let stored = StoredRange(
        start: data, end: max(try SystemCalls.nextHole(descriptor, from: data), data + 1))
      storedRange.withLock { $0 = stored }
      return data..<min(end, stored.end)
    } catch let error where error.number == .invalid || error.number == .illegalSeek {
      return start..<end
    } catch {
      throw failure("read", error)
    }
  }

  /// Returns the error for a file that changed while it was read.
  package func changedWhileReading() -> FileSystemError {
    failure(.changedWhileReading, "read", "the file changed while it was read; try again")
  }

  /// Writes zeros to a range; the callers limit the range to existing contents.
  ///
  /// Beyond the end of the file, a hole is sufficient.
  private func writeZeros(from start: UInt64, to end: UInt64) throws(FileSystemError) {
    if start >= end { return }
    let zeros = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Int(min(end - start, 1 << 16)), alignment: 1)
    defer { zeros.deallocate() }
    zeros.initializeMemory(as: UInt8.self, repeating: 0)
    var position = start
    while position < end {
      let count = Int(min(end - position, UInt64(zeros.count)))
      try write(UnsafeRawBufferPointer(rebasing: zeros[..<count]), at: position)
      position += UInt64(count)
    }
  }
}

/// A copier of stored ranges.
///
/// The kernel copies until a call fails or copies nothing. All further bytes are copied through a buffer.
private struct RangeCopier: ~Copyable {
  private let source: OpenFile
  private let target: OpenFile
  private var kernelCopies = true
  private var buffer: UnsafeMutableRawBufferPointer?

  init(source: OpenFile, target: OpenFile) {
    self.source = source
    self.target = target
  }

  deinit { buffer?.deallocate() }

  mutating func copy(_ range: Range<UInt64>, to offset: UInt64) throws(FileSystemError) {
    var done: UInt64 = 0
    let byteCount = UInt64(range.count)
    while done < byteCount && kernelCopies {
      let step = try copyByKernel(
        at: range.lowerBound + done, to: offset + done, byteCount: Int(min(byteCount - done, 1 << 30)))
      // For some virtual files that have content, the kernel copies no bytes. The reading loop therefore
      // determines where the file ends.
      if step == 0 { kernelCopies = false }
      done += UInt64(step)
    }
    while done < byteCount {
      done += UInt64(
        try copyByReading(
          at: range.lowerBound + done, to: offset + done, byteCount: Int(min(byteCount - done, 1 << 20))))
    }
  }

  /// Copies in the kernel and returns the number of bytes; 0 if the kernel cannot copy between these
  /// files.
  private func copyByKernel(
    at sourceOffset: UInt64, to offset: UInt64, byteCount: Int
  ) throws(FileSystemError) -> Int {
    do {
      return try SystemCalls.copyRange(
        from: source.descriptor, at: sourceOffset, to: target.descriptor, at: offset, byteCount: byteCount)
    } catch {
      switch error.number {
      case .crossDevice, .invalid, .notImplemented, .notSupported, .notSupportedOnSocket, .notPermitted,
        .badDescriptor, .textBusy, .overflow:
        return 0
      default:
        throw FileSystemError("write", target.path, error.number)
      }
    }
  }

  private mutating func copyByReading(
    at sourceOffset: UInt64, to offset: UInt64, byteCount: Int
  ) throws(FileSystemError) -> Int {
    let buffer = buffer ?? .allocate(byteCount: 1 << 20, alignment: 4096)
    self.buffer = buffer
    let count = try source.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<byteCount]), at: sourceOffset)
    if count == 0 { throw source.changedWhileReading() }
    try target.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
    return count
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader for the content of an entry of a ``ZipPackage``, in chunks.
///
/// Memory for one chunk and for the window of zlib is needed, whatever the size of the entry. The checksum is
/// verified at the end, so a chunk may be wrong until the reader has returned nil.
package final class ZipEntryReader {
  /// The maximum length of a chunk in bytes.
  private static let chunkByteCount = 1 << 16

  private let entry: ZipPackage.Entry
  private let bytes: Data
  private let budget: ExpansionBudget
  /// Expands the payload; nil if the entry is stored.
  private let stream: DeflateStream?
  /// The part of the payload that was not read.
  private var input: Range<Int>
  private var checksum = CRC32()
  private var readByteCount: UInt64 = 0
  /// The result of the last call; nil while there may be more chunks.
  private var end: Result<Void, ZipError>?

  init(_ entry: ZipPackage.Entry, in bytes: Data, budget: ExpansionBudget, stream: DeflateStream?) {
    self.entry = entry
    self.bytes = bytes
    self.budget = budget
    self.stream = stream
    input = entry.payload
  }

  /// Returns the next chunk, which has 1 to 65,536 bytes; nil at the end of the content.
  ///
  /// - Throws: `checksumMismatch` if the checksum is wrong; `sizeMismatch` if the directory states another
  ///   size; `malformedContent` if the payload is not DEFLATE data, or ends early; `limitExceeded` if the
  ///   reads of the package have expanded too many bytes. Each later call throws the same error.
  package func next() throws(ZipError) -> [UInt8]? {
    if let end {
      try end.get()
      return nil
    }
    let result = Result { () throws(ZipError) in try readNext() }
    switch result {
    case .success(nil): end = .success(())
    case .success: break
    case .failure(let error): end = .failure(error)
    }
    return try result.get()
  }

  private func readNext() throws(ZipError) -> [UInt8]? {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ZipError) in try self.nextChunk(of: bytes) }
    }
    let chunk = try result.get()
    readByteCount += UInt64(chunk.count)
    guard readByteCount <= entry.byteCount else { throw sizeMismatch }
    try budget.spend(chunk.count)
    chunk.withUnsafeBytes { checksum.update($0) }
    if chunk.isEmpty {
      try checkEnd()
      return nil
    }
    return chunk
  }

  /// Returns the next chunk; empty at the end.
  private func nextChunk(of bytes: UnsafeRawBufferPointer) throws(ZipError) -> [UInt8] {
    guard let stream else {
      let count = min(input.count, Self.chunkByteCount)
      defer { input = input.lowerBound + count..<input.upperBound }
      return Array(bytes.slice(input.lowerBound, count: count))
    }
    var isDamaged = false
    // One byte more than stated shows that the content is longer than stated.
    let rest = Int(clamping: entry.byteCount - readByteCount)
    let capacity = min(rest, Self.chunkByteCount - 1) + 1
    let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      while count < capacity, !stream.isFinished {
        let space = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(output)[count...])
        let payload = bytes.slice(input.lowerBound, count: input.count)
        let step = stream.process(payload, into: space)
        // Without progress, the payload has ended before the DEFLATE data.
        if stream.isMalformed || step.consumed + step.written == 0 {
          isDamaged = true
          return
        }
        input = input.lowerBound + step.consumed..<input.upperBound
        count += step.written
      }
    }
    if isDamaged {
      throw ZipError(
        .malformedContent, "the compressed data of an entry is damaged or incomplete",
        entry: entry.name.utf8)
    }
    return chunk
  }

  private func checkEnd() throws(ZipError) {
    guard readByteCount == entry.byteCount, input.isEmpty else { throw sizeMismatch }
    guard checksum.value == entry.crc32 else {
      throw ZipError(
        .checksumMismatch, "the bytes of an entry do not match their checksum", entry: entry.name.utf8)
    }
  }

  private var sizeMismatch: ZipError {
    ZipError(
      .sizeMismatch, "the content of an entry does not have the size that the central directory states",
      entry: entry.name.utf8)
  }
}

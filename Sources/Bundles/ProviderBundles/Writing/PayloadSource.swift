import Foundation
import ProfferFileSystem
import ZipArchives

/// Bytes that will be stored in a bundle.
struct PayloadSource: Sendable {
  enum Origin: Sendable {
    case bytes(Data)
    /// The bytes of a short file.
    case read([UInt8])
    /// A range of a file; the status of the file is needed only if the file can change before it is read.
    case range(OpenFile, offset: UInt64, statusBefore: FileStatus?)
  }

  /// The maximum length of a stream that is kept in memory, and the size of pieces for comparison, in bytes.
  private static let pieceByteCount = 1 << 20
  /// The maximum length in bytes of a file that is read into memory.
  ///
  /// The kernel copies longer files while their checksum is computed.
  static let largestInMemory = 1 << 16

  let origin: Origin
  let byteCount: UInt64
  /// The checksum; nil until it is known.
  private(set) var crc32: UInt32?
  /// The status of the source file; nil if the source is not a file.
  private(set) var status: FileStatus?

  private init(origin: Origin, byteCount: UInt64, crc32: UInt32?, status: FileStatus? = nil) {
    self.origin = origin
    self.byteCount = byteCount
    self.crc32 = crc32
    self.status = status
  }

  /// Makes a source from bytes in memory.
  init(_ data: Data) {
    self.init(
      origin: .bytes(data), byteCount: UInt64(data.count), crc32: data.withUnsafeBytes { CRC32.of($0) })
  }

  /// Makes a source from a payload of a bundle, without verifying the checksum of the payload.
  init(_ stored: StoredPayload) {
    self.init(
      origin: .range(stored.file, offset: stored.offset, statusBefore: nil),
      byteCount: stored.payload.byteCount, crc32: stored.payload.crc32)
  }

  /// Makes a source from a temporary file.
  init(_ spool: OpenFile, byteCount: UInt64, crc32: UInt32) {
    self.init(
      origin: .range(spool, offset: 0, statusBefore: nil), byteCount: byteCount, crc32: crc32)
  }

  /// Makes a source from an open file, which is read when it is stored.
  init(_ contents: FileContents) {
    self.init(
      origin: .range(
        contents.file, offset: 0, statusBefore: contents.isCopied ? nil : contents.status),
      byteCount: contents.byteCount, crc32: nil, status: contents.status)
  }

  /// Makes a source from a short open file, which is read now.
  init(reading contents: FileContents) throws {
    let (file, byteCount) = (contents.file, Int(contents.byteCount))
    let bytes = try [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count throws(FileSystemError) in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    guard bytes.count == byteCount else { throw BundleError.changedWhilePacking(file.path) }
    if !contents.isCopied { try contents.status.checkUnchanged(file.status(), of: file.path) }
    self.init(
      origin: .read(bytes), byteCount: contents.byteCount, crc32: bytes.withUnsafeBytes { CRC32.of($0) },
      status: contents.status)
  }

  /// Reads the rest of a stream; a short stream is kept in memory, and a long stream in a temporary file.
  ///
  /// - Parameter didRead: called with the number of bytes that were read since the last call.
  init(
    draining stream: OpenFile, spoolingIn folder: FilePath, _ didRead: (UInt64) throws -> Void = { _ in }
  ) throws {
    var buffer = [UInt8](repeating: 0, count: PayloadSource.pieceByteCount)
    var inMemory = Data()
    var spool: OpenFile?
    var checksum = CRC32()
    var end: UInt64 = 0
    while true {
      let count = try buffer.withUnsafeMutableBytes { try stream.readNext(into: $0) }
      if count == 0 { break }
      if spool == nil, inMemory.count + count > buffer.count {
        let file = try OpenFile.unnamed(in: folder)
        try inMemory.withUnsafeBytes { try file.write($0, at: 0) }
        spool = file
      }
      try buffer.withUnsafeBytes { bytes in
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        checksum.update(part)
        if let spool { try spool.write(part, at: end) } else { inMemory.append(contentsOf: part) }
      }
      end += UInt64(count)
      try didRead(UInt64(count))
    }
    guard let spool else {
      self.init(inMemory)
      return
    }
    self.init(spool, byteCount: end, crc32: checksum.value)
  }

  /// Returns the checksum; if it is not known yet, the file is read.
  mutating func checksum() throws -> UInt32 {
    if let crc32 { return crc32 }
    guard case .range(let file, let offset, _) = origin else {
      preconditionFailure("the checksum of bytes in memory is known")
    }
    let value = try CRC32.of(file, at: offset, byteCount: byteCount)
    crc32 = value
    return value
  }

  /// Throws if the source changed while it was copied; must be called after the copy.
  func checkUnchanged() throws {
    if case .range(let file, _, let before?) = origin {
      try before.checkUnchanged(file.status(), of: file.path)
    }
  }

  /// Returns the error to throw when storing this source fails.
  ///
  /// If a change of the source caused the given error, the result is the error for a changed source.
  /// Otherwise, the result is the given error.
  func named(_ error: any Error) -> any Error {
    guard case .range(let file, _, _?) = origin else { return error }
    let cause = (error as? ZipError)?.fileError ?? error as? FileSystemError
    guard let cause, cause.code == .changedWhileReading || cause.code == .unexpectedEnd,
      cause.path == file.path
    else { return error }
    return BundleError.changedWhilePacking(file.path)
  }

  /// Returns whether stored bytes are equal to the bytes of this source.
  func hasSameBytes(as stored: (_ offset: UInt64, _ count: Int) throws -> [UInt8]) throws -> Bool {
    var offset: UInt64 = 0
    while offset < byteCount {
      let count = Int(min(UInt64(PayloadSource.pieceByteCount), byteCount - offset))
      guard try stored(offset, count).elementsEqual(bytes(at: offset, count: count)) else { return false }
      offset += UInt64(count)
    }
    return true
  }

  /// Calls `body` with the bytes if they are in memory; returns nil if they are in a file.
  func withBytesInMemory<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value? {
    switch origin {
    case .bytes(let data): try data.withUnsafeBytes(body)
    case .read(let bytes): try bytes.withUnsafeBytes(body)
    case .range: nil
    }
  }

  private func bytes(at offset: UInt64, count: Int) throws -> Data {
    switch origin {
    case .bytes(let data):
      let start = data.startIndex + Int(offset)
      return data[start..<start + count]
    case .read(let bytes): return Data(bytes[Int(offset)..<Int(offset) + count])
    case .range(let file, let start, _): return Data(try file.bytes(at: start + offset, count: count))
    }
  }
}

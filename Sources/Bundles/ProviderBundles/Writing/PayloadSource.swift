import FileSystem
import Foundation
import ZipArchives

/// Bytes on their way into a bundle.
struct PayloadSource: Sendable {
  enum Origin: Sendable {
    case bytes(Data)
    /// Bytes that were read from a file.
    case read(ReadBuffer, Range<Int>)
    /// A part of a file, with the file's status before it was read where it can change meanwhile.
    case range(OpenFile, offset: UInt64, statusBefore: FileStatus?)
  }

  /// Streams up to this many bytes are kept in memory, and longer payloads are compared by pieces of it.
  private static let pieceByteCount = 1 << 20
  /// Files up to this length are read once into memory; longer ones are copied by the kernel while their checksum is
  /// computed.
  static let largestInMemory = 1 << 16

  let origin: Origin
  let byteCount: UInt64
  /// The checksum where it is known.
  private(set) var crc32: UInt32?
  /// The status of the file the bytes come from.
  private(set) var status: FileStatus?

  private init(origin: Origin, byteCount: UInt64, crc32: UInt32?, status: FileStatus? = nil) {
    self.origin = origin
    self.byteCount = byteCount
    self.crc32 = crc32
    self.status = status
  }

  /// Bytes in memory.
  init(_ data: Data) {
    self.init(
      origin: .bytes(data), byteCount: UInt64(data.count), crc32: data.withUnsafeBytes { CRC32.of($0) })
  }

  /// What a bundle holds already; its checksum is believed.
  init(_ stored: StoredPayload) {
    self.init(
      origin: .range(stored.file, offset: stored.offset, statusBefore: nil),
      byteCount: stored.payload.byteCount, crc32: stored.payload.crc32)
  }

  /// A file that nobody else has.
  init(_ spool: OpenFile, byteCount: UInt64, crc32: UInt32) {
    self.init(
      origin: .range(spool, offset: 0, statusBefore: nil), byteCount: byteCount, crc32: crc32)
  }

  /// An open file as it is now, to be read when it is stored.
  init(_ file: OpenFile, _ status: FileStatus) {
    self.init(
      origin: .range(file, offset: 0, statusBefore: status), byteCount: status.byteCount, crc32: nil,
      status: status)
  }

  /// An open file as it is now, read at once.
  init(_ file: OpenFile, _ status: FileStatus, readingInto buffer: ReadBuffer) throws {
    let range = try buffer.read(byteCount: Int(status.byteCount)) { bytes in
      guard try file.read(into: bytes, at: 0) == bytes.count else {
        throw PayloadSource.changed(file.path)
      }
      try PayloadSource.checkUnchanged(file.path, before: status, after: file.status())
    }
    self.init(
      origin: .read(buffer, range), byteCount: status.byteCount, crc32: CRC32.of(buffer[range]),
      status: status)
  }

  /// All that a stream still gives, kept in memory while it is short and in a file without a name when it is not.
  init(draining stream: OpenFile, spoolingIn folder: FilePath) throws {
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
    }
    guard let spool else {
      self.init(inMemory)
      return
    }
    self.init(spool, byteCount: end, crc32: checksum.value)
  }

  /// The checksum, for which a file is read when it is not known yet.
  mutating func checksum() throws -> UInt32 {
    if let crc32 { return crc32 }
    guard case .range(let file, let offset, _) = origin else {
      preconditionFailure("the checksum of bytes in memory is known")
    }
    let value = try CRC32.of(file, at: offset, byteCount: byteCount)
    crc32 = value
    return value
  }

  /// Refuses a source that changed while it was copied; asked after the copy.
  func checkUnchanged() throws {
    if case .range(let file, _, let before?) = origin {
      try PayloadSource.checkUnchanged(file.path, before: before, after: file.status())
    }
  }

  static func checkUnchanged(_ path: FilePath, before: FileStatus, after: FileStatus) throws {
    guard
      before.byteCount == after.byteCount && before.modification == after.modification
        && before.change == after.change && before.isSameFile(as: after)
    else { throw changed(path) }
  }

  private static func changed(_ path: FilePath) -> BundleError {
    BundleError(
      .changedWhilePacking, "\(path) changed while it was packed; pack again when nothing writes to it")
  }

  /// The file system's error, unless it says that this source is no longer what it was.
  func named(_ error: any Error) -> any Error {
    guard case .range(let file, _, _?) = origin else { return error }
    let cause = (error as? ZipError)?.cause ?? error as? FileSystemError
    guard let cause, cause.code == .changedWhileReading || cause.code == .unexpectedEnd,
      cause.path == file.path
    else { return error }
    return PayloadSource.changed(file.path)
  }

  /// Whether a reader of stored bytes gives the same as this source.
  func hasSameBytes(as stored: (_ offset: UInt64, _ count: Int) throws -> [UInt8]) throws -> Bool {
    var offset: UInt64 = 0
    while offset < byteCount {
      let count = Int(min(UInt64(PayloadSource.pieceByteCount), byteCount - offset))
      guard try stored(offset, count).elementsEqual(bytes(at: offset, count: count)) else { return false }
      offset += UInt64(count)
    }
    return true
  }

  /// Does something with the bytes if they are in memory; nil where they are in a file.
  func withBytesInMemory<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value? {
    switch origin {
    case .bytes(let data): try data.withUnsafeBytes(body)
    case .read(let buffer, let range): try body(buffer[range])
    case .range: nil
    }
  }

  private func bytes(at offset: UInt64, count: Int) throws -> Data {
    switch origin {
    case .bytes(let data):
      let start = data.startIndex + Int(offset)
      return data[start..<start + count]
    case .read(let buffer, let range):
      return Data(buffer[range.dropFirst(Int(offset)).prefix(count)])
    case .range(let file, let start, _): return Data(try file.bytes(at: start + offset, count: count))
    }
  }
}

import FileSystem
import Foundation
import ZipArchives

/// Bytes on their way into a bundle, with the checksum they will be stored under.
///
/// The checksum comes from the source, before a byte is copied: a copy that the kernel makes is never seen.
struct PayloadSource {
  enum Origin {
    case bytes(Data)
    /// A part of a file, with the file's status before it was read where it can change meanwhile.
    case range(OpenFile, offset: UInt64, statusBefore: FileStatus?)
  }

  /// Files up to this many bytes are read once into memory; larger ones are read for their checksum and copied.
  private static let largestInMemory: UInt64 = 1 << 20

  let origin: Origin
  let byteCount: UInt64
  let crc32: UInt32

  private init(origin: Origin, byteCount: UInt64, crc32: UInt32) {
    self.origin = origin
    self.byteCount = byteCount
    self.crc32 = crc32
  }

  /// Bytes in memory.
  init(_ data: Data) {
    self.init(
      origin: .bytes(data), byteCount: UInt64(data.count), crc32: data.withUnsafeBytes { CRC32.of($0) })
  }

  /// A regular file as it is now.
  init(fileAt path: FilePath, followingLinks: Bool) throws {
    let file = try OpenFile.readingRegular(path, followingLinks: followingLinks)
    let status = try file.status()
    if status.byteCount <= PayloadSource.largestInMemory {
      let data = Data(try file.bytes(at: 0, count: Int(status.byteCount)))
      try PayloadSource.checkUnchanged(path, before: status, after: file.status())
      self.init(data)
    } else {
      self.init(
        origin: .range(file, offset: 0, statusBefore: status), byteCount: status.byteCount,
        crc32: try CRC32.of(file, at: 0, byteCount: status.byteCount))
    }
  }

  /// All that a stream still gives, kept in memory while it is short and in a file without a name when it is not.
  init(draining stream: OpenFile, spoolingIn folder: FilePath) throws {
    var buffer = [UInt8](repeating: 0, count: Int(PayloadSource.largestInMemory))
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
    self.init(origin: .range(spool, offset: 0, statusBefore: nil), byteCount: end, crc32: checksum.value)
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
    else {
      throw BundleError(
        .changedWhilePacking, "\(path) changed while it was packed; pack again when nothing writes to it")
    }
  }

  /// Whether a reader of stored bytes gives the same as this source.
  func hasSameBytes(as stored: (_ offset: UInt64, _ count: Int) throws -> [UInt8]) throws -> Bool {
    let step = PayloadSource.largestInMemory
    var offset: UInt64 = 0
    while offset < byteCount {
      let count = Int(min(step, byteCount - offset))
      guard try stored(offset, count).elementsEqual(bytes(at: offset, count: count)) else { return false }
      offset += UInt64(count)
    }
    return true
  }

  private func bytes(at offset: UInt64, count: Int) throws -> Data {
    switch origin {
    case .bytes(let data):
      let start = data.startIndex + Int(offset)
      return data[start..<start + count]
    case .range(let file, let start, _): return Data(try file.bytes(at: start + offset, count: count))
    }
  }
}

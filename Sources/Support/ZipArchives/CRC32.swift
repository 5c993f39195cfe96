internal import ChecksumInstructions
package import ProfferFileSystem

/// The checksum of zip archives: CRC-32 with the polynomial of ITU-T V.42 and reflected bits.
///
/// The register is a polynomial over the field of two elements. Therefore, the checksums of adjacent parts
/// can be combined, and zeros can be added, in time proportional to the logarithm of the length.
package struct CRC32: Sendable {
  private var register: UInt32 = 0xFFFF_FFFF

  package init() {}

  /// The checksum of the bytes that were added so far.
  package var value: UInt32 { ~register }

  /// Returns the checksum of the bytes in a buffer.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = CRC32()
    checksum.update(bytes)
    return checksum.value
  }

  /// Adds bytes to the checksum.
  ///
  /// If the processor has CRC instructions, they process most of the bytes. Lookup tables process all other
  /// bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    let count = crc32_instructions_advance(&register, start, bytes.count)
    updateByTables(UnsafeRawBufferPointer(rebasing: bytes[count...]))
  }

  /// Adds bytes to the checksum using only lookup tables, which work on every processor.
  package mutating func updateByTables(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    register = Self.tables.withUnsafeBufferPointer { tables in
      guard let tables = tables.baseAddress else { return register }
      return Self.advance(register, over: start, count: bytes.count, tables)
    }
  }

  /// Adds zero bytes to the checksum without processing each of them.
  package mutating func updateZeros(count: UInt64) {
    register = Self.product(register, Self.power(byteCount: count))
  }

  /// Adds bytes to the checksum, given only the checksum and the length of these bytes.
  mutating func append(_ checksum: UInt32, byteCount: UInt64) {
    register = ~Self.combining(value, checksum, byteCount: byteCount)
  }

  /// Returns the checksum of two consecutive parts, computed from the checksums of the parts.
  ///
  /// - Parameter byteCount: the length of the second part in bytes.
  package static func combining(_ first: UInt32, _ second: UInt32, byteCount: UInt64) -> UInt32 {
    product(first, power(byteCount: byteCount)) ^ second
  }

  // MARK: - Eight bytes at a time

  /// Eight tables of 256 entries: table n contains the effect of a byte on the register if n more bytes
  /// follow.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var remainder = UInt32(byte)
      for _ in 0..<8 { remainder = timesX(remainder) }
      tables[byte] = remainder
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  private static func advance(
    _ start: UInt32, over bytes: UnsafeRawPointer, count: Int, _ tables: UnsafePointer<UInt32>
  ) -> UInt32 {
    var register = start
    var offset = 0
    while count - offset >= 8 {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      // Seven bytes follow the first byte, so the first byte uses the last table.
      register = eightBytes(word ^ UInt64(register), tables)
      offset += 8
    }
    while offset < count {
      let byte = bytes.load(fromByteOffset: offset, as: UInt8.self)
      register = register >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: register) ^ byte)]
      offset += 1
    }
    return register
  }

  @inline(__always)
  private static func eightBytes(_ word: UInt64, _ tables: UnsafePointer<UInt32>) -> UInt32 {
    let low =
      tables[7 * 256 + Int(word & 0xFF)] ^ tables[6 * 256 + Int(word >> 8 & 0xFF)]
      ^ tables[5 * 256 + Int(word >> 16 & 0xFF)] ^ tables[4 * 256 + Int(word >> 24 & 0xFF)]
    let high =
      tables[3 * 256 + Int(word >> 32 & 0xFF)] ^ tables[2 * 256 + Int(word >> 40 & 0xFF)]
      ^ tables[256 + Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
    return low ^ high
  }

  // MARK: - Arithmetic modulo the polynomial; the highest bit is the coefficient of 1

  private static func timesX(_ value: UInt32) -> UInt32 {
    value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
  }

  private static func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
    var sum: UInt32 = 0
    var shifted = right
    for bit in stride(from: UInt32(31), through: 0, by: -1) {
      if left >> bit & 1 == 1 { sum ^= shifted }
      shifted = timesX(shifted)
    }
    return sum
  }

  /// Returns the factor by which a number of zero bytes multiplies the register: x to the power of the number
  /// of zero bits.
  private static func power(byteCount: UInt64) -> UInt32 {
    var result: UInt32 = 1 << 31
    var square: UInt32 = 1 << 23
    var rest = byteCount
    while rest > 0 {
      if rest & 1 == 1 { result = product(result, square) }
      square = product(square, square)
      rest >>= 1
    }
    return result
  }
}

extension CRC32 {
  /// The minimum length in bytes of a range that is divided among threads.
  private static let parallelByteCount: UInt64 = 1 << 24

  /// Computes the checksum of a range of a file.
  ///
  /// The range is read through buffers. Holes count as zeros and are not read. A long range is divided among
  /// several processors.
  ///
  /// - Throws: `changedWhileReading` if the file ends before the end of the range.
  package static func of(
    _ file: OpenFile, at offset: UInt64, byteCount: UInt64
  ) throws(FileSystemError) -> UInt32 {
    if byteCount < parallelByteCount { return try ofPart(file, at: offset, byteCount: byteCount) }
    let partCount = UInt64(ParallelWork.partCount)
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

  /// Computes the checksum of a range of a file on the current thread only.
  package static func ofPart(
    _ file: OpenFile, at offset: UInt64, byteCount: UInt64
  ) throws(FileSystemError) -> UInt32 {
    let (end, overflow) = offset.addingReportingOverflow(byteCount)
    if overflow { throw file.changedWhileReading() }
    var checksum = CRC32()
    // Only large buffers are aligned to pages: many small page-aligned blocks would fragment the heap.
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
      // If the file was truncated, the missing end looks like a hole.
      if try file.status().byteCount < end { throw file.changedWhileReading() }
      checksum.updateZeros(count: end - position)
    }
    return checksum.value
  }
}

/// Compresses the color indexes of a GIF frame: LZW with codes of 3 to 12 bits.
///
/// The table of strings is a hash table: an entry has a code, and the string that the code continues with one
/// index. When all codes are used, the table is cleared.
struct GIFCompressor {
  private static let slotBitCount: UInt32 = 14
  /// The entries: the code that is continued in 12 bits, the index in 8 bits, and the new code in 12 bits.
  ///
  /// An entry of 0 is empty, because 0 is a literal.
  private var table = [UInt32](repeating: 0, count: 1 << slotBitCount)
  private var codes: [UInt8] = []

  /// Appends the number of bits of an index, and the compressed indexes as sub-blocks.
  ///
  /// - Parameter bitCount: the number of bits of an index, from 2 to 8.
  mutating func append(_ indexes: UnsafeBufferPointer<UInt8>, bitCount: Int, to file: inout [UInt8]) {
    codes.removeAll(keepingCapacity: true)
    codes.reserveCapacity(indexes.count / 2 + 16)
    compress(indexes, bitCount)
    file.append(UInt8(bitCount))
    file.appendSubBlocks(codes)
  }

  private mutating func compress(_ indexes: UnsafeBufferPointer<UInt8>, _ bitCount: Int) {
    let clear = UInt32(1) << UInt32(bitCount)
    var writer = BitWriter(codes: codes)
    codes = []
    var codeSize = UInt32(bitCount + 1)
    var next = clear + 2
    writer.append(clear, codeSize)
    table.withUnsafeMutableBufferPointer { table in
      table.update(repeating: 0)
      guard let first = indexes.first else { return }
      var prefix = UInt32(first)
      let slotMask = table.count - 1
      for place in 1..<max(1, indexes.count) {
        let index = indexes[place]
        let key = prefix << 8 | UInt32(index)
        var slot = Int((key &* 0x9E37_79B1) >> (32 - Self.slotBitCount))
        var found: UInt32 = 0
        while true {
          let entry = table[slot]
          if entry == 0 { break }
          if entry >> 12 == key {
            found = entry & 0xFFF
            break
          }
          slot = (slot + 1) & slotMask
        }
        if found > 0 {
          prefix = found
          continue
        }
        writer.append(prefix, codeSize)
        prefix = UInt32(index)
        if next == 4096 {
          writer.append(clear, codeSize)
          table.update(repeating: 0)
          codeSize = UInt32(bitCount + 1)
          next = clear + 2
        } else {
          table[slot] = key << 12 | next
          // A reader adds the same string one code later.
          if next == 1 << codeSize { codeSize += 1 }
          next += 1
        }
      }
      writer.append(prefix, codeSize)
      if next == 1 << codeSize, codeSize < 12 { codeSize += 1 }
    }
    writer.append(clear + 1, codeSize)
    codes = writer.finished()
  }
}

/// Appends codes to bytes, the lowest bit first.
private struct BitWriter {
  private var codes: [UInt8]
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0

  init(codes: [UInt8]) { self.codes = codes }

  mutating func append(_ code: UInt32, _ size: UInt32) {
    bits |= UInt64(code) << bitCount
    bitCount += UInt64(size)
    while bitCount >= 8 {
      codes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  consuming func finished() -> [UInt8] {
    if bitCount > 0 { codes.append(UInt8(truncatingIfNeeded: bits)) }
    return codes
  }
}

/// A decoder for the first bytes of data compressed with DEFLATE (RFC 1951).
///
/// The first few kilobytes of a compressed entry are enough to identify the type of a document. Decoding
/// stops at malformed or missing data.
package struct DeflatePrefix {
  private var input: BitReader
  private var output: [UInt8] = []
  private let limit: Int

  /// Returns the first bytes of the decompressed data.
  ///
  /// - Parameter limit: the maximum number of bytes.
  package static func bytes(of compressed: UnsafeRawBufferPointer, atMost limit: Int) -> [UInt8] {
    var prefix = DeflatePrefix(input: BitReader(bytes: compressed), limit: max(0, limit))
    while prefix.output.count < prefix.limit, prefix.readBlock() {}
    return prefix.output
  }

  private init(input: BitReader, limit: Int) {
    self.input = input
    self.limit = limit
  }

  /// Decodes a block.
  ///
  /// - Returns: true if another block follows; false if the block is the last, incomplete or malformed.
  private mutating func readBlock() -> Bool {
    guard let isLast = input.bits(1), let kind = input.bits(2) else { return false }
    switch kind {
    case 0: guard readStored() else { return false }
    case 1: guard readCompressed(Self.fixedLengths, Self.fixedDistances) else { return false }
    case 2:
      guard let (lengths, distances) = readCodes(), readCompressed(lengths, distances) else { return false }
    default: return false
    }
    return isLast == 0
  }

  private mutating func readStored() -> Bool {
    input.alignToByte()
    guard let count = input.bits(16), let complement = input.bits(16), count ^ complement == 0xFFFF else {
      return false
    }
    for _ in 0..<count {
      guard output.count < limit else { return true }
      guard let byte = input.bits(8) else { return false }
      output.append(UInt8(byte))
    }
    return true
  }

  private mutating func readCompressed(_ lengths: HuffmanCode, _ distances: HuffmanCode) -> Bool {
    while output.count < limit {
      guard let symbol = lengths.symbol(&input) else { return false }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return true }
      guard symbol - 257 < Self.lengthBases.count, let more = input.bits(Self.lengthBits[symbol - 257]),
        let code = distances.symbol(&input), code < Self.distanceBases.count,
        let further = input.bits(Self.distanceBits[code])
      else { return false }
      let distance = Self.distanceBases[code] + further
      guard distance <= output.count else { return false }
      let count = min(Self.lengthBases[symbol - 257] + more, limit - output.count)
      // The source and the destination of the copy may overlap.
      for _ in 0..<count { output.append(output[output.count - distance]) }
    }
    return true
  }

  private mutating func readCodes() -> (HuffmanCode, HuffmanCode)? {
    guard let literalCount = input.bits(5), let distanceCount = input.bits(5), let orderCount = input.bits(4)
    else { return nil }
    var orderLengths = [UInt8](repeating: 0, count: 19)
    for place in Self.order.prefix(orderCount + 4) {
      guard let length = input.bits(3) else { return nil }
      orderLengths[place] = UInt8(length)
    }
    let code = HuffmanCode(orderLengths)
    let total = literalCount + 257 + distanceCount + 1
    var lengths: [UInt8] = []
    while lengths.count < total {
      guard let symbol = code.symbol(&input) else { return nil }
      let repeated: (value: UInt8, base: Int, bits: Int)
      switch symbol {
      case 0..<16: repeated = (UInt8(symbol), 1, 0)
      case 16:
        guard let last = lengths.last else { return nil }
        repeated = (last, 3, 2)
      case 17: repeated = (0, 3, 3)
      default: repeated = (0, 11, 7)
      }
      guard let more = input.bits(repeated.bits), lengths.count + repeated.base + more <= total else {
        return nil
      }
      lengths += repeatElement(repeated.value, count: repeated.base + more)
    }
    return (
      HuffmanCode(Array(lengths[..<(literalCount + 257)])),
      HuffmanCode(Array(lengths[(literalCount + 257)...]))
    )
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
  ]
  private static let distanceBits = (0..<30).map { max(0, $0 / 2 - 1) }
  private static let distanceBases = distanceBits.reduce(into: [1]) { $0.append($0[$0.count - 1] + 1 << $1) }
    .dropLast()
  private static let fixedLengths = HuffmanCode(
    [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112) + [UInt8](repeating: 7, count: 24)
      + [UInt8](repeating: 8, count: 8))
  private static let fixedDistances = HuffmanCode([UInt8](repeating: 5, count: 30))
}

/// A reader of bits that starts with the lowest bit of each byte.
private struct BitReader {
  let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Reads a number that has the given number of bits; nil if fewer bits remain.
  mutating func bits(_ count: Int) -> Int? {
    guard position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for index in 0..<count {
      value |= Int(bytes[position >> 3] >> UInt8(position & 7) & 1) << index
      position += 1
    }
    return value
  }

  mutating func alignToByte() { position = (position + 7) & ~7 }
}

/// A canonical Huffman code, which is defined by the lengths of its codes.
///
/// Symbols whose codes have the same length have consecutive codes.
private struct HuffmanCode: Sendable {
  private var counts = [Int](repeating: 0, count: 16)
  private var symbols: [Int] = []

  /// - Parameter lengths: the code length of each symbol in bits; 0 for a symbol that does not occur.
  init(_ lengths: [UInt8]) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
  }

  /// Reads the next symbol; nil if the bits are not a valid code or end too early.
  func symbol(_ input: inout BitReader) -> Int? {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      guard let bit = input.bits(1) else { return nil }
      code |= bit
      if code - first < counts[length] { return symbols[index + code - first] }
      index += counts[length]
      first = (first + counts[length]) << 1
      code <<= 1
    }
    return nil
  }
}

extension TolerantZipReader {
  /// Returns the first bytes of the content of a stored or deflated entry.
  ///
  /// - Parameter limit: the maximum number of bytes to return, and also the maximum number of compressed
  ///   bytes to read.
  /// - Throws: `compressed` if the compression method is not supported; `encrypted` if the entry is
  ///   encrypted.
  package func content(of entry: ZipEntry, atMost limit: Int) throws(ZipError) -> [UInt8] {
    guard entry.method == ZipFormat.deflatedMethod, !entry.isEncrypted else {
      return try prefix(of: entry, byteCount: limit)
    }
    var stored = entry
    stored.method = ZipFormat.storedMethod
    let compressed = try prefix(of: stored, byteCount: limit)
    return compressed.withUnsafeBytes { DeflatePrefix.bytes(of: $0, atMost: limit) }
  }
}

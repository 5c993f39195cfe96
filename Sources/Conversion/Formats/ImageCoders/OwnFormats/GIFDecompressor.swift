import ProfferConversions

/// Decompresses the color indexes of a GIF frame: LZW with codes of 3 to 12 bits.
///
/// A code is a literal, an instruction, or a string of the table. Each code adds a string to the table: the
/// string of the code before it, and the first index of its own. In the output, this index follows the string
/// of the code before it. A string of the table therefore is an offset in the output and a length, and no
/// string is stored.
struct GIFDecompressor {
  /// The number of bytes that are allocated after the output, because strings are copied in words.
  static let slack = 16

  private static let tableSize = 4096
  private var starts = [UInt32](repeating: 0, count: tableSize)
  private var lengths = [UInt32](repeating: 0, count: tableSize)
  private var data: [UInt8] = []
  private var output: [UInt8] = []

  /// Decompresses a frame and passes its color indexes to a closure, in the order of the file.
  ///
  /// The buffers of the decompressor are used again for the next frame.
  ///
  /// - Throws: ``CoderError`` if the frame has fewer pixels than it declares, or a code that is not in the
  ///   table.
  mutating func decompress<Result>(
    _ frame: GIFBlocks.Frame, of file: ImageBytes, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    guard (1...8).contains(frame.bitCount) else {
      throw file.damaged("has color indexes of \(frame.bitCount) bits", at: frame.data.lowerBound - 1)
    }
    // A code of 12 bits is a string of at most 4,096 indexes. This check prevents a short file from
    // allocating memory for a large picture.
    guard frame.area / Self.tableSize <= frame.data.count else { throw Self.ended(file, frame) }
    data.removeAll(keepingCapacity: true)
    file.appendSubBlocks(frame.data, to: &data)
    let bitCount = data.count * 8
    // Codes are read in words of 4 bytes.
    data += [0, 0, 0, 0]
    if output.count < frame.area + Self.slack {
      output = [UInt8](repeating: 0, count: frame.area + Self.slack)
    }
    let count = decode(bitCount: bitCount, literalBitCount: frame.bitCount, pixelCount: frame.area)
    guard let count else { throw file.damaged("has an invalid code in a frame", at: frame.data.lowerBound) }
    guard count == frame.area else { throw Self.ended(file, frame) }
    return try output.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[..<frame.area])) }
  }

  private static func ended(_ file: ImageBytes, _ frame: GIFBlocks.Frame) -> CoderError {
    CoderError(
      .unexpectedEnd, "the GIF file has a frame with fewer pixels than it declares",
      at: .byte(frame.data.upperBound))
  }

  /// Decodes indexes until the frame is full or its data ends.
  ///
  /// - Returns: the number of indexes; nil if a code is not in the table.
  private mutating func decode(bitCount: Int, literalBitCount: Int, pixelCount: Int) -> Int? {
    starts.withUnsafeMutableBufferPointer { starts in
      lengths.withUnsafeMutableBufferPointer { lengths in
        output.withUnsafeMutableBytes { output in
          data.withUnsafeBytes { data in
            Self.decode(
              data, bitCount, literalBitCount, into: output, pixelCount, starts: starts, lengths: lengths)
          }
        }
      }
    }
  }

  private static func decode(
    _ data: UnsafeRawBufferPointer, _ bitCount: Int, _ literalBitCount: Int,
    into output: UnsafeMutableRawBufferPointer, _ pixelCount: Int,
    starts: UnsafeMutableBufferPointer<UInt32>, lengths: UnsafeMutableBufferPointer<UInt32>
  ) -> Int? {
    let clear = 1 << literalBitCount
    let firstString = clear + 2
    var codeSize = literalBitCount + 1
    var next = firstString
    var place = 0
    var to = 0
    // The string of the code before; its length is 0 after an instruction to clear the table.
    var lastStart = 0
    var lastLength = 0
    while to < pixelCount, place + codeSize <= bitCount {
      let word = UInt32(littleEndian: data.loadUnaligned(fromByteOffset: place >> 3, as: UInt32.self))
      let code = Int(word >> UInt32(place & 7)) & ((1 << codeSize) - 1)
      place += codeSize
      if code == clear {
        codeSize = literalBitCount + 1
        next = firstString
        lastLength = 0
        continue
      }
      if code == clear + 1 { break }
      if lastLength > 0, next < tableSize {
        starts[next] = UInt32(truncatingIfNeeded: lastStart)
        lengths[next] = UInt32(truncatingIfNeeded: lastLength + 1)
        next += 1
        if next == 1 << codeSize, codeSize < 12 { codeSize += 1 }
      }
      lastStart = to
      if code < clear {
        output[to] = UInt8(truncatingIfNeeded: code)
        lastLength = 1
        to += 1
        continue
      }
      guard code < next else { return nil }
      let start = Int(starts[code])
      let length = min(Int(lengths[code]), pixelCount - to)
      if to - start >= 8 {
        // The last word may exceed the string. The next string overwrites the excess.
        var offset = 0
        while offset < length {
          let word = output.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
          output.storeBytes(of: word, toByteOffset: to + offset, as: UInt64.self)
          offset += 8
        }
      } else {
        for offset in 0..<length { output[to + offset] = output[start + offset] }
      }
      lastLength = length
      to += length
    }
    return to
  }
}

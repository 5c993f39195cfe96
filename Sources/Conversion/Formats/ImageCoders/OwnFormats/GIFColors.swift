/// The colors of a frame: 256 entries, of which those after the table are black.
struct GIFColors {
  let count: Int
  let transparentIndex: Int?
  let reds: [UInt8]
  let greens: [UInt8]
  let blues: [UInt8]
  /// The four samples of each color in the order of memory.
  let words: [UInt32]

  init(_ table: Slice<UnsafeRawBufferPointer>, transparentIndex: Int?) {
    count = table.count / 3
    self.transparentIndex = transparentIndex
    func samples(_ offset: Int) -> [UInt8] {
      (0..<256).map { $0 * 3 < table.count ? table[table.startIndex + $0 * 3 + offset] : 0 }
    }
    let (reds, greens, blues) = (samples(0), samples(1), samples(2))
    words = (0..<256).map { index in
      (UInt32(reds[index]) | UInt32(greens[index]) << 8 | UInt32(blues[index]) << 16 | 0xFF00_0000)
        .littleEndian
    }
    (self.reds, self.greens, self.blues) = (reds, greens, blues)
  }

  func withTables(
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    reds.withUnsafeBufferPointer { reds in
      greens.withUnsafeBufferPointer { greens in
        blues.withUnsafeBufferPointer { blues in body(reds, greens, blues) }
      }
    }
  }
}

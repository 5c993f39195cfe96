import ProfferConversions
import XMLText

/// The texts that the cells of a workbook share.
///
/// The texts are stored as UTF-8, and a text becomes a `String` only when a cell uses it. A workbook can have
/// hundreds of megabytes of texts, so they are stored in blocks that have exactly the size of their texts. A
/// single array would be copied to an array of twice its size when it is full.
struct XLSXSharedStrings {
  /// The number of texts in a full block.
  static let blockTextCount = 64

  /// Consecutive texts.
  private struct Block {
    var bytes: [UInt8] = []
    /// For each text, the offset of its end, shifted left by two; the low bits are its marks.
    var ends: [Int] = []

    /// A copy without unused memory.
    var compact: Block {
      Block(
        bytes: bytes.withUnsafeBufferPointer { Array($0) }, ends: ends.withUnsafeBufferPointer { Array($0) })
    }
  }

  /// The blocks; all except the last one are full.
  private var blocks: [Block] = []

  init() {}

  /// Reads the part with the texts.
  ///
  /// - Parameter byteLimit: the maximum size of the texts in bytes.
  init(_ xml: inout PackageXML<XLSXName>, part: PartName, byteLimit: Int) throws(CoderError) {
    try xml.readRoot(.sharedStrings, of: part)
    var block = Block()
    var byteCount = 0
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      guard name == .sharedString else {
        try xml.skipElement()
        continue
      }
      let start = block.bytes.count
      let text = try XLSXText(&xml, appendingTo: &block.bytes)
      byteCount += block.bytes.count - start
      // Each text also needs memory for its end.
      let endByteCount = (blocks.count * Self.blockTextCount + block.ends.count) * 8
      guard byteCount + endByteCount <= byteLimit else {
        throw CoderError(
          .tooLarge, "the texts that cells share need more than \(byteLimit) bytes", subject: part.path)
      }
      block.ends.append(
        block.bytes.count << 2 | (text.isRich ? 1 : 0) | (text.hasPhoneticGuide ? 2 : 0))
      if block.ends.count == Self.blockTextCount {
        blocks.append(block.compact)
        block.bytes.removeAll(keepingCapacity: true)
        block.ends.removeAll(keepingCapacity: true)
      }
    }
    if !block.ends.isEmpty { blocks.append(block.compact) }
  }

  /// A text and its marks.
  struct Entry {
    fileprivate let block: Int
    fileprivate let range: Range<Int>
    let isRich: Bool
    let hasPhoneticGuide: Bool

    var byteCount: Int { range.count }
  }

  /// Returns the entry with a number; nil if there is none.
  func entry(_ number: Int) -> Entry? {
    guard number >= 0 else { return nil }
    let (block, place) = number.quotientAndRemainder(dividingBy: Self.blockTextCount)
    guard block < blocks.count, place < blocks[block].ends.count else { return nil }
    let end = blocks[block].ends[place]
    let start = place > 0 ? blocks[block].ends[place - 1] >> 2 : 0
    return Entry(
      block: block, range: start..<end >> 2, isRich: end & 1 != 0, hasPhoneticGuide: end & 2 != 0)
  }

  func text(of entry: Entry) -> String {
    blocks[entry.block].bytes.withUnsafeBytes {
      String(decoding: UnsafeRawBufferPointer(rebasing: $0[entry.range]), as: UTF8.self)
    }
  }
}

/// The extra field of a header, taken apart.
struct ZipExtraField {
  /// The content of the ZIP64 block.
  var zip64: UnsafeRawBufferPointer?
  /// The content of the padding block.
  var padding: UnsafeRawBufferPointer?
  /// All other blocks, as they are.
  var rest: [UInt8] = []
  /// Whether a block is cut short, or one of the two above is there twice.
  var isMalformed = false

  init(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while bytes.count - offset >= 4 {
      let identifier = bytes.littleEndian(UInt16.self, at: offset)
      let count = Int(bytes.littleEndian(UInt16.self, at: offset + 2))
      guard count <= bytes.count - offset - 4 else { break }
      let content = bytes.slice(offset + 4, count: count)
      switch identifier {
      case ZipFormat.zip64FieldIdentifier where zip64 == nil: zip64 = content
      case ZipFormat.paddingFieldIdentifier where padding == nil: padding = content
      case ZipFormat.zip64FieldIdentifier, ZipFormat.paddingFieldIdentifier: isMalformed = true
      default: rest += bytes.slice(offset, count: count + 4)
      }
      offset += count + 4
    }
    if offset != bytes.count { isMalformed = true }
  }
}

/// Gives the numbers of 64 bits in place of the fields that are all ones, in the order of the fields.
struct Zip64Numbers {
  private let block: UnsafeRawBufferPointer?
  private var offset = 0
  private var isSound = true

  init(_ block: UnsafeRawBufferPointer?) { self.block = block }

  /// The number that a field stands for; the field itself when the block has none.
  mutating func number(for field: UInt32) -> UInt64 {
    if field != ZipFormat.full32 { return UInt64(field) }
    guard let block, block.count - offset >= 8 else {
      isSound = false
      return UInt64(field)
    }
    let number = block.littleEndian(UInt64.self, at: offset)
    offset += 8
    // What fits into the field belongs there.
    if !ZipFormat.needsZip64(number) { isSound = false }
    return number
  }

  /// Whether the block has the numbers that were asked for and nothing else, and is there only if any were.
  var isExact: Bool {
    guard let block else { return isSound }
    return isSound && offset > 0 && offset == block.count
  }
}

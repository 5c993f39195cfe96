/// Recognises Targa images, whose header has no signature.
///
/// Nearly every byte of the header is restricted by another byte. In a whole file, the pixels must also end
/// where the file ends, or where a footer begins. (Source: the Truevision TGA file format specification 2.0.)
struct TargaProbe {
  let data: PrefixBytes

  var matches: [SignatureMatch] {
    guard data.count > 18, isHeader, !data.isWhole || hasPixels else { return [] }
    return [SignatureMatch("com.truevision.tga-image", .likely, "Targa header", agreedByteCount: 3)]
  }

  private func word(at offset: Int) -> Int { Int(data[offset]) | Int(data[offset + 1]) << 8 }

  private var isHeader: Bool {
    let (hasColours, kind, depth) = (data[1], data[2], data[16])
    guard [1, 2, 3, 9, 10, 11].contains(kind), word(at: 12) > 0, word(at: 14) > 0, data[17] & 0xC0 == 0,
      data[17] & 0x0F <= 8
    else { return false }
    let isDepth: Bool
    switch kind & 7 {
    case 1: isDepth = depth == 8 && hasColours == 1
    case 2: isDepth = [15, 16, 24, 32].contains(depth) && hasColours == 0
    default: isDepth = depth == 8 && hasColours == 0
    }
    guard isDepth else { return false }
    if hasColours == 0 { return (3...7).allSatisfy { data[$0] == 0 } }
    return [15, 16, 24, 32].contains(data[7]) && (1...256).contains(word(at: 3) + word(at: 5))
  }

  private var hasPixels: Bool {
    let colourByteCount = data[1] == 0 ? 0 : word(at: 5) * ((Int(data[7]) + 7) / 8)
    let start = 18 + Int(data[0]) + colourByteCount
    let pixelCount = word(at: 12) * word(at: 14)
    let pixelByteCount = (Int(data[16]) + 7) / 8
    guard data[2] >= 8 else { return isEnd(start + pixelCount * pixelByteCount) }
    var (offset, rest) = (start, pixelCount)
    while rest > 0, offset < data.count {
      let count = Int(data[offset] & 0x7F) + 1
      offset += 1 + (data[offset] & 0x80 == 0 ? count * pixelByteCount : pixelByteCount)
      rest -= count
    }
    return rest <= 0 && isEnd(offset)
  }

  /// Returns whether the pixels can end at an offset.
  private func isEnd(_ offset: Int) -> Bool {
    offset == data.count || offset < data.count && data.has("TRUEVISION-XFILE.\0", at: data.count - 18)
  }
}

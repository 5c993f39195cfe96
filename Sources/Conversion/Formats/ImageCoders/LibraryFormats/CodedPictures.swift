/// The pictures in the data of a HEIF item, as the coded stream declares them.
///
/// A file also declares sizes outside of the stream, but decoders allocate memory and work by the sizes in
/// the stream. Only the headers of the stream are read. (Source: ITU-T H.265, sections 7.3.1 to 7.3.3; ISO/IEC
/// 14496-15, section 8.3.2; AV1 specification, sections 5.3 to 5.5; AV1 codec ISO media file format binding,
/// section 2.3.)
struct CodedPictures {
  /// The largest size in the stream; nil if the stream declares no size.
  private(set) var size: ImageSize?
  /// The number of pictures in the stream.
  private(set) var count = 0
  /// The number of headers that were read.
  private(set) var headerCount = 0

  /// The names of the properties that configure a decoder.
  static let configurationNames: Set = ["hvcC", "av1C"]

  /// Reads the headers in the data of an item.
  ///
  /// - Parameters:
  ///   - type: the type of the item, `hvc1` or `av01`. A stream of another type declares no size.
  ///   - configuration: the contents of the property that configures the decoder.
  ///   - data: the data of the item.
  ///   - headerLimit: the maximum number of headers to read.
  init(
    type: String, configuration: Slice<UnsafeRawBufferPointer>, data: UnsafeRawBufferPointer,
    headerLimit: Int
  ) {
    switch type {
    case "hvc1": readHEVC(configuration, data, headerLimit)
    case "av01":
      // Four bytes precede the headers in the configuration.
      readAV1(configuration.dropFirst(4), headerLimit)
      readAV1(data[...], headerLimit)
    default: break
    }
  }

  private mutating func add(_ width: Int, _ height: Int) {
    size = ImageSize(width: max(size?.width ?? 0, width), height: max(size?.height ?? 0, height))
  }

  // MARK: - HEVC

  /// Reads the length-prefixed units of a stream: first those of the configuration, then those of the data.
  private mutating func readHEVC(
    _ configuration: Slice<UnsafeRawBufferPointer>, _ data: UnsafeRawBufferPointer, _ headerLimit: Int
  ) {
    guard configuration.count > 22 else { return }
    let lengthSize = Int(configuration[configuration.startIndex + 21] & 3) + 1
    // Arrays of units: a type, the number of units, and each unit after its length.
    var rest = configuration.dropFirst(23)
    for _ in 0..<configuration[configuration.startIndex + 22] {
      let count = rest.dropFirst().prefix(2).number(isBigEndian: true)
      rest = rest.dropFirst(3)
      for _ in 0..<count where rest.count >= 2 {
        let length = rest.prefix(2).number(isBigEndian: true)
        rest = rest.dropFirst(2)
        take(unit: rest.prefix(length))
        rest = rest.dropFirst(length)
      }
    }
    rest = data[...]
    while rest.count > lengthSize, headerCount < headerLimit {
      let length = rest.prefix(lengthSize).number(isBigEndian: true)
      rest = rest.dropFirst(lengthSize)
      take(unit: rest.prefix(length))
      rest = rest.dropFirst(length)
    }
  }

  private mutating func take(unit: Slice<UnsafeRawBufferPointer>) {
    headerCount += 1
    guard unit.count > 2, let first = unit.first else { return }
    // Decoders skip units outside of the first layer, such as those for the other eye.
    guard first & 1 == 0, unit[unit.startIndex + 1] >> 3 == 0 else { return }
    switch first >> 1 & 63 {
    // A part of a picture. The first bit after the header says whether the part is the first one.
    case 0...31: if unit[unit.startIndex + 2] & 0x80 != 0 { count += 1 }
    case 33: takeSequenceParameters(unit.dropFirst(2))
    default: break
    }
  }

  private mutating func takeSequenceParameters(_ contents: Slice<UnsafeRawBufferPointer>) {
    // The size is near the start. A byte of 3 after two zero bytes is not part of the contents.
    var bytes: [UInt8] = []
    for byte in contents.prefix(512) where !(byte == 3 && bytes.suffix(2) == [0, 0]) { bytes.append(byte) }
    var bits = BitReader(bytes)
    bits.skip(4)
    let layerCount = bits.number(3)
    bits.skip(1 + 96)
    var byteCount = 0
    for _ in 0..<layerCount { byteCount += 11 * bits.number(1) + bits.number(1) }
    if layerCount > 0 { bits.skip(2 * (8 - layerCount) + 8 * byteCount) }
    _ = bits.exponentialNumber()
    let chroma = bits.exponentialNumber()
    if chroma == 3 { bits.skip(1) }
    var (width, height) = (bits.exponentialNumber(), bits.exponentialNumber())
    if bits.number(1) == 1 {
      // The edges are in units of chroma samples.
      let edges = (0..<4).map { _ in bits.exponentialNumber() }
      width -= (edges[0] + edges[1]) * ([1, 2].contains(chroma) ? 2 : 1)
      height -= (edges[2] + edges[3]) * (chroma == 1 ? 2 : 1)
    }
    if !bits.isAtEnd { add(max(0, width), max(0, height)) }
  }

  // MARK: - AV1

  /// Reads the units of a stream: a type, flags, and the contents after their length.
  private mutating func readAV1(_ units: Slice<UnsafeRawBufferPointer>, _ headerLimit: Int) {
    var rest = units
    while let head = rest.first, headerCount < headerLimit {
      headerCount += 1
      rest = rest.dropFirst(head & 4 == 0 ? 1 : 2)
      var length = rest.count
      if head & 2 != 0 {
        length = 0
        for shift in stride(from: 0, to: 56, by: 7) {
          guard let byte = rest.popFirst() else { return }
          length |= Int(byte & 0x7F) << shift
          if byte & 0x80 == 0 { break }
        }
      }
      switch head >> 3 & 15 {
      case 1: takeSequenceHeader(rest.prefix(length))
      // A frame header, or a frame with its header.
      case 3, 6: count += 1
      default: break
      }
      rest = rest.dropFirst(length)
    }
  }

  private mutating func takeSequenceHeader(_ contents: Slice<UnsafeRawBufferPointer>) {
    var bits = BitReader(Array(contents.prefix(512)))
    bits.skip(4)
    if bits.number(1) == 1 {
      // The short header of a still picture has only a level.
      bits.skip(5)
    } else {
      Self.skipOperatingPoints(&bits)
    }
    let (widthSize, heightSize) = (bits.number(4) + 1, bits.number(4) + 1)
    let (width, height) = (bits.number(widthSize) + 1, bits.number(heightSize) + 1)
    if !bits.isAtEnd { add(width, height) }
  }

  private static func skipOperatingPoints(_ bits: inout BitReader) {
    var delaySize: Int?
    if bits.number(1) == 1 {
      bits.skip(64)
      if bits.number(1) == 1 { _ = bits.exponentialNumber() }
      if bits.number(1) == 1 {
        delaySize = bits.number(5) + 1
        bits.skip(32 + 5 + 5)
      }
    }
    let hasDisplayDelay = bits.number(1) == 1
    for _ in 0...bits.number(5) {
      bits.skip(12)
      if bits.number(5) > 7 { bits.skip(1) }
      if let delaySize, bits.number(1) == 1 { bits.skip(2 * delaySize + 1) }
      if hasDisplayDelay, bits.number(1) == 1 { bits.skip(4) }
    }
  }
}

/// Reads numbers of any number of bits, the highest bit first.
private struct BitReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether more bits were read than there are.
  var isAtEnd: Bool { place > 8 * bytes.count }

  mutating func skip(_ bitCount: Int) { place += bitCount }

  /// Reads a number; bits after the end are 0.
  mutating func number(_ bitCount: Int) -> Int {
    var result = 0
    for _ in 0..<bitCount {
      let byte = place / 8 < bytes.count ? bytes[place / 8] : 0
      result = result << 1 | Int(byte >> (7 - UInt8(place % 8)) & 1)
      place += 1
    }
    return result
  }

  /// Reads an Exp-Golomb number: N zero bits, a 1, and N more bits.
  mutating func exponentialNumber() -> Int {
    var bitCount = 0
    while bitCount < 32, number(1) == 0 { bitCount += 1 }
    return (1 << bitCount) - 1 + number(bitCount)
  }
}

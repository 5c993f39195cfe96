import Foundation
import ProfferConversions

/// The headers of a BMP file: the file header and the bitmap header.
///
/// The bitmap header has 12 bytes in OS/2 1, 16 to 64 bytes in OS/2 2, and 40, 52, 56, 108 (V4) or 124
/// bytes (V5) in Windows. The layout follows `BITMAPFILEHEADER` and `BITMAPV5HEADER` in Microsoft's
/// documentation of the Windows GDI.
struct BMPHeader {
  /// The storage format of the pixels.
  enum Compression: Equatable {
    case none
    case runs8
    case runs4
    /// Each pixel is a word. Masks specify the bits of each color component.
    case masks
  }

  /// The offset at which the file header ends and the bitmap header begins.
  static let start = 14

  let width: Int
  let height: Int
  let isTopDown: Bool
  let bitCount: Int
  let compression: Compression
  /// The offset at which the pixels begin.
  let pixelPlace: Int
  /// The masks that select red, green, blue and alpha in a word.
  var masks: [UInt32] = []
  /// The red, green and blue components of each palette color; empty if pixels are not palette indices.
  var palette: [(red: UInt8, green: UInt8, blue: UInt8)] = []
  var density: ImageDensity?
  var colorProfile: Data?
  /// The offset at which the color profile ends; 0 if there is no profile.
  private(set) var profileEnd = 0
  var losses = LossCounter()
  var warnings: [String] = []

  init(_ file: ImageBytes, limits: ImageLimits) throws(CoderError) {
    try file.require(Self.start + 4, for: "header")
    guard file[0] == UInt8(ascii: "B"), file[1] == UInt8(ascii: "M") else {
      throw CoderError(.wrongFormat, "this is not a BMP file", at: .byte(0))
    }
    let headerSize = Int(file.littleEndian(UInt32.self, at: Self.start))
    let declaredPlace = Int(file.littleEndian(UInt32.self, at: 10))
    switch headerSize {
    case 12, 16...64, 108, 124: break
    default: throw file.damaged("has a header of \(headerSize) bytes", at: Self.start)
    }
    try file.require(Self.start + headerSize, for: "header")
    let isCore = headerSize == 12
    func word(_ offset: Int) -> UInt32 {
      offset + 4 <= headerSize ? file.littleEndian(UInt32.self, at: Self.start + offset) : 0
    }
    if isCore {
      width = Int(file.littleEndian(UInt16.self, at: Self.start + 4))
      height = Int(file.littleEndian(UInt16.self, at: Self.start + 6))
      isTopDown = false
      bitCount = Int(file.littleEndian(UInt16.self, at: Self.start + 10))
    } else {
      width = Int(Int32(bitPattern: word(4)))
      let rows = Int(Int32(bitPattern: word(8)))
      height = abs(rows)
      isTopDown = rows < 0
      bitCount = Int(word(12) >> 16)
    }
    let isOS2 = headerSize != 40 && headerSize < 52 || headerSize == 64
    let kind = word(16)
    switch (kind, bitCount) {
    case (0, 1), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32): compression = .none
    case (1, 8): compression = .runs8
    case (2, 4): compression = .runs4
    case (3, 16), (3, 32), (6, 16), (6, 32): compression = .masks
    case (3, 1) where isOS2: throw file.unsupported("uses fax compression (Huffman 1D)")
    case (4, 24) where isOS2: throw file.unsupported("uses run-length encoding with 24 bits")
    case (4, _): throw file.unsupported("holds a JPEG")
    case (5, _): throw file.unsupported("holds a PNG")
    default:
      throw file.damaged("declares \(bitCount) bits per pixel with compression \(kind)", at: Self.start + 14)
    }
    guard width > 0, height > 0 else {
      throw file.damaged("declares \(width) × \(height) pixels", at: Self.start + 4)
    }
    _ = try limits.check(width: width, height: height, channels: .gray, depth: .eight)

    // Since V2, the header contains the masks. A header of 40 bytes is followed by the masks.
    var end = Self.start + headerSize
    if compression == .masks {
      let hasAlphaMask = kind == 6 || headerSize >= 56
      let maskCount = hasAlphaMask ? 4 : 3
      let place = Self.start + 40
      try file.require(place + maskCount * 4, for: "masks")
      if headerSize < 52 { end = place + maskCount * 4 }
      for number in 0..<4 {
        masks.append(
          number < maskCount ? file.littleEndian(UInt32.self, at: place + number * 4) : 0)
      }
    } else if bitCount == 16 {
      masks = [0x7C00, 0x03E0, 0x001F, 0]
    }

    let usedCount = Int(word(32))
    pixelPlace = declaredPlace
    guard pixelPlace >= end else {
      throw file.damaged("has its pixels at byte \(pixelPlace), inside its headers", at: 10)
    }
    try file.require(pixelPlace, for: "headers")
    if bitCount <= 8 {
      let size = isCore ? 3 : 4
      let mostCount = 1 << bitCount
      let declaredCount = usedCount == 0 ? mostCount : min(usedCount, mostCount)
      let count = min(declaredCount, (pixelPlace - end) / size)
      if count < declaredCount, usedCount > 0 {
        warnings.append(
          "The header of the \(file.format) file states \(declaredCount) colors, but the file has \(count).")
      }
      palette = (0..<count).map { number in
        let place = end + number * size
        return (file[place + 2], file[place + 1], file[place])
      }
    }
    if !isCore {
      density = Self.density(word(24), word(28))
    }
    if headerSize >= 108 { try readColorSpace(file, headerSize, limits: limits) }
  }

  /// Converts pixels per meter to pixels per inch; nil if a number is not positive.
  private static func density(_ horizontal: UInt32, _ vertical: UInt32) -> ImageDensity? {
    let (across, down) = (Int32(bitPattern: horizontal), Int32(bitPattern: vertical))
    guard across > 0, down > 0 else { return nil }
    return ImageDensity(
      horizontal: ImageDensity.perInch(perMeter: Int(across)),
      vertical: ImageDensity.perInch(perMeter: Int(down)))
  }

  /// Reads the color profile of a V5 header.
  ///
  /// A profile in another file, or a calibration instead of a profile, is reported as lost.
  private mutating func readColorSpace(
    _ file: ImageBytes, _ headerSize: Int, limits: ImageLimits
  ) throws(CoderError) {
    func word(_ offset: Int) -> UInt32 { file.littleEndian(UInt32.self, at: Self.start + offset) }
    switch word(56) {
    case 0x4D42_4544 where headerSize == 124:
      let (offset, count) = (Int(word(112)), Int(word(116)))
      guard count > 0 else { return }
      try limits.check(metadataByteCount: count)
      let place = Self.start + offset
      try file.require(place + count, for: "color profile")
      colorProfile = Data(file.bytes[place..<place + count])
      profileEnd = place + count
    case 0x4C49_4E4B: losses.add(.colors, "a color profile in another file")
    case 0 where word(96) | word(100) | word(104) != 0: losses.add(.colors, "color calibration data")
    default: break
    }
  }
}

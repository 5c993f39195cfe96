import TransferWindows

/// The format in which a display stores the pixels of pictures.
struct X11PixelFormat: Equatable {
  /// The number of bits of a color, including the opacity if the display shows translucent pixels.
  let depth: UInt8
  /// The size of a pixel: 16 or 32 bits.
  private let bitsPerPixel: UInt8
  /// Rows begin at multiples of this number of bits.
  private let rowPadding: UInt8
  private let isBigEndian: Bool
  /// The bits of a pixel for each value of a color component: opacity, red, green, blue.
  private let alpha, red, green, blue: [UInt32]

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - isBigEndian: whether the first byte of a pixel is its highest byte.
  ///   - masks: the bits of red, green and blue in a pixel.
  /// - Returns: nil if pictures cannot be converted to the format.
  init?(
    depth: UInt8, bitsPerPixel: UInt8, rowPadding: UInt8, isBigEndian: Bool,
    masks: (red: UInt32, green: UInt32, blue: UInt32)
  ) {
    guard bitsPerPixel == 16 || bitsPerPixel == 32, [8, 16, 32].contains(rowPadding), depth <= bitsPerPixel,
      masks.red & masks.green | masks.green & masks.blue | masks.blue & masks.red == 0
    else { return nil }
    let rest = depth == 32 ? ~(masks.red | masks.green | masks.blue) : 0
    let tables = [masks.red, masks.green, masks.blue].compactMap(X11PixelFormat.table)
    guard tables.count == 3 else { return nil }
    (red, green, blue) = (tables[0], tables[1], tables[2])
    alpha = X11PixelFormat.table(rest) ?? Array(repeating: 0, count: 256)
    (self.depth, self.bitsPerPixel, self.rowPadding) = (depth, bitsPerPixel, rowPadding)
    self.isBigEndian = isBigEndian
  }

  /// Returns the bits for each value of a color component from 0 to 255; nil if the bits are not consecutive.
  private static func table(_ mask: UInt32) -> [UInt32]? {
    let shift = UInt32(mask.trailingZeroBitCount)
    guard mask != 0, mask >> shift & (mask >> shift &+ 1) == 0 else { return nil }
    let highest = UInt64(mask >> shift)
    return (0...255).map { UInt32((UInt64($0) * highest + 127) / 255) << shift }
  }

  /// The size of a pixel in bytes.
  var pixelByteCount: Int { Int(bitsPerPixel / 8) }

  /// Returns the size of a row in bytes.
  func rowByteCount(_ width: Int) -> Int {
    let padding = Int(rowPadding)
    return (width * Int(bitsPerPixel) + padding - 1) / padding * padding / 8
  }

  /// Returns a pixel of a ``TransferWindows/Picture`` as a number of the display.
  func pixel(_ color: UInt32) -> UInt32 {
    alpha[Int(color >> 24)] | red[Int(color >> 16 & 0xFF)] | green[Int(color >> 8 & 0xFF)]
      | blue[Int(color & 0xFF)]
  }

  /// Returns a part of a picture in the format of the display.
  ///
  /// - Precondition: the part is inside of the picture.
  func bytes(of picture: Picture, columns: Range<Int>, rows: Range<Int>) -> [UInt8] {
    let rowByteCount = rowByteCount(columns.count)
    let count = rowByteCount * rows.count
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
      bytes.initialize(repeating: 0)
      let target = UnsafeMutableRawBufferPointer(bytes)
      picture.pixels.withUnsafeBufferPointer { pixels in
        for row in rows {
          var offset = (row - rows.lowerBound) * rowByteCount
          for index in row * picture.width + columns.lowerBound..<row * picture.width + columns.upperBound {
            let pixel = pixel(pixels[index])
            if bitsPerPixel == 32 {
              let ordered = isBigEndian ? pixel.bigEndian : pixel.littleEndian
              target.storeBytes(of: ordered, toByteOffset: offset, as: UInt32.self)
              offset += 4
            } else {
              let short = UInt16(truncatingIfNeeded: pixel)
              let ordered = isBigEndian ? short.bigEndian : short.littleEndian
              target.storeBytes(of: ordered, toByteOffset: offset, as: UInt16.self)
              offset += 2
            }
          }
        }
      }
      written = count
    }
  }
}

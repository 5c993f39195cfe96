/// A picture, stored row by row.
///
/// Each pixel is a 32-bit number: opacity, red, green and blue, from the highest byte to the lowest. The
/// colors are premultiplied by the opacity. Displays and Cairo (`CAIRO_FORMAT_ARGB32`) use the same form.
package struct Picture: Sendable, Equatable {
  package static let white: UInt32 = 0xFFFF_FFFF
  package static let black: UInt32 = 0xFF00_0000

  package let width: Int
  package let height: Int
  package internal(set) var pixels: [UInt32]

  /// Creates a picture from its pixels.
  ///
  /// - Precondition: `pixels` has `width × height` elements.
  package init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height)
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Creates a transparent picture.
  package init(width: Int, height: Int) {
    self.init(width: width, height: height, pixels: Array(repeating: 0, count: width * height))
  }

  /// Creates a picture from characters: `#` is black, `o` is white, and all other characters are transparent.
  package init(art: String) {
    let rows = art.split(separator: "\n")
    var pixels: [UInt32] = []
    for pixel in rows.joined() {
      pixels.append(pixel == "#" ? Picture.black : pixel == "o" ? Picture.white : 0)
    }
    self.init(width: rows.first?.count ?? 0, height: rows.count, pixels: pixels)
  }

  /// Returns the picture as it appears on a color, without transparency.
  package func flattened(on color: WindowColor) -> Picture {
    let below = color.pixel
    return Picture(width: width, height: height, pixels: pixels.map { Picture.blend($0, over: below) })
  }

  /// Returns a premultiplied pixel drawn over another one.
  static func blend(_ above: UInt32, over below: UInt32) -> UInt32 {
    let opacity = above >> 24
    if opacity == 255 { return above }
    if opacity == 0 { return below }
    var pixel: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let value = (above >> shift & 0xFF) + ((below >> shift & 0xFF) * (255 - opacity) + 127) / 255
      pixel |= min(value, 255) << shift
    }
    return pixel
  }
}

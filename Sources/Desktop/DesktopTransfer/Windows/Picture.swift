/// A picture to show on a display, stored row by row.
///
/// Each pixel is a 32-bit number: opacity, red, green and blue, from the highest byte to the lowest. The
/// colors are premultiplied by the opacity.
struct Picture: Sendable, Equatable {
  static let white: UInt32 = 0xFFFF_FFFF
  static let black: UInt32 = 0xFF00_0000
  private static let edge: UInt32 = 0xFF80_8080
  /// The width and height of a pixel of the font, in pixels of the picture.
  private static let scale = 2

  /// An arrow that points to its upper left corner.
  static let arrow = Picture(
    art: """
      #...........
      ##..........
      #o#.........
      #oo#........
      #ooo#.......
      #oooo#......
      #ooooo#.....
      #oooooo#....
      #ooooooo#...
      #oooooooo#..
      #ooooooooo#.
      #oooooo#####
      #ooo#oo#....
      #oo#.#oo#...
      #o#..#oo#...
      ##....#oo#..
      ......#oo#..
      .......##...
      """)

  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]

  /// Creates the picture of a small window.
  ///
  /// - Parameters:
  ///   - look: the appearance of the window.
  ///   - size: the size that the display requests; nil for the size that the text requires.
  init(of look: SmallWindowLook, size: (width: Int, height: Int)? = nil) {
    let (width, height) = size ?? Picture.size(of: look)
    self.init(width: width, height: height, pixels: Array(repeating: Picture.white, count: width * height))
    for x in 0..<width { for y in [0, height - 1] { pixels[y * width + x] = Picture.edge } }
    for y in 0..<height { for x in [0, width - 1] { pixels[y * width + x] = Picture.edge } }
    let textHeight = SmallFont.height * Picture.scale
    draw(look.text, atX: SmallWindowLook.margin, y: max(0, (height - textHeight) / 2))
  }

  init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Creates a picture from characters: `#` is black, `o` is white, and all other characters are transparent.
  private init(art: String) {
    let rows = art.split(separator: "\n")
    var pixels: [UInt32] = []
    for pixel in rows.joined() {
      pixels.append(pixel == "#" ? Picture.black : pixel == "o" ? Picture.white : 0)
    }
    self.init(width: rows.first?.count ?? 0, height: rows.count, pixels: pixels)
  }

  /// Returns the size of a window with the given look.
  static func size(of look: SmallWindowLook) -> (width: Int, height: Int) {
    let count = SmallFont.standard.rows(of: look.text).count
    let width = (count * (SmallFont.width + SmallFont.space) - SmallFont.space) * scale
    return SmallWindowLook.size(aroundText: width, SmallFont.height * scale)
  }

  /// Draws text in black, clipped at the right and bottom edges of the picture.
  private mutating func draw(_ text: String, atX x: Int, y: Int) {
    for (place, letter) in SmallFont.standard.rows(of: text).enumerated() {
      let left = x + place * (SmallFont.width + SmallFont.space) * Picture.scale
      for row in 0..<SmallFont.height * Picture.scale where y + row < height {
        for column in 0..<SmallFont.width * Picture.scale where left + column < width {
          let bit = SmallFont.width - 1 - column / Picture.scale
          if letter[row / Picture.scale] >> bit & 1 != 0 {
            pixels[(y + row) * width + left + column] = Picture.black
          }
        }
      }
    }
  }
}

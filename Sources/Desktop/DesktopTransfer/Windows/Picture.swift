/// Pixels that a display shows: a number each, of opacity, red, green and blue from its highest byte down, row by row.
///
/// Colors are multiplied by their opacity.
struct Picture: Sendable, Equatable {
  static let white: UInt32 = 0xFFFF_FFFF
  static let black: UInt32 = 0xFF00_0000
  private static let edge: UInt32 = 0xFF80_8080
  /// How many pixels wide and high a pixel of a letter is.
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

  /// The window with a look, in a size that a display wants; nil takes the size that the look wants.
  init(of look: SmallWindowLook, size: (width: Int, height: Int)? = nil) {
    let (width, height) = size ?? Picture.size(of: look)
    self.init(width: width, height: height, pixels: Array(repeating: Picture.white, count: width * height))
    for x in 0..<width { for y in [0, height - 1] { pixels[y * width + x] = Picture.edge } }
    for y in 0..<height { for x in [0, width - 1] { pixels[y * width + x] = Picture.edge } }
    let textHeight = SmallFont.height * Picture.scale
    draw(look.text, atX: SmallWindowLook.margin, y: max(0, (height - textHeight) / 2))
  }

  private init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// A picture of characters: `#` is black, `o` is white, everything else is clear.
  private init(art: String) {
    let rows = art.split(separator: "\n")
    var pixels: [UInt32] = []
    for pixel in rows.joined() {
      pixels.append(pixel == "#" ? Picture.black : pixel == "o" ? Picture.white : 0)
    }
    self.init(width: rows.first?.count ?? 0, height: rows.count, pixels: pixels)
  }

  /// The size that a window with a look has.
  static func size(of look: SmallWindowLook) -> (width: Int, height: Int) {
    let count = SmallFont.standard.rows(of: look.text).count
    let width = (count * (SmallFont.width + SmallFont.space) - SmallFont.space) * scale
    return SmallWindowLook.size(aroundText: width, SmallFont.height * scale)
  }

  /// Draws text in black; what is beyond the edge is cut off.
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

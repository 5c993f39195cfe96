/// A picture as sixels: bands of six rows, in each of which one color after the other is drawn over the whole width.
///
/// A character holds six pixels of a column, the top one in its lowest bit. `#3` chooses a color, `!9~` repeats a character,
/// `$` goes back to the begin of the band and `-` to the next one (Source: DEC's VT340 Programmer Reference, chapter 14).
/// A color is said in percent. A terminal keeps what is behind pixels that no color draws (`P2` is 1).
package enum SixelPicture {
  private static let bandHeight = 6

  /// The sequence that shows a picture where the cursor is, which is then in the last row of it.
  package static func sequence(of picture: TerminalPicture) -> [UInt8] {
    let palette = SixelPalette(of: picture)
    var sequence = Array("\u{1B}P0;1;0q\"1;1;\(picture.width);\(picture.height)".utf8)
    for (number, color) in palette.colors.enumerated() {
      let parts = [color.red, color.green, color.blue].map { "\((Int($0) * 100 + 127) / 255)" }
      sequence += "#\(number);2;\(parts.joined(separator: ";"))".utf8
    }
    var band = [UInt8](repeating: 0, count: palette.colors.count * picture.width)
    for top in stride(from: 0, to: picture.height, by: bandHeight) {
      if top > 0 { sequence.append(UInt8(ascii: "-")) }
      append(bandAt: top, of: picture, palette, &band, to: &sequence)
    }
    return sequence + [0x1B, UInt8(ascii: "\\")]
  }

  /// - Parameter band: the characters of each color, all zero before and after.
  private static func append(
    bandAt top: Int, of picture: TerminalPicture, _ palette: SixelPalette, _ band: inout [UInt8],
    to sequence: inout [UInt8]
  ) {
    let width = picture.width
    var isUsed = [Bool](repeating: false, count: palette.colors.count)
    for row in 0..<min(bandHeight, picture.height - top) {
      for column in 0..<width {
        guard let color = palette.color(ofPixelAt: column, top + row, in: picture) else { continue }
        band[color * width + column] |= 1 << UInt8(row)
        isUsed[color] = true
      }
    }
    var isFirst = true
    for color in isUsed.indices where isUsed[color] {
      if !isFirst { sequence.append(UInt8(ascii: "$")) }
      isFirst = false
      sequence += "#\(color)".utf8
      let range = color * width..<(color + 1) * width
      append(characters: band[range], to: &sequence)
      for place in range { band[place] = 0 }
    }
  }

  /// Appends the characters of a color; what repeats is counted, and empty ones at the end are left out.
  private static func append(characters: ArraySlice<UInt8>, to sequence: inout [UInt8]) {
    let end = (characters.lastIndex { $0 != 0 } ?? characters.startIndex) + 1
    var place = characters.startIndex
    while place < end {
      let character = characters[place]
      var count = 1
      while place + count < end, characters[place + count] == character { count += 1 }
      if count > 3 {
        sequence += "!\(count)".utf8
        sequence.append(character + 63)
      } else {
        for _ in 0..<count { sequence.append(character + 63) }
      }
      place += count
    }
  }
}

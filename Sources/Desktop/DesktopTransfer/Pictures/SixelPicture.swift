/// Encodes a picture as sixels, in bands of six rows.
///
/// Within a band, each color is drawn over the whole width before the next color. A character encodes six
/// pixels of a column, with the topmost pixel in the lowest bit. `#3` selects color 3, `!9~` repeats the
/// character `~` nine times, `$` returns to the start of the band, and `-` moves to the next band (Source:
/// DEC's VT340 Programmer Reference, chapter 14). Colors are written in percent. The terminal does not change
/// the pixels that no color draws (`P2` is 1).
package enum SixelPicture {
  private static let bandHeight = 6

  /// Returns the escape sequence that shows a picture at the cursor.
  ///
  /// Afterwards, the cursor is in the last row of the picture.
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

  /// Appends one band of a picture.
  ///
  /// - Parameter band: the characters of each color; all zeros before and after the call.
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

  /// Appends the characters of one color.
  ///
  /// Repeated characters are run-length encoded, and empty characters at the end are omitted.
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

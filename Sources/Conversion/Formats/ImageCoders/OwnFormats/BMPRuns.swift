import ProfferConversions

/// A decoder for the run-length encoded pixels of a BMP file, with 8 or 4 bits per pixel.
///
/// A run is a pair of bytes: the number of pixels and their color. With 4 bits per pixel, the second byte
/// contains two colors that alternate. If the number is 0, the second byte is an escape:
///
/// - 0 ends the row.
/// - 1 ends the picture.
/// - 2 moves to the right and down by the numbers in the next two bytes.
/// - Any other value is the number of literal pixels that follow, padded to a 16-bit word.
struct BMPRuns {
  private let file: ImageBytes
  private let header: BMPHeader
  private var column = 0
  /// The current row, counted from the first row in the file.
  private var row = 0
  /// The offset at which the runs end in the file.
  private(set) var end = 0
  private(set) var warnings: [String] = []

  init(_ file: ImageBytes, _ header: BMPHeader) {
    self.file = file
    self.header = header
  }

  /// Decodes all runs.
  ///
  /// - Parameter indexes: receives the palette indices. Pixels that no run covers are not changed.
  mutating func decode(into indexes: UnsafeMutableBufferPointer<UInt8>) throws(CoderError) {
    let file = file
    let isHalf = header.compression == .runs4
    var place = header.pixelPlace
    var isLeftOut = false
    pairs: while true {
      guard place + 2 <= file.count else {
        // Many programs omit the end-of-picture escape, so the end of the last row is accepted instead.
        guard row >= header.height || (row == header.height - 1 && column >= header.width) else {
          throw CoderError(
            .unexpectedEnd, "the BMP file is truncated in its pixel data", at: .byte(file.count))
        }
        warnings.append("The BMP file does not mark the end of its pixels.")
        break pairs
      }
      let (count, second) = (Int(file[place]), Int(file[place + 1]))
      place += 2
      if count > 0 {
        let isCut = put(count, into: indexes) { number in
          isHalf ? (number & 1 == 0 ? UInt8(second >> 4) : UInt8(second & 15)) : UInt8(second)
        }
        isLeftOut = isLeftOut || isCut
        continue
      }
      switch second {
      case 0:
        column = 0
        row += 1
      case 1: break pairs
      case 2:
        try file.require(place + 2, for: "pixels")
        column += Int(file[place])
        row += Int(file[place + 1])
        place += 2
      default:
        let byteCount = isHalf ? (second + 1) / 2 : second
        try file.require(place + byteCount, for: "pixels")
        let start = place
        let isCut = put(second, into: indexes) { number in
          guard isHalf else { return file[start + number] }
          let byte = file[start + number / 2]
          return number & 1 == 0 ? byte >> 4 : byte & 15
        }
        isLeftOut = isLeftOut || isCut
        place += byteCount + byteCount & 1
      }
    }
    end = place
    if isLeftOut {
      warnings.append("The BMP file has runs beyond the edges of the image, which are left out.")
    }
  }

  /// Writes a run of colors at the current position.
  ///
  /// Pixels outside the picture are dropped.
  ///
  /// - Returns: whether pixels were dropped.
  private mutating func put(
    _ count: Int, into indexes: UnsafeMutableBufferPointer<UInt8>, _ color: (Int) -> UInt8
  ) -> Bool {
    let fitting = row < header.height ? max(0, min(count, header.width - column)) : 0
    let start = (header.isTopDown ? row : header.height - 1 - row) * header.width + column
    for number in 0..<fitting { indexes[start + number] = color(number) }
    column += count
    return fitting < count
  }
}

extension Image {
  /// Returns a part of the image, with the metadata of the image.
  ///
  /// - Parameters:
  ///   - columns: the columns to keep, at least one.
  ///   - rows: the rows to keep, at least one.
  func cropped(columns: Range<Int>, rows: Range<Int>) -> Image {
    guard columns != 0..<width || rows != 0..<height else { return self }
    var part: [UInt8] = []
    part.reserveCapacity(columns.count * rows.count * bytesPerPixel)
    for row in rows {
      let start = row * bytesPerRow
      part += pixels[start + columns.lowerBound * bytesPerPixel..<start + columns.upperBound * bytesPerPixel]
    }
    return replacing(width: columns.count, height: rows.count, pixels: part)
  }
}

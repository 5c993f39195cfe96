extension Image {
  /// Returns the image in the center of a larger image, whose other pixels are transparent and black.
  ///
  /// If the margins cannot be equal, those on the right and at the bottom are larger.
  ///
  /// - Parameters:
  ///   - newWidth: the new number of columns, at least the current number.
  ///   - newHeight: the new number of rows, at least the current number.
  func centered(inWidth newWidth: Int, height newHeight: Int) -> Image {
    precondition(newWidth >= width && newHeight >= height, "an image is not cut")
    guard newWidth > width || newHeight > height else { return self }
    let image = withAlpha()
    let newRowSize = newWidth * image.bytesPerPixel
    var result = [UInt8](repeating: 0, count: newHeight * newRowSize)
    let start = (newHeight - height) / 2 * newRowSize + (newWidth - width) / 2 * image.bytesPerPixel
    for row in 0..<height {
      let from = row * image.bytesPerRow
      let to = start + row * newRowSize
      result.replaceSubrange(to..<to + image.bytesPerRow, with: image.pixels[from..<from + image.bytesPerRow])
    }
    return image.replacing(width: newWidth, height: newHeight, pixels: result)
  }
}

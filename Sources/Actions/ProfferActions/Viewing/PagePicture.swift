import Foundation
import ImageCoders
import ProfferConversions

/// A picture that was encoded for a page.
struct PagePicture {
  /// The type of the file: PNG, JPEG or, without their libraries, BMP.
  let typeIdentifier: String
  let data: Data
  let width: Int
  let height: Int

  /// Encodes a picture without its metadata.
  init(_ image: Image) throws {
    var best = try image.losslessFile()
    // Photographs are much smaller as JPEG; drawings and pictures of a screen are smaller, and sharper, as PNG.
    if best.data.count > Self.largestLossless, !image.channels.hasAlpha,
      Image.writableTypeIdentifiers.contains("public.jpeg")
    {
      var options = ImageOptions()
      options.stripsMetadata = true
      options.quality = 85
      let lossy = try image.write(as: "public.jpeg", options: options).data
      if lossy.count < best.data.count / 2 { best = ("public.jpeg", lossy) }
    }
    (typeIdentifier, data) = best
    (width, height) = (image.width, image.height)
  }

  /// The size in bytes up to which a picture is kept without loss.
  private static let largestLossless = 1 << 16
}

extension Image {
  /// Returns the picture as a PNG without metadata, or as a BMP if libpng is not installed.
  func losslessFile() throws -> (type: String, data: Data) {
    var options = ImageOptions()
    options.stripsMetadata = true
    let type =
      Image.writableTypeIdentifiers.contains("public.png") ? "public.png" : "com.microsoft.bmp"
    return (type, try write(as: type, options: options).data)
  }
}

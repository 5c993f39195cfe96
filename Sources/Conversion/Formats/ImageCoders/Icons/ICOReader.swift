import Foundation
import ProfferConversions

/// A reader for icon files (`.ico`) and cursor files (`.cur`), which contain a picture in several sizes.
///
/// The largest picture is read, and among equally large ones the one with the most bits per pixel.
enum ICOReader {
  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Image> {
    try data.withUnsafeBytes { bytes in
      let file = ImageBytes(bytes, of: "ICO")
      let directory = try ICODirectory(file)
      let picture = directory.largest
      var losses = LossCounter()
      var warnings: [String] = []
      var end = directory.end
      let reading: Reading<Image>
      switch picture.format {
      case .png: reading = try ImageFormat.png.decode(Data(bytes[picture.range]), options)
      case .bitmap:
        let bitmap = try ICOBitmap(file, at: picture.range.lowerBound, options.limits)
        reading = try bitmap.image(options)
        if bitmap.end > picture.range.upperBound {
          warnings.append(
            "The directory of the ICO file states \(picture.range.count) bytes for a picture of \(bitmap.end - picture.range.lowerBound)."
          )
        }
        end = max(end, min(bitmap.end, file.count))
      }
      losses.add(contentsOf: reading.losses)
      losses.add(.pages, "images other than the largest", count: directory.pictures.count - 1)
      if directory.isCursor { losses.add(.metadata, "the hotspot of the cursor") }
      losses.addTrailing(bytes[end...])
      let image = reading.value
      let (stated, largest) = (picture.statedSize, max(image.width, image.height))
      // The directory has no number for a size above 256.
      if largest <= ICOWriter.sideLimit, stated.width != image.width || stated.height != image.height {
        warnings.append(
          "The directory of the ICO file states \(stated.width) × \(stated.height) pixels for an image of \(image.width) × \(image.height)."
        )
      }
      if directory.hasOverlaps { warnings.append("The images of the ICO file overlap in the file.") }
      return Reading(image, losses: losses.total, warnings: warnings + reading.warnings)
    }
  }
}

import Foundation
import ProfferConversions

/// A transformation that a HEIF file declares for the display of a picture.
///
/// libheif can apply transformations, but loses the alpha channel of a cropped or rotated picture, mirrors
/// only the colors, and mirrors no picture of more than 8 bits. The library therefore decodes a file without
/// transformations, and they are applied here. (Source: ISO/IEC 23008-12, sections 6.5.10 and 6.5.12; ISO/IEC
/// 14496-12, section 12.1.4.)
enum HEIFTransformation {
  /// The picture is rotated and mirrored by an EXIF orientation.
  case turn(ImageOrientation)
  /// The picture is cropped to the given size.
  ///
  /// The offsets are from the center of the picture to the center of the result.
  case crop(width: Double, height: Double, horizontalOffset: Double, verticalOffset: Double)

  /// The names of the properties that declare a transformation.
  static let names: Set = ["irot", "imir", "clap"]

  /// Reads the contents of a property; nil if they are damaged.
  init?(_ name: String, _ contents: Slice<UnsafeRawBufferPointer>) {
    guard let first = contents.first else { return nil }
    switch name {
    // The number of quarter turns to the left.
    case "irot": self = .turn([.up, .left, .down, .right][Int(first & 3)])
    // The axis: 0 exchanges top and bottom, 1 exchanges left and right.
    case "imir": self = .turn(first & 1 == 0 ? .downMirrored : .upMirrored)
    case "clap":
      // Four fractions of signed numbers.
      guard contents.count >= 32 else { return nil }
      let numbers = (0..<8).map { place in
        Double(Int32(truncatingIfNeeded: contents.dropFirst(4 * place).prefix(4).number(isBigEndian: true)))
      }
      guard numbers[1] > 0, numbers[3] > 0, numbers[5] > 0, numbers[7] > 0 else { return nil }
      self = .crop(
        width: numbers[0] / numbers[1], height: numbers[2] / numbers[3],
        horizontalOffset: numbers[4] / numbers[5], verticalOffset: numbers[6] / numbers[7])
    default: return nil
    }
  }

  /// Returns the transformed image.
  ///
  /// - Throws: ``CoderError`` if nothing is left of the image.
  func applied(to image: Image) throws(CoderError) -> Image {
    switch self {
    case .turn(let orientation):
      var image = image
      image.orientation = orientation
      return image.turnedUp()
    case .crop(let width, let height, let horizontalOffset, let verticalOffset):
      guard let columns = Self.range(of: width, horizontalOffset, in: image.width),
        let rows = Self.range(of: height, verticalOffset, in: image.height)
      else {
        throw CoderError(.damagedImage, "the crop area of the HEIF image is outside the image")
      }
      return image.cropped(columns: columns, rows: rows)
    }
  }

  /// Returns the columns or rows that a crop keeps; nil if there are none.
  private static func range(of size: Double, _ offset: Double, in total: Int) -> Range<Int>? {
    let start = (offset + (Double(total) - size) / 2).rounded(.down)
    let end = start + size.rounded(.down)
    let range = Int(max(0, start))..<Int(max(0, start, min(Double(total), end)))
    return range.isEmpty ? nil : range
  }
}

extension HEIFBoxes {
  /// The transformations of the main picture, in the order in which they are applied.
  ///
  /// - Throws: ``CoderError`` if a transformation is damaged.
  func transformationsOfPrimaryItem() throws(CoderError) -> [HEIFTransformation] {
    guard let primaryItem else { return [] }
    var result: [HEIFTransformation] = []
    for association in properties[primaryItem, default: []] {
      guard let entry = transformations[association.property] else { continue }
      guard let transformation = entry else {
        throw CoderError(.damagedImage, "the crop area of the HEIF image is outside the image")
      }
      result.append(transformation)
    }
    return result
  }

  /// Returns the file without the transformations of the main picture and of its auxiliary pictures, such as
  /// the alpha channel; nil if they have no transformations.
  ///
  /// The tiles of an AV1 grid also lose their transformations. AVIF does not allow these, but some encoders
  /// repeat those of the grid, which apply once. (Source: AVIF 1.1, section 7.)
  func withoutTransformations(_ file: UnsafeRawBufferPointer) -> Data? {
    guard let primaryItem else { return nil }
    let pictures = [primaryItem] + auxiliaries[primaryItem, default: []]
    let tiles = pictures.filter { types[$0] == "grid" }.flatMap { parts[$0, default: []] }
    let ranges = (pictures + tiles.filter { types[$0] == "av01" }).flatMap { item in
      properties[item, default: []].filter { transformations[$0.property] != nil }.map(\.range)
    }
    guard !ranges.isEmpty else { return nil }
    var result = Data(file)
    // The index 0 means no property.
    for range in ranges { result.resetBytes(in: range) }
    return result
  }
}

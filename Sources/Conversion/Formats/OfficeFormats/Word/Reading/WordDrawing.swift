import Foundation
import RichTextFormats

/// The state of a drawing that is being read: its pictures, shapes and description.
struct WordDrawing {
  /// The picture that is being read.
  struct Picture {
    /// The relationship of the picture's file, in the package or elsewhere.
    var embedded: String?
    var linked: String?
    var isCropped = false
    /// Whether the picture is rotated, or its colors are changed.
    var hasEffects = false
    var hasVectorOriginal = false
    var name: String?
    var alternativeText: String?
    var width: Double?
    var height: Double?
    /// The relationship of the picture's link.
    var link: String?
  }

  var alternativeText = ""
  var title: String?
  var width: Double?
  var height: Double?
  /// The relationship of the drawing's link.
  var link: String?
  /// Whether the drawing has a position on the page.
  var isAnchored = false
  /// The open picture; nil outside of pictures.
  var picture: Picture?
  var pictureCount = 0
  var shapeCount = 0
  var textBoxCount = 0
  /// Whether the drawing was counted as a chart or diagram.
  var isCounted = false
}

extension WordDrawing {
  /// Reads the size in the style of a VML shape, such as `width:120pt;height:1in`.
  mutating func readSize(_ style: String) {
    (width, height) = (nil, nil)
    for declaration in style.split(separator: ";").prefix(64) {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].trimmingCharacters(in: .whitespaces)
      guard value.utf8.last.map({ !(0x30...0x39 ~= $0) && $0 != UInt8(ascii: "%") }) ?? false,
        let hundredths = WordMeasure.length(value, unitsPerPoint: 100), hundredths > 0
      else { continue }
      switch parts[0].trimmingCharacters(in: .whitespaces) {
      case "width": width = Double(hundredths) / 100
      case "height": height = Double(hundredths) / 100
      default: break
      }
    }
  }
}

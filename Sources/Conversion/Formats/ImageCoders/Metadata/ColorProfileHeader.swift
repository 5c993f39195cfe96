import Foundation
import ProfferConversions

/// The header of an ICC profile. (Source: ICC.1:2022, section 7.2.)
struct ColorProfileHeader {
  /// The signature of the space that the profile's colors are in, such as `RGB ` and `GRAY`.
  let space: String

  /// Reads a header; nil for bytes that are not a profile.
  init?(_ profile: Data) {
    guard profile.count >= 128 else { return nil }
    let header = [UInt8](profile.prefix(128))
    guard header[36..<40].elementsEqual("acsp".utf8) else { return nil }
    space = String(decoding: header[16..<20], as: UTF8.self)
  }
}

extension Image {
  /// The profile for a file of these pixels; a profile of another color space is counted as lost.
  ///
  /// A profile for RGB says nothing of gray pixels, nor one for CMYK of RGB.
  ///
  /// - Parameter isColor: whether the file has color; that of the image where it is left out.
  func suitableProfile(isColor: Bool? = nil, _ losses: inout LossCounter) -> Data? {
    guard let colorProfile else { return nil }
    let space = isColor ?? channels.isColor ? "RGB " : "GRAY"
    if ColorProfileHeader(colorProfile)?.space == space { return colorProfile }
    losses.add(.colors, "a profile that does not suit the pixels")
    return nil
  }
}

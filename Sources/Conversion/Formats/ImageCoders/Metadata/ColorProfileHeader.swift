import Foundation
import ProfferConversions

/// The header of an ICC profile. (Source: ICC.1:2022, section 7.2.)
struct ColorProfileHeader {
  /// The signature of the profile's color space, for example `RGB ` or `GRAY`.
  let space: String

  /// Reads a header; nil if the bytes are not a profile.
  init?(_ profile: Data) {
    guard profile.count >= 128 else { return nil }
    let header = [UInt8](profile.prefix(128))
    guard header[36..<40].elementsEqual("acsp".utf8) else { return nil }
    space = String(decoding: header[16..<20], as: UTF8.self)
  }
}

extension Image {
  /// Returns the color profile to write; nil if there is none or if it does not match the pixels.
  ///
  /// For example, an RGB profile does not match gray pixels, and a CMYK profile does not match RGB pixels. A
  /// profile that does not match is reported as lost.
  ///
  /// - Parameter isColor: whether the written pixels have color; nil if they have color exactly when the
  ///   image does.
  func suitableProfile(isColor: Bool? = nil, _ losses: inout LossCounter) -> Data? {
    guard let colorProfile else { return nil }
    let space = isColor ?? channels.isColor ? "RGB " : "GRAY"
    if ColorProfileHeader(colorProfile)?.space == space { return colorProfile }
    losses.add(.colors, "a color profile that does not match the pixel format")
    return nil
  }
}

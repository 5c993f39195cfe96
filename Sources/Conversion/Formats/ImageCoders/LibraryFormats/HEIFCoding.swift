import ImageLibraryCalls
package import ProfferConversions
import SystemPackages

/// A coding of the pictures in HEIF files.
///
/// libheif loads the decoder and the encoder of a coding separately. In some distributions, they are in packages of
/// their own.
package struct HEIFCoding: Sendable {
  /// The name of files with pictures of this coding, such as `AVIF`.
  let fileName: String
  /// The type of an item that contains a picture of this coding.
  let itemType: String
  /// The maximum number of columns, and of rows.
  let sideLimit: Int
  /// The number that libheif has for the coding.
  let number: CInt
  /// The packages that contain the decoder and the encoder of the coding.
  private let decoder, encoder: SystemPackage

  /// HEVC, in HEIC files.
  ///
  /// (Source: ITU-T H.265, level 6.2, table A.8.)
  package static let hevc = HEIFCoding(
    fileName: "HEIC", itemType: "hvc1", sideLimit: 16_888, number: CInt(heif_coding_hevc),
    decoder: .hevcDecoder,
    encoder: .hevcEncoder)

  /// AV1, in AVIF files.
  ///
  /// (Source: AV1 Bitstream & Decoding Process Specification, section 5.5.1: the numbers of columns and rows less one
  /// have at most 16 bits.)
  package static let av1 = HEIFCoding(
    fileName: "AVIF", itemType: "av01", sideLimit: 65_536, number: CInt(heif_coding_av1),
    decoder: .av1Decoder,
    encoder: .av1Encoder)

  /// The codings that libheif may have separately.
  static let all = [hevc, av1]

  /// The error for a libheif without a decoder for the coding.
  package var missingDecoder: CoderError {
    CoderError(.missingLibrary, decoder.missing(neededBy: "reading \(fileName)"))
  }

  /// The error for a libheif without an encoder for the coding.
  package var missingEncoder: CoderError {
    CoderError(.missingLibrary, encoder.missing(neededBy: "writing \(fileName)"))
  }
}

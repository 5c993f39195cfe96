import Foundation
import ProfferConversions

/// The bytes of a file of an image, with the checks that reading them takes.
struct ImageBytes {
  /// The name of the format in errors.
  let format: String
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer, of format: String) {
    self.bytes = bytes
    self.format = format
  }

  var count: Int { bytes.count }

  subscript(place: Int) -> UInt8 { bytes[place] }

  /// Refuses a file that ends before a place.
  func require(_ end: Int, for part: String) throws(CoderError) {
    guard end <= bytes.count, end >= 0 else {
      throw CoderError(
        .unexpectedEnd, "the \(format) file ends in its \(part)", at: .byte(bytes.count))
    }
  }

  func littleEndian<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type, at place: Int) -> Word {
    Word(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
  }

  func bigEndian<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type, at place: Int) -> Word {
    Word(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
  }

  /// The error for a file that contradicts its format.
  func damaged(_ reason: String, at place: Int? = nil) -> CoderError {
    CoderError(.damagedImage, "the \(format) file \(reason)", at: place.map { .byte($0) })
  }

  /// The error for a form of the format that is not read here.
  func unsupported(_ reason: String) -> CoderError {
    CoderError(.unsupportedImage, "the \(format) file \(reason), which is not read here")
  }
}

extension [UInt8] {
  mutating func append<Word: FixedWidthInteger & BitwiseCopyable>(littleEndian word: Word) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }

  mutating func append<Word: FixedWidthInteger & BitwiseCopyable>(bigEndian word: Word) {
    Swift.withUnsafeBytes(of: word.bigEndian) { append(contentsOf: $0) }
  }
}

extension Image {
  /// Counts what is said of the pixels and has no place in a file.
  ///
  /// - Parameters:
  ///   - holdsProfile: whether the file holds a color profile.
  ///   - holdsDensity: whether the file holds a density.
  ///   - holdsText: answers whether the file holds a text of a keyword.
  func countMetadata(
    _ losses: inout LossCounter, holdsProfile: Bool = false, holdsDensity: Bool = false,
    holdsText: (String) -> Bool = { _ in false }
  ) {
    if colorProfile != nil, !holdsProfile { losses.add(.colors, "the color profile") }
    if density != nil, !holdsDensity { losses.add(.metadata, "density") }
    if metadata.exif != nil { losses.add(.metadata, "EXIF") }
    if metadata.xmp != nil { losses.add(.metadata, "XMP") }
    if metadata.iptc != nil { losses.add(.metadata, "IPTC") }
    losses.add(.metadata, "texts", count: metadata.texts.count { !holdsText($0.keyword) })
  }
}

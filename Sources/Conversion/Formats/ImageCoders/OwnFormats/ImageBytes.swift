import Foundation
import ProfferConversions

/// The bytes of an image file, with checked access.
struct ImageBytes {
  /// The name of the format, shown in error messages.
  let format: String
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer, of format: String) {
    self.bytes = bytes
    self.format = format
  }

  var count: Int { bytes.count }

  subscript(place: Int) -> UInt8 { bytes[place] }

  /// Throws `unexpectedEnd` if the file ends before the given offset.
  func require(_ end: Int, for part: String) throws(CoderError) {
    guard end <= bytes.count, end >= 0 else {
      throw CoderError(
        .unexpectedEnd, "the \(format) file is truncated in its \(part)", at: .byte(bytes.count))
    }
  }

  func littleEndian<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type, at place: Int) -> Word {
    Word(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
  }

  func bigEndian<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type, at place: Int) -> Word {
    Word(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
  }

  /// Returns an error for a file that violates its format.
  func damaged(_ reason: String, at place: Int? = nil) -> CoderError {
    CoderError(.damagedImage, "the \(format) file \(reason)", at: place.map { .byte($0) })
  }

  /// Returns an error for a variant of the format that this reader does not support.
  func unsupported(_ reason: String) -> CoderError {
    CoderError(.unsupportedImage, "the \(format) file \(reason), which is not supported")
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
  /// Reports as lost the metadata that the written file cannot contain.
  ///
  /// - Parameters:
  ///   - holdsProfile: whether the file can contain a color profile.
  ///   - holdsDensity: whether the file can contain a density.
  ///   - holdsText: returns whether the file can contain a text with the given keyword.
  func countMetadata(
    _ losses: inout LossCounter, holdsProfile: Bool = false, holdsDensity: Bool = false,
    holdsText: (String) -> Bool = { _ in false }
  ) {
    if colorProfile != nil, !holdsProfile { losses.add(.colors, "the color profile") }
    if density != nil, !holdsDensity { losses.add(.metadata, "density") }
    if metadata.exif != nil { losses.add(.metadata, "EXIF") }
    if metadata.xmp != nil { losses.add(.metadata, "XMP") }
    if metadata.iptc != nil { losses.add(.metadata, "IPTC") }
    losses.add(.metadata, "text entries", count: metadata.texts.count { !holdsText($0.keyword) })
  }
}

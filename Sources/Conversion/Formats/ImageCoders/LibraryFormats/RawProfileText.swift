import Foundation
import ProfferConversions

/// Metadata of other formats, stored as PNG text.
///
/// Programs used this form before PNG had metadata chunks. The text consists of an empty line, the name of
/// the profile, the number of its bytes, and the bytes in hexadecimal digits. (Source: ImageMagick,
/// `png.c`, "Raw profile type"; exiftool reads the same form.)
enum RawProfileText {
  /// The prefix of the keyword of a raw profile text.
  static let keywordPrefix = "Raw profile type "

  /// Returns the bytes of a profile; nil if the text has another form.
  static func bytes(of text: String) -> Data? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard lines.count >= 3, let count = Int(lines[1].drop { $0 == " " }), count >= 0 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in lines[2...].joined().utf8 {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes.count == count && high == nil ? Data(bytes) : nil
  }
}

extension ImageMetadata {
  /// Extracts EXIF, XMP or IPTC from a raw profile text.
  ///
  /// - Parameter losses: receives the content of the profile that could not be extracted.
  /// - Returns: whether metadata was extracted.
  mutating func take(rawProfile text: ImageText, _ losses: inout LossCounter) -> Bool {
    guard text.keyword.hasPrefix(RawProfileText.keywordPrefix),
      let bytes = RawProfileText.bytes(of: text.text)
    else { return false }
    switch text.keyword.dropFirst(RawProfileText.keywordPrefix.count) {
    case "exif", "APP1":
      let header = JPEGSegments.withoutEXIFName(bytes)
      guard exif == nil, EXIFHeader(header) != nil else { return false }
      exif = header
    case "xmp":
      guard xmp == nil else { return false }
      xmp = bytes
    case "iptc", "8bim":
      guard iptc == nil else { return false }
      // IPTC without resource blocks begins with a marker byte that differs from the first byte of a block.
      let isRecord = bytes.first == 0x1C
      let (record, otherCount) = isRecord ? (bytes, 0) : PhotoshopResources.iptc(in: bytes)
      guard record != nil || otherCount == 0 else { return false }
      iptc = record ?? bytes
      losses.add(.metadata, PhotoshopResources.lossName, count: otherCount)
    default: return false
    }
    return true
  }
}

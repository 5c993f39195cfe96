import ByteTools

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The encoding of an XML document, detected from its byte order mark, first bytes or declaration.
///
/// The rules are those of XML 1.0, appendix F.
package enum XMLEncoding: Equatable {
  case utf8, utf16LittleEndian, utf16BigEndian, utf32LittleEndian, utf32BigEndian, latin1
  /// Any other declared encoding, by its name.
  case other(String)

  /// The number of bytes at the start of a document that determine its encoding.
  static let detectedByteCount = 256

  /// The first bytes of documents in multi-byte encodings, byte order marks first.
  ///
  /// The little-endian byte order mark of UTF-32 begins with the mark of UTF-16, so UTF-32 must precede
  /// UTF-16. The same applies to `<` in these encodings.
  private static let beginnings: [(bytes: [UInt8], encoding: XMLEncoding)] = [
    ([0xEF, 0xBB, 0xBF], .utf8),
    ([0x00, 0x00, 0xFE, 0xFF], .utf32BigEndian), ([0xFF, 0xFE, 0x00, 0x00], .utf32LittleEndian),
    ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
    ([0x3C, 0x00, 0x00, 0x00], .utf32LittleEndian), ([0x00, 0x00, 0x00, 0x3C], .utf32BigEndian),
    ([0x3C, 0x00], .utf16LittleEndian), ([0x00, 0x3C], .utf16BigEndian),
  ]

  /// Detects the encoding from the first 256 bytes of a document, or from all bytes of a shorter one.
  ///
  /// - Returns: the encoding, and the number of bytes of the byte order mark.
  static func detect(_ start: [UInt8]) -> (encoding: XMLEncoding, markByteCount: Int) {
    if let beginning = beginnings.first(where: { start.starts(with: $0.bytes) }) {
      let isMark = beginning.bytes.contains(0xFE) || beginning.encoding == .utf8
      return (beginning.encoding, isMark ? beginning.bytes.count : 0)
    }
    guard let name = declaredName(start) else { return (.utf8, 0) }
    switch name.lowercased() {
    // The first bytes rule out encodings with several bytes for each ASCII character. A declaration of
    // such an encoding was written for another copy of the document, and is ignored.
    case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16be", "utf-16le", "iso-10646-ucs-2", "utf-32",
      "utf-32be", "utf-32le":
      return (.utf8, 0)
    case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin1", "l1": return (.latin1, 0)
    default: return (.other(name), 0)
    }
  }

  /// Returns the encoding name in an XML declaration; nil if the declaration has no `encoding`.
  private static func declaredName(_ start: [UInt8]) -> String? {
    guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let declaration = String(decoding: start[..<end], as: UTF8.self)
    guard let keyword = declaration.firstRange(of: "encoding") else { return nil }
    let quoted = declaration[keyword.upperBound...].drop { $0 == " " || $0 == "=" }
    guard let quote = quoted.first, quote == "\"" || quote == "'" else { return nil }
    return String(quoted.dropFirst().prefix { $0 != quote })
  }

  /// The error for a document in an encoding that cannot be decoded.
  static func unknown(_ name: String) -> XMLError {
    XMLError(
      .unknownEncoding,
      "the encoding declared in the document is unknown: \(name.prefix(40).debugDescription)",
      at: XMLPosition())
  }
}

// MARK: Whole documents

extension XMLEncoding {
  /// Returns the document as UTF-8; a converted document has no byte order mark.
  ///
  /// A document that is already in UTF-8 is returned unchanged, without validation.
  ///
  /// - Parameter legacyText: decodes a document in a declared single-byte encoding other than Latin-1;
  ///   returns nil if the name of the encoding is unknown.
  package static func utf8(of data: Data, legacyText: (_ name: String, Data) -> String?) throws(XMLError)
    -> Data
  {
    let (encoding, markByteCount) = detect(Array(data.prefix(detectedByteCount)))
    let content = data.dropFirst(markByteCount)
    switch encoding {
    case .utf8: return data
    case .utf16LittleEndian: return try convert(content, from: .utf16LittleEndian)
    case .utf16BigEndian: return try convert(content, from: .utf16BigEndian)
    case .utf32LittleEndian: return try convert(content, from: .utf32LittleEndian)
    case .utf32BigEndian: return try convert(content, from: .utf32BigEndian)
    case .latin1: return try convert(content, from: .isoLatin1)
    case .other(let name):
      guard let text = legacyText(name, data) else { throw unknown(name) }
      return Data(text.utf8)
    }
  }

  private static func convert(_ data: Data, from encoding: String.Encoding) throws(XMLError) -> Data {
    guard let text = String(data: data, encoding: encoding) else {
      throw XMLError(
        .invalidText, "the document contains bytes that are not valid in its encoding, \(encoding)",
        at: XMLPosition())
    }
    return Data(text.utf8)
  }

  /// Throws `invalidText` with the position of the first invalid byte if the bytes are not UTF-8.
  package static func checkUTF8(_ bytes: UnsafeRawBufferPointer) throws(XMLError) {
    guard let place = UTF8Check.firstMistake(in: bytes) else { return }
    throw XMLError(.invalidText, "the bytes are not UTF-8 here", at: XMLPosition(of: place, in: bytes))
  }
}

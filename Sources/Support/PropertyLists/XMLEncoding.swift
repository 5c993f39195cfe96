import Foundation

/// The encoding of an XML document (XML 1.0, appendix F): by its mark, its first bytes, or its declaration.
enum XMLEncoding {
  /// What a document begins with in an encoding of more than one byte a character, marks first.
  ///
  /// UTF-32's mark with the low byte first begins with UTF-16's, so it comes before it; and so with '<' itself.
  private static let beginnings: [(bytes: [UInt8], encoding: String.Encoding)] = [
    ([0x00, 0x00, 0xFE, 0xFF], .utf32BigEndian), ([0xFF, 0xFE, 0x00, 0x00], .utf32LittleEndian),
    ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
    ([0x3C, 0x00, 0x00, 0x00], .utf32LittleEndian), ([0x00, 0x00, 0x00, 0x3C], .utf32BigEndian),
    ([0x3C, 0x00], .utf16LittleEndian), ([0x00, 0x3C], .utf16BigEndian),
  ]

  /// The document as UTF-8, without a mark if it was converted.
  ///
  /// Bytes that are UTF-8 already are not checked here.
  ///
  /// - Parameter legacyText: decodes a document in a declared encoding of one byte a character that is not Latin-1; nil
  ///   for names it does not know.
  static func utf8(of data: Data, legacyText: (_ name: String, Data) -> String?) throws(PropertyListError)
    -> Data
  {
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { return data }
    if let beginning = beginnings.first(where: { data.starts(with: $0.bytes) }) {
      let isMark = beginning.bytes.contains(0xFE)
      return try convert(isMark ? data.dropFirst(beginning.bytes.count) : data, from: beginning.encoding)
    }
    guard let name = declaredName(Array(data.prefix(256))) else { return data }
    switch name.lowercased() {
    // The bytes show that it is not two bytes a character; so the declaration was made for another copy of it.
    case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16be", "utf-16le", "iso-10646-ucs-2", "utf-32",
      "utf-32be", "utf-32le":
      return data
    case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin1", "l1": return try convert(data, from: .isoLatin1)
    default:
      if let text = legacyText(name, data) { return Data(text.utf8) }
      throw PropertyListError(
        .unknownEncoding,
        "the document is declared to be in \(name.prefix(40).debugDescription), which is not known",
        at: .line(1, column: 1))
    }
  }

  private static func convert(_ data: Data, from encoding: String.Encoding) throws(PropertyListError) -> Data
  {
    guard let text = String(data: data, encoding: encoding) else {
      throw PropertyListError(
        .invalidText, "the document holds bytes that its encoding, \(encoding), does not have",
        at: .line(1, column: 1))
    }
    return Data(text.utf8)
  }

  /// Refuses bytes that are not UTF-8, at the first that begins no character.
  static func checkUTF8(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    // Repairing puts U+FFFD where the mistake is; the bytes are the same up to there, or into it.
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    var place =
      zip(bytes, repaired).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? bytes.count
    while place > 0, place < repaired.count, repaired[place] & 0xC0 == 0x80 { place -= 1 }
    throw PropertyListError(.invalidText, "the bytes are not UTF-8 here", at: .line(of: place, in: bytes))
  }

  /// The name after `encoding=` in an XML declaration.
  private static func declaredName(_ start: [UInt8]) -> String? {
    guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let declaration = String(decoding: start[..<end], as: UTF8.self)
    guard let keyword = declaration.range(of: "encoding") else { return nil }
    let quoted = declaration[keyword.upperBound...].drop { $0 == " " || $0 == "=" }
    guard let quote = quoted.first, quote == "\"" || quote == "'" else { return nil }
    return String(quoted.dropFirst().prefix { $0 != quote })
  }
}

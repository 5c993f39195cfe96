import Conversions
import Foundation

/// The encoding of an XML document (XML 1.0, appendix F): by its mark, its first bytes, or its declaration.
enum XMLEncoding {
  /// The document as UTF-8, with what was lost in converting it.
  ///
  /// Bytes declared as UTF-8 are not checked here.
  static func utf8(of data: Data) throws -> (bytes: Data, losses: [Loss]) {
    let encoding: TextEncoding
    if let marked = TextEncoding.marked(at: data.prefix(4)) {
      encoding = marked
    } else if data.starts(with: [0x3C, 0x00, 0x00, 0x00]) {
      encoding = .utf32LittleEndian
    } else if data.starts(with: [0x00, 0x00, 0x00, 0x3C]) {
      encoding = .utf32BigEndian
    } else if data.starts(with: [0x3C, 0x00]) {
      encoding = .utf16LittleEndian
    } else if data.starts(with: [0x00, 0x3C]) {
      encoding = .utf16BigEndian
    } else if let name = declaredName(Array(data.prefix(256))) {
      guard let named = TextEncoding(name: name) else {
        throw CoderError(
          .unknownEncoding,
          "the document is declared to be in \(name.prefix(40).debugDescription), which is not known",
          at: .line(1, column: 1))
      }
      // The bytes show that it is not two bytes a character; so the declaration was made for another copy of it.
      encoding = named.isASCIICompatible ? named : .utf8
    } else {
      encoding = .utf8
    }
    if encoding.form == .utf8 { return (data, []) }
    let text = encoding.decode(data)
    return (Data(text.value.utf8), text.losses)
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

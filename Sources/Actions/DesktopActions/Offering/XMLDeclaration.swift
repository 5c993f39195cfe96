import Foundation

/// The declaration at the start of an XML document (XML 1.0, 2.8).
enum XMLDeclaration {
  /// Returns the encoding name in the declaration of an ASCII-compatible document; nil if there is none.
  static func encodingName(in document: Data) -> String? {
    let start = String(decoding: document.prefix(256), as: UTF8.self)
    guard start.hasPrefix("<?xml"), let end = start.range(of: "?>") else { return nil }
    let declaration = start[..<end.lowerBound]
    guard let name = declaration.range(of: "encoding") else { return nil }
    let rest = declaration[name.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    let value = rest.dropFirst().drop { $0.isWhitespace }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let text = value.dropFirst()
    return text.firstIndex(of: quote).map { String(text[..<$0]) }
  }
}

/// A MIME type and its parameters: `text/html; charset="koi8-r"` (Source: RFC 2045, section 5.1).
package struct MediaType: Sendable, Equatable {
  /// The type without its parameters, in lower case.
  package let essence: String
  /// The parameters that have a value, in the order in which they are written.
  private let parameters: [Parameter]

  private struct Parameter: Equatable {
    /// The name in lower case.
    let name: String
    /// The value without its quotation marks.
    let value: String
  }

  /// Parses a text; parts that are not parameters are ignored.
  package init(_ text: String) {
    let parts = MediaType.parts(of: text)
    essence = parts.first.map { MediaType.trimmed(Substring($0)).lowercased() } ?? ""
    parameters = parts.dropFirst().compactMap { part in
      guard let sign = part.firstIndex(of: "=") else { return nil }
      let value = MediaType.unquoted(MediaType.trimmed(part[part.index(after: sign)...]))
      return value.isEmpty
        ? nil : Parameter(name: MediaType.trimmed(part[..<sign]).lowercased(), value: value)
    }
  }

  /// Returns the value of the first parameter with the given name; nil if there is none.
  ///
  /// - Parameter name: the name, in lower case.
  package func parameter(named name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// The encoding in the `charset` parameter, as it is written; nil if there is none.
  package var charset: String? { parameter(named: "charset") }

  /// Returns the encoding in a dynamic type that contains a MIME type with parameters; nil for all other
  /// types.
  package static func charset(ofDynamicType identifier: String) -> String? {
    guard let type = DynamicIdentifier(identifier) else { return nil }
    return type.tags.lazy.filter { $0.tagClass == .mimeType }.compactMap {
      MediaType($0.text).charset
    }.first
  }

  /// Splits a text at the semicolons outside quotation marks.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == ";" && !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"" && !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { result.append(character) }
    }
    return result
  }
}

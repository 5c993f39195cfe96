import ByteTools
import Foundation
import ProfferConversions
import StructuredFormats

/// The tags of scalars that have a meaning for structured values.
enum YAMLTag {
  static let prefix = YAMLParser.coreTagPrefix

  /// Returns the value of a scalar with a tag; nil if the tag is unknown.
  static func value(
    _ text: String, tag: String, failure: (CoderError.Code, String) -> CoderError
  ) throws -> StructuredValue? {
    if tag == "!" { return .string(text) }
    guard tag.hasPrefix(prefix) else { return nil }
    var text = text
    let value: StructuredValue? = text.withUTF8 { YAMLSchema.value(UnsafeRawBufferPointer($0)) }
    switch tag.dropFirst(prefix.count) {
    case "str": return .string(text)
    case "null":
      guard case .null = value else { throw failure(.invalidLiteral, "the text after !!null is not null") }
      return .null
    case "bool":
      guard case .boolean = value else {
        throw failure(.invalidLiteral, "the text after !!bool is neither true nor false")
      }
      return value
    case "int":
      guard case .integer = value else {
        throw failure(.invalidNumber, "the text after !!int is not an integer")
      }
      return value
    case "float":
      let real = text.withUTF8 { YAMLSchema.real(UnsafeRawBufferPointer($0)) }
      guard let real else { throw failure(.invalidNumber, "the text after !!float is not a number") }
      return .real(real)
    case "binary": return .data(try data(text, failure))
    default: return nil
    }
  }

  private static func data(_ text: String, _ failure: (CoderError.Code, String) -> CoderError) throws -> Data
  {
    var text = text
    do {
      return Data(
        try text.withUTF8 { text throws(Base64.Flaw) in try Base64.decode(UnsafeRawBufferPointer(text)) })
    } catch let flaw as Base64.Flaw {
      throw failure(.invalidData, "character \(flaw.offset + 1) of the text after !!binary \(flaw.reason)")
    }
  }
}

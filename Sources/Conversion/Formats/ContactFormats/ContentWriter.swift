import Foundation
import ProfferConversions

/// A writer that turns components into the lines of a card or calendar file.
struct ContentWriter {
  private let dialect: ContentDialect
  private let form: ContentForm
  private var output: [UInt8] = []
  /// The losses from parameter values that older versions cannot represent.
  private var losses = LossCounter()

  private init(_ dialect: ContentDialect, _ form: ContentForm) {
    self.dialect = dialect
    self.form = form
  }

  /// Returns a file that contains the components.
  ///
  /// - Throws: `CoderError` (`unwritable`) if the name of a component, property, parameter, group or value
  ///   type is invalid.
  static func written(
    _ components: [ContentComponent], _ dialect: ContentDialect,
    _ form: ContentForm = .current, losses: [Loss] = []
  ) throws -> Written {
    var writer = ContentWriter(dialect, form)
    for component in components { try writer.write(component) }
    return Written(Data(writer.output), losses: losses + writer.losses.total)
  }

  private mutating func write(_ component: ContentComponent) throws {
    let name = try checked(component.name)
    line("BEGIN:\(name)")
    for property in component.properties { try write(property) }
    for component in component.components { try write(component) }
    line("END:\(name)")
  }

  private mutating func write(_ property: ContentProperty) throws {
    var text = ""
    if let group = property.parameter("group").first { text += try checked(group, keepsCase: true) + "." }
    text += try checked(property.name)
    for parameter in property.parameters where parameter.name != "group" {
      let values = parameter.values.map { quoted($0) }
      text += try ";\(checked(parameter.name))=\(values.joined(separator: ","))"
    }
    let entry = dialect.entry(property.name)
    if property.valueType == "binary" { text += ";ENCODING=BASE64" }
    if property.valueType != entry?.valueType ?? "unknown" {
      text += try ";VALUE=\(checked(property.valueType))"
    }
    let value = ContentValue(
      valueType: property.valueType, shape: entry?.shape ?? .open,
      form: form)
    line("\(text):\(value.text(of: property.values))")
  }

  private func checked(_ name: String, keepsCase: Bool = false) throws -> String {
    guard ContentForm.isName(name) else {
      throw CoderError(
        .unwritable,
        "“\(name)” is not a property name; property names consist of letters, digits and hyphens")
    }
    return keepsCase ? name : name.uppercased()
  }

  private mutating func quoted(_ value: String) -> String {
    let encoded = form.isBeforeVersion4 ? unescaped(value) : CaretEscapes.encoded(value)
    let needsQuotes = encoded.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":")
    }
    return needsQuotes ? "\"\(encoded)\"" : encoded
  }

  /// Replaces the characters in a parameter value that older versions cannot escape.
  private mutating func unescaped(_ value: String) -> String {
    var text = value.normalizingLineEnds
    let count = text.utf8.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") }
    guard count > 0 else { return text }
    losses.add(
      .characters, "quotation marks and line breaks in parameters, which vCard 3.0 does not support",
      count: count)
    text.replace("\"", with: "'")
    text.replace("\n", with: " ")
    return text
  }

  /// Writes one content line, folded into physical lines of at most 75 bytes.
  private mutating func line(_ text: String) {
    var lineByteCount = 0
    for scalar in text.unicodeScalars {
      let byteCount = UTF8.width(scalar)
      if lineByteCount + byteCount > 75 {
        output += [UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: " ")]
        lineByteCount = 1
      }
      output += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      lineByteCount += byteCount
    }
    output += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }
}

import Foundation
import ProfferConversions

/// Writes cards and calendars: components into lines.
struct ContentWriter {
  private let dialect: ContentDialect
  private let form: ContentForm
  private var output: [UInt8] = []

  private init(_ dialect: ContentDialect, _ form: ContentForm) {
    self.dialect = dialect
    self.form = form
  }

  /// The file of some components.
  ///
  /// - Throws: `CoderError` (`unwritable`) for a name that a line cannot have.
  static func written(
    _ components: [ContentComponent], _ dialect: ContentDialect,
    _ form: ContentForm = ContentForm(isLegacy: false, isBeforeVersion4: false), losses: [Loss] = []
  ) throws -> Written {
    var writer = ContentWriter(dialect, form)
    for component in components { try writer.write(component) }
    return Written(Data(writer.output), losses: losses)
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
      text += try ";\(checked(parameter.name))=\(parameter.values.map(quoted).joined(separator: ","))"
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
        "“\(name)” is not a name of a property; one has letters, digits and hyphens")
    }
    return keepsCase ? name : name.uppercased()
  }

  private func quoted(_ value: String) -> String {
    // Older versions have no escapes here.
    let encoded =
      form.isBeforeVersion4
      ? value.normalizingLineEnds.replacing("\"", with: "'").replacing("\n", with: " ")
      : CaretEscapes.encoded(value)
    let needsQuotes = encoded.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":")
    }
    return needsQuotes ? "\"\(encoded)\"" : encoded
  }

  /// Writes a line, folded so that none has more than 75 bytes.
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

import Foundation
import ProfferConversions
import StructuredFormats

/// Writes a dictionary as the properties of Java.
///
/// The output is ASCII. All other characters are written as Unicode escapes, because Java before version 9
/// reads properties in ISO 8859-1, and later versions read them in UTF-8.
struct PropertiesWriter {
  static func written(_ value: StructuredValue) throws -> Written {
    var texts = KeyValueTexts()
    var output: [UInt8] = []
    for member in try texts.members(of: value, as: "Java properties") {
      append(member.key, isKey: true, to: &output)
      output.append(UInt8(ascii: "="))
      append(texts.text(of: member.value), isKey: false, to: &output)
      output.append(UInt8(ascii: "\n"))
    }
    return Written(Data(output), losses: texts.losses.total)
  }

  private static func append(_ text: String, isKey: Bool, to output: inout [UInt8]) {
    var isAtBeginning = true
    for unit in text.utf16 {
      switch unit {
      case 0x09: output.append(contentsOf: "\\t".utf8)
      case 0x0A: output.append(contentsOf: "\\n".utf8)
      case 0x0C: output.append(contentsOf: "\\f".utf8)
      case 0x0D: output.append(contentsOf: "\\r".utf8)
      case 0x20 where !isKey && !isAtBeginning: output.append(0x20)
      case 0x5C, 0x20: appendEscaped(unit, to: &output)
      // In a key these characters would begin a comment or end the key.
      case 0x21, 0x23, 0x3A, 0x3D:
        if isKey { appendEscaped(unit, to: &output) } else { output.append(UInt8(unit)) }
      case 0x21...0x7E: output.append(UInt8(unit))
      default:
        let digits = String(unit, radix: 16, uppercase: true)
        output.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      }
      isAtBeginning = false
    }
  }

  private static func appendEscaped(_ unit: UInt16, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    output.append(UInt8(unit))
  }
}

import Foundation
import ProfferConversions
import StructuredFormats

/// Writes a dictionary as a file of environment variables, in UTF-8, that shells and dotenv libraries read.
struct EnvironmentWriter {
  static func written(_ value: StructuredValue) throws -> Written {
    var texts = KeyValueTexts()
    var output: [UInt8] = []
    var unusualCount = 0
    for member in try texts.members(of: value, as: "environment variables") {
      let name = Array(member.key.utf8)
      guard let first = name.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first),
        name.allSatisfy(\.isInVariableName)
      else {
        throw CoderError(
          .unwritable,
          "the name of a variable has only letters, digits and _, and does not begin with a digit",
          subject: member.key)
      }
      if name.contains(UInt8(ascii: ".")) || name.contains(UInt8(ascii: "-")) { unusualCount += 1 }
      let text = texts.text(of: member.value)
      guard !text.utf8.contains(0) else {
        throw CoderError(.unwritable, "the value of a variable cannot contain U+0000", subject: member.key)
      }
      output.append(contentsOf: name)
      output.append(UInt8(ascii: "="))
      output.append(contentsOf: quoted(Array(text.utf8)))
      output.append(UInt8(ascii: "\n"))
    }
    let warnings =
      unusualCount == 0
      ? []
      : [
        "\(unusualCount) name\(unusualCount == 1 ? " contains" : "s contain") . or -, which shells do not accept"
      ]
    return Written(Data(output), losses: texts.losses.total, warnings: warnings)
  }

  /// Returns a value in the quotes that it needs.
  ///
  /// Single quotes need no escapes, so that shells and dotenv libraries agree about their content. A value
  /// with a single quote is written in double quotes.
  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    if text.allSatisfy(\.isPlainInShell) { return text }
    let single = UInt8(ascii: "'")
    if !text.contains(single) { return [single] + text + [single] }
    var result = [UInt8(ascii: "\"")]
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"):
        result.append(contentsOf: [UInt8(ascii: "\\"), byte])
      default: result.append(byte)
      }
    }
    return result + [UInt8(ascii: "\"")]
  }
}

extension UInt8 {
  /// Whether a shell reads the byte as itself in a value without quotes.
  fileprivate var isPlainInShell: Bool {
    isInVariableName
      || [
        UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: ","),
        UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: "%"),
      ].contains(self)
  }
}

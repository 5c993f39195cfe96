/// Words of a command line as text for people.
enum WordText {
  /// A word in double quotes, as it was typed but safe on a terminal.
  ///
  /// Bytes that are not UTF-8 and characters that control the terminal or the direction of text are shown as escapes.
  static func quoted(_ word: some Collection<UInt8>) -> String {
    var shown = "\""
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = word.makeIterator()
    var rest = word[...]
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded):
        rest = rest.dropFirst(encoded.count)
        append(UTF8.decode(encoded), to: &shown)
      case .error(let length):
        for byte in rest.prefix(length) { shown += "\\x\(hexadecimal(UInt32(byte), digits: 2))" }
        rest = rest.dropFirst(length)
      case .emptyInput:
        return shown + "\""
      }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to shown: inout String) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      shown +=
        scalar == "\n" ? "\\n" : scalar == "\t" ? "\\t" : "\\u{\(hexadecimal(scalar.value, digits: 1))}"
    default:
      if scalar == "\"" || scalar == "\\" { shown += "\\" }
      shown.unicodeScalars.append(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// "a", "a or b", "a, b or c".
  static func alternatives(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }
}

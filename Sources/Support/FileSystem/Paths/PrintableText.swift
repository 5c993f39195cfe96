/// The conversion of untrusted bytes into text for display.
///
/// A file name can contain any byte except a slash and NUL. For example, it can contain terminal escape
/// sequences, a line break that fakes a second line of output, or marks that reverse the reading direction.
/// The escaped text contains none of these, and different bytes always produce different text.
package enum PrintableText {
  /// Returns the bytes as text that is safe on a terminal.
  ///
  /// A backslash is doubled. A line break becomes `\n`, and a tab becomes `\t`. Other ASCII control
  /// characters, and bytes that are not UTF-8, become `\x` and two hexadecimal digits. Other control
  /// characters, line and paragraph separators, and invisible format characters become `\u{…}`. The two
  /// joiners (U+200C and U+200D) are kept, because Persian words and emoji need them.
  package static func escaped(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    // Most names need no escapes.
    if bytes.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\\") }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    text.reserveCapacity(bytes.count)
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var position = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        position += encoded.count
        append(Unicode.UTF8.decode(encoded), to: &text)
      case .error(let length):
        for byte in bytes[position..<position + length] {
          text += "\\x" + hexadecimal(UInt32(byte), digits: 2)
        }
        position += length
      case .emptyInput:
        return text
      }
    }
  }

  /// Returns the text as one line that is safe on a terminal.
  ///
  /// Escapes characters like ``escaped(_:)``, but keeps backslashes. Text that is already safe, such as
  /// escaped text, is returned unchanged.
  package static func line(_ text: String) -> String {
    var text = text
    // Most lines need no escapes. Examining the bytes in memory is faster than through a view of the text.
    if text.withUTF8({ bytes in bytes.allSatisfy { 0x20..<0x7F ~= $0 } }) { return text }
    var line = ""
    line.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { appendVisible(scalar, to: &line) }
    return line
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    if scalar == "\\" { text += "\\\\" } else { appendVisible(scalar, to: &text) }
  }

  private static func appendVisible(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\n": text += "\\n"
    case "\t": text += "\\t"
    case _ where !isHidden(scalar): text.unicodeScalars.append(scalar)
    case _ where scalar.isASCII: text += "\\x" + hexadecimal(scalar.value, digits: 2)
    default: text += "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
    }
  }

  /// Returns whether a scalar controls the display instead of being shown.
  ///
  /// Such scalars are control characters, line and paragraph separators, and all format characters except
  /// the two joiners.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return scalar.value != 0x200C && scalar.value != 0x200D
    default: return false
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

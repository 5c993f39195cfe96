/// The one rule by which bytes from outside become text that a person can read.
///
/// A file name may hold anything but a slash and a NUL: a terminal's escape sequences, a line break that
/// forges a second line of output, marks that turn the reading direction round. The escaped text holds none
/// of these, and different bytes always give different text.
package enum PrintableText {
  /// The text of some bytes, safe on a terminal.
  ///
  /// A backslash is doubled; a line break is `\n` and a tab `\t`; other ASCII controls and bytes that are not
  /// UTF-8 are `\x` and two hexadecimal digits; the other controls, the line and paragraph separators and the
  /// invisible format characters are `\u{…}`. The two joiners (U+200C and U+200D) stay: Persian words and
  /// emoji need them.
  package static func escaped(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    // Nearly every name stands for itself.
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

  /// A text as one line that is safe on a terminal: as ``escaped(_:)``, but backslashes stay as they are.
  ///
  /// Text that is safe already, such as text that was escaped, is its own line.
  package static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
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

  /// Whether a scalar acts on what shows it instead of being shown: a control, a separator of lines or paragraphs, or
  /// a format character other than the two joiners.
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

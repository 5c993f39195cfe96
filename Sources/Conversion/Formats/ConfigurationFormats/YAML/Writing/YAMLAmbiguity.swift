import ByteTools

/// The strings that a reader takes for another type if they are written without quotes.
///
/// Readers of YAML 1.1 have more booleans and numbers than the core schema of YAML 1.2, and also dates
/// (Source: the language-independent types of YAML 1.1, yaml.org/type).
enum YAMLAmbiguity {
  private static let words: Set<String> = [
    "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<",
  ]

  static func isAmbiguous(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return true }
    switch first {
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return isNumber(text) || isDate(text)
    case UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "n"), UInt8(ascii: "N"),
      UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "y"),
      UInt8(ascii: "Y"), UInt8(ascii: "o"), UInt8(ascii: "O"):
      guard text.count <= 5 else { return false }
      return words.contains(String(decoding: text.map(\.lowercasedASCII), as: UTF8.self))
    default: return false
    }
  }

  /// Whether a text is like a number: with a base, with separators, with an exponent, or in base 60.
  private static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    guard let first = rest.first else { return false }
    if first == UInt8(ascii: "0"), rest.count > 2 {
      let digits = rest.dropFirst(2)
      switch rest[rest.startIndex + 1] | 0x20 {
      case UInt8(ascii: "x"):
        return digits.allSatisfy { $0.hexadecimalDigit != nil || $0 == UInt8(ascii: "_") }
      case UInt8(ascii: "o"), UInt8(ascii: "b"):
        return digits.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
      default: break
      }
    }
    if first == UInt8(ascii: "."), rest.count == 4 {
      let word = String(decoding: rest.dropFirst().map(\.lowercasedASCII), as: UTF8.self)
      if word == "inf" || word == "nan" { return true }
    }
    let mantissa = rest.prefix { 0x30...0x39 ~= $0 || "_,:.".utf8.contains($0) }
    // Some readers take `._` for a number, and then cannot read it.
    if first == UInt8(ascii: "."), mantissa.count == rest.count, mantissa.contains(UInt8(ascii: "_")) {
      return true
    }
    guard mantissa.contains(where: { 0x30...0x39 ~= $0 }),
      mantissa.count(where: { $0 == UInt8(ascii: ".") }) < 2
    else { return false }
    var exponent = rest.dropFirst(mantissa.count)
    guard let letter = exponent.popFirst() else { return true }
    guard letter | 0x20 == UInt8(ascii: "e") else { return false }
    if exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+") {
      exponent = exponent.dropFirst()
    }
    return exponent.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// Whether a text begins with a date such as `2024-1-31`, and ends with it or has white space or a T after it.
  private static func isDate(_ text: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    func digits(_ range: ClosedRange<Int>) -> Bool {
      let start = place
      while place < text.count, 0x30...0x39 ~= text[place] { place += 1 }
      return range.contains(place - start)
    }
    func hyphen() -> Bool {
      guard place < text.count, text[place] == UInt8(ascii: "-") else { return false }
      place += 1
      return true
    }
    guard digits(4...4), hyphen(), digits(1...2), hyphen(), digits(1...2) else { return false }
    return place == text.count || text[place] == 0x20 || text[place] | 0x20 == UInt8(ascii: "t")
  }
}

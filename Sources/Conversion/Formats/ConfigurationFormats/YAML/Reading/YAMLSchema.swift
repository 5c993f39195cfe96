import ByteTools
import StructuredFormats

/// The core schema: the types of plain scalars (YAML 1.2.2, 10.3).
enum YAMLSchema {
  /// The maximum number of digits of an integer in base 8 or 16, because the time of converting it to decimal
  /// digits grows with the square of the number.
  static let digitLimit = 4096

  /// Returns the value of a plain scalar; nil if it is a string.
  static func value(_ text: UnsafeRawBufferPointer) -> StructuredValue? {
    guard let first = text.first else { return .null }
    switch first {
    case UInt8(ascii: "~"): return text.count == 1 ? .null : nil
    case UInt8(ascii: "n"), UInt8(ascii: "N"): return isWord(text, "null") ? .null : nil
    case UInt8(ascii: "t"), UInt8(ascii: "T"): return isWord(text, "true") ? .boolean(true) : nil
    case UInt8(ascii: "f"), UInt8(ascii: "F"): return isWord(text, "false") ? .boolean(false) : nil
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return integer(text).map { .integer($0) } ?? real(text).map { .real($0) }
    default: return nil
    }
  }

  /// Whether a text is a word in lowercase, in uppercase, or with an uppercase first letter.
  private static func isWord(_ text: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard text.count == count else { return false }
    let isCapital = text[0] & 0x20 == 0
    let isUppercase = isCapital && text[1] & 0x20 == 0
    for index in 0..<count {
      let letter = word.utf8Start[index]
      let isRaised = index == 0 ? isCapital : isUppercase
      if text[index] != (isRaised ? letter & ~0x20 : letter) { return false }
    }
    return true
  }

  // MARK: Numbers

  /// Returns the number of a text such as `-12`, `0o14` or `0xC`; nil for any other text.
  static func integer(_ text: UnsafeRawBufferPointer) -> StructuredInteger? {
    var place = 0
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative || text.first == UInt8(ascii: "+") { place = 1 }
    guard place < text.count else { return nil }
    if place == 0, text.count > 2, text[0] == UInt8(ascii: "0") {
      if text[1] == UInt8(ascii: "x") { return integer(text, bitsPerDigit: 4) }
      if text[1] == UInt8(ascii: "o") { return integer(text, bitsPerDigit: 3) }
    }
    var word: Int64 = 0
    let isShort = text.count <= 18
    while place < text.count {
      let digit = text[place] &- 0x30
      guard digit < 10 else { return nil }
      if isShort { word = word * 10 + Int64(digit) }
      place += 1
    }
    if isShort { return StructuredInteger(isNegative ? -word : word) }
    return StructuredInteger(decimal: String(decoding: text, as: UTF8.self))
  }

  /// Returns the number of digits in base 8 or 16 after `0o` or `0x`.
  private static func integer(_ text: UnsafeRawBufferPointer, bitsPerDigit: UInt64) -> StructuredInteger? {
    var word: UInt64 = 0
    var isLong = false
    for byte in text.dropFirst(2) {
      guard let digit = byte.hexadecimalDigit, digit < 1 << bitsPerDigit else { return nil }
      if word >> (64 - bitsPerDigit) != 0 { isLong = true }
      word = word << bitsPerDigit | UInt64(digit)
    }
    guard isLong else { return StructuredInteger(word) }
    // A longer number is a string, as it is for most readers.
    guard text.count <= digitLimit else { return nil }
    let digits = text.dropFirst(2).map { $0.hexadecimalDigit ?? 0 }
    return StructuredInteger(digits: digits, bitsPerDigit: bitsPerDigit)
  }

  /// Returns the number of a text such as `1.5`, `.5`, `1e3`, `-.inf` or `.nan`; nil for any other text.
  ///
  /// The digits are kept, in the form of JSON.
  static func real(_ text: UnsafeRawBufferPointer) -> StructuredReal? {
    var place = 0
    var isJSON = true
    if let first = text.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      place = 1
      if first == UInt8(ascii: "+") { isJSON = false }
    }
    let wholeStart = place
    while place < text.count, text[place] &- 0x30 < 10 { place += 1 }
    let wholeCount = place - wholeStart
    if wholeCount == 0 || wholeCount > 1 && text[wholeStart] == UInt8(ascii: "0") { isJSON = false }
    var fractionCount = 0
    if place < text.count, text[place] == UInt8(ascii: ".") {
      place += 1
      let fractionStart = place
      while place < text.count, text[place] &- 0x30 < 10 { place += 1 }
      fractionCount = place - fractionStart
      if fractionCount == 0 { isJSON = false }
    } else if wholeCount == 0 {
      return nil
    } else if place == text.count {
      // An integer is only a real number if its tag says so.
      isJSON = false
    }
    guard wholeCount + fractionCount > 0 else { return special(text) }
    if place < text.count, text[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < text.count, text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-") {
        place += 1
      }
      let exponentStart = place
      while place < text.count, text[place] &- 0x30 < 10 { place += 1 }
      guard place > exponentStart else { return nil }
    }
    guard place == text.count else { return nil }
    if isJSON { return StructuredReal(checkedSpelling: String(decoding: text, as: UTF8.self)) }
    return StructuredReal(spelling: json(text))
  }

  /// Returns the infinite numbers and NaN.
  private static func special(_ text: UnsafeRawBufferPointer) -> StructuredReal? {
    switch String(decoding: text.prefix(6), as: UTF8.self) {
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": StructuredReal(.infinity)
    case "-.inf", "-.Inf", "-.INF": StructuredReal(-.infinity)
    case ".nan", ".NaN", ".NAN": StructuredReal(.nan)
    default: nil
    }
  }

  /// Returns a number in the form of JSON: no plus sign, no leading zeros, and digits on both sides of the
  /// point.
  private static func json(_ text: UnsafeRawBufferPointer) -> String {
    var rest = text[...]
    var number = ""
    if rest.first == UInt8(ascii: "-") { number = "-" }
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let whole = rest.prefix { $0 &- 0x30 < 10 }
    rest = rest.dropFirst(whole.count)
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    number += significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
      rest = rest.dropFirst(fraction.count + 1)
      number += "." + (fraction.isEmpty ? "0" : String(decoding: fraction, as: UTF8.self))
    }
    return number + String(decoding: rest, as: UTF8.self)
  }
}

import ByteTools
import ProfferConversions
import StructuredFormats

extension JSON5Scanner {
  /// Reads the string whose opening quote is at the current position.
  mutating func string() throws(CoderError) -> String {
    let opening = position
    let quote = bytes[opening]
    position += 1
    var start = position
    var text: [UInt8] = []
    while position < bytes.count {
      switch bytes[position] {
      case quote:
        text.append(contentsOf: bytes[start..<position])
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[start..<position])
        try escape(&text, in: opening)
        start = position
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        throw error(
          .controlCharacter, "the string contains a line break, which must be written as \\n", at: position)
      case 0..<0x20 where dialect == .jsonWithComments:
        throw error(
          .controlCharacter, "the string contains a control character, which must be written as an escape",
          at: position)
      default: position += 1
      }
    }
    throw error(.unexpectedEnd, "the string that begins here is not closed", at: opening)
  }

  /// Reads an escape, and appends its character (Source: JSON5 1.0, section 5).
  private mutating func escape(_ text: inout [UInt8], in opening: Int) throws(CoderError) {
    let start = position
    guard start + 1 < bytes.count else {
      throw error(.unexpectedEnd, "the string that begins here is not closed", at: opening)
    }
    position += 1
    let letter = bytes[position]
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): append(letter, to: &text)
    case UInt8(ascii: "b"): append(0x08, to: &text)
    case UInt8(ascii: "f"): append(0x0C, to: &text)
    case UInt8(ascii: "n"): append(0x0A, to: &text)
    case UInt8(ascii: "r"): append(0x0D, to: &text)
    case UInt8(ascii: "t"): append(0x09, to: &text)
    case UInt8(ascii: "u"): text.append(contentsOf: try escapedScalar(at: start).utf8Bytes)
    case _ where dialect == .jsonWithComments:
      throw error(.invalidEscape, "a backslash before this character is not an escape of JSON", at: start)
    case UInt8(ascii: "v"): append(0x0B, to: &text)
    case UInt8(ascii: "x"):
      guard let value = hexadecimal(at: position + 1, digitCount: 2), let scalar = Unicode.Scalar(value)
      else { throw error(.invalidEscape, "\\x must be followed by two hexadecimal digits", at: start) }
      text.append(contentsOf: scalar.utf8Bytes)
      position += 3
    case UInt8(ascii: "0"):
      append(0, to: &text)
      if let digit = peek(), digit.isDecimalDigit {
        throw error(.invalidEscape, "a digit must not follow \\0", at: start)
      }
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      throw error(.invalidEscape, "a backslash before a digit other than 0 is not an escape", at: start)
    default:
      let lineBreakByteCount = lineBreakByteCount
      if lineBreakByteCount > 0 {
        position += lineBreakByteCount
      } else if letter < 0x80 {
        append(letter, to: &text)
      }
    // Any other character means itself. Its bytes are copied with the text after the escape.
    }
  }

  private mutating func append(_ byte: UInt8, to text: inout [UInt8]) {
    text.append(byte)
    position += 1
  }

  /// Reads the digits of a Unicode escape, and those of the other half of a surrogate pair.
  ///
  /// The letter of the escape is at the current position.
  private mutating func escapedScalar(at start: Int) throws(CoderError) -> Unicode.Scalar {
    guard let unit = hexadecimal(at: position + 1, digitCount: 4) else {
      throw error(.invalidEscape, "\\u must be followed by four hexadecimal digits", at: start)
    }
    position += 5
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, skip("\\u"), let low = hexadecimal(at: position, digitCount: 4),
      (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x1_0000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
    {
      position += 4
      return scalar
    }
    let digits = String(unit, radix: 16, uppercase: true)
    throw error(
      .loneSurrogate, "\\u\(digits) is half of a surrogate pair, and its other half is missing", at: start)
  }

  /// Returns the value of hexadecimal digits; nil if they are missing.
  private func hexadecimal(at start: Int, digitCount: Int) -> UInt32? {
    guard bytes.count - start >= digitCount else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + digitCount] {
      guard let digit = byte.hexadecimalDigit else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

// MARK: - Identifiers

extension JSON5Scanner {
  /// Reads a key without quotes: an identifier name of ECMAScript 5.1, 7.6.
  mutating func identifier() throws(CoderError) -> String {
    var name: [UInt8] = []
    while position < bytes.count {
      let start = position
      let isFirst = name.isEmpty
      if take(UInt8(ascii: "\\")) {
        guard take(UInt8(ascii: "u")), let unit = hexadecimal(at: position, digitCount: 4),
          let scalar = Unicode.Scalar(unit), scalar.canBeInIdentifier(first: isFirst)
        else {
          throw error(
            .invalidEscape, "an escape in a key without quotes must be \\u and a letter or digit", at: start)
        }
        position += 4
        name.append(contentsOf: scalar.utf8Bytes)
        continue
      }
      let (scalar, byteCount) = scalarHere()
      guard scalar.canBeInIdentifier(first: isFirst) else { break }
      name.append(contentsOf: bytes[start..<start + byteCount])
      position += byteCount
    }
    guard !name.isEmpty else { throw unexpected("a key or '}'") }
    return String(decoding: name, as: UTF8.self)
  }

  /// Whether the character at the current position would continue a word or a number.
  var continuesWord: Bool {
    guard let byte = peek() else { return false }
    return byte == UInt8(ascii: "\\") || scalarHere().scalar.canBeInIdentifier(first: false)
  }
}

extension Unicode.Scalar {
  /// Returns whether the scalar can be in a name (Source: ECMAScript 5.1, 7.6).
  fileprivate func canBeInIdentifier(first isFirst: Bool) -> Bool {
    switch self {
    case "a"..."z", "A"..."Z", "$", "_": return true
    case "0"..."9": return !isFirst
    case _ where value < 0x80: return false
    case "\u{200C}", "\u{200D}": return !isFirst
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return false
    }
  }

  fileprivate var utf8Bytes: [UInt8] { Array(String(Character(self)).utf8) }
}

// MARK: - Numbers

extension JSON5Scanner {
  /// The maximum number of digits in a hexadecimal number, because its conversion takes quadratic time.
  private static let hexadecimalDigitLimit = 256

  /// Reads a number.
  ///
  /// A decimal number keeps its digits. A zero is added where JSON requires a digit beside the point.
  mutating func number() throws(CoderError) -> StructuredValue {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative, dialect == .json5 { _ = take(UInt8(ascii: "+")) }
    let value: StructuredValue
    if dialect == .json5, skip("Infinity") {
      value = .real(StructuredReal(isNegative ? -Double.infinity : Double.infinity))
    } else if dialect == .json5, skip("NaN") {
      value = .real(StructuredReal(Double.nan))
    } else if dialect == .json5, skip("0x") || skip("0X") {
      value = try hexadecimalNumber(isNegative: isNegative)
    } else {
      value = try decimalNumber(isNegative: isNegative)
    }
    guard !continuesWord else { throw error(.invalidNumber, "the number is malformed", at: start) }
    return value
  }

  private mutating func decimalNumber(isNegative: Bool) throws(CoderError) -> StructuredValue {
    var spelling: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    let whole = digits()
    guard whole.count < 2 || bytes[whole.lowerBound] != UInt8(ascii: "0") else {
      throw error(.leadingZero, "a number of several digits must not begin with 0", at: whole.lowerBound)
    }
    let hasPoint = take(UInt8(ascii: "."))
    let fraction = hasPoint ? digits() : position..<position
    let isComplete =
      dialect == .json5
      ? !(whole.isEmpty && fraction.isEmpty) : !whole.isEmpty && hasPoint != fraction.isEmpty
    guard isComplete else {
      // Without digits, the position is that of the missing digit.
      throw error(.invalidNumber, "expected a digit in the number", at: position)
    }
    spelling.append(contentsOf: whole.isEmpty ? [UInt8(ascii: "0")] : Array(bytes[whole]))
    if hasPoint {
      spelling.append(UInt8(ascii: "."))
      spelling.append(contentsOf: fraction.isEmpty ? [UInt8(ascii: "0")] : Array(bytes[fraction]))
    }
    let power = position
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard !digits().isEmpty else {
        throw error(.invalidNumber, "expected a digit in the exponent", at: position)
      }
      spelling.append(contentsOf: bytes[power..<position])
    } else if !hasPoint {
      let text = String(decoding: spelling, as: UTF8.self)
      // Negative zero is read as a real number, because an integer has no negative zero.
      if text != "-0", let integer = StructuredInteger(decimal: text) { return .integer(integer) }
    }
    return .real(StructuredReal(checkedSpelling: String(decoding: spelling, as: UTF8.self)))
  }

  private mutating func digits() -> Range<Int> {
    let start = position
    while let byte = peek(), byte.isDecimalDigit { position += 1 }
    return start..<position
  }

  private mutating func hexadecimalNumber(isNegative: Bool) throws(CoderError) -> StructuredValue {
    let start = position
    while let byte = peek(), byte.hexadecimalDigit != nil { position += 1 }
    guard position > start else {
      throw error(.invalidNumber, "expected a hexadecimal digit after 0x", at: position)
    }
    let significant = bytes[start..<position].drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= Self.hexadecimalDigitLimit else {
      throw error(
        .invalidNumber,
        "the hexadecimal number has \(significant.count) digits; the limit is \(Self.hexadecimalDigitLimit)",
        at: start)
    }
    if significant.isEmpty, isNegative { return .real(StructuredReal(-0.0)) }
    let digits = significant.map { $0.hexadecimalDigit ?? 0 }
    return .integer(StructuredInteger(digits: digits, bitsPerDigit: 4, isNegative: isNegative))
  }
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

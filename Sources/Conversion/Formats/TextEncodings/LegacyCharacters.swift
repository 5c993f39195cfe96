/// The upper half of an encoding of one byte a character, whose lower half is ASCII.
struct LegacyCharacters: Sendable {
  /// The scalars of the bytes from 0x80 on; U+FFFD where a byte stands for nothing.
  let scalars: [UnicodeScalar]
  private let bytes: [UnicodeScalar: UInt8]

  private init(_ scalars: [UnicodeScalar]) {
    precondition(scalars.count == 128, "the upper half of a table of characters is not complete")
    self.scalars = scalars
    var bytes: [UnicodeScalar: UInt8] = [:]
    for (place, scalar) in scalars.enumerated() where scalar != "\u{FFFD}" {
      bytes[scalar] = UInt8(0x80 + place)
    }
    self.bytes = bytes
  }

  /// Windows-1252.
  static let windows1252 = known(.windows1252)

  /// The byte of a scalar; nil if the encoding lacks it.
  func byte(of scalar: UnicodeScalar) -> UInt8? {
    scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : bytes[scalar]
  }

  /// The tables by the forms they belong to.
  private static let all = parsed(tables)

  /// The table of a form; nil where a character may be of several bytes.
  static func table(of form: TextEncoding.Form) -> LegacyCharacters? { all[form] }

  private static func known(_ form: TextEncoding.Form) -> LegacyCharacters {
    guard let table = all[form] else { preconditionFailure("\(form) has no table") }
    return table
  }

  private static func parsed(_ text: String) -> [TextEncoding.Form: LegacyCharacters] {
    var scalars: [TextEncoding.Form: [UnicodeScalar]] = [:]
    var form: TextEncoding.Form?
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word.hasSuffix(":") {
        form = TextEncoding.Form(rawValue: String(word.dropLast()))
      } else if let form {
        scalars[form, default: []] += entries(of: word)
      }
    }
    return scalars.mapValues { LegacyCharacters($0) }
  }

  private static func entries(of word: Substring) -> [UnicodeScalar] {
    if word.hasPrefix("?") { return Array(repeating: "\u{FFFD}", count: Int(word.dropFirst()) ?? 0) }
    let ends = word.split(separator: "-").compactMap { UInt32($0, radix: 16) }
    guard let first = ends.first, let last = ends.last else {
      preconditionFailure("\(word) is no entry of a table of characters")
    }
    return (first...last).compactMap { UnicodeScalar($0) }
  }
}

import Foundation

/// The value of a CSS property, split into words.
struct CSSValue {
  /// The words as written; a function and a quoted string are one word each.
  let words: [Substring]

  init(_ text: some StringProtocol) { words = Self.split(Substring(text)) { $0.isHTMLSpace } }

  /// Splits a value at its commas.
  static func list(_ text: some StringProtocol) -> [Substring] {
    split(Substring(text)) { $0 == UInt8(ascii: ",") }
  }

  private static func split(_ text: Substring, where isSeparator: (UInt8) -> Bool) -> [Substring] {
    var parts: [Substring] = []
    var start = text.utf8.startIndex
    var (depth, quote): (Int, UInt8?) = (0, nil)
    var place = start
    while place < text.utf8.endIndex {
      let byte = text.utf8[place]
      var next = text.utf8.index(after: place)
      if byte == UInt8(ascii: "\\") {
        if next < text.utf8.endIndex { next = text.utf8.index(after: next) }
      } else if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
      } else if depth <= 0, isSeparator(byte) {
        if start < place { parts.append(text[start..<place]) }
        start = next
      }
      place = next
    }
    if start < place { parts.append(text[start..<place]) }
    return parts
  }
}

// MARK: - Lengths

extension StyleDeclaration.Length {
  /// Parses a length; nil for other values, and for percentages, because their base is unknown.
  init?(css word: some StringProtocol) {
    guard let (number, unit) = Self.dimension(word) else { return nil }
    switch unit {
    case "em": self = .ems(number)
    case "rem": self = .points(number * 12)
    case "ex", "ch": self = .ems(number / 2)
    default:
      guard let points = Self.points(in: unit) ?? (number == 0 ? 0 : nil), unit != "%" else { return nil }
      self = .points(number * points)
    }
  }

  /// Parses a number with its unit.
  static func dimension(_ word: some StringProtocol) -> (number: Double, unit: String)? {
    guard word.utf8.count < 64 else { return nil }
    let text = word.lowercased()
    let digits = text.prefix { $0.isASCII && $0.isNumber || "+-.".contains($0) }
    // Exponents are not parsed, because the letter e could also begin the unit em.
    guard let number = Double(digits), number.isFinite else { return nil }
    return (number, String(text[digits.endIndex...]))
  }

  static func points(in unit: String) -> Double? {
    switch unit {
    case "px": 0.75
    case "pt": 1
    case "in": 72
    case "pc": 12
    case "cm": 72 / 2.54
    case "mm": 72 / 25.4
    case "q": 72 / 101.6
    default: nil
    }
  }
}

extension StyleDeclaration.FontSize {
  /// Parses a font size; nil for other values, and for a size that would hide the text.
  init?(css word: some StringProtocol) {
    switch word.lowercased() {
    case "xx-small": self = .points(6.75)
    case "x-small": self = .points(7.5)
    case "small": self = .points(9.75)
    case "medium": self = .points(12)
    case "large": self = .points(13.5)
    case "x-large": self = .points(18)
    case "xx-large": self = .points(24)
    case "xxx-large": self = .points(36)
    case "larger": self = .relative(1.2)
    case "smaller": self = .relative(1 / 1.2)
    case "initial": self = .initial
    default:
      guard let (number, unit) = StyleDeclaration.Length.dimension(word), number > 0 else { return nil }
      switch unit {
      case "em": self = .relative(number)
      case "%": self = .relative(number / 100)
      case "rem": self = .points(number * 12)
      case "ex", "ch": self = .relative(number / 2)
      default:
        guard let points = StyleDeclaration.Length.points(in: unit) else { return nil }
        self = .points(number * points)
      }
    }
  }
}

// MARK: - Fonts

extension CSSValue {
  /// Returns the first named family of a list; nil if the list contains only generic families.
  static func fontFamily(_ text: some StringProtocol) -> String? {
    for entry in list(text) {
      let family = entry.trimmingCharacters(in: .whitespacesAndNewlines)
      if let quote = family.utf8.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        // The quotes are removed as bytes, because Swift treats a quote and a following combining accent as
        // one character.
        let bytes = family.utf8.dropFirst().dropLast(family.utf8.last == quote ? 1 : 0)
        let name = unescaped(Substring(bytes))
        if !name.isEmpty { return name }
      } else if !family.isEmpty, !isGeneric(family) {
        return unescaped(family[...])
      }
    }
    return nil
  }

  private static func isGeneric(_ family: String) -> Bool {
    switch family.lowercased() {
    case "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
      "ui-monospace", "ui-rounded", "math", "emoji", "-apple-system", "blinkmacsystemfont", "inherit",
      "initial",
      "unset", "revert", "-webkit-standard", "webkit-standard":
      true
    default: false
    }
  }

  /// Replaces the escapes in a string.
  ///
  /// An escape is a backslash before a character, or before hexadecimal digits and an optional space.
  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let next = rest.first else {
        result.append(scalar)
        continue
      }
      var number: UInt32 = 0
      var digitCount = 0
      while digitCount < 6, let digit = rest.first.flatMap({ UInt8(exactly: $0.value)?.htmlDigitValue }) {
        number = number << 4 | UInt32(digit)
        digitCount += 1
        rest.removeFirst()
      }
      if digitCount == 0 {
        result.append(next)
        rest.removeFirst()
      } else {
        result.append(CharacterReferences.scalar(number))
        if rest.first == " " { rest.removeFirst() }
      }
    }
    return String(result)
  }
}

/// Functions that find the ends of parts of a style sheet.
enum CSSText {
  /// Returns the position of the first byte that ends a part; the end of the bytes if no such byte follows.
  ///
  /// Bytes inside strings, brackets and comments do not count.
  static func end(of bytes: [UInt8], from start: Int, where ends: (UInt8) -> Bool) -> Int {
    var place = start
    var depth = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): place = stringEnd(bytes, from: place)
      case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "*"):
        place = commentEnd(bytes, from: place)
      case UInt8(ascii: "\\"): place += 2
      case _ where depth == 0 && ends(byte): return place
      default:
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
        if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth = max(0, depth - 1) }
        place += 1
      }
    }
    return bytes.count
  }

  /// Returns the position after a string; an unterminated string ends at the end of its line.
  static func stringEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count {
      if bytes[place] == bytes[start] || bytes[place] == UInt8(ascii: "\n") { return place + 1 }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  /// Returns the position after a comment.
  static func commentEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start + 2
    while place + 1 < bytes.count {
      if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") { return place + 2 }
      place += 1
    }
    return bytes.count
  }

  /// Returns the text without comments and HTML comment marks.
  ///
  /// The comment marks hid style sheets from early browsers.
  static func withoutComments(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let end = stringEnd(bytes, from: place)
        result.append(contentsOf: bytes[place..<end])
        place = end
      case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "*"):
        place = commentEnd(bytes, from: place)
        result.append(UInt8(ascii: " "))
      case UInt8(ascii: "<") where bytes[place...].starts(with: "<!--".utf8): place += 4
      case UInt8(ascii: "-") where bytes[place...].starts(with: "-->".utf8): place += 3
      default:
        result.append(byte)
        place += 1
      }
    }
    return result
  }
}

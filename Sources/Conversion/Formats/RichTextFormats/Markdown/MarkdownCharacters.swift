/// The character classes that the rules of Markdown refer to.
enum MarkdownCharacters {
  /// Whether a byte is ASCII punctuation, which can be escaped with a backslash.
  static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether a byte is a space, a tab or a line end.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Whether a scalar is Unicode white space.
  static func isSpace(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xA0: true
    case ..<0x1680: false
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  /// Whether a scalar is Unicode punctuation or a symbol.
  static func isPunctuation(_ scalar: UnicodeScalar) -> Bool {
    if let byte = UInt8(exactly: scalar.value), byte < 0x80 { return isPunctuation(byte) }
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      return true
    default: return false
    }
  }
}

extension [UInt8] {
  /// Returns the scalar that begins at an offset of well-formed UTF-8.
  func scalar(at place: Int) -> UnicodeScalar {
    let first = UInt32(self[place])
    func more(_ distance: Int) -> UInt32 {
      place + distance < count ? UInt32(self[place + distance] & 0x3F) : 0
    }
    let value: UInt32 =
      switch first {
      case ..<0x80: first
      case ..<0xE0: (first & 0x1F) << 6 | more(1)
      case ..<0xF0: (first & 0x0F) << 12 | more(1) << 6 | more(2)
      default: (first & 0x07) << 18 | more(1) << 12 | more(2) << 6 | more(3)
      }
    return UnicodeScalar(value) ?? "\u{FFFD}"
  }

  /// Returns the scalar that ends before an offset.
  func scalar(before place: Int) -> UnicodeScalar {
    var start = place - 1
    while start > 0 && self[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }

  /// Returns the text of a range of the bytes.
  func text(_ range: Range<Int>) -> String {
    withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  /// Returns whether an ASCII word is at an offset, ignoring case; `word` must be in lower case.
  func hasWord(_ word: StaticString, at place: Int, before end: Int) -> Bool {
    guard end - place >= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      for index in 0..<word.count {
        let byte = self[place + index]
        if (MarkdownCharacters.isLetter(byte) ? byte | 0x20 : byte) != word[index] { return false }
      }
      return true
    }
  }
}

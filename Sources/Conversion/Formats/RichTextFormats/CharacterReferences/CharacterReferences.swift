import ByteTools

/// The named and numeric character references of HTML.
enum CharacterReferences {
  /// Returns the characters for a name without its ampersand and semicolon; nil if the name is undefined.
  ///
  /// Names are case-sensitive: `Auml` and `auml` are different letters.
  static func lookup(_ name: some Collection<UInt8>) -> String? { NamedCharacters.shared.entry(name)?.text }

  /// Returns the longest initial name that HTML accepts without a semicolon, as in `&copy2024`; nil if the
  /// bytes do not begin with such a name.
  static func legacyPrefix(of bytes: some Collection<UInt8>) -> (text: String, length: Int)? {
    // Names that HTML accepts without a semicolon have two to six letters, and no more such names will be
    // added.
    let start = bytes.prefix(6)
    for length in stride(from: start.count, to: 1, by: -1) {
      if let entry = NamedCharacters.shared.entry(start.prefix(length)), entry.isLegacy {
        return (entry.text, length)
      }
    }
    return nil
  }

  /// Returns the value of a decimal or hexadecimal digit; nil for any other byte.
  static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
    guard let digit = byte.hexadecimalDigit, isHex || digit < 10 else { return nil }
    return UInt32(digit)
  }

  /// Returns the character for a code point; U+FFFD if the code point is 0 or invalid.
  static func scalar(_ number: UInt32) -> UnicodeScalar {
    number == 0 ? "\u{FFFD}" : UnicodeScalar(number) ?? "\u{FFFD}"
  }
}

/// The names in one byte buffer, with entries sorted for binary search.
private struct NamedCharacters: Sendable {
  static let shared = NamedCharacters(CharacterReferences.names)

  struct Entry {
    let nameStart: Int32
    let nameCount: Int8
    let isLegacy: Bool
    let text: String
  }

  private let bytes: [UInt8]
  private let entries: [Entry]

  init(_ names: String) {
    var entries: [Entry] = []
    entries.reserveCapacity(2200)
    bytes = Array(names.utf8)
    var place = 0
    while place < bytes.count {
      let nameStart = place
      while bytes[place] != UInt8(ascii: "="), bytes[place] != UInt8(ascii: "*") { place += 1 }
      let nameCount = place - nameStart
      let isLegacy = bytes[place] == UInt8(ascii: "*")
      if isLegacy { place += 1 }
      var text = String.UnicodeScalarView()
      while place < bytes.count, bytes[place] == UInt8(ascii: "=") || bytes[place] == UInt8(ascii: "+") {
        place += 1
        var number: UInt32 = 0
        while place < bytes.count, let digit = CharacterReferences.digit(bytes[place], isHex: true) {
          number = number << 4 | digit
          place += 1
        }
        text.append(CharacterReferences.scalar(number))
      }
      entries.append(
        Entry(
          nameStart: Int32(nameStart), nameCount: Int8(nameCount), isLegacy: isLegacy, text: String(text)))
      while place < bytes.count, bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\n") {
        place += 1
      }
    }
    self.entries = entries
  }

  func entry(_ name: some Collection<UInt8>) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      let entry = entries[middle]
      let start = Int(entry.nameStart)
      let candidate = bytes[start..<start + Int(entry.nameCount)]
      if candidate.elementsEqual(name) { return entry }
      if candidate.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

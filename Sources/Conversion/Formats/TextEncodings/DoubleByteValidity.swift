/// Counts the valid and invalid characters in bytes that are read in a multi-byte encoding.
struct DoubleByteValidity {
  /// The number of valid characters that are not ASCII.
  private(set) var characterCount = 0
  /// The number of invalid characters.
  private(set) var mistakeCount = 0
  /// The number of four-byte characters.
  ///
  /// Only GB18030 has such characters.
  private(set) var longCount = 0

  /// Reads bytes character by character.
  ///
  /// A character that is truncated at the end is not counted.
  init(_ bytes: [UInt8], as form: TextEncoding.Form) {
    var place = 0
    while place < bytes.count {
      let lead = bytes[place]
      guard lead >= 0x80 else {
        place += 1
        continue
      }
      let rest = bytes[(place + 1)...].prefix(3)
      switch DoubleByteValidity.length(lead, rest, form) {
      case 0:
        mistakeCount += 1
        place += 1
      case let length where place + length > bytes.count: place = bytes.count
      case let length:
        // A length of one byte is half-width katakana.
        characterCount += 1
        if length == 4 { longCount += 1 }
        place += length
      }
    }
  }

  /// Whether the bytes may be in the encoding: there are valid characters, and few invalid characters.
  var isPlausible: Bool { characterCount > 0 && mistakeCount * 50 <= characterCount + 25 }

  /// Returns the length of the character with the given lead byte; 0 if the character is invalid.
  private static func length(_ lead: UInt8, _ rest: ArraySlice<UInt8>, _ form: TextEncoding.Form) -> Int {
    // A missing second byte is assumed to be valid.
    let trail = rest.first ?? 0xA1
    switch form {
    case .shiftJIS:
      if 0xA1...0xDF ~= lead { return 1 }
      let isLead = 0x81...0x9F ~= lead || 0xE0...0xFC ~= lead
      return isLead && 0x40...0xFC ~= trail && trail != 0x7F ? 2 : 0
    case .eucJP:
      if lead == 0x8E { return 0xA1...0xDF ~= trail ? 2 : 0 }
      if lead == 0x8F { return trail >= 0xA1 && (rest.dropFirst().first ?? 0xA1) >= 0xA1 ? 3 : 0 }
      return 0xA1...0xFE ~= lead && 0xA1...0xFE ~= trail ? 2 : 0
    case .eucKR:
      let isTrail = 0x41...0x5A ~= trail || 0x61...0x7A ~= trail || 0x81...0xFE ~= trail
      return 0x81...0xFE ~= lead && isTrail ? 2 : 0
    case .big5:
      let isTrail = 0x40...0x7E ~= trail || 0xA1...0xFE ~= trail
      return 0x81...0xFE ~= lead && isTrail ? 2 : 0
    default:
      guard 0x81...0xFE ~= lead else { return 0 }
      if 0x30...0x39 ~= trail {
        let others = Array(rest.dropFirst())
        guard form == .gb18030, others.count < 1 || 0x81...0xFE ~= others[0],
          others.count < 2 || 0x30...0x39 ~= others[1]
        else { return 0 }
        return 4
      }
      return 0x40...0xFE ~= trail && trail != 0x7F ? 2 : 0
    }
  }
}

/// How well bytes fit an encoding of several bytes a character: a machine that steps from character to character.
struct DoubleByteValidity {
  /// Characters of more than one byte.
  private(set) var characterCount = 0
  /// Places where no character begins.
  private(set) var mistakeCount = 0
  /// Characters of four bytes, which GB18030 alone has.
  private(set) var longCount = 0

  /// Steps through bytes; a character that the end cuts off does not count as a mistake.
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
        // A byte alone is half-width katakana.
        characterCount += 1
        if length == 4 { longCount += 1 }
        place += length
      }
    }
  }

  /// Whether the bytes may be of the encoding: few mistakes among its characters.
  var isPlausible: Bool { characterCount > 0 && mistakeCount * 50 <= characterCount + 50 }

  /// The length of the character that begins with a byte; 0 where none does.
  private static func length(_ lead: UInt8, _ rest: ArraySlice<UInt8>, _ form: TextEncoding.Form) -> Int {
    // A second byte that is not there could have been any.
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

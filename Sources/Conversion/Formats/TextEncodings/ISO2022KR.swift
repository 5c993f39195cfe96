/// ISO-2022-KR: the characters of KS X 1001, encoded in ASCII bytes between a shift out and a shift in.
///
/// The text begins with an escape (Source: RFC 1557). Every line begins in ASCII, regardless of the state
/// at the end of the previous line.
enum ISO2022KR {
  /// The escape that declares KS X 1001 as the character set after a shift out.
  static let header: [UInt8] = [0x1B, 0x24, 0x29, 0x43]
  private static let shiftOut: UInt8 = 0x0E
  private static let shiftIn: UInt8 = 0x0F

  /// Advances past one byte, or past the header.
  ///
  /// - Returns: the new offset.
  private static func step(from place: Int, in bytes: UnsafeRawBufferPointer, _ isShifted: inout Bool) -> Int
  {
    switch bytes[place] {
    case shiftOut: isShifted = true
    case shiftIn, 0x0A, 0x0D: isShifted = false
    case header[0] where bytes[place...].starts(with: header): return place + header.count
    default: break
    }
    return place + 1
  }

  /// Returns the first offset at or after `limit` at which the text is in ASCII and can be divided.
  static func cut(_ bytes: UnsafeRawBufferPointer, from start: Int, atOrBehind limit: Int) -> Int {
    var isShifted = false
    var place = start
    while place < bytes.count {
      if place >= limit, !isShifted { return place }
      place = step(from: place, in: bytes, &isShifted)
    }
    return bytes.count
  }

  /// Appends the decoded text as UTF-8, and returns the number of invalid sequences that were replaced.
  ///
  /// The bytes must begin in ASCII.
  static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) -> Int {
    var korean: [UInt8] = []
    korean.reserveCapacity(bytes.count)
    var isShifted = false
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let next = step(from: place, in: bytes, &isShifted)
      let isHeader = next > place + 1
      place = next
      switch byte {
      case shiftOut, shiftIn: continue
      case header[0] where isHeader: continue
      case 0x21...0x7E where isShifted:
        guard place < bytes.count, 0x21...0x7E ~= bytes[place] else {
          korean.append(0xFF)
          continue
        }
        korean += [byte | 0x80, bytes[place] | 0x80]
        place += 1
      // Bytes above ASCII and other escapes have no meaning in ISO-2022-KR.
      case header[0], 0x80...: korean.append(0xFF)
      default: korean.append(byte)
      }
    }
    return korean.withUnsafeBytes { characters.append($0, to: &text) }
  }

  /// Returns the characters in EUC-KR; nil if ISO-2022-KR lacks one of the characters.
  static func spelled(_ scalars: String.UnicodeScalarView) -> [UInt8]? {
    let controls: [UnicodeScalar] = ["\u{0E}", "\u{0F}", "\u{1B}"]
    if scalars.contains(where: controls.contains) { return nil }
    guard let bytes = characters.bytes(of: scalars) else { return nil }
    // The Windows variant of EUC-KR also has syllables and single-byte characters that KS X 1001 lacks.
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte < 0x80 { continue }
      guard 0xA1...0xFE ~= byte, let second = rest.popFirst(), 0xA1...0xFE ~= second else { return nil }
    }
    return bytes
  }

  /// Returns EUC-KR text with shifts inserted.
  ///
  /// Each line ends in ASCII. The header precedes the text if the text contains Korean characters.
  static func shifted(_ spelled: [UInt8]) -> [UInt8] {
    guard spelled.contains(where: { $0 >= 0x80 }) else { return spelled }
    var result = header
    result.reserveCapacity(spelled.count * 5 / 4)
    var isShifted = false
    for byte in spelled {
      if (byte >= 0x80) != isShifted {
        isShifted.toggle()
        result.append(isShifted ? shiftOut : shiftIn)
      }
      result.append(byte & 0x7F)
    }
    if isShifted { result.append(shiftIn) }
    return result
  }

  private static var characters: DoubleByteCharacters {
    guard let characters = DoubleByteCharacters(.eucKR) else { preconditionFailure("EUC-KR has no table") }
    return characters
  }
}

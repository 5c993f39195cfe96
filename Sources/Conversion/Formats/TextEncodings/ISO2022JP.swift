/// ISO-2022-JP: the characters of EUC-JP, encoded in ASCII bytes.
///
/// Escapes select the character set of the bytes that follow (Source: RFC 1468; WHATWG Encoding for
/// half-width katakana). Every line begins in ASCII, regardless of the character set at the end of the
/// previous line.
enum ISO2022JP {
  /// A character set that an escape can select.
  private enum CharacterSet {
    case ascii
    /// ASCII, with a yen sign and an overline in place of the backslash and the tilde.
    case roman
    case katakana
    /// Characters of two bytes.
    case kanji

    /// The bytes that select the character set, after the escape character.
    var escape: [UInt8] {
      switch self {
      case .ascii: Array("(B".utf8)
      case .roman: Array("(J".utf8)
      case .katakana: Array("(I".utf8)
      case .kanji: Array("$B".utf8)
      }
    }

    /// Returns the character set selected by the bytes after an escape character; nil if they select none.
    ///
    /// `$@` selects the standard of 1978, which is read like its successor.
    static func begun(at place: Int, in bytes: UnsafeRawBufferPointer) -> CharacterSet? {
      guard place + 1 < bytes.count else { return nil }
      switch (bytes[place], bytes[place + 1]) {
      case (0x28, 0x42): return .ascii
      case (0x28, 0x4A): return .roman
      case (0x28, 0x49): return .katakana
      case (0x24, 0x42), (0x24, 0x40): return .kanji
      default: return nil
      }
    }
  }

  private static let escape: UInt8 = 0x1B
  /// The byte that precedes a ``CharacterSet/roman`` byte in the intermediate form.
  ///
  /// Apart from such pairs, the intermediate form is EUC-JP. This byte does not occur in EUC-JP.
  private static let romanMark: UInt8 = 0x80

  // MARK: Reading

  /// Returns the first offset at or after `limit` at which the text is in ASCII and can be divided.
  static func cut(_ bytes: UnsafeRawBufferPointer, from start: Int, atOrBehind limit: Int) -> Int {
    var set = CharacterSet.ascii
    var place = start
    while place < bytes.count {
      if place >= limit, set == .ascii { return place }
      place = step(from: place, in: bytes, &set)
    }
    return bytes.count
  }

  /// Advances past one byte, or past an escape that selects a character set.
  ///
  /// - Returns: the new offset.
  private static func step(from place: Int, in bytes: UnsafeRawBufferPointer, _ set: inout CharacterSet)
    -> Int
  {
    switch bytes[place] {
    case escape:
      guard let begun = CharacterSet.begun(at: place + 1, in: bytes) else { return place + 1 }
      set = begun
      return place + 3
    case 0x0A, 0x0D: set = .ascii
    default: break
    }
    return place + 1
  }

  /// Appends the decoded text as UTF-8, and returns the number of invalid sequences that were replaced.
  ///
  /// The bytes must begin in ASCII.
  static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) -> Int {
    guard let characters = DoubleByteCharacters(.eucJP) else { preconditionFailure("EUC-JP has no table") }
    var set = CharacterSet.ascii
    var run: [UInt8] = []
    var repairCount = 0
    func end(_ run: inout [UInt8], _ text: inout [UInt8]) {
      repairCount += run.withUnsafeBytes { characters.append($0, to: &text) }
      run.removeAll(keepingCapacity: true)
    }
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let next = step(from: place, in: bytes, &set)
      let isEscape = next > place + 1
      place = next
      switch byte {
      case escape where isEscape: continue
      case 0x21...0x7E where set == .kanji:
        guard place < bytes.count, 0x21...0x7E ~= bytes[place] else {
          run.append(0xFF)
          continue
        }
        run += [byte | 0x80, bytes[place] | 0x80]
        place += 1
      case 0x21...0x5F where set == .katakana: run += [0x8E, byte | 0x80]
      case 0x5C where set == .roman, 0x7E where set == .roman:
        end(&run, &text)
        text += (byte == 0x5C ? "\u{A5}" : "\u{203E}").utf8
      // Shift controls and bytes above ASCII have no meaning in ISO-2022-JP.
      case 0x0E, 0x0F, escape, 0x80...: run.append(0xFF)
      case 0x60...0x7E where set == .katakana: run.append(0xFF)
      default: run.append(byte)
      }
    }
    end(&run, &text)
    return repairCount
  }

  // MARK: Writing

  /// Returns the intermediate form for ``escaped(_:)``; nil if ISO-2022-JP lacks one of the characters.
  static func spelled(_ scalars: String.UnicodeScalarView) -> [UInt8]? {
    guard let characters = DoubleByteCharacters(.eucJP) else { preconditionFailure("EUC-JP has no table") }
    var spelled: [UInt8] = []
    for scalar in scalars {
      switch scalar {
      case "\u{0E}", "\u{0F}", "\u{1B}": return nil
      case "\u{A5}": spelled += [romanMark, 0x5C]
      case "\u{203E}": spelled += [romanMark, 0x7E]
      default:
        guard let bytes = characters.bytes(of: String.UnicodeScalarView([scalar])) else { return nil }
        spelled += bytes
      }
    }
    return spelled
  }

  /// Returns the intermediate form with escapes inserted.
  ///
  /// The text and each of its lines end in ASCII.
  static func escaped(_ spelled: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(spelled.count * 5 / 4)
    var set = CharacterSet.ascii
    func begin(_ other: CharacterSet) {
      guard set != other else { return }
      set = other
      result += [escape] + other.escape
    }
    var place = 0
    while place < spelled.count {
      let byte = spelled[place]
      place += 1
      if byte < 0x80 {
        begin(.ascii)
        result.append(byte)
        continue
      }
      let second = spelled[place]
      place += 1
      switch byte {
      case romanMark:
        begin(.roman)
        result.append(second)
      case 0x8E:
        begin(.katakana)
        result.append(second & 0x7F)
      default:
        begin(.kanji)
        result += [byte & 0x7F, second & 0x7F]
      }
    }
    begin(.ascii)
    return result
  }
}

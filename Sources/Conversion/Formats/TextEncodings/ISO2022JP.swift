/// Japanese in bytes of ASCII: the characters of EUC-JP, after escapes that say which set the bytes are of (Source: RFC
/// 1468; WHATWG Encoding for half-width katakana).
///
/// Lines begin in ASCII, whatever the one before ended in.
enum ISO2022JP {
  /// What bytes stand for.
  private enum CharacterSet {
    case ascii
    /// ASCII with a yen sign and an overline.
    case roman
    case katakana
    /// Two bytes a character.
    case kanji

    /// The escape that begins it, after the escape character.
    var escape: [UInt8] {
      switch self {
      case .ascii: Array("(B".utf8)
      case .roman: Array("(J".utf8)
      case .katakana: Array("(I".utf8)
      case .kanji: Array("$B".utf8)
      }
    }

    /// The set that the bytes after an escape character begin, and how many they are; nil where they begin none.
    ///
    /// `$@` is the standard of 1978, whose characters are those of its successor.
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
  /// Precedes a byte of ``CharacterSet/roman`` in the intermediate form, which is EUC-JP otherwise; EUC-JP has no such
  /// byte.
  private static let romanMark: UInt8 = 0x80

  // MARK: Reading

  /// The first place at `limit` or after it where ASCII is on, and text can be cut.
  static func cut(_ bytes: UnsafeRawBufferPointer, from start: Int, atOrBehind limit: Int) -> Int {
    var set = CharacterSet.ascii
    var place = start
    while place < bytes.count {
      if place >= limit, set == .ascii { return place }
      place = step(from: place, in: bytes, &set)
    }
    return bytes.count
  }

  /// Steps over a byte, or over an escape that begins a set.
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

  /// Appends the text of bytes that begin in ASCII as UTF-8, and gives the number of places that had to be repaired.
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
      // Controls that shift, and bytes above ASCII, stand for nothing here.
      case 0x0E, 0x0F, escape, 0x80...: run.append(0xFF)
      case 0x60...0x7E where set == .katakana: run.append(0xFF)
      default: run.append(byte)
      }
    }
    end(&run, &text)
    return repairCount
  }

  // MARK: Writing

  /// The characters of some scalars in the form that ``escaped(_:)`` takes; nil if one is lacking.
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

  /// Spelled characters with the escapes between them; the text ends in ASCII, and so does each line.
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

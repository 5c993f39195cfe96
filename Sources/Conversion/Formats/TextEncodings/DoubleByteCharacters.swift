import Foundation

/// An encoding with one or two bytes per character, three in EUC-JP, or up to four in GBK and GB18030.
///
/// The characters of each code are those of the WHATWG's Encoding Standard. Most tables are Foundation's; the
/// codes that Foundation maps differently are in ``DoubleByteCorrections``. Foundation rejects a whole text
/// if one byte is invalid. The boundaries between characters are therefore determined in this structure, so
/// that invalid bytes can be found and counted one by one.
struct DoubleByteCharacters: Sendable {
  private enum Shape { case shiftJIS, eucJP, johab, gb18030, windows }

  fileprivate let form: TextEncoding.Form
  private let shape: Shape
  private let encoding: String.Encoding

  /// Makes the encoding for a form; nil if the form is not a double-byte form.
  ///
  /// The numbers are CoreFoundation's numbers for encodings (Source: `CFStringEncodingExt.h`), with the high
  /// bit that Foundation requires.
  init?(_ form: TextEncoding.Form) {
    let number: UInt
    switch form {
    case .shiftJIS: (shape, number) = (.shiftJIS, 0x420)
    // Foundation has no EUC-JP on Linux. EUC-JP has the characters of Shift_JIS in a different arrangement.
    case .eucJP: (shape, number) = (.eucJP, 0x420)
    // GBK is decoded as GB18030, which contains it (Source: WHATWG Encoding, GBK decoder). HZ has the
    // characters of GBK in another arrangement.
    case .gbk, .gb18030, .hz: (shape, number) = (.gb18030, 0x632)
    case .eucKR: (shape, number) = (.windows, 0x422)
    // Foundation has no Johab. Johab has the characters of EUC-KR.
    case .johab: (shape, number) = (.johab, 0x422)
    // The Hong Kong Supplementary Character Set, which contains the characters of Windows.
    case .big5: (shape, number) = (.windows, 0xA06)
    default: return nil
    }
    self.form = form
    encoding = String.Encoding(rawValue: 0x8000_0000 | number)
  }

  // MARK: Boundaries

  /// Returns the number of bytes of a character, determined from its first bytes.
  ///
  /// The character may extend beyond the end of the bytes.
  func byteCount(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let lead = bytes[place]
    guard lead >= 0x80 else { return 1 }
    switch shape {
    case .shiftJIS: return 0x81...0x9F ~= lead || 0xE0...0xFC ~= lead ? 2 : 1
    case .eucJP:
      if lead == 0x8F { return place + 1 < bytes.count && !(0xA1...0xFE ~= bytes[place + 1]) ? 2 : 3 }
      return lead == 0x8E || 0xA1...0xFE ~= lead ? 2 : 1
    case .johab: return Johab.byteCount(lead)
    case .windows: return 0x81...0xFE ~= lead ? 2 : 1
    case .gb18030:
      guard 0x81...0xFE ~= lead else { return 1 }
      guard place + 1 < bytes.count, 0x30...0x39 ~= bytes[place + 1] else { return 2 }
      return isFourByteCharacter(at: place, in: bytes) ? 4 : 2
    }
  }

  /// Returns whether bytes have the form of a four-byte character, or begin one at the end of the bytes.
  private func isFourByteCharacter(at place: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard place + 2 < bytes.count else { return true }
    guard 0x81...0xFE ~= bytes[place + 2] else { return false }
    return place + 3 >= bytes.count || 0x30...0x39 ~= bytes[place + 3]
  }

  /// Returns the offset of the first character that begins at or after `limit`.
  ///
  /// An ASCII byte after a lead byte is the end of a character, or a character of its own that follows an
  /// invalid byte. The boundary after the ASCII byte is the same in both cases.
  func cut(_ bytes: UnsafeRawBufferPointer, from start: Int, atOrBehind limit: Int) -> Int {
    var place = start
    while place < limit { place += byteCount(at: place, in: bytes) }
    return min(place, bytes.count)
  }

  /// Returns the distance to the next character after an invalid character.
  ///
  /// An ASCII byte in an invalid character begins the next character, so that an invalid character does not
  /// absorb a line end, a quote or a letter (Source: WHATWG Encoding, decoders). The two digits of four
  /// bytes are always part of the character.
  private func skipped(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let byteCount = byteCount(at: place, in: bytes)
    if byteCount == 4, place + 4 <= bytes.count { return 4 }
    let end = min(place + byteCount, bytes.count)
    for next in place + 1..<max(end, place + 1) where bytes[next] < 0x80 { return next - place }
    return max(end - place, 1)
  }

  // MARK: Decoding

  /// Appends the decoded text as UTF-8, and returns the number of invalid sequences that were replaced.
  func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) -> Int {
    if let decoded = decodedAtOnce(bytes) {
      text.append(contentsOf: decoded.utf8)
      return 0
    }
    var known: [UInt32: String] = [:]
    var repairCount = 0
    var place = 0
    while place < bytes.count {
      if bytes[place] < 0x80 {
        text.append(bytes[place])
        place += 1
        continue
      }
      let end = place + byteCount(at: place, in: bytes)
      var key: UInt32 = 0
      for byte in bytes[place..<min(end, bytes.count)] { key = key << 8 | UInt32(byte) }
      if end <= bytes.count,
        let character = known[key] ?? character(UnsafeRawBufferPointer(rebasing: bytes[place..<end]), key)
      {
        known[key] = character
        text.append(contentsOf: character.utf8)
        place = end
      } else {
        text.append(contentsOf: "\u{FFFD}".utf8)
        repairCount += 1
        place += skipped(at: place, in: bytes)
      }
    }
    return repairCount
  }

  /// Returns a whole text as Foundation decodes it; nil if a code is invalid, or if Foundation may differ
  /// from the standard.
  ///
  /// Foundation maps the codes that it does not know to private-use characters.
  fileprivate func decodedAtOnce(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard !bytes.contains(where: isDoubtful), var text = decoded(bytes) else { return nil }
    return text.withUTF8(DoubleByteCorrections.hasPrivateCharacter) ? nil : text
  }

  /// Returns whether Foundation may decode a byte differently from the standard, in any place.
  ///
  /// Foundation permutes three control characters if the text also contains Japanese two-byte characters, as
  /// in old mainframe code pages. In EUC-KR, it maps the invalid byte 0x80 to a control character.
  private func isDoubtful(_ byte: UInt8) -> Bool {
    byte == 0x1A || byte == 0x1C || byte == 0x7F || byte == 0x80 && shape == .windows
  }

  /// Returns one character that is not ASCII; nil if its code is invalid.
  fileprivate func character(_ bytes: UnsafeRawBufferPointer, _ code: UInt32) -> String? {
    if let corrected = DoubleByteCorrections.characters(code, in: form) { return corrected }
    if bytes.count == 1, shape != .shiftJIS || !(0xA1...0xDF ~= bytes[0]) { return nil }
    guard let text = decoded(bytes) else { return nil }
    let isPrivate = text.unicodeScalars.contains { 0xE000...0xF8FF ~= $0.value }
    return isPrivate && !DoubleByteCorrections.allowsPrivateCharacters(form) ? nil : text
  }

  private func decoded(_ bytes: UnsafeRawBufferPointer) -> String? {
    switch shape {
    case .eucJP:
      if bytes.count == 3, bytes[0] == 0x8F { return EUCJP.supplementaryCharacter(bytes[1], bytes[2]) }
      return EUCJP.shiftJIS(of: bytes).flatMap { String(bytes: $0, encoding: encoding) }
    case .johab: return Johab.text(of: bytes) { String(bytes: $0, encoding: encoding) }
    case .shiftJIS, .gb18030, .windows: return String(bytes: bytes, encoding: encoding)
    }
  }

  // MARK: Encoding

  /// Returns the encoded bytes of a text; nil if the encoding lacks one of the characters.
  ///
  /// Foundation's own encoder crashes on some texts, and omits invisible characters. The tables used here are
  /// therefore built with Foundation's decoder.
  func bytes(of text: String.UnicodeScalarView) -> [UInt8]? {
    let table = DoubleByteTable.table(of: self)
    var bytes: [UInt8] = []
    for scalar in text {
      if scalar.isASCII {
        bytes.append(UInt8(scalar.value))
      } else if let code = table.code(of: scalar) {
        for shift in stride(from: 24, through: 0, by: -8) where code >> shift != 0 {
          bytes.append(UInt8(truncatingIfNeeded: code >> shift))
        }
      } else {
        return nil
      }
    }
    return bytes
  }
}

/// A table of the encoded bytes for each scalar.
private struct DoubleByteTable: Sendable {
  /// The bytes of each scalar as one number.
  ///
  /// The first byte is the most significant byte.
  private var codes: [UInt32: UInt32] = [:]
  private let hasAllOfUnicode: Bool

  private static let shiftJIS = DoubleByteTable(.shiftJIS)
  private static let eucJP = DoubleByteTable(.eucJP)
  private static let gbk = DoubleByteTable(.gbk)
  private static let eucKR = DoubleByteTable(.eucKR)
  private static let johab = DoubleByteTable(.johab)
  private static let big5 = DoubleByteTable(.big5)
  private static let gb18030 = DoubleByteTable(.gb18030)
  private static let hz = DoubleByteTable(.hz)

  /// Returns the table of an encoding.
  ///
  /// Each table is built on first use, which takes a few hundredths of a second.
  static func table(of characters: DoubleByteCharacters) -> DoubleByteTable {
    switch characters.form {
    case .eucJP: eucJP
    case .gbk: gbk
    case .eucKR: eucKR
    case .johab: johab
    case .big5: big5
    case .gb18030: gb18030
    case .hz: hz
    default: shiftJIS
    }
  }

  private init(_ form: TextEncoding.Form) {
    hasAllOfUnicode = form == .gb18030
    guard let characters = DoubleByteCharacters(form) else { preconditionFailure("\(form) has no table") }
    // In Johab, single consonants are encoded twice. The encoding as an initial consonant is preferred. The
    // rows of Big5 before 0xA1 are read, but never written (Source: WHATWG Encoding, index Big5 pointer).
    let leads: [UInt32] =
      switch form {
      case .johab: Array(0x85...0xFF) + [0x84]
      case .big5: Array(0xA1...0xFE)
      default: Array(0x80...0xFF)
      }
    for lead in leads {
      note([lead], characters)
      // Shift_JIS encodes some characters twice. The codes in these rows are never written (Source: WHATWG
      // Encoding, index Shift_JIS pointer). EUC-JP encodes the same characters only once.
      if form == .shiftJIS, lead == 0xED || lead == 0xEE { continue }
      note(((form == .johab ? 0x31 : 0x40)...0xFE).map { lead << 8 | $0 }, characters)
    }
    if form == .big5 {
      for code in DoubleByteTable.laterCodesOfBig5 {
        let bytes = [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)]
        let character = bytes.withUnsafeBytes { characters.character($0, code) }
        if let scalar = character?.unicodeScalars.first { codes[scalar.value] = code }
      }
    }
    if hasAllOfUnicode { note((0..<39_420).map(DoubleByteTable.fourByteCode), characters) }
  }

  /// The codes of Big5 that are written although an earlier code is the same character (Source: WHATWG
  /// Encoding, index Big5 pointer).
  private static let laterCodesOfBig5: [UInt32] = [0xF9F9, 0xF9E9, 0xF9EB, 0xF9F1, 0xA451, 0xA4CA]

  /// Adds the scalars of some codes.
  ///
  /// If not every code is valid, the codes are divided into halves.
  private mutating func note(_ codes: some RandomAccessCollection<UInt32>, _ characters: DoubleByteCharacters)
  {
    var bytes: [UInt8] = []
    for code in codes {
      for shift in stride(from: 24, through: 0, by: -8) where code >> shift != 0 {
        bytes.append(UInt8(truncatingIfNeeded: code >> shift))
      }
    }
    let text = bytes.withUnsafeBytes { bytes in
      guard codes.count == 1, let code = codes.first else { return characters.decodedAtOnce(bytes) }
      // A lead byte alone is not a character. Its trail byte would be read from the next code.
      return characters.byteCount(at: 0, in: bytes) == bytes.count ? characters.character(bytes, code) : nil
    }
    if let scalars = text?.unicodeScalars, scalars.count == codes.count {
      for (code, scalar) in zip(codes, scalars) where self.codes[scalar.value] == nil {
        self.codes[scalar.value] = code
      }
    } else if codes.count > 1 {
      let half = codes.count / 2
      note(codes.prefix(half), characters)
      note(codes.dropFirst(half), characters)
    }
  }

  func code(of scalar: UnicodeScalar) -> UInt32? {
    if hasAllOfUnicode, scalar.value >= 0x10000 {
      return DoubleByteTable.fourByteCode(scalar.value - 0x10000 + 189_000)
    }
    return codes[scalar.value]
  }

  /// Returns the four-byte code with a given index in the ascending order of codes (Source: GB 18030).
  private static func fourByteCode(_ index: UInt32) -> UInt32 {
    let (first, second) = (index / 12_600 + 0x81, index / 1_260 % 10 + 0x30)
    return first << 24 | second << 16 | (index / 10 % 126 + 0x81) << 8 | (index % 10 + 0x30)
  }
}

/// Converts EUC-JP to Shift_JIS.
///
/// Both have the same rows and cells in different numberings (Source: JIS X 0208, annex 1).
private enum EUCJP {
  /// Returns the same characters in Shift_JIS; nil if the bytes are not valid EUC-JP.
  ///
  /// The result is also nil for characters of JIS X 0212, which Shift_JIS lacks.
  static func shiftJIS(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let lead = bytes[place]
      if lead < 0x80 {
        result.append(lead)
        place += 1
        continue
      }
      guard place + 1 < bytes.count else { return nil }
      let trail = bytes[place + 1]
      place += 2
      if lead == 0x8E, 0xA1...0xDF ~= trail {
        result.append(trail)
        continue
      }
      guard 0xA1...0xFE ~= lead, 0xA1...0xFE ~= trail else { return nil }
      let row = lead - 0xA1
      result.append(row / 2 + (row < 62 ? 0x81 : 0xC1))
      let cell = trail - 0xA1
      result.append(row.isMultiple(of: 2) ? cell + 0x40 + (cell >= 63 ? 1 : 0) : cell + 0x9F)
    }
    return result
  }
  /// Returns the character of JIS X 0212 with the given bytes; nil if there is none.
  ///
  /// Shift_JIS lacks these characters. Foundation has them in ISO-2022-JP-1, between two escapes.
  static func supplementaryCharacter(_ row: UInt8, _ cell: UInt8) -> String? {
    guard 0xA1...0xFE ~= row, 0xA1...0xFE ~= cell else { return nil }
    let bytes = [0x1B, 0x24, 0x28, 0x44, row & 0x7F, cell & 0x7F, 0x1B, 0x28, 0x42]
    let text = String(bytes: bytes, encoding: String.Encoding(rawValue: 0x8000_0822))
    return text?.unicodeScalars.count == 1 ? text : nil
  }
}

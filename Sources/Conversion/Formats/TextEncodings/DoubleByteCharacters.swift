import Foundation

/// An encoding with one or two bytes per character, or up to four in GB18030.
///
/// The tables are Foundation's. Foundation rejects a whole text if one byte is invalid. The boundaries
/// between characters are therefore determined in this structure, so that invalid bytes can be found and
/// counted one by one.
struct DoubleByteCharacters: Sendable {
  private enum Shape { case shiftJIS, eucJP, johab, gb18030, windows }

  fileprivate let form: TextEncoding.Form
  private let shape: Shape
  private let encoding: String.Encoding

  /// Makes the encoding for a form; nil if the form is not a double-byte form.
  ///
  /// The numbers are CoreFoundation's numbers for Windows code pages (Source: `CFStringEncodingExt.h`), with
  /// the high bit that Foundation requires.
  init?(_ form: TextEncoding.Form) {
    let number: UInt
    switch form {
    case .shiftJIS: (shape, number) = (.shiftJIS, 0x420)
    // Foundation has no EUC-JP on Linux. EUC-JP has the characters of Shift_JIS in a different arrangement.
    case .eucJP: (shape, number) = (.eucJP, 0x420)
    case .gbk: (shape, number) = (.windows, 0x421)
    case .eucKR: (shape, number) = (.windows, 0x422)
    // Foundation has no Johab. Johab has the characters of EUC-KR.
    case .johab: (shape, number) = (.johab, 0x422)
    case .big5: (shape, number) = (.windows, 0x423)
    case .gb18030: (shape, number) = (.gb18030, 0x632)
    default: return nil
    }
    self.form = form
    encoding = String.Encoding(rawValue: 0x8000_0000 | number)
  }

  /// Returns the number of bytes of a character, determined from its first bytes.
  ///
  /// The character may extend beyond the end of the bytes.
  func byteCount(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let lead = bytes[place]
    guard lead >= 0x80 else { return 1 }
    switch shape {
    case .shiftJIS: return 0x81...0x9F ~= lead || 0xE0...0xFC ~= lead ? 2 : 1
    case .eucJP: return lead == 0x8F ? 3 : lead == 0x8E || 0xA1...0xFE ~= lead ? 2 : 1
    case .johab: return Johab.byteCount(lead)
    case .windows: return 0x81...0xFE ~= lead ? 2 : 1
    case .gb18030:
      guard 0x81...0xFE ~= lead else { return 1 }
      return place + 1 < bytes.count && 0x30...0x39 ~= bytes[place + 1] ? 4 : 2
    }
  }

  /// Returns the offset of the first character that begins at or after `limit`.
  func cut(_ bytes: UnsafeRawBufferPointer, from start: Int, atOrBehind limit: Int) -> Int {
    var place = start
    while place < limit { place += skipped(at: place, in: bytes) }
    return min(place, bytes.count)
  }

  /// Appends the decoded text as UTF-8, and returns the number of invalid sequences that were replaced.
  func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) -> Int {
    if !bytes.contains(where: isSwapped), let decoded = decoded(bytes) {
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
      let byteCount = byteCount(at: place, in: bytes)
      let end = place + byteCount
      var key: UInt32 = 0
      for byte in bytes[place..<min(end, bytes.count)] { key = key << 8 | UInt32(byte) }
      if end <= bytes.count,
        let character = known[key] ?? decoded(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
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

  /// Returns whether a byte is one of three control characters that Foundation permutes if the text also
  /// contains Japanese two-byte characters.
  ///
  /// The permutation is that of old mainframe code pages.
  private func isSwapped(_ byte: UInt8) -> Bool { byte == 0x1A || byte == 0x1C || byte == 0x7F }

  /// Returns the distance to the next character after an invalid character.
  ///
  /// An ASCII byte that cannot be part of the invalid character begins the next character, so that an invalid
  /// character does not absorb a line end or a quote.
  private func skipped(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let end = min(place + byteCount(at: place, in: bytes), bytes.count)
    let lowestTrail: UInt8 =
      switch shape {
      case .gb18030: 0x30
      case .johab: 0x31
      case .eucJP: 0x80
      case .shiftJIS, .windows: 0x40
      }
    for next in place + 1..<max(end, place + 1) where bytes[next] < lowestTrail { return next - place }
    return max(end - place, 1)
  }

  fileprivate func decoded(_ bytes: UnsafeRawBufferPointer) -> String? {
    switch shape {
    case .eucJP: EUCJP.shiftJIS(of: bytes).flatMap { String(bytes: $0, encoding: encoding) }
    case .johab: Johab.text(of: bytes) { String(bytes: $0, encoding: encoding) }
    case .shiftJIS, .gb18030, .windows: String(bytes: bytes, encoding: encoding)
    }
  }

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
    default: shiftJIS
    }
  }

  private init(_ form: TextEncoding.Form) {
    hasAllOfUnicode = form == .gb18030
    guard let characters = DoubleByteCharacters(form) else { preconditionFailure("\(form) has no table") }
    // In Johab, single consonants are encoded twice. The encoding as an initial consonant is preferred.
    let leads = form == .johab ? Array(0x85...0xFF) + [0x84] : Array(UInt32(0x80)...0xFF)
    for lead in leads {
      note([lead], characters)
      // Shift_JIS encodes some characters twice. The codes in these rows are never written (Source: WHATWG
      // Encoding, index Shift_JIS pointer). EUC-JP encodes the same characters only once.
      if form == .shiftJIS, lead == 0xED || lead == 0xEE { continue }
      note(((form == .johab ? 0x31 : 0x40)...0xFE).map { lead << 8 | $0 }, characters)
    }
    if hasAllOfUnicode { note((0..<39_420).map(DoubleByteTable.fourByteCode), characters) }
  }

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
      // A lead byte alone is not a character. Its trail byte would be read from the next code.
      codes.count == 1 && characters.byteCount(at: 0, in: bytes) != bytes.count
        ? nil : characters.decoded(bytes)
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
}

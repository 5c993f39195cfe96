/// Johab: a Korean syllable is encoded as three letters of five bits each.
///
/// The other characters of KS X 1001 have codes of their own (Source: KS X 1001, annex 3).
enum Johab {
  /// Decodes a text; nil if the bytes are not valid Johab.
  ///
  /// - Parameter others: decodes EUC-KR, which has the same characters apart from the syllables.
  static func text(of bytes: UnsafeRawBufferPointer, others: ([UInt8]) -> String?) -> String? {
    var text = String.UnicodeScalarView()
    var run: [UInt8] = []
    func endRun() -> Bool {
      guard !run.isEmpty else { return true }
      guard let decoded = others(run) else { return false }
      text.append(contentsOf: decoded.unicodeScalars)
      run.removeAll(keepingCapacity: true)
      return true
    }
    var place = 0
    while place < bytes.count {
      let lead = bytes[place]
      if lead < 0x80 {
        run.append(lead)
        place += 1
        continue
      }
      guard place + 1 < bytes.count else { return nil }
      let trail = bytes[place + 1]
      place += 2
      if 0x84...0xD3 ~= lead {
        guard let scalar = korean(lead, trail), endRun() else { return nil }
        text.append(scalar)
      } else {
        guard let (row, cell) = rowAndCell(lead, trail) else { return nil }
        run += [row + 0xA0, cell + 0xA0]
      }
    }
    return endRun() ? String(text) : nil
  }

  /// Returns the number of bytes of a character with the given lead byte.
  static func byteCount(_ lead: UInt8) -> Int {
    0x84...0xD3 ~= lead || 0xD9...0xDE ~= lead || 0xE0...0xF9 ~= lead ? 2 : 1
  }

  // MARK: Syllables

  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  private static let finals = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

  /// Returns the syllable or single letter in two bytes; nil if one of the letters is invalid.
  private static func korean(_ lead: UInt8, _ trail: UInt8) -> UnicodeScalar? {
    let bits = UInt16(lead) << 8 | UInt16(trail)
    guard let first = initial(bits >> 10 & 31), let second = medial(bits >> 5 & 31),
      let third = final(bits & 31)
    else { return nil }
    switch (first, second, third) {
    case (1..., 1..., _): return UnicodeScalar(UInt32(0xAC00 + ((first - 1) * 21 + second - 1) * 28 + third))
    case (1..., 0, 0): return initials[first - 1]
    case (0, 1..., 0): return UnicodeScalar(UInt32(0x314E + second))
    case (0, 0, 1...): return finals[third - 1]
    case (0, 0, 0): return "\u{3000}"
    default: return nil
    }
  }

  /// Returns the index of an initial consonant, counted from 1; 0 if the number means no consonant; nil for
  /// invalid numbers.
  private static func initial(_ number: UInt16) -> Int? { 1...20 ~= number ? Int(number) - 1 : nil }

  /// Returns the index of a vowel, counted from 1; 0 if the number means no vowel; nil for invalid numbers.
  ///
  /// Multiples of eight, and their successors, are invalid.
  private static func medial(_ number: UInt16) -> Int? {
    switch number {
    case 2...7: Int(number) - 2
    case 10...15: Int(number) - 4
    case 18...23: Int(number) - 6
    case 26...29: Int(number) - 8
    default: nil
    }
  }

  /// Returns the index of a final consonant, counted from 1; 0 if the number means no consonant; nil for
  /// invalid numbers.
  private static func final(_ number: UInt16) -> Int? {
    switch number {
    case 1...17: Int(number) - 1
    case 19...29: Int(number) - 2
    default: nil
    }
  }

  // MARK: Other characters

  /// Returns the row and the cell in KS X 1001, both counted from 1; nil if the bytes are invalid.
  ///
  /// A lead byte covers two rows, because a trail byte has 188 possible values.
  private static func rowAndCell(_ lead: UInt8, _ trail: UInt8) -> (row: UInt8, cell: UInt8)? {
    let firstRow: UInt8
    switch lead {
    case 0xD9...0xDE: firstRow = (lead - 0xD9) * 2 + 1
    case 0xE0...0xF9: firstRow = (lead - 0xE0) * 2 + 42
    default: return nil
    }
    let index: UInt8
    switch trail {
    case 0x31...0x7E: index = trail - 0x31
    case 0x91...0xFE: index = trail - 0x91 + 78
    default: return nil
    }
    let (row, cell) = (firstRow + index / 94, index % 94 + 1)
    // The letters in this row are encoded together with the syllables instead.
    return row == 4 && cell <= 51 ? nil : (row, cell)
  }
}

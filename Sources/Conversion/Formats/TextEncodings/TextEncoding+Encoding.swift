import Foundation
public import ProfferConversions

extension TextEncoding {
  /// Writes text, after the byte order mark if the encoding has one.
  ///
  /// A character that the encoding lacks becomes a question mark and counts as lost (`characters`). A letter with
  /// combining marks is written as the one character that means the same, where the encoding has that, and in Vietnamese
  /// text as a letter and a tone. Nothing else is changed: NULs and line ends stay what they are.
  ///
  /// - Parameter text: the text.
  /// - Returns: the bytes, with what was lost.
  public func encode(_ text: String) -> Written {
    var bytes = hasByteOrderMark ? form.mark : []
    var losses = LossCounter()
    switch form {
    case .utf8: bytes.append(contentsOf: text.utf8)
    case .utf16BigEndian: TextEncoding.append(text.utf16.map { $0.bigEndian }, to: &bytes)
    case .utf16LittleEndian: TextEncoding.append(text.utf16.map { $0.littleEndian }, to: &bytes)
    case .utf32BigEndian: TextEncoding.append(text.unicodeScalars.map { $0.value.bigEndian }, to: &bytes)
    case .utf32LittleEndian:
      TextEncoding.append(text.unicodeScalars.map { $0.value.littleEndian }, to: &bytes)
    default:
      let lackingCount = appendByTable(text, to: &bytes)
      losses.add(.characters, "that \(form.name) lacks, written as question marks", count: lackingCount)
    }
    return Written(Data(bytes), losses: losses.total)
  }

  private static func append(_ units: [some FixedWidthInteger], to bytes: inout [UInt8]) {
    units.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// Appends text in a form that does not have all characters, and gives the number of those it lacks.
  private func appendByTable(_ text: String, to bytes: inout [UInt8]) -> Int {
    if hasShifts {
      var spelled: [UInt8] = []
      let isKorean = form == .iso2022KR
      let lackingCount = append(text, to: &spelled, spell: isKorean ? ISO2022KR.spelled : ISO2022JP.spelled)
      bytes += isKorean ? ISO2022KR.shifted(spelled) : ISO2022JP.escaped(spelled)
      return lackingCount
    }
    if let characters = LegacyCharacters.table(of: form) {
      return append(text, to: &bytes) { scalars in
        var spelled: [UInt8] = []
        for scalar in scalars {
          guard let byte = characters.byte(of: scalar) else { return nil }
          spelled.append(byte)
        }
        return spelled
      }
    }
    guard let characters = DoubleByteCharacters(form) else { preconditionFailure("\(form) has no table") }
    return append(text, to: &bytes) { characters.bytes(of: $0) }
  }

  /// Appends text by a function that gives the bytes of some scalars, or nil where the encoding lacks one.
  private func append(
    _ text: String, to bytes: inout [UInt8], spell: (String.UnicodeScalarView) -> [UInt8]?
  ) -> Int {
    if let spelled = spell(text.unicodeScalars) {
      bytes += spelled
      return 0
    }
    // Which scalars belong together matters only now; so it starts again the slower way.
    var lackingCount = 0
    var known: [[UInt8]: [UInt8]] = [:]
    for character in text {
      let character = String(character)
      if character.utf8.count == 1, !hasShifts {
        bytes += character.utf8
        continue
      }
      let key = Array(character.utf8)
      let spelled =
        known[key] ?? spell(character.unicodeScalars)
        ?? spell(character.precomposedStringWithCanonicalMapping.unicodeScalars)
        ?? (form == .windows1258 ? spell(TextEncoding.withToneApart(character)) : nil)
      known[key] = spelled
      bytes += spelled ?? [UInt8(ascii: "?")]
      if spelled == nil { lackingCount += 1 }
    }
    return lackingCount
  }

  /// A Vietnamese letter without its tone, then the tone, as Windows-1258 has them: it has letters with a circumflex, a
  /// breve or a horn, and the five tones as marks.
  private static func withToneApart(_ character: String) -> String.UnicodeScalarView {
    let scalars = character.decomposedStringWithCanonicalMapping.unicodeScalars
    let tones: Set<UnicodeScalar> = ["\u{300}", "\u{301}", "\u{303}", "\u{309}", "\u{323}"]
    var letter = ""
    letter.unicodeScalars.append(contentsOf: scalars.filter { !tones.contains($0) })
    var result = letter.precomposedStringWithCanonicalMapping.unicodeScalars
    result.append(contentsOf: scalars.filter { tones.contains($0) })
    return result
  }
}

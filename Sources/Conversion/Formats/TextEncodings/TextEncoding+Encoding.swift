import Foundation
public import ProfferConversions

extension TextEncoding {
  /// Encodes text.
  ///
  /// A byte order mark precedes the text if the encoding has one. A character that the encoding lacks
  /// becomes a question mark and is reported as lost (`characters`). A letter with combining marks is
  /// written as the equivalent single character if the encoding has that character. In Windows-1258
  /// (Vietnamese), such a letter can also be written as a letter and a tone mark. Nothing else is changed:
  /// NULs and line ends are preserved.
  ///
  /// - Parameter text: the text.
  /// - Returns: the bytes, with the losses.
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

  /// Appends text in a form that lacks some characters, and returns the number of unrepresentable characters.
  private func appendByTable(_ text: String, to bytes: inout [UInt8]) -> Int {
    if hasShifts {
      var spelled: [UInt8] = []
      let lackingCount: Int
      switch form {
      case .iso2022KR:
        lackingCount = append(text, to: &spelled, spell: ISO2022KR.spelled)
        bytes += ISO2022KR.shifted(spelled)
      case .hz:
        lackingCount = append(text, to: &spelled, spell: HZ.spelled)
        bytes += HZ.escaped(spelled)
      default:
        lackingCount = append(text, to: &spelled, spell: ISO2022JP.spelled)
        bytes += ISO2022JP.escaped(spelled)
      }
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

  /// Appends text, and returns the number of characters that were replaced by question marks.
  ///
  /// - Parameter spell: returns the bytes of some scalars; nil if the encoding lacks one of the scalars.
  private func append(
    _ text: String, to bytes: inout [UInt8], spell: (String.UnicodeScalarView) -> [UInt8]?
  ) -> Int {
    if let spelled = spell(text.unicodeScalars) {
      bytes += spelled
      return 0
    }
    // Grouping scalars into characters is slow, and is necessary only if the encoding lacks a scalar.
    var lackingCount = 0
    var known: [[UInt8]: [UInt8]] = [:]
    for character in text {
      let character = String(character)
      if character.utf8.count == 1, !hasShifts, form != .viscii {
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

  /// Returns a Vietnamese letter without its tone, followed by the tone mark.
  ///
  /// Windows-1258 has letters with a circumflex, a breve or a horn, and separate marks for the five tones.
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

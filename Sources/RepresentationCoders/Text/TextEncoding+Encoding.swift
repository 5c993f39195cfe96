public import Conversions
import Foundation

extension TextEncoding {
  /// Writes text, after the byte order mark if the encoding has one.
  ///
  /// A character that the encoding lacks becomes a question mark and counts as lost (`characters`). A letter with
  /// combining marks is written as the one character that means the same, where the encoding has that. Nothing else
  /// is changed: NULs and line ends stay what they are.
  public func encode(_ text: String) -> Written {
    var bytes = hasByteOrderMark ? form.mark : []
    var tally = LossTally()
    switch form {
    case .utf8: bytes.append(contentsOf: text.utf8)
    case .utf16BigEndian: TextEncoding.append(text.utf16.map { $0.bigEndian }, to: &bytes)
    case .utf16LittleEndian: TextEncoding.append(text.utf16.map { $0.littleEndian }, to: &bytes)
    case .utf32BigEndian: TextEncoding.append(text.unicodeScalars.map { $0.value.bigEndian }, to: &bytes)
    case .utf32LittleEndian:
      TextEncoding.append(text.unicodeScalars.map { $0.value.littleEndian }, to: &bytes)
    case .latin1, .windows1252, .macRoman:
      guard let characters = form.legacyCharacters else { preconditionFailure("\(form) has no table") }
      let lackingCount = TextEncoding.append(text, to: &bytes, characters)
      tally.add(.characters, "that \(form.name) lacks, written as question marks", count: lackingCount)
    }
    return Written(Data(bytes), losses: tally.total)
  }

  private static func append(_ units: [some FixedWidthInteger], to bytes: inout [UInt8]) {
    units.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// Appends text by a table, and gives the number of characters that it lacks.
  private static func append(_ text: String, to bytes: inout [UInt8], _ characters: LegacyCharacters) -> Int {
    let start = bytes.count
    for scalar in text.unicodeScalars {
      guard let byte = characters.byte(of: scalar) else {
        // Which scalars belong together matters only now; so it starts again the slower way.
        bytes.removeSubrange(start...)
        return appendByCharacter(text, to: &bytes, characters)
      }
      bytes.append(byte)
    }
    return 0
  }

  private static func appendByCharacter(
    _ text: String, to bytes: inout [UInt8], _ characters: LegacyCharacters
  ) -> Int {
    var lackingCount = 0
    for character in text {
      let spelled = character.unicodeScalars.map(characters.byte)
      if !spelled.contains(nil) {
        bytes.append(contentsOf: spelled.compactMap(\.self))
        continue
      }
      let composed = String(character).precomposedStringWithCanonicalMapping.unicodeScalars.map(
        characters.byte)
      if !composed.contains(nil) {
        bytes.append(contentsOf: composed.compactMap(\.self))
      } else {
        bytes.append(UInt8(ascii: "?"))
        lackingCount += 1
      }
    }
    return lackingCount
  }
}

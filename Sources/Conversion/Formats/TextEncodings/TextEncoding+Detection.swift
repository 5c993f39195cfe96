import ByteTools
public import Foundation
package import ProfferConversions
import UniformTypes

extension TextEncoding {
  /// Returns the most likely encoding of bytes.
  ///
  /// ``detection(in:typeIdentifier:declaredName:)`` also returns the evidence.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the declared type of the bytes.
  ///   - declaredName: the declared name of the encoding, as in `text/plain; charset=koi8-r`.
  /// - Returns: the encoding.
  public static func detected(
    in data: Data, typeIdentifier: String? = nil, declaredName: String? = nil
  ) -> TextEncoding {
    detection(in: data, typeIdentifier: typeIdentifier, declaredName: declaredName).encoding
  }

  /// Returns the most likely encoding of bytes, and the evidence for the encoding.
  ///
  /// The first rule that applies determines the encoding:
  ///
  /// 1. The type states the encoding:
  ///    - `public.utf8-plain-text` and `public.utf8-tab-separated-values-text` are UTF-8. A byte order
  ///      mark of another encoding takes precedence, because bytes with such a mark cannot be UTF-8.
  ///    - `public.utf16-plain-text` and `public.utf16-external-plain-text` are UTF-16. The byte order is
  ///      determined by the byte order mark, otherwise by rule 4. The default is host byte order for the
  ///      former type and high byte first for the latter.
  ///    - `com.apple.traditional-mac-plain-text` is Mac Roman, even after a byte order mark.
  /// 2. The bytes begin with a byte order mark. UTF-32 is checked before UTF-16.
  /// 3. The declared name is a known encoding.
  /// 4. The bytes have a pattern typical of UTF-32 or UTF-16. One of these conditions must be true:
  ///    - UTF-32: every unit of four bytes is a character, and at least half of the characters are in the
  ///      first plane.
  ///    - UTF-16: among the bytes at even offsets, or among those at odd offsets, at least half and at
  ///      least two are zero. None of the other bytes is zero.
  ///    - UTF-16, such as Cyrillic or Arabic text: among the bytes at even or odd offsets, at least three
  ///      quarters are control characters. Among the other bytes, fewer than half are.
  /// 5. The bytes are ASCII and contain escapes for Japanese or Korean characters: ISO-2022-JP or
  ///    ISO-2022-KR.
  /// 6. The bytes are valid UTF-8, or UTF-8 with few invalid bytes: at least twice as many non-ASCII
  ///    characters as invalid sequences.
  /// 7. The encoding in which the bytes are most likely text. This is a guess, based on the frequencies of
  ///    characters and pairs of letters in about forty languages.
  /// 8. Windows-1252, which has a character for every byte.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the declared type of the bytes.
  ///   - declaredName: the declared name of the encoding, as in `text/plain; charset=koi8-r`.
  /// - Returns: the encoding, and the evidence.
  public static func detection(
    in data: Data, typeIdentifier: String? = nil, declaredName: String? = nil
  ) -> EncodingDetection {
    if let stated = typeIdentifier.flatMap({ StatedEncoding($0) }) {
      return EncodingDetection(encoding: stated.encoding(of: data), evidence: .type)
    }
    if let marked = marked(at: data.prefix(4)) {
      return EncodingDetection(encoding: marked, evidence: .byteOrderMark)
    }
    if let declared = declaredName.flatMap({ TextEncoding(name: $0) }) {
      return EncodingDetection(encoding: declared, evidence: .declaration)
    }
    return data.withUnsafeBytes { bytes in
      let pattern = UnitPattern(bytes)
      if let form = pattern.likelyForm {
        return EncodingDetection(encoding: TextEncoding(form), evidence: .unitPattern)
      }
      if let form = pattern.escapedForm {
        return EncodingDetection(encoding: TextEncoding(form), evidence: .escapes)
      }
      guard let mistake = UTF8Check.firstMistake(in: bytes) else {
        return EncodingDetection(encoding: .utf8, evidence: .wellFormed)
      }
      if UTF8Check.isMostlyWellFormed(bytes, firstMistake: mistake) {
        return EncodingDetection(encoding: .utf8, evidence: .damagedUTF8)
      }
      let found = LanguageDetection(bytes)
      guard let encoding = found.encoding else {
        return EncodingDetection(encoding: .windows1252, evidence: .none)
      }
      if encoding == .utf8 { return EncodingDetection(encoding: .utf8, evidence: .damagedUTF8) }
      return EncodingDetection(
        encoding: encoding, evidence: .language(found.language, rival: found.rival))
    }
  }

  /// Returns the encoding whose byte order mark begins the bytes; nil if the bytes do not begin with a mark.
  package static func marked(at start: Data) -> TextEncoding? {
    // The little-endian mark of UTF-32 begins with the little-endian mark of UTF-16, so UTF-32 is first.
    let forms: [Form] = [.utf8, .utf32BigEndian, .utf32LittleEndian, .utf16BigEndian, .utf16LittleEndian]
    return forms.first { start.starts(with: $0.mark) }.map { TextEncoding($0, byteOrderMark: true) }
  }
}

/// Determines, chunk by chunk, whether UTF-8 text needs a byte order mark to be detected as UTF-8.
struct ByteOrderMarkNeed {
  private var pattern = UnitPattern()
  private var beginsWithMarker = false

  /// Adds the next chunk.
  mutating func add(_ piece: UnsafeRawBufferPointer) {
    if pattern.byteCount == 0 { beginsWithMarker = piece.starts(with: TextEncoding.Form.utf8.mark) }
    pattern.add(piece)
  }

  /// Whether, without a mark, the text would be read in another encoding or would lose its beginning.
  var needsMark: Bool { beginsWithMarker || pattern.likelyForm != nil || pattern.escapedForm != nil }
}

/// The types that state an encoding.
enum StatedEncoding {
  case utf8, utf16Native, utf16External, macRoman

  init?(_ typeIdentifier: String) {
    switch TypeIdentifier(typeIdentifier) {
    case "public.utf8-plain-text", "public.utf8-tab-separated-values-text": self = .utf8
    case "public.utf16-plain-text": self = .utf16Native
    case "public.utf16-external-plain-text": self = .utf16External
    case "com.apple.traditional-mac-plain-text": self = .macRoman
    default: return nil
    }
  }

  func encoding(of data: Data) -> TextEncoding {
    let marked = TextEncoding.marked(at: data.prefix(4))
    switch self {
    case .utf8: return marked ?? .utf8
    case .macRoman: return .macRoman
    case .utf16Native, .utf16External:
      // Only UTF-16 marks are recognized. Bytes that look like another mark may be text.
      for form in [TextEncoding.Form.utf16BigEndian, .utf16LittleEndian] where data.starts(with: form.mark) {
        return TextEncoding(form, byteOrderMark: true)
      }
      let likely = data.withUnsafeBytes { UnitPattern($0).likelyUTF16 }
      let usual = self == .utf16External ? TextEncoding.Form.utf16BigEndian : TextEncoding.Form.nativeUTF16
      return TextEncoding(likely ?? usual)
    }
  }
}

extension TextEncoding.Form {
  /// UTF-16 in host byte order.
  static var nativeUTF16: TextEncoding.Form {
    UInt16(littleEndian: 1) == 1 ? .utf16LittleEndian : .utf16BigEndian
  }
}

extension RepresentationSource {
  /// The encoding in which to read the bytes as text.
  ///
  /// The encoding is determined by the type if it states an encoding, otherwise by a byte order mark,
  /// otherwise by the declared name. In all other cases, the encoding is detected, as described at
  /// `TextEncoding.detection(in:typeIdentifier:declaredName:)`.
  package var textEncoding: TextEncoding { encodingDetection.encoding }

  /// The encoding in which to read the bytes as text, with the evidence.
  package var encodingDetection: EncodingDetection {
    TextEncoding.detection(in: data, typeIdentifier: typeIdentifier, declaredName: declaredEncodingName)
  }
}

extension TextEncoding {
  /// Decodes text to bytes in UTF-8, for code that scans bytes.
  ///
  /// Apart from the type of the result, the function is the same as ``decode(_:)``.
  package func utf8Bytes(of data: Data) -> Reading<[UInt8]> {
    var text: [UInt8] = []
    text.reserveCapacity(form == .utf8 ? data.count : data.count / form.unitByteCount * 5 / 4)
    let repairCount = data.withUnsafeBytes { bytes in
      forEachPiece(of: bytes) { text.append(contentsOf: $0) }
    }
    return Reading(text, losses: losses(repairCount: repairCount))
  }
}

public import Foundation
package import ProfferConversions
import UniformTypes

extension TextEncoding {
  /// The encoding that bytes are most likely in; ``detection(in:typeIdentifier:declaredName:)`` also says why.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type the bytes were declared under.
  ///   - declaredName: the name of an encoding that came with the bytes, as in `text/plain; charset=koi8-r`.
  /// - Returns: the encoding.
  public static func detected(
    in data: Data, typeIdentifier: String? = nil, declaredName: String? = nil
  ) -> TextEncoding {
    detection(in: data, typeIdentifier: typeIdentifier, declaredName: declaredName).encoding
  }

  /// The encoding that bytes are most likely in, and what says so.
  ///
  /// The first of these that applies:
  /// 1. a type that states its encoding is believed: `public.utf8-plain-text` (a mark of another form still counts, as
  ///    its bytes cannot be UTF-8), `public.utf16-plain-text` and `public.utf16-external-plain-text` (in the order of
  ///    the mark, otherwise of the zero bytes as in 4, otherwise the low byte first for the former on machines of today
  ///    and the high byte first for the latter), `com.apple.traditional-mac-plain-text` (Mac Roman, whatever it begins
  ///    with);
  /// 2. a byte order mark, UTF-32 before UTF-16;
  /// 3. the encoding that was declared along with the bytes, if its name is known;
  /// 4. units of four bytes that all are characters, most of the first plane: UTF-32; at least two zero bytes, all at
  ///    even or all at odd places, at half of them or more, or control characters at three quarters of them, as Cyrillic
  ///    and Arabic have: UTF-16;
  /// 5. ASCII with the escapes of Japanese or Korean characters: ISO-2022-JP, ISO-2022-KR;
  /// 6. well-formed UTF-8, or UTF-8 but for a few bytes: twice as many characters beyond ASCII as places without one;
  /// 7. the encoding of which the bytes are the likeliest text, by the frequencies of characters and of pairs of
  ///    letters in some forty languages: a guess;
  /// 8. Windows-1252, which has a character for every byte.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type the bytes were declared under.
  ///   - declaredName: the name of an encoding that came with the bytes, as in `text/plain; charset=koi8-r`.
  /// - Returns: the encoding, and what shows it.
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

  /// The encoding whose byte order mark begins the bytes; nil if none does.
  package static func marked(at start: Data) -> TextEncoding? {
    // UTF-32's mark with the low byte first begins with UTF-16's.
    let forms: [Form] = [.utf8, .utf32BigEndian, .utf32LittleEndian, .utf16BigEndian, .utf16LittleEndian]
    return forms.first { start.starts(with: $0.mark) }.map { TextEncoding($0, byteOrderMark: true) }
  }
}

/// Finds out, piece by piece, whether UTF-8 needs a byte order mark to be detected as UTF-8.
struct ByteOrderMarkNeed {
  private var pattern = UnitPattern()
  private var beginsWithMarker = false

  /// Adds the next bytes.
  mutating func add(_ piece: UnsafeRawBufferPointer) {
    if pattern.byteCount == 0 { beginsWithMarker = piece.starts(with: TextEncoding.Form.utf8.mark) }
    pattern.add(piece)
  }

  /// Whether the text is read as something else, or loses its beginning, unless a mark precedes it.
  var needsMark: Bool { beginsWithMarker || pattern.likelyForm != nil || pattern.escapedForm != nil }
}

/// The types that state their encoding.
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
      // Only UTF-16's own marks count: what looks like another may be its text.
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
  /// UTF-16 in the order of this machine.
  static var nativeUTF16: TextEncoding.Form {
    UInt16(littleEndian: 1) == 1 ? .utf16LittleEndian : .utf16BigEndian
  }
}

extension RepresentationSource {
  /// The encoding to read the bytes as text in: that of a byte order mark, otherwise the declared one, otherwise the
  /// detected one.
  ///
  /// A type that states its encoding is believed before all, as
  /// `TextEncoding.detected(in:typeIdentifier:declaredName:)` says.
  package var textEncoding: TextEncoding { encodingDetection.encoding }

  /// The same with what says so.
  package var encodingDetection: EncodingDetection {
    TextEncoding.detection(in: data, typeIdentifier: typeIdentifier, declaredName: declaredEncodingName)
  }
}

extension TextEncoding {
  /// Reads text as bytes in UTF-8, for what scans bytes; the same as ``decode(_:)`` otherwise.
  package func utf8Bytes(of data: Data) -> Reading<[UInt8]> {
    var text: [UInt8] = []
    text.reserveCapacity(form == .utf8 ? data.count : data.count / form.unitByteCount * 5 / 4)
    let repairCount = data.withUnsafeBytes { bytes in
      forEachPiece(of: bytes) { text.append(contentsOf: $0) }
    }
    return Reading(text, losses: losses(repairCount: repairCount))
  }
}

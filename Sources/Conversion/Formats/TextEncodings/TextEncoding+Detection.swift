import ByteTools
package import Conversions
public import Foundation
import UniformTypes

extension TextEncoding {
  /// The encoding that bytes are most likely in.
  ///
  /// The first of these that applies:
  /// 1. a type that states its encoding is believed: `public.utf8-plain-text` (a mark of another form still counts, as
  ///    its bytes cannot be UTF-8), `public.utf16-plain-text` and `public.utf16-external-plain-text` (in the order of
  ///    the mark, otherwise of the zero bytes as in 4, otherwise the low byte first for the former on machines of today
  ///    and the high byte first for the latter), `com.apple.traditional-mac-plain-text` (Mac Roman, whatever it begins
  ///    with);
  /// 2. a byte order mark, UTF-32 before UTF-16;
  /// 3. the encoding that was declared along with the bytes, if its name is known;
  /// 4. at least two zero bytes, all at even or all at odd places, at half of them or more: UTF-16;
  /// 5. well-formed UTF-8;
  /// 6. an even number of bytes, with zero bytes all at even or all at odd places: UTF-16;
  /// 7. Windows-1252, which has a character for every byte.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type the bytes were declared under.
  ///   - declaredName: the name of an encoding that came with the bytes, as in `text/plain; charset=koi8-r`.
  public static func detected(
    in data: Data, typeIdentifier: String? = nil, declaredName: String? = nil
  ) -> TextEncoding {
    if let stated = typeIdentifier.flatMap({ StatedEncoding($0) }) { return stated.encoding(of: data) }
    if let marked = marked(at: data.prefix(4)) { return marked }
    if let declared = declaredName.flatMap({ TextEncoding(name: $0) }) { return declared }
    return data.withUnsafeBytes { bytes in
      let zeros = ZeroBytes(bytes)
      if let form = zeros.likelyUTF16 { return TextEncoding(form) }
      if UTF8Check.firstMistake(in: bytes) == nil { return .utf8 }
      return zeros.possibleUTF16.map { TextEncoding($0) } ?? .windows1252
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
  private var zeros = ZeroBytes()
  private var beginsWithMarker = false

  /// Adds the next bytes.
  mutating func add(_ piece: UnsafeRawBufferPointer) {
    if zeros.byteCount == 0 { beginsWithMarker = piece.starts(with: TextEncoding.Form.utf8.mark) }
    zeros.add(piece)
  }

  /// Whether the text is read as something else, or loses its beginning, unless a mark precedes it.
  var needsMark: Bool { beginsWithMarker || zeros.likelyUTF16 != nil }
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
      let likely = data.withUnsafeBytes { ZeroBytes($0).likelyUTF16 }
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

/// Where the zero bytes of some text are; Latin text in UTF-16 has one in each character.
private struct ZeroBytes {
  /// How many there are at even and at odd places.
  private var counts = (even: 0, odd: 0)
  private(set) var byteCount = 0

  init() {}

  init(_ bytes: UnsafeRawBufferPointer) { add(bytes) }

  /// Counts the zeros of the next bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place < bytes.count {
      if place + ByteWord.byteCount <= bytes.count, ByteWord(bytes, at: place).matches(0) == 0 {
        place += ByteWord.byteCount
        continue
      }
      if bytes[place] == 0 {
        if (byteCount + place).isMultiple(of: 2) { counts.even += 1 } else { counts.odd += 1 }
      }
      place += 1
    }
    byteCount += bytes.count
  }

  /// UTF-16 that no other text would look like.
  var likelyUTF16: TextEncoding.Form? {
    max(counts.even, counts.odd) >= max(2, byteCount / 4) ? possibleUTF16 : nil
  }

  /// UTF-16 as far as the zero bytes go.
  var possibleUTF16: TextEncoding.Form? {
    guard byteCount.isMultiple(of: 2) else { return nil }
    switch (counts.even > 0, counts.odd > 0) {
    case (true, false): return .utf16BigEndian
    case (false, true): return .utf16LittleEndian
    default: return nil
    }
  }
}

extension RepresentationSource {
  /// The encoding to read the bytes as text in: that of a byte order mark, otherwise the declared one, otherwise the
  /// detected one.
  ///
  /// A type that states its encoding is believed before all, as
  /// `TextEncoding.detected(in:typeIdentifier:declaredName:)` says.
  package var textEncoding: TextEncoding {
    TextEncoding.detected(in: data, typeIdentifier: typeIdentifier, declaredName: declaredEncodingName)
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

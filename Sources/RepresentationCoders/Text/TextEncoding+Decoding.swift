public import Conversions
public import Foundation

extension TextEncoding {
  /// Reads text; bytes that the encoding does not allow become U+FFFD and count as lost (`characters`).
  ///
  /// A byte order mark is skipped if the encoding has one and it is there. Nothing else is changed: NULs and line ends
  /// stay what they are.
  public func decode(_ data: Data) -> Reading<String> {
    let decoded = data.withUnsafeBytes { decode($0) }
    var tally = LossTally()
    tally.add(.characters, "bytes that are not \(form.name)", count: decoded.repairCount)
    return Reading(decoded.text, losses: tally.total)
  }

  /// The same of bytes in memory, with the number of places that had to be repaired.
  func decode(_ bytes: UnsafeRawBufferPointer) -> (text: String, repairCount: Int) {
    var bytes = bytes
    if hasByteOrderMark && bytes.starts(with: form.mark) {
      bytes = UnsafeRawBufferPointer(rebasing: bytes[form.mark.count...])
    }
    switch form {
    case .utf8: return TextEncoding.decodeUTF8(bytes)
    case .utf16BigEndian: return TextEncoding.decodeUTF16(bytes, UInt16.init(bigEndian:))
    case .utf16LittleEndian: return TextEncoding.decodeUTF16(bytes, UInt16.init(littleEndian:))
    case .utf32BigEndian: return TextEncoding.decodeUTF32(bytes, UInt32.init(bigEndian:))
    case .utf32LittleEndian: return TextEncoding.decodeUTF32(bytes, UInt32.init(littleEndian:))
    case .latin1: return (TextEncoding.decode(bytes, .latin1), 0)
    case .windows1252: return (TextEncoding.decode(bytes, .windows1252), 0)
    case .macRoman: return (TextEncoding.decode(bytes, .macRoman), 0)
    }
  }

  private static func decodeUTF8(_ bytes: UnsafeRawBufferPointer) -> (String, Int) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard UTF8Check.firstMistake(in: bytes) != nil else { return (text, 0) }
    // A U+FFFD that stands in the bytes comes through, so the others are repairs.
    return (text, replacementCount(text.utf8) - replacementCount(bytes))
  }

  private static func replacementCount(_ bytes: some Sequence<UInt8>) -> Int {
    var count = 0
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      if first == 0xEF && second == 0xBF && byte == 0xBD { count += 1 }
      (first, second) = (second, byte)
    }
    return count
  }

  /// Reads UTF-16; written out, as the standard library's way takes several times as long.
  private static func decodeUTF16(_ bytes: UnsafeRawBufferPointer, _ order: (UInt16) -> UInt16) -> (
    String, Int
  ) {
    let unitCount = bytes.count / 2
    func unit(_ index: Int) -> UInt32 {
      UInt32(order(bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)))
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var repairCount = 0
    var index = 0
    while index < unitCount {
      var scalar = unit(index)
      index += 1
      if scalar & 0xF800 == 0xD800 {
        if scalar < 0xDC00 && index < unitCount && unit(index) & 0xFC00 == 0xDC00 {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(index) & 0x3FF
          index += 1
        } else {
          scalar = 0xFFFD
          repairCount += 1
        }
      }
      append(scalar, to: &text)
    }
    if !bytes.count.isMultiple(of: 2) {
      append(0xFFFD, to: &text)
      repairCount += 1
    }
    return (String(decoding: text, as: UTF8.self), repairCount)
  }

  /// Appends the UTF-8 of a scalar.
  @inline(__always)
  private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: text.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      text.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      text.append(continuation(0))
    case ..<0x10000:
      text.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      text.append(continuation(6))
      text.append(continuation(0))
    default:
      text.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      text.append(continuation(12))
      text.append(continuation(6))
      text.append(continuation(0))
    }
  }

  private static func decodeUTF32(_ bytes: UnsafeRawBufferPointer, _ order: (UInt32) -> UInt32) -> (
    String, Int
  ) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    var repairCount = 0
    for index in stride(from: 0, to: bytes.count - 3, by: 4) {
      let scalar = UnicodeScalar(order(bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
      if scalar == nil { repairCount += 1 }
      append(scalar?.value ?? 0xFFFD, to: &text)
    }
    if !bytes.count.isMultiple(of: 4) {
      append(0xFFFD, to: &text)
      repairCount += 1
    }
    return (String(decoding: text, as: UTF8.self), repairCount)
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer, _ characters: LegacyCharacters) -> String {
    let upperHalf = characters.scalars.map { Array(String(Character($0)).utf8) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 { text.append(byte) } else { text.append(contentsOf: upperHalf[Int(byte) - 0x80]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

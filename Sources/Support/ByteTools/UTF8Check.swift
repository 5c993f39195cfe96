/// Checks whether bytes are UTF-8 (Source: the Unicode Standard, 3.9, table 3-7).
package enum UTF8Check {
  /// Returns the offset of the first byte that does not begin a valid sequence; nil if all bytes are valid.
  package static func firstMistake(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    let count = bytes.count
    while index < count {
      while index + ByteWord.byteCount <= count && ByteWord(bytes, at: index).isASCII {
        index += ByteWord.byteCount
      }
      guard index < count else { return nil }
      let byte = bytes[index]
      if byte < 0x80 {
        index += 1
        continue
      }
      // The first byte determines the range of the second byte. The range excludes overlong sequences,
      // surrogates, and values beyond the last scalar.
      let (length, second): (Int, ClosedRange<UInt8>)
      switch byte {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }
      guard index + length <= count, second.contains(bytes[index + 1]),
        length < 3 || bytes[index + 2] & 0xC0 == 0x80, length < 4 || bytes[index + 3] & 0xC0 == 0x80
      else { return index }
      index += length
    }
    return nil
  }

  /// Returns whether bytes are UTF-8 with few invalid bytes.
  ///
  /// The bytes must contain at least twice as many multi-byte characters as invalid sequences. A truncated
  /// character at the end is not counted. In single-byte encodings, letters rarely look like UTF-8. In
  /// double-byte encodings, about one character in four does.
  package static func isMostlyWellFormed(_ bytes: UnsafeRawBufferPointer, firstMistake: Int) -> Bool {
    var characterCount = bytes[..<firstMistake].count { $0 >= 0xC0 }
    var mistakeCount = 0
    var start = firstMistake
    // In a long text, the first invalid sequences are sufficient for a decision.
    while mistakeCount < 10_000 {
      if isCutOff(bytes[start...]) { break }
      mistakeCount += 1
      // The continuation bytes of the same invalid character are not counted again.
      start += 1
      while start < bytes.count, bytes[start] & 0xC0 == 0x80 { start += 1 }
      guard start < bytes.count,
        let next = Self.firstMistake(in: UnsafeRawBufferPointer(rebasing: bytes[start...]))
      else {
        characterCount += bytes[min(start, bytes.count)...].count { $0 >= 0xC0 }
        break
      }
      characterCount += bytes[start..<start + next].count { $0 >= 0xC0 }
      start += next
    }
    return characterCount > 0 && characterCount >= mistakeCount * 2
  }

  /// Returns whether the bytes are the beginning of a character that is truncated.
  package static func isCutOff(_ rest: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let lead = rest.first, lead >= 0xC2, lead < 0xF5 else { return false }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    return rest.count < length && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }
}

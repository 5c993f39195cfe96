/// Base64 encoding and decoding (RFC 4648).
package enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let space: UInt8 = 64
  private static let foreign: UInt8 = 65

  /// The six-bit value of each byte, or `space` or `foreign`.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: foreign, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    for byte in [0x09, 0x0A, 0x0D, 0x20] { values[byte] = space }
    return values
  }()

  /// Appends the encoding of bytes, without line breaks.
  ///
  /// Data can be encoded in chunks if the size of every chunk except the last is a multiple of three bytes.
  package static func encode(_ bytes: UnsafeRawBufferPointer, into text: inout [UInt8]) {
    letters.withUnsafeBufferPointer { letters in
      var index = 0
      while index + 3 <= bytes.count {
        let triple = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
        text.append(letters[triple >> 18])
        text.append(letters[triple >> 12 & 63])
        text.append(letters[triple >> 6 & 63])
        text.append(letters[triple & 63])
        index += 3
      }
      guard index < bytes.count else { return }
      let isOne = index + 1 == bytes.count
      let rest = Int(bytes[index]) << 8 | (isOne ? 0 : Int(bytes[index + 1]))
      text.append(letters[rest >> 10])
      text.append(letters[rest >> 4 & 63])
      text.append(isOne ? UInt8(ascii: "=") : letters[rest << 2 & 63])
      text.append(UInt8(ascii: "="))
    }
  }

  /// An error in base64 text.
  package struct Flaw: Error, Equatable {
    /// The offset of the first invalid byte.
    package let offset: Int
    /// A description of the error, worded to follow "character 5".
    package let reason: String
  }

  /// Decodes text that can contain spaces and line breaks anywhere.
  ///
  /// Padding is required, and the unused bits of the last character must be zero, so that data has only
  /// one encoding.
  package static func decode(_ text: UnsafeRawBufferPointer) throws(Flaw) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits = 0
    var letterCount = 0
    var index = 0
    while index < text.count {
      let value = values[Int(text[index])]
      if value < 64 {
        bits = bits << 6 | Int(value)
        letterCount += 1
        if letterCount == 4 {
          bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
          bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
          bytes.append(UInt8(truncatingIfNeeded: bits))
          (bits, letterCount) = (0, 0)
        }
      } else if text[index] == UInt8(ascii: "=") {
        break
      } else if value == foreign {
        throw Flaw(offset: index, reason: "is not a character of base64")
      }
      index += 1
    }
    let end = index
    var paddingCount = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "=") {
        paddingCount += 1
      } else if values[Int(text[index])] != space {
        throw Flaw(offset: index, reason: "follows the padding of base64")
      }
      index += 1
    }
    switch (letterCount, paddingCount) {
    case (0, 0): break
    case (2, 2) where bits & 0xF == 0:
      bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case (3, 1) where bits & 3 == 0:
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    default:
      throw Flaw(offset: end, reason: "ends base64 with the wrong number of characters, or with extra bits")
    }
    return bytes
  }
}

extension Base64 {
  /// Decodes text with or without padding, which some protocols omit; returns nil if the text is not base64.
  package static func tolerantlyDecoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var text = text
    while text.last == UInt8(ascii: "=") { text.removeLast() }
    if text.count & 3 != 0 { text += [UInt8](repeating: UInt8(ascii: "="), count: 4 - text.count & 3) }
    do {
      return try text.withUnsafeBytes { bytes throws(Flaw) in try decode(bytes) }
    } catch { return nil }
  }

  /// Returns the encoding of bytes without padding.
  package static func unpadded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    encode(bytes, into: &text)
    while text.last == UInt8(ascii: "=") { text.removeLast() }
    return text
  }
}

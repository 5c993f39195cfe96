import ByteTools

extension JSONWriter {
  mutating func appendQuoted(_ text: String) {
    var text = text
    text.withUTF8 { appendQuoted(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a string in quotes; what JSON does not require to be escaped stays as it is.
  mutating func appendQuoted(_ text: UnsafeRawBufferPointer) {
    if let isEscaped, text.contains(where: { $0 >= 0x7F }) {
      bytes.append(UInt8(ascii: "\""))
      appendEscaped(text, where: isEscaped)
      bytes.append(UInt8(ascii: "\""))
    } else {
      JSONWriter.appendQuoted(validUTF8: text, to: &bytes)
    }
  }

  /// Appends what stands between the quotes of a string, with escapes for more than JSON requires.
  private mutating func appendEscaped(
    _ text: UnsafeRawBufferPointer, where isEscaped: (Unicode.Scalar) -> Bool
  ) {
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.value < 0x7F, let byte = UInt8(exactly: scalar.value) {
        if JSONCharacters.isPlain(byte) {
          bytes.append(byte)
        } else {
          JSONWriter.appendEscape(byte, to: &bytes)
        }
      } else if isEscaped(scalar) {
        for unit in String(scalar).utf16 { appendEscape(unit) }
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  private mutating func appendEscape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
  }

  /// Appends a string in quotes to JSON that is put together elsewhere; the caller knows that the bytes are UTF-8.
  package static func appendQuoted(validUTF8 text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    appendEscaped(validUTF8: text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends what stands between the quotes of a string.
  package static func appendEscaped(validUTF8 text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    var copied = 0
    var index = 0
    while true {
      index = nextEscaped(in: text, from: index)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[copied..<index]))
      guard index < text.count else { break }
      appendEscape(text[index], to: &bytes)
      index += 1
      copied = index
    }
  }

  /// Copies what stands between the quotes of a string where nothing of it must be escaped; false if something must,
  /// and then what was copied means nothing.
  ///
  /// - Parameter memory: at least as long as the text.
  package static func copyPlain(
    validUTF8 text: UnsafeRawBufferPointer, to memory: UnsafeMutableRawPointer
  ) -> Bool {
    var index = 0
    while index + ByteWord.byteCount <= text.count {
      guard JSONCharacters.escapedBytes(of: ByteWord(text, at: index)) == 0 else { return false }
      let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      memory.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      index += ByteWord.byteCount
    }
    while index < text.count {
      let byte = text[index]
      guard JSONCharacters.isPlain(byte) || byte >= 0x80 else { return false }
      memory.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      index += 1
    }
    return true
  }

  /// The place of the next byte that must be escaped, or the end.
  private static func nextEscaped(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + ByteWord.byteCount <= text.count {
      let escaped = JSONCharacters.escapedBytes(of: ByteWord(text, at: index))
      guard escaped == 0 else { return index + escaped.trailingZeroBitCount / 8 }
      index += ByteWord.byteCount
    }
    while index < text.count && (JSONCharacters.isPlain(text[index]) || text[index] >= 0x80) { index += 1 }
    return index
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0..<0x20:
      let last = byte & 0xF
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      bytes.append(last < 10 ? UInt8(ascii: "0") + last : UInt8(ascii: "a") + last - 10)
    default: bytes.append(byte)
    }
  }
}

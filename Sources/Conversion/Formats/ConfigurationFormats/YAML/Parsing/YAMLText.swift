import ByteTools
package import Foundation
package import ProfferConversions
import StructuredFormats
import TextEncodings

/// The text of a YAML stream in the form in which it is parsed: UTF-8 with line feeds as line ends.
package enum YAMLText {
  /// Calls a function with the bytes of a stream.
  ///
  /// The encoding is UTF-8, or UTF-16 or UTF-32 in either byte order. It is determined by the byte order mark,
  /// otherwise by the zeros in the first four bytes (YAML 1.2.2, 5.2). Text is copied only if it is not UTF-8
  /// or has carriage returns.
  ///
  /// - Returns: the result of the function, with the losses of decoding.
  /// - Throws: `CoderError` with the code `invalidUTF8` or `controlCharacter`.
  package static func withBytes<Result>(
    of data: Data, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> (result: Result, losses: [Loss]) {
    if let encoding = encoding(of: data.prefix(4)) {
      let text = encoding.decode(data)
      var utf8 = text.value
      return (try utf8.withUTF8 { try withLineFeeds(UnsafeRawBufferPointer($0), body) }, text.losses)
    }
    return try data.withUnsafeBytes { bytes in
      if let mistake = UTF8Check.firstMistake(in: bytes) {
        throw CoderError(
          .invalidUTF8, "the bytes are not UTF-8", at: .line(of: mistake, in: bytes))
      }
      return (try withLineFeeds(bytes, body), [])
    }
  }

  /// Returns the encoding of a stream; nil for UTF-8.
  private static func encoding(of start: Data) -> TextEncoding? {
    if let marked = TextEncoding.marked(at: start) { return marked.form == .utf8 ? nil : marked }
    // The first character of a stream without a mark is ASCII.
    let zeros = start.map { $0 == 0 }
    switch zeros {
    case [true, true, true, false]: return .utf32BigEndian
    case [false, true, true, true]: return .utf32LittleEndian
    default: break
    }
    guard zeros.count >= 2 else { return nil }
    return zeros[0] && !zeros[1] ? .utf16BigEndian : !zeros[0] && zeros[1] ? .utf16LittleEndian : nil
  }

  private static func withLineFeeds<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    guard try hasCarriageReturns(bytes) else { return try body(bytes) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == 0x0D {
        text.append(0x0A)
        if place < bytes.count, bytes[place] == 0x0A { place += 1 }
      } else {
        text.append(byte)
      }
    }
    return try text.withUnsafeBytes(body)
  }

  /// A bit for each control character other than the tab and the line ends.
  private static let controls: UInt32 = ~(1 << 0x09 | 1 << 0x0A | 1 << 0x0D)

  /// Whether text has carriage returns.
  ///
  /// Throws if it has control characters that YAML does not allow.
  private static func hasCarriageReturns(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
    var hasReturns = false
    for (place, byte) in bytes.enumerated() where byte < 0x20 {
      if byte == 0x0D { hasReturns = true }
      if controls >> UInt32(byte) & 1 == 1 {
        throw CoderError(
          .controlCharacter,
          "the control character 0x\(String(byte, radix: 16)) must be written as an escape",
          at: .line(of: place, in: bytes))
      }
    }
    return hasReturns
  }
}

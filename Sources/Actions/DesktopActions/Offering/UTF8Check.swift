import Foundation

/// A check of whether stored text can be offered unchanged.
enum UTF8Check {
  /// Returns whether data is UTF-8 without a byte order mark and without signs of another encoding.
  ///
  /// A NUL byte is a sign of UTF-16. An escape character is a sign of ISO 2022. The bytes are validated in
  /// pieces, to limit the memory use for long text.
  static func isPlainUTF8(_ data: Data, inPiecesOf pieceByteCount: Int = 1 << 20) -> Bool {
    var check = Pieces()
    let isValid = data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: pieceByteCount).allSatisfy { start in
        let end = min(start + pieceByteCount, bytes.count)
        return check.accepts(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }
    return isValid && check.isComplete
  }

  /// Validates bytes piece by piece; a character may be divided between two pieces.
  private struct Pieces {
    private var isFirst = true
    /// The beginning of a character whose rest is in the next piece.
    private var beginning: [UInt8] = []

    var isComplete: Bool { beginning.isEmpty }

    mutating func accepts(_ piece: UnsafeRawBufferPointer) -> Bool {
      if isFirst, piece.starts(with: [0xEF, 0xBB, 0xBF]) { return false }
      isFirst = false
      if piece.contains(where: { $0 == 0 || $0 == 0x1B }) { return false }
      var rest = piece[...]
      if !beginning.isEmpty {
        let count = min(UTF8Check.length(ofCharacterWith: beginning[0]) - beginning.count, rest.count)
        beginning += rest.prefix(count)
        rest = rest.dropFirst(count)
        if beginning.count < UTF8Check.length(ofCharacterWith: beginning[0]) { return true }
        guard String(validating: beginning, as: UTF8.self) != nil else { return false }
        beginning = []
      }
      // The last three bytes can include the beginning of a character of up to four bytes.
      for place in rest.indices.suffix(3) where rest[place] >= 0xC0 {
        let length = UTF8Check.length(ofCharacterWith: rest[place])
        guard rest.distance(from: place, to: rest.endIndex) < length else { continue }
        beginning = Array(rest[place...])
        rest = rest[..<place]
        break
      }
      return String(validating: UnsafeRawBufferPointer(rebasing: rest), as: UTF8.self) != nil
    }
  }

  /// Returns the number of bytes of the character with the given first byte.
  private static func length(ofCharacterWith byte: UInt8) -> Int {
    byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
  }
}

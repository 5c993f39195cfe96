import ByteTools
import DesktopTransfer
import Foundation

extension UTF8Check {
  /// Returns whether stored text can be offered unchanged: UTF-8 without a byte order mark and without signs
  /// of another encoding.
  ///
  /// A NUL byte is a sign of UTF-16. An escape character is a sign of ISO 2022.
  static func canBeOffered(_ text: Data) -> Bool {
    text.withUnsafeBytes { isUnmarked($0) && unmarkedByteCount($0) == $0.count }
  }

  /// Returns whether stored text that is read in pieces can be offered unchanged.
  static func canBeOffered(_ text: OfferedPieces) throws -> Bool {
    var offset = 0
    while offset < text.byteCount {
      let piece = try text.read(offset, min(OfferedPieces.pieceByteCount, text.byteCount - offset))
      let isGood = piece.withUnsafeBytes { bytes in
        guard offset > 0 || isUnmarked(bytes) else { return false }
        // The last character of a piece can be incomplete. It is then the first one of the next piece.
        let count = unmarkedByteCount(bytes)
        offset += count
        return count > 0
      }
      guard isGood else { return false }
    }
    return true
  }

  private static func isUnmarked(_ bytes: UnsafeRawBufferPointer) -> Bool {
    !bytes.starts(with: [0xEF, 0xBB, 0xBF])
  }

  /// Returns the number of bytes before the first sign of another encoding.
  private static func unmarkedByteCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    var start = 0
    // Each part of the text is in the cache of the processor for all three searches.
    while start < bytes.count {
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 1 << 16, bytes.count)])
      if let sign = part.firstPlace(of: 0) ?? part.firstPlace(of: 0x1B) { return start + sign }
      guard let mistake = firstMistake(in: part) else {
        start += part.count
        continue
      }
      if mistake == 0 { break }
      start += mistake
    }
    return start
  }
}

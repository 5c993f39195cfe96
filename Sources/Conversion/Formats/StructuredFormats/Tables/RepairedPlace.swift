import Conversions
import Foundation
import TextEncodings

/// Where a text is damaged.
enum RepairedPlace {
  /// Where the first character stands that was put in place of bytes that are none.
  static func first(in text: UnsafeRawBufferPointer) -> CoderError.Position? {
    let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
    var place = 0
    while place + replacement.count <= text.count {
      if text[place] == replacement[0], text[place..<place + replacement.count].elementsEqual(replacement) {
        return .line(of: place, in: text)
      }
      place += 1
    }
    return nil
  }

  /// Where UTF-8 is damaged that is well-formed elsewhere; nil for a text of another encoding.
  ///
  /// Letters of UTF-8 have a form that two or three signs of another encoding hardly ever make.
  static func damage(_ data: Data, _ badByte: Int) -> CoderError.Position? {
    data.withUnsafeBytes { bytes in
      var hasLetters = false
      var start = 0
      while start < bytes.count, !hasLetters {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        let end = UTF8Check.firstMistake(in: rest) ?? rest.count
        hasLetters = rest[..<end].contains { $0 >= 0x80 }
        start += end + 1
      }
      return hasLetters ? .line(of: badByte, in: bytes) : nil
    }
  }
}

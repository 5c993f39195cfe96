import ByteTools

/// A picture in kitty's graphics protocol (Source: "Terminal graphics protocol" in the documentation of kitty).
package enum KittyPicture {
  /// The most base64 of a sequence.
  private static let pieceByteCount = 4096

  /// The sequences that show a PNG where the cursor is, which then is behind the last row of it.
  package static func sequences(png bytes: [UInt8]) -> [UInt8] { sequences("f=100", bytes) }

  /// The sequences that show samples of red, green, blue and alpha.
  package static func sequences(of picture: TerminalPicture) -> [UInt8] {
    sequences("f=32,s=\(picture.width),v=\(picture.height)", picture.samples)
  }

  /// The terminal answers nothing (`q=2`): there is nobody to read the answer when the program has ended.
  private static func sequences(_ format: String, _ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    bytes.withUnsafeBytes { Base64.encode($0, into: &encoded) }
    var rest = encoded[...]
    var sequences: [UInt8] = []
    var keys = "a=T,q=2,\(format),"
    repeat {
      let piece = rest.prefix(pieceByteCount)
      rest = rest.dropFirst(pieceByteCount)
      sequences += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);".utf8
      sequences += piece
      sequences += [0x1B, UInt8(ascii: "\\")]
      keys = "q=2,"
    } while !rest.isEmpty
    return sequences
  }
}

/// A picture as samples for a terminal.
package struct TerminalPicture: Sendable {
  package let width: Int
  package let height: Int
  /// Red, green, blue and straight alpha of each pixel, a byte each.
  package let samples: [UInt8]

  package init(width: Int, height: Int, samples: [UInt8]) {
    precondition(width > 0 && height > 0 && samples.count == width * height * 4, "a pixel has four samples")
    (self.width, self.height, self.samples) = (width, height, samples)
  }
}

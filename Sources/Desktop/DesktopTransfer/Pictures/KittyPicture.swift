import ByteTools

/// Encodes pictures in kitty's graphics protocol.
///
/// Source: "Terminal graphics protocol" in kitty's documentation.
package enum KittyPicture {
  /// The maximum number of base64 bytes in one escape sequence.
  private static let pieceByteCount = 4096

  /// Returns the escape sequences that show a PNG image at the cursor.
  ///
  /// Afterwards, the cursor is to the right of the image, in the last row of the image.
  package static func sequences(png bytes: [UInt8]) -> [UInt8] { sequences("f=100", bytes) }

  /// Returns the escape sequences that show a picture at the cursor.
  ///
  /// The picture is sent as samples of red, green, blue and alpha.
  package static func sequences(of picture: TerminalPicture) -> [UInt8] {
    sequences("f=32,s=\(picture.width),v=\(picture.height)", picture.samples)
  }

  /// `q=2` suppresses the terminal's responses, because the program may end before they arrive.
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

/// The samples of a picture for a terminal.
package struct TerminalPicture: Sendable {
  package let width: Int
  package let height: Int
  /// The red, green, blue and straight alpha of each pixel, one byte each.
  package let samples: [UInt8]

  package init(width: Int, height: Int, samples: [UInt8]) {
    precondition(width > 0 && height > 0 && samples.count == width * height * 4, "a pixel has four samples")
    (self.width, self.height, self.samples) = (width, height, samples)
  }
}

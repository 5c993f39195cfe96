extension CoderError.Position {
  /// The line and column of an offset in UTF-8 text; its cost is that of counting lines up to there.
  ///
  /// A carriage return, a line feed, or both together end a line.
  package static func line(of offset: Int, in bytes: UnsafeRawBufferPointer) -> CoderError.Position {
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\r") || (byte == UInt8(ascii: "\n") && previous != UInt8(ascii: "\r")) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 && byte != UInt8(ascii: "\n") {
        column += 1
      }
      previous = byte
    }
    return .line(line, column: column)
  }
}

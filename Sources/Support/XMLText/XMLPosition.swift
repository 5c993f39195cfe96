import ByteTools

/// A position in a text: a line, and a column in Unicode scalars.
///
/// A line ends with a carriage return, a line feed, or a carriage return followed by a line feed.
package struct XMLPosition: Equatable, Sendable {
  /// The line, from 1.
  package private(set) var line: Int
  /// The column in Unicode scalars, from 1.
  package private(set) var column: Int
  /// Whether the previous character is a carriage return, so that a line feed here ends no further line.
  private var followsCarriageReturn = false

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The start of a text.
  package init() { self.init(line: 1, column: 1) }

  /// The position of an offset in UTF-8 text, found in time proportional to the offset.
  ///
  /// - Parameter origin: the position of the first byte.
  package init(of offset: Int, in bytes: UnsafeRawBufferPointer, from origin: XMLPosition = XMLPosition()) {
    self = origin
    advance(over: UnsafeRawBufferPointer(rebasing: bytes[..<min(max(offset, 0), bytes.count)]))
    followsCarriageReturn = false
  }

  /// Moves the position past bytes of UTF-8 text.
  mutating func advance(over bytes: UnsafeRawBufferPointer) {
    guard let last = bytes.last else { return }
    var start = 0
    // Without carriage returns, line feeds can be counted and the last one found by fast loops.
    if !followsCarriageReturn, bytes.firstPlace(of: UInt8(ascii: "\r")) == nil {
      while let lineEnd = bytes.firstPlace(of: UInt8(ascii: "\n"), from: start) {
        line += 1
        column = 1
        start = lineEnd + 1
      }
      column += Self.scalarCount(bytes[start...])
      return
    }
    for byte in bytes {
      if byte == UInt8(ascii: "\r") || (byte == UInt8(ascii: "\n") && !followsCarriageReturn) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 && byte != UInt8(ascii: "\n") {
        column += 1
      }
      followsCarriageReturn = byte == UInt8(ascii: "\r")
    }
    followsCarriageReturn = last == UInt8(ascii: "\r")
  }

  /// Returns the number of characters of UTF-8 that begin in some bytes.
  private static func scalarCount(_ text: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: text)
    var count = bytes.count
    var place = 0
    while place + ByteWord.byteCount <= bytes.count {
      count -= ByteWord(bytes, at: place).continuationCount
      place += ByteWord.byteCount
    }
    while place < bytes.count {
      if bytes[place] & 0xC0 == 0x80 { count -= 1 }
      place += 1
    }
    return count
  }
}

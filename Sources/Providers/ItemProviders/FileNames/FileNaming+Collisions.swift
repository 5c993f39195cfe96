package import FileSystem

extension FileNaming {
  /// The name to try when one is taken: a number before its extension, `photo 2.png`, cut where it would be too long.
  package static func numbered(_ name: FileName, _ number: Int) -> FileName {
    let bytes = name.bytes
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == 0 ? nil : $0 } ?? bytes.count
    let tail = Array(" \(number)".utf8) + bytes[dot...]
    var end = min(dot, max(0, longestNameByteCount - tail.count))
    // Bytes 10xxxxxx continue a character; a cut before one would leave half of it.
    while end > 0, end < dot, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    guard let numbered = FileName(bytes: bytes[..<end] + tail) else {
      preconditionFailure("a number makes no name a bad one")
    }
    return numbered
  }
}

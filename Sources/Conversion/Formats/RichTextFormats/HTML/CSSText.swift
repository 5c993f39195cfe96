/// Where the parts of a style sheet end.
enum CSSText {
  /// The place of the first byte that ends a part, outside of strings, brackets and comments; else the end.
  static func end(of bytes: [UInt8], from start: Int, where ends: (UInt8) -> Bool) -> Int {
    var place = start
    var depth = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): place = stringEnd(bytes, from: place)
      case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "*"):
        place = commentEnd(bytes, from: place)
      case UInt8(ascii: "\\"): place += 2
      case _ where depth == 0 && ends(byte): return place
      default:
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
        if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth = max(0, depth - 1) }
        place += 1
      }
    }
    return bytes.count
  }

  /// The place after a string; one that is not closed ends with its line.
  static func stringEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count {
      if bytes[place] == bytes[start] || bytes[place] == UInt8(ascii: "\n") { return place + 1 }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  /// The place after a comment.
  static func commentEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start + 2
    while place + 1 < bytes.count {
      if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") { return place + 2 }
      place += 1
    }
    return bytes.count
  }

  /// The text without its comments, and without the marks that hid it from the first browsers.
  static func withoutComments(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let end = stringEnd(bytes, from: place)
        result.append(contentsOf: bytes[place..<end])
        place = end
      case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "*"):
        place = commentEnd(bytes, from: place)
        result.append(UInt8(ascii: " "))
      case UInt8(ascii: "<") where bytes[place...].starts(with: "<!--".utf8): place += 4
      case UInt8(ascii: "-") where bytes[place...].starts(with: "-->".utf8): place += 3
      default:
        result.append(byte)
        place += 1
      }
    }
    return result
  }
}

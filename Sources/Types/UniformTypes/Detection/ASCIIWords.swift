import ByteTools

// The probes use these definitions of letters, digits and words in ASCII.

extension UInt8 {
  /// Whether the byte is a decimal digit in ASCII.
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether the byte is a letter in ASCII.
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether the byte can be part of an identifier.
  var isWordByte: Bool { isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Returns whether the bytes contain a word.
  func holds(_ word: StaticString) -> Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: self)
    var start = 0
    while let place = bytes.firstPlace(of: word.utf8Start[0], from: start) {
      if PrefixBytes(bytes: bytes, isWhole: true).has(word, at: place) { return true }
      start = place + 1
    }
    return false
  }
}

// All modules use these definitions of ASCII case folding and hexadecimal digits.

extension UInt8 {
  /// The lowercase form of an uppercase ASCII letter; any other byte unchanged.
  @inlinable package var lowercasedASCII: UInt8 {
    @inline(__always) get { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
  }
}

extension [UInt8] {
  /// The bytes with uppercase ASCII letters converted to lowercase.
  ///
  /// The compiler vectorises this loop.
  package var lowercasedASCII: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { result, initializedCount in
      withUnsafeBufferPointer { bytes in
        for index in bytes.indices { result.initializeElement(at: index, to: bytes[index].lowercasedASCII) }
      }
      initializedCount = count
    }
  }
}

extension UInt8 {
  /// The value of the byte as a hexadecimal ASCII digit in either case; nil for any other byte.
  @inlinable package var hexadecimalDigit: UInt8? {
    @inline(__always) get {
      switch self {
      case 0x30...0x39: self - 0x30
      case 0x41...0x46: self - 0x37
      case 0x61...0x66: self - 0x57
      default: nil
      }
    }
  }

  /// Returns the two hexadecimal ASCII digits of the byte, high digit first.
  ///
  /// - Parameter capitals: whether digits above 9 are uppercase letters.
  @inlinable package func hexadecimalDigits(capitals: Bool = false) -> (UInt8, UInt8) {
    let letter: UInt8 = capitals ? 0x37 : 0x57
    let (high, low) = (self >> 4, self & 15)
    return (high + (high < 10 ? 0x30 : letter), low + (low < 10 ? 0x30 : letter))
  }
}

extension Sequence<UInt8> {
  /// The two lowercase hexadecimal ASCII digits of each byte.
  package var hexadecimalDigits: [UInt8] {
    flatMap { byte in
      let (high, low) = byte.hexadecimalDigits()
      return [high, low]
    }
  }
}

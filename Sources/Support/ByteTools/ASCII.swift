// The one rule for what bytes mean in ASCII: letters that are compared without regard to case, and digits.

extension UInt8 {
  /// A capital letter of ASCII as the small one; every other byte as it is.
  @inlinable package var lowercasedASCII: UInt8 {
    @inline(__always) get { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
  }
}

extension [UInt8] {
  /// The bytes with small letters for the capital letters of ASCII.
  ///
  /// A plain loop over memory: the compiler makes one of it that takes many bytes at a time.
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
  /// The value of the digit that the byte is in ASCII, with small or capital letters; nil for another byte.
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

  /// The two digits of the byte in ASCII, the one of more weight first.
  ///
  /// - Parameter capitals: whether digits above 9 are capital letters.
  @inlinable package func hexadecimalDigits(capitals: Bool = false) -> (UInt8, UInt8) {
    let letter: UInt8 = capitals ? 0x37 : 0x57
    let (high, low) = (self >> 4, self & 15)
    return (high + (high < 10 ? 0x30 : letter), low + (low < 10 ? 0x30 : letter))
  }
}

extension Sequence<UInt8> {
  /// The two digits of each byte in ASCII, with small letters.
  package var hexadecimalDigits: [UInt8] {
    flatMap { byte in
      let (high, low) = byte.hexadecimalDigits()
      return [high, low]
    }
  }
}

/// Reads the values of a D-Bus message in either byte order.
///
/// A method returns nil if the value is missing or invalid.
///
/// Positions are relative to the start of the values. In a message, this start is aligned for every type.
struct BusReader {
  /// The maximum nesting of arrays, structures and variants, as the specification allows.
  private static let depthLimit = 64

  private let bytes: ArraySlice<UInt8>
  private let isBigEndian: Bool
  private var place = 0

  init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    (self.bytes, self.isBigEndian) = (bytes, isBigEndian)
  }

  /// Whether all bytes are read.
  var isAtEnd: Bool { place == bytes.count }

  // MARK: Basic types

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[bytes.startIndex + place]
  }

  mutating func number() -> UInt32? { integer() }

  /// Reads a floating-point number, `d`.
  mutating func real() -> Double? {
    let bits: UInt64? = integer()
    return bits.map { Double(bitPattern: $0) }
  }

  private mutating func integer<Number: FixedWidthInteger & UnsignedInteger>() -> Number? {
    let byteCount = Number.bitWidth / 8
    guard align(to: byteCount), let bytes = take(byteCount) else { return nil }
    return (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Number($1) }
  }

  mutating func boolean() -> Bool? {
    guard let number = number(), number <= 1 else { return nil }
    return number == 1
  }

  /// Reads a text or a path, `s` or `o`: UTF-8 without a NUL.
  mutating func text() -> String? {
    guard let count = number(), let text = take(Int(count)), byte() == 0 else { return nil }
    return BusReader.text(text)
  }

  mutating func signature() -> String? {
    guard let count = byte(), let text = take(Int(count)), byte() == 0 else { return nil }
    return BusReader.text(text)
  }

  /// Reads an array of texts, `as`.
  mutating func texts() -> [String]? {
    guard let end = arrayEnd(of: 4) else { return nil }
    var texts: [String] = []
    while place < end {
      guard let text = text(), place <= end else { return nil }
      texts.append(text)
    }
    return texts
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  // MARK: Positions

  /// Advances to a multiple of the alignment.
  ///
  /// Returns false if a skipped byte is missing or not zero.
  mutating func align(to alignment: Int) -> Bool {
    let padding = (alignment - place % alignment) % alignment
    guard let zeros = take(padding) else { return false }
    return zeros.allSatisfy { $0 == 0 }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count - place else { return nil }
    let start = bytes.startIndex + place
    place += count
    return bytes[start..<start + count]
  }

  /// Reads the size of an array, and returns the position after the array.
  ///
  /// - Parameter alignment: the alignment of the elements.
  mutating func arrayEnd(of alignment: Int) -> Int? {
    guard let count = number(), align(to: alignment), Int(count) <= bytes.count - place else { return nil }
    return place + Int(count)
  }

  /// Returns whether there are more elements before the end of an array.
  func isBefore(_ end: Int) -> Bool { place < end }

  // MARK: Types that are not used

  /// Skips a variant of any type; returns false if the variant is not valid.
  mutating func skipVariant(_ depth: Int = 0) -> Bool {
    guard let signature = signature() else { return false }
    var types = Array(signature.utf8)[...]
    return skip(&types, depth + 1) && types.isEmpty
  }

  /// Skips a value of the first type of a signature, and removes this type from the signature.
  private mutating func skip(_ types: inout ArraySlice<UInt8>, _ depth: Int) -> Bool {
    guard depth < BusReader.depthLimit, let type = types.popFirst() else { return false }
    switch type {
    case UInt8(ascii: "y"): return byte() != nil
    case UInt8(ascii: "n"), UInt8(ascii: "q"): return align(to: 2) && take(2) != nil
    case UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "h"), UInt8(ascii: "b"): return number() != nil
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): return align(to: 8) && take(8) != nil
    case UInt8(ascii: "s"), UInt8(ascii: "o"): return text() != nil
    case UInt8(ascii: "g"): return signature() != nil
    case UInt8(ascii: "v"): return skipVariant(depth)
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      let end = type == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
      guard align(to: 8) else { return false }
      while let next = types.first, next != end { guard skip(&types, depth + 1) else { return false } }
      return types.popFirst() == end
    case UInt8(ascii: "a"): return skipArray(&types, depth)
    default: return false
    }
  }

  private mutating func skipArray(_ types: inout ArraySlice<UInt8>, _ depth: Int) -> Bool {
    guard let element = types.first else { return false }
    let alignment =
      switch element {
      case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
      case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
      case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
      default: 4
      }
    guard let end = arrayEnd(of: alignment), let length = BusReader.typeLength(types) else { return false }
    while place < end {
      var element = types.prefix(length)
      let before = place
      // Elements without bytes would cause an endless loop.
      guard skip(&element, depth + 1), place > before, place <= end else { return false }
    }
    types = types.dropFirst(length)
    return true
  }

  /// Returns the number of characters of the first type in a signature; nil if the type is incomplete.
  private static func typeLength(_ types: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for (index, type) in types.enumerated() {
      switch type {
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "a"): continue
      default: break
      }
      if depth < 0 { return nil }
      if depth == 0 { return index + 1 }
    }
    return nil
  }
}

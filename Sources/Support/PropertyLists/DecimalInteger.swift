/// Integers of any size as decimal digits after a minus sign or none, and the bytes that stand for them.
package enum DecimalInteger {
  /// The most bytes that a binary property list gives an integer.
  package static let byteCountLimit = 16

  /// Reads big-endian two's complement bytes; the cost is quadratic, so the caller bounds their number.
  static func node(bigEndian bytes: some Sequence<UInt8>) -> PropertyListNode {
    var magnitude = Array(bytes)
    let isNegative = magnitude.first.map { $0 >= 0x80 } ?? false
    if isNegative { negate(&magnitude) }
    return node(magnitude: magnitude, isNegative: isNegative)
  }

  /// Reads the big-endian bytes of a number without its sign; the cost is quadratic.
  static func node(magnitude bytes: [UInt8], isNegative: Bool) -> PropertyListNode {
    var rest = bytes
    var digits: [UInt8] = []
    while rest.contains(where: { $0 != 0 }) {
      var remainder = 0
      for index in rest.indices {
        let part = remainder << 8 | Int(rest[index])
        rest[index] = UInt8(part / 10)
        remainder = part % 10
      }
      digits.append(UInt8(ascii: "0") + UInt8(remainder))
    }
    return node(sign: isNegative ? "-" : "", digits: digits.reversed())
  }

  /// Reads decimal digits after a sign or none, leading zeros allowed; nil if the text is anything else.
  static func node(_ text: UnsafeRawBufferPointer) -> PropertyListNode? {
    var digits = text[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    return node(sign: isNegative ? "-" : "", digits: digits.drop { $0 == UInt8(ascii: "0") })
  }

  private static func node(sign: String, digits: some Collection<UInt8>) -> PropertyListNode {
    let spelling = digits.isEmpty ? "0" : sign + String(decoding: digits, as: UTF8.self)
    // 19 digits and a sign are the longest word.
    let word = digits.count <= 19 ? Int64(spelling) : nil
    return word.map(PropertyListNode.integer) ?? .largeInteger(digits: spelling)
  }

  /// Digits as big-endian two's complement bytes, as many as binary property lists give a large integer; nil if
  /// they do not fit.
  package static func bigEndianBytes(ofDigits spelling: String) -> [UInt8]? {
    let isNegative = spelling.utf8.first == UInt8(ascii: "-")
    let digits = isNegative ? spelling.utf8.dropFirst() : spelling.utf8[...]
    // A byte holds more than two decimal digits, so longer numbers cannot fit and are not worth multiplying out.
    guard digits.count <= byteCountLimit * 3 else { return nil }
    var bytes = [UInt8](repeating: 0, count: byteCountLimit)
    for digit in digits {
      var carry = Int(digit - UInt8(ascii: "0"))
      for index in bytes.indices.reversed() {
        let part = Int(bytes[index]) * 10 + carry
        bytes[index] = UInt8(truncatingIfNeeded: part)
        carry = part >> 8
      }
      guard carry == 0 else { return nil }
    }
    if isNegative { negate(&bytes) }
    guard let first = bytes.first, (first >= 0x80) == isNegative else { return nil }
    return bytes
  }

  private static func negate(_ bytes: inout [UInt8]) {
    var carry = true
    for index in bytes.indices.reversed() {
      bytes[index] = ~bytes[index]
      if carry { (bytes[index], carry) = bytes[index].addingReportingOverflow(1) }
    }
  }
}

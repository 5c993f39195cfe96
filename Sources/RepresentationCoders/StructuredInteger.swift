/// An integer of any size.
///
/// What fits in 64 bits with a sign is stored as such; anything beyond is stored as its decimal digits.
public struct StructuredInteger: Hashable, Sendable, CustomStringConvertible {
  private enum Storage: Hashable {
    case word(Int64)
    /// Decimal digits without leading zeros, after a minus sign or none; never a number that fits in a word.
    case digits(String)
  }

  private let storage: Storage

  /// Makes an integer of any of Swift's.
  public init(_ value: some BinaryInteger) {
    storage = Int64(exactly: value).map(Storage.word) ?? .digits(String(value))
  }

  /// Reads decimal digits after a sign or none; nil if `text` is anything else.
  ///
  /// Leading zeros are allowed and mean nothing. The cost is linear, however many digits there are.
  public init?(decimal text: String) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    digits = digits.drop { $0 == UInt8(ascii: "0") }
    let spelling = (isNegative ? "-" : "") + (digits.isEmpty ? "0" : String(Substring(digits)))
    // 19 digits and a sign are the longest word.
    storage = (digits.count <= 19 ? Int64(spelling) : nil).map(Storage.word) ?? .digits(spelling)
  }

  /// The number, if it fits.
  public var int64: Int64? {
    if case .word(let word) = storage { word } else { nil }
  }

  /// The number, if it is not negative and fits.
  public var uint64: UInt64? {
    switch storage {
    case .word(let word): UInt64(exactly: word)
    case .digits(let digits): UInt64(digits)
    }
  }

  /// The decimal digits, after a minus sign where the number is negative.
  public var description: String {
    switch storage {
    case .word(let word): String(word)
    case .digits(let digits): digits
    }
  }
}

// MARK: - Two's complement

extension StructuredInteger {
  /// Reads big-endian two's complement bytes; the cost is quadratic, so the caller bounds their number.
  init(bigEndian bytes: some Sequence<UInt8>) {
    var magnitude = Array(bytes)
    let isNegative = magnitude.first.map { $0 >= 0x80 } ?? false
    if isNegative { StructuredInteger.negate(&magnitude) }
    self.init(magnitude: magnitude, isNegative: isNegative)
  }

  /// Reads the big-endian bytes of a number without its sign; the cost is quadratic.
  init(magnitude bytes: [UInt8], isNegative: Bool) {
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
    let spelling =
      (isNegative ? "-" : "") + String(decoding: digits.isEmpty ? [0x30] : digits.reversed(), as: UTF8.self)
    storage = Int64(spelling).map(Storage.word) ?? .digits(spelling)
  }

  /// The number as big-endian two's complement bytes; nil if it does not fit.
  func bigEndianBytes(count: Int) -> [UInt8]? {
    let spelling = description.utf8
    let isNegative = spelling.first == UInt8(ascii: "-")
    let digits = isNegative ? spelling.dropFirst() : spelling[...]
    // A byte holds more than two decimal digits, so longer numbers cannot fit and are not worth multiplying out.
    guard digits.count <= count * 3 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    for digit in digits {
      var carry = Int(digit - UInt8(ascii: "0"))
      for index in bytes.indices.reversed() {
        let part = Int(bytes[index]) * 10 + carry
        bytes[index] = UInt8(truncatingIfNeeded: part)
        carry = part >> 8
      }
      guard carry == 0 else { return nil }
    }
    if isNegative { StructuredInteger.negate(&bytes) }
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

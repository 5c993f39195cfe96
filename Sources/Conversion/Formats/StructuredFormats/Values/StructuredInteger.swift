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

  /// Makes an integer of decimal digits that a reader has checked, and that do not fit in a word.
  init(checkedDigits digits: String) { storage = .digits(digits) }

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

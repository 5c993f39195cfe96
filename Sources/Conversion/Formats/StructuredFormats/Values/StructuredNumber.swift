import Foundation

/// An integer of any size.
///
/// An integer that fits in a signed 64-bit word is stored as a word. Any other integer is stored as decimal
/// digits.
public struct StructuredInteger: Hashable, Sendable, CustomStringConvertible {
  private enum Storage: Hashable {
    case word(Int64)
    /// Decimal digits without leading zeros, with an optional minus sign. A number that fits in a word is
    /// never stored in this form.
    case digits(String)
  }

  private let storage: Storage

  /// Makes an integer from any Swift integer.
  ///
  /// - Parameter value: the number.
  public init(_ value: some BinaryInteger) {
    storage = Int64(exactly: value).map(Storage.word) ?? .digits(String(value))
  }

  /// Parses decimal digits after an optional sign; nil for any other text.
  ///
  /// Leading zeros are dropped. The time is linear in the number of digits.
  ///
  /// - Parameter text: the digits, with an optional plus or minus sign.
  public init?(decimal text: String) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    digits = digits.drop { $0 == UInt8(ascii: "0") }
    let spelling = (isNegative ? "-" : "") + (digits.isEmpty ? "0" : String(Substring(digits)))
    // The longest number that fits in a word has 19 digits and an optional sign.
    storage = (digits.count <= 19 ? Int64(spelling) : nil).map(Storage.word) ?? .digits(spelling)
  }

  /// Makes an integer from decimal digits.
  ///
  /// The caller has checked that the number does not fit in a word.
  package init(checkedDigits digits: String) { storage = .digits(digits) }

  /// Makes an integer from the digits of a base that is a power of two.
  ///
  /// The time grows with the square of the number of digits, so callers limit that number.
  ///
  /// - Parameters:
  ///   - digits: the values of the digits, the highest first.
  ///   - bitsPerDigit: the number of bits of a digit, at most 4.
  ///   - isNegative: whether the integer is negative.
  package init(digits: [UInt8], bitsPerDigit: UInt64, isNegative: Bool = false) {
    // Limbs of 18 decimal digits, the lowest first. A limb has 60 bits, so that the product fits in a word.
    let base: UInt64 = 1_000_000_000_000_000_000
    var limbs: [UInt64] = [0]
    for digit in digits {
      var carry = UInt64(digit)
      for index in limbs.indices {
        let product = limbs[index] << bitsPerDigit + carry
        carry = product / base
        limbs[index] = product % base
      }
      if carry > 0 { limbs.append(carry) }
    }
    var spelling = (isNegative ? "-" : "") + String(limbs[limbs.count - 1])
    for limb in limbs.dropLast().reversed() {
      let digits = String(limb)
      spelling += String(repeating: "0", count: 18 - digits.utf8.count) + digits
    }
    storage = Int64(spelling).map(Storage.word) ?? .digits(spelling)
  }

  /// The number; nil if it does not fit in a signed 64-bit integer.
  public var int64: Int64? {
    if case .word(let word) = storage { word } else { nil }
  }

  /// The number; nil if it does not fit in an unsigned 64-bit integer.
  public var uint64: UInt64? {
    switch storage {
    case .word(let word): UInt64(exactly: word)
    case .digits(let digits): UInt64(digits)
    }
  }

  /// The decimal digits, with a minus sign if the number is negative.
  public var description: String {
    switch storage {
    case .word(let word): String(word)
    case .digits(let digits): digits
    }
  }
}

/// A number with a fraction or an exponent, stored with its original digits.
///
/// A spelling is faithful to a `Double` if printing the `Double` with the same number of digits gives the
/// same digits. For example, `0.1`, `0.10000000000000001` and `0.1000000000000000000` are faithful, but
/// `0.10000000000000000001` is not. Two numbers are equal if both are faithful to the same `Double`, or if
/// they are the same decimal number. Zero and negative zero are different. NaN equals NaN.
public struct StructuredReal: Sendable {
  private enum Storage {
    case double(Double)
    /// The spelling of a number in JSON's grammar.
    case spelled(String)
  }

  private let storage: Storage

  /// Makes a number, which may be infinite or NaN.
  ///
  /// - Parameter value: the number.
  public init(_ value: Double) { storage = .double(value) }

  /// Makes a number from its spelling, such as `3.14159265358979323846`; nil if the spelling is not a JSON
  /// number.
  ///
  /// If the spelling is an integer, `.0` is appended, so that the number is written as a real number.
  ///
  /// - Parameter spelling: the number in JSON's grammar.
  public init?(spelling: String) {
    guard DecimalNumber(spelling.utf8) != nil else { return nil }
    let isInteger = spelling != "-0" && StructuredInteger(decimal: spelling) != nil
    storage = .spelled(isInteger ? spelling + ".0" : spelling)
  }

  /// Makes a number from a spelling.
  ///
  /// The caller has checked that the spelling is a JSON number.
  package init(checkedSpelling: String) { storage = .spelled(checkedSpelling) }

  /// The nearest `Double`; infinite if the number is too large for a `Double`.
  public var doubleValue: Double {
    switch storage {
    case .double(let value): value
    case .spelled(let text): Double(text) ?? .nan
    }
  }

  /// Whether the number is neither infinite nor NaN.
  ///
  /// A number that is too large for a `Double` is finite.
  public var isFinite: Bool {
    switch storage {
    case .double(let value): value.isFinite
    case .spelled: true
    }
  }

  /// The digits as originally written.
  ///
  /// For a number made from a `Double`, these are the fewest digits that read back as the same `Double`.
  ///
  /// The spelling of a finite number is a JSON number. The other spellings are `nan`, `+infinity` and
  /// `-infinity`, as in property lists.
  public var spelling: String {
    switch storage {
    case .spelled(let text): text
    case .double(let value) where value.isFinite: value.description
    case .double(let value): value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity"
    }
  }

  /// Returns whether all digits before an exponent are zero.
  static func isZero(_ spelling: String) -> Bool {
    !spelling.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { 0x31...0x39 ~= $0 }
  }

  /// The `Double` to which the spelling is faithful; nil if there is none.
  package var faithfulDouble: Double? {
    guard case .spelled(let text) = storage else { return doubleValue }
    guard let value = Double(text), value.isFinite, let number = DecimalNumber(text.utf8) else { return nil }
    if DecimalNumber(value.description.utf8) == number { return value }
    // At least one digit must be printed, and no `Double` has more than 800 significant digits.
    guard (1...800).contains(number.digits.count) else { return nil }
    let printed = String(format: "%.\(number.digits.count - 1)e", value)
    return DecimalNumber(printed.utf8) == number ? value : nil
  }
}

extension StructuredReal: Equatable {
  /// Returns whether two numbers are faithful to the same `Double`, or are the same decimal number.
  public static func == (left: StructuredReal, right: StructuredReal) -> Bool {
    if case .spelled(let left) = left.storage, case .spelled(let right) = right.storage {
      if left == right || DecimalNumber(left.utf8) == DecimalNumber(right.utf8) { return true }
    }
    guard let left = left.faithfulDouble, let right = right.faithfulDouble else { return false }
    return left.isNaN ? right.isNaN : left.bitPattern == right.bitPattern
  }
}

/// A decimal number, independent of its spelling.
///
/// For example, 0.5e1, 5 and 5.00 are equal.
private struct DecimalNumber: Equatable {
  let isNegative: Bool
  /// The digits from the first nonzero digit to the last nonzero digit.
  let digits: [UInt8]
  /// The power of ten of the first digit.
  ///
  /// If the exponent is too large to compute, this is the whole spelling.
  let exponent: Exponent

  enum Exponent: Equatable {
    case power(Int)
    case uncountable([UInt8])
  }

  /// Parses a JSON number; nil for any other text.
  init?(_ text: some Collection<UInt8>) {
    var rest = Array(text)[...]
    func digitsAtStart() -> ArraySlice<UInt8> { rest.prefix { $0 &- UInt8(ascii: "0") < 10 } }
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let whole = digitsAtStart()
    guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { return nil }
    rest = rest.dropFirst(whole.count)
    var fraction: ArraySlice<UInt8> = []
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = digitsAtStart()
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(fraction.count)
    }
    var power: ArraySlice<UInt8> = [UInt8(ascii: "0")]
    var isPowerNegative = false
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      isPowerNegative = rest.first == UInt8(ascii: "-")
      if isPowerNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      power = digitsAtStart()
      guard !power.isEmpty else { return nil }
      rest = rest.dropFirst(power.count)
    }
    guard rest.isEmpty else { return nil }

    let all = whole + fraction
    let significant = all.drop { $0 == UInt8(ascii: "0") }
    guard let last = significant.lastIndex(where: { $0 != UInt8(ascii: "0") }) else {
      digits = []
      exponent = .power(0)
      return
    }
    digits = Array(significant[...last])
    let firstPlace = whole.count - 1 - (all.count - significant.count)
    power = power.drop { $0 == UInt8(ascii: "0") }
    if power.count <= 15 {
      let written = Int(String(decoding: power, as: UTF8.self)) ?? 0
      exponent = .power((isPowerNegative ? -written : written) + firstPlace)
    } else {
      exponent = .uncountable(Array(text))
    }
  }
}

import Foundation

/// An integer of any size.
///
/// An integer that fits in 64 signed bits is stored as such; any other is stored as its decimal digits.
public struct StructuredInteger: Hashable, Sendable, CustomStringConvertible {
  private enum Storage: Hashable {
    case word(Int64)
    /// Decimal digits without leading zeros, with an optional minus sign; never a number that fits in a
    /// word.
    case digits(String)
  }

  private let storage: Storage

  /// Creates an integer from any Swift integer.
  ///
  /// - Parameter value: the number.
  public init(_ value: some BinaryInteger) {
    storage = Int64(exactly: value).map(Storage.word) ?? .digits(String(value))
  }

  /// Reads decimal digits after an optional sign; nil if `text` is anything else.
  ///
  /// Leading zeros are allowed and dropped. The time is linear in the number of digits.
  ///
  /// - Parameter text: the digits, with a minus sign if the number is negative.
  public init?(decimal text: String) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    digits = digits.drop { $0 == UInt8(ascii: "0") }
    let spelling = (isNegative ? "-" : "") + (digits.isEmpty ? "0" : String(Substring(digits)))
    // The longest number that fits in a word has 19 digits and a sign.
    storage = (digits.count <= 19 ? Int64(spelling) : nil).map(Storage.word) ?? .digits(spelling)
  }

  /// Creates an integer from decimal digits that a reader has checked and that do not fit in a word.
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

  /// The decimal digits, with a minus sign if the number is negative.
  public var description: String {
    switch storage {
    case .word(let word): String(word)
    case .digits(let digits): digits
    }
  }
}

/// A number with a fraction or an exponent, which keeps the digits with which it was written.
///
/// Digits are faithful to a `Double` if printing the `Double` with the same number of digits results in
/// these digits. Thus `0.1`, `0.10000000000000001` and `0.1000000000000000000` are faithful, but
/// `0.10000000000000000001` is not. Two numbers are equal if both are faithful to the same `Double`, or
/// are the same decimal number. Zero and negative zero differ, and NaN equals itself.
public struct StructuredReal: Sendable {
  private enum Storage {
    case double(Double)
    /// A number in JSON's grammar.
    case spelled(String)
  }

  private let storage: Storage

  /// Creates a number, which may be infinite or NaN.
  ///
  /// - Parameter value: the number.
  public init(_ value: Double) { storage = .double(value) }

  /// Creates a number from its spelling, such as `3.14159265358979323846`; nil if it is not a JSON
  /// number.
  ///
  /// An integer's spelling is extended by the fraction `.0`, so that it is written as a real number.
  ///
  /// - Parameter spelling: the number as written in JSON.
  public init?(spelling: String) {
    guard DecimalNumber(spelling.utf8) != nil else { return nil }
    let isInteger = spelling != "-0" && StructuredInteger(decimal: spelling) != nil
    storage = .spelled(isInteger ? spelling + ".0" : spelling)
  }

  /// Creates a number from a spelling that a scanner has already checked.
  init(checkedSpelling: String) { storage = .spelled(checkedSpelling) }

  /// The nearest `Double`; infinite if the number is too large for one.
  public var doubleValue: Double {
    switch storage {
    case .double(let value): value
    case .spelled(let text): Double(text) ?? .nan
    }
  }

  /// Whether the number is neither infinite nor NaN.
  ///
  /// A number that is only too large for a `Double` is finite.
  public var isFinite: Bool {
    switch storage {
    case .double(let value): value.isFinite
    case .spelled: true
    }
  }

  /// The digits as written, or the shortest that read back as the same `Double`.
  ///
  /// The spelling of a finite number is a JSON number; the others are `nan`, `+infinity` and `-infinity`,
  /// as in property lists.
  public var spelling: String {
    switch storage {
    case .spelled(let text): text
    case .double(let value) where value.isFinite: value.description
    case .double(let value): value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity"
    }
  }

  /// The `Double` to which the digits are faithful; nil if there is none.
  var faithfulDouble: Double? {
    guard case .spelled(let text) = storage else { return doubleValue }
    guard let value = Double(text), value.isFinite, let number = DecimalNumber(text.utf8) else { return nil }
    if DecimalNumber(value.description.utf8) == number { return value }
    // No `Double` has more digits than this, and at least one digit must be printed.
    guard (1...800).contains(number.digits.count) else { return nil }
    let printed = String(format: "%.\(number.digits.count - 1)e", value)
    return DecimalNumber(printed.utf8) == number ? value : nil
  }
}

extension StructuredReal: Equatable {
  /// Whether two numbers are faithful to the same `Double`, or are the same decimal number.
  public static func == (left: StructuredReal, right: StructuredReal) -> Bool {
    if case .spelled(let left) = left.storage, case .spelled(let right) = right.storage {
      if left == right || DecimalNumber(left.utf8) == DecimalNumber(right.utf8) { return true }
    }
    guard let left = left.faithfulDouble, let right = right.faithfulDouble else { return false }
    return left.isNaN ? right.isNaN : left.bitPattern == right.bitPattern
  }
}

/// A decimal number independent of its spelling: 0.5e1, 5 and 5.00 are equal.
private struct DecimalNumber: Equatable {
  let isNegative: Bool
  /// The digits from the first to the last nonzero digit.
  let digits: [UInt8]
  /// The power of ten of the first digit; the exponent as written if it is too large to compute.
  let exponent: Exponent

  enum Exponent: Equatable {
    case power(Int)
    case uncountable([UInt8])
  }

  /// Reads a JSON number; nil for anything else.
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

import Foundation

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
  ///
  /// - Parameter value: the number.
  public init(_ value: some BinaryInteger) {
    storage = Int64(exactly: value).map(Storage.word) ?? .digits(String(value))
  }

  /// Reads decimal digits after a sign or none; nil if `text` is anything else.
  ///
  /// Leading zeros are allowed and dropped. The cost is linear, however many digits there are.
  ///
  /// - Parameter text: the digits, with a minus sign where it is negative.
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

/// A number with a fraction or an exponent, which keeps the digits it was written with.
///
/// Digits are faithful to a `Double` when it has just these if it is printed with as many: both `0.1` and
/// `0.10000000000000001` are, `0.1000000000000000000` too, and `0.10000000000000000001` is not. Two numbers are equal
/// when both are faithful to the same `Double`, or are the same decimal number. Zero and negative zero differ, and NaN
/// equals itself.
public struct StructuredReal: Sendable {
  private enum Storage {
    case double(Double)
    /// A number by JSON's grammar.
    case spelled(String)
  }

  private let storage: Storage

  /// Makes a number; it may be infinite or NaN.
  ///
  /// - Parameter value: the number.
  public init(_ value: Double) { storage = .double(value) }

  /// Makes a number of its spelling, such as `3.14159265358979323846`; nil if JSON's grammar has no such number.
  ///
  /// An integer's spelling is given the fraction `.0`, so that the number stays a real one where it is written.
  ///
  /// - Parameter spelling: the number as it is written in JSON.
  public init?(spelling: String) {
    guard DecimalNumber(spelling.utf8) != nil else { return nil }
    let isInteger = spelling != "-0" && StructuredInteger(decimal: spelling) != nil
    storage = .spelled(isInteger ? spelling + ".0" : spelling)
  }

  /// Makes a number of a spelling that a scanner has checked already.
  init(checkedSpelling: String) { storage = .spelled(checkedSpelling) }

  /// The nearest `Double`; infinite where the number is too large for one.
  public var doubleValue: Double {
    switch storage {
    case .double(let value): value
    case .spelled(let text): Double(text) ?? .nan
    }
  }

  /// Whether the number is neither infinite nor NaN.
  ///
  /// One that is merely too large for a `Double` is finite.
  public var isFinite: Bool {
    switch storage {
    case .double(let value): value.isFinite
    case .spelled: true
    }
  }

  /// The digits as they were written, or the shortest that read back as the same `Double`.
  ///
  /// A finite number's are a number of JSON; the others are `nan`, `+infinity` and `-infinity` as in property lists.
  public var spelling: String {
    switch storage {
    case .spelled(let text): text
    case .double(let value) where value.isFinite: value.description
    case .double(let value): value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity"
    }
  }

  /// The `Double` that the digits are faithful to; nil if they say more, or something else, than any.
  var faithfulDouble: Double? {
    guard case .spelled(let text) = storage else { return doubleValue }
    guard let value = Double(text), value.isFinite, let number = DecimalNumber(text.utf8) else { return nil }
    if DecimalNumber(value.description.utf8) == number { return value }
    // No `Double` has more digits than these, and fewer than one cannot be printed.
    guard (1...800).contains(number.digits.count) else { return nil }
    let printed = String(format: "%.\(number.digits.count - 1)e", value)
    return DecimalNumber(printed.utf8) == number ? value : nil
  }
}

extension StructuredReal: Equatable {
  /// Whether two are faithful to the same `Double`, or the same decimal number.
  public static func == (left: StructuredReal, right: StructuredReal) -> Bool {
    if case .spelled(let left) = left.storage, case .spelled(let right) = right.storage {
      if left == right || DecimalNumber(left.utf8) == DecimalNumber(right.utf8) { return true }
    }
    guard let left = left.faithfulDouble, let right = right.faithfulDouble else { return false }
    return left.isNaN ? right.isNaN : left.bitPattern == right.bitPattern
  }
}

/// A decimal number without the freedom of its spelling: 0.5e1, 5 and 5.00 are one.
private struct DecimalNumber: Equatable {
  let isNegative: Bool
  /// The digits from the first to the last that is not zero.
  let digits: [UInt8]
  /// The power of ten the first digit stands for; the text's own, where it is too large to count.
  let exponent: Exponent

  enum Exponent: Equatable {
    case power(Int)
    case uncountable([UInt8])
  }

  /// Reads a number of JSON; nil for anything else.
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

import Foundation
import TestSupport

@testable import StructuredFormats

/// Random structured values for laws.
struct RandomValues {
  /// The kinds of values that the format under test can store without a loss.
  struct Kinds: OptionSet {
    let rawValue: Int
    static let nulls = Kinds(rawValue: 1)
    static let dataAndWholeDates = Kinds(rawValue: 2)
    static let fractionalDates = Kinds(rawValue: 4)
    static let uids = Kinds(rawValue: 8)
    static let controls = Kinds(rawValue: 16)
    static let duplicates = Kinds(rawValue: 32)
    static let hugeIntegers = Kinds(rawValue: 64)
    static let spelledReals = Kinds(rawValue: 128)
    static let infinities = Kinds(rawValue: 256)
    /// Text that careless readers change: combining marks, and byte order marks inside a text.
    static let subtleText = Kinds(rawValue: 512)
    /// Dictionaries of at most one member, and reals of few digits: values that all writers spell alike.
    static let plain = Kinds(rawValue: 1024)
    static let localTimes = Kinds(rawValue: 2048)
  }

  var generator: SeededGenerator
  let kinds: Kinds

  init(seed: UInt64, _ kinds: Kinds) {
    generator = SeededGenerator(seed: seed)
    self.kinds = kinds
  }

  mutating func value(depth: Int = 4) -> StructuredValue {
    switch pick(depth > 0 ? 14 : 10) {
    case 0: return kinds.contains(.nulls) ? .null : .boolean(false)
    case 1: return .boolean(pick(2) == 0)
    case 2, 3: return .integer(integer())
    case 4: return .real(real())
    case 5, 6: return .string(string())
    case 7 where kinds.contains(.dataAndWholeDates): return .data(Data(generator.bytes(count: pick(90))))
    case 8 where kinds.contains(.dataAndWholeDates): return .date(date())
    case 9 where kinds.contains(.localTimes) && pick(2) == 0: return localTime()
    case 9 where kinds.contains(.uids): return .uid(UInt64(pick(70_000)))
    case 7, 8, 9: return .string(string())
    case 10, 11:
      let count = pick(6)
      return .array((0..<count).map { _ in value(depth: depth - 1) })
    default: return dictionary(depth: depth)
    }
  }

  private mutating func dictionary(depth: Int) -> StructuredValue {
    var members: [StructuredMember] = []
    var keys: Set<[UInt8]> = []
    for _ in 0..<pick(kinds.contains(.plain) ? 2 : 6) {
      let key = string()
      guard keys.insert(Array(key.utf8)).inserted || kinds.contains(.duplicates) else { continue }
      members.append(StructuredMember(key, value(depth: depth - 1)))
    }
    return .dictionary(members)
  }

  mutating func string() -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<pick(pick(4) == 0 ? 40 : 8) {
      switch pick(10) {
      case 0:
        scalars.append(
          oneOf([
            kinds.contains(.subtleText) ? "\u{301}" : "é", kinds.contains(.subtleText) ? "\u{FEFF}" : "ö",
            "中", "\u{FFFD}", "\u{2028}", "&", "<",
            ">", "\"",
          ]))
      case 1: scalars.append(oneOf(["😀", "𝄞", "\u{10FFFD}", "\u{E000}", "]"]))
      case 2: scalars.append(oneOf(["\n", "\t", " "]))
      case 3 where kinds.contains(.controls):
        scalars.append(oneOf(["\u{0}", "\u{1}", "\u{1F}", "\r", "\u{FFFF}"]))
      default: scalars.append(UnicodeScalar(UInt8(0x21 + pick(0x5E))))
      }
    }
    return String(scalars)
  }

  private mutating func integer() -> StructuredInteger {
    switch pick(8) {
    case 0: return StructuredInteger(generator.next())
    case 1: return StructuredInteger(Int64(bitPattern: generator.next()))
    case 2: return StructuredInteger(oneOf([Int64.min, Int64.max, 255, 256, 65_535, 65_536, -1]))
    case 3 where kinds.contains(.hugeIntegers):
      let digits = (0..<1 + pick(60)).map { _ in String(pick(10)) }.joined()
      return StructuredInteger(decimal: (pick(2) == 0 ? "-" : "") + digits) ?? StructuredInteger(0)
    default: return StructuredInteger(pick(1000) - 500)
    }
  }

  private mutating func real() -> StructuredReal {
    switch pick(6) {
    case 0 where kinds.contains(.infinities): return StructuredReal(oneOf([.nan, .infinity, -.infinity]))
    case 1 where kinds.contains(.spelledReals):
      let spelling = "\(pick(100)).\(generator.next())\(generator.next())e\(pick(600) - 300)"
      return StructuredReal(spelling: spelling) ?? StructuredReal(0)
    case _ where kinds.contains(.plain), 2: return StructuredReal(Double(pick(1000)) / 8)
    default:
      let value = Double(bitPattern: generator.next())
      return StructuredReal(value.isFinite && value != 0 ? value : 1.25)
    }
  }

  private mutating func date() -> Date {
    let seconds = Double(pick(8_000_000_000) - 4_000_000_000)
    return Date(
      timeIntervalSinceReferenceDate: seconds
        + (kinds.contains(.fractionalDates) ? Double(pick(1000)) / 1000 : 0))
  }

  private mutating func localTime() -> StructuredValue {
    let date = LocalDate(dayNumber: Int64(pick(3_652_425) - 719_528))
    let time = LocalTime(
      hour: pick(24), minute: pick(60), second: pick(61),
      nanosecond: pick(2) == 0 ? 0 : oneOf([1, 250_000_000, 999_999_999, pick(1_000_000_000)]))
    switch (pick(3), date, time) {
    case (0, let date?, _): return .localDate(date)
    case (1, _, let time?): return .localTime(time)
    case (_, let date?, let time?): return .localDateTime(LocalDateTime(date: date, time: time))
    default: preconditionFailure("a field is out of range")
    }
  }

  private mutating func oneOf<Element>(_ elements: [Element]) -> Element { elements[pick(elements.count)] }

  /// A random number that is at least 0 and less than `count`.
  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
}

extension StructuredValue {
  /// The date or time of a text such as `2024-01-31`; null for any other text.
  static func local(_ text: String) -> StructuredValue {
    if let date = LocalDate(text) { return .localDate(date) }
    if let time = LocalTime(text) { return .localTime(time) }
    return LocalDateTime(text).map { .localDateTime($0) } ?? .null
  }
}

/// The first difference between two values, for failure comments; nil if they are equal.
func difference(_ left: StructuredValue, _ right: StructuredValue, at path: String = "") -> String? {
  switch (left, right) {
  case (.array(let left), .array(let right)) where left.count == right.count:
    return zip(left, right).enumerated().lazy.compactMap { difference($1.0, $1.1, at: "\(path)[\($0)]") }
      .first
  case (.dictionary(let left), .dictionary(let right)) where left.map(\.key) == right.map(\.key):
    return zip(left, right).lazy.compactMap { difference($0.value, $1.value, at: "\(path).\($0.key)") }.first
  default:
    return left == right ? nil : "\(path): \(left) and \(right)"
  }
}

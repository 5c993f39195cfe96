import Foundation
import StructuredFormats
import TestSupport

/// Random values that TOML can express without a loss, apart from the order of members.
struct TOMLValues {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A random dictionary.
  mutating func document() -> StructuredValue { dictionary(depth: 4) }

  private mutating func value(depth: Int) -> StructuredValue {
    switch pick(depth > 0 ? 12 : 8) {
    case 0: return .boolean(pick(2) == 0)
    case 1:
      return .integer(
        StructuredInteger(pick(2) == 0 ? Int64(pick(1000)) : Int64(bitPattern: generator.next())))
    case 2: return real()
    case 3, 4, 5: return .string(string())
    case 6: return date()
    case 7: return local()
    case 8: return .array((0..<pick(5)).map { _ in value(depth: depth - 1) })
    case 9: return .array((0..<pick(4)).map { _ in dictionary(depth: depth - 1) })
    default: return dictionary(depth: depth - 1)
    }
  }

  private mutating func dictionary(depth: Int) -> StructuredValue {
    var keys: Set<[UInt8]> = []
    // More than eight members are found by a hash.
    let members = (0..<pick(pick(8) == 0 ? 30 : 6)).compactMap { _ -> StructuredMember? in
      let key = pick(3) == 0 ? string() : "k\(pick(40))"
      guard keys.insert(Array(key.utf8)).inserted else { return nil }
      return StructuredMember(key, value(depth: depth - 1))
    }
    return .dictionary(members)
  }

  private mutating func real() -> StructuredValue {
    switch pick(5) {
    case 0: return .real(StructuredReal([.nan, .infinity, -.infinity, -0.0][pick(4)]))
    case 1:
      return .real(
        StructuredReal(spelling: "\(pick(100)).\(generator.next())e\(pick(200) - 100)") ?? StructuredReal(0))
    default:
      let number = Double(bitPattern: generator.next())
      return .real(StructuredReal(number.isFinite ? number : 1.25))
    }
  }

  private mutating func string() -> String {
    let parts = [
      "a", "b", "é", "😀", " ", "\t", "\n", "\r\n", "\r", "'", "''", "'''", "\"", "\"\"\"", "\\", "\\n",
      "\u{0}", "\u{7F}",
      "\u{301}", "\u{FEFF}", "#", "=", "[", "]", ".", "1",
    ]
    return (0..<pick(pick(3) == 0 ? 12 : 5)).map { _ in parts[pick(parts.count)] }.joined()
  }

  private mutating func date() -> StructuredValue {
    let seconds = Double(pick(200_000_000_000) - 50_000_000_000)
    return .date(Date(timeIntervalSinceReferenceDate: seconds + Double(pick(1000)) / 1000))
  }

  private mutating func local() -> StructuredValue {
    let date = LocalDate(year: pick(10_000), month: 1 + pick(12), day: 1 + pick(28))
    let time = LocalTime(
      hour: pick(24), minute: pick(60), second: pick(61),
      nanosecond: pick(2) == 0 ? 0 : [1, 250_000_000, 999_999_999, pick(1_000_000_000)][pick(4)])
    switch (pick(3), date, time) {
    case (0, let date?, _): return .localDate(date)
    case (1, _, let time?): return .localTime(time)
    case (_, let date?, let time?): return .localDateTime(LocalDateTime(date: date, time: time))
    default: preconditionFailure("a field is out of range")
    }
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
}

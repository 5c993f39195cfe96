import Foundation
import StructuredFormats
import TestSupport

/// Random values that YAML can express, with texts that are easily mistaken.
struct YAMLRandomValues {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let pieces = [
    "a", "b c", "no", "12", "1e5", ":", ": ", " #", "-", "- ", "?", "\n", "\n\n", " ", "  ", "\t", "'", "\"",
    "\\", "é", "😀",
    "[", "]", "{", "}", ",", "&", "*", "!", "|", ">", "%", "@", "`", "---", "...", "\u{85}", "\u{2028}",
    "\u{FEFF}", "\r",
    "\u{0}", "0x", "<<", "=", "~", ".", "2024-01-01", "#", "\u{301}", "\u{FFFD}",
  ]

  mutating func value(depth: Int = 4) -> StructuredValue {
    switch pick(depth > 0 ? 14 : 9) {
    case 0: return .null
    case 1: return .boolean(pick(2) == 0)
    case 2: return .integer(StructuredInteger(Int64(bitPattern: generator.next())))
    case 3:
      return StructuredInteger(decimal: (0..<1 + pick(40)).map { _ in String(pick(10)) }.joined()).map {
        .integer($0)
      }
        ?? .null
    case 4:
      let number = Double(bitPattern: generator.next())
      return .real(StructuredReal(pick(8) == 0 ? .infinity : number.isNaN ? 0.1 : number))
    case 5: return .data(Data(generator.bytes(count: pick(100))))
    case 6, 7, 8: return .string(string())
    case 9, 10: return .array((0..<pick(5)).map { _ in value(depth: depth - 1) })
    default:
      var members: [StructuredMember] = []
      for _ in 0..<pick(5) {
        let key = string()
        if !members.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
          members.append(StructuredMember(key, value(depth: depth - 1)))
        }
      }
      return .dictionary(members)
    }
  }

  private mutating func string() -> String {
    (0..<pick(6)).map { _ in Self.pieces[pick(Self.pieces.count)] }.joined()
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
}

import TestSupport

/// Makes inputs from a fuzzer's material; the same seed makes the same inputs.
struct Mutator {
  /// The size of the longest input, in bytes.
  static let byteCountLimit = 64 << 10

  private let material: Material
  private let words: [[UInt8]]
  private var random: SeededGenerator

  init(_ material: Material, seed: UInt64) {
    self.material = material
    words = material.words + Self.commonWords
    random = SeededGenerator(seed: seed)
  }

  /// The next input: a valid one with a few changes, or, once in 32, random bytes.
  mutating func input() -> [UInt8] {
    if chance(32) { return noise(upTo: 200) }
    var bytes = seed()
    for _ in 0..<Int.random(in: 1...5, using: &random) { mutate(&bytes) }
    return Array(bytes.prefix(Self.byteCountLimit))
  }

  /// A random shape: a valid input in which a random piece is repeated.
  mutating func shape() -> GrowingShape {
    let whole = seed().prefix(1024)
    let place = place(in: Array(whole))
    var unit: [UInt8] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: unit += word()
      case 1: unit += slice(of: seed(), upTo: 64)
      case 2: unit += material.pairs.randomElement(using: &random)?.opening ?? word()
      default: unit += slice(of: Array(whole), upTo: 16)
      }
    }
    return GrowingShape(
      beginning: Array(whole.prefix(place)), unit: unit.isEmpty ? [0x20] : unit,
      end: Array(whole.dropFirst(place)))
  }
}

// MARK: - Changes

extension Mutator {
  private static let commonWords: [[UInt8]] =
    [[0], [0xFF], [0x80], [0x7F], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF], [0xED, 0xA0, 0x80]]
    + ["\n", "\r\n", " ", "\\", "\"", "-1", "1e400", "99999999999999999999", "\u{301}", "😀", "\u{2028}"]
    .map { Array($0.utf8) }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = place(in: bytes)
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case 1:
      if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
    case 2, 3: bytes.insert(contentsOf: word(), at: place)
    case 4: replace(&bytes, at: place, with: word())
    case 5: bytes.removeSubrange(place..<end(of: place, in: bytes))
    case 6:
      let copied = bytes[place..<end(of: place, in: bytes)]
      for _ in 0..<Int.random(in: 1...8, using: &random) { bytes.insert(contentsOf: copied, at: place) }
    case 7: bytes.insert(contentsOf: slice(of: seed(), upTo: 200), at: place)
    case 8:
      let other = seed()
      bytes = Array(bytes.prefix(place)) + other.dropFirst(self.place(in: other))
    case 9: nest(&bytes, at: place)
    case 10: bytes.removeLast(bytes.count - place)
    default: replace(&bytes, at: place, with: number())
    }
  }

  /// Nests a part of the bytes in pairs, up to 1,024 levels deep.
  private mutating func nest(_ bytes: inout [UInt8], at place: Int) {
    guard let pair = material.pairs.randomElement(using: &random) else { return }
    let depth = 1 << Int.random(in: 0...10, using: &random)
    let end = end(of: place, in: bytes)
    for _ in 0..<depth { bytes.insert(contentsOf: pair.closing, at: end) }
    bytes.insert(contentsOf: Array(repeating: pair.opening, count: depth).joined(), at: place)
  }

  private func replace(_ bytes: inout [UInt8], at place: Int, with piece: [UInt8]) {
    bytes.replaceSubrange(place..<min(bytes.count, place + piece.count), with: piece)
  }
}

// MARK: - Choices

extension Mutator {
  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func seed() -> [UInt8] { material.seeds.randomElement(using: &random) ?? [] }

  private mutating func word() -> [UInt8] { words.randomElement(using: &random) ?? [0] }

  private mutating func noise(upTo limit: Int) -> [UInt8] {
    random.bytes(count: Int.random(in: 0...limit, using: &random))
  }

  /// A position in the bytes or at their end.
  ///
  /// Positions near the beginning and the end are more likely, since formats have their structure there.
  private mutating func place(in bytes: [UInt8]) -> Int {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: Int.random(in: 0...min(bytes.count, 40), using: &random)
    case 1: bytes.count - Int.random(in: 0...min(bytes.count, 40), using: &random)
    default: Int.random(in: 0...bytes.count, using: &random)
    }
  }

  /// The end of a part that begins at a position; short parts are more likely.
  private mutating func end(of place: Int, in bytes: [UInt8]) -> Int {
    min(bytes.count, place + Int.random(in: 0...(1 << Int.random(in: 0...9, using: &random)), using: &random))
  }

  private mutating func slice(of bytes: [UInt8], upTo limit: Int) -> ArraySlice<UInt8> {
    let start = Int.random(in: 0...bytes.count, using: &random)
    return bytes[start...].prefix(Int.random(in: 0...limit, using: &random))
  }

  /// A power of two or slightly less, in one to eight bytes of either byte order.
  private mutating func number() -> [UInt8] {
    let width = [1, 2, 4, 8].randomElement(using: &random) ?? 1
    let edge =
      (UInt64(1) << UInt64.random(in: 0..<64, using: &random)) &- UInt64.random(in: 0...2, using: &random)
    let digits = (0..<width).map { UInt8(truncatingIfNeeded: edge >> (8 * UInt64($0))) }
    return chance(2) ? digits : digits.reversed()
  }
}

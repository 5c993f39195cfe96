import TestSupport

/// The valid inputs with extreme numbers, in place of their own numbers and in possible binary fields.
///
/// The extremes are 0, the limits of signed and unsigned integers of 8 to 64 bits, and the neighbours of
/// each. In text, they replace each run of decimal digits, with and without its sign. In other inputs, they
/// are written at each offset of the first 256 and the last 128 bytes, where formats have their fields, in 1,
/// 2, 4 and 8 bytes and both byte orders. The seed determines the order of the inputs: a short run tries some
/// of each kind.
struct Extremes {
  /// The extremes as decimal digits.
  static let texts: [[UInt8]] = {
    var numbers: Set<Int128> = [-1, 0, 1]
    for width in [8, 16, 32, 64] {
      for edge: Int128 in [-(1 << (width - 1)), 1 << (width - 1), 1 << width] {
        numbers.formUnion([edge - 2, edge - 1, edge, edge + 1])
      }
    }
    return numbers.sorted().map { Array("\($0)".utf8) }
  }()

  /// The extremes as binary fields.
  static let fields: [[UInt8]] = {
    var fields: Set<[UInt8]> = []
    for width in [8, 16, 32, 64] {
      for edge in [8, 16, 32, 64] where edge <= width {
        for half in [edge - 1, edge] {
          for neighbour: Int128 in [-2, -1, 0, 1] {
            let number = UInt64(truncatingIfNeeded: (Int128(1) << half) + neighbour)
            let bytes = (0..<width / 8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
            fields.formUnion([bytes, bytes.reversed()])
          }
        }
      }
    }
    return fields.sorted { $0.lexicographicallyPrecedes($1) }
  }()

  /// A valid input, and the number of the first extreme made from it.
  private struct Part {
    let bytes: [UInt8]
    let numbers: [Range<Int>]
    let isText: Bool
    let start: Int
    /// The offsets at which fields are written.
    var offsets: [Range<Int>] {
      if isText { return [] }
      let (beginning, end) = (256, 128)
      return bytes.count <= beginning + end
        ? [bytes.indices] : [0..<beginning, bytes.count - end..<bytes.count]
    }

    var count: Int {
      numbers.count * Extremes.texts.count + offsets.reduce(0) { $0 + $1.count } * Extremes.fields.count
    }
  }

  private let parts: [Part]
  /// The number of inputs.
  let count: Int
  /// The distance between consecutive inputs.
  ///
  /// It is coprime with the count, so that all inputs are reached.
  private let step: Int
  private let first: Int

  init(_ material: Material, seed: UInt64) {
    var parts: [Part] = []
    var count = 0
    for bytes in Set(material.seeds).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let isText =
        material.numbersAreText || bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
      let part = Part(bytes: bytes, numbers: Self.numbers(in: bytes), isText: isText, start: count)
      parts.append(part)
      count += part.count
    }
    (self.parts, self.count) = (parts, count)
    var random = SeededGenerator(seed: seed)
    first = count == 0 ? 0 : Int.random(in: 0..<count, using: &random)
    var step = count < 3 ? 1 : Int.random(in: 1..<count, using: &random)
    while count > 0, Self.divisor(step, count) != 1 { step = step % count + 1 }
    self.step = step
  }

  /// The input at a place in the order; nil if the field does not fit or changes nothing.
  func input(_ place: Int) -> [UInt8]? {
    let number = Int((Int128(first) + Int128(place) * Int128(step)) % Int128(count))
    guard let part = parts.last(where: { $0.start <= number }) else { return nil }
    let offset = number - part.start
    var bytes = part.bytes
    let textCount = part.numbers.count * Self.texts.count
    if offset < textCount {
      bytes.replaceSubrange(
        part.numbers[offset / Self.texts.count], with: Self.texts[offset % Self.texts.count])
    } else {
      let field = Self.fields[(offset - textCount) % Self.fields.count]
      let place = (offset - textCount) / Self.fields.count
      let start =
        part.offsets[0].count > place ? place : place - part.offsets[0].count + part.offsets[1].lowerBound
      guard start + field.count <= bytes.count else { return nil }
      bytes.replaceSubrange(start..<start + field.count, with: field)
    }
    return bytes == part.bytes ? nil : bytes
  }

  /// The runs of decimal digits; a run after a minus sign is also included with it.
  private static func numbers(in bytes: [UInt8]) -> [Range<Int>] {
    var numbers: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      let start = place
      while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
      if place == start {
        place += 1
        continue
      }
      numbers.append(start..<place)
      if start > 0, bytes[start - 1] == UInt8(ascii: "-") { numbers.append(start - 1..<place) }
    }
    return numbers
  }

  private static func divisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : divisor(other, one % other)
  }
}

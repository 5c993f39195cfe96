import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func sample(_ style: JSONWriter.Style) -> String {
    var writer = JSONWriter(style: style)
    writer.beginObject()
    writer.key("a")
    writer.beginArray()
    writer.integer(-1)
    writer.number(1.5)
    writer.number(text: "1E400")
    writer.raw(Array("{ }".utf8))
    writer.beginArray()
    writer.endArray()
    writer.beginObject()
    writer.endObject()
    writer.endArray()
    writer.key("b")
    writer.boolean(true)
    writer.key("c")
    writer.null()
    writer.endObject()
    return text(writer.finish())
  }

  @Test func compactStyleHasNoSpace() {
    expectEqual(sample(.compact), #"{"a":[-1,1.5,1E400,{ },[],{}],"b":true,"c":null}"#)
  }

  @Test func prettyStyleGivesEachMemberALine() {
    expectEqual(
      sample(.pretty),
      """
      {
        "a": [
          -1,
          1.5,
          1E400,
          { },
          [],
          {}
        ],
        "b": true,
        "c": null
      }
      """)
  }

  @Test(arguments: [
    ("", "\"\""), ("a\"b\\c/", #""a\"b\\c/""#), ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u001f\u{7F}\""),
    ("é€😀\u{2028}\u{2029}", "\"é€😀\u{2028}\u{2029}\""),
    ("12345678\"", #""12345678\"""#), ("1234567é\n", "\"1234567é\\n\""),
  ])
  func onlyWhatMustBeIsEscaped(string: String, written: String) {
    expectEqual(text(JSONNode.string(string).write()), written)
  }

  @Test func drainedBytesJoinToTheWholeText() {
    var writer = JSONWriter()
    var collected: [UInt8] = []
    writer.beginArray()
    for number in 0..<10 {
      writer.integer(number)
      if number % 3 == 0 { writer.drain { collected.append(contentsOf: $0) } }
    }
    writer.endArray()
    collected += writer.finish()
    expectEqual(text(collected), "[0,1,2,3,4,5,6,7,8,9]")
  }

  // The reader uses the same rule as the writer, so the output is checked with Foundation.
  @Test func everyControlCharacterIsEscapedWhereverItIs() throws {
    for value in 0..<UInt8(0x20) {
      for offset in 0..<17 {
        let letters = String(repeating: "a", count: offset)
        let string = letters + String(UnicodeScalar(value)) + "the rest of it"
        let bytes = JSONNode.string(string).write()
        expect(!bytes.contains { $0 < 0x20 }, "\(value) after \(offset) letters")
        let read = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        expectEqual(read as? String, string, "\(value) after \(offset) letters")
        let raw = [UInt8(ascii: "\"")] + Array(string.utf8) + [UInt8(ascii: "\"")]
        expectThrows(JSONError.self, "\(value) after \(offset) letters") { try JSONNode.parse(raw) }
      }
    }
  }

  @Test func valuesSurviveBothStyles() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let node = randomNode(&generator, depth: 0)
      for style in [JSONWriter.Style.compact, .pretty] {
        let read = try JSONNode.parse(node.write(style), duplicateKeys: .keep)
        expectEqual(read, node, "seed \(seed)")
      }
    }
  }

  @Test func mutatedTextNeverTrapsAndSkippingAgreesWithReading() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      var bytes = randomNode(&generator, depth: 0).write(.random(using: &generator))
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
      }
      let node = Result { () throws(JSONError) in try JSONNode.parse(bytes, duplicateKeys: .keep) }
      let skipped = Result { () throws(JSONError) in
        try JSONScanner.scan(bytes) { (scanner) throws(JSONError) in
          try scanner.skipValue()
          try scanner.finish()
        }
      }
      switch (node, skipped) {
      case (.success(let node), .success):
        try expectEqual(JSONNode.parse(node.write(), duplicateKeys: .keep), node, "seed \(seed)")
      case (.failure(let one), .failure(let other)): expectEqual(one, other, "seed \(seed)")
      default: Issue.record("reading and skipping disagree, seed \(seed): \(text(bytes))")
      }
    }
  }

  private func randomNode(_ generator: inout SeededGenerator, depth: Int) -> JSONNode {
    switch Int.random(in: 0..<(depth < 5 ? 8 : 5), using: &generator) {
    case 0: return .null
    case 1: return .boolean(.random(using: &generator))
    case 2: return .integer(Int.random(in: .min...Int.max, using: &generator))
    case 3:
      let texts = ["0.10", "-0", "1e5", "-2.50E-07", "123456789012345678901234567890"]
      return .number(texts[Int.random(in: 0..<texts.count, using: &generator)])
    case 4: return .string(randomString(&generator))
    case 5, 6:
      let count = Int.random(in: 0..<5, using: &generator)
      return .array((0..<count).map { _ in randomNode(&generator, depth: depth + 1) })
    default:
      let count = Int.random(in: 0..<5, using: &generator)
      return .object(
        (0..<count).map { _ in JSONMember(randomString(&generator), randomNode(&generator, depth: depth + 1))
        })
    }
  }

  private func randomString(_ generator: inout SeededGenerator) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<20, using: &generator) {
      let bound: UInt32 = [0x30, 0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &generator) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &generator)) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

extension JSONWriter.Style {
  fileprivate static func random(using generator: inout SeededGenerator) -> JSONWriter.Style {
    Bool.random(using: &generator) ? .compact : .pretty
  }
}

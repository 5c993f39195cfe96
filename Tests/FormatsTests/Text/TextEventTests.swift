import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import TextEncodings

/// Plain text that is converted in pieces.
struct TextEventTests {
  private static let registry = ConversionRegistry(.text)
  private static let unicodeTypes = [
    "public.utf8-plain-text", "public.plain-text", "public.utf16-plain-text",
    "public.utf16-external-plain-text",
  ]

  @Test(arguments: unicodeTypes)
  func streamedTextEqualsTextWrittenWhole(destination: String) throws {
    let seed = SeededGenerator.testSeed(for: destination)
    var random = RandomValues(seed: seed, [.controls, .subtleText])
    for round in 0..<Repetitions.count(5, long: 12) {
      var text = ""
      // Some texts are longer than a piece.
      let least = round.isMultiple(of: 6) ? 200_000 : 0
      repeat { text += random.string() } while text.utf8.count < 2_000 && least > 0
      while text.utf8.count < least { text += text }
      let form = [TextEncoding.utf8, .utf16BigEndian, TextEncoding(.utf16LittleEndian, byteOrderMark: true)][
        round % 3]
      var data = form.encode(text).data
      if round.isMultiple(of: 4), !data.isEmpty { data[data.count / 2] = 0xFF }
      for type in Self.unicodeTypes {
        let source = RepresentationSource(data, typeIdentifier: type)
        let plan = try Self.registry.plan(from: [type], to: destination)
        expect(plan.streams)
        var streamed = Data()
        let report = try plan.stream(source) { streamed.append(contentsOf: $0) }
        let whole = try plan.run(on: source)
        expectEqual(streamed, whole.data, "seed \(seed), \(type)")
        expectEqual(
          report, StepReport(losses: whole.losses, warnings: whole.warnings), "seed \(seed), \(type)")
      }
    }
  }

  @Test(arguments: ["\u{FEFF}text", "a\u{0}b\u{0}c\u{0}", "\u{0}a\u{0}b", "", "a\u{0}"])
  func aTextThatLooksLikeAnotherEncodingReadsBack(text: String) throws {
    let source = RepresentationSource(
      TextEncoding(.utf16BigEndian, byteOrderMark: true).encode(text).data,
      typeIdentifier: "public.plain-text")
    var written = Data()
    let plan = try Self.registry.plan(from: ["public.plain-text"], to: "public.plain-text")
    _ = try plan.stream(source) { written.append(contentsOf: $0) }
    expectEqual(TextEncoding.detected(in: written).decode(written).value, text)
  }
}

import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import ContactFormats
@testable import StructuredFormats
@testable import TextEncodings

/// vCard: limits, and laws on random cards.
///
/// The cases of single properties are in `Tests/Cases/cards`.
struct ContactCardTests {
  private static let registry = ConversionRegistry(.text + .structuredValues + .cards)

  @Test func cardsAreNotNestedBeyondALimit() {
    let deep = String(repeating: "BEGIN:VCARD\n", count: 40)
    expectError(.tooDeep, at: .line(33, column: 1)) { try ContactCards.readVCard(Data(deep.utf8)) }
  }

  @Test func jsonTextIsNotReadAsACard() {
    expectThrows(ConversionError.self) {
      try Self.registry.plan(from: ["public.json"], to: "public.utf8-plain-text")
    }
  }

  @Test func aValueCannotBeginALineOfItsOwn() throws {
    let evil = "x\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:evil"
    let cards = ContactCards([
      ContentComponent(
        "vcard",
        ["fn", "url", "x-odd", "bday"].map { name in
          ContentProperty(
            name, [ContentParameter("x-p", [evil])],
            type: name == "fn" ? "text" : name == "url" ? "uri" : name == "bday" ? "date" : "unknown",
            values: [.string(evil)])
        })
    ])
    let again = try ContactCards.readVCard(try cards.writeVCard().data)
    expectEqual(again.value.cards.count, 1)
    expectEqual(again.value.cards.first?.properties.count, 4)
    expectEmpty(again.warnings)
  }

  @Test func whatIsWrittenReadsBackAsTheSame() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomContent(seed: seed)
    for _ in 0..<Repetitions.count(60, long: 200) {
      let cards = ContactCards((0..<random.pick(3)).map { _ in random.card() } + [random.card()])
      let written = try cards.writeVCard()
      expectEmpty(written.losses)
      for line in written.data.split(separator: 0x0A) { expectAtMost(line.count, 76) }
      let back = try ContactCards.readVCard(written.data, isStrict: true)
      let difference = zip(back.value.cards, cards.cards).map { $0.difference(from: $1) }.joined()
      expectEqual(back.value == cards, true, "seed \(seed): \(difference)")
      expectEmpty(back.losses)
      try expectEqual(ContactCards(jCard: cards.jCard), cards, "seed \(seed)")
    }
  }

  // MARK: Text
}

import ItemProviders
import TestSupport
import Testing
import UniformTypes

struct FidelityOrderTests {
  struct Row: Sendable {
    let offers: [String]
    let accepted: [String]
    let expected: Int?
    var loop = FidelityOrder.OuterLoop.receiver
    var urls = FidelityOrder.URLOrder.afterContents
  }

  @Test(
    .behaviour(
      "IP-017", "IP-018", "IP-039", "IP-055", "IP-056", "IP-057", "IP-058", "IP-107", "IP-108", "IP-110",
      "G-12",
      "G-14"),
    arguments: [
      Row(offers: ["public.png"], accepted: ["public.image"], expected: 0),
      Row(offers: ["public.image"], accepted: ["public.png"], expected: nil),
      Row(offers: ["public.jpeg", "public.heic"], accepted: ["public.image"], expected: 0),
      Row(offers: ["public.heic", "public.jpeg"], accepted: ["public.jpeg"], expected: 1),
      Row(offers: ["public.png", "public.image"], accepted: ["public.image"], expected: 1),
      // Apple's providers choose the URL; these choose the image.
      Row(
        offers: ["public.file-url", "public.jpeg"], accepted: ["public.item"], expected: 0,
        urls: .asRegistered),
      Row(offers: ["public.file-url", "public.jpeg"], accepted: ["public.item"], expected: 1),
      Row(offers: ["public.url", "public.file-url", "public.png"], accepted: ["public.data"], expected: 2),
      Row(offers: ["public.url", "public.file-url"], accepted: ["public.data"], expected: 0),
      Row(offers: ["public.file-url", "public.jpeg"], accepted: ["public.file-url"], expected: 0),
      Row(offers: ["public.file-url", "public.jpeg"], accepted: ["public.url"], expected: 0),
      Row(offers: ["public.png", "public.file-url", "public.url"], accepted: ["public.url"], expected: 2),
      Row(offers: ["public.file-url", "object"], accepted: ["public.item"], expected: 0),
      Row(
        offers: ["public.file-url", "public.jpeg"], accepted: ["public.item"], expected: 1, loop: .provider),
      Row(
        offers: ["public.file-url", "public.jpeg"], accepted: ["public.item", "public.url"], expected: 0,
        loop: .provider),
      Row(
        offers: ["public.file-url", "public.jpeg"], accepted: ["public.item"], expected: 0, loop: .provider,
        urls: .asRegistered),
      // The receiver's order is strict: a URL for its first type precedes contents for its second.
      Row(
        offers: ["public.file-url", "object"], accepted: ["public.item", "object"], expected: 0),
      Row(
        offers: ["public.vcard", "public.plain-text"], accepted: ["public.plain-text", "public.vcard"],
        expected: 1),
      Row(
        offers: ["public.vcard", "public.plain-text"], accepted: ["public.vcard", "public.plain-text"],
        expected: 0),
      // The receiver's order is strict: a conforming type for its first type precedes an exact one for its
      // second.
      Row(offers: ["public.html", "public.png"], accepted: ["public.image", "public.html"], expected: 1),
      Row(
        offers: ["public.html", "public.png"], accepted: ["public.image", "public.html"], expected: 0,
        loop: .provider),
      Row(offers: ["public.png"], accepted: ["public.image"], expected: 0, loop: .provider),
      Row(offers: ["public.image"], accepted: ["public.png"], expected: nil, loop: .provider),
      Row(offers: ["PUBLIC.PNG"], accepted: ["public.png"], expected: 0),
      Row(offers: ["object"], accepted: ["object"], expected: 0),
      Row(offers: ["object"], accepted: ["public.data", "public.item"], expected: nil),
      Row(offers: [], accepted: ["public.item"], expected: nil),
      Row(offers: ["public.png"], accepted: [], expected: nil),
    ])
  func theRuleOfChoiceGivesTheExpectedIndex(row: Row) {
    let order = FidelityOrder(outerLoop: row.loop, urlOrder: row.urls)
    expectEqual(order.index(among: row.offers, accepting: row.accepted), row.expected)
    expectEqual(order.choice(among: row.offers, accepting: row.accepted).winner?.index, row.expected)
  }

  @Test func everyVerdictHasAReason() throws {
    let choice = FidelityOrder().choice(
      among: [
        "public.html", "public.zip-archive", "public.png", "public.image", "public.jpeg", "public.rtf",
      ],
      accepting: ["public.image", "public.rtf", "public.html"])
    expectEqual(choice.winner, .init(index: 3, acceptedIndex: 0, rule: .exactIdentifier))
    expectEqual(
      choice.verdicts,
      [
        .lost(.acceptedLater("public.html")), .lost(.conformsToNothingAccepted),
        .lost(.exactIdentifierPreferred(over: "public.image")),
        .chosen(.exactIdentifier, accepted: "public.image"),
        .lost(.exactIdentifierPreferred(over: "public.image")), .lost(.acceptedLater("public.rtf")),
      ])
    expectEqual(
      choice.verdicts.map(\.description),
      [
        "rejected: receiver accepts it as HTML, but prefers another type",
        "rejected: receiver does not accept it",
        "rejected: another representation has exactly the type picture",
        "chosen: receiver prefers picture",
        "rejected: another representation has exactly the type picture",
        "rejected: receiver accepts it as RTF, but prefers another type",
      ])
  }

  @Test func aURLIsLostAsTheURLOfTheContents() {
    let offers = ["public.file-url", "public.jpeg", "public.url"]
    for loop in FidelityOrder.OuterLoop.allCases {
      let choice = FidelityOrder(outerLoop: loop).choice(among: offers, accepting: ["public.data"])
      expectEqual(choice.winner?.index, 1)
      expectEqual(choice.verdicts[0], .lost(.urlOfContents))
      expectEqual(choice.verdicts[2], .lost(.registeredLater))
    }
    expectEqual(
      FidelityChoice.Verdict.lost(.urlOfContents).description,
      "rejected: it contains only the URL of the contents")
  }

  @Test func theConformancePathLeadsFromOfferToAcceptedType() {
    let choice = FidelityOrder().choice(among: ["public.utf8-plain-text"], accepting: ["public.text"])
    expectEqual(
      choice.winner?.rule,
      .conformance(path: ["public.utf8-plain-text", "public.plain-text", "public.text"]))
    expectEqual(
      choice.verdicts.first?.description,
      "chosen: receiver accepts text, and this is the first representation that conforms to it "
        + "(UTF-8 text → plain text → text)")
  }

  @Test func aLaterRegistrationThatFitsIsLostAsRegisteredLater() {
    let choice = FidelityOrder().choice(among: ["public.jpeg", "public.heic"], accepting: ["public.image"])
    expectEqual(choice.verdicts.last, .lost(.registeredLater))
    let byProvider = FidelityOrder(outerLoop: .provider).choice(
      among: ["public.jpeg", "public.html"], accepting: ["public.html", "public.jpeg"])
    expectEqual(
      byProvider.verdicts, [.chosen(.exactIdentifier, accepted: "public.jpeg"), .lost(.registeredLater)])
  }

  @Test func anInvisibleRepresentationIsLostByItsVisibility() {
    let offers = [
      RepresentationOffer(index: 0, typeIdentifier: "public.html", visibility: .ownProcess),
      RepresentationOffer(index: 1, typeIdentifier: "public.html-draft", visibility: .team),
      RepresentationOffer(index: 2, typeIdentifier: "public.utf8-plain-text"),
    ]
    let choice = FidelityOrder().choice(
      among: offers, accepting: ["public.html", "public.text"], for: .other)
    expectEqual(choice.winner?.index, 2)
    expectEqual(choice.verdicts.prefix(2), [.lost(.notVisible(.ownProcess)), .lost(.notVisible(.team))])
    expectEqual(FidelityOrder().choice(among: offers, accepting: ["public.html"]).winner?.index, 0)
  }

  /// The rule of choice, implemented a second time in the plainest way.
  private func plainAnswer(_ offers: [String], _ accepted: [String]) -> Int? {
    for type in accepted {
      for (index, offer) in offers.enumerated() where offer == type { return index }
      let fitting = offers.indices.filter { TypeRegistry.standard.conforms(identifier: offers[$0], to: type) }
      let urls = ["public.url", "public.file-url"]
      let contents = fitting.first { !urls.contains(offers[$0]) || urls.contains(type) }
      if let index = contents ?? fitting.first { return index }
    }
    return nil
  }

  @Test func randomListsGiveWhatThePlainRuleGives() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let types = [
      "public.png", "public.jpeg", "public.image", "public.data", "public.item", "public.text", "public.html",
      "public.utf8-plain-text", "public.url", "public.file-url", "object", "public.plain-text",
    ]
    for _ in 0..<500 {
      let offers = Array(types.shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator)))
      let accepted = Array(types.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator)))
      let choice = FidelityOrder().choice(among: offers, accepting: accepted)
      let comment: Comment = "seed \(seed): \(offers) for \(accepted)"
      expectEqual(choice.winner?.index, plainAnswer(offers, accepted), comment)
      expectEqual(choice.winner?.index, FidelityOrder().index(among: offers, accepting: accepted), comment)
      expectEqual(choice.verdicts.count, offers.count, comment)
      for (index, verdict) in choice.verdicts.enumerated() {
        guard case .chosen = verdict else { continue }
        expectEqual(index, choice.winner?.index, comment)
      }
    }
  }
}

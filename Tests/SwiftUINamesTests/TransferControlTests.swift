import DragAndDrop
import Foundation
import ItemProviders
import SwiftUINames
import TestSupport;
import Testing
import UniformTypes

/// A value with JSON and, for receivers of text, its words.
struct Card: Codable, Transferable, Equatable {
  var words = ""
  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .json)
    ProxyRepresentation(exporting: \.words)
  }
}

@Suite struct BindingTests {
  @Test func aBindingOfAMemberChangesOnlyThatMember() {
    var stored = (card: Card(words: "a"), writes: 0)
    let binding = Binding(
      get: { stored.card },
      set: {
        stored.card = $0
        stored.writes += 1
      })
    let words = binding.words
    words.wrappedValue = "b"
    expectEqual(words.wrappedValue, "b")
    expectEqual(stored.card, Card(words: "b"))
    expectEqual(stored.writes, 1)
    expectEqual(Binding(projectedValue: binding.projectedValue).wrappedValue, Card(words: "b"))
  }

  @Test func aConstantIgnoresNewValues() {
    let binding = Binding.constant(3)
    binding.wrappedValue = 4
    expectEqual(binding.wrappedValue, 3)
  }

  @Test func copiesOfAStateShareItsValue() {
    struct Model {
      @State var count = 1
      @State var name: String?
    }
    let model = Model()
    let copy = model
    model.$count.wrappedValue = 2
    copy.name = "a"
    expectEqual(copy.count, 2)
    expectEqual(model.name, "a")
  }
}

@Suite @MainActor struct PasteButtonTests {
  @Test func aTapLoadsValuesInOrderAndOmitsFailures() async {
    var pasted: [[Card]] = []
    let button = PasteButton(payloadType: Card.self) { pasted.append($0) }
    let broken = ItemProvider()
    broken.registerDataRepresentation(for: .json) { finish in
      finish(Data("{}".utf8), nil)
      return nil
    }
    let cards = ["a", "b"].map { words in
      let provider = ItemProvider()
      provider.register(Card(words: words))
      return provider
    }
    let other = ItemProvider(object: "text")
    await button.tap(pasting: [cards[0], broken, other, cards[1]])
    expectEqual(pasted, [[Card(words: "a"), Card(words: "b")]])
    #expect(button.isEnabled(for: [other, broken]))
    #expect(!button.isEnabled(for: [other]))
    await button.tap(pasting: [other])
    await button.tap(pasting: [broken])
    expectEqual(pasted.count, 1)
  }

  @Test func aButtonOfTypesReceivesConformingProviders() async {
    var counts: [Int] = []
    let types = PasteButton(supportedContentTypes: [.text]) { counts.append($0.count) }
    let identifiers = PasteButton(supportedTypes: ["public.text"]) { counts.append($0.count * 10) }
    let providers = [ItemProvider(object: "a"), ItemProvider(), ItemProvider(object: "b")]
    await types.tap(pasting: providers)
    await identifiers.tap(pasting: providers)
    await types.tap(pasting: [ItemProvider()])
    expectEqual(counts, [2, 20])
  }
}

@Suite @MainActor struct ShareLinkTests {
  @Test func aTapReturnsAProviderForEachValue() async throws {
    let link = ShareLink(
      items: [Card(words: "a"), Card(words: "b")], subject: Text("Subject"), message: Text("Message")
    ) {
      SharePreview("Card \($0.words)", image: Card(words: "image"))
    } label: {
      "Share"
    }
    let shared = link.tap()
    expectEqual(link.label, "Share")
    expectEqual(shared.subject, "Subject")
    expectEqual(shared.message, "Message")
    expectEqual(shared.previewTitles, ["Card a", "Card b"])
    expectEqual(
      shared.itemProviders.map(\.registeredTypeIdentifiers),
      Array(repeating: ["public.json", "public.utf8-plain-text"], count: 2))
    try await expectEqual(shared.itemProviders[1].loadTransferable(type: Card.self), Card(words: "b"))
  }

  @Test func stringsAndURLsNeedNoPreview() async throws {
    let address = try #require(URL(string: "https://example.org/"))
    let page = ShareLink("Page", item: address, message: Text("See"))
    expectEqual(page.label.title, Text("Page"))
    expectEqual(page.tap().previewTitles, [nil])
    expectEqual(page.tap().message, "See")
    try await expectEqual(page.tap().itemProviders[0].loadObject(ofClass: URL.self), address)
    expectEqual(ShareLink(items: ["a", "b"]).tap().itemProviders.count, 2)
    expectNil(ShareLink(item: "a").label.title)
  }

  @Test func aPreviewKeepsItsPictures() {
    let preview = SharePreview("Card", image: Card(words: "image"), icon: Card(words: "icon"))
    expectEqual(preview.title, Text(verbatim: "Card"))
    expectEqual(preview.image, Card(words: "image"))
    expectEqual(preview.icon, Card(words: "icon"))
    expectNil(SharePreview("Card", icon: Card(words: "icon")).image)
  }
}

import DragAndDrop
import Foundation
import ItemProviders
import SwiftUINames
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
    #expect(words.wrappedValue == "b")
    #expect(stored.card == Card(words: "b"))
    #expect(stored.writes == 1)
    #expect(Binding(projectedValue: binding.projectedValue).wrappedValue == Card(words: "b"))
  }

  @Test func aConstantIgnoresNewValues() {
    let binding = Binding.constant(3)
    binding.wrappedValue = 4
    #expect(binding.wrappedValue == 3)
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
    #expect(copy.count == 2)
    #expect(model.name == "a")
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
    #expect(pasted == [[Card(words: "a"), Card(words: "b")]])
    #expect(button.isEnabled(for: [other, broken]))
    #expect(!button.isEnabled(for: [other]))
    await button.tap(pasting: [other])
    await button.tap(pasting: [broken])
    #expect(pasted.count == 1)
  }

  @Test func aButtonOfTypesReceivesConformingProviders() async {
    var counts: [Int] = []
    let types = PasteButton(supportedContentTypes: [.text]) { counts.append($0.count) }
    let identifiers = PasteButton(supportedTypes: ["public.text"]) { counts.append($0.count * 10) }
    let providers = [ItemProvider(object: "a"), ItemProvider(), ItemProvider(object: "b")]
    await types.tap(pasting: providers)
    await identifiers.tap(pasting: providers)
    await types.tap(pasting: [ItemProvider()])
    #expect(counts == [2, 20])
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
    #expect(link.label == "Share")
    #expect(shared.subject == "Subject")
    #expect(shared.message == "Message")
    #expect(shared.previewTitles == ["Card a", "Card b"])
    #expect(
      shared.itemProviders.map(\.registeredTypeIdentifiers)
        == Array(repeating: ["public.json", "public.utf8-plain-text"], count: 2))
    #expect(try await shared.itemProviders[1].loadTransferable(type: Card.self) == Card(words: "b"))
  }

  @Test func stringsAndURLsNeedNoPreview() async throws {
    let address = try #require(URL(string: "https://example.org/"))
    let page = ShareLink("Page", item: address, message: Text("See"))
    #expect(page.label.title == Text("Page"))
    #expect(page.tap().previewTitles == [nil])
    #expect(page.tap().message == "See")
    #expect(try await page.tap().itemProviders[0].loadObject(ofClass: URL.self) == address)
    #expect(ShareLink(items: ["a", "b"]).tap().itemProviders.count == 2)
    #expect(ShareLink(item: "a").label.title == nil)
  }

  @Test func aPreviewKeepsItsPictures() {
    let preview = SharePreview("Card", image: Card(words: "image"), icon: Card(words: "icon"))
    #expect(preview.title == Text(verbatim: "Card"))
    #expect(preview.image == Card(words: "image"))
    #expect(preview.icon == Card(words: "icon"))
    #expect(SharePreview("Card", icon: Card(words: "icon")).image == nil)
  }
}

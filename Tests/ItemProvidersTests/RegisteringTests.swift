import Foundation
import ItemProviders
import TestSupport
import Testing
import UniformTypes

/// Each instance chooses the types as which it can be written.
private struct Picky: ItemProviderWriting {
  static let writableTypeIdentifiersForItemProvider = ["org.example.class"]
  var types = ["org.example.best", "org.example.class"]

  var writableTypeIdentifiersForItemProvider: [String] { types }

  func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { typeIdentifier == "org.example.best" ? .ownProcess : nil }

  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(typeIdentifier.utf8), nil)
    return nil
  }
}

/// An image with a natural size.
private struct Picture: ItemProviderWriting, PresentationSizeProviding, Codable {
  static let writableTypeIdentifiersForItemProvider = ["public.png"]
  let type: String
  let width: Double
  let height: Double

  var writableTypeIdentifiersForItemProvider: [String] { [type] }
  var preferredPresentationSizeForItemProvider: CGSize { CGSize(width: width, height: height) }
}

struct RegisteringTests {
  @Test func anItemHandlerReplacesTheItemOfTheInitialiserAndNothingElse() async throws {
    let provider = ItemProvider(item: "first", typeIdentifier: "org.example.item")
    provider.registerObject("text", visibility: .all)
    provider.registerItem(forTypeIdentifier: "org.example.item") { completion, _, _ in
      completion("second", nil)
    }
    provider.registerItem(forTypeIdentifier: "org.example.item") { completion, _, _ in
      completion("third", nil)
    }
    provider.registerItem(forTypeIdentifier: "public.utf8-plain-text") { completion, _, _ in
      completion("item", nil)
    }
    expectEqual(provider.registeredTypeIdentifiers, ["org.example.item", "public.utf8-plain-text"])
    try await expectEqual(provider.loadItem(forTypeIdentifier: "org.example.item") as? String, "second")
    try await expectEqual(provider.loadObject(ofClass: String.self), "text")
    expectEqual(
      provider.diagnostics,
      [
        .duplicateIgnored(typeIdentifier: "org.example.item"),
        .duplicateIgnored(typeIdentifier: "public.utf8-plain-text"),
      ])
    let kept = ItemProvider(item: "first", typeIdentifier: "org.example.item")
    kept.registerDataRepresentation(forTypeIdentifier: "org.example.item", visibility: .all) { completion in
      completion(Data(), nil)
      return nil
    }
    try await expectEqual(kept.loadItem(forTypeIdentifier: "org.example.item") as? String, "first")
  }

  @Test(.behaviour("IP-016", "IP-022", "G-23")) func registrationOrderIsKept() {
    let types = ["public.mp3", "org.example.custom-pasteboard-type", "public.data"]
    expectEqual(ItemProvider(types: types).registeredTypeIdentifiers, types)
  }

  @Test(.behaviour("IP-019", "IP-020")) func theFirstRegistrationOfAnIdentifierCounts() async throws {
    let provider = ItemProvider(types: ["public.utf8-plain-text", "public.html"])
    provider.registerObject("later", visibility: .all)
    provider.registerText("later", as: "public.html")
    provider.registerText("later", as: "PUBLIC.HTML")
    expectEqual(provider.registeredTypeIdentifiers, ["public.utf8-plain-text", "public.html"])
    try await expectEqual(provider.text(of: "public.utf8-plain-text"), "public.utf8-plain-text")
    try await expectEqual(provider.text(of: "public.html"), "public.html")
  }

  @Test(.behaviour("IP-021"), arguments: ["object", "a type with spaces", "übung"])
  func anyNonEmptyIdentifierIsAccepted(identifier: String) async throws {
    let provider = ItemProvider(types: [identifier])
    expectEqual(provider.registeredTypeIdentifiers, [identifier])
    expectEqual(provider.registeredContentTypes, [])
    try await expectEqual(provider.text(of: identifier), identifier)
    expect(!provider.hasItemConformingToTypeIdentifier("public.item"))
  }

  @Test func anEmptyIdentifierIsIgnored() {
    expectEqual(ItemProvider(types: [""]).registeredTypeIdentifiers, [])
  }

  @Test(.behaviour("IP-023", "IP-024", "IP-126")) func oneProviderOffersTwoValueTypes() async throws {
    let provider = ItemProvider()
    provider.registerObject(ofClass: String.self, visibility: .all) { completion in
      completion("text", nil)
      return nil
    }
    provider.registerObject(ofClass: URL.self, visibility: .all) { completion in
      completion(URL(string: "https://example.org"), nil)
      return nil
    }
    expect(provider.canLoadObject(ofClass: String.self))
    expect(provider.canLoadObject(ofClass: URL.self))
    try await expectEqual(provider.loadObject(ofClass: String.self), "text")
    try await expectEqual(provider.loadObject(ofClass: URL.self).absoluteString, "https://example.org")
  }

  @Test(.behaviour("IP-025", "IP-150")) func anInstanceDecidesItsTypesAndTheirVisibility() async throws {
    let provider = ItemProvider(object: Picky())
    expectEqual(provider.registeredTypeIdentifiers, ["org.example.best", "org.example.class"])
    expectEqual(provider.view(for: .other).registeredTypeIdentifiers, ["org.example.class"])
    try await expectEqual(provider.text(of: "org.example.best"), "org.example.best")
  }

  @Test(.behaviour("IP-026")) func aLazyObjectOffersTheTypesOfItsClassAndIsMadeByALoad() async throws {
    let runs = Shared(0)
    let provider = ItemProvider()
    provider.registerObject(ofClass: Picky.self, visibility: .all) { completion in
      runs.change { $0 += 1 }
      completion(Picky(), nil)
      return nil
    }
    expectEqual(provider.registeredTypeIdentifiers, ["org.example.class"])
    expect(provider.hasItemConformingToTypeIdentifier("org.example.class"))
    expectEqual(runs.value, 0)
    try await expectEqual(provider.text(of: "org.example.class"), "org.example.class")
    try await expectEqual(provider.text(of: "org.example.class"), "org.example.class")
    expectEqual(runs.value, 2)
  }

  @Test(.behaviour("IP-027", "IP-032", "IP-037")) func objectsOfSeveralClassesAreOfferedInOrder() async throws
  {
    let provider = ItemProvider()
    provider.registerText("<b>bold</b>", as: "public.html")
    provider.registerObject(try #require(URL(string: "https://example.org")), visibility: .all)
    provider.registerObject("plain", visibility: .all)
    expectEqual(provider.registeredTypeIdentifiers, ["public.html", "public.url", "public.utf8-plain-text"])
    try await expectEqual(provider.text(of: "public.html"), "<b>bold</b>")
    try await expectEqual(provider.loadObject(ofClass: String.self), "plain")
  }

  @Test(.behaviour("IP-028")) func anItemHandlerMayAnswerLater() async throws {
    let runs = Shared(0)
    let provider = ItemProvider()
    provider.registerItem(forTypeIdentifier: "org.example.download") { completion, _, _ in
      runs.change { $0 += 1 }
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.02)
        completion(Data("downloaded".utf8), nil)
      }
    }
    let item = try await provider.loadItem(forTypeIdentifier: "org.example.download")
    expectEqual(item as? Data, Data("downloaded".utf8))
    expectEqual(runs.value, 1)
  }

  @Test(.behaviour("IP-029")) func theFormsWithTypesAreVisibleToAll() {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .png) { _ in nil }
    provider.registerFileRepresentation(for: .pdf) { _ in nil }
    expectEqual(provider.offers.map(\.visibility), [.all, .all])
    expectEqual(provider.offers.map(\.kind), [.data, .file])
  }

  @Test(
    .behaviour("IP-036", "IP-151", "IP-152", "IP-153"),
    arguments: [
      ("public.png", "icon.png", 215, 174), ("public.gif", "apple.gif", 52, 64),
      ("public.png", "large", 2000, 2000),
    ] as [(String, String, Double, Double)])
  func anImageInALinkIsOfferedFirstWithItsNaturalSize(
    type: String, name: String, width: Double, height: Double
  )
    throws
  {
    let provider = ItemProvider(object: Picture(type: type, width: width, height: height))
    provider.registerObject(try #require(URL(string: "https://example.org")), visibility: .all)
    provider.suggestedName = name
    expectEqual(provider.registeredTypeIdentifiers, [type, "public.url"])
    expectEqual(provider.suggestedName, name)
    expectEqual(provider.preferredPresentationSize, CGSize(width: width, height: height))
  }

  @Test(
    .behaviour("IP-154", "IP-155"),
    arguments: [
      (10, 20, true), (-10, -20, false), (0, 0, false), (10, .infinity, false), (.nan, 20, false),
    ] as [(Double, Double, Bool)])
  func anySizeIsStoredAndOnlyAFinitePositiveOneIsUsable(width: Double, height: Double, isUsable: Bool) {
    let provider = ItemProvider(object: Picture(type: "public.png", width: 215, height: 174))
    provider.preferredPresentationSize = CGSize(width: width, height: height)
    let seen = PresentationSize(provider.view(for: .other).preferredPresentationSize)
    #expect(seen.width.bitPattern == width.bitPattern && seen.height.bitPattern == height.bitPattern)
    expectEqual(seen.isUsable, isUsable)
  }

  @Test(.behaviour("IP-046")) func eachProviderHasItsOwnTypes() {
    let items = [ItemProvider(types: ["public.jpeg"]), ItemProvider(types: ["public.html"])]
    expectEqual(items.map(\.registeredTypeIdentifiers), [["public.jpeg"], ["public.html"]])
  }

  @Test(.behaviour("G-15")) func oneRepresentationIsChosen() {
    let provider = ItemProvider(types: ["public.heic", "public.jpeg", "public.html"])
    provider.registerText("own", as: "public.png", visibility: .ownProcess)
    let choice = provider.choice(accepting: ["public.image", "public.html"])
    expectEqual(choice.winner?.index, 0)
    expectEqual(choice.verdicts.filter { if case .chosen = $0 { true } else { false } }.count, 1)
    expectEqual(provider.choice(accepting: ["public.png"]).winner?.index, 3)
    expectNil(provider.choice(accepting: ["public.png"], for: .other).winner)
    expectNil(provider.choice(accepting: ["public.movie"]).winner)
  }

  // MARK: Queries

  @Test(
    .behaviour("IP-038", "IP-039", "IP-040", "IP-041", "IP-109"),
    arguments: [
      ("public.png", "public.image", true), ("public.image", "public.png", false),
      ("public.png", "public.png", true),
      ("public.file-url", "public.url", true), ("public.file-url", "public.item", true),
    ])
  func aRegisteredTypeSatisfiesTheTypesThatItConformsTo(registered: String, asked: String, answer: Bool) {
    let provider = ItemProvider(types: [registered])
    expectEqual(provider.hasItemConformingToTypeIdentifier(asked), answer)
    expectEqual(provider.hasRepresentationConforming(toTypeIdentifier: asked), answer)
  }

  @Test(.behaviour("IP-042", "IP-043")) func everyQueryReportsOpenInPlace() {
    let provider = ItemProvider()
    provider.registerFileRepresentation(
      forTypeIdentifier: "public.png", fileOptions: .openInPlace, visibility: .all
    ) {
      _ in nil
    }
    provider.registerFileRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { _ in nil }
    expectEqual(provider.registeredTypeIdentifiers(fileOptions: .openInPlace), ["public.png"])
    expectEqual(provider.registeredTypeIdentifiers(fileOptions: []), ["public.png", "public.jpeg"])
    expect(provider.hasRepresentationConforming(toTypeIdentifier: "public.image", fileOptions: .openInPlace))
    expect(!provider.hasRepresentationConforming(toTypeIdentifier: "public.jpeg", fileOptions: .openInPlace))
  }

  @Test(.behaviour("IP-044")) func filteredTypesKeepTheirOrder() {
    let provider = ItemProvider(types: ["public.png", "public.jpeg", "public.text"])
    expectEqual(provider.registeredContentTypes(conformingTo: .image), [.png, .jpeg])
    expectEqual(provider.registeredContentTypes, [.png, .jpeg, .text])
  }

  @Test(.behaviour("IP-045", "IP-113")) func noQueryRunsAHandler() {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .utf8PlainText) { _ in
      Issue.record("a query ran a handler")
      return nil
    }
    expect(provider.hasItemConformingToTypeIdentifier("public.text"))
    expect(provider.canLoadObject(ofClass: String.self))
    expectEqual(provider.registeredContentTypes(conformingTo: .text), [.utf8PlainText])
    expect(!provider.description.isEmpty)
    expectEqual(provider.view(for: .other).offers.count, 1)
  }
}

import Foundation
import ItemProviders
import TestSupport
import Testing
import UniformTypes

struct CreatingTests {
  @Test(
    .behaviour("IP-001", "IP-002"), arguments: [ItemProvider(), ItemProvider(item: nil, typeIdentifier: nil)])
  func anEmptyProviderHasNoRepresentations(provider: ItemProvider) {
    expectEqual(provider.registeredTypeIdentifiers, [])
    expectEqual(provider.registeredContentTypes, [])
    expect(!provider.hasItemConformingToTypeIdentifier("public.item"))
    expect(!provider.canLoadObject(ofClass: String.self))
    expectNil(provider.suggestedName)
    expectNil(provider.teamData)
    expectEqual(provider.preferredPresentationSize, .zero)
    expectEqual(provider.preferredPresentationStyle, .unspecified)
  }

  @Test(.behaviour("IP-003", "IP-004")) func anItemIsLoadedUnderItsType() async throws {
    let provider = ItemProvider(item: "Hello", typeIdentifier: "public.plain-text")
    expectEqual(provider.registeredTypeIdentifiers, ["public.plain-text"])
    try await expectEqual(provider.loadItem(forTypeIdentifier: "public.plain-text") as? String, "Hello")
    expectEqual(
      ItemProvider(item: Data([1]), typeIdentifier: "public.mpeg-4").registeredTypeIdentifiers,
      [
        "public.mpeg-4"
      ])
    expectEqual(
      ItemProvider(item: "x", typeIdentifier: nil).registeredTypeIdentifiers, ["public.utf8-plain-text"])
  }

  @Test(.behaviour("IP-005", "IP-006", "IP-127", "IP-031", "G-27")) func valuesOfferTheirTypesInOrder() throws
  {
    expectEqual(ItemProvider(object: "Hello world").registeredTypeIdentifiers, ["public.utf8-plain-text"])
    let web = try #require(URL(string: "https://webkit.org"))
    expectEqual(ItemProvider(object: web).registeredTypeIdentifiers, ["public.url"])
    let file = URL(fileURLWithPath: "/tmp/x.txt")
    expectEqual(ItemProvider(object: file).registeredTypeIdentifiers, ["public.file-url", "public.url"])
    expectEqual(ItemProvider(object: Data([1])).registeredTypeIdentifiers, ["public.data"])
    expectEqual(URL.writableTypeIdentifiersForItemProvider, ["public.url"])
  }

  @Test(
    .behaviour("IP-007", "IP-008", "IP-009", "IP-010"),
    arguments: [
      ("file:///tmp/a.zip", ["public.zip-archive", "public.file-url"]),
      ("file:///tmp/a.txt", ["public.plain-text", "public.file-url"]),
      ("file:///tmp/a", ["public.data", "public.file-url"]),
      ("file:///tmp/a.unknown", ["public.data", "public.file-url"]),
      ("file:///tmp/a/", ["public.folder", "public.file-url"]),
      ("file:///tmp/a.rtfd/", ["com.apple.rtfd", "public.file-url"]),
      ("http://example.org/a.zip", ["public.url"]),
    ])
  func aFileHasTheTypeOfItsExtension(url: String, types: [String]) throws {
    let provider = try require(ItemProvider(contentsOf: URL(string: url)))
    expectEqual(provider.registeredTypeIdentifiers, types)
  }

  @Test func bothFileInitialisersSuggestTheNameOfTheFile() throws {
    for path in ["/tmp/a.zip", "/tmp/A folder/", "/tmp/a"] {
      let url = URL(fileURLWithPath: path)
      let older = try require(ItemProvider(contentsOf: url))
      expectEqual(older.suggestedName, url.lastPathComponent)
      expectEqual(ItemProvider(contentsOf: url, contentType: nil).suggestedName, older.suggestedName)
    }
    let web = URL(string: "http://example.org/a.zip")
    try expectNil(require(ItemProvider(contentsOf: web)).suggestedName)
  }

  @Test(.behaviour("IP-033"), arguments: [nil, "", "http://["])
  func noProviderIsMadeWithoutAURL(text: String?) {
    expectNil(ItemProvider(contentsOf: text.flatMap { URL(string: $0) }))
  }

  @Test(.behaviour("IP-035")) func anImageIsOfferedWithoutAURL() {
    let provider = ItemProvider(types: ["public.png"])
    provider.suggestedName = "icon.png"
    expectEqual(provider.registeredContentTypes, [.png])
    expect(!provider.hasItemConformingToTypeIdentifier("public.url"))
  }

  /// Apple's own classes offer private archives first, which other programs cannot read.
  @Test(.behaviour("G-40")) func noBuiltInValueOffersAPrivateArchive() throws {
    let web = try #require(URL(string: "https://example.org"))
    let providers = [
      ItemProvider(object: "text"), ItemProvider(object: web), ItemProvider(object: Data()),
      ItemProvider(object: TitledURL(web, title: "t")),
    ]
    for provider in providers {
      expect(provider.registeredTypeIdentifiers.allSatisfy { $0.hasPrefix("public.") }, "\(provider)")
    }
  }

  @Test(.behaviour("IP-011", "IP-012", "IP-013")) func theNewerFileInitialiserSuggestsTheNameAndTakesAType()
    throws
  {
    let report = URL(fileURLWithPath: "/tmp/report.pdf")
    let provider = ItemProvider(contentsOf: report, contentType: nil)
    expectEqual(provider.registeredTypeIdentifiers.first, "com.adobe.pdf")
    expectEqual(provider.suggestedName, "report.pdf")
    expectEqual(provider.registeredContentTypesForOpenInPlace, [])
    let binary = URL(fileURLWithPath: "/tmp/report.bin")
    let picture = ItemProvider(contentsOf: binary, contentType: .png, openInPlace: true)
    expectEqual(picture.registeredTypeIdentifiers.first, "public.png")
    expectEqual(picture.registeredContentTypesForOpenInPlace, [.png])
  }

  @Test(.behaviour("IP-015")) func theDescriptionListsTheTypesInOrder() throws {
    let provider = ItemProvider(types: ["public.url", "a \"private\" type"])
    let words = provider.description.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    expect(words.hasPrefix("<ItemProvider: 0x"), words)
    expect(words.hasSuffix("> {types = ( \"public.url\", \"a \\\"private\\\" type\" )}"), words)
  }

  @Test func equalityIsIdentity() {
    let provider = ItemProvider(object: "a")
    expectEqual(provider, provider)
    expectNotEqual(provider, ItemProvider(object: "a"))
    expectEqual(Set([provider, provider]).count, 1)
  }
}

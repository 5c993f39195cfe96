import Foundation
import ItemProviders
import TestSupport
import Testing
import UniformTypes

struct CreatingTests {
  @Test(
    .behaviour("IP-001", "IP-002"), arguments: [ItemProvider(), ItemProvider(item: nil, typeIdentifier: nil)])
  func anEmptyProviderHasNoRepresentations(provider: ItemProvider) {
    #expect(provider.registeredTypeIdentifiers == [])
    #expect(provider.registeredContentTypes == [])
    #expect(!provider.hasItemConformingToTypeIdentifier("public.item"))
    #expect(!provider.canLoadObject(ofClass: String.self))
    #expect(provider.suggestedName == nil)
    #expect(provider.teamData == nil)
    #expect(provider.preferredPresentationSize == .zero)
    #expect(provider.preferredPresentationStyle == .unspecified)
  }

  @Test(.behaviour("IP-003", "IP-004")) func anItemIsLoadedUnderItsType() async throws {
    let provider = ItemProvider(item: "Hello", typeIdentifier: "public.plain-text")
    #expect(provider.registeredTypeIdentifiers == ["public.plain-text"])
    #expect(try await provider.loadItem(forTypeIdentifier: "public.plain-text") as? String == "Hello")
    #expect(
      ItemProvider(item: Data([1]), typeIdentifier: "public.mpeg-4").registeredTypeIdentifiers == [
        "public.mpeg-4"
      ])
    #expect(
      ItemProvider(item: "x", typeIdentifier: nil).registeredTypeIdentifiers == ["public.utf8-plain-text"])
  }

  @Test(.behaviour("IP-005", "IP-006", "IP-127", "IP-031", "G-27")) func valuesOfferTheirTypesInOrder() throws
  {
    #expect(ItemProvider(object: "Hello world").registeredTypeIdentifiers == ["public.utf8-plain-text"])
    let web = try #require(URL(string: "https://webkit.org"))
    #expect(ItemProvider(object: web).registeredTypeIdentifiers == ["public.url"])
    let file = URL(fileURLWithPath: "/tmp/x.txt")
    #expect(ItemProvider(object: file).registeredTypeIdentifiers == ["public.file-url", "public.url"])
    #expect(ItemProvider(object: Data([1])).registeredTypeIdentifiers == ["public.data"])
    #expect(URL.writableTypeIdentifiersForItemProvider == ["public.url"])
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
    let provider = try #require(ItemProvider(contentsOf: URL(string: url)))
    #expect(provider.registeredTypeIdentifiers == types)
  }

  @Test func bothFileInitialisersSuggestTheNameOfTheFile() throws {
    for path in ["/tmp/a.zip", "/tmp/A folder/", "/tmp/a"] {
      let url = URL(fileURLWithPath: path)
      let older = try #require(ItemProvider(contentsOf: url))
      #expect(older.suggestedName == url.lastPathComponent)
      #expect(ItemProvider(contentsOf: url, contentType: nil).suggestedName == older.suggestedName)
    }
    let web = URL(string: "http://example.org/a.zip")
    #expect(try #require(ItemProvider(contentsOf: web)).suggestedName == nil)
  }

  @Test(.behaviour("IP-033"), arguments: [nil, "", "http://["])
  func noProviderIsMadeWithoutAURL(text: String?) {
    #expect(ItemProvider(contentsOf: text.flatMap { URL(string: $0) }) == nil)
  }

  @Test(.behaviour("IP-035")) func anImageIsOfferedWithoutAURL() {
    let provider = ItemProvider(types: ["public.png"])
    provider.suggestedName = "icon.png"
    #expect(provider.registeredContentTypes == [.png])
    #expect(!provider.hasItemConformingToTypeIdentifier("public.url"))
  }

  /// Apple's own classes offer private archives first, which other programs cannot read.
  @Test(.behaviour("G-40")) func noBuiltInValueOffersAPrivateArchive() throws {
    let web = try #require(URL(string: "https://example.org"))
    let providers = [
      ItemProvider(object: "text"), ItemProvider(object: web), ItemProvider(object: Data()),
      ItemProvider(object: TitledURL(web, title: "t")),
    ]
    for provider in providers {
      #expect(provider.registeredTypeIdentifiers.allSatisfy { $0.hasPrefix("public.") }, "\(provider)")
    }
  }

  @Test(.behaviour("IP-011", "IP-012", "IP-013")) func theNewerFileInitialiserSuggestsTheNameAndTakesAType()
    throws
  {
    let report = URL(fileURLWithPath: "/tmp/report.pdf")
    let provider = ItemProvider(contentsOf: report, contentType: nil)
    #expect(provider.registeredTypeIdentifiers.first == "com.adobe.pdf")
    #expect(provider.suggestedName == "report.pdf")
    #expect(provider.registeredContentTypesForOpenInPlace == [])
    let binary = URL(fileURLWithPath: "/tmp/report.bin")
    let picture = ItemProvider(contentsOf: binary, contentType: .png, openInPlace: true)
    #expect(picture.registeredTypeIdentifiers.first == "public.png")
    #expect(picture.registeredContentTypesForOpenInPlace == [.png])
  }

  @Test(.behaviour("IP-015")) func theDescriptionListsTheTypesInOrder() throws {
    let provider = ItemProvider(types: ["public.url", "a \"private\" type"])
    let words = provider.description.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.hasPrefix("<ItemProvider: 0x"))
    #expect(words.hasSuffix("> {types = ( \"public.url\", \"a \\\"private\\\" type\" )}"))
  }

  @Test func equalityIsIdentity() {
    let provider = ItemProvider(object: "a")
    #expect(provider == provider)
    #expect(provider != ItemProvider(object: "a"))
    #expect(Set([provider, provider]).count == 1)
  }
}

import Foundation
import ItemProviders
import Testing
import UniformTypes

/// Loads of items without coercion, as values and as objects.
struct ItemLoadTests {
  private struct Note: Codable, Equatable, ItemProviderWriting, ItemProviderReading {
    var text: String
    static let writableTypeIdentifiersForItemProvider = ["org.example.note"]
    static let readableTypeIdentifiersForItemProvider = ["org.example.note"]
  }

  @Test func aRegisteredObjectIsLoadedAsItself() async throws {
    let url = try #require(URL(string: "https://example.org/page"))
    let file = URL(fileURLWithPath: "/tmp/a.txt")
    let text = ItemProvider(object: "hello")
    #expect(try await text.loadItem(forTypeIdentifier: "public.utf8-plain-text") as? String == "hello")
    #expect(try await text.loadItem(forTypeIdentifier: "public.text") as? String == "hello")
    #expect(try await ItemProvider(object: url).loadItem(forTypeIdentifier: "public.url") as? URL == url)
    let files = try #require(ItemProvider(contentsOf: file))
    #expect(try await files.loadItem(forTypeIdentifier: "public.file-url") as? URL == file)
    let lazy = ItemProvider()
    lazy.registerObject(ofClass: Note.self, visibility: .all) { completion in
      completion(Note(text: "late"), nil)
      return nil
    }
    #expect(try await lazy.loadItem(forTypeIdentifier: "org.example.note") as? Note == Note(text: "late"))
  }

  @Test func anObjectOfAnotherClassIsReadFromTheBytes() async throws {
    let url = try #require(URL(string: "https://example.org/page"))
    let provider = ItemProvider(object: TitledURL(url, title: "Page"))
    #expect(try await provider.loadItem(forTypeIdentifier: "public.url", as: URL.self) == url)
    #expect(try await provider.loadItem(forTypeIdentifier: "public.url", as: TitledURL.self).title == "Page")
    let text = ItemProvider(object: "hello")
    let data = try await text.loadItem(forTypeIdentifier: "public.text", as: Data.self)
    #expect(data == Data("hello".utf8))
  }

  @Test func aRegisteredValueWithoutAnObjectIsLoadedAsItsBytes() async throws {
    let provider = ItemProvider(object: Note(text: "a"))
    let object: any NSSecureCoding = try await provider.loadItem(forTypeIdentifier: "org.example.note")
    let data = try #require(object as? NSData)
    #expect(try JSONDecoder().decode(Note.self, from: data as Data) == Note(text: "a"))
  }

  @Test func bytesAndFilesAreLoadedAsTheirObjects() async throws {
    let bytes: any NSSecureCoding = try await ItemProvider(types: ["public.png"])
      .loadItem(forTypeIdentifier: "public.image")
    #expect(bytes is NSData)
    let file = URL(fileURLWithPath: #filePath)
    let provider = try #require(ItemProvider(contentsOf: file))
    let url: any NSSecureCoding = try await provider.loadItem(forTypeIdentifier: "public.text")
    #expect((url as? NSURL)?.path == file.path)
  }

  @Test func anItemThatIsNotCodedStaysTheSameValue() async throws {
    struct Plain: Sendable, Equatable { var number = 7 }
    let provider = ItemProvider(item: [Plain()], typeIdentifier: "org.example.plain")
    #expect(try await provider.loadItem(forTypeIdentifier: "org.example.plain") as? [Plain] == [Plain()])
    let whole = try await provider.loadItem(forTypeIdentifier: "org.example.plain", as: (any Sendable).self)
    #expect(whole as? [Plain] == [Plain()])
    let single = ItemProvider(item: Plain(), typeIdentifier: "org.example.plain")
    await #expect(throws: ItemProviderError.self) {
      let _: any NSSecureCoding = try await single.loadItem(forTypeIdentifier: "org.example.plain")
    }
  }

  @Test func attributedTextIsTransferredWithItsAttributes() async throws {
    var text = AttributedString("a link")
    text.link = URL(string: "https://example.org")
    let provider = ItemProvider()
    let offered = text
    provider.register(offered)
    #expect(
      provider.registeredTypeIdentifiers == ["io.proffer.attributed-string", "public.utf8-plain-text"])
    #expect(try await provider.loadTransferable(type: AttributedString.self) == text)
    #expect(try await provider.loadObject(ofClass: String.self) == "a link")
    let plain = ItemProvider(object: "plain")
    #expect(try await plain.loadTransferable(type: AttributedString.self) == AttributedString("plain"))
  }

  /// A mock as tests write it: it answers questions and loads without any representation.
  private final class Mock: ItemProvider, @unchecked Sendable {
    override func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
      typeIdentifier == "public.movie"
    }
    override func canLoadObject(ofClass type: any ItemProviderReading.Type) -> Bool { type == Note.self }
  }

  @Test func aSubclassAnswersQuestions() {
    let mock = Mock()
    #expect(mock.hasItemConformingToTypeIdentifier("public.movie"))
    #expect(!mock.hasItemConformingToTypeIdentifier("public.text"))
    #expect(mock.canLoadObject(ofClass: Note.self) && !mock.canLoadObject(ofClass: String.self))
  }
}

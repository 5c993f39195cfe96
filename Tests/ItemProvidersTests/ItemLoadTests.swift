import Foundation
import ItemProviders
import TestSupport;
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
    try await expectEqual(text.loadItem(forTypeIdentifier: "public.utf8-plain-text") as? String, "hello")
    try await expectEqual(text.loadItem(forTypeIdentifier: "public.text") as? String, "hello")
    try await expectEqual(ItemProvider(object: url).loadItem(forTypeIdentifier: "public.url") as? URL, url)
    let files = try require(ItemProvider(contentsOf: file))
    try await expectEqual(files.loadItem(forTypeIdentifier: "public.file-url") as? URL, file)
    let lazy = ItemProvider()
    lazy.registerObject(ofClass: Note.self, visibility: .all) { completion in
      completion(Note(text: "late"), nil)
      return nil
    }
    try await expectEqual(lazy.loadItem(forTypeIdentifier: "org.example.note") as? Note, Note(text: "late"))
  }

  @Test func anObjectOfAnotherClassIsReadFromTheBytes() async throws {
    let url = try #require(URL(string: "https://example.org/page"))
    let provider = ItemProvider(object: TitledURL(url, title: "Page"))
    try await expectEqual(provider.loadItem(forTypeIdentifier: "public.url", as: URL.self), url)
    try await expectEqual(
      provider.loadItem(forTypeIdentifier: "public.url", as: TitledURL.self).title, "Page")
    let text = ItemProvider(object: "hello")
    let data = try await text.loadItem(forTypeIdentifier: "public.text", as: Data.self)
    expectEqual(data, Data("hello".utf8))
  }

  @Test func aRegisteredValueWithoutAnObjectIsLoadedAsItsBytes() async throws {
    let provider = ItemProvider(object: Note(text: "a"))
    let object: any NSSecureCoding = try await provider.loadItem(forTypeIdentifier: "org.example.note")
    let data = try require(object as? NSData)
    try expectEqual(JSONDecoder().decode(Note.self, from: data as Data), Note(text: "a"))
  }

  @Test func bytesAndFilesAreLoadedAsTheirObjects() async throws {
    let bytes: any NSSecureCoding = try await ItemProvider(types: ["public.png"])
      .loadItem(forTypeIdentifier: "public.image")
    expect(bytes is NSData, bytes)
    let file = URL(fileURLWithPath: #filePath)
    let provider = try require(ItemProvider(contentsOf: file))
    let url: any NSSecureCoding = try await provider.loadItem(forTypeIdentifier: "public.text")
    expectEqual((url as? NSURL)?.path, file.path)
  }

  @Test func anItemThatIsNotCodedStaysTheSameValue() async throws {
    struct Plain: Sendable, Equatable { var number = 7 }
    let provider = ItemProvider(item: [Plain()], typeIdentifier: "org.example.plain")
    try await expectEqual(provider.loadItem(forTypeIdentifier: "org.example.plain") as? [Plain], [Plain()])
    let whole = try await provider.loadItem(forTypeIdentifier: "org.example.plain", as: (any Sendable).self)
    expectEqual(whole as? [Plain], [Plain()])
    let single = ItemProvider(item: Plain(), typeIdentifier: "org.example.plain")
    await expectThrows(ItemProviderError.self) {
      let _: any NSSecureCoding = try await single.loadItem(forTypeIdentifier: "org.example.plain")
    }
  }

  @Test func attributedTextIsTransferredWithItsAttributes() async throws {
    var text = AttributedString("a link")
    text.link = URL(string: "https://example.org")
    let provider = ItemProvider()
    let offered = text
    provider.register(offered)
    expectEqual(
      provider.registeredTypeIdentifiers, ["io.proffer.attributed-string", "public.utf8-plain-text"])
    try await expectEqual(provider.loadTransferable(type: AttributedString.self), text)
    try await expectEqual(provider.loadObject(ofClass: String.self), "a link")
    let plain = ItemProvider(object: "plain")
    try await expectEqual(plain.loadTransferable(type: AttributedString.self), AttributedString("plain"))
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
    expect(mock.hasItemConformingToTypeIdentifier("public.movie"))
    expect(!mock.hasItemConformingToTypeIdentifier("public.text"))
    #expect(mock.canLoadObject(ofClass: Note.self) && !mock.canLoadObject(ofClass: String.self))
  }

  /// A provider whose override passes on the object that this class loads, and notes it.
  private final class Overriding: ItemProvider, @unchecked Sendable {
    let objects = Shared<[String]>([])

    override func loadItem(
      forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]?,
      completionHandler: CompletionHandler?
    ) {
      super.loadItem(forTypeIdentifier: typeIdentifier, options: options) {
        [objects] (item: (any NSSecureCoding)?, error: (any Error)?) in
        let isKnown =
          switch item {
          case is NSString, is NSDate, is NSUUID, is NSNumber, is NSDictionary: true
          default: false
          }
        objects.change { $0.append(isKnown ? "object" : "\(item.map { String(describing: $0) } ?? "nil")") }
        completionHandler?(item, error)
      }
    }
  }

  // An override received a private wrapper for most values that have an object.
  @Test func anOverrideReceivesTheObjectOfAValue() async throws {
    let (date, identifier) = (Date(timeIntervalSince1970: 7), UUID())
    let items: [any Sendable] = [
      "text", date, identifier, SecurelyCodedItem.asSendable("text" as NSString),
      SecurelyCodedItem.asSendable(NSNumber(value: 7)),
      SecurelyCodedItem.asSendable(["a": 1] as NSDictionary),
    ]
    for item in items {
      let provider = Overriding(item: item, typeIdentifier: "org.example.item")
      let loaded = try await provider.loadItem(forTypeIdentifier: "org.example.item")
      expectEqual(provider.objects.value, ["object"], "\(item)")
      #expect((loaded as? NSObject)?.isEqual(item) == true || "\(loaded)" == "\(item)")
    }
    let provider = Overriding(item: [date], typeIdentifier: "org.example.item")
    #expect(try await provider.loadItem(forTypeIdentifier: "org.example.item") is [Date])
  }

  /// A provider whose override answers with the number that another provider has.
  private final class Substituting: ItemProvider, @unchecked Sendable {
    override func loadItem(
      forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]?,
      completionHandler: CompletionHandler?
    ) {
      let other = ItemProvider(item: 7, typeIdentifier: typeIdentifier)
      other.loadItem(forTypeIdentifier: typeIdentifier, options: options) {
        (item: (any NSSecureCoding)?, error: (any Error)?) in
        let number = item as? NSNumber
        completionHandler?(number.map { NSNumber(value: $0.intValue + 1) }, error)
      }
    }
  }

  // The load of another provider inherited that the receiver accepts values, and returned a private wrapper.
  @Test func anOverrideLoadsObjectsOfOtherProviders() async throws {
    let provider = Substituting(types: ["org.example.item"])
    try await expectEqual(provider.loadItem(forTypeIdentifier: "org.example.item") as? Int, 8)
  }
}

import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

private struct Note: Codable, Equatable, ItemProviderReading, ItemProviderWriting {
  static let writableTypeIdentifiersForItemProvider = ["object", "com.apple.binary-property-list"]
  static let readableTypeIdentifiersForItemProvider = ["object", "com.apple.property-list"]
  var title: String
  var count: Int
}

/// Stores the type identifier with which it was read.
private struct IdentifierRecorder: ItemProviderReading {
  static let readableTypeIdentifiersForItemProvider = ["public.vcard", "public.image"]
  let identifier: String

  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> IdentifierRecorder {
    if data.isEmpty { throw SourceError(number: 99) }
    return IdentifierRecorder(identifier: typeIdentifier)
  }
}

struct ObjectLoadTests {
  @Test(
    .behaviour("IP-102", "IP-106", "IP-109", "IP-110", "IP-114", "G-25", "G-32"),
    arguments: [
      ("public.url", false, true), ("public.plain-text", true, false),
      ("public.utf8-plain-text", true, false),
      ("public.mpeg-4", false, false), ("public.text", false, false), ("public.file-url", false, true),
      ("public.vcard", false, false), ("public.json", false, false),
    ])
  func theTypesDecideWhichClassesCanBeLoaded(registered: String, text: Bool, url: Bool) {
    let provider = ItemProvider(types: [registered])
    expectEqual(provider.canLoadObject(ofClass: String.self), text)
    expectEqual(provider.canLoadObject(ofClass: URL.self), url)
  }

  @Test(
    .behaviour("IP-103", "IP-104", "IP-125", "IP-162"),
    arguments: [
      ("https://webkit.org/b/123", "https://webkit.org/b/123"),
      ("http://webkit.org/b/你好;?x=8 + 6", "http://webkit.org/b/%E4%BD%A0%E5%A5%BD;?x=8%20+%206"),
    ])
  func aURLIsReadFromText(text: String, expected: String) async throws {
    let provider = ItemProvider(types: ["public.url"], bytes: ["public.url": text])
    try await expectEqual(provider.loadObject(ofClass: URL.self).absoluteString, expected)
  }

  @Test(.behaviour("G-26")) func aRelativeURLIsWrittenAsAnAbsoluteOne() async throws {
    let base = URL(string: "https://example.org/a/")
    let relative = try require(URL(string: "b", relativeTo: base))
    let loaded = try await ItemProvider(object: relative).loadObject(ofClass: URL.self)
    expectEqual(loaded.absoluteString, "https://example.org/a/b")
  }

  @Test func aURLIsReadFromThePropertyListThatPhonesWrite() async throws {
    let list: [Any] = ["page", "https://example.org/a/", ["title": "T"]]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    try expectEqual(
      URL.object(withItemProviderData: data, typeIdentifier: "public.url").absoluteString,
      "https://example.org/a/page")
  }

  @Test(.behaviour("IP-105"), arguments: ["Hello world", "Apple", nil]) func aTitledURLKeepsItsTitle(
    title: String?
  )
    async throws
  {
    let link = TitledURL(try #require(URL(string: "https://webkit.org/b/123")), title: title)
    let provider = ItemProvider(object: link)
    expectEqual(provider.registeredTypeIdentifiers, ["public.url"])
    try await expectEqual(provider.loadObject(ofClass: TitledURL.self), link)
    try await expectEqual(provider.loadObject(ofClass: URL.self), link.url)
    try await expectEqual(
      ItemProvider(object: link.url).loadObject(ofClass: TitledURL.self), TitledURL(link.url))
  }

  @Test(arguments: [Data(), Data([0xFF, 0xFE, 0x80]), Data("bplist00broken".utf8)])
  func bytesThatAreNotAURLAreRejected(data: Data) {
    let refusal = expectThrows(ItemProviderError.self) {
      try URL.object(withItemProviderData: data, typeIdentifier: "public.url")
    }
    expectEqual(refusal?.code, .unavailableCoercionError)
  }

  @Test(
    arguments: [
      ("public.utf8-plain-text", Array("héllo".utf8), "héllo"),
      ("public.utf8-plain-text", [0xEF, 0xBB, 0xBF, 0x61], "a"),
      ("public.plain-text", [0xFF, 0xFE, 0x61, 0x00], "a"),
      ("public.plain-text", [0xFE, 0xFF, 0x00, 0x61], "a"),
      ("public.utf16-external-plain-text", [0x00, 0x61], "a"),
      ("public.utf16-plain-text", [0x61, 0x00], "a"),
      ("public.utf8-plain-text", [], ""), ("public.utf8-plain-text", [0xC3], nil),
      ("public.utf16-plain-text", [0x61], nil), ("public.utf16-plain-text", [0x00, 0xD8], nil),
    ] as [(String, [UInt8], String?)])
  func textIsReadInTheEncodingOfItsType(type: String, bytes: [UInt8], expected: String?) {
    let read = Result { try String.object(withItemProviderData: Data(bytes), typeIdentifier: type) }
    switch (read, expected) {
    case (.success(let text), let expected?): expectEqual(text, expected)
    case (.failure(let error as ItemProviderError), nil): expectEqual(error.code, .unavailableCoercionError)
    default: Issue.record("\(type) \(bytes) gave \(read)")
    }
  }

  @Test(.behaviour("IP-107", "IP-108")) func theReadersOrderDecides() async throws {
    let provider = ItemProvider(types: ["public.png", "public.vcard"])
    try await expectEqual(provider.loadObject(ofClass: IdentifierRecorder.self).identifier, "public.vcard")
    // A registered type that the reader does not list is passed as the listed type that it conforms to.
    #expect(
      try await ItemProvider(types: ["public.png"]).loadObject(ofClass: IdentifierRecorder.self).identifier
        == "public.image")
  }

  @Test(.behaviour("IP-111")) func anObjectOfAnUnofferedTypeIsUnavailable() async throws {
    let answer: Reported<IdentifierRecorder> = await reported {
      ItemProvider(types: ["public.html"]).loadObject(ofClass: IdentifierRecorder.self, completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.providerError?.code, .itemUnavailableError)
  }

  @Test(.behaviour("IP-112")) func theErrorOfReadingTheValueIsReported() async throws {
    let provider = ItemProvider(types: ["public.vcard"], bytes: ["public.vcard": ""])
    let answer: Reported<IdentifierRecorder> = await reported {
      provider.loadObject(ofClass: IdentifierRecorder.self, completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.error as? SourceError, SourceError(number: 99))
  }

  @Test(.behaviour("IP-061", "IP-115")) func anyCodableValueIsWrittenAndReadBack() async throws {
    let note = Note(title: "Milk", count: 2)
    let provider = ItemProvider(object: note)
    try await expectEqual(provider.loadObject(ofClass: Note.self), note)
    try await expectEqual(provider.text(of: "object"), #"{"count":2,"title":"Milk"}"#)
    let list = try await provider.loadDataRepresentation(forTypeIdentifier: "com.apple.property-list")
    expect(list.starts(with: Data("bplist00".utf8)), list)
    try expectEqual(Note.object(withItemProviderData: list, typeIdentifier: "com.apple.property-list"), note)
  }

  /// A load uses the registry of the task that starts it, on every queue.
  @Test func aLoadUsesTheRegistryOfItsTask() async throws {
    let declaration = TypeDeclaration(
      identifier: "org.example.prose", parents: ["public.utf8-plain-text"],
      tags: [.filenameExtension: ["prose"]],
      origin: .exported)
    let registry = try TypeRegistry.standard.adding([declaration])
    let provider = ItemProvider(types: ["org.example.prose"])
    provider.suggestedName = "chapter"
    expect(!provider.canLoadObject(ofClass: String.self))
    try await TypeRegistry.withCurrent(registry) {
      expect(provider.canLoadObject(ofClass: String.self))
      try await expectEqual(provider.loadObject(ofClass: String.self), "org.example.prose")
      let file = try await provider.loadFileRepresentation(for: .plainText)
      expectEqual(file.path.lastComponent?.string, "chapter.prose")
      let nested: Reported<Bool> = await reported { completion in
        provider.loadDataRepresentation(for: .text) { _, error in
          completion(TypeRegistry.current === registry, error)
        }
      }
      expectEqual(nested.value, true)
    }
  }

  // MARK: The coercing interface

  @Test(.behaviour("IP-128", "IP-129", "IP-135")) func itemsAreCoercedAsTheTableSays() async throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: try folder.write("contents", to: "a.txt"))
    let stored = ItemProvider(item: Data([1]), typeIdentifier: "public.data")
    try await expectEqual(stored.loadItem(forTypeIdentifier: "public.data") as? Data, Data([1]))
    let url = ItemProvider(item: file, typeIdentifier: "public.plain-text")
    try await expectEqual(url.loadItem(forTypeIdentifier: "public.plain-text", as: URL.self), file)
    try await expectEqual(
      url.loadItem(forTypeIdentifier: "public.plain-text", as: Data.self), Data("contents".utf8))
    try await expectEqual(url.loadItem(forTypeIdentifier: "public.plain-text", as: String.self), "contents")
    let bytes = ItemProvider(types: ["public.utf8-plain-text"])
    try await expectEqual(
      bytes.loadItem(forTypeIdentifier: "public.text") as? Data,
      Data("public.utf8-plain-text".utf8))
    try await expectEqual(
      bytes.loadItem(forTypeIdentifier: "public.text", as: String.self), "public.utf8-plain-text")
    let text = ItemProvider(item: "text", typeIdentifier: "public.utf8-plain-text")
    try await expectEqual(
      text.loadItem(forTypeIdentifier: "public.utf8-plain-text", as: Data.self), Data("text".utf8)
    )
  }

  private class Animal: @unchecked Sendable {}
  private final class Dog: Animal, @unchecked Sendable {}

  @Test(.behaviour("IP-131")) func anItemOfASubclassIsReturnedUnchanged() async throws {
    let dog = Dog()
    let provider = ItemProvider(item: dog, typeIdentifier: "org.example.animal")
    #expect(try await provider.loadItem(forTypeIdentifier: "org.example.animal", as: Animal.self) === dog)
  }

  @Test(.behaviour("IP-132", "IP-133")) func anItemWithoutACoercionIsAnError() async throws {
    let provider = ItemProvider(item: "text", typeIdentifier: "public.utf8-plain-text")
    let answer: Reported<URL> = await reported {
      provider.loadItem(forTypeIdentifier: "public.utf8-plain-text", as: URL.self, completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.providerError?.code, .unexpectedValueClassError)
  }

  @Test(.behaviour("IP-130", "G-9", "G-10", "G-11")) func aFailedCoercionIsAnError() async throws {
    let provider = ItemProvider(item: Data([0xC3]), typeIdentifier: "public.utf8-plain-text")
    let answer: Reported<String> = await reported {
      provider.loadItem(forTypeIdentifier: "public.utf8-plain-text", as: String.self, completionHandler: $0)
    }
    expectEqual(answer.providerError?.code, .unavailableCoercionError)
    let remote = ItemProvider(item: URL(string: "https://example.org"), typeIdentifier: "public.url")
    let bytes: Reported<Data> = await reported {
      remote.loadItem(forTypeIdentifier: "public.url", as: Data.self, completionHandler: $0)
    }
    expectEqual(bytes.providerError?.code, .unavailableCoercionError)
  }

  @Test(.behaviour("IP-134", "G-36")) func theHandlerGetsTheOptionsAndTheClass() async throws {
    let seen = Shared<(PresentationSize?, Bool)>((nil, false))
    let provider = ItemProvider()
    provider.registerItem(forTypeIdentifier: "public.png") { completion, expected, options in
      let size = options[ItemProvider.preferredImageSizeKey] as? PresentationSize
      seen.change { $0 = (size, expected == Data.self) }
      completion(Data([1]), nil)
    }
    let size = PresentationSize(width: 10, height: 20)
    _ = try await provider.loadItem(
      forTypeIdentifier: "public.png", as: Data.self, options: [ItemProvider.preferredImageSizeKey: size])
    expectEqual(seen.value.0, size)
    expect(seen.value.1)
  }

  @Test(.behaviour("IP-136")) func aLoadWithoutACompletionRunsTheHandler() async throws {
    let ran = Shared(false)
    let provider = ItemProvider()
    provider.registerItem(forTypeIdentifier: "public.png") { completion, _, _ in
      completion(Data([1]), nil)
      ran.change { $0 = true }
    }
    provider.loadItem(forTypeIdentifier: "public.png", options: nil, completionHandler: nil)
    try await expect(eventually { ran.value })
  }

  // MARK: Previews

  @Test(.behaviour("IP-138")) func thePreviewHandlersImageIsLoaded() async throws {
    let provider = ItemProvider()
    provider.previewImageHandler = { completion, _, _ in
      completion(PreviewImage(typeIdentifier: "public.png", data: Data([1])), nil)
    }
    let preview = try await provider.loadPreviewImage()
    expectEqual(preview as? PreviewImage, PreviewImage(typeIdentifier: "public.png", data: Data([1])))
  }

  @Test(.behaviour("IP-139", "G-37")) func aPreviewWithoutAHandlerIsAnError() async throws {
    let answer: Reported<any Sendable> = await reported {
      ItemProvider().loadPreviewImage(completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.providerError?.code, .itemUnavailableError)
  }

  @Test(.behaviour("IP-138", "G-36")) func aPreviewIsCoercedAndItsHandlerGetsTheSize() async throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: try folder.write("pixels", to: "a.png"))
    let items: [any Sendable] = [
      Data("pixels".utf8), file, PreviewImage(typeIdentifier: "public.png", data: Data("pixels".utf8)),
    ]
    let size = PresentationSize(width: 64, height: 64)
    for item in items {
      let seen = Shared<(PresentationSize?, Bool)>((nil, false))
      let provider = ItemProvider()
      provider.previewImageHandler = { completion, expected, options in
        seen.change {
          $0 = (options[ItemProvider.preferredImageSizeKey] as? PresentationSize, expected == Data.self)
        }
        completion(item, nil)
      }
      try await expectEqual(provider.loadPreviewImage(as: Data.self, fitting: size), Data("pixels".utf8))
      expectEqual(seen.value.0, size)
      expect(seen.value.1)
    }
  }

  @Test(arguments: [true, false]) func aFailedPreviewIsAnError(isAnswered: Bool) async throws {
    let provider = ItemProvider()
    provider.previewImageHandler = { completion, _, _ in if isAnswered { completion(SourceError(), nil) } }
    let answer: Reported<Data> = await reported {
      provider.loadPreviewImage(as: Data.self, completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.providerError?.code, isAnswered ? .unexpectedValueClassError : .itemUnavailableError)
    let none: Reported<Data> = await reported {
      ItemProvider().loadPreviewImage(as: Data.self, completionHandler: $0)
    }
    expectEqual(none.providerError?.code, .itemUnavailableError)
  }

  @Test func aRendererMakesThePreview() async throws {
    struct Upright: PreviewRendering {
      let renderableTypeIdentifiers = ["public.image"]
      func preview(of data: Data, typeIdentifier: String, fitting size: PresentationSize?) -> PreviewImage {
        PreviewImage(typeIdentifier: typeIdentifier, data: Data(data.reversed()))
      }
    }
    let provider = ItemProvider(types: ["public.html", "public.png"], bytes: ["public.png": "abc"])
    let preview = try await provider.previewImage(renderedBy: Upright())
    expectEqual(preview, PreviewImage(typeIdentifier: "public.png", data: Data("cba".utf8)))
    await expectThrows(ItemProviderError.self) {
      try await ItemProvider(types: ["public.html"]).previewImage(renderedBy: Upright())
    }
  }
}

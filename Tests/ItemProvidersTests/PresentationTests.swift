import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

/// A place like those of Maps: offered in a private form, as a card, and as a titled URL.
private struct Place: ItemProviderWriting {
  static let writableTypeIdentifiersForItemProvider = [
    "com.apple.mapkit.map-item", "public.vcard", "public.url",
  ]
  let name: String

  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    guard typeIdentifier == "public.url", let url = URL(string: "https://maps.apple.com/?q=1") else {
      completionHandler(Data("BEGIN:VCARD\r\nFN:\(name)\r\nEND:VCARD\r\n".utf8), nil)
      return nil
    }
    return TitledURL(url, title: name).loadData(
      withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completionHandler)
  }
}

struct PresentationTests {
  struct Row: Sendable {
    let types: [String]
    var style = PresentationStyle.unspecified
    var name: String?
    let inline: [String]
    let file: [String]
  }

  @Test(
    .behaviour("IP-069", "IP-084", "IP-093", "IP-120", "IP-122", "IP-124", "IP-156"),
    arguments: [
      Row(types: ["public.zip-archive"], inline: [], file: ["public.zip-archive"]),
      Row(types: ["public.url"], inline: ["public.url"], file: []),
      Row(types: ["public.utf8-plain-text"], inline: ["public.utf8-plain-text"], file: []),
      Row(
        types: ["public.utf8-plain-text"], style: .inline, name: "hello.txt",
        inline: ["public.utf8-plain-text"],
        file: []),
      Row(types: ["public.utf8-plain-text"], name: "hello.txt", inline: [], file: ["public.utf8-plain-text"]),
      Row(
        types: ["public.utf8-plain-text"], name: "Hello v1.2", inline: ["public.utf8-plain-text"], file: []),
      Row(
        types: ["public.utf8-plain-text"], style: .attachment, inline: [], file: ["public.utf8-plain-text"]),
      // The extension concerns one type; the other representation is not affected.
      Row(
        types: ["public.rtf", "public.html"], name: "a.rtf", inline: ["public.html"], file: ["public.rtf"]),
      Row(types: ["public.vcard"], inline: [], file: ["public.vcard"]),
      Row(types: ["public.file-url", "public.url"], inline: [], file: []),
      Row(
        types: ["public.jpeg", "public.url"], inline: ["public.jpeg", "public.url"], file: ["public.jpeg"]),
      Row(types: ["public.jpeg"], style: .inline, inline: ["public.jpeg"], file: []),
      Row(types: ["public.jpeg"], style: .attachment, inline: [], file: ["public.jpeg"]),
      // A style does not remove the only presentation.
      Row(types: ["public.zip-archive"], style: .inline, inline: [], file: ["public.zip-archive"]),
      Row(types: ["public.url"], style: .attachment, inline: ["public.url"], file: []),
      Row(types: ["org.example.private"], inline: [], file: []),
      Row(types: ["org.example.private"], style: .attachment, inline: [], file: ["org.example.private"]),
      Row(types: ["public.data"], inline: [], file: []),
      Row(types: [], inline: [], file: []),
    ])
  func typesAreInlineOrFilesAsTheRulesSay(row: Row) {
    let provider = ItemProvider(types: row.types)
    provider.preferredPresentationStyle = row.style
    provider.suggestedName = row.name
    expectEqual(provider.inlineTypeIdentifiers, row.inline)
    expectEqual(provider.fileTypeIdentifiers, row.file)
  }

  @Test(
    .behaviour("IP-157", "IP-158", "G-38"),
    arguments: [
      (PresentationStyle.unspecified, false), (PresentationStyle.attachment, false),
      (PresentationStyle.inline, true),
    ])
  func theStyleDecidesForAFileOfText(style: PresentationStyle, isInline: Bool) async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: try folder.write("This is a tiny blob of text.", to: "foo.txt"))
    let provider = ItemProvider()
    provider.registerFileRepresentation(for: .utf8PlainText) { completion in
      completion(url, false, nil)
      return nil
    }
    provider.preferredPresentationStyle = style
    expectEqual(provider.preferredPresentationStyle, style)
    expectEqual(provider.inlineTypeIdentifiers, isInline ? ["public.utf8-plain-text"] : [])
    expectEqual(provider.fileTypeIdentifiers, isInline ? [] : ["public.utf8-plain-text"])
    try await expectEqual(provider.loadObject(ofClass: String.self), "This is a tiny blob of text.")
  }

  @Test(.behaviour("IP-123")) func theFileURLOfAnImageIsNotContent() {
    let file = URL(fileURLWithPath: "/tmp/icon.png")
    let provider = ItemProvider()
    provider.registerFileRepresentation(for: .png) { completion in
      completion(file, false, nil)
      return nil
    }
    provider.registerObject(file, visibility: .all)
    expectEqual(provider.registeredTypeIdentifiers, ["public.png", "public.file-url", "public.url"])
    expectEqual(provider.inlineTypeIdentifiers, ["public.png"])
    expectEqual(provider.fileTypeIdentifiers, ["public.png"])
  }

  @Test(.behaviour("IP-119", "IP-121")) func aPlaceIsATitledURLInlineAndACardAsAFile() async throws {
    let place = ItemProvider(object: Place(name: "Apple Park"))
    place.suggestedName = "Apple Park"
    expectEqual(place.inlineTypeIdentifiers, ["public.url"])
    let link = try await place.loadObject(ofClass: TitledURL.self)
    expectEqual(link.title, "Apple Park")
    expectEqual(link.url.host, "maps.apple.com")
    let contact = ItemProvider(types: ["public.vcard"])
    contact.suggestedName = "Foo Bar"
    var names: [String?] = []
    for provider in [place, contact] {
      let type = try require(provider.fileTypeIdentifiers.first.flatMap { UTType($0) })
      expectEqual(type.tags[.mimeType]?.first, "text/vcard")
      let file = try await provider.loadFileRepresentation(for: type)
      names.append(file.path.lastComponent?.string)
    }
    expectEqual(names, ["Apple Park.vcf", "Foo Bar.vcf"])
  }
}

import Foundation
import ItemProviders
import TestSupport
import Testing

@testable import ColorFormats
@testable import RichTextFormats
@testable import StandardCoders

/// Formatted text that is provided and loaded.
@Suite struct RichTextProviderTests {
  private func text(_ content: RichText.Inline...) -> RichText {
    RichText([.paragraph(RichText.Paragraph(content))]).normalized()
  }

  @Test(.behaviour("IP-030")) func richTypesComeBeforePlainText() throws {
    let provider = ItemProvider(object: text(.styled(.bold, [.text("a selection")])))
    let types = provider.registeredTypeIdentifiers
    expectEqual(types.first, "public.rtf")
    expectEqual(types.last, "public.utf8-plain-text")
    #expect(types.contains("public.html") && types.contains("com.apple.webarchive"))
  }

  @Test(.behaviour("IP-116")) func boldTextOfASizeKeepsWordsAndFormatting() async throws {
    let bold = text(.styled(.fontSize(20), [.styled(.bold, [.text("This is a test")])]))
    let provider = ItemProvider(object: bold)
    try await expectEqual(provider.loadObject(ofClass: String.self), "This is a test")
    try await expectEqual(provider.loadObject(ofClass: RichText.self), bold)
  }

  @Test(.behaviour("IP-117"), arguments: ["public.rtf", "public.html", "com.apple.webarchive"])
  func aColorSurvivesEveryRichType(type: String) async throws {
    let red = text(.styled(.color(Color(redByte: 255, greenByte: 0, blueByte: 0)), [.text("red")]))
    let data = try await ItemProvider(object: red).loadDataRepresentation(forTypeIdentifier: type)
    try expectEqual(RichText.object(withItemProviderData: data, typeIdentifier: type), red)
  }

  @Test(.behaviour("IP-118")) func anAttachedPictureSurvives() async throws {
    let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    let attachment = RichText.Attachment(
      .data(picture, typeIdentifier: "public.png"), name: "icon.png", width: 215, height: 174)
    let provider = ItemProvider(object: text(.text("before "), .attachment(attachment)))
    expectEqual(provider.registeredTypeIdentifiers.first, "com.apple.flat-rtfd")
    let received = try await provider.loadObject(ofClass: RichText.self)
    guard case .paragraph(let paragraph)? = received.blocks.first,
      case .attachment(let arrived)? = paragraph.content.last
    else {
      Issue.record("\(received.debugDescription)")
      return
    }
    expectEqual(arrived.source, .data(picture, typeIdentifier: "public.png"))
    #expect(arrived.width == 215 && arrived.height == 174)
  }

  @Test func markdownAndPlainTextAreReadAsSuch() throws {
    let markdown = try RichText.object(
      withItemProviderData: Data("**bold**".utf8), typeIdentifier: "net.daringfireball.markdown")
    expectEqual(markdown, text(.styled(.bold, [.text("bold")])))
    let plain = try RichText.object(
      withItemProviderData: Data("**bold**".utf8), typeIdentifier: "public.utf8-plain-text")
    expectEqual(plain, text(.text("**bold**")))
    let error = expectThrows(ItemProviderError.self) {
      try RichText.object(withItemProviderData: Data(), typeIdentifier: "public.png")
    }
    expectEqual(error?.code, .unavailableCoercionError)
  }
}

import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport;
import Testing
import UniformTypes

@testable import DesktopTransfer

/// The conversion between types and names on the wire, in both directions.
@Suite struct WireNameTests {
  private func names(_ representations: KeyValuePairs<String, Data>, on route: TransferRouteKind) -> [String]
  {
    OfferSamples.offer(representations).forms(on: route).map(\.name)
  }

  @Test(arguments: [
    (
      TransferRouteKind.x11, "public.utf8-plain-text",
      ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING"]
    ),
    (
      .wayland, "public.utf8-plain-text",
      ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT", "STRING"]
    ),
    (.terminal, "public.utf8-plain-text", ["text/plain;charset=utf-8", "text/plain"]),
    (.x11, "public.rtf", ["text/rtf", "application/rtf", "text/richtext"]),
    (.wayland, "public.rtf", ["text/rtf", "application/rtf"]),
    (.x11, "public.url", ["text/uri-list", "text/x-moz-url", "_NETSCAPE_URL"]),
    (
      .x11, "public.file-url",
      [
        "text/uri-list", "x-special/gnome-copied-files", "x-special/mate-copied-files",
        "application/x-kde4-urilist",
      ]
    ),
    (.terminal, "public.file-url", ["text/uri-list"]),
    (.wayland, "PUBLIC.HTML", ["text/html"]),
    (.x11, "public.svg-image", ["image/svg+xml"]),
    (.x11, "io.proffer.drag-bundle", ["application/vnd.proffer.dragbundle+zip"]),
  ])
  func aTypeGoesUnderItsNames(route: TransferRouteKind, type: String, expected: [String]) {
    expectEqual(names([type: Data("x".utf8)], on: route), expected)
  }

  @Test func aTypeWithoutANameIsOfferedOnlyAlone() {
    expectEqual(names(["org.example.secret": Data([1])], on: .x11), ["application/octet-stream"])
    expectEqual(
      names(["org.example.secret": Data([1]), "public.png": Data([2])], on: .x11), ["image/png"])
  }

  /// Plain text fields of Qt 6 pasted Markdown without its marks, because it came first.
  @Test func markdownComesAfterThePage() {
    expectEqual(
      names(
        ["net.daringfireball.markdown": Data(), "public.html": Data(), "public.rtf": Data()], on: .wayland),
      ["text/html", "text/markdown", "text/rtf", "application/rtf"])
    expectEqual(names(["net.daringfireball.markdown": Data()], on: .wayland).first, "text/markdown")
  }

  /// Beside text, Thunar pasted nothing and Writer pasted a frame with the file.
  @Test func theFileOfATextHasOnlyTheNamesThatFileManagersRead() {
    let text = KeyValuePairs<String, Data>(
      dictionaryLiteral: ("public.utf8-plain-text", Data("a".utf8)),
      ("public.file-url", Data("file:///a".utf8)))
    let offered = names(text, on: .x11)
    #expect(!offered.contains("text/uri-list") && offered.contains("x-special/gnome-copied-files"))
    let dragged = OfferSamples.offer(text).draggedForms(on: .x11).map(\.name)
    #expect(dragged.contains("text/uri-list") && !dragged.contains { $0.contains("copied-files") })
    // Files that come first, or beside a picture, have all names.
    #expect(
      names(["public.file-url": Data(), "public.utf8-plain-text": Data()], on: .x11).contains("text/uri-list")
    )
    #expect(names(["public.png": Data(), "public.file-url": Data()], on: .x11).contains("text/uri-list"))
  }

  @Test func aNameStandsForTheBestRepresentationThatHasIt() throws {
    let offer = OfferSamples.offer(["public.utf8-plain-text": Data(), "public.plain-text": Data()])
    let plain = try require(offer.forms(on: .wayland).first { $0.name == "text/plain" })
    expectEqual(plain.typeIdentifier, "public.utf8-plain-text")
  }

  @Test func whatNotEveryProgramMaySeeIsNotOffered() {
    let provider = OfferSamples.provider(["public.html": Data()])
    for (type, visibility) in [
      ("public.png", RepresentationVisibility.ownProcess), ("public.rtf", .team), ("public.jpeg", .group),
    ] {
      provider.registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) { completion in
        completion(Data(), nil)
        return nil
      }
    }
    let offer = TransferOffer([provider], types: .standard)
    expectEqual(offer.forms(on: .x11).map(\.name), ["text/html"])
  }

  @Test func anOfferCanAskNotToBeKept() throws {
    let offer = TransferOffer(
      [OfferSamples.provider(["public.utf8-plain-text": Data()])], types: .standard, isSensitive: true)
    let hint = try require(offer.forms(on: .wayland).last)
    expectEqual(hint.name, "x-kde-passwordManagerHint")
    #expect(IncomingNames([hint.name, "text/plain"], types: .standard).isSensitive)
  }

  @Test func theTextsAndFilesOfSeveralItemsAreOne() async throws {
    let providers = ["a", "b\n", "c"].map { name in
      OfferSamples.provider([
        "public.file-url": Data("file:///\(name.prefix(1))".utf8), "public.utf8-plain-text": Data(name.utf8),
      ])
    }
    let forms = TransferOffer(providers, types: .standard).forms(on: .x11)
    func value(_ name: String) async throws -> String {
      let form = try require(forms.first { $0.name == name })
      let data = try await withCheckedThrowingContinuation { continuation in
        form.content.request { continuation.resume(with: $0) }
      }
      return String(decoding: try form.written(data), as: UTF8.self)
    }
    try await expectEqual(value("text/uri-list"), "file:///a\r\nfile:///b\r\nfile:///c\r\n")
    try await expectEqual(
      value("x-special/gnome-copied-files"), "copy\nfile:///a\nfile:///b\nfile:///c")
    try await expectEqual(value("UTF8_STRING"), "a\nb\nc")
  }

  // MARK: Coming in

  @Test(arguments: [
    ("text/html", "public.html"), ("TEXT/HTML", "public.html"), ("text/html;charset=utf-8", "public.html"),
    ("UTF8_STRING", "public.utf8-plain-text"), ("STRING", "public.utf8-plain-text"),
    ("text/plain; charset=UTF-8", "public.utf8-plain-text"), ("text/plain", "public.utf8-plain-text"),
    ("text/plain;charset=utf-16", "public.utf16-plain-text"), ("text/uri-list", "io.proffer.uri-list"),
    ("x-special/gnome-copied-files", "io.proffer.uri-list"), ("text/x-moz-url", "public.url"),
    ("x-special/mate-copied-files", "io.proffer.uri-list"),
    ("application/x-kde4-urilist", "io.proffer.uri-list"),
    ("application/x-libreoffice-tsvc", "public.tab-separated-values-text"),
    ("image/png", "public.png"), ("public.tiff", "public.tiff"), ("application/rtf", "public.rtf"),
    ("application/vnd.proffer.dragbundle+zip", "io.proffer.drag-bundle"),
  ])
  func aNameStandsForAType(name: String, type: String) {
    expectEqual(IncomingNames([name], types: .standard).types.map(\.typeIdentifier), [type])
  }

  @Test(arguments: [
    ("TARGETS", IncomingNames.Meaning.question), ("MULTIPLE", .question), ("DELETE", .question),
    ("INSERT_SELECTION", .question), ("chromium/x-web-custom-data", .privateContent),
    ("COMPOUND_TEXT", .privateContent), ("application/x-gtk-local-dnd", .privateContent),
    ("x-kde-passwordManagerHint", .privateContent), ("_SOME_POINTER", .unknown(nil)), ("", .unknown(nil)),
    ("org.example.note", .unknown(nil)),
  ])
  func someNamesAreNoContent(name: String, meaning: IncomingNames.Meaning) {
    let names = IncomingNames([name], types: .standard)
    expectEqual(names.names.map(\.meaning), [meaning])
    expectEmpty(names.types)
  }

  @Test func anUndeclaredMIMETypeIsADynamicType() throws {
    let type = try require(IncomingNames(["application/x-undeclared"], types: .standard).types.first)
    #expect(type.typeIdentifier.hasPrefix("dyn.") && !type.isKnown)
  }

  @Test func ofSeveralNamesOfOneTypeTheBestIsFetched() {
    let names = IncomingNames(
      ["STRING", "text/html", "text/plain", "UTF8_STRING", "text/plain", "TEXT"], types: .standard)
    expectEqual(names.types.map(\.typeIdentifier), ["public.utf8-plain-text", "public.html"])
    expectEqual(names.types.map(\.name), ["UTF8_STRING", "text/html"])
    expectEqual(names.names.count, 5)
  }

  // MARK: Forms

  @Test(arguments: [
    (WireForm.latin1, "Grüße", [0x47, 0x72, 0xFC, 0xDF, 0x65] as [UInt8]?), (.latin1, "Ω", nil),
    (.uriList, "https://a\n\nhttps://b\n", Array("https://a\r\nhttps://b\r\n".utf8)),
    (.copiedFiles, "file:///a\nfile:///b", Array("copy\nfile:///a\nfile:///b".utf8)),
    (.mozillaURL, "u:", [0x75, 0, 0x3A, 0, 0x0A, 0, 0x75, 0, 0x3A, 0]),
    (.netscapeURL, "u:", Array("u:\nu:".utf8)), (.netscapeURL, "", nil),
    (.html, "<p>plain", Array("<p>plain".utf8)),
    (.html, "<p>ü", Array("<meta charset=\"utf-8\"><p>ü".utf8)),
    (.html, "<html><HEAD lang=x><title>ü", Array("<html><HEAD lang=x><meta charset=\"utf-8\"><title>ü".utf8)),
    (.html, "<meta charset=\"latin-1\">ü", Array("<meta charset=\"latin-1\">ü".utf8)),
    (.bytes, "x", [0x78]),
  ])
  func aFormIsWritten(form: WireForm, text: String, bytes: [UInt8]?) {
    expectEqual(form.written(Data(text.utf8)), bytes.map { Data($0) })
  }

  @Test(arguments: [
    (WireForm.latin1, [0x47, 0xFC] as [UInt8], "Gü" as String?), (.latin1, Array("Gü".utf8), "Gü"),
    (.html, [0xFF, 0xFE, 0x3C, 0, 0xFC, 0], "<ü"), (.html, [0xFE, 0xFF, 0, 0x3C, 0, 0xFC], "<ü"),
    (.html, [0xEF, 0xBB, 0xBF, 0x3C], "<"), (.html, Array("<ü".utf8), "<ü"),
    (.mozillaURL, [0x75, 0, 0x3A, 0, 0x0A, 0, 0x54, 0], "u:"), (.mozillaURL, [], nil),
    (.netscapeURL, Array("u:\nTitle".utf8), "u:"),
    (.copiedFiles, Array("cut\nfile:///a\nfile:///b".utf8), "file:///a\r\nfile:///b\r\n"),
  ])
  func aFormIsRead(form: WireForm, bytes: [UInt8], text: String?) {
    expectEqual(form.read(Data(bytes)), text.map { Data($0.utf8) })
  }

  // MARK: Lists of URLs

  @Test func aListNamesTheFilesOfThisMachine() {
    let list = """
      # from a file manager\r
      file:///home/a%20b\r\n\r
      file://localhost/c\nfile://here/d%FF\r\nFILE:/e
       https://example.org/x \r
      file://elsewhere/f
      nonsense
      file:relative\0
      """
    let entries = URIList(Data(list.utf8), hostName: Array("here".utf8)).entries
    let bytes = entries.map { entry -> [UInt8] in
      switch entry {
      case .file(let path): path.bytes
      case .url(let url): Array("url \(url)".utf8)
      }
    }
    expectEqual(
      bytes,
      [
        Array("/home/a b".utf8), Array("/c".utf8), Array("/d".utf8) + [0xFF], Array("/e".utf8),
        Array("url https://example.org/x".utf8), Array("url file://elsewhere/f".utf8),
      ])
  }

  @Test(arguments: ["", "\0", "\r\n\r\n", "# only a comment", ":", "file://", "file:///%00"])
  func aListOfNothingIsEmpty(text: String) {
    expectEmpty(URIList(Data(text.utf8), hostName: []).entries)
  }
}

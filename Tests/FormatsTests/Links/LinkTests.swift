import Foundation
import ProfferConversions
import TestSupport;
import Testing
import UniformTypes

@testable import StandardCoders
@testable import StructuredFormats

/// The paths of conversions to links.
///
/// The cases of single links are in `Tests/Cases/links`.
struct LinkTests {
  private static let list = "io.proffer.uri-list"
  private static let webloc = "com.apple.web-internet-location"
  private static let shortcut = "com.microsoft.internet-shortcut"

  @Test(arguments: ["public.url", webloc, shortcut, list, "public.plain-text"])
  func aURLSurvivesEveryFormat(type: String) throws {
    for address in [
      "https://a.b/%E4%BD%A0?x=1&y=[]#z".replacingOccurrences(of: "[]", with: "%5B%5D"), "file:///tmp/a%20b",
      "mailto:a@b.c",
    ] {
      let there = try convert(Data(address.utf8), from: "public.url", to: type)
      expectEmpty(there.losses)
      let back = try convert(there.data, from: type, to: "public.url")
      expectEqual(String(decoding: back.data, as: UTF8.self), address)
      expectEmpty(back.losses)
    }
  }

  // A page contains more than the link to it.
  @Test func aLinkIsNotPreferredToThePage() throws {
    let plan = try ConversionRegistry(.standard).plan(from: ["public.html", "public.url"], to: "public.rtf")
    expectEqual(plan.sourceIdentifier, "public.html")
  }

  @Test func loneSurrogatesOfAPropertyListAreLossesOfItsLink() throws {
    // The link's title contains an unpaired lead surrogate.
    var bytes = [UInt8](
      try StructuredValue.array(["https://a.b/c", "", ["title": "éé"]]).writeBinaryPropertyList().data)
    let place = try require(
      bytes.indices.first { bytes[$0...].starts(with: [0x62, 0x00, 0xE9, 0x00, 0xE9]) })
    bytes[place + 1] = 0xD8
    let result = try convert(Data(bytes), from: "public.url", to: "public.url")
    expectEqual(result.losses.map(\.kind), [.characters, .metadata])
  }

  @Test func aPlanFromTextToALinkIsNotCertain() throws {
    let registry = ConversionRegistry(.standard)
    for type in ["public.html", "public.rtf", "net.daringfireball.markdown"] {
      for destination in ["public.url", Self.list] {
        #expect(try !registry.plan(from: [type], to: destination).isCertain)
      }
    }
    // Plain text never becomes a link through formatted text.
    #expect(
      try registry.plan(from: ["public.utf8-plain-text"], to: "public.url").bridges.map(\.name) == [
        "text to link"
      ])
  }

  @Test func linksInRunningTextAreFound() throws {
    var options = CoderOptions()
    options.findsLinks = true
    let text =
      "See https://example.org/a_b?c=d, or (www.example.net).\nAsk who@example.org.\n\nNone: here w. @x\n"
    let source = RepresentationSource(Data(text.utf8), typeIdentifier: "public.utf8-plain-text")
    let registry = ConversionRegistry(.standard(options))
    let page = try registry.plan(from: [source.typeIdentifier], to: "public.html").run(on: source)
    let html = String(decoding: page.data, as: UTF8.self)
    expect(
      html.contains(
        "<p>See <a href=\"https://example.org/a_b?c=d\">https://example.org/a_b?c=d</a>, or (<a "), html
    )
    expect(
      html.contains(
        "<a href=\"http://www.example.net\">www.example.net</a>).<br>\nAsk <a href=\"mailto:who@"), html
    )
    expect(html.contains("<p>None: here w. @x</p>"), html)
    let links = try registry.plan(from: [source.typeIdentifier], to: Self.list).run(on: source)
    expectEqual(
      String(decoding: links.data, as: UTF8.self),
      "https://example.org/a_b?c=d\r\nhttp://www.example.net\r\nmailto:who@example.org\r\n")
    expect(!links.losses.isEmpty)
    // Without the option, the addresses are text.
    expectThrows((any Error).self) {
      try convert(text, from: "public.utf8-plain-text", to: Self.list)
    }
    #expect(!(try convert(text, from: "public.utf8-plain-text", to: "public.html").contains("<a ")))
  }
}

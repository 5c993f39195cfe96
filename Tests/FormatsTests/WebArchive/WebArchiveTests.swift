import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats
@testable import StructuredFormats

struct WebArchiveTests {
  private static func resource(_ data: Data, _ address: String, _ type: String) -> StructuredValue {
    [
      "WebResourceData": .data(data), "WebResourceURL": .string(address),
      "WebResourceMIMEType": .string(type),
      "WebResourceTextEncodingName": "macintosh",
    ]
  }

  private static let page: StructuredValue = [
    "WebMainResource": resource(
      Data("<link rel=stylesheet href=s.css><p>".utf8) + Data([0x8E])
        + Data("<a href=b.html>x</a><img src='p.png'><img src=q.png>".utf8),
      "http://a.example/d/i.html", "text/html"),
    "WebSubresources": .array([
      resource(Data([1, 2]), "http://a.example/d/p.png", "image/png"),
      resource(Data("p{font-weight:bold}".utf8), "http://a.example/d/s.css", "text/css"),
    ]),
    "WebSubframeArchives": .array([[:]]),
  ]

  @Test func aStyleSheetThatIsLinkedTooOftenIsReadAFewTimes() throws {
    let link = "<link rel=stylesheet href=s.css>"
    for (linkCount, lostCount) in [(4, 0), (6, 2)] {
      let page: StructuredValue = [
        "WebMainResource": Self.resource(
          Data((String(repeating: link, count: linkCount) + "<p>x").utf8), "http://a.example/i.html",
          "text/html"),
        "WebSubresources": .array([
          Self.resource(Data("p{font-weight:bold}".utf8), "http://a.example/s.css", "text/css")
        ]),
      ]
      let reading = try RichText.readWebArchive(try page.writeBinaryPropertyList().data)
      expectEqual(reading.value.debugDescription, "paragraph: bold[\"x\"]\n")
      expectEqual(reading.losses.map(\.count).reduce(0, +), lostCount, "\(reading.losses)")
      expect(
        reading.losses.allSatisfy { $0.detail == "repeated links to the same style sheet" }, reading.losses)
    }
  }

  @Test func theMembersOfAnArchiveAreInItsText() throws {
    for list in [try Self.page.writeBinaryPropertyList().data, try Self.page.writeXMLPropertyList().data] {
      let reading = try RichText.readWebArchive(list)
      expectEqual(
        reading.value.debugDescription,
        "paragraph: bold[\"é\" link(http://a.example/d/b.html)[\"x\"] attachment(public.png, 2 bytes) "
          + "attachment(http://a.example/d/q.png)]\n")
      expectEqual(reading.losses.map(\.description), ["1 image (embedded pages)"])
    }
  }

  @Test func anArchivedPictureIsAnAttachment() throws {
    let archive: StructuredValue = [
      "WebMainResource": Self.resource(Data([1]), "http://a.example/p.png", "image/png")
    ]
    try expectEqual(
      RichText.readWebArchive(archive.writeBinaryPropertyList().data).value.debugDescription,
      "paragraph: attachment(public.png, 1 bytes, name \"p.png\")\n")
  }

  @Test func aTypeThatAURLCannotStateIsData() throws {
    let archive: StructuredValue = [
      "WebMainResource": Self.resource(Data("<img src=p>".utf8), "http://a.example/", "text/html"),
      "WebSubresources": .array([Self.resource(Data([1]), "http://a.example/p", "ima,e/png")]),
    ]
    let text = try RichText.readWebArchive(archive.writeBinaryPropertyList().data).value
    try expectEqual(RichText.readWebArchive(text.writeWebArchive().data).value, text)
  }

  @Test func urlsStayRelativeWhereThePageHasNoURL() throws {
    let text = RichText([
      .paragraph(RichText.Paragraph([.styled(.link(RichText.Link("b.html")), [.text("x")])]))
    ])
    try expectEqual(RichText.readWebArchive(text.writeWebArchive().data).value, text)
  }

  @Test func aPropertyListWithoutAPageIsRefused() throws {
    let data = try StructuredValue.dictionary([]).writeXMLPropertyList().data
    #expect { try RichText.readWebArchive(data) } throws: { ($0 as? CoderError)?.code == .wrongFormat }
  }
}

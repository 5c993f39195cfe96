import Foundation
import ProfferConversions
import RichTextFormats
import StructuredFormats

/// Web archives: read, written and read again.
struct WebArchiveFuzzer: Fuzzer {
  let material: Material

  init() throws {
    func resource(_ data: String, _ address: String, _ type: String) -> StructuredValue {
      [
        "WebResourceData": .data(Data(data.utf8)), "WebResourceURL": .string(address),
        "WebResourceMIMEType": .string(type), "WebResourceTextEncodingName": "UTF-8",
      ]
    }
    let page: StructuredValue = [
      "WebMainResource": resource(
        "<link rel=stylesheet href=s.css><p>é<a href=b.html>x</a><img src='p.png'><img src=q.png><iframe src=f></iframe>",
        "http://a.example/d/i.html", "text/html"),
      "WebSubresources": [
        resource("\u{1}\u{2}", "http://a.example/d/p.png", "image/png"),
        resource("p{font-weight:bold}", "http://a.example/d/s.css", "text/css"),
      ], "WebSubframeArchives": [[:]],
    ]
    let picture: StructuredValue = [
      "WebMainResource": resource("\u{1}", "http://a.example/p.png", "image/png")
    ]
    let text: StructuredValue = ["WebMainResource": resource("a\r\n<b>", "file:///a.txt", "text/plain")]
    let xhtml: StructuredValue = [
      "WebMainResource": resource("<p>a<br/><i/>b</p>", "about:blank", "application/xhtml+xml")
    ]
    material = Material(
      seeds: try [page, picture, text, xhtml].flatMap {
        [try $0.writeBinaryPropertyList(), try $0.writeXMLPropertyList()]
      }.map { [UInt8]($0.data) },
      words: [
        "WebMainResource", "WebSubresources", "WebResourceData", "WebResourceURL", "WebResourceMIMEType",
        "WebResourceTextEncodingName", "WebSubframeArchives", "text/html", "text/plain", "image/png",
        "text/css",
        "http://a.example/d/p.png", "<data>", "</data>", "PHA+", "<string>", "</string>", "<dict>", "</dict>",
        "UTF-16", "shift_jis", "<img src=p.png>", "<style>", "<p>",
      ],
      pairs: [("<dict>", "</dict>"), ("<array>", "</array>"), ("<data>", "</data>")],
      shapes: [
        GrowingShape(
          "<plist><dict><key>WebMainResource</key><dict><key>WebResourceData</key><data>", repeating: "PHA+",
          "</data></dict></dict></plist>"),
        GrowingShape(
          "<plist><dict><key>WebMainResource</key><dict><key>WebResourceData</key><data>PHA+</data></dict>"
            + "<key>WebSubresources</key><array>",
          repeating: "<dict><key>WebResourceData</key><data>AA==</data></dict>", "</array></dict></plist>"),
      ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let reading: RichText
    do {
      reading = try RichText.readWebArchive(Data(input)).value
    } catch {
      return try Finding.unless(error is CoderError, "rejected with an error of another kind: \(error)")
    }
    try Finding.unless(reading == reading.normalized(), "the text that was read is not normalized")
    do {
      let written = try reading.writeWebArchive()
      let again = try RichText.readWebArchive(written.data).value
      try Finding.unless(
        !written.losses.isEmpty || again == reading,
        "after writing and reading, the value differs: \(reading.debugDescription) and \(again.debugDescription)"
      )
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("it cannot be written and read: \(error)")
    }
  }
}

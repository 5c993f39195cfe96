import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import StandardCoders
@testable import StructuredFormats

/// Every pair of the formats of tables, structured values and links: the values are kept, not only the words.
@Suite struct ValueMatrixTests {
  private static let registry = ConversionRegistry(.standard)

  private static func converted(_ contents: DocumentContents, _ source: String, _ destination: String) throws
    -> DocumentContents
  {
    try registry.plan(from: [source], to: destination)
      .run(on: RepresentationSource(contents, typeIdentifier: source)).contents
  }

  // MARK: Tables

  /// Cells that a careless format changes.
  ///
  /// They contain separators, quotes, digits that are not a number, nothing, and letters outside ASCII.
  private static let csv = """
    Place,Item,Amount,Code\r
    Málaga,"Pensión, 3 nights",126.00,007\r
    Trevélez,"the ""small"" hut",18.50,1e3\r
    Genève,a|b <c> & *d*,,0\r

    """

  static let tableTypes = [
    "public.comma-separated-values-text", "public.tab-separated-values-text",
    "public.utf8-tab-separated-values-text", "public.json", "public.ndjson", "public.html", "public.xhtml",
    "net.daringfireball.markdown", "public.rtf", "com.apple.webarchive", "com.apple.xml-property-list",
    "com.apple.binary-property-list", "org.textbundle.package", "org.openxmlformats.spreadsheetml.sheet",
    "org.oasis-open.opendocument.spreadsheet",
  ]

  @Test(arguments: tableTypes, tableTypes)
  func tablesKeepTheirCells(first: String, second: String) throws {
    let csvType = "public.comma-separated-values-text"
    var contents = DocumentContents.data(Data(Self.csv.utf8))
    var type = csvType
    for next in [first, second, csvType] {
      contents = try Self.converted(contents, type, next)
      type = next
    }
    expectEqual(String(decoding: contents.bytes, as: UTF8.self), Self.csv)
  }

  // MARK: Structured values

  private static let json = """
    {"text": "Málaga \\"😎\\"", "none": [], "empty": {}, "yes": true, "no": false, "big": 18446744073709551615, \
    "small": -9223372036854775808, "third": 0.1, "large": 1e300, "list": [1, "1", [true, {"a": {"b": [0]}}]]}
    """

  static let structuredTypes = [
    "public.json", "com.apple.property-list", "com.apple.xml-property-list", "com.apple.binary-property-list",
  ]

  @Test(arguments: structuredTypes, structuredTypes)
  func structuredValuesSurvive(first: String, second: String) throws {
    let source = Data(Self.json.utf8)
    var contents = DocumentContents.data(source)
    for (type, next) in zip(["public.json", first, second], [first, second, "public.json"]) {
      contents = try Self.converted(contents, type, next)
    }
    try expectEqual(
      StructuredValue.readJSON(contents.bytes).value, StructuredValue.readJSON(source).value)
  }

  // MARK: Links

  static let linkTypes = [
    "public.url", "com.apple.web-internet-location", "com.microsoft.internet-shortcut", "io.proffer.uri-list",
    "public.utf8-plain-text", "public.utf16-plain-text",
  ]

  @Test(arguments: linkTypes, linkTypes)
  func linksKeepTheirURL(first: String, second: String) throws {
    let address = "https://example.org/a%20b/?q=1&r=%C3%A9#part"
    var contents = DocumentContents.data(Data(address.utf8))
    for (type, next) in zip(["public.url", first, second], [first, second, "public.url"]) {
      contents = try Self.converted(contents, type, next)
    }
    expectEqual(String(decoding: contents.bytes, as: UTF8.self), address)
  }

  @Test(arguments: linkTypes, RichTextMatrixTests.destinations)
  func linksAreLinksInFormattedText(type: String, destination: String) throws {
    let address = "https://example.org/a%20b/?q=1&r=%C3%A9#part"
    let link = try Self.converted(.data(Data(address.utf8)), "public.url", type)
    let page = try Self.converted(link, type, destination)
    let html = try Self.converted(page, destination, "public.html")
    // Plain text never becomes a link, even if it is a URL.
    let isText = type.hasSuffix("plain-text")
    expectEqual(
      String(decoding: html.bytes, as: UTF8.self).contains(
        "<a href=\"\(address.replacing("&", with: "&amp;"))"),
      !isText, "\(String(decoding: html.bytes, as: UTF8.self))")
  }
}

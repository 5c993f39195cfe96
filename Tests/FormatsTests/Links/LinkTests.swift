import Foundation
import ProfferConversions
import Testing
import UniformTypes

@testable import StandardCoders
@testable import StructuredFormats

struct LinkTests {
  private static let list = "io.proffer.uri-list"
  private static let webloc = "com.apple.web-internet-location"
  private static let shortcut = "com.microsoft.internet-shortcut"

  // MARK: Addresses

  @Test(arguments: [
    ("http://webkit.org/b/你好;?x=8 + 6", "http://webkit.org/b/%E4%BD%A0%E5%A5%BD;?x=8%20+%206"),
    ("  https://a.b/\n", "https://a.b/"), ("http://a.b/%7Ex%zz 100%", "http://a.b/%7Ex%25zz%20100%25"),
    ("http://exämple.com/%C3%A4 ü", "http://xn--exmple-cua.com/%C3%A4%20%C3%BC"),
    ("http://a.b/x[1]#y#z", "http://a.b/x%5B1%5D#y%23z"), ("file:///tmp/a b%FF", "file:///tmp/a%20b%FF"),
    ("mailto:a@b.c?subject=ü", "mailto:a@b.c?subject=%C3%BC"), ("HTTP://A.b/\\", "HTTP://A.b/%5C"),
    ("tel:+1-23", "tel:+1-23"), ("http://[::1]:8080/", "http://[::1]:8080/"),
    ("urn:isbn:123", "urn:isbn:123"),
  ])
  func charactersOutsideURLsAreEscaped(text: String, address: String) throws {
    #expect(try convert(text, from: "public.url", to: "public.url") == address)
  }

  @Test(arguments: [
    "", "hello", "a.b/c", "//a.b/c", ":x", "1a:b", "http:", "http://a b/", "C:/x", "http://a.b/\u{1}", "ä:b",
    "/tmp/x",
  ])
  func textWithoutASchemeOrWithABrokenHostIsNotAURL(text: String) {
    expectError(.notALink, text) { try convert(text, from: "public.url", to: "public.url") }
  }

  @Test(arguments: [
    "see http://a.b/", "http://a.b/ http://c.d/", "http://a.b/\nhttp://c.d/", "note: buy milk",
    "http://a.b/<x>",
    "http://a.b/{x}", "c:\\x", "http://a.b/|",
  ])
  func plainTextThatIsMoreThanAURLIsNotALink(text: String) {
    expectError(.notALink, text) { try convert(text, from: "public.utf8-plain-text", to: "public.url") }
  }

  @Test func plainTextThatIsOneURLIsALink() throws {
    #expect(
      try convert(" http://a.b/ü?q \n", from: "public.plain-text", to: Self.webloc).contains(
        "http://a.b/%C3%BC?q"))
    #expect(try convert("http://a.b/", from: "public.url", to: "public.utf8-plain-text") == "http://a.b/")
  }

  @Test(arguments: ["public.url", webloc, shortcut, list, "public.plain-text"])
  func aURLSurvivesEveryFormat(type: String) throws {
    for address in [
      "https://a.b/%E4%BD%A0?x=1&y=[]#z".replacingOccurrences(of: "[]", with: "%5B%5D"), "file:///tmp/a%20b",
      "mailto:a@b.c",
    ] {
      let there = try convert(Data(address.utf8), from: "public.url", to: type)
      #expect(there.losses.isEmpty)
      let back = try convert(there.data, from: type, to: "public.url")
      #expect(String(decoding: back.data, as: UTF8.self) == address)
      #expect(back.losses.isEmpty)
    }
  }

  @Test func theTitleOfAWebLocationIsTheWordsOfTheLink() throws {
    let list =
      "<plist><dict><key>URL</key><string>http://a.b/</string><key>title</key><string>A  b</string></dict></plist>"
    let registry = ConversionRegistry(.standard)
    func result(_ list: String, _ type: String) throws -> ConversionResult {
      try registry.plan(from: [Self.webloc], to: type)
        .run(on: RepresentationSource(Data(list.utf8), typeIdentifier: Self.webloc))
    }
    let markdown = try result(list, "net.daringfireball.markdown")
    #expect(String(decoding: markdown.data, as: UTF8.self) == "[A b](http://a.b/)\n")
    #expect(markdown.losses.isEmpty)
    let untitled = list.replacingOccurrences(of: "title", with: "icon")
    let bare = try result(untitled, "net.daringfireball.markdown")
    #expect(String(decoding: bare.data, as: UTF8.self) == "<http://a.b/>\n")
    #expect(bare.losses.map(\.kind) == [.metadata])
    // Other forms of links cannot store a title.
    #expect(try result(list, "public.url").losses.map(\.kind) == [.metadata])
  }

  // A page contains more than the link to it.
  @Test func aLinkIsNotPreferredToThePage() throws {
    let plan = try ConversionRegistry(.standard).plan(from: ["public.html", "public.url"], to: "public.rtf")
    #expect(plan.sourceIdentifier == "public.html")
  }

  @Test func onlyFileURLsAreWrittenAsFileURLs() throws {
    #expect(try convert("file:///a", from: "public.url", to: "public.file-url") == "file:///a")
    expectError(.unsuitableLink) { try convert("http://a.b/", from: "public.url", to: "public.file-url") }
  }

  // MARK: Property lists

  @Test func theListsThatAppleWritesAsURLsAreRead() throws {
    let lists: [(StructuredValue, String)] = [
      (["https://a.b/c", ""], "https://a.b/c"), (["c?d", "https://a.b/x/y"], "https://a.b/x/c?d"),
      (["https://a.b/c"], "https://a.b/c"), (["URL": "https://a.b/c"], "https://a.b/c"),
      (["https://a.b/c", "", [:]], "https://a.b/c"),
      (
        [
          "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": .uid(1)],
          "$objects": [
            "$null", ["$class": .uid(3), "NS.base": .uid(0), "NS.relative": .uid(2)], "https://a.b/c",
            ["$classname": "NSURL", "$classes": ["NSURL", "NSObject"]],
          ],
        ], "https://a.b/c"
      ),
    ]
    for (list, address) in lists {
      for written in [try list.writeBinaryPropertyList(), try list.writeXMLPropertyList()] {
        let result = try convert(written.data, from: "public.url", to: "public.url")
        #expect(String(decoding: result.data, as: UTF8.self) == address)
        #expect(result.losses.isEmpty, "\(list)")
      }
    }
  }

  @Test func titlesAndRemarksAreReported() throws {
    let list: StructuredValue = ["https://a.b/c", "", ["title": "A page", "icon": "x"]]
    let result = try convert(list.writeBinaryPropertyList().data, from: "public.url", to: "public.url")
    #expect(result.losses.map(\.kind) == [.metadata, .metadata])
    #expect(result.losses.contains { $0.detail?.contains("A page") == true })
  }

  @Test func loneSurrogatesOfAPropertyListAreLossesOfItsLink() throws {
    // The link's title contains an unpaired lead surrogate.
    var bytes = [UInt8](
      try StructuredValue.array(["https://a.b/c", "", ["title": "éé"]]).writeBinaryPropertyList().data)
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x62, 0x00, 0xE9, 0x00, 0xE9]) })
    bytes[place + 1] = 0xD8
    let result = try convert(Data(bytes), from: "public.url", to: "public.url")
    #expect(result.losses.map(\.kind) == [.characters, .metadata])
  }

  @Test func aSecondTitleIsARemark() throws {
    let list: StructuredValue = ["https://a.b/c", "", ["title": "One"], ["title": "Two"]]
    let result = try convert(list.writeBinaryPropertyList().data, from: "public.url", to: "public.url")
    #expect(result.losses.map(\.count) == [1, 1])
  }

  @Test(
    arguments: [
      ([:], "noLink"), ([], "noLink"), ([1], "noLink"), (["URL": 5], "noLink"), (["URL": "x"], "notALink"),
      (["c", "d"], "notALink"), (["c::1", "https://a.b/x"], "notALink"), (7, "noLink"),
      (["$archiver": "x", "$objects": []], "noLink"),
      (["$archiver": "x", "$top": ["root": .uid(UInt64.max)], "$objects": []], "noLink"),
    ] as [(StructuredValue, String)])
  func propertyListsWithoutALinkAreNamed(list: StructuredValue, code: String) throws {
    let data = try list.writeBinaryPropertyList().data
    expectError(CoderError.Code(rawValue: code), "\(list)") {
      try convert(data, from: Self.webloc, to: "public.url")
    }
  }

  @Test func aWebLocationHasApplesBytes() throws {
    #expect(
      try convert("http://a.b/?x&y", from: "public.url", to: Self.webloc) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>URL</key>
        \t<string>http://a.b/?x&amp;y</string>
        </dict>
        </plist>

        """)
  }

  @Test func locationsOfOtherSchemesAreRead() throws {
    let list: StructuredValue = ["URL": "ftp://a.b/c"]
    let data = try list.writeXMLPropertyList().data
    #expect(
      try convert(data, from: "com.apple.ftp-internet-location", to: "public.url").data
        == Data("ftp://a.b/c".utf8))
  }

  // MARK: Shortcuts and lists

  @Test func aShortcutIsReadAmongOtherKeysAndHeadings() throws {
    let file = """
      ; made by hand
      [DEFAULT]\r
      BASEURL=http://wrong/\r
      [internetshortcut]\r
      IDList=\r
       url = http://a.b/?x=1=2 \r
      URL=http://second/\r
      IconFile=C:\\ico.ico\r
      """
    let result = try convert(Data(file.utf8), from: Self.shortcut, to: "public.url")
    #expect(String(decoding: result.data, as: UTF8.self) == "http://a.b/?x=1=2")
    #expect(result.losses.map(\.count) == [4])
    expectError(.noLink) { try convert("[Other]\nURL=http://a.b/", from: Self.shortcut, to: "public.url") }
  }

  @Test func aShortcutHasTheLineEndsOfWindows() throws {
    #expect(
      try convert("http://a.b/", from: "public.url", to: Self.shortcut)
        == "[InternetShortcut]\r\nURL=http://a.b/\r\n")
  }

  @Test func aListKeepsItsOrderAndReportsItsComments() throws {
    let list = "# one\r\nhttp://a.b/1\r\n\r\nfile:///tmp/ü\n#two\nhttp://a.b/3"
    let result = try convert(Data(list.utf8), from: Self.list, to: Self.list)
    #expect(
      String(decoding: result.data, as: UTF8.self) == "http://a.b/1\r\nfile:///tmp/%C3%BC\r\nhttp://a.b/3\r\n"
    )
    #expect(result.losses.map(\.kind) == [.comments])
    #expect(result.losses.map(\.count) == [2])
    #expect(
      try convert(list, from: Self.list, to: "public.plain-text")
        == "http://a.b/1\nfile:///tmp/%C3%BC\nhttp://a.b/3")
  }

  @Test func takingOneOfSeveralLinksLosesTheOthers() throws {
    let result = try convert(
      Data("http://a/\r\nhttp://b/\r\nhttp://c/\r\n".utf8), from: Self.list, to: "public.url")
    #expect(String(decoding: result.data, as: UTF8.self) == "http://a/")
    #expect(result.losses.map(\.kind) == [.links])
    #expect(result.losses.map(\.count) == [2])
  }

  // MARK: Links in formatted text

  @Test func aTextThatIsOneLinkIsThatLink() throws {
    let sources = [
      ("public.html", #"<a href="https://a.b/ü?x&amp;y">https://a.b/ü?x&y</a>"#),
      ("net.daringfireball.markdown", "<https://a.b/ü?x&y>"),
      (
        "public.rtf",
        #"{\rtf1{\field{\*\fldinst HYPERLINK "https://a.b/%C3%BC?x&y"}{\fldrslt https://a.b/%C3%BC?x&y}}}"#
      ),
      ("public.html", "<p>https://a.b/ü?x&amp;y</p>"),
    ]
    for (type, source) in sources {
      for destination in ["public.url", Self.webloc, Self.shortcut, Self.list] {
        let result = try convert(Data(source.utf8), from: type, to: destination)
        #expect(
          String(decoding: result.data, as: UTF8.self).replacing("&amp;", with: "&")
            .contains("https://a.b/%C3%BC?x&y"), "\(type) to \(destination)")
        #expect(result.losses.isEmpty, "\(type) to \(destination): \(result.losses)")
      }
    }
  }

  @Test func aTextWithSeveralLinksIsAListOfThemAndTheRestIsCounted() throws {
    let html = """
      <title>T</title><h1>ab</h1><ul><li><a href="https://a/">o<b>n</b>e</a> <a href="mailto:x@y.z">x@y.z</a>
      <li><a href="#top">up</a><a href="/p">p</a><a href="c:/x">c</a><a title=t href="https://b/"><img src=c.png></a></ul><pre>d e</pre>
      """
    let result = try convert(Data(html.utf8), from: "public.html", to: Self.list)
    #expect(String(decoding: result.data, as: UTF8.self) == "https://a/\r\nmailto:x@y.z\r\nhttps://b/\r\n")
    #expect(
      result.losses.map(\.description) == [
        "4 characters (outside of links)", "1 image", "3 links (with a relative or invalid destination)",
        "metadata in 1 place", "metadata in 1 place (link texts)",
        "metadata in 1 place (link titles)",
      ])
    let described = "<meta name=keywords content=x><meta name=date content=2024-01-31>" + html
    let other = try convert(Data(described.utf8), from: "public.html", to: Self.list)
    #expect(other.losses.contains(Loss(.metadata, count: 3)))
    let first = try convert(Data(html.utf8), from: "public.html", to: "public.url")
    #expect(String(decoding: first.data, as: UTF8.self) == "https://a/")
    #expect(first.losses.contains(Loss(.links, count: 2, detail: "only the first is kept")))
  }

  @Test func textWithoutALinkIsRefusedAndItsPlanIsNotCertain() throws {
    let registry = ConversionRegistry(.standard)
    for type in ["public.html", "public.rtf", "net.daringfireball.markdown"] {
      for destination in ["public.url", Self.list] {
        #expect(try !registry.plan(from: [type], to: destination).isCertain)
      }
    }
    for html in [
      "", "<p>a", "<a href='#x'>a</a>", "<a href='javascript:x'>a</a>", "<p>https://a/ https://b/",
    ] {
      expectError(.noLink, html) { try convert(html, from: "public.html", to: "public.url") }
    }
    // Plain text never becomes a link through formatted text.
    #expect(
      try registry.plan(from: ["public.utf8-plain-text"], to: "public.url").bridges.map(\.name) == [
        "text to link"
      ])
  }

  // MARK: Mistakes

  @Test func aLineThatIsNotALinkIsNamedByItsNumber() {
    expectError(.notALink, at: .line(3, column: 1)) {
      try convert("# a\nhttp://a/\nb\n", from: Self.list, to: "public.url")
    }
    expectError(.noLink) { try convert("# a\n", from: Self.list, to: "public.url") }
  }
}

import Foundation
import LinkFormats
import ProfferConversions
import StructuredFormats
import TextEncodings
import UniformTypes

/// Links: web locations, Internet shortcuts, lists, plain text and archives.
///
/// An accepted URL must be the same in every form.
struct LinkFuzzer: Fuzzer {
  let material: Material

  private static let registry = ConversionRegistry(.links + .text, types: .standard)
  private static let list = "io.proffer.uri-list"
  private static let single = [
    "public.url", "com.apple.web-internet-location", "com.microsoft.internet-shortcut", "public.plain-text",
  ]

  init() throws {
    let archive: StructuredValue = [
      "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": .uid(1)],
      "$objects": [
        "$null", ["$class": .uid(4), "NS.base": .uid(3), "NS.relative": .uid(2)], "c?d",
        ["$class": .uid(4), "NS.base": .uid(0), "NS.relative": .uid(5)],
        ["$classname": "NSURL", "$classes": ["NSURL", "NSObject"]], "https://a.b/x/",
      ],
    ]
    let array: StructuredValue = ["c?d#e", "https://a.b/x/y", ["title": "A page", "icon": 1]]
    let lists: [StructuredValue] = [archive, array, ["URL": "https://a.b/c", "title": "t"], "mailto:a@b.c"]
    let own = Material(
      seeds: [
        "http://webkit.org/b/你好;?x=8 + 6", "https://user:pass@exämple.com:8080/%7Ex%zz?q=[1]#y#z",
        "http://[::1]:80/", "file:///tmp/a b%FF", "mailto:a@b.c?subject=ü", "urn:isbn:123",
        "; hand\r\n[DEFAULT]\r\nBASEURL=http://a/\r\n[InternetShortcut]\r\nURL=http://a.b/?x=1=2\r\nIconIndex=0\r\n",
        "# one\r\nhttp://a.b/1\r\n\r\nfile:///tmp/\u{FC}\n#two\nhttp://a.b/3",
      ].map { Array($0.utf8) }
        + (try lists.flatMap { [try $0.writeBinaryPropertyList(), try $0.writeXMLPropertyList()] })
        .map { [UInt8]($0.data) },
      words: [
        "http://", "https:", "file:///", "mailto:", "//", "/", ":", "@", "?", "#", "%", "%2", "%41", "[", "]",
        "::1",
        "xn--", "ü", "。", "../", "./", ";", "&", "=", "URL=", "[InternetShortcut]", "\u{85}", "\u{2029}", "<",
        ">",
        "<string>", "</string>", "NS.base", "$objects", "\u{D1}\u{1}",
      ],
      pairs: [("[", "]"), ("http://a.b/", ""), ("%", "41"), ("<array>", "</array>")],
      shapes: [
        GrowingShape("http://a.b/", repeating: "ü"), GrowingShape("http://", repeating: "ü", "/"),
        GrowingShape("http://", repeating: "a.", "/"), GrowingShape("http://a.b/", repeating: "%"),
        GrowingShape("http://a.b/", repeating: "../"), GrowingShape("http://a.b/", repeating: "a b"),
        GrowingShape(repeating: "a:"), GrowingShape("http://a.b/", repeating: "#"),
        GrowingShape("http://", repeating: "@"), GrowingShape("http://", repeating: "["),
        GrowingShape(repeating: "#\n"), GrowingShape(repeating: "http://a.b/\n"),
        GrowingShape(repeating: "\n"),
        GrowingShape("[InternetShortcut]\n", repeating: "a=b\n", "URL=http://a/"),
        GrowingShape(repeating: "[InternetShortcut]\n"), GrowingShape(repeating: " "),
      ])
    material = try own.addingCases("url", in: "links").addingCases("shortcut", in: "links").addingCases(
      "uri-list", in: "links"
    )
    .addingCases("web-location", in: "links")
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let data = Data(input)
    for type in Self.single + [Self.list] {
      guard let result = try convert(data, from: type, to: "public.url") else { continue }
      let url = String(decoding: result.data, as: UTF8.self)
      // Binary property lists begin with this text, which looks like a URL scheme.
      if url.hasPrefix("bplist0") { continue }
      for other in Self.single + [Self.list] {
        guard let there = try convert(result.data, from: "public.url", to: other),
          let back = try convert(there.data, from: other, to: "public.url")
        else { throw Finding("\(url) from \(type) is rejected by way of \(other)") }
        try Finding.unless(
          back.data == result.data && there.losses.isEmpty && back.losses.isEmpty,
          "\(url) from \(type) becomes \(String(decoding: back.data, as: UTF8.self)) by way of \(other)")
      }
    }
    guard let links = try convert(data, from: Self.list, to: Self.list) else { return }
    let again = try convert(links.data, from: Self.list, to: Self.list)
    try Finding.unless(
      again?.data == links.data && again?.losses.isEmpty == true, "after writing and reading, a list differs")
  }

  /// Converts a link; nil if the input is rejected with `CoderError`.
  private func convert(_ data: Data, from source: String, to destination: String) throws(Finding)
    -> ConversionResult?
  {
    do {
      let plan = try Self.registry.plan(from: [source], to: destination)
      let result = try plan.run(on: RepresentationSource(data, typeIdentifier: source))
      try Finding.unless(
        Set(result.losses.map(\.kind)).isSubset(of: plan.mayLose),
        "\(source) to \(destination) loses information that its steps do not announce: \(result.losses)")
      return result
    } catch is CoderError {
      return nil
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("\(source) is rejected with an error of another kind: \(error)")
    }
  }
}

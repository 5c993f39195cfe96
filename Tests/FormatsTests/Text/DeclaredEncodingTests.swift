import Foundation
import ProfferConversions
import TestSupport;
import Testing
import UniformTypes

@testable import StandardCoders
@testable import TextEncodings

/// The precedence of encodings: byte order mark, the encoding given with the bytes, the document's
/// declaration, detection.
@Suite struct DeclaredEncodingTests {
  private static func text(
    _ bytes: Data, _ type: String, declared: String?, to destination: String = "public.utf8-plain-text"
  ) throws -> String {
    var source = RepresentationSource(bytes, typeIdentifier: type)
    if let declared { source.declaredEncodingName = declared }
    let result = try ConversionRegistry(.standard).plan(from: [type], to: destination).run(on: source)
    return String(decoding: result.data, as: UTF8.self)
  }

  static let textTypes = [
    "public.plain-text", "public.html", "public.xhtml", "net.daringfireball.markdown",
    "public.comma-separated-values-text", "public.tab-separated-values-text",
  ]

  @Test(arguments: textTypes)
  func theDeclaredEncodingIsUsed(type: String) throws {
    // Only the declaration shows that these bytes are not Russian words.
    let bytes = try require(TextEncoding(name: "windows-1251")).encode("Привет").data
    #expect(try Self.text(bytes, type, declared: "windows-1252").contains("Ïðèâåò"))
    #expect(try Self.text(bytes, type, declared: "Windows-1252").contains("Ïðèâåò"))
    #expect(try Self.text(bytes, type, declared: nil).contains("Привет"))
  }

  @Test(arguments: textTypes)
  func aByteOrderMarkOverridesTheDeclaration(type: String) throws {
    for encoding in [
      TextEncoding(.utf8, byteOrderMark: true), TextEncoding(.utf16BigEndian, byteOrderMark: true),
    ] {
      let bytes = encoding.encode("Привет").data
      try expect(Self.text(bytes, type, declared: "windows-1251").contains("Привет"), "\(encoding)")
    }
  }

  @Test func theDeclarationOverridesThePagesOwnEncoding() throws {
    let page = "<meta charset=koi8-r><p>Привет"
    let bytes = try require(TextEncoding(name: "windows-1251")).encode(page).data
    try expectEqual(Self.text(bytes, "public.html", declared: "windows-1251"), "Привет")
    let own = try require(TextEncoding(name: "koi8-r")).encode(page).data
    try expectEqual(Self.text(own, "public.html", declared: nil), "Привет")
  }

  @Test func aDynamicTypeDeclaresByItsMIMEType() throws {
    let bytes = try require(TextEncoding(name: "koi8-r")).encode("Привет").data
    for (tag, parent) in [
      ("text/html;charset=koi8-r", UTType.html), ("text/html; x=1; Charset=\"KOI8-R\"", .html),
      ("text/plain;charset=koi8-r", .plainText),
    ] {
      let type = try require(UTType(mimeType: tag, conformingTo: parent))
      expect(type.isDynamic)
      try expectEqual(Self.text(bytes, type.identifier, declared: nil), "Привет", "\(tag)")
    }
  }

  @Test func aPageInAnUnknownEncodingIsReadWithAWarning() throws {
    var source = RepresentationSource(Data("a".utf8), typeIdentifier: "public.html")
    source.declaredEncodingName = "klingon"
    let plan = try ConversionRegistry(.standard).plan(
      from: ["public.html"], to: "net.daringfireball.markdown")
    #expect(try plan.run(on: source).warnings.contains { $0.contains("klingon") })
  }
}

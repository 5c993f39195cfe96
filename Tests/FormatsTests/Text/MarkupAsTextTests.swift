import Foundation
import StandardCoders
import TestSupport;
import Testing
import UniformTypes

@testable import ProfferConversions

/// Markup that no reader interprets is read as text, with a warning.
@Suite struct MarkupAsTextTests {
  private let registry = ConversionRegistry(.standard, types: .standard)

  @Test(arguments: [
    ("public.xml", "XML"), ("public.rss", "XML"), ("org.python.restructuredtext", "reStructuredText"),
    ("org.tug.tex", "LaTeX"),
    ("org.orgmode.org", "Org"),
  ])
  func markupIsTextWithAWarning(type: String, name: String) throws {
    let text = Data("<a>*b* \\c{d}</a>\n".utf8)
    let plan = try registry.plan(from: [type], to: "public.utf8-plain-text")
    let result = try plan.run(on: RepresentationSource(text, typeIdentifier: type))
    expectEqual(result.data, text)
    expectEqual(result.warnings, ["\(name) is read as plain text; its markup is not interpreted"])
    #expect(try registry.plan(from: [type], to: "public.html").reader.name.hasSuffix("text"))
  }

  @Test(arguments: [
    ("public.xhtml", "xhtml"), ("com.apple.xml-property-list", "property list"),
    ("io.proffer.opendocument-flat-text", "fodt"),
  ])
  func readersThatInterpretXMLArePreferred(type: String, reader: String) throws {
    let destination = type == "com.apple.xml-property-list" ? "public.json" : "public.html"
    try expectEqual(registry.plan(from: [type], to: destination).reader.name, reader)
    // Only some of these values are written as text.
    guard registry.destinations(from: type).contains("public.utf8-plain-text") else { return }
    try expectEqual(registry.plan(from: [type], to: "public.utf8-plain-text").reader.name, reader)
  }

  @Test func plainTextHasNoWarning() throws {
    let plan = try registry.plan(from: ["public.plain-text"], to: "public.html")
    let source = RepresentationSource(Data("a".utf8), typeIdentifier: "public.plain-text")
    try expectEmpty(plan.run(on: source).warnings)
  }
}

import ConversionTestSupport
import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StandardCoders
@testable import StructuredFormats

/// The cases of `Tests/Cases/links`: links, files with links and texts with links, converted into each other.
@Suite struct LinkCases {
  private static let types = [
    "url": "public.url", "link": "public.url", "file-url": "public.file-url",
    "text": "public.utf8-plain-text",
    "web-location": "com.apple.web-internet-location", "ftp-location": "com.apple.ftp-internet-location",
    "property-list": "public.url", "shortcut": "com.microsoft.internet-shortcut",
    "uri-list": "io.proffer.uri-list", "links": "io.proffer.uri-list", "html": "public.html",
    "markdown": "net.daringfireball.markdown", "rtf": "public.rtf",
  ]

  private static let syntax = Case.Syntax(contents: Set(types.keys), settings: ["find-links", "to"])

  @Test(arguments: try CaseFolder.cases(in: "links", syntax))
  func link(example: Case) throws {
    var options = CoderOptions()
    options.findsLinks = try example.flag("find-links") ?? false
    let registry = ConversionRegistry(.standard(options))
    let source = try require(Self.types[example.input.name])
    let destination =
      example.setting("to") ?? (example.outcome.name == "error" ? "link" : example.outcome.name)
    let plan = try registry.plan(from: [source], to: try require(Self.types[destination]))
    if source == Self.types["html"] || source == Self.types["markdown"] || source == Self.types["rtf"],
      example.outcome.name == "link", example.losses.isEmpty
    {
      try Self.expectLink(example, from: source, registry)
    }
    for document in try Self.documents(of: example) {
      try example.expect {
        let result = try plan.run(on: RepresentationSource(document, typeIdentifier: source))
        return CaseOutcome(Written(result.data, losses: result.losses, warnings: result.warnings))
      }
    }
  }

  /// Expects that a text which is a link is this link in every file with links, without losses.
  private static func expectLink(_ example: Case, from source: String, _ registry: ConversionRegistry) throws
  {
    for file in ["web-location", "shortcut", "uri-list"] {
      let type = try require(types[file])
      let written = try registry.plan(from: [source], to: type)
        .run(on: RepresentationSource(Data(example.input.bytes), typeIdentifier: source))
      let link = try registry.plan(from: [type], to: "public.url")
        .run(on: RepresentationSource(written.data, typeIdentifier: type))
      example.expectEqual(
        String(decoding: link.data, as: UTF8.self), example.outcome.text, "the link in a \(file)")
      if !(written.losses + link.losses).isEmpty {
        example.fail("a \(file) loses something: \(written.losses), \(link.losses)")
      }
    }
  }

  /// The document in the input; a property list is written in both forms.
  private static func documents(of example: Case) throws -> [Data] {
    guard example.input.name == "property-list" else { return [Data(example.input.bytes)] }
    let value = try example.inputValue()
    return [try value.writeBinaryPropertyList().data, try value.writeXMLPropertyList().data]
  }
}

import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats
@testable import StandardCoders
@testable import StructuredFormats

/// Every pair in the matrix of conversions, run on a document.
///
/// The result is read back and must contain the words of the source.
@Suite struct ConversionMatrixTests {
  /// A document, and the words that every conversion of it must contain.
  struct Sample: CustomTestStringConvertible, Sendable {
    let name: String
    let type: String
    let words: [String]

    var testDescription: String { name }

    init(_ name: String, _ type: String, _ words: String...) {
      self.name = name
      self.type = type
      self.words = words
    }

    /// The document's contents.
    var contents: DocumentContents {
      get throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
          .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("fixtures")
        let url = root.appendingPathComponent(name)
        guard name.hasSuffix(".rtfd") else { return .data(try Data(contentsOf: url)) }
        return .package(
          try FileManager.default.contentsOfDirectory(atPath: url.path).sorted().map {
            PackageMember($0, try Data(contentsOf: url.appendingPathComponent($0)))
          })
      }
    }
  }

  static let samples = [
    Sample("notes.txt", "public.utf8-plain-text", "Málaga", "Trevélez", "“slow”"),
    Sample("notes-utf16.txt", "public.utf16-plain-text", "Málaga", "Trevélez", "“slow”"),
    Sample("notes-windows1252.txt", "public.plain-text", "Málaga", "Trevélez", "“slow”"),
    Sample("notes.rtf", "public.rtf", "Málaga", "Trevélez", "126"),
    Sample("Notes.rtfd", "com.apple.rtfd", "Málaga", "Trevélez", "126"),
    Sample("notes.html", "public.html", "Málaga", "Trevélez", "126"),
    Sample("notes.md", "net.daringfireball.markdown", "Málaga", "Trevélez", "126"),
    Sample("expenses.csv", "public.comma-separated-values-text", "Málaga", "126.00", "two beds"),
    Sample("expenses.tsv", "public.tab-separated-values-text", "Málaga", "126.00"),
    Sample("config.json", "public.json", "Trip notes", "Málaga"),
    Sample("places.plist", "com.apple.xml-property-list", "Andalucía", "Trevélez"),
    Sample("places-binary.plist", "com.apple.binary-property-list", "Andalucía", "Trevélez"),
    Sample("link.webloc", "com.apple.web-internet-location", "https://"),
    Sample("link.url", "com.microsoft.internet-shortcut", "https://"),
    Sample("links.uri", "io.proffer.uri-list", "https://"),
    Sample("contact.vcf", "public.vcard", "Lindqvist", "zoe.lindqvist@example.org"),
    Sample("event.ics", "com.apple.ical.ics", "Trev"),
  ]

  private static let registry = ConversionRegistry(.standard)

  /// The errors with which a document may have no form as a type; any other error fails the test.
  private static let refusals: Set<CoderError.Code> = [
    .noTable, .notALink, .noLink, .unsuitableLink, .unwritable, .wrongFormat,
  ]

  @Test(arguments: samples)
  func convertedDocumentsKeepTheirContent(sample: Sample) throws {
    let source = RepresentationSource(try sample.contents, typeIdentifier: sample.type, name: sample.name)
    let destinations = Self.registry.destinations(from: sample.type)
    expectGreater(destinations.count, 1)
    var madeCount = 0
    for destination in destinations {
      let plan = try Self.registry.plan(from: [sample.type], to: destination)
      let result: ConversionResult
      do {
        result = try plan.run(on: source)
      } catch let error as CoderError where Self.refusals.contains(error.code) {
        expect(!plan.isCertain, "\(sample.name) to \(destination) by \(plan.steps): \(error)")
        continue
      } catch {
        Issue.record("\(sample.name) to \(destination) by \(plan.steps): \(error)")
        continue
      }
      madeCount += 1
      expect(
        plan.mayLose.isSuperset(of: result.losses.map(\.kind)),
        "\(sample.name) to \(destination): \(result.losses)")
      let said = try words(of: result.contents, as: destination)
      // The result contains the addresses of the links, and no other words of the formatted text.
      if plan.bridges.contains(where: { $0.name == "links of rich text" }) {
        expect(said.split(separator: " ").allSatisfy { URL(string: String($0))?.scheme != nil }, "\(said)")
        continue
      }
      // The result may be only a part of the document, such as the first link or the table; the report lists
      // the rest.
      let isPart = result.losses.contains { [.links, .tables, .formatting, .characters].contains($0.kind) }
      let found = sample.words.filter { said.contains($0) }
      expect(
        found == sample.words || (isPart && !found.isEmpty),
        "\(sample.name) to \(destination) by \(plan.steps) says \(said.prefix(300))")
    }
    expectGreater(madeCount, 1)
  }

  /// A plan is certain only if it avoids kinds of values to which few documents can be converted.
  @Test func randomTextAndCardsConvertBetweenAllTextTypes() throws {
    let texts = ["public.utf8-plain-text", "public.rtf", "public.html", "net.daringfireball.markdown"]
    for (source, destination) in ["public.vcard", "com.apple.ical.ics"].flatMap({ s in texts.map { (s, $0) } }
    ) {
      #expect(try Self.registry.plan(from: [source], to: destination).isCertain)
    }
    for (source, destination) in texts.flatMap({ source in texts.map { (source, $0) } }) {
      let plan = try Self.registry.plan(from: [source], to: destination)
      expect(plan.isCertain, "\(plan.steps)")
    }
  }

  @Test(arguments: [
    // A page and a link to it, as browsers offer them; a text with rows, a card or settings.
    (["public.html", "public.url"], "public.rtf", "public.html"),
    (["public.url", "public.html"], "public.rtf", "public.html"),
    (["public.html", "public.url"], "public.plain-text", "public.html"),
    (
      ["net.daringfireball.markdown", "public.comma-separated-values-text"], "public.rtf",
      "net.daringfireball.markdown"
    ),
    (["public.rtf", "public.comma-separated-values-text"], "public.html", "public.rtf"),
    (["public.html", "public.vcard"], "net.daringfireball.markdown", "public.html"),
    (["public.html", "public.json"], "net.daringfireball.markdown", "public.html"),
    // If two forms of a text can lose the same, the better one is chosen.
    (["public.html", "public.rtf"], "net.daringfireball.markdown", "public.html"),
    (["public.rtf", "public.html"], "net.daringfireball.markdown", "public.rtf"),
  ])
  func theRichestRepresentationIsTheSource(offered: [String], wanted: String, source: String) throws {
    try expectEqual(Self.registry.plan(from: offered, to: wanted).sourceIdentifier, source)
  }

  /// The text of a document, read by the reader of its type and written in full.
  private func words(of contents: DocumentContents, as type: String) throws -> String {
    let readers = Self.registry.readers(of: type)
    let own = readers.first { $0.typeIdentifiers.contains(type) }
    let reader = try require(own ?? readers.first, "nothing reads \(type)")
    let value = try reader.read(RepresentationSource(contents, typeIdentifier: type)).value
    switch value {
    case let text as String: return text
    case let text as RichText: return text.debugDescription
    case let table as Table:
      return String(describing: table.rows) + (table.columns ?? []).joined(separator: " ")
    case let value as StructuredValue: return String(decoding: try value.writeJSON().data, as: UTF8.self)
    case let url as URL: return url.absoluteString
    case let urls as [URL]: return urls.map(\.absoluteString).joined(separator: " ")
    default: return String(describing: value)
    }
  }
}

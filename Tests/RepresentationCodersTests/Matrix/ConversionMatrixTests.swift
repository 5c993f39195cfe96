import Conversions
import Foundation
import RepresentationCoders
import Testing

/// Every pair of the matrix of conversions, run on a document and looked at: what is in the result is what was in the
/// source, as another reader of ours finds it.
@Suite struct ConversionMatrixTests {
  /// A document, and words that must be in whatever is made of it.
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

  /// Kinds of value that few documents are: only a plan that leads through one of them may refuse a document, and lines
  /// of JSON, which only a list has.
  private static let narrowKinds: Set<String> = [
    "link", "links", "table", "cards of JSON", "calendars of JSON",
  ]

  /// Reasons for which a document may have no form as a type; anything else is a mistake.
  private static let refusals: Set<CoderError.Code> = [
    .noTable, .notALink, .noLink, .unsuitableLink, .unwritable, .wrongFormat,
  ]

  @Test(arguments: samples)
  func whatIsMadeOfADocumentSaysWhatTheDocumentSays(sample: Sample) throws {
    let source = RepresentationSource(try sample.contents, typeIdentifier: sample.type, name: sample.name)
    let destinations = Self.registry.destinations(from: sample.type)
    #expect(destinations.count > 1)
    var madeCount = 0
    for destination in destinations {
      let plan = try Self.registry.plan(from: [sample.type], to: destination)
      let result: ConversionResult
      do {
        result = try plan.run(on: source)
      } catch let error as CoderError where Self.refusals.contains(error.code) {
        let kinds = [plan.writer.kind] + plan.bridges.map(\.destination)
        #expect(
          kinds.contains { Self.narrowKinds.contains($0.name) } || destination == "public.ndjson",
          "\(sample.name) to \(destination) by \(plan.steps): \(error)")
        continue
      } catch {
        Issue.record("\(sample.name) to \(destination) by \(plan.steps): \(error)")
        continue
      }
      madeCount += 1
      #expect(
        plan.mayLose.isSuperset(of: result.losses.map(\.kind)),
        "\(sample.name) to \(destination): \(result.losses)")
      let said = try words(of: result.contents, as: destination)
      // A first link, or the table alone, is not all of a document; the report says what is gone.
      let isPart = result.losses.contains { [.links, .tables, .formatting, .characters].contains($0.kind) }
      let found = sample.words.filter { said.contains($0) }
      #expect(
        found == sample.words || (isPart && !found.isEmpty),
        "\(sample.name) to \(destination) by \(plan.steps) says \(said.prefix(300))")
    }
    #expect(madeCount > 1)
  }

  /// A plan that leads through what few values are, where a way without it is there, would refuse most documents.
  @Test func textOfAnySortBecomesTextOfAnyOther() throws {
    let texts = ["public.utf8-plain-text", "public.rtf", "public.html", "net.daringfireball.markdown"]
    for (source, destination) in texts.flatMap({ source in texts.map { (source, $0) } }) {
      let plan = try Self.registry.plan(from: [source], to: destination)
      #expect(plan.bridges.allSatisfy { !Self.narrowKinds.contains($0.destination.name) }, "\(plan.steps)")
    }
  }

  /// What a document says, as text: read by the readers of its type, and written down whole.
  private func words(of contents: DocumentContents, as type: String) throws -> String {
    let reader = try #require(Self.registry.readers(of: type).first, "nothing reads \(type)")
    let value = try reader.read(RepresentationSource(contents, typeIdentifier: type)).value
    switch value {
    case let text as String: return text
    case let text as RichText: return text.dump
    case let table as Table:
      return String(describing: table.rows) + (table.columns ?? []).joined(separator: " ")
    case let value as StructuredValue: return String(decoding: try value.writeJSON().data, as: UTF8.self)
    case let url as URL: return url.absoluteString
    case let urls as [URL]: return urls.map(\.absoluteString).joined(separator: " ")
    default: return String(describing: value)
    }
  }
}

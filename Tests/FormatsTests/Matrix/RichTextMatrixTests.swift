import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats
@testable import StandardCoders

/// Every pair of the formats of formatted text, with one document that other programs wrote in three of them.
///
/// The result must keep the headings, lists, tables, links and styles of the document, not only its words.
@Suite struct RichTextMatrixTests {
  /// The outline of the notes in the fixtures, which is the same in each of their formats.
  static let notes = RichTextOutline(
    blocks: [
      "heading 1: Trip notes",
      "Five days between Málaga and Sierra Nevada — sunny all week 😎.",
      "heading 2: What to see",
      "bullet", "  The old harbour, best at dusk",
      "bullet", "  Café Año Nuevo, for churros and crème brûlée",
      "bullet", "  The ridge above Trevélez, 1,476 m:",
      "  bullet", "    start before seven",
      "  bullet", "    carry two litres of water",
      "heading 2: Getting there",
      "number 1", "  Train to Córdoba, then the “slow” bus.",
      "number 2", "  Ask for the key at the mountain hut.",
      "heading 2: What it cost",
      "table",
      "  head: Item | Nights | Price",
      "  row: Pensión | 3 | 126 €",
      "  row: Hut | 1 | 18 €",
      "  row: Train |  | 41 €",
      "quotation", "  Naïve plan, happy ending: never trust a bus timetable in August.",
    ],
    bold: ["Málaga", "churros"], italic: ["Sierra Nevada", "Café Año Nuevo"],
    links: ["mountain hut → https://example.org/huts/trevelez?lang=es&beds=2"])

  static let sources = ConversionMatrixTests.samples.filter {
    ["notes.rtf", "notes.html", "notes.md"].contains($0.name)
  }

  static let destinations = CoderSet.richTexts.writers.filter { $0.kind == ValueKind.richText.erased }
    .flatMap(\.typeIdentifiers)

  private static let registry = ConversionRegistry(.standard)

  @Test(arguments: sources, destinations)
  func convertedRichTextKeepsItsMeaning(
    source: ConversionMatrixTests.Sample, destination: String
  ) throws {
    let plan = try Self.registry.plan(from: [source.type], to: destination)
    expectEmpty(plan.bridges, "\(plan.steps)")
    let made = try plan.run(
      on: RepresentationSource(try source.contents, typeIdentifier: source.type, name: source.name))
    try expectEqual(Self.outline(of: made.contents, destination), Self.notes, "by \(plan.steps)")
  }

  /// The second conversion starts with the result of the first one.
  @Test(arguments: destinations, destinations)
  func twiceConvertedRichTextKeepsItsMeaning(first: String, second: String) throws {
    let source = try require(Self.sources.first { $0.name == "notes.md" })
    let made = try Self.registry.plan(from: [source.type], to: first).run(
      on: RepresentationSource(try source.contents, typeIdentifier: source.type))
    let again = try Self.registry.plan(from: [first], to: second).run(
      on: RepresentationSource(made.contents, typeIdentifier: first))
    try expectEqual(Self.outline(of: again.contents, second), Self.notes)
  }

  /// The title, which every page has, and the other metadata, with small capitals.
  private static let described = RichText(
    [.paragraph(RichText.Paragraph([.text("a "), .styled(.smallCaps, [.text("b")])]))],
    metadata: RichText.Metadata(
      title: "T", author: "A", language: "de", subject: "S", keywords: "k, l", summary: "one\ntwo",
      creationDate: Date(timeIntervalSince1970: 1_706_696_130),
      modificationDate: Date(timeIntervalSince1970: 1_706_745_600)))

  @Test(arguments: ["public.html", "public.rtf"], destinations + ["public.utf8-plain-text"])
  func metadataAndSmallCapitalsAreKeptOrCounted(source: String, destination: String) throws {
    let document = source == "public.rtf" ? Self.described.writeRTF() : Self.described.writeHTML()
    let made = try Self.registry.plan(from: [source], to: destination).run(
      on: RepresentationSource(document.contents, typeIdentifier: source))
    func count(_ kind: LossKind) -> Int {
      made.losses.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
    }
    if destination.hasSuffix("plain-text") {
      expect(count(.metadata) == 8 && count(.formatting) == 1, "\(made.losses)")
      return
    }
    let reader = try require(
      Self.registry.readers(of: destination).first { $0.kind == ValueKind.richText.erased })
    let reading = try reader.read(RepresentationSource(made.contents, typeIdentifier: destination))
    let value = try require(reading.value as? RichText)
    expectEqual(value.metadata, Self.described.metadata)
    expectEqual(count(.metadata), 0)
    expectEqual(value.blocks == Self.described.blocks, count(.formatting) == 0, "\(made.losses)")
  }

  // Plain text has no markup, so the lines themselves are compared. Markdown is plain text, so it is skipped.
  @Test(arguments: sources.filter { $0.name != "notes.md" })
  func plainTextShowsListsTablesAndQuotations(source: ConversionMatrixTests.Sample) throws {
    let plan = try Self.registry.plan(from: [source.type], to: "public.utf8-plain-text")
    let made = try plan.run(
      on: RepresentationSource(try source.contents, typeIdentifier: source.type, name: source.name))
    let lines = String(decoding: made.data, as: UTF8.self).split(separator: "\n").map(String.init)
    for line in ["• The old harbour, best at dusk", "What to see"] {
      expect(lines.contains(line), "\(lines)")
    }
    expect(lines.contains { $0.hasPrefix("  ") && $0.hasSuffix(" start before seven") }, "\(lines)")
    expect(lines.contains { $0.hasPrefix("2. Ask for the key at the mountain hut") }, lines)
    expect(lines.contains { $0.split(separator: " ").elementsEqual(["Hut", "1", "18", "€"]) }, "\(lines)")
    expect(lines.contains { $0.hasPrefix("> Naïve plan") }, lines)
    expect(made.losses.contains { $0.kind == .links }, "the address of the link is gone: \(made.losses)")
  }

  private static func outline(of contents: DocumentContents, _ type: String) throws -> RichTextOutline {
    let reader = try require(registry.readers(of: type).first { $0.kind == ValueKind.richText.erased })
    let reading = try reader.read(RepresentationSource(contents, typeIdentifier: type))
    return RichTextOutline(try require(reading.value as? RichText))
  }
}

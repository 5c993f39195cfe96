import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats
@testable import StandardCoders
@testable import StructuredFormats
@testable import TextEncodings

/// Tables in formatted text.
@Suite struct TableRichTextTests {
  private let registry = ConversionRegistry(.tables + .richTextTables)

  private func bridge<Value: Sendable>(_ name: String, _ value: any Sendable, as type: Value.Type) throws
    -> Reading<Value>
  {
    let bridge = try require(registry.coders.bridges.first { $0.name == name })
    let reading = try bridge.bridge(value, .standard)
    return Reading(try require(reading.value as? Value), losses: reading.losses, warnings: reading.warnings)
  }

  @Test func aTableOfTextsComesBackEqual() throws {
    let table = Table(columns: ["name", "note"], texts: [["Ann", "two\nlines"], ["Bob", ""]])
    let text = try bridge("table to rich text", table, as: RichText.self)
    expectEmpty(text.losses)
    let back = try bridge("first table of rich text", text.value, as: Table.self)
    expectEmpty(back.losses)
    expectEqual(back.value.columns, table.columns)
    expectEqual(back.value.rows[0], table.rows[0])
  }

  @Test func theMetadataAndStylesOfATextAreCountedEachWhenOnlyItsTableIsKept() throws {
    let metadata = RichText.Metadata(title: "T", keywords: "k", creationDate: Date(timeIntervalSince1970: 0))
    let cell = RichText.TableCell([.styled(.smallCaps, [.text("a")])])
    let text = RichText([.table(RichText.Table(rows: [[cell]]))], metadata: metadata)
    let reading = try bridge("first table of rich text", text, as: Table.self)
    expectEqual(reading.losses.total().map(\.description), ["formatting in 1 place", "metadata in 3 places"])
  }

  @Test func aCellThatCoversSeveralPlacesStandsInTheFirst() throws {
    func cell(_ text: String, _ columns: Int = 1, _ rows: Int = 1) -> RichText.TableCell {
      RichText.TableCell([.text(text)], columnSpan: columns, rowSpan: rows)
    }
    let text = RichText([
      .paragraph(RichText.Paragraph([.text("before")])),
      .table(
        RichText.Table(rows: [
          [cell("a", 2), cell("b", 1, 2)], [cell("c"), cell("d")], [cell("e", 9_999_999, 9)],
        ])),
      .table(RichText.Table(rows: [[cell("x")]])),
    ])
    let reading = try bridge("first table of rich text", text, as: Table.self)
    expectEqual(
      reading.value.rows.map { $0.prefix(3).map { $0.map { TableRichTextTests.text($0) } } },
      [
        ["a", nil, "b"], ["c", "d", nil], ["e", nil, nil],
      ])
    expectEqual(
      reading.losses.map(\.description),
      [
        "1 table (only the first is kept)", "formatting in 1 place (blocks outside the table)",
        "3 tables (cells that span several columns or rows)",
        "1 table (cell spans that exceed the table)",
      ])
  }

  @Test func formattingThatATableLacksIsCounted() throws {
    func cell(_ alignment: RichText.Alignment? = nil) -> RichText.TableCell {
      RichText.TableCell([.text("a")], alignment: alignment)
    }
    let text = RichText([
      .table(
        RichText.Table(
          headerRowCount: 3, rows: [[cell(.right), cell()], [cell(.center)], [cell()], [cell()]]))
    ])
    try expectEqual(
      bridge("first table of rich text", text, as: Table.self).losses.map(\.description),
      [
        "formatting in 2 places (header rows after the first)",
        "layout in 2 places (alignments of cells)",
      ])
  }

  /// Tables of Word, in HTML and RTF, and tables of other programs.
  @Test(arguments: [
    (
      "public.html",
      "<table><thead><tr><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td><td><p>&nbsp;</p></td></tr></thead>"
        + "<tr><td><p class=MsoNormal>c<o:p></o:p></p></td><td>d</td></tr></table>"
    ),
    ("public.html", "<table><tr><th></th><th></th></tr><tr><td>c</td><td>d</td></tr></table>"),
    (
      "public.rtf",
      #"{\rtf1\trowd\trhdr\cellx900\cellx1800\intbl\cell\cell\row\trowd\cellx900\cellx1800\intbl c\cell d\cell\row}"#
    ),
  ])
  func anEmptyRowOfHeadingsIsNotAHeading(_ type: String, _ document: String) throws {
    let markdown = try ConvertedDocument(.data(Data(document.utf8)), type, to: "net.daringfireball.markdown")
    expectEqual(
      String(decoding: markdown.contents.bytes, as: UTF8.self),
      "|     |     |\n| --- | --- |\n| c   | d   |\n")
    expectEmpty(markdown.losses)
    let page = try ConvertedDocument(.data(Data(document.utf8)), type, to: "public.html")
    #expect(!String(decoding: page.contents.bytes, as: UTF8.self).contains("<th"))
    expectEmpty(page.losses)
  }

  @Test func aRowOfHeadingsWithColorsOrWithoutOtherRowsStays() throws {
    let colored = "<table><tr><th style='background:#123456'></th></tr><tr><td>b</td></tr></table>"
    #expect(RichText(html: colored).normalized().debugDescription.contains("1 header"))
    let single = RichText(html: "<table><tr><th></th></tr></table>").normalized()
    expectEqual(single, RichText([.table(RichText.Table(rows: [[RichText.TableCell([RichText.Inline]())]]))]))
  }

  @Test func rowsAfterTheEndOfAHeadAreNotHeadings() {
    let page = "<table><thead><tr><td>a</td></tr></thead><tr><td>b</td></tr><td>c</table>"
    #expect(RichText(html: page).normalized().debugDescription.contains("1 header"))
  }

  @Test func aTextWithoutATableIsRefused() throws {
    let error = try requireThrows(CoderError.self) {
      _ = try bridge("first table of rich text", RichText(), as: Table.self)
    }
    expectEqual(error.code, .noTable)
  }

  private static func text(_ value: StructuredValue) -> String {
    if case .string(let text) = value { text } else { "?" }
  }

  @Test(arguments: [
    "public.comma-separated-values-text", "net.daringfireball.markdown", "public.utf8-plain-text",
    "public.rtf",
  ])
  func cellsThatClaimMillionsOfPlacesAreCut(type: String) throws {
    let html = "<table>" + String(repeating: "<tr><td rowspan=1000 colspan=1000>b", count: 300) + "</table>"
    let registry = ConversionRegistry(.text + .tables + .richTextTables + .richTexts)
    let result = try registry.plan(from: ["public.html"], to: type)
      .run(on: RepresentationSource(Data(html.utf8), typeIdentifier: "public.html"))
    expectLess(result.data.count, 5_000_000)
    expectAtLeast(result.data.count { $0 == UInt8(ascii: "b") }, 300)
    expect(result.losses.contains { $0.detail == "cell spans that exceed the table" }, result.losses)
  }

  @Test func shortRowsAreFilledWithinTheCellBudget() throws {
    func cells(_ texts: [[String]]) throws -> [Int] {
      let text = try bridge("table to rich text", Table(texts: texts), as: RichText.self).value
      guard case .table(let table)? = text.blocks.first else { return [] }
      return table.rows.map(\.count)
    }
    try expectEqual(cells([["a", "b", "c"], ["d"], ["e", "f"]]), [3, 3, 3])
    let counts = try cells([Array(repeating: "a", count: 5_000)] + Array(repeating: ["b"], count: 5_000))
    expectEqual(counts.count, 5_001)
    expectLess(counts.reduce(0, +), 100_000)
  }

  @Test func aCellAfterAGapOfAShortRowStillCoversItsColumn() throws {
    func cell(_ text: String, _ rows: Int = 1) -> RichText.TableCell {
      RichText.TableCell([.text(text)], rowSpan: rows)
    }
    let text = RichText([
      .table(
        RichText.Table(rows: [
          [cell("a"), cell("b"), cell("c", 3)], [cell("d")], [cell("e"), cell("f"), cell("g")],
        ]))
    ])
    let reading = try bridge("first table of rich text", text, as: Table.self)
    expectEqual(
      reading.value.rows.map { $0.map { $0.map { TableRichTextTests.text($0) } } },
      [
        ["a", "b", "c"], ["d"], ["e", "f", nil, "g"],
      ])
  }

  /// Short documents that claim large tables: the type, the beginning, and a repeated unit.
  static let greedyDocuments = [
    ("public.html", "", "<table><tr><td colspan=1000>"), ("public.html", "<table>", "<tr><td colspan=1000>"),
    ("public.html", "<table>", "<td rowspan=1000>"), ("public.html", "<table><tr>", "<td rowspan=9999><tr>"),
    ("public.html", "<table><tr>" + String(repeating: "<td>", count: 2_000) + "<td rowspan=9999>", "<tr>"),
    ("public.html", "<table><tr><td>", "<table><tr><td colspan=1000><tr><td></table>"),
    ("net.daringfireball.markdown", "", "<table><tr><td colspan=1000>a</table>\n\n"),
    ("net.daringfireball.markdown", "", "<table><tr><td colspan=1000 rowspan=2><tr></table>\n\nx\n\n"),
    (
      "net.daringfireball.markdown",
      String(repeating: "|a", count: 1_000) + "\n" + String(repeating: "|-", count: 1_000) + "\n", "|b\n"
    ),
    (
      "public.rtf", #"{\rtf1\trowd"# + (1...500).map { #"\cellx\#($0 * 100)"# }.joined() + #"\row"#,
      #"\trowd\cellx50000\intbl a\cell\row"#
    ),
    ("public.rtf", #"{\rtf1"#, #"\trowd\clvmgf\cellx9\cellx99\cell\cell\row\trowd\clvmrg\cellx99\cell\row"#),
    (
      "public.comma-separated-values-text", String(repeating: "a,", count: 1_000) + "\n", "b\n"
    ),
  ]

  @Test(arguments: greedyDocuments)
  func emptyPlacesAreBoundedInEveryDocument(document: (type: String, beginning: String, unit: String)) throws
  {
    let count = (12_000 - document.beginning.utf8.count) / document.unit.utf8.count
    let source = document.beginning + String(repeating: document.unit, count: count)
    let registry = ConversionRegistry(.standard)
    var generator = SeededGenerator(seed: SeededGenerator.testSeed(for: document.beginning))
    let types = [
      "public.comma-separated-values-text", "net.daringfireball.markdown", "public.utf8-plain-text",
      "public.rtf", "public.html", "public.json",
    ]
    for type in Repetitions.some(1, of: types, using: &generator) {
      let plan = try registry.plan(from: [document.type], to: type)
      let result = try plan.run(on: RepresentationSource(Data(source.utf8), typeIdentifier: document.type))
      // An empty cell takes some hundred bytes in RTF, and a few bytes in HTML or Markdown.
      let limit = (type == "public.rtf" ? 240 : 60) * (source.utf8.count + 20_000)
      expectLess(result.data.count, limit, "\(type): \(result.data.count) bytes of \(source.utf8.count)")
    }
  }

  enum UnevenTable: CaseIterable {
    case wideRowAmongShortOnes, longCellAmongShortOnes, highCellBehindMany, shortRowsUnderACoveringCell

    var html: String {
      switch self {
      case .wideRowAmongShortOnes: row(of: 2_000) + repeated("<tr><td>b", 2_000)
      case .longCellAmongShortOnes:
        "<tr><td>" + repeated("long ", 2_000) + "<td>c" + repeated("<tr><td>b<td>c", 2_000)
      case .highCellBehindMany: row(of: 2_000) + "<td>" + repeated("b<br>", 2_000)
      case .shortRowsUnderACoveringCell:
        row(of: 500) + "<tr><td>b<td colspan=499 rowspan=150>" + repeated("<tr><td>b", 149)
      }
    }

    private func row(of count: Int) -> String { "<tr>" + repeated("<td>a", count) }
    private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
  }

  @Test(arguments: UnevenTable.allCases, ["net.daringfireball.markdown", "public.utf8-plain-text"])
  func anUnevenTableGrowsNoFasterThanItsWords(table: UnevenTable, type: String) throws {
    let html = "<table>" + table.html + "</table>"
    let registry = ConversionRegistry(.text + .tables + .richTextTables + .richTexts)
    let result = try registry.plan(from: ["public.html"], to: type)
      .run(on: RepresentationSource(Data(html.utf8), typeIdentifier: "public.html"))
    expectLess(result.data.count, 8 * html.utf8.count)
  }
}

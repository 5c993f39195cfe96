import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats
@testable import StandardCoders
@testable import StructuredFormats

/// Long documents are converted in pieces, with the same result as in one piece.
struct PartsTests {
  private static let registry = ConversionRegistry(.standard)
  private static let text = "public.utf8-plain-text"
  private static let csv = "public.comma-separated-values-text"
  private static let destinations = [
    "public.html", "public.xhtml", "net.daringfireball.markdown", "public.rtf",
  ]
  /// The standard coders, except the one that reads markup as plain text.
  private static let rendering = {
    var coders = CoderSet.standard
    coders.readers.removeAll { $0.typeIdentifiers == ["public.plain-text"] }
    return ConversionRegistry(coders)
  }()

  /// Streams a document, and compares the result with the conversion of the whole value.
  private static func streamed(
    _ data: Data, _ type: String, to destination: String, by registry: ConversionRegistry = registry
  ) throws -> (data: Data, longest: Int, report: StepReport) {
    let plan = try registry.plan(from: [type], to: destination)
    let source = RepresentationSource(data, typeIdentifier: type)
    expect(plan.streams, "\(plan.steps)")
    var result = Data()
    var longest = 0
    let report = try plan.stream(source) {
      result.append(contentsOf: $0)
      longest = max(longest, $0.count)
    }
    let whole = try plan.run(on: source)
    expectEqual(result, whole.data, "\(type) to \(destination)")
    expectEqual(report, StepReport(losses: whole.losses, warnings: whole.warnings))
    return (result, longest, report)
  }

  @Test(arguments: destinations)
  func textStreamsToTheBytesOfTheWholeValue(destination: String) throws {
    let seed = SeededGenerator.testSeed(for: destination)
    var random = SeededGenerator(seed: seed)
    let lines = [
      "", "", "a b", "  indented", "- a", "a\tb ", "x*y* and more words after them",
      "1. \u{e9} and more words after it", "<b>", "\u{2028}", "~a~", "[a",
    ]
    for round in 0..<Repetitions.count(4, long: 20) {
      let end = ["\n", "\r\n", "\r"][round % 3]
      let count = round.isMultiple(of: 2) ? Int.random(in: 0...9, using: &random) : 5_000
      // Without blank lines, the whole text is one paragraph.
      let choice = round.isMultiple(of: 4) ? lines[...] : lines[2...]
      let text = (0..<count).map { _ in choice.randomElement(using: &random) ?? "" }.joined(separator: end)
      _ = try Self.streamed(Data(text.utf8), Self.text, to: destination)
    }
  }

  // The text is one paragraph; long paragraphs used to be held in memory.
  @Test(arguments: destinations)
  func aLongParagraphComesInPiecesOfBoundedLength(destination: String) throws {
    let lines = (0..<16_000).map { "line \($0) of a log" }
    let data = Data(lines.joined(separator: "\n").utf8)
    let result = try Self.streamed(data, Self.text, to: destination)
    expectGreater(result.data.count, 300_000)
    expectLess(result.longest, 200_000)
    expectEmpty(result.report.losses)
  }

  @Test(arguments: ["public.html", "net.daringfireball.markdown", "public.rtf"])
  func theLinesOfALongParagraphReadBack(destination: String) throws {
    let pieces = [
      "plain words", "*a* _b_ **c**", "[a](b) [c]", "](d)", "`code", "<b>x</b> a < b", "# head", "- item",
      "1. one", "a&amp;b & c", "~~gone~~ ~one~", "https://example.org/?a=1", "w@example.org", "| a | b |",
      "---", "===", "[^1]: note", "![p](q)", "\\back\\", "> said", "$x$ {#id}", "www.example.org", "a:b c: d",
    ]
    let lines = (0..<6_000).map { "\(pieces[$0 * 7 % pieces.count])\($0.isMultiple(of: 5) ? "" : " \($0)")" }
    let result = try Self.streamed(Data(lines.joined(separator: "\n").utf8), Self.text, to: destination)
    let reader = try require(
      Self.registry.readers(of: destination).first { $0.kind == ValueKind.richText.erased })
    let read = try reader.read(RepresentationSource(result.data, typeIdentifier: destination))
    let text = try require(read.value as? RichText)
    expectEmpty(result.report.losses)
    guard case .paragraph(let paragraph)? = text.blocks.first, text.blocks.count == 1 else {
      Issue.record("\(text.blocks.count) blocks")
      return
    }
    let words = paragraph.content.split { if case .hardBreak = $0 { true } else { false } }.map { line in
      line.map { if case .text(let text) = $0 { text } else { "\($0)" } }.joined()
    }
    expectEqual(words.count, lines.count)
    for (word, line) in zip(words, lines) where word != line {
      Issue.record("\(line.debugDescription) became \(word.debugDescription)")
      return
    }
  }

  @Test func indentationAndBlankLinesOfALongParagraphAreCounted() throws {
    let lines = ["", "  a"] + Array(repeating: "some words", count: 8_000) + ["\tb", "c ", "", ""]
    let result = try Self.streamed(
      Data(lines.joined(separator: "\n").utf8), Self.text, to: "net.daringfireball.markdown")
    expectEqual(
      result.report.losses.map(\.description),
      [
        "layout in 1 place (empty lines)", "layout in 2 places (spaces that indent a line)",
      ])
    #expect(String(decoding: result.data, as: UTF8.self).hasPrefix("\\\na\\\nsome words\\\n"))
    #expect(String(decoding: result.data, as: UTF8.self).hasSuffix("some words\\\nb\\\nc\n"))
  }

  // MARK: Tables

  @Test(arguments: destinations)
  func tablesStreamToTheBytesOfTheWholeValue(destination: String) throws {
    let seed = SeededGenerator.testSeed(for: destination)
    var random = SeededGenerator(seed: seed)
    let cells = ["a", "", "b c", "\"d\ne\"", "\"f,g\"", "|", "*h*"]
    // A piece has 1,000 rows.
    for count in Repetitions.areLong ? [0, 1, 3, 999, 1_000, 1_001, 2_500] : [0, 1, 3, 2_001] {
      let rows = (0..<count).map { row in
        let width = row.isMultiple(of: 50) ? Int.random(in: 1...9, using: &random) : 5
        return (0..<width).map { _ in cells.randomElement(using: &random) ?? "" }.joined(separator: ",")
      }
      let text = (["one,two,three,four,five"] + rows).joined(separator: "\r\n")
      _ = try Self.streamed(Data(text.utf8), Self.csv, to: destination)
    }
  }

  @Test(arguments: destinations)
  func aLongTableComesInPiecesOfBoundedLength(destination: String) throws {
    let rows = ["id,name,note"] + (0..<6_000).map { "\($0),name \($0),some words" }
    let result = try Self.streamed(Data(rows.joined(separator: "\n").utf8), Self.csv, to: destination)
    expectGreater(result.data.count, 200_000)
    expectLess(result.longest, result.data.count / 2)
    expectEmpty(result.report.losses)
  }

  // Markdown readers ignore cells beyond the columns of the table head.
  @Test func cellsBeyondTheFirstRowsKeepTheirWordsInMarkdown() throws {
    let rows = ["a,b"] + Array(repeating: "1,2", count: 2_000) + ["3,4,extra words"]
    let result = try Self.streamed(
      Data(rows.joined(separator: "\n").utf8), Self.csv, to: "net.daringfireball.markdown")
    #expect(String(decoding: result.data, as: UTF8.self).hasSuffix("| 3   | 4 extra words |\n"))
    expectEqual(
      result.report.losses.map(\.description),
      [
        "1 table (cells beyond the last column, appended to the last cell)"
      ])
  }

  @Test func aTableWithoutColumnsShowsNothing() throws {
    let rows = Table(rows: Array(repeating: [], count: 3))
    let bridge = try require(Self.registry.coders.bridges.first { $0.name == "table to rich text" })
    let reading = try bridge.bridge(rows, .standard)
    expectEqual((reading.value as? RichText)?.blocks.isEmpty, true)
    expectEqual(reading.losses.map(\.description), ["3 nulls (a row without cells)"])
  }

  // MARK: Text for people

  @Test(arguments: ["net.daringfireball.markdown", "public.html", "public.rtf"])
  func formattedTextStreamsToLinesForPeople(type: String) throws {
    let part = "# A *b*\n\nwords [c](d)\\\nmore\n\n- e\n- f\n\n|g|h|\n|-|-|\n|i j|k|\n\n> l\n\n---\n\n"
    for count in [0, 1, Repetitions.areLong ? 900 : 200] {
      let markdown = Data(String(repeating: part, count: count).utf8)
      let source = try Self.registry.plan(from: ["net.daringfireball.markdown"], to: type)
        .run(on: RepresentationSource(markdown, typeIdentifier: "net.daringfireball.markdown")).data
      // The other types of plain text differ only in their encoding.
      let others = count > 1 && !Repetitions.areLong ? [] : ["public.plain-text", "public.utf16-plain-text"]
      for destination in [Self.text] + others {
        let result = try Self.streamed(source, type, to: destination, by: Self.rendering)
        if count > 1, destination == Self.text {
          expectLess(result.longest, 80_000)
          let text = RichText(markdown: String(decoding: markdown, as: UTF8.self)).plainText()
          expectEqual(String(decoding: result.data, as: UTF8.self), text)
        }
      }
    }
  }

  // The paragraph is split into parts that end in a break; the last part may end in one, too.
  @Test(
    arguments: [[], [.hardBreak], [.hardBreak, .hardBreak], [.hardBreak, .text("a")]] as [[RichText.Inline]])
  func theLinesOfALongParagraphAreThoseOfAShortOne(end: [RichText.Inline]) {
    func text(_ words: String) -> RichText {
      let lines = (0..<9).flatMap { _ in [RichText.Inline.text(words), .hardBreak] }
      return RichText([.paragraph(RichText.Paragraph(lines.dropLast() + end))])
    }
    let words = String(repeating: "w", count: 20_000)
    let short = text("x").plainText()
    expectEqual(text(words).plainText(), short.replacing("x", with: words))
  }

  @Test func theLinesOfALongTableAreThoseOfAShortOne() {
    let cells: [RichText.Inline] = [.text("a"), .hardBreak, .text("bc")]
    let row = [
      RichText.TableCell(cells, alignment: .right), RichText.TableCell([.text("wide words")]),
      RichText.TableCell([]),
    ]
    func lines(_ count: Int) -> [Substring] {
      let rows = [[RichText.TableCell([.text("h")])]] + Array(repeating: row, count: count)
      return RichText([.table(RichText.Table(headerRowCount: 1, rows: rows))]).plainText().split(
        separator: "\n")
    }
    expectEqual(lines(2_000), lines(1) + Array(repeating: lines(1).suffix(2), count: 1_999).joined())
  }
}

import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats

/// Long paragraphs, whose content is read and written in portions.
struct LongParagraphTests {
  private static let snippets = [
    "word ", "**bold** ", "*soft* ", "_low_ ", "~~gone~~ ", "`code` ", "[link](u) ", "[ref] ", "![image](v) ",
    "<b>html</b> ", "<x> ", "&amp; ", "&#32; ", "&#10; ", "\\* ", "www.example.org ", "a@b.example ", "2*3 ",
    "snake_case_word ", "\n", "  \n", "<br>", "*[a **b** c](d)* ", "**", "*open ", "close* ",
    "<http://e.example> ",
  ]

  // A paragraph that begins with an open bracket is read as a whole, because the bracket may begin a link.
  @Test func thePortionsOfAParagraphOfMarkdownHaveTheTokensOfTheWhole() {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for index in 0..<Repetitions.count(8, long: 60) {
      // Half of the paragraphs have unmatched delimiters.
      let snippets = index % 2 == 0 ? Self.snippets.dropLast(4) : Self.snippets[...]
      let text = (0..<6_000).map { _ in snippets.randomElement(using: &random) ?? "" }.joined()
      let portions = RichText.readMarkdown("x " + text + "\n\n[ref]: r\n")
      let whole = RichText.readMarkdown("[ " + text + "\n\n[ref]: r\n")
      let expected = whole.value.mappingFirstText { "x" + $0.dropFirst() }
      if portions.value != expected {
        Issue.record("seed \(seed), paragraph \(index): \(firstDifference(portions.value, expected))")
      }
      expectEqual(portions.losses, whole.losses, "seed \(seed), paragraph \(index)")
    }
  }

  private static let words = [
    "word", "two words", "a*b", "[x](y)", "&amp;", "<b>", "`c`", "~~d~~", "1.", "#", "back\\slash", "é",
    "*e*", "_f_",
  ]

  private static func paragraph(_ random: inout SeededGenerator) -> RichText {
    var runs: [RichText.Run] = []
    for index in 0..<6_000 {
      let words = (0..<Int.random(in: 1...3, using: &random))
        .map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      runs.append(RichText.Run(.text((index == 0 ? "" : " ") + words + " ")))
      var attributes = RichText.Attributes()
      switch Int.random(in: 0..<5, using: &random) {
      case 0: attributes.isBold = true
      case 1: attributes.isItalic = true
      case 2: attributes.isCode = true
      case 3: attributes.link = RichText.Link("https://example.org/\(index)")
      default: attributes.isStruckThrough = true
      }
      runs.append(RichText.Run(.text("styled"), attributes: attributes))
    }
    return RichText([.paragraph(RichText.Paragraph([RichText.Inline](runs: runs)))])
  }

  @Test func aLongParagraphIsReadBackEqual() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let text = Self.paragraph(&random)
    let (html, rtf, markdown) = (text.writeHTML(), text.writeRTF(), text.writeMarkdown())
    expect(html.losses.isEmpty && rtf.losses.isEmpty && markdown.losses.isEmpty, "seed \(seed)")
    expectEqual(RichText.readHTML(html.data).value, text, "seed \(seed)")
    try expectEqual(RichText.readRTF(rtf.data).value, text, "seed \(seed)")
    let read = RichText.readMarkdown(String(decoding: markdown.data, as: UTF8.self)).value
    expectEqual(read, text, "seed \(seed)")
  }

  @Test func aTableOfRTFKeepsTheCellsBeyondItsDefinition() throws {
    let cells = (0..<5).map { #"a\#($0)\cell "# }.joined()
    let table = #"{\rtf1\trowd\cellx1000\cellx2000\pard\intbl \#(cells)\row\pard b\par}"#
    let read = try RichText.readRTF(Data(table.utf8)).value
    guard case .table(let table) = read.blocks.first else { throw CoderError(.wrongFormat, "not a table") }
    expectEqual(table.rows.map { $0.map(\.plainText) }, [["a0", "a1", "a2", "a3", "a4"]])
  }

  // `\row\cellx9 a`, repeated: each row has one cell more in its definition than the last.
  @Test func rowsDoNotKeepTheCellsOfADefinitionThatTheyDoNotHave() {
    var flow = RTFFlow()
    flow.setDepth(1)
    let form = RTFParagraph.Form(
      name: ParagraphStyleName(), layout: RTFLayout(), item: nil, isCellHeading: false)
    for _ in 0..<3_000 {
      flow.tables[0].define(.cellx, 9)
      flow.append(.paragraph(RTFParagraph(content: [.text("a")], form: form)), depth: 1)
      flow.endRow()
    }
    let rows = flow.tables[0].rows
    #expect(rows.count == 3_000 && rows.allSatisfy { $0.definition.cells.count <= $0.cellCount })
    expectLess(rows.reduce(0) { $0 + $1.cellCount }, 1_000_000)
  }
}

/// The words around the first difference of two texts.
private func firstDifference(_ text: RichText, _ other: RichText) -> String {
  let (text, other) = (Array(text.debugDescription), Array(other.debugDescription))
  let place = zip(text, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(text.count, other.count)
  return [text, other].map { String($0[max(0, place - 200)..<min($0.count, place + 80)]) }.joined(
    separator: "\n")
}

extension RichText {
  /// Returns the text with its first text run replaced by the result of a function.
  fileprivate func mappingFirstText(_ transform: (String) -> String) -> RichText {
    var isFirst = true
    return mappingRuns { run in
      guard isFirst, case .text(let text) = run.content else { return run }
      isFirst = false
      return RichText.Run(.text(transform(text)), attributes: run.attributes)
    }
  }
}

import Foundation
import ProfferConversions
import RichTextTestSupport
import TestSupport
import Testing

@testable import ColorFormats
@testable import RichTextFormats

struct RTFRoundTripTests {
  @Test(arguments: ["public.rtf", "com.apple.rtfd", "com.apple.flat-rtfd"])
  func writtenRTFReadsBackEqual(type: String) throws {
    let seed = SeededGenerator.testSeed(for: type)
    var features = RandomRichText.Features.everything
    // A code block without lines has no paragraph.
    features.remove(.emptyBlocks)
    var random = RandomRichText(seed: seed, features)
    for index in 0..<Repetitions.count(20, long: 60) {
      let text = random.richText()
      let written =
        type == "public.rtf" ? text.writeRTF() : text.writeRTFD(flat: type == "com.apple.flat-rtfd")
      let reading =
        try type == "public.rtf" ? RichText.readRTF(written.data) : RichText.readRTFD(written.contents)
      expectEmpty(written.losses, "seed \(seed), text \(index)")
      expectEmpty(reading.losses, "seed \(seed), text \(index)")
      expectEmpty(reading.warnings, "seed \(seed), text \(index)")
      if reading.value != text {
        Issue.record("seed \(seed), text \(index): \(firstDifference(text, reading.value))")
        return
      }
    }
  }

  @Test(
    arguments: [
      .codeBlock(RichText.CodeBlock("x\n\n")), .codeBlock(RichText.CodeBlock("\n")),
      .codeBlock(RichText.CodeBlock("\n\n")), .rule,
      .blockQuote([.codeBlock(RichText.CodeBlock("x\n\n"))]),
      .blockQuote([.paragraph(RichText.Paragraph([.text("q")])), .rule]),
      .list(RichText.List(.number(start: 3), items: [RichText.ListItem([]), RichText.ListItem([])])),
      .blockQuote([.list(RichText.List(.bullet(.disc), items: [RichText.ListItem([.rule])]))]),
    ] as [RichText.Block])
  func aNoteThatEndsWithoutWordsReadsBackEqual(last: RichText.Block) throws {
    for blocks in [[last], [.paragraph(RichText.Paragraph([.text("a")])), last]] {
      for depth in 1...2 {
        var note = RichText.Inline.note(blocks)
        if depth == 2 { note = .note([.paragraph(RichText.Paragraph([.text("b"), note]))]) }
        let text = RichText([.paragraph(RichText.Paragraph([.text("c"), note, .text("d")]))])
        let read = try RichText.readRTF(text.writeRTF().data)
        expectEqual(read.value, text)
      }
    }
  }

  @Test(arguments: 1...6)
  func headingsHaveFormattingThatTheStyleSheetDoesNotRepeat(level: Int) throws {
    let words = RichText.Paragraph([.text("a"), .styled(.italic, [.text("b")])])
    let text = RichText([.heading(level: level, words)])
    let written = text.writeRTF().data
    let rtf = String(decoding: written, as: UTF8.self)
    let size = [48, 36, 30, 26, 24, 22][level - 1]
    expect(rtf.contains(#"{\s1\sbasedon0{\*\asmeant\b\fs\#(size)}heading \#(level);}"#), rtf)
    expect(rtf.contains(#"\keepn\outlinelevel\#(level - 1)\b\fs\#(size) a"#), rtf)
    try expectEqual(RichText.readRTF(written).value, text)
  }

  /// The first line that differs between two texts, in both.
  private func firstDifference(_ written: RichText, _ read: RichText) -> String {
    let lines = written.debugDescription.split(separator: "\n")
    let others = read.debugDescription.split(separator: "\n")
    let index =
      zip(lines, others).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, others.count)
    func context(_ lines: [Substring]) -> String {
      lines[max(index - 3, 0)..<min(index + 3, lines.count)].joined(separator: "\n")
    }
    return "line \(index):\n\(context(lines))\nbecame\n\(context(others))"
  }
}

/// Content that RTF cannot express.
struct RTFWriterLossTests {
  private func paragraph(_ inlines: RichText.Inline...) -> RichText {
    RichText([.paragraph(RichText.Paragraph(inlines))])
  }

  private func losses(_ text: RichText) -> [String] {
    text.writeRTF().losses.map { Loss($0.kind, count: $0.count).description }
  }

  @Test func formattingThatRTFLacksIsCounted() {
    let word = [RichText.Inline.text("a")]
    expectEqual(
      losses(paragraph(.attachment(RichText.Attachment(.data(Data([1]), typeIdentifier: "com.adobe.pdf"))))),
      ["1 image"])
    expectEqual(losses(paragraph(.styled(.fontSize(10.3), word))), ["1 font"])
    expectEqual(losses(paragraph(.styled(.fontFamily("a;b"), word))), ["1 font"])
    expectEqual(losses(paragraph(.styled(.language("tlh"), word))), ["metadata in 1 place"])
    expectEqual(
      losses(paragraph(.styled(.color(Color(red: 0.123456789, green: 0, blue: 0)), word))),
      [
        "precision in 1 place"
      ])
    expectEqual(
      losses(RichText([.codeBlock(RichText.CodeBlock("a\n", language: "a, b"))])), ["metadata in 1 place"])
    expectEqual(losses(RichText([.codeBlock(RichText.CodeBlock(""))])), ["formatting in 1 place"])
    expectEqual(
      losses(RichText([.paragraph(RichText.Paragraph(word, layout: RichText.Layout(indentation: 0.01)))])),
      ["precision in 1 place"])
    expectEqual(
      losses(RichText([.table(RichText.Table(rows: [[], [RichText.TableCell(word)]]))])), ["1 table"])
    expectEqual(
      losses(RichText([.table(RichText.Table(rows: [[RichText.TableCell(word, rowSpan: 2)]]))])),
      [
        "1 table"
      ])
  }

  @Test func informationIsWrittenInTheGroupForIt() {
    let metadata = RichText.Metadata(
      title: "T", author: "A", subject: "S", keywords: "k, l", summary: "one\ntwo",
      creationDate: Date(timeIntervalSince1970: 1_706_696_130),
      modificationDate: Date(timeIntervalSince1970: 1_706_745_600))
    let written = RichText([], metadata: metadata).writeRTF()
    #expect(
      String(decoding: written.data, as: UTF8.self).contains(
        #"{\info{\title T}{\subject S}{\author A}{\keywords k, l}{\doccomm one\line two}"#
          + #"{\creatim\yr2024\mo1\dy31\hr10\min15\sec30}{\revtim\yr2024\mo2\dy1\hr0\min0}}"#))
    expectEmpty(written.losses)
  }

  @Test(arguments: [
    (1_706_696_130.25, "metadata in 1 place (fractions of seconds in dates)"),
    (-62_135_596_801, "metadata in 1 place (dates before the year 1 or after the year 9999)"),
    (253_402_300_800, "metadata in 1 place (dates before the year 1 or after the year 9999)"),
    (.infinity, "metadata in 1 place (dates before the year 1 or after the year 9999)"),
  ])
  func datesThatDocumentsCannotHaveAreCounted(seconds: Double, loss: String) {
    var text = paragraph(.text("a"))
    text.metadata.creationDate = Date(timeIntervalSince1970: seconds)
    for written in [text.writeRTF(), text.writeHTML(), text.writeMarkdown()] {
      expectEqual(written.losses.map(\.description), [loss])
    }
  }

  @Test(arguments: [
    Color(red: 0.1, green: 0.2, blue: 0.3), Color(red: 1, green: 0, blue: 0, alpha: 0.5),
    Color(red: 1.2, green: -0.1, blue: 0),
  ])
  func colorsBeyondBytesSurvive(color: Color) throws {
    let text = paragraph(.styled(.color(color), [.text("a")]))
    let written = text.writeRTF()
    expectEmpty(written.losses)
    try expectEqual(RichText.readRTF(written.data).value, text)
  }

  @Test(arguments: [0, 999, 1_000, 1_001, 1_499])
  func aRowMayHaveMoreCellsThanThoseAbove(wideRow: Int) throws {
    let rows = (0..<1_500).map { row in
      (0..<(row == wideRow ? 3 : 1)).map { RichText.TableCell([.text("\(row).\($0)")]) }
    }
    let text = RichText([.table(RichText.Table(rows: rows)), .paragraph(RichText.Paragraph([.text("end")]))])
    try expectEqual(RichText.readRTF(text.writeRTF().data).value, text)
  }

  @Test func wordsThatLookLikeMarkersStayWords() throws {
    let layout = RichText.Layout(indentation: 18, firstLineIndentation: -18)
    let text = RichText([.paragraph(RichText.Paragraph([.text("1.\tone")], layout: layout))])
    try expectEqual(RichText.readRTF(text.writeRTF().data).value, text)
  }

  @Test func explicitFormattingThatTheStyleHasTooSurvives() throws {
    let inlines: [RichText.Inline] = [
      .styled(.bold, [.text("a")]), .styled(.fontSize(24), [.text("b")]),
      .styled(.link(RichText.Link("c")), [.styled(.underline, [.text("d")])]),
      .styled(.code, [.styled(.fontFamily("Courier New"), [.text("e")])]),
    ]
    let text = RichText([.heading(level: 1, RichText.Paragraph(inlines))]).normalized()
    try expectEqual(RichText.readRTF(text.writeRTF().data).value, text)
  }
}

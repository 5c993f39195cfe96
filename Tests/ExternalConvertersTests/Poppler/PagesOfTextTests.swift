import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport
import Testing

@testable import ExternalConverters

/// The text of pages, made from the output of Poppler's programs that the tests write.
@Suite struct PagesOfTextTests {
  @Test func theLinesOfABlockAreAParagraph() {
    let result = BoundingBoxes(["first line\nsecond line", "another paragraph"]).read()
    expectEqual(result.blocks, ["first line second line", "another paragraph"])
    expectEqual(result.losses, ["1 layout (pages)"])
    expectEmpty(result.warnings)
  }

  @Test(arguments: [
    ("docu-\nmentation", "documentation"),
    // The hyphen belongs to a word that has it elsewhere.
    ("well-\nknown and well-known.", "well-known and well-known."),
    ("(well-\nknown) and “well-known”", "(well-known) and “well-known”"),
    ("Trace-\nMonkey and TraceMonkey", "TraceMonkey and TraceMonkey"), ("8-\nbit", "8-bit"),
    ("Jean-\nPaul", "Jean-Paul"), ("2010-\n2020", "2010-2020"), ("COVID-\n19", "COVID-19"),
    ("pre- and\npostwar", "pre- and postwar"), ("pre-\nand postwar", "pre- and postwar"),
    ("soft\u{AD}\nware", "software"), ("hyphen\u{2010}\nation", "hyphenation"),
    ("a -\nb", "a - b"), ("why --\nbecause", "why -- because"), ("end.\nBegin", "end. Begin"),
    ("di-\nvi-\nded", "divided"),
  ])
  func aHyphenAtTheEndOfALineIsUndone(lines: String, paragraph: String) {
    expectEqual(BoundingBoxes([.init(lines)]).read().blocks, [paragraph])
  }

  @Test func linesOfScriptsWithoutSpacesAreJoinedWithoutSpaces() {
    expectEqual(BoundingBoxes(["中文文本需要\n换行。"]).read().blocks, ["中文文本需要换行。"])
    expectEqual(BoundingBoxes(["日本語\nEnglish"]).read().blocks, ["日本語 English"])
    expectEqual(BoundingBoxes(["한국어\n문장"]).read().blocks, ["한국어 문장"])
  }

  @Test func partsOfAWordInDifferentFontsAreOneWord() {
    expectEqual(BoundingBoxes(["H|2|O and E=mc|2"]).read().blocks, ["H2O and E=mc2"])
  }

  @Test func eachPageAfterTheFirstBeginsWithAPageBreak() {
    let result = BoundingBoxes(["one"], ["two"], ["three"]).read()
    expectEqual(result.blocks, ["one", "---", "two", "---", "three"])
    expectEqual(result.losses, ["3 layout (pages)"])
  }

  @Test func anIndentedLineBeginsAParagraph() {
    let result = BoundingBoxes(["  first of one\nsecond of one\n  first of two\nsecond of two"]).read()
    expectEqual(result.blocks, ["first of one second of one", "first of two second of two"])
  }

  @Test func linesInAnotherSizeAreAnotherParagraph() {
    let page = BoundingBoxes([
      .init("A title", top: 72, lineHeight: 20), .init("its text", top: 94, lineHeight: 12),
    ])
    // Both are in one block.
    let data = String(decoding: page.data, as: UTF8.self).replacing("</block>\n<block>\n", with: "")
    let reading = PagesOfText(pages: Data(data.utf8), links: Data()).read()
    expectEqual(reading.value.blocks.count, 2)
  }

  // MARK: Lists

  @Test(arguments: [
    ("• one item that\n  is long\n• two", ["• one item that is long", "• two"]),
    ("1. one item that\n   is long\n2. two\n3. three", ["1. one item that is long", "2. two", "3. three"]),
    ("(a) one\n(b) two", ["(a) one", "(b) two"]),
    ("●\u{200B} one\n●\u{200B} two", ["● one", "● two"]),
    ("- one\n- two", ["- one", "- two"]),
    // Numbers and dashes in a sentence.
    (
      "the results of section\n4. They are\n– as said –\ngood",
      ["the results of section 4. They are – as said – good"]
    ),
    ("It was in\n1990. Then", ["It was in 1990. Then"]),
  ])
  func anItemOfAListIsAParagraph(block: String, paragraphs: [String]) {
    expectEqual(BoundingBoxes([.init(block)]).read().blocks, paragraphs)
  }

  @Test func bulletsInABlockOfTheirOwnBelongToTheLinesBesideThem() {
    let result = BoundingBoxes([
      .init("•", left: 72, top: 100), .init("•", left: 72, top: 128),
      .init("one that is\nlong\ntwo", left: 90, top: 100),
    ]).read()
    expectEqual(result.blocks, ["• one that is long", "• two"])
  }

  @Test func bulletsWithoutALineBesideThemAreKept() {
    expectEqual(
      BoundingBoxes([.init("•", top: 100), .init("far away", top: 400)]).read().blocks, ["•", "far away"])
    expectEqual(BoundingBoxes(["•\n•"]).read().blocks, ["• •"])
  }

  @Test func aBulletInASmallerFontDoesNotDivideItsItem() {
    let page = BoundingBoxes([
      .init("•", left: 72, top: 104, lineHeight: 5), .init("an item that is\nlong", left: 90, top: 100),
    ])
    expectEqual(page.read().blocks, ["• an item that is long"])
  }

  @Test func anItemInTwoBlocksIsOneParagraph() {
    let page = BoundingBoxes([
      .init("• an item", left: 72, top: 100), .init("that is\nlong", left: 84, top: 114),
      .init("• another", left: 72, top: 142), .init("far below", left: 84, top: 200),
      .init("• a third", left: 72, top: 214), .init("elsewhere", left: 72, top: 228),
    ])
    expectEqual(
      page.read().blocks, ["• an item that is long", "• another", "far below", "• a third", "elsewhere"])
  }

  // MARK: Right to left

  @Test(arguments: [
    // The first line is as the program prints it: characters and words from left to right.
    (". יברע םלוע", ["עולם ערבי ."]),
    ("ףוסב 123 English words םע", ["עם English words 123 בסוף"]),
    ("ב-123 םע", ["עם 123-ב"]),
    ("text with םולש םלוע inside of it", ["text with עולם שלום inside of it"]),
  ])
  func rightToLeftTextIsInReadingOrder(line: String, paragraphs: [String]) {
    expectEqual(BoundingBoxes([.init(line)]).read().blocks, paragraphs)
  }

  // MARK: Outline

  private static func outline(_ entries: String) -> String { "<outline>\(entries)</outline>" }

  @Test func aLineWithTheTitleOfAnOutlineEntryIsAHeading() {
    let result = BoundingBoxes(
      ["Chapter One\nits text", "1.2 A long title in\ntwo lines"], ["Chapter One"]
    ).read(
      links: Self.outline(
        "<item page=\"1\">Chapter  One</item><outline><item page=\"1\">a long title in two lines</item></outline>"
      ))
    expectEqual(
      result.blocks,
      [
        "# Chapter One", "its text", "## 1.2 A long title in two lines", "---", "Chapter One",
      ])
    expectEqual(result.losses, ["2 layout (pages)"])
  }

  @Test func outlineEntriesThatAreNotFoundAreCounted() {
    let result = BoundingBoxes(["text"]).read(
      links: Self.outline("<item page=\"1\">Other</item><item page=\"1\">Other</item><item>Nowhere</item>"))
    expectEqual(
      result.losses,
      [
        "2 links (outline entries whose title is not in the text)",
        "1 links (outline entries without a page)",
        "1 layout (pages)",
      ])
  }

  @Test func twoEntriesWithTheSameTitleAreTwoHeadings() {
    let result = BoundingBoxes(["Same", "text", "Same"]).read(
      links: Self.outline("<item page=\"1\">Same</item><outline><item page=\"1\">Same</item></outline>"))
    expectEqual(result.blocks, ["# Same", "text", "## Same"])
  }

  // MARK: Pages without text

  @Test func pagesWithoutTextAreCountedAndCalledScanned() {
    let all = BoundingBoxes([], []).read()
    expectEqual(all.losses, ["2 layout (pages)", "2 images (pages without text)"])
    expectEqual(all.warnings, ["No page has text; the document may be scanned."])
    let some = BoundingBoxes(["text"], [], ["text"], [" "]).read()
    expect(some.losses.contains("2 images (pages without text)"), some.losses)
    expectEqual(some.warnings, ["Pages 2, 4 have no text; they may be scanned."])
    expectEqual(BoundingBoxes([]).read().warnings, ["The page has no text; it may be scanned."])
    let many = BoundingBoxes(pages: [["text"]] + Array(repeating: [], count: 7)).read()
    expectEqual(many.warnings, ["Pages 2, 3, 4, 5, 6 and 2 more have no text; they may be scanned."])
  }

  @Test func pagesAreNumberedFromTheFirstOfTheOutput() {
    let page = "<page number=\"7\" width=\"600\" height=\"800\"></page>"
    let result = BoundingBoxes(["Title", "text"]).read(
      links: page + Self.outline("<item page=\"1\">text</item><item page=\"7\">Title</item>"), firstPage: 7)
    expectEqual(result.blocks, ["# Title", "text"])
    expectEqual(
      BoundingBoxes(["text"], []).read(firstPage: 7).warnings, ["Page 8 has no text; it may be scanned."])
  }

  // MARK: Metadata

  @Test func metadataIsKeptAndTheRestCounted() {
    let head = """
      <html><head><title>A &amp; B</title><meta name="Author" content="Anna"/><meta name="Subject" content="Trip"/>
      <meta name="Keywords" content="a, b"/><meta name="CreationDate" content="2026-11-27T08:42:44+01'00'"/>
      <meta name="ModDate" content="yesterday"/><meta name="Producer" content="P"/></head>
      """
    let reading = PagesOfText(
      pages: Data((head + "<page width=\"1\" height=\"1\"></page>").utf8), links: Data()
    )
    .read()
    #expect(reading.value.metadata.title == "A & B" && reading.value.metadata.author == "Anna")
    #expect(reading.value.metadata.subject == "Trip" && reading.value.metadata.keywords == "a, b")
    expectEqual(reading.value.metadata.creationDate, Date(timeIntervalSince1970: 1_795_765_364))
    expectEqual(
      reading.losses.map { "\($0.kind) \($0.detail ?? "")" },
      [
        "metadata ModDate", "metadata Producer", "layout pages", "images pages without text",
      ])
  }

  // MARK: Malformed output

  @Test(arguments: [
    "", "<", "<page", "</page></block>", "<word>lost</word>", "<page><line><word>a</word></line></page>",
    "<page width=\"nan\" height=\"-1\"><block><line><word xMin=\"inf\" xMax=\"1e999\">a</word></line></block></page>",
    "<page width=\"1\" height=\"1\"><block><line xMin=\"9\" xMax=\"1\"><word xMin=\"5\" xMax=\"-5\">a",
    "<page width=\"1\" height=\"1\"><block></block></page>", "&#xFFFFFFFFFF;&#0;&amp", "\u{0}\u{1}<page>",
    "<page><block><line yMin=\"1e308\" yMax=\"-1e308\"><word yMin=\"1e308\" yMax=\"-1e308\">• a</word></line></block>",
  ])
  func malformedOutputIsRead(text: String) {
    let pages = PagesOfText(pages: Data(text.utf8), links: Data(text.utf8)).read()
    expectAtMost(pages.value.blocks.count, 2)
  }

  @Test func outputThatIsCutIsRead() {
    let bytes = BoundingBoxes(["• one\ntwo-\nthree"], ["four"]).data
    for count in 0...bytes.count {
      let reading = PagesOfText(pages: bytes.prefix(count), links: Data()).read()
      expectAtMost(reading.value.blocks.count, 3)
    }
  }

  @Test func manyBulletsAndLinesAtTheSamePlaceAreReadInLinearTime() {
    let growth = ProcessorTime.growth(to: 1_000) { count in
      let bullets = Array(repeating: BoundingBoxes.Block("•", left: 60, top: 100), count: count)
      let lines = Array(repeating: BoundingBoxes.Block("word", left: 400, top: 100), count: count)
      return (count: count, boxes: BoundingBoxes(bullets + lines))
    } _: { input in
      expectEqual(input.boxes.read().blocks.count, 2 * input.count)
    }
    expect(growth.isLinear, "\(growth)")
  }

  @Test(arguments: [1, -1]) func manyPartsOfALineAreReadInLinearTime(direction: Int) {
    let growth = ProcessorTime.growth(to: 5_000) { count in
      var text = "<page width=\"600\" height=\"800\"><block>"
      for index in 0..<count {
        let x = direction * index * 20
        let place = "xMin=\"\(x)\" xMax=\"\(x + 10)\" yMin=\"0\" yMax=\"9\""
        text += "<line \(place)><word \(place)>a</word></line>"
      }
      return Data(text.utf8)
    } _: { pages in
      expectEqual(PagesOfText(pages: pages, links: Data()).read().value.blocks.count, 1)
    }
    expect(growth.isLinear, "\(growth)")
  }

  @Test func anItemInManyBlocksIsReadInLinearTime() {
    let growth = ProcessorTime.growth(to: 2_000) { count in
      let rest = (1...count).map { BoundingBoxes.Block("rest", left: 84, top: 100 + Double($0) * 14) }
      return BoundingBoxes(pages: [[.init("• item", left: 72, top: 100)] + rest])
    } _: { boxes in
      expectEqual(boxes.read().blocks.count, 1)
    }
    expect(growth.isLinear, "\(growth)")
  }
}

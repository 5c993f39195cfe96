import Foundation
import RichTextFormats
import TestSupport;
import Testing

@testable import ExternalConverters

/// The links of `pdftohtml -xml`, and their places in the text.
@Suite struct PageLinksTests {
  /// A page of links, whose text elements have the sizes of ``BoundingBoxes``.
  private static func page(_ elements: String..., number: Int = 1) -> String {
    "<page number=\"\(number)\" width=\"600\" height=\"800\">\(elements.joined())</page>"
  }

  /// A text element on the first line of a page.
  ///
  /// - Parameter start: the number of characters before it on the line.
  private static func element(_ text: String, at start: Int = 0, count: Int, font: Int = 0) -> String {
    "<text top=\"70\" left=\"\(72 + start * 6)\" width=\"\(count * 6)\" height=\"16\" font=\"\(font)\">\(text)</text>"
  }

  private static func link(_ text: String, _ address: String = "https://a.b/?c&amp;d") -> String {
    "<a href=\"\(address)\">\(text)</a>"
  }

  @Test func theWordsOfALinkHaveItsDestination() {
    let result = BoundingBoxes(["See the hut, please."]).read(
      links: Self.page(Self.element("See \(Self.link("the hut")), please.", count: 20)))
    expectEqual(result.blocks, ["See [the hut](https://a.b/?c&d), please."])
    expectEqual(result.losses, ["1 layout (pages)"])
  }

  @Test(arguments: [
    ("(hut).", "(\(link("hut"))).", "([hut](https://a.b/?c&d))."),
    ("hut.", link("hut."), "[hut.](https://a.b/?c&d)"),
    ("hut-like", "\(link("hut-"))like", "[hut-like](https://a.b/?c&d)"),
    ("shelter", "s\(link("he"))lter", "shelter"),
  ])
  func punctuationBesideALinkIsNotAPartOfIt(text: String, markup: String, paragraph: String) {
    let result = BoundingBoxes([.init(text)]).read(links: Self.page(Self.element(markup, count: text.count)))
    expectEqual(result.blocks, [paragraph])
  }

  @Test func onlyTheLinkedOneOfTwoEqualWordsIsLinked() {
    let result = BoundingBoxes(["look here or here now"]).read(
      links: Self.page(Self.element("look here or \(Self.link("here")) now", count: 21)))
    expectEqual(result.blocks, ["look here or [here](https://a.b/?c&d) now"])
  }

  @Test func aSpaceBesideALinkIsNotAPartOfIt() {
    let result = BoundingBoxes(["a b c"]).read(
      links: Self.page(Self.element("a\(Self.link(" b "))c", count: 5)))
    #expect(result.text.blocks.count == 1 && result.blocks == ["a [b](https://a.b/?c&d) c"])
  }

  @Test func textThatTouchesALinkInAnotherFontIsNotLinked() {
    let result = BoundingBoxes(["to see here and here. Then"]).read(
      links: Self.page(
        Self.element("to \(Self.link("se"))", count: 6, font: 1),
        Self.element(Self.link("e here"), at: 6, count: 6, font: 2),
        Self.element(Self.link(" and here"), at: 11, count: 9, font: 1),
        Self.element("\(Self.link(".")) Then", at: 20, count: 6, font: 1)))
    expect(result.blocks.joined().contains("here](https://a.b/?c&d) and here. Then"), "\(result.blocks)")
  }

  @Test func aLinkOverTwoLinesIsOneLink() {
    let second =
      "<text top=\"84\" left=\"72\" width=\"60\" height=\"16\" font=\"0\">\(Self.link("two"))</text>"
    let result = BoundingBoxes(["is one\ntwo there"]).read(
      links: Self.page(Self.element("is \(Self.link("one"))", count: 6), second))
    expectEqual(result.blocks, ["is [one two](https://a.b/?c&d) there"])
  }

  @Test func linksThatAreNotInTheTextAreCounted() {
    let result = BoundingBoxes(["text"]).read(
      links: Self.page(
        Self.element(Self.link("picture", "x:1"), count: 4), Self.element(Self.link(" ", "x:2"), count: 4),
        "<text>\(Self.link("nowhere", "x:3"))</text>"))
    expectEqual(result.blocks, ["text"])
    expectEqual(result.losses, ["2 links (links whose text is not found)", "1 layout (pages)"])
  }

  @Test func linksWithoutAnAddressAreCounted() {
    let result = BoundingBoxes(["one two"]).read(
      links: Self.page(Self.element("<a href=\"\">one</a> <a>two</a>", count: 7)))
    expectEqual(result.blocks, ["one two"])
    expectEqual(result.losses, ["2 links (links without an address)", "1 layout (pages)"])
  }

  @Test func linksBetweenPagesLeadToAnchors() {
    let result = BoundingBoxes(["next"], ["back"]).read(
      links: Self.page(Self.element(Self.link("next", "links.html#2"), count: 4))
        + Self.page(Self.element(Self.link("back", "links.html#1"), count: 4), number: 2))
    expectEqual(result.blocks, ["{page-1}[next](#page-2)", "---", "{page-2}[back](#page-1)"])
  }

  @Test func addressesOfOtherFilesAreKept() {
    let result = BoundingBoxes(["next"]).read(
      links: Self.page(Self.element(Self.link("next", "other.html#2"), count: 4)))
    expectEqual(result.blocks, ["[next](other.html#2)"])
  }

  @Test func linksToPagesThatAreNotConvertedAreCounted() {
    let result = BoundingBoxes(["next"]).read(
      links: Self.page(Self.element(Self.link("next", "links.html#9"), count: 4), number: 3), firstPage: 3)
    expectEqual(result.blocks, ["next"])
    expectEqual(result.losses, ["1 links (words of links to other pages)", "1 layout (pages)"])
  }

  @Test func manyLinksInOnePlaceAreRead() {
    let line = String(repeating: "word ", count: 1_000)
    let link = Self.element(Self.link("other", "x:1"), count: 100_000)
    let result = BoundingBoxes([.init(line)]).read(
      links: Self.page(String(repeating: link + Self.element("-", count: 1), count: 1_000)))
    expect(result.losses.contains { $0.hasSuffix("(links whose text is not found)") }, result.losses)
  }

  @Test func linksThatAreCutAreRead() {
    let bytes = Data(
      (Self.page(Self.element("a \(Self.link("b", "links.html#2")) c", count: 5))
        + "<outline><item page=\"1\">a</item><outline><item>b</item></outline></outline>").utf8)
    for count in 0...bytes.count {
      let links = PageLinks([UInt8](bytes.prefix(count)))
      #expect(links.pages.count <= 1 && links.outline.count <= 1)
    }
  }
}

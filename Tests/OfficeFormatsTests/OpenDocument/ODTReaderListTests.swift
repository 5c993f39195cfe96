import OfficeFormats
import RichTextFormats
import TestSupport;
import Testing

/// Lists: their nesting, markers and numbers.
@Suite
struct ODTReaderListTests {
  /// A list style with a numbered and a lettered level, and one with bullets.
  private static let styles = #"""
    <text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" \#
    style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" \#
    style:num-suffix=")"/></text:list-style><text:list-style style:name="B"><text:list-level-style-bullet \#
    text:level="1" text:bullet-char="•"/><text:list-level-style-bullet text:level="2" \#
    text:bullet-char="◦"/></text:list-style>
    """#

  private func document(_ body: String, styles: String = styles) -> ODTTestDocument {
    var document = ODTTestDocument(body)
    document.automaticStyles = styles
    return document
  }

  private func item(_ content: String, _ attributes: String = "") -> String {
    "<text:list-item \(attributes)>\(content)</text:list-item>"
  }

  private func list(_ style: String, _ items: String, _ attributes: String = "") -> String {
    #"<text:list text:style-name="\#(style)" \#(attributes)>\#(items)</text:list>"#
  }

  private func p(_ text: String) -> String { "<text:p>\(text)</text:p>" }

  private static let number = RichText.Marker.number(start: 1)

  @Test
  func listsNestAsTheirElementsDo() throws {
    let inner = list("N", item(p("b")) + item(p("c")))
    let document = document(list("N", item(p("a") + inner + p("d")) + item(p("e"))))
    let letters = RichText.Marker.number(start: 1, style: .lowercaseLetter, delimiter: .parenthesis)
    try expectEqual(
      document.blocks,
      [
        .list(
          RichText.List(
            Self.number,
            items: [
              RichText.ListItem([.text("a"), .items(letters, "b", "c"), .text("d")]),
              RichText.ListItem([.text("e")]),
            ]))
      ])
    try expectEqual(document.losses, [])
  }

  @Test(arguments: [
    ("•", RichText.Bullet.disc), ("–", .disc), ("◦", .circle), ("o", .circle), ("▪", .square),
    ("\u{F0A7}", .square),
  ])
  func bulletsAreOfThreeKinds(character: String, bullet: RichText.Bullet) throws {
    let document = document(
      list("X", item(p("a"))),
      styles: #"""
        <text:list-style style:name="X"><text:list-level-style-bullet text:level="1" \#
        text:bullet-char="\#(character)"/></text:list-style>
        """#)
    try expectEqual(document.blocks, [.items(.bullet(bullet), "a")])
  }

  @Test(arguments: [
    ("1", RichText.NumberStyle.decimal), ("a", .lowercaseLetter), ("A", .uppercaseLetter),
    ("i", .lowercaseRoman), ("I", .uppercaseRoman),
  ])
  func numbersAreOfFiveKinds(format: String, style: RichText.NumberStyle) throws {
    let document = document(
      list("X", item(p("a"))),
      styles: #"""
        <text:list-style style:name="X"><text:list-level-style-number text:level="1" \#
        style:num-format="\#(format)" style:num-suffix=")" text:start-value="4"/></text:list-style>
        """#)
    try expectEqual(
      document.blocks, [.items(.number(start: 4, style: style, delimiter: .parenthesis), "a")])
    try expectEqual(document.losses, [])
  }

  @Test
  func boxesAsBulletsAreCheckBoxes() throws {
    let document = document(
      list(
        "X", item(p("a")) + #"<text:list-item text:style-override="Y"><text:p>b</text:p></text:list-item>"#),
      styles: #"""
        <text:list-style style:name="X"><text:list-level-style-bullet text:level="1" text:bullet-char="☐"/>\#
        </text:list-style><text:list-style style:name="Y"><text:list-level-style-bullet text:level="1" \#
        text:bullet-char="☑"/></text:list-style>
        """#)
    try expectEqual(
      document.blocks,
      [
        .list(
          RichText.List(
            .bullet(.disc),
            items: [
              RichText.ListItem([.text("a")], isChecked: false),
              RichText.ListItem([.text("b")], isChecked: true),
            ]))
      ])
  }

  @Test
  func listWithoutAStyleHasBullets() throws {
    try expectEqual(
      document("<text:list>" + item(p("a")) + "</text:list>").blocks, [.items(.bullet(.disc), "a")])
  }

  @Test
  func paragraphStyleCanNameTheListStyle() throws {
    let document = document(
      #"<text:list><text:list-item><text:p text:style-name="P">a</text:p></text:list-item></text:list>"#,
      styles: Self.styles
        + #"<style:style style:name="P" style:family="paragraph" style:list-style-name="N"/>"#)
    try expectEqual(document.blocks, [.items(Self.number, "a")])
  }

  // MARK: Numbers

  @Test
  func newListBeginsAgainAndContinuedListGoesOn() throws {
    let document = document(
      list("N", item(p("a")) + item(p("b")), #"xml:id="l1""#) + p("x") + list("N", item(p("c"))) + p("y")
        + list("N", item(p("d")), #"text:continue-numbering="true""#) + p("z")
        + list("N", item(p("e")), #"text:continue-list="l1""#))
    try expectEqual(
      document.blocks,
      [
        .items(Self.number, "a", "b"), .text("x"), .items(Self.number, "c"), .text("y"),
        .items(.number(start: 2), "d"), .text("z"), .items(.number(start: 3), "e"),
      ])
  }

  @Test
  func adjacentListsAreSeparateUnlessOneContinuesTheOther() throws {
    let document = document(
      list("B", item(p("a"))) + list("B", item(p("b")))
        + list("B", item(p("c")), #"text:continue-numbering="true""#))
    try expectEqual(document.blocks, [.items(.bullet(.disc), "a"), .items(.bullet(.disc), "b", "c")])
  }

  @Test
  func startValueOfAnItemBeginsAnotherListUnlessItIsTheNextNumber() throws {
    let document = document(
      list(
        "N",
        item(p("a"), #"text:start-value="3""#) + item(p("b"), #"text:start-value="4""#)
          + item(p("c"), #"text:start-value="9""#) + item(p("d"))))
    try expectEqual(
      document.blocks, [.items(.number(start: 3), "a", "b"), .items(.number(start: 9), "c", "d")])
  }

  @Test
  func innerNumbersBeginAgainInEachItem() throws {
    func inner(_ text: String) -> String { list("N", item(p(text))) }
    let document = document(
      list("N", item(p("a") + inner("b")) + item(p("c") + inner("d") + p("e") + inner("f"))))
    let letters = RichText.Marker.number(start: 1, style: .lowercaseLetter, delimiter: .parenthesis)
    try expectEqual(
      document.blocks,
      [
        .list(
          RichText.List(
            Self.number,
            items: [
              RichText.ListItem([.text("a"), .items(letters, "b")]),
              RichText.ListItem([
                .text("c"), .items(letters, "d"), .text("e"), .items(letters, "f"),
              ]),
            ]))
      ])
  }

  @Test
  func itemThatOnlyHoldsAListKeepsTheLevelOfTheList() throws {
    let letters = RichText.Marker.number(start: 1, style: .lowercaseLetter, delimiter: .parenthesis)
    let document = document(list("N", item(list("N", item(p("a")) + item(p("b")))) + item(p("c"))))
    try expectEqual(
      document.blocks,
      [
        .list(
          RichText.List(
            Self.number,
            items: [RichText.ListItem([.items(letters, "a", "b")]), RichText.ListItem([.text("c")])]))
      ])
  }

  @Test
  func listInAHeaderKeepsItsLevel() throws {
    let letters = RichText.Marker.number(start: 1, style: .lowercaseLetter, delimiter: .parenthesis)
    func header(_ content: String) -> String { "<text:list-header>\(content)</text:list-header>" }
    let document = document(list("N", header(p("h") + list("N", item(p("a"))))))
    try expectEqual(
      document.blocks,
      [
        .text("h"), .list(RichText.List(Self.number, items: [RichText.ListItem([.items(letters, "a")])])),
      ])
  }

  @Test
  func innerListThatContinuesAfterOtherTextHasNoOuterItem() throws {
    let document = document(
      list("N", item(p("a") + list("N", item(p("b"))))) + p("x")
        + list("N", item(list("N", item(p("c")) + item(p("d")))), #"text:continue-numbering="true""#))
    let letters = RichText.Marker.number(start: 1, style: .lowercaseLetter, delimiter: .parenthesis)
    try expectEqual(
      document.blocks,
      [
        .list(RichText.List(Self.number, items: [RichText.ListItem([.text("a"), .items(letters, "b")])])),
        .text("x"),
        .items(.number(start: 2, style: .lowercaseLetter, delimiter: .parenthesis), "c", "d"),
      ])
  }

  @Test
  func listHeaderIsAParagraphWithoutAMarker() throws {
    let header = "<text:list-header><text:p>h</text:p></text:list-header>"
    let document = document(list("N", header + item(p("a")) + header + item(p("b"))))
    try expectEqual(
      document.blocks,
      [
        .text("h"),
        .list(
          RichText.List(
            Self.number,
            items: [RichText.ListItem([.text("a"), .text("h")]), RichText.ListItem([.text("b")])])),
      ])
  }

  @Test
  func emptyParagraphsAreItemsAndItemsWithoutParagraphsAreNot() throws {
    let document = document(list("N", item(p("a")) + item(p("")) + item("") + item(p("b"))))
    try expectEqual(
      document.blocks,
      [
        .list(
          RichText.List(
            Self.number,
            items: [
              RichText.ListItem([.text("a")]), RichText.ListItem([]),
              RichText.ListItem([.text("b")]),
            ]))
      ])
  }

  @Test
  func numberedParagraphsAreItems() throws {
    func numbered(_ text: String) -> String {
      #"<text:numbered-paragraph text:list-id="x" text:style-name="N">\#(p(text))</text:numbered-paragraph>"#
    }
    try expectEqual(
      document(numbered("a") + numbered("b") + p("x") + numbered("c")).blocks,
      [
        .items(Self.number, "a", "b"), .text("x"), .items(.number(start: 3), "c"),
      ])
  }

  @Test
  func numbersIncludeOuterNumbers() throws {
    let document = document(
      list("X", item(p("a") + list("X", item(p("b")) + item(p("c"))))),
      styles: #"""
        <text:list-style style:name="X"><text:list-level-style-number text:level="1" style:num-format="1" \#
        style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="1" \#
        style:num-suffix="." text:display-levels="2" loext:num-list-format="%1%.%2%."/></text:list-style>
        """#)
    try expectEqual(
      document.blocks,
      [
        .list(
          RichText.List(
            Self.number,
            items: [
              RichText.ListItem([
                .text("a"),
                .list(
                  RichText.List(
                    Self.number, followsOuterNumber: true,
                    items: [RichText.ListItem([.text("b")]), RichText.ListItem([.text("c")])])),
              ])
            ]))
      ])
    try expectEqual(document.losses, [])
  }

  @Test(arguments: [
    (#"style:num-format="1" style:num-prefix="No. ""#, "formatting in 1 place (text in list markers)"),
    (#"style:num-format="1" style:num-suffix=":""#, "formatting in 1 place (text in list markers)"),
    (#"style:num-format="一, 二, 三, ...""#, "formatting in 1 place (number styles of lists)"),
  ])
  func markersWithoutAnEquivalentAreCounted(attributes: String, loss: String) throws {
    let document = document(
      list("X", item(p("a"))),
      styles: #"""
        <text:list-style style:name="X"><text:list-level-style-number text:level="1" \#(attributes)/>\#
        </text:list-style>
        """#)
    try expectEqual(document.blocks, [.items(Self.number, "a")])
    try expectEqual(document.losses, [loss])
  }

  @Test
  func itemsWithoutNumbersAreParagraphsWithTheTextOfTheirLabel() throws {
    let document = document(
      list("X", item(p("a"))),
      styles: #"""
        <text:list-style style:name="X"><text:list-level-style-number text:level="1" style:num-format="" \#
        style:num-prefix="Q:"/></text:list-style>
        """#)
    try expectEqual(document.blocks, [.text("Q: a")])
  }

  @Test
  func listsAreTightUnlessThereIsSpaceBetweenTheParagraphs() throws {
    let document = document(
      list("B", #"<text:list-item><text:p text:style-name="P">a</text:p></text:list-item>"#),
      styles: Self.styles + #"""
        <style:style style:name="P" style:family="paragraph"><style:paragraph-properties \#
        fo:margin-bottom="8pt"/></style:style>
        """#)
    try expectEqual(
      document.blocks,
      [
        .list(RichText.List(.bullet(.disc), isTight: false, items: [RichText.ListItem([.text("a")])]))
      ])
  }

  @Test
  func quotationsAndCodeInItemsAreInTheItem() throws {
    var document = document(
      list(
        "B",
        item(
          p("a") + #"<text:p text:style-name="Quotations">b</text:p>"#
            + #"<text:p text:style-name="Code">c</text:p>"#)))
    document.styles = #"""
      <style:style style:name="Quotations" style:family="paragraph"/>\#
      <style:style style:name="Code" style:family="paragraph"/>
      """#
    try expectEqual(
      document.blocks,
      [
        .list(
          RichText.List(
            .bullet(.disc),
            items: [
              RichText.ListItem([
                .text("a"), .blockQuote([.text("b")]), .codeBlock(RichText.CodeBlock("c\n")),
              ])
            ]))
      ])
  }

  // MARK: Headings

  @Test
  func headingInAListIsAHeadingWithItsNumber() throws {
    let document = document(
      list(
        "N",
        item("<text:h>a</text:h>")
          + item(list("N", item(#"<text:h text:outline-level="2">b</text:h>"#)))) + p("x"))
    try expectEqual(document.blocks, [.heading(1, "1. a"), .heading(2, "a) b"), .text("x")])
  }

  @Test
  func headingsHaveTheNumbersOfTheOutlineStyle() throws {
    var document = ODTTestDocument(
      """
      <text:h>a</text:h><text:h text:outline-level="2">b</text:h><text:h text:outline-level="2">c</text:h>\
      <text:h text:is-list-header="true">d</text:h><text:h>e</text:h><text:h text:outline-level="2">f</text:h>
      """)
    document.styles = #"""
      <text:outline-style style:name="Outline"><text:outline-level-style text:level="1" \#
      style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" \#
      text:display-levels="2" style:num-suffix=")"/></text:outline-style>
      """#
    try expectEqual(
      document.blocks,
      [
        .heading(1, "1 a"), .heading(2, "1.1) b"), .heading(2, "1.2) c"), .heading(1, "d"),
        .heading(1, "2 e"), .heading(2, "2.1) f"),
      ])
  }
}

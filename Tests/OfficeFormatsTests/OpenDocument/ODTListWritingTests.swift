import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

@testable import OfficeFormats

@Suite
struct ODTListWritingTests {
  private static func item(_ text: String, _ more: RichText.Block...) -> RichText.ListItem {
    RichText.ListItem([.words(text)] + more)
  }

  private static func list(
    _ items: RichText.ListItem..., marker: RichText.Marker = .number(start: 1), follows: Bool = false
  ) -> RichText.Block {
    .list(RichText.List(marker, followsOuterNumber: follows, items: items))
  }

  private static let table = RichText.Block.table(RichText.Table(rows: [[RichText.TableCell([.text("t")])]]))

  @Test
  func listsAreNestedElements() {
    let body = ODTBody([Self.list(Self.item("a", Self.list(Self.item("b")), .words("c")), Self.item("d"))])
    expectEqual(
      body.structure,
      "<text:list><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p>"
        + "</text:list-item></text:list><text:p>c</text:p></text:list-item>"
        + "<text:list-item><text:p>d</text:p></text:list-item></text:list>")
    expectEmpty(body.losses)
  }

  @Test(
    arguments: [
      (.number(start: 3), #"style:num-suffix="." style:num-format="1" text:start-value="3""#),
      (
        .number(start: 1, style: .lowercaseLetter, delimiter: .parenthesis),
        #"style:num-suffix=")" style:num-format="a""#
      ),
      (.number(start: 1, style: .uppercaseLetter), #"style:num-format="A""#),
      (.number(start: 1, style: .lowercaseRoman), #"style:num-format="i""#),
      (.number(start: 1, style: .uppercaseRoman), #"style:num-format="I""#),
      (.bullet(.disc), #"text:bullet-char="•""#), (.bullet(.circle), #"text:bullet-char="◦""#),
      (.bullet(.square), #"text:bullet-char="▪""#),
    ] as [(RichText.Marker, String)])
  func markersAreLevelsOfAListStyle(marker: RichText.Marker, attributes: String) {
    #expect(ODTBody([Self.list(Self.item("a"), marker: marker)]).styles.contains(attributes))
  }

  @Test
  func theStartZeroIsAtTheItem() {
    let body = ODTBody([Self.list(Self.item("a"), Self.item("b"), marker: .number(start: 0))])
    expectEqual(body.structure.components(separatedBy: #"<text:list-item text:start-value="0">"#).count, 2)
    expect(!body.styles.contains("start-value"), body.styles)
  }

  @Test
  func numbersWithOuterNumbersAreLevelsOfOneStyle() {
    let inner = Self.list(Self.item("c"), follows: true)
    let body = ODTBody([Self.list(Self.item("a", Self.list(Self.item("b", inner), follows: true)))])
    expectEqual(body.xml.components(separatedBy: #"text:style-name="L1""#).count, 4)
    expect(
      body.styles.contains(
        #"text:level="2" style:num-suffix="." style:num-format="1" text:display-levels="2""#), body.styles)
    expect(
      body.styles.contains(
        #"text:level="3" style:num-suffix="." style:num-format="1" text:display-levels="3""#), body.styles)
    expectEmpty(body.losses)
  }

  @Test
  func aSecondListInAnItemRestartsItsNumbers() {
    let inner = Self.list(Self.item("b"))
    let body = ODTBody([Self.list(Self.item("a", inner, inner), Self.item("c", inner))])
    expectEqual(body.xml.components(separatedBy: #"text:start-value="1""#).count, 2)
  }

  @Test
  func aTableInAnItemInterruptsTheListWhichThenContinues() {
    let body = ODTBody([Self.list(Self.item("a", Self.table, .words("b")), Self.item("c"))])
    expect(
      body.structure.hasPrefix(
        "<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list><table:table "),
      body.structure)
    expect(
      body.structure.hasSuffix(
        "</table:table><text:p>b</text:p><text:list text:continue-numbering=\"true\">"
          + "<text:list-item><text:p>c</text:p></text:list-item></text:list>"), body.structure)
    expect(body.xml.contains("text:style-name=\"List_20_Paragraph\">b"), body.xml)
    expect(body.xml.contains("text:style-name=\"List_2c__20_Table\">t"), body.xml)
    expectEmpty(body.losses)
  }

  @Test
  func listsInsideAnInterruptedItemAreInAnItemWithoutALabel() {
    let body = ODTBody([Self.list(Self.item("a", Self.table, Self.list(Self.item("b")), .words("c")))])
    expect(
      body.structure.hasSuffix(
        "</table:table><text:list text:continue-numbering=\"true\"><text:list-item><text:list><text:list-item>"
          + "<text:p>b</text:p></text:list-item></text:list></text:list-item></text:list><text:p>c</text:p>"),
      body.structure)
  }

  @Test(
    arguments: [
      [], [list(item("b"))], [table], [.rule], [.codeBlock(RichText.CodeBlock(""))],
      [.blockQuote([list(item("b"))])],
    ] as [[RichText.Block]])
  func anItemWithoutAParagraphForItsLabelGetsAnEmptyOne(blocks: [RichText.Block]) {
    let body = ODTBody([.list(RichText.List(.bullet(.disc), items: [RichText.ListItem(blocks)]))])
    expect(body.structure.hasPrefix("<text:list><text:list-item><text:p></text:p>"), body.structure)
  }

  @Test
  func theFirstParagraphOfAQuotationHasTheLabelOfItsItem() {
    let body = ODTBody([
      .list(RichText.List(.bullet(.disc), items: [RichText.ListItem([.blockQuote([.words("a")])])]))
    ])
    expectEqual(body.structure, "<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>")
    expect(body.namedStyles.contains(#"style:display-name="List, Quote""#), body.namedStyles)
  }

  @Test
  func aCheckBoxIsACharacterOfANamedStyle() {
    let body = ODTBody([
      .list(
        RichText.List(
          .bullet(.disc),
          items: [
            RichText.ListItem([.words("a")], isChecked: true), RichText.ListItem([.rule], isChecked: false),
          ]))
    ])
    expect(body.xml.contains(#"<text:span text:style-name="Check_20_Box">☒<text:s/></text:span>a"#), body.xml)
    expect(
      body.structure.contains("<text:p><text:span>☐<text:s/></text:span></text:p><text:p></text:p>"),
      body.structure)
  }

  @Test
  func itemsOfALooseListHaveSpaceBelow() {
    func styles(tight isTight: Bool, _ block: RichText.Block) -> String {
      ODTBody([.list(RichText.List(.bullet(.disc), isTight: isTight, items: [RichText.ListItem([block])]))])
        .styles
    }
    let heading = RichText.Block.heading(level: 1, RichText.Paragraph([.text("a")]))
    #expect(!styles(tight: true, .words("a")).contains("fo:margin-bottom"))
    #expect(styles(tight: false, .words("a")).contains(#"fo:margin-bottom="8pt""#))
    #expect(styles(tight: true, heading).contains(#"fo:margin-bottom="0pt""#))
    #expect(styles(tight: false, heading).contains(#"fo:margin-bottom="8pt""#))
  }

  @Test
  func theMarginsOfAnItemIncludeThoseOfItsLabel() {
    let layout = RichText.Layout(indentation: 10)
    let paragraph = RichText.Block.paragraph(RichText.Paragraph([.text("a")], layout: layout))
    let body = ODTBody([
      .list(RichText.List(.bullet(.disc), items: [RichText.ListItem([paragraph, paragraph])]))
    ])
    expect(
      body.styles.contains(#"fo:margin-left="46pt" fo:margin-right="0pt" fo:text-indent="-18pt""#),
      body.styles)
    expect(
      body.styles.contains(#"fo:margin-left="46pt" fo:margin-right="0pt" fo:text-indent="0pt""#), body.styles)
  }

  @Test
  func listsThatAreNestedTooDeeplyAreCounted() {
    var block = RichText.Block.words("a")
    for _ in 0..<60 { block = .list(RichText.List(.bullet(.disc), items: [RichText.ListItem([block])])) }
    let body = ODTBody([block])
    expectEqual(body.losses.map(\.kind), [.formatting])
    expectEqual(body.xml.components(separatedBy: "<text:list ").count, ODTWriter.containerLimit + 1)
  }
}

import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Lists and their numbers.
@Suite
struct WordListTests {
  private static let decimal = list(
    1, [level("decimal", "%1."), level("lowerLetter", "%2)"), level("bullet", "·")])

  private func number(_ start: Int, _ style: RichText.NumberStyle = .decimal) -> RichText.Marker {
    .number(start: start, style: style)
  }

  private func file(_ body: String, _ numbering: String = decimal) -> WordFile {
    var file = WordFile(body)
    file.numbering = numbering
    return file
  }

  @Test
  func itemsBecomeAList() throws {
    let file = file(p("a", item(1)) + p("b", item(1)))
    try expectEqual(file.blocks, [.list(number(1), ["a", "b"])])
    try expectEmpty(file.losses())
  }

  @Test
  func levelsNest() throws {
    let file = file(p("a", item(1)) + p("b", item(1, 1)) + p("c", item(1, 2)) + p("d", item(1)))
    let inner = RichText.Block.list(
      RichText.List(
        .number(start: 1, style: .lowercaseLetter, delimiter: .parenthesis),
        items: [RichText.ListItem([.p("b"), .list(.bullet(.disc), ["c"])])]))
    try expectEqual(
      file.blocks,
      [
        .list(
          RichText.List(
            number(1), items: [RichText.ListItem([.p("a"), inner]), RichText.ListItem([.p("d")])]))
      ])
  }

  @Test
  func listsContinueAfterOtherText() throws {
    let file = file(p("a", item(1)) + p("text") + p("b", item(1)))
    try expectEqual(file.blocks, [.list(number(1), ["a"]), .p("text"), .list(number(2), ["b"])])
  }

  @Test
  func subListsBeginAgainUnderANewParent() throws {
    let file = file(p("a", item(1)) + p("b", item(1, 1)) + p("c", item(1)) + p("d", item(1, 1)))
    guard case .list(let list)? = try file.blocks.first, case .list(let second)? = list.items[1].blocks.last
    else {
      Issue.record("no list")
      return
    }
    expectEqual(second.marker, .number(start: 1, style: .lowercaseLetter, delimiter: .parenthesis))
  }

  @Test
  func aLevelThatNeverRestartsContinues() throws {
    let numbering = list(
      1, [level("decimal", "%1."), level("decimal", "%2.", on("lvlRestart", "0"))])
    let file = file(p("a", item(1)) + p("b", item(1, 1)) + p("c", item(1)) + p("d", item(1, 1)), numbering)
    guard case .list(let list)? = try file.blocks.first, case .list(let second)? = list.items[1].blocks.last
    else {
      Issue.record("no list")
      return
    }
    expectEqual(second.marker, number(2))
  }

  @Test
  func numberingsOfOneDefinitionShareTheirCounters() throws {
    let file = file(p("a", item(1)) + p("b", item(2)), list(7, [level("decimal", "%1.")], numbers: [1, 2]))
    try expectEqual(file.blocks, [.list(number(1), ["a", "b"])])
  }

  @Test
  func aStartOverrideRestartsOnlyAtItsFirstUse() throws {
    let override = #"<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>"#
    let numbering = list(7, [level("decimal", "%1.")], numbers: [1]) + num(2, of: 7, override)
    let file = file(p("a", item(1)) + p("b", item(2)) + p("c", item(2)) + p("d", item(1)), numbering)
    try expectEqual(file.blocks, [.list(number(1), ["a"]), .list(number(1), ["b", "c", "d"])])
  }

  @Test
  func lettersThatWordRepeatsAreCounted() throws {
    let numbering = list(1, [level("lowerLetter", "%1.", start: 27)])
    try expectEmpty(file(p("aa", item(1)), numbering).losses())
    try expectEqual(
      file(p("aa", item(1)) + p("bb", item(1)), numbering).losses(),
      [
        "formatting: repeated letters in list markers × 1"
      ])
  }

  @Test
  func listsBeginAtTheirStart() throws {
    try expectEqual(
      file(p("a", item(1)), list(1, [level("decimal", "%1.", start: 5)])).blocks,
      [
        .list(number(5), ["a"])
      ])
  }

  @Test
  func hugeStartsAreLimited() throws {
    let numbering = list(1, [on("start", "99999999999999") + on("numFmt", "decimal") + on("lvlText", "%1.")])
    try expectEqual(
      file(p("a", item(1)) + p("b", item(1)), numbering).blocks,
      [.list(number(999_999_999), ["a", "b"])])
  }

  @Test(arguments: [
    ("upperRoman", RichText.NumberStyle.uppercaseRoman), ("lowerRoman", .lowercaseRoman),
    ("upperLetter", .uppercaseLetter), ("lowerLetter", .lowercaseLetter), ("decimal", .decimal),
  ])
  func numberStylesAreKept(_ format: String, _ style: RichText.NumberStyle) throws {
    try expectEqual(
      file(p("a", item(1)), list(1, [level(format, "%1.")])).blocks, [.list(number(1, style), ["a"])])
  }

  @Test(arguments: [
    (level("bullet", "\u{F0B7}", #"<w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr>"#), RichText.Bullet.disc),
    (level("bullet", "o", #"<w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr>"#), .circle),
    (level("bullet", "\u{F0A7}", #"<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>"#), .square),
    (level("bullet", "\u{F099}", #"<w:rPr><w:rFonts w:ascii="Wingdings 3"/></w:rPr>"#), .disc),
    (level("bullet", "–"), .disc),
  ])
  func bulletsAreKept(_ definition: String, _ bullet: RichText.Bullet) throws {
    try expectEqual(file(p("a", item(1)), list(1, [definition])).blocks, [.list(.bullet(bullet), ["a"])])
  }

  @Test
  func numbersThatIncludeOuterNumbersAreKept() throws {
    let file = file(
      p("a", item(1)) + p("b", item(1, 1)), list(1, [level("decimal", "%1."), level("decimal", "%1.%2.")]))
    guard case .list(let list)? = try file.blocks.first, case .list(let inner)? = list.items[0].blocks.last
    else {
      Issue.record("no list")
      return
    }
    expect(inner.followsOuterNumber)
    try expectEmpty(file.losses())
  }

  @Test(arguments: [
    (level("decimal", "Article %1."), "formatting: text in list markers × 1"),
    (level("decimalZero", "%1."), "formatting: text in list markers × 1"),
    (level("decimal", "%2.%1."), "formatting: item numbers that include outer item numbers × 1"),
    (level("bullet", "") + #"<w:lvlPicBulletId w:val="0"/>"#, "formatting: picture bullets × 1"),
  ])
  func markersThatTheModelLacksAreCounted(_ definition: String, _ loss: String) throws {
    try expectEqual(file(p("a", item(1)), list(1, [definition])).losses(), [loss])
  }

  @Test(arguments: [
    ("hebrew2", "א."), ("ordinal", "1st."), ("chineseCounting", "一."), ("russianUpper", "А."),
    ("decimalEnclosedCircle", "①."), ("thaiNumbers", "๑."),
  ])
  func otherNumbersBecomeText(_ format: String, _ label: String) throws {
    let file = file(p("a", item(1)), list(1, [level(format, "%1.")]))
    try expectEqual(file.blocks, [.p("\(label)\ta")])
    try expectEqual(file.losses(), ["formatting: list markers, kept as text × 1"])
  }

  @Test
  func numbersOfHeadingsBecomeText() throws {
    var file = file(
      p("a", on("pStyle", "H1")) + p("b", on("pStyle", "H2")),
      list(1, [level("decimal", "%1", on("pStyle", "H1")), level("decimal", "%1.%2", on("pStyle", "H2"))]))
    let numbered = "<w:numPr>\(on("numId", "1"))</w:numPr>"
    file.styles =
      style("H1", "heading 1", paragraph: numbered)
      + style("H2", "heading 2", basedOn: "H1", paragraph: "<w:numPr>\(on("ilvl", "1"))</w:numPr>")
    try expectEqual(file.blocks, [.h(1, "1 a"), .h(2, "1.1 b")])
  }

  @Test
  func numberingOfStylesMakesLists() throws {
    var file = file(p("a", on("pStyle", "LB")) + p("b", on("pStyle", "LB")), list(1, [level("bullet", "·")]))
    file.styles = style("LB", "List Bullet", paragraph: "<w:numPr>\(on("numId", "1"))</w:numPr>")
    try expectEqual(file.blocks, [.list(.bullet(.disc), ["a", "b"])])
  }

  @Test
  func numberZeroRemovesTheNumbering() throws {
    var file = file(p("a", on("pStyle", "LB") + item(0)), list(1, [level("bullet", "·")]))
    file.styles = style("LB", "My Bullets", paragraph: "<w:numPr>\(on("numId", "1"))</w:numPr>")
    try expectEqual(file.blocks, [.p("a")])
  }

  @Test
  func levelsOfANumberingStyleAreFound() throws {
    var file = file(
      p("a", item(1)),
      #"<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="NS"/></w:abstractNum>"# + num(1, of: 1)
        + list(2, [level("upperRoman", "%1.")]))
    file.styles = style("NS", type: "numbering", paragraph: "<w:numPr>\(on("numId", "2"))</w:numPr>")
    try expectEqual(file.blocks, [.list(number(1, .uppercaseRoman), ["a"])])
  }

  @Test
  func linksBetweenNumberingStylesMayLoop() throws {
    var file = file(
      p("a", item(1)),
      #"<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="NS"/></w:abstractNum>"# + num(1, of: 1))
    file.styles = style("NS", type: "numbering", paragraph: "<w:numPr>\(on("numId", "1"))</w:numPr>")
    try expectEqual(file.blocks.count, 1)
  }

  @Test
  func aListWithoutDefinitionIsCounted() throws {
    let file = file(p("a", item(9)))
    try expectEqual(file.blocks, [.p("a")])
    try expectEqual(file.losses(), ["formatting: lists without a definition × 1"])
  }

  @Test
  func paragraphsOfListStyleContinueTheItem() throws {
    var file = file(p("a", item(1)) + p("more", on("pStyle", "LP")) + p("b", item(1)))
    file.styles = style("LP", "List Paragraph")
    try expectEqual(
      file.blocks,
      [
        .list(
          RichText.List(
            number(1), items: [RichText.ListItem([.p("a"), .p("more")]), RichText.ListItem([.p("b")])]))
      ])
  }

  @Test
  func paragraphsWithoutNumberContinueTheItemWithTheirIndentation() throws {
    func leading(_ twips: Int) -> String { #"<w:ind w:left="\#(twips)"/>"# }
    let numbering = list(
      1, [0, 1].map { level("bullet", "·", "<w:pPr>\(leading(720 * ($0 + 1)))</w:pPr>") })
    let items = p("a", item(1)) + p("b", item(1, 1))
    func outline(_ paragraph: String) throws -> [RichText.Block] {
      try file(items + paragraph, numbering).blocks
    }
    func nested(_ outer: [RichText.Block], _ inner: [RichText.Block]) -> [RichText.Block] {
      let list = RichText.Block.list(
        RichText.List(.bullet(.disc), items: [RichText.ListItem([.p("b")] + inner)]))
      return [.list(RichText.List(.bullet(.disc), items: [RichText.ListItem([.p("a"), list] + outer)]))]
    }
    try expectEqual(outline(p("c", item(0) + leading(1440))), nested([], [.p("c")]))
    try expectEqual(outline(p("c", item(0) + leading(720))), nested([.p("c")], []))
    try expectEqual(outline(p("c", item(0))), nested([], []) + [.p("c")])
    let plain = RichText.Block.p([.text("c")], RichText.Layout(indentation: 72))
    try expectEqual(outline(p("c", leading(1440))), nested([], []) + [plain])
  }

  @Test(arguments: [("1", "☒", true), ("0", "☐", false)])
  func checkBoxesOfItemsAreKept(_ value: String, _ sign: String, _ isChecked: Bool) throws {
    let box =
      #"<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="\#(value)"/></w14:checkbox></w:sdtPr><w:sdtContent>"#
      + r(sign) + "</w:sdtContent></w:sdt>"
    let file = file(par(box + r(" task"), item(1)), list(1, [level("bullet", "·")]))
    guard case .list(let list)? = try file.blocks.first else {
      Issue.record("no list")
      return
    }
    expectEqual(list.items, [RichText.ListItem([.p("task")], isChecked: isChecked)])
    try expectEmpty(file.losses())
  }

  @Test
  func aCheckBoxOutsideOfItemsIsTextAndCounted() throws {
    let box =
      #"<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>"#
      + r("☒") + "</w:sdtContent></w:sdt>"
    let file = WordFile(par(box + r(" task")))
    try expectEqual(file.blocks, [.p("☒ task")])
    try expectEqual(file.losses(), ["formatting: form fields × 1"])
  }

  @Test
  func listsWithoutSpaceAreTight() throws {
    let spaced = #"<w:spacing w:after="200"/>"#
    var file = file(p("a", item(1) + on("pStyle", "S")) + p("b", item(1) + on("pStyle", "S")))
    file.styles = style("S", "Spaced", paragraph: spaced)
    guard case .list(let loose)? = try file.blocks.first else {
      Issue.record("no list")
      return
    }
    expect(!loose.isTight)
    file.styles = style("S", "Spaced", paragraph: spaced + on("contextualSpacing"))
    guard case .list(let tight)? = try file.blocks.first else {
      Issue.record("no list")
      return
    }
    expect(tight.isTight)
  }
}

import OfficeFormats
import ProfferConversions
import StructuredFormats
import TestSupport;
import Testing

/// The values of cells.
@Suite
struct XLSXCellTests {
  private func value(_ cell: String, styles: String? = nil, workbook: String = "") throws -> StructuredValue?
  {
    var file = XLSXFile(xrow(xtext("x", at: "A1"), cell))
    file.styles = styles
    file.workbook = workbook
    let row = try file.rows[0]
    return row.count > 1 ? row[1] : nil
  }

  // MARK: Numbers

  @Test(
    arguments: [
      ("0.1", StructuredValue.digits("0.1")), ("44927", 44927), ("-7", -7), ("0", 0), ("-0", .digits("-0")),
      ("0.30000000000000004", .digits("0.30000000000000004")), ("1E-3", .digits("1E-3")),
      ("1.50", .digits("1.50")),
      ("12345678901234567890", .integer(StructuredInteger(UInt64(12_345_678_901_234_567_890)))),
      (".5", .digits("0.5")), (" 5\n", 5), ("1e5", .digits("1e5")),
    ] as [(String, StructuredValue)])
  func numbersKeepTheirDigits(_ text: String, _ expected: StructuredValue) throws {
    try expectEqual(value(xcell(text)), expected)
  }

  @Test
  func anInvalidNumberIsCountedAndKeptAsText() throws {
    let file = XLSXFile(xrow(xcell("12x")))
    try expectEqual(file.rows, [["12x"]])
    try expectEqual(file.losses, ["1 type (invalid numbers, kept as text)"])
  }

  @Test
  func formatsOfNumbersAreCounted() throws {
    var file = XLSXFile(
      xrow(
        xcell("0.5", style: 1), xcell("3", style: 2), xcell("4", style: 3), xcell("5", style: 0), xcell("6")))
    file.styles = numberStyles(["General", "0.00%", "[$€-407] #,##0", "#,##0.00"])
    try expectEqual(file.rows, [[.digits("0.5"), 3, 4, 5, 6]])
    try expectEqual(
      file.losses,
      [
        "formatting in 1 place (of percentages, kept as numbers)",
        "formatting in 1 place (of currencies, kept as numbers)", "formatting in 1 place (of numbers)",
      ])
  }

  // MARK: Other types

  @Test
  func booleansAndErrorsAreRead() throws {
    let file = XLSXFile(xrow(xcell("1", type: "b"), xcell("0", type: "b"), xcell("#N/A", type: "e")))
    try expectEqual(file.rows, [[true, false, "#N/A"]])
    try expectEqual(file.losses, ["1 type (errors, kept as text)"])
  }

  @Test
  func sharedTextsAreRead() throws {
    var file = XLSXFile(
      xrow(xcell("1", type: "s"), xcell("0", type: "s"), xcell("7", type: "s"), xcell("2", type: "s")))
    file.strings = "<si><t>a</t></si><si><t xml:space=\"preserve\"> b </t></si><si/>"
    try expectEqual(file.rows, [[" b ", "a"]])
    try expectEqual(file.losses, ["1 character (cells whose shared text is missing)"])
  }

  /// The numbers of texts are those around the boundaries of the blocks in which the reader stores them.
  @Test(arguments: [1, 63, 64, 65, 127, 128, 129, 200])
  func allSharedTextsAreRead(_ count: Int) throws {
    let numbers = (0...count).reversed()
    var file = XLSXFile(numbers.map { xrow(xcell("\($0)", type: "s")) }.joined())
    file.strings = (0..<count).map { "<si><t>text \($0)</t></si>" }.joined()
    try expectEqual(file.rows, numbers.dropFirst().map { [.string("text \($0)")] })
    try expectEqual(file.losses, ["1 character (cells whose shared text is missing)"])
  }

  @Test
  func longSharedTextsAreReadEachTimeTheyAreUsed() throws {
    // Together they are larger than the texts that the reader keeps.
    let texts = (0..<9).map { "\($0)" + String(repeating: "a", count: 1 << 20) }
    let numbers = Array(0..<9) + Array((0..<9).reversed()) + [4, 4]
    var file = XLSXFile(numbers.map { xrow(xcell("\($0)", type: "s")) }.joined())
    file.strings = texts.map { "<si><t>\($0)</t></si>" }.joined()
    try expectEqual(file.rows, numbers.map { [.string(texts[$0])] })
  }

  @Test
  func richTextsAndPhoneticGuidesAreCounted() throws {
    var file = XLSXFile(xrow(xcell("0", type: "s"), xcell("0", type: "s"), xcell("1", type: "s")))
    file.strings =
      "<si><r><t>pla</t></r><r><rPr><b/></rPr><t>in</t></r></si>"
      + "<si><t>東京</t><rPh sb=\"0\" eb=\"2\"><t>トウキョウ</t></rPh><phoneticPr fontId=\"1\"/></si>"
    try expectEqual(file.rows, [["plain", "plain", "東京"]])
    try expectEqual(
      file.losses, ["formatting in 2 places (of words in cells)", "1 character (phonetic guides)"])
  }

  @Test(arguments: [
    ("a_x000D_b", "a\rb"), ("_x005F_x000D_", "_x000D_"), ("_xD83D__xDE00_", "😀"), ("_xD83D_", "\u{FFFD}"),
    ("_x12_", "_x12_"), ("_x00g0_", "_x00g0_"), ("x_", "x_"), ("_x0041_", "A"),
  ])
  func escapesOfCharactersAreDecoded(_ text: String, _ expected: String) throws {
    try expectEqual(value(xtext(text)), .string(expected))
    try expectEqual(value(xcell(text, type: "str")), .string(expected))
    var file = XLSXFile(xrow(xcell("0", type: "s")))
    file.strings = "<si><t>\(text)</t></si>"
    try expectEqual(file.rows, [[.string(expected)]])
  }

  @Test
  func formulasAreReadAsTheirStoredValues() throws {
    let file = XLSXFile(
      xrow(
        xcell("3", formula: "1+2"), xcell(nil, formula: "1+3"), xcell("", formula: "1+4"),
        xcell("", type: "str", formula: "IF(1,\"\")"), xcell("x", type: "str", formula: "A1"), xcell("9")))
    try expectEqual(file.rows, [[3, nil, nil, nil, "x", 9]])
    try expectEqual(
      file.losses, ["3 formulas (kept as their stored values)", "2 formulas (without a stored value)"])
  }

  // MARK: Dates

  private func dated(_ number: String, _ code: String, is1904: Bool = false) throws -> StructuredValue? {
    try value(
      xcell(number, style: 0), styles: numberStyles([code]),
      workbook: is1904 ? #"<workbookPr date1904="1"/>"# : "")
  }

  @Test(arguments: [
    ("1", "1900-01-01"), ("59", "1900-02-28"), ("61", "1900-03-01"), ("45322", "2024-01-31"),
    ("2958465", "9999-12-31"), ("45322.545138888891", "2024-01-31T13:05:00"), ("0", "1899-12-31"),
    ("0.5", "12:00:00"),
  ])
  func serialNumbersBecomeDates(_ number: String, _ expected: String) throws {
    try expectEqual(dated(number, "yyyy-mm-dd"), .local(expected))
  }

  @Test(arguments: [
    ("0", "1904-01-01"), ("0.5", "1904-01-01T12:00:00"), ("43860", "2024-01-31"),
    ("43860.5", "2024-01-31T12:00:00"),
  ])
  func theSystemOf1904IsUsed(_ number: String, _ expected: String) throws {
    try expectEqual(dated(number, "d.m.yy", is1904: true), .local(expected))
  }

  @Test
  func theDayThatDoesNotExistIsText() throws {
    try expectEqual(dated("60", "yyyy-mm-dd"), "1900-02-29")
    try expectEqual(dated("60.5", "yyyy-mm-dd hh:mm"), "1900-02-29T12:00:00")
    var file = XLSXFile(xrow(xcell("60", style: 0), xcell("-1", style: 0), xcell("3e9", style: 0)))
    file.styles = numberStyles(["yyyy"])
    try expectEqual(file.rows, [["1900-02-29", -1, .digits("3e9")]])
    try expectEqual(file.losses, ["3 dates (that do not exist, kept as text or numbers)"])
  }

  @Test(
    arguments: [
      ("yyyy\\-mm\\-dd;@", "2024-01-31"), ("[$-409]d\\ mmm\\ yy", "2024-01-31"),
      ("m/d/yy h:mm", "2024-01-31T00:00:00"),
      ("h:mm:ss AM/PM", "2024-01-31T00:00:00"), ("[Red]dd", "2024-01-31"), ("mmmm", "2024-01-31"),
      ("yyyy\"年\"m\"月\"", "2024-01-31"), ("mm:ss", "2024-01-31T00:00:00"), ("ggge", nil),
      ("General", nil), ("0.00E+00", nil), ("\"day\" 0", nil), ("[Red]0", nil), ("\\d0", nil), ("_d0", nil),
      ("*d0", nil), ("0;yyyy", nil), ("#,##0\" hours\"", nil), ("@", nil),
    ] as [(String, String?)])
  func formatCodesDecideWhatADateIs(_ code: String, _ expected: String?) throws {
    try expectEqual(dated("45322", code), expected.map { .local($0) } ?? 45322)
  }

  @Test(
    arguments: [
      (14, "2024-01-31"), (15, "2024-01-31"), (22, "2024-01-31T00:00:00"), (20, "2024-01-31T00:00:00"),
      (30, "2024-01-31"), (57, "2024-01-31"), (0, nil), (1, nil), (9, nil), (49, nil),
    ] as [(Int, String?)])
  func builtInFormatsAreKnown(_ number: Int, _ expected: String?) throws {
    let styles = "<cellXfs><xf numFmtId=\"\(number)\"/></cellXfs>"
    try expectEqual(value(xcell("45322", style: 0), styles: styles), expected.map { .local($0) } ?? 45322)
  }

  @Test(arguments: [
    ("1.5", "36:00:00"), ("-0.0625", "-1:30:00"), ("0.5", "12:00:00"), ("0.000011574074", "0:00:01"),
    ("0.00000578704", "0:00:00.5"),
  ])
  func durationsAreText(_ number: String, _ expected: String) throws {
    try expectEqual(dated(number, "[h]:mm:ss"), .string(expected))
    try expectEqual(
      value(xcell(number, style: 0), styles: "<cellXfs><xf numFmtId=\"46\"/></cellXfs>"),
      .string(expected))
  }

  @Test(arguments: [
    ("2024-01-31", "2024-01-31"), ("2024-01-31T13:05:00", "2024-01-31T13:05:00"),
    ("13:05:00.25", "13:05:00.25"),
    ("2024-01-31T13:05:00Z", "2024-01-31T13:05:00"), ("2024-01-31T13:05:00+01:00", "2024-01-31T13:05:00"),
  ])
  func datesOfStrictWorkbooksAreRead(_ text: String, _ expected: String) throws {
    try expectEqual(value(xcell(text, type: "d")), .local(expected))
  }

  // MARK: Positions

  @Test
  func referencesAreOptional() throws {
    let file = XLSXFile(
      "<row>\(xcell("1"))\(xcell("2", at: "D1"))\(xcell("3"))</row><row r=\"3\">\(xcell("4"))</row>"
        + "<row>\(xcell("5", at: "B4"))</row>")
    try expectEqual(file.rows, [[1, nil, nil, 2, 3], [], [4], [nil, 5]])
    try expectEmpty(file.losses)
  }

  @Test
  func cellsAndRowsOutOfOrderAreRepaired() throws {
    let file = XLSXFile(
      "<row r=\"5\">\(xcell("1", at: "B5"))\(xcell("2", at: "A5"))\(xcell("3", at: "B5"))</row>"
        + "<row r=\"2\">\(xcell("4", at: "A2"))</row>")
    let reading = try file.read(SpreadsheetOptions(hasHeader: false))
    expectEqual(reading.value.sheets[0].table.rows, [[2, 3], [4]])
    expectEqual(
      reading.warnings,
      [
        "a cell occurred twice, and the last one was kept",
        "a row was out of order, and was read as the next row",
      ])
  }

  @Test
  func rowsAfterARowOutOfOrderKeepTheirNumbers() throws {
    // Row 4 follows the repaired row 2, which has taken its place. The gap before row 8 makes up for it.
    let file = XLSXFile(
      [1, 3, 2, 4, 8].map { "<row r=\"\($0)\">\(xcell(String($0)))</row>" }.joined())
    let reading = try file.read(SpreadsheetOptions(hasHeader: false))
    expectEqual(reading.value.sheets[0].table.rows, [[1], [], [3], [2], [4], [], [], [8]])
    expectEqual(reading.warnings, ["a row was out of order, and was read as the next row"])
    let unnumbered = XLSXFile("\(xrow(xcell("1")))<row r=\"1\">\(xcell("2"))</row>")
    try expectEqual(
      unnumbered.read().warnings, ["a row was out of order, and was read as the next row"])
  }

  @Test
  func valuesUnderMergedCellsAreKept() throws {
    let file = XLSXFile(
      xrow(xcell("1"), xcell("2")), after: "<mergeCells><mergeCell ref=\"A1:B1\"/></mergeCells>")
    try expectEqual(file.rows, [[1, 2]])
    try expectEqual(file.losses, ["1 table (merged cells)"])
  }

  @Test(arguments: ["XFE1", "AAAAAAA1", "ZZZZZZZZZZZZZZZZZZZZZZZZ1"])
  func cellsOutsideOfTheGridAreCounted(_ reference: String) throws {
    let file = XLSXFile(xrow(xcell("1", at: "A1"), xcell("2", at: reference)))
    try expectEqual(file.rows, [[1]])
    try expectEqual(file.losses, ["1 table (cells outside of the grid)"])
  }

  @Test
  func theLastCellOfTheGridIsRead() throws {
    let file = XLSXFile("<row r=\"1048576\">\(xcell("1", at: "XFD1048576"))</row>")
    try expectEqual(file.rows, [[1]])
    let outside = XLSXFile("<row>\(xcell("1"))</row><row r=\"1048577\">\(xcell("1", at: "A1048577"))</row>")
    try expectEqual(outside.losses, ["1 table (cells outside of the grid)"])
  }

  @Test
  func theStatedDimensionIsIgnored() throws {
    let file = XLSXFile(xrow(xcell("1"), xcell("2")), before: "<dimension ref=\"A1:A1\"/>")
    try expectEqual(file.rows, [[1, 2]])
  }
}

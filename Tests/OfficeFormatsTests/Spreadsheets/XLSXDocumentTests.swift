import Foundation
import OfficeFormats
import ProfferConversions
import StructuredFormats
import TestSupport;
import Testing

/// Sheets, and content other than cells.
@Suite
struct XLSXDocumentTests {
  private func sheet(_ name: String, _ attributes: String = "", _ content: String? = nil) -> XLSXFile.Sheet {
    XLSXFile.Sheet(
      name: name, attributes: attributes, content: "<sheetData>\(content ?? xrow(xtext(name)))</sheetData>")
  }

  // MARK: Sheets

  @Test
  func sheetsKeepTheirNamesAndVisibility() throws {
    let file = XLSXFile(sheets: [
      sheet("a"), sheet("b", #"state="hidden""#), sheet("c", #"state="veryHidden""#),
    ])
    let sheets = try file.read().value.sheets
    expectEqual(sheets.map(\.name), ["a", "b", "c"])
    expectEqual(sheets.map(\.visibility), [.visible, .hidden, .veryHidden])
    expectEqual(sheets.map(\.table.rows), [[["a"]], [["b"]], [["c"]]])
    try expectEmpty(file.losses)
  }

  @Test
  func theFirstVisibleSheetIsTheTable() throws {
    let file = XLSXFile(sheets: [sheet("a", #"state="hidden""#), sheet("b"), sheet("c")])
    let reading = try file.table()
    expectEqual(reading.value.rows, [["b"]])
    expectEqual(
      reading.losses.map(\.description),
      [
        "1 table (other sheets)", "1 table (other sheets, which are hidden)",
      ])
  }

  @Test(arguments: [
    (SheetChoice.name("c"), "c"), (.name("C"), "c"), (.number(1), "a"), (.number(3), "c"),
  ])
  func aSheetIsChosenByNameOrNumber(_ choice: SheetChoice, _ expected: String) throws {
    let file = XLSXFile(sheets: [sheet("a", #"state="hidden""#), sheet("b"), sheet("c")])
    let reading = try file.table(SpreadsheetOptions(sheet: choice))
    expectEqual(reading.value.rows, [[.string(expected)]])
    expectEmpty(reading.losses)
  }

  @Test(arguments: [
    (SheetChoice.nameOrNumber("2", 2), "c"), (.nameOrNumber("3", 3), "c"), (.nameOrNumber("1", 1), "a"),
    (.nameOrNumber("02", 2), "b"),
  ])
  func aNameHasPrecedenceOverANumber(_ choice: SheetChoice, _ expected: String) throws {
    let names = ["1st", "x", "2"]
    let contents = ["a", "b", "c"]
    let open = ODSFile(
      sheets: zip(names, contents).map { ODSFile.sheet($0, orow(otext($1))) })
    var file = XLSXFile(sheets: contents.map { sheet($0) })
    for (place, name) in names.enumerated() { file.sheets[place].name = name }
    let options = SpreadsheetOptions(sheet: choice)
    try expectEqual(file.table(options).value.rows, [[.string(expected)]])
    try expectEqual(open.table(options).value.rows, [[.string(expected)]])
  }

  @Test(arguments: [SheetChoice.name("d"), .number(0), .number(4), .nameOrNumber("4", 4)])
  func aSheetThatDoesNotExistIsAnError(_ choice: SheetChoice) throws {
    let file = XLSXFile(sheets: [sheet("a"), sheet("b"), sheet("c")])
    let error = expectThrows(CoderError.self) {
      try file.table(SpreadsheetOptions(sheet: choice))
    }
    expectEqual(error?.reason.hasSuffix("the document has the sheets “a”, “b”, “c”"), true)
  }

  @Test
  func aMissingSheetIsAWarningInAWorkbookAndAnErrorInATable() throws {
    var file = XLSXFile(sheets: [sheet("a"), sheet("b")])
    file.sheets[1].isMissing = true
    let reading = try file.read()
    expectEqual(reading.value.sheets.map(\.table.rows), [[["a"]], []])
    expectEqual(reading.warnings, ["the part of the sheet “b” is missing"])
    expectThrows(CoderError.self) { try file.table(SpreadsheetOptions(sheet: .number(2))) }
  }

  @Test
  func sheetsWithoutCellsAreCounted() throws {
    var file = XLSXFile(sheets: [sheet("chart"), sheet("a")])
    file.sheets[0].type = "chartsheet"
    try expectEqual(file.read().value.sheets.map(\.name), ["a"])
    try expectEqual(file.losses, ["1 image (sheets with only a chart)"])
    try expectEqual(file.table().value.rows, [["a"]])
  }

  // MARK: Variants

  @Test
  func strictWorkbooksAreRead() throws {
    var file = XLSXFile(xrow(xcell("0", type: "s"), xcell("1", style: 0)))
    file.isStrict = true
    file.strings = "<si><t>a</t></si>"
    file.styles = "<cellXfs><xf numFmtId=\"14\"/></cellXfs>"
    try expectEqual(file.rows, [["a", .local("1900-01-01")]])
  }

  @Test(arguments: [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml",
    "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    "application/vnd.ms-excel.template.macroEnabled.main+xml",
  ])
  func templatesAndWorkbooksWithMacrosAreRead(_ type: String) throws {
    var file = XLSXFile(xrow(xtext("a")))
    file.mediaType = type
    try expectEqual(file.rows, [["a"]])
    file.relationships = [
      ("m", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vba.bin")
    ]
    try expectEqual(file.losses, ["1 script (macros)"])
  }

  @Test(arguments: [
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", "a Word document"),
    ("application/vnd.ms-excel.sheet.binary.macroEnabled.main", "a binary Excel workbook"),
  ])
  func otherDocumentsAreErrors(_ type: String, _ words: String) throws {
    var file = XLSXFile(xrow(xtext("a")))
    file.mediaType = type
    let error = expectThrows(CoderError.self) { try file.read() }
    expectEqual(error?.code, .wrongFormat)
    expectEqual(error?.reason.contains(words), true)
  }

  @Test
  func encryptedWorkbooksAreErrors() throws {
    var data = Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
    for unit in "EncryptedPackage".utf16 { data.append(contentsOf: [UInt8(unit & 0xFF), UInt8(unit >> 8)]) }
    let error = expectThrows(CoderError.self) { try Workbook.readXLSX(data) }
    expectEqual(error?.reason.contains("encrypted"), true)
  }

  // MARK: Marks

  @Test
  func hiddenRowsAndColumnsAreKeptAndCounted() throws {
    let file = XLSXFile(
      xrow(xcell("1"), xcell("2"), xcell("3")) + xrow(xcell("4"), attributes: #"hidden="1""#)
        + xrow(attributes: #"hidden="1""#),
      before: #"<cols><col min="2" max="16384" hidden="1" customWidth="1"/></cols>"#)
    try expectEqual(file.rows, [[1, 2, 3], [4]])
    try expectEqual(
      file.losses,
      [
        "layout in 1 place (hidden rows, which are kept)",
        "layout in 2 places (hidden columns, which are kept)",
        "layout in 1 place (widths of columns and heights of rows)",
      ])
  }

  @Test(arguments: [
    (
      "<mergeCells><mergeCell ref=\"A1:B2\"/><mergeCell ref=\"C1:D2\"/></mergeCells>",
      "2 tables (merged cells)"
    ),
    (
      "<conditionalFormatting sqref=\"A1\"><cfRule type=\"x\"/></conditionalFormatting>",
      "formatting in 1 place (conditional formats)"
    ),
    ("<dataValidations><dataValidation/></dataValidations>", "formatting in 1 place (data validations)"),
    ("<hyperlinks><hyperlink ref=\"A1\"/></hyperlinks>", "1 link (addresses of links in cells)"),
    ("<autoFilter ref=\"A1:B2\"/>", "formatting in 1 place (filters)"),
    ("<headerFooter><oddHeader>x</oddHeader></headerFooter>", "layout in 1 place (page headers and footers)"),
    ("<rowBreaks><brk id=\"1\"/></rowBreaks>", "layout in 1 place (page breaks)"),
    ("<picture r:id=\"x\"/>", "1 image (backgrounds of sheets)"),
    ("<tableParts><tablePart r:id=\"x\"/></tableParts>", "formatting in 1 place (tables inside sheets)"),
    ("<sheetProtection sheet=\"1\"/>", "metadata in 1 place (protection of sheets)"),
    (
      "<mc:AlternateContent><mc:Choice Requires=\"x14\"><controls><control/></controls></mc:Choice><mc:Fallback><controls><control/></controls></mc:Fallback></mc:AlternateContent>",
      "1 script (form controls)"
    ),
    (
      "<extLst><ext><x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline/></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>",
      "1 image (sparklines)"
    ),
  ])
  func marksOfSheetsAreCounted(_ content: String, _ loss: String) throws {
    let file = XLSXFile(xrow(xtext("a")), after: content)
    try expectEqual(file.rows, [["a"]])
    try expectEqual(file.losses, [loss])
    try expectEqual(file.table().losses.map(\.description), [loss])
  }

  @Test(arguments: [
    (
      "<sheetViews><sheetView rightToLeft=\"1\"/></sheetViews>",
      "layout in 1 place (direction from right to left)"
    ),
    (
      "<sheetViews><sheetView><pane state=\"frozen\"/></sheetView></sheetViews>",
      "layout in 1 place (frozen panes)"
    ),
  ])
  func viewsAreCounted(_ content: String, _ loss: String) throws {
    try expectEqual(XLSXFile(xrow(xtext("a")), before: content).losses, [loss])
  }

  @Test
  func commentsAndDrawingsAreCounted() throws {
    var file = XLSXFile(xrow(xtext("a")))
    file.sheets[0].relationships = [
      ("comments", "../comments1.xml"), ("drawing", "../drawing1.xml"), ("pivotTable", "../pivot1.xml"),
      ("drawing", "../missing.xml"),
    ]
    file.files = [
      (
        "xl/comments1.xml",
        XLSXFile.element(
          "comments", "<commentList><comment ref=\"A1\"><text><t>x</t></text></comment></commentList>")
      ),
      (
        "xl/drawing1.xml",
        XLSXFile.element(
          "xdr:wsDr",
          "<xdr:twoCellAnchor><xdr:pic/></xdr:twoCellAnchor><xdr:twoCellAnchor><xdr:graphicFrame/></xdr:twoCellAnchor><xdr:twoCellAnchor><xdr:sp/></xdr:twoCellAnchor>"
        )
      ),
    ]
    try expectEqual(
      file.losses,
      [
        "formatting in 1 place (pivot tables, kept as their cells)", "1 comment", "1 image (pictures)",
        "1 image (charts)", "1 image (shapes and text boxes)",
      ])
  }

  @Test
  func contentOfTheWorkbookIsCounted() throws {
    var file = XLSXFile(xrow(xtext("a")))
    file.workbook =
      "<definedNames><definedName name=\"x\">A1</definedName><definedName name=\"_xlnm.Print_Area\">A1</definedName></definedNames><externalReferences><externalReference r:id=\"y\"/></externalReferences>"
    file.properties = "<dc:title>t</dc:title><dc:creator></dc:creator><dc:subject>s</dc:subject>"
    try expectEqual(
      file.losses,
      [
        "1 link (references to other files)", "metadata in 1 place (names of cell ranges)",
        "metadata in 2 places (document properties)",
      ])
  }

  @Test
  func looksOfCellsAreCounted() throws {
    var file = XLSXFile(
      xrow(xcell("1", style: 0), xcell("2", style: 1), xcell("3", style: 2), xcell(nil, style: 1)))
    file.styles =
      "<cellXfs><xf numFmtId=\"0\" fontId=\"0\"/><xf fontId=\"1\"/><xf><alignment horizontal=\"center\"/></xf></cellXfs>"
    try expectEqual(file.losses, ["formatting in 2 places (fonts, colors, borders and alignments of cells)"])
  }

  // MARK: Coders

  @Test
  func workbooksAndTablesAreBridged() throws {
    let coders = CoderSet.spreadsheets
    expectEqual(
      coders.bridges.map(\.name), ["table to workbook", "workbook to table", "tables of rich text"])
    let types = Set(coders.readers.flatMap(\.typeIdentifiers))
    expectEqual(types.count, 7)
  }
}

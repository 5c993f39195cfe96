import Foundation
import OfficeFormats
import ProfferConversions
import StructuredFormats
import TestSupport;
import Testing

/// Input that is made to exhaust memory or time.
@Suite
struct SpreadsheetHostileTests {
  private func error(_ file: XLSXFile, _ limits: OfficeLimits = .spreadsheets) -> CoderError.Code? {
    file.error(SpreadsheetOptions(limits: limits))
  }

  @Test
  func standardLimitsAdmitTheGridOfExcel() {
    let limits = OfficeLimits.spreadsheets
    #expect(limits.rowCount == 1_048_576 && limits.columnCount == 16_384)
    #expect(limits.cellCount == 100_000_000 && limits.cellTextByteCount == 1 << 30)
    #expect(limits.expandedByteCount == 1 << 31 && limits.styleCount == 65_536)
    expectEqual(limits.sharedTextByteCount, 256 << 20)
  }

  @Test
  func limitsAreChecked() {
    let file = XLSXFile(xrow(xcell("1"), xtext("abc")) + xrow(xcell("2"), xtext("def")))
    expectNil(error(file))
    expectEqual(error(file, OfficeLimits(rowCount: 1)), .tooLarge)
    expectEqual(error(file, OfficeLimits(columnCount: 1)), .tooLarge)
    expectEqual(error(file, OfficeLimits(cellCount: 3)), .tooLarge)
    expectEqual(error(file, OfficeLimits(cellTextByteCount: 5)), .tooLarge)
    expectEqual(error(file, OfficeLimits(expandedByteCount: 100)), .tooLarge)
    expectEqual(error(file, OfficeLimits(depth: 2)), .tooDeep)
    var shared = XLSXFile(xrow(xcell("0", type: "s", style: 1)))
    shared.strings = "<si><t>abc</t></si>"
    shared.styles = numberStyles(["0", "0.0", "0.00"])
    expectNil(error(shared))
    expectEqual(error(shared, OfficeLimits(sharedTextByteCount: 2)), .tooLarge)
    expectEqual(error(shared, OfficeLimits(styleCount: 2)), .tooLarge)
  }

  @Test
  func theLimitOfSharedTextsCountsAllOfThemAndTheirEnds() {
    var file = XLSXFile(xrow(xcell("0", type: "s")))
    file.strings = String(repeating: "<si><t>a</t></si>", count: 130)
    // The last text has no end yet when it is counted.
    let byteCount = 130 + 129 * 8
    expectNil(error(file, OfficeLimits(sharedTextByteCount: byteCount)))
    expectEqual(error(file, OfficeLimits(sharedTextByteCount: byteCount - 1)), .tooLarge)
  }

  @Test
  func aLongSharedTextThatManyCellsUseIsAnError() {
    var file = XLSXFile(xrow(String(repeating: xcell("0", type: "s"), count: 10_000)))
    file.strings = "<si><t>\(String(repeating: "a", count: 1 << 20))</t></si>"
    expectEqual(error(file), .tooLarge)
  }

  @Test
  func wideRowsOfEmptyCellsAreAnError() {
    let row = "<row>\(xcell("1", at: "A1"))\(xcell("1", at: "XFD1"))</row>"
    expectEqual(error(XLSXFile(String(repeating: row, count: 3_000))), .tooLarge)
    expectNil(error(XLSXFile(String(repeating: row, count: 100))))
  }

  @Test
  func distantRowsAreFilledWithinTheGrid() throws {
    let file = XLSXFile("<row r=\"1\">\(xcell("1"))</row><row r=\"1048576\">\(xcell("2"))</row>")
    try expectEqual(file.rows.count, 1_048_576)
  }

  @Test
  func manyMergedRangesAreOnlyCounted() throws {
    let merges = String(repeating: "<mergeCell ref=\"A1:XFD1048576\"/>", count: 20_000)
    let file = XLSXFile(xrow(xcell("1")), after: "<mergeCells>\(merges)</mergeCells>")
    try expectEqual(file.losses, ["20000 tables (merged cells)"])
  }

  @Test
  func hiddenColumnsOutsideOfTheGridAreIgnored() throws {
    let columns = String(repeating: #"<col min="1" max="99999999999" hidden="1"/>"#, count: 20_000)
    let file = XLSXFile(xrow(xcell("1")), before: "<cols>\(columns)</cols>")
    try expectEqual(file.read().losses.count, 1)
  }

  @Test
  func documentTypesAreErrors() {
    var file = XLSXFile("")
    file.sheets[0].content = ""
    file.sheets[0].isMissing = true
    file.files = [("xl/worksheets/sheet1.xml", "<!DOCTYPE x [<!ENTITY a \"b\">]><worksheet/>")]
    expectEqual(error(file), .wrongFormat)
  }

  @Test(arguments: [
    "<row><c><v>1</v><v>2</v></c></row>", "<row><c><is/></c></row>", "<row><c t=\"inlineStr\"/></row>",
    "<row><c><c/></c></row>", "<row><row/></row>", "<c><v>1</v></c>",
    "<row r=\"0\"><c r=\"0\"><v>1</v></c></row>",
    "<row r=\"-5\"><c r=\"-5\" s=\"-1\"><v>1</v></c></row>",
    "<row r=\"99999999999999999999\"><c><v>1</v></c></row>",
    "<row r=\"999999999999999999\"><c><v>1</v></c></row>", "<row><c t=\"s\"><v>-1</v></c></row>",
    "<row><c t=\"s\"><v>999999999999999999999</v></c></row>", "<row><c t=\"\" s=\"\"><v/></c></row>",
    "<row><c t=\"d\"><v>x</v></c></row>", "<row><c t=\"b\"><v>x</v></c></row>",
    "<row><c><v>nan</v></c></row>",
    "<row><c><v>1e999999</v></c></row>", "<row><c s=\"99999999\"><v>1</v></c></row>",
  ])
  func oddElementsAreRead(_ rows: String) throws {
    expectNil(error(XLSXFile(rows + xrow(xtext("end")))))
  }

  @Test
  func aWorkbookCutAtEachLengthIsAnError() {
    var file = XLSXFile(xrow(xcell("0", type: "s"), xcell("1", style: 0)))
    file.strings = "<si><t>a</t></si>"
    file.styles = numberStyles(["yyyy"])
    let data = file.data
    for length in 0..<data.count {
      expectThrows(CoderError.self) { try Workbook.readXLSX(data.prefix(length)) }
    }
  }

  @Test
  func emptyCellsAreLimitedByTheLimitOfCells() {
    let file = XLSXFile("<row>\(xcell("1", at: "A1"))\(xcell("1", at: "XFD1"))</row>")
    expectNil(error(file))
    expectEqual(error(file, OfficeLimits(cellCount: 10_000)), .tooLarge)
  }
}

import Foundation
import OfficeFormats
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// OpenDocument spreadsheets.
@Suite
struct ODSReaderTests {
  // MARK: Values

  @Test(
    arguments: [
      (onumber("0.1"), StructuredValue.digits("0.1")), (onumber("44927"), 44927),
      (onumber("1E-7"), .digits("1E-7")),
      (ocell("percentage", #"office:value="0.25""#), .digits("0.25")),
      (ocell("currency", #"office:value="3" office:currency="EUR""#), 3),
      (ocell("boolean", #"office:boolean-value="true""#), true),
      (ocell("boolean", #"office:boolean-value="false""#), false),
      (ocell("date", #"office:date-value="2024-01-31""#), .local("2024-01-31")),
      (ocell("date", #"office:date-value="2024-01-31T13:05:00""#), .local("2024-01-31T13:05:00")),
      (
        ocell("date", #"office:date-value="2024-01-31T13:05:00.250000000""#), .local("2024-01-31T13:05:00.25")
      ),
      (ocell("time", #"office:time-value="PT13H05M00S""#), .local("13:05:00")),
      (ocell("time", #"office:time-value="PT13H05M00.5S""#), .local("13:05:00.5")),
      (ocell("time", #"office:time-value="PT36H00M00S""#), "36:00:00"),
      (ocell("time", #"office:time-value="-PT0H30M00S""#), "-0:30:00"),
      (ocell("time", #"office:time-value="P1DT1H""#), "25:00:00"),
      (ocell("string", #"office:string-value="stored""#, "<text:p>shown</text:p>"), "stored"),
      ("<table:table-cell><text:p>untyped</text:p></table:table-cell>", "untyped"),
      (ocell("date", #"office:date-value="12024-01-31""#), "12024-01-31"),
      (ocell("float", #"office:value="x""#), "x"),
    ] as [(String, StructuredValue)])
  func valuesAreRead(_ cell: String, _ expected: StructuredValue) throws {
    try expectEqual(ODSFile(orow(cell)).rows, [[expected]])
  }

  @Test(arguments: [
    ("<text:p>a</text:p><text:p>b</text:p>", "a\nb"), ("<text:p> a \n b </text:p>", "a b"),
    ("<text:p>a<text:s text:c=\"2\"/>b<text:tab/>c<text:line-break/>d</text:p>", "a  b\tc\nd"),
    ("<text:p><text:s/>a<text:span>b</text:span> <text:span> c</text:span></text:p>", " ab c"),
    ("<text:p><text:a xlink:href=\"u\">link</text:a></text:p>", "link"),
    (
      "<text:p><text:ruby><text:ruby-base>b</text:ruby-base><text:ruby-text>r</text:ruby-text></text:ruby></text:p>",
      "b"
    ),
    ("<office:annotation><text:p>note</text:p></office:annotation><text:p>a</text:p>", "a"),
    ("<text:p/>", ""), ("", ""),
  ])
  func textsAreRead(_ content: String, _ expected: String) throws {
    let rows = try ODSFile(orow(ocell("string", "", content), onumber("1"))).rows
    expectEqual(rows, expected.isEmpty ? [[1]] : [[.string(expected), 1]])
  }

  @Test(arguments: [
    (
      "<text:p>a</text:p><text:list><text:list-header><text:p>b</text:p></text:list-header><text:list-item><text:p>c</text:p><text:list><text:list-item><text:h>d</text:h></text:list-item></text:list></text:list-item></text:list><text:p>e</text:p>",
      "a\nb\nc\nd\ne", ["formatting in 1 place (lists in cells, kept as lines)"]
    ),
    ("<text:section><text:p>a</text:p></text:section>", "a", []),
    (
      "<text:p>a</text:p><table:table><table:table-row><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>",
      "a", ["1 table (tables in cells)"]
    ),
  ])
  func blocksInCellsAreReadOrCounted(_ content: String, _ expected: String, _ losses: [String]) throws {
    let file = ODSFile(orow(ocell("string", "", content), onumber("1")))
    try expectEqual(file.rows, [[.string(expected), 1]])
    try expectEqual(file.losses, losses)
  }

  @Test
  func formulasAndErrorsAreCounted() throws {
    let file = ODSFile(
      orow(
        onumber("3", #"table:formula="of:=1+2""#), "<table:table-cell table:formula=\"of:=1\"/>",
        ocell(
          "string", #"office:string-value="" calcext:value-type="error" table:formula="of:=1/0""#,
          "<text:p>#DIV/0!</text:p>")))
    try expectEqual(file.rows, [[3, nil, "#DIV/0!"]])
    try expectEqual(
      file.losses,
      [
        "2 formulas (kept as their stored values)", "1 formula (without a stored value)",
        "1 type (errors, kept as text)",
      ])
  }

  @Test
  func aFormatOfElapsedTimeMakesADuration() throws {
    let styles = #"""
      <number:time-style style:name="N1" number:truncate-on-overflow="false"/><number:time-style style:name="N2"/>\#
      <style:style style:name="d" style:family="table-cell" style:data-style-name="N1"/>\#
      <style:style style:name="t" style:family="table-cell" style:data-style-name="N2"/>\#
      <style:style style:name="child" style:family="table-cell" style:parent-style-name="d"/>\#
      <style:style style:name="loop" style:family="table-cell" style:parent-style-name="loop"/>
      """#
    func cell(_ style: String) -> String {
      ocell("time", #"office:time-value="PT01H00M00S" table:style-name="\#(style)""#)
    }
    let file = ODSFile(orow(cell("d"), cell("t"), cell("child"), cell("loop")), styles: styles)
    try expectEqual(file.rows, [["1:00:00", .local("01:00:00"), "1:00:00", .local("01:00:00")]])
    let columns = ODSFile(
      #"<table:table-column table:number-columns-repeated="2"/><table:table-column table:default-cell-style-name="d"/>"#
        + orow(
          #"<table:table-cell table:number-columns-repeated="2"/>"#,
          ocell("time", #"office:time-value="PT01H00M00S""#)), styles: styles)
    try expectEqual(columns.rows, [["1:00:00"]])
  }

  // MARK: Positions

  @Test
  func repeatedCellsWithContentAreRepeated() throws {
    let file = ODSFile(
      orow(
        onumber("1", #"table:number-columns-repeated="3""#),
        #"<table:table-cell table:number-columns-repeated="16381"/>"#,
        attributes: #"table:number-rows-repeated="2""#)
        + orow(
          #"<table:table-cell table:number-columns-repeated="16384"/>"#,
          attributes: #"table:number-rows-repeated="2""#)
        + orow(onumber("2"))
        + orow("<table:table-cell/>", attributes: #"table:number-rows-repeated="1048571""#))
    try expectEqual(file.rows, [[1, 1, 1], [1, 1, 1], [], [], [2]])
    try expectEqual(file.table().value.rows, [[1, 1, 1], [1, 1, 1], [], [], [2]])
  }

  @Test
  func emptyBordersAreCut() throws {
    let file = ODSFile(
      orow("<table:table-cell/>", attributes: #"table:number-rows-repeated="7""#)
        + orow(#"<table:table-cell table:number-columns-repeated="2"/>"#, onumber("1"))
        + orow("<table:table-cell/>", onumber("2")))
    try expectEqual(file.rows, [[nil, 1], [2]])
    try expectEqual(file.table().value, Table(rows: [[nil, 1], [2]]))
  }

  @Test
  func coveredCellsKeepTheirPlaces() throws {
    let file = ODSFile(
      orow(
        otext("a", #"table:number-columns-spanned="2" table:number-rows-spanned="2""#),
        "<table:covered-table-cell/>",
        otext("b")) + orow(#"<table:covered-table-cell table:number-columns-repeated="2"/>"#, otext("c")))
    try expectEqual(file.rows, [["a", nil, "b"], [nil, nil, "c"]])
    try expectEqual(file.losses, ["1 table (merged cells)"])
    let hidden = ODSFile(
      orow(
        otext("a", #"table:number-columns-spanned="2""#),
        "<table:covered-table-cell><text:p>hidden</text:p></table:covered-table-cell>"))
    try expectEqual(hidden.rows, [["a", "hidden"]])
    try expectEqual(hidden.losses, ["1 table (merged cells)"])
  }

  @Test
  func groupsOfRowsAndColumnsAreTransparent() throws {
    let file = ODSFile(
      "<table:table-columns><table:table-column/></table:table-columns>"
        + "<table:table-header-rows>\(orow(otext("h")))</table:table-header-rows>"
        + "<table:table-row-group><table:table-rows>\(orow(otext("a")))</table:table-rows>\(orow(otext("b")))</table:table-row-group>"
    )
    try expectEqual(file.table().value, Table(columns: ["h"], rows: [["a"], ["b"]]))
  }

  // MARK: Sheets

  private var sheets: ODSFile {
    var file = ODSFile(sheets: [
      ODSFile.sheet("a", orow(onumber("1")), attributes: #"table:style-name="hidden""#),
      ODSFile.sheet("b", orow(onumber("2"))), ODSFile.sheet("c", orow("<table:table-cell/>", onumber("3"))),
    ])
    file.styles =
      #"<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>"#
    return file
  }

  @Test
  func sheetsKeepTheirNamesAndVisibility() throws {
    let workbook = try sheets.read().value
    expectEqual(workbook.sheets.map(\.name), ["a", "b", "c"])
    expectEqual(workbook.sheets.map(\.visibility), [.hidden, .visible, .visible])
  }

  @Test(arguments: [
    (SheetChoice.firstVisible, 2), (.name("c"), 3), (.name("C"), 3), (.number(1), 1), (.number(3), 3),
  ])
  func aSheetIsChosen(_ choice: SheetChoice, _ expected: Int) throws {
    let reading = try sheets.table(SpreadsheetOptions(sheet: choice))
    expectEqual(reading.value.rows, [[.integer(StructuredInteger(expected))]])
    // With a choice, the other sheets are not counted.
    expectEqual(reading.losses.reduce(0) { $0 + $1.count }, choice == .firstVisible ? 2 : 0)
  }

  @Test(arguments: [SheetChoice.name("d"), .number(4)])
  func aSheetThatDoesNotExistIsAnError(_ choice: SheetChoice) {
    expectThrows(CoderError.self) { try sheets.table(SpreadsheetOptions(sheet: choice)) }
  }

  // MARK: Marks

  @Test(arguments: [
    (
      "<table:shapes><draw:rect/><draw:g><draw:line/></draw:g></table:shapes>",
      "2 images (shapes and text boxes)"
    ),
    (
      #"<table:shapes><draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame></table:shapes>"#,
      "1 image (charts)"
    ),
    ("<table:shapes><draw:frame><draw:image/></draw:frame></table:shapes>", "1 image (pictures)"),
    (
      "<calcext:conditional-formats><calcext:conditional-format/></calcext:conditional-formats>",
      "formatting in 1 place (conditional formats)"
    ),
    ("<office:forms><x/></office:forms>", "1 script (form controls)"),
    ("<table:table-source/>", "1 link (references to other files)"),
    (
      "<table:named-expressions><table:named-range/></table:named-expressions>",
      "metadata in 1 place (names of cell ranges)"
    ),
    (
      "<calcext:sparkline-groups><calcext:sparkline-group><calcext:sparklines><calcext:sparkline/></calcext:sparklines></calcext:sparkline-group></calcext:sparkline-groups>",
      "1 image (sparklines)"
    ),
  ])
  func marksOfSheetsAreCounted(_ content: String, _ loss: String) throws {
    let file = ODSFile(content + orow(otext("a")))
    try expectEqual(file.rows, [["a"]])
    try expectEqual(file.losses, [loss])
  }

  @Test(arguments: [
    (
      "<table:content-validations><table:content-validation/></table:content-validations>",
      "formatting in 1 place (data validations)"
    ),
    (
      "<table:data-pilot-tables><table:data-pilot-table/></table:data-pilot-tables>",
      "formatting in 1 place (pivot tables, kept as their cells)"
    ),
    (
      "<table:database-ranges><table:database-range/></table:database-ranges>",
      "formatting in 1 place (tables inside sheets)"
    ),
    (
      "<table:tracked-changes><table:cell-content-change><table:table-cell/></table:cell-content-change></table:tracked-changes>",
      "1 comment (tracked changes)"
    ),
  ])
  func marksOfDocumentsAreCounted(_ content: String, _ loss: String) throws {
    var file = ODSFile(orow(otext("a")))
    file.body = content + file.body
    try expectEqual(file.losses, [loss])
    try expectEqual(file.table().losses.map(\.description), [loss])
  }

  @Test
  func hiddenRowsAndColumnsAreKeptAndCounted() throws {
    let file = ODSFile(
      #"<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="16383"/>"#
        + orow(onumber("1"), onumber("2"), onumber("3"))
        + orow(onumber("4"), attributes: #"table:visibility="filter" table:number-rows-repeated="2""#))
    try expectEqual(file.rows, [[1, 2, 3], [4], [4]])
    try expectEqual(
      file.losses,
      [
        "layout in 2 places (hidden rows, which are kept)",
        "layout in 2 places (hidden columns, which are kept)",
      ])
  }

  @Test
  func marksOfCellsAreCounted() throws {
    let styles =
      #"<style:style style:name="b" style:family="table-cell"><style:text-properties fo:font-weight="bold"/></style:style>"#
    let file = ODSFile(
      orow(
        otext("a", #"table:style-name="b""#), ocell("percentage", #"office:value="0.5""#),
        ocell("currency", #"office:value="5""#),
        ocell(
          "string", "", #"<office:annotation/><text:p><text:span text:style-name="T1">r</text:span></text:p>"#
        )),
      styles: styles)
    try expectEqual(
      file.losses,
      [
        "formatting in 1 place (of percentages, kept as numbers)",
        "formatting in 1 place (of currencies, kept as numbers)",
        "formatting in 1 place (fonts, colors, borders and alignments of cells)",
        "formatting in 1 place (of words in cells)", "1 comment",
      ])
  }

  @Test
  func metadataAndMacrosAreCounted() throws {
    var file = ODSFile(orow(otext("a")))
    file.metadata = "<meta:generator>g</meta:generator><dc:title>t</dc:title>"
    file.scripts = "<script/>"
    try expectEqual(file.losses, ["1 script (macros)", "metadata in 1 place (document properties)"])
    try expectEqual(
      Workbook.readODS(file.flat).losses.map(\.description),
      [
        "1 script (macros)", "metadata in 1 place (document properties)",
      ])
  }

  // MARK: Forms

  @Test
  func theFlatFormIsRead() throws {
    let reading = try Workbook.readODS(sheets.flat)
    try expectEqual(reading.value, sheets.read().value)
    let readers = ConversionRegistry(.spreadsheets).readers(of: "io.proffer.opendocument-flat-spreadsheet")
    let source = RepresentationSource(
      sheets.flat, typeIdentifier: "io.proffer.opendocument-flat-spreadsheet")
    #expect(try readers.map { try $0.read(source).value is Table }.contains(true))
  }

  @Test
  func otherDocumentsAreErrors() {
    let text = ODSFile(sheets: [])
    var flat = String(decoding: text.flat, as: UTF8.self)
    flat = flat.replacingOccurrences(of: "office:spreadsheet", with: "office:text")
    let error = expectThrows(CoderError.self) { try Workbook.readODS(Data(flat.utf8)) }
    expectEqual(error?.code, .wrongFormat)
    expectThrows(CoderError.self) { try Workbook.readODS(Data("x".utf8)) }
  }

  // MARK: Hostile input

  private func error(_ rows: String, _ limits: OfficeLimits = .spreadsheets) -> CoderError.Code? {
    do throws(CoderError) {
      _ = try Workbook.readODS(ODSFile(rows).data, options: SpreadsheetOptions(limits: limits))
      return nil
    } catch { return error.code }
  }

  @Test
  func repeatedContentIsLimited() {
    let wide = #"table:number-columns-repeated="16384""#
    let high = #"table:number-rows-repeated="1048576""#
    expectEqual(error(orow(onumber("1", wide), attributes: high)), .tooLarge)
    expectEqual(error(orow(onumber("1"), attributes: #"table:number-rows-repeated="1048577""#)), .tooLarge)
    expectEqual(error(orow(onumber("1", #"table:number-columns-repeated="16385""#))), .tooLarge)
    expectEqual(
      error(orow(onumber("1", #"table:number-columns-repeated="99999999999999999999999""#))), .tooLarge)
    expectEqual(
      error(orow(onumber("1"), attributes: #"table:number-rows-repeated="99999999999999999999999""#)),
      .tooLarge)
    expectNil(error(orow("<table:table-cell \(wide)/>", attributes: high)))
    expectEqual(
      error(
        String(
          repeating: orow(
            "<table:table-cell/>", attributes: #"table:number-rows-repeated="9223372036854775807""#),
          count: 100) + orow(onumber("1"))), .tooLarge)
    let text = String(repeating: "a", count: 1_000)
    expectEqual(error(orow(otext(text, wide), attributes: #"table:number-rows-repeated="1000""#)), .tooLarge)
    expectEqual(error(orow(onumber("1")), OfficeLimits(cellCount: 0)), .tooLarge)
  }

  @Test
  func spacesBeyondALimitByTheSizeOfTheFileAreCounted() throws {
    let spaces = #"<text:s text:c="999999999999"/>"#
    let file = ODSFile(orow(otext(spaces + spaces + "<text:s/>a")))
    for data in [file.data, file.flat] {
      let reading = try Workbook.readODS(data, options: SpreadsheetOptions(hasHeader: false))
      let text = try require(reading.value.sheets[0].table.rows[0][0]?.stringValue)
      #expect((1 << 16...1 << 17).contains(text.utf8.count))
      // Each element stands for at least one space, and for at most 999,999,999.
      let loss = try require(reading.losses.first { $0.detail == "spaces beyond the limit" })
      expectEqual(loss.count + text.utf8.count, 2 * 999_999_999 + 2)
    }
    let text = "a<text:s text:c=\"1000\"/>b"
    try expectEmpty(ODSFile(orow(otext(text))).losses)
    let long = String(repeating: "a", count: 200_000)
    try expectEmpty(ODSFile(orow(otext("\(long)<text:s text:c=\"1600000\"/>b"))).losses)
  }

  @Test
  func manyRowsWithDistantCellsAndManyColumnsTakeLinearTime() throws {
    func file(_ count: Int) -> ODSFile {
      let columns = String(repeating: "<table:table-column/>", count: min(count, 16_384))
      let distance = min(count, 16_000)
      let row = orow(
        "<table:table-cell table:number-columns-repeated=\"\(distance)\"/>", "<table:table-cell/>")
      return ODSFile(columns + String(repeating: row, count: count) + orow(onumber("1")))
    }
    try expectEqual(file(16_384).rows.count, 1)
    let growth = try ProcessorTime.growth(to: 16_384, of: { file($0).data }) { _ = try Workbook.readODS($0) }
    expect(growth.isLinear, "\(growth)")
  }

  @Test
  func aSpreadsheetCutAtEachLengthIsAnError() {
    let data = ODSFile(orow(onumber("1"))).data
    for length in 0..<data.count {
      expectThrows(CoderError.self) { try Workbook.readODS(data.prefix(length)) }
    }
  }
}

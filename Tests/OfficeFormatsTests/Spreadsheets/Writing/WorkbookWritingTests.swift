import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

@testable import OfficeFormats

/// The sheets of written workbooks: names, headings, widths, visibility and limits.
@Suite struct WorkbookWritingTests {
  private func sheet(_ name: String, _ table: Table, _ visibility: Workbook.SheetVisibility = .visible)
    -> Workbook.Sheet
  {
    Workbook.Sheet(name: name, table: table, visibility: visibility)
  }

  private func part(_ name: String, of workbook: Workbook) throws -> String {
    let parts = try workbook.xlsxParts().parts
    return String(decoding: try require(parts.first { $0.name == name }).bytes, as: UTF8.self)
  }

  private func file(_ name: String, of workbook: Workbook) throws -> String {
    let files = try workbook.odsFiles().files
    return String(decoding: try require(files.first { $0.name == name }).bytes, as: UTF8.self)
  }

  // MARK: Names

  @Test(arguments: [
    (["A", "B"], ["A", "B"]), (["A", "a", "A"], ["A", "a (2)", "A (3)"]), (["a/b:c"], ["a_b_c"]),
    ([""], ["Sheet1"]), (["x", " "], ["x", "Sheet2"]), (["'x'"], ["_x_"]), (["History"], ["History_"]),
    (["a\u{0}\n"], ["a__"]), (["A (2)", "A", "A"], ["A (2)", "A", "A (3)"]),
    ([String(repeating: "n", count: 32)], [String(repeating: "n", count: 31)]),
    ([String(repeating: "n", count: 30) + "😀"], [String(repeating: "n", count: 30)]),
    (
      [String(repeating: "n", count: 31), String(repeating: "n", count: 31)],
      [String(repeating: "n", count: 31), String(repeating: "n", count: 27) + " (2)"]
    ),
  ])
  func namesOfSheetsAreValidAndDistinct(names: [String], expected: [String]) throws {
    let workbook = Workbook(sheets: names.map { sheet($0, Table(rows: [[1]])) })
    let (parts, losses) = try workbook.xlsxParts()
    let book = try WrittenElement.reading(try require(parts.first { $0.name == "xl/workbook.xml" }).bytes)
    expectEqual(book.values("name", of: "sheet"), expected)
    let changedCount = zip(names, expected).count { $0 != $1 }
    expectEqual(losses.map(\.count).reduce(0, +), changedCount, "\(losses)")
    if names.allSatisfy({ $0.utf16.count < 28 }) {
      let files = try workbook.odsFiles().files
      let file = try require(files.first { $0.name == "content.xml" })
      let content = try WrittenElement.reading(file.bytes)
      expectEqual(content.values("table:name", of: "table"), expected)
    }
  }

  // MARK: Headings and widths

  @Test func theRowOfColumnNamesIsBoldAndStays() throws {
    let workbook = Workbook(sheets: [
      sheet("A", Table(columns: ["name", "007"], rows: [["x", 1]])), sheet("B", Table(rows: [["x"]])),
    ])
    let first = try part("xl/worksheets/sheet1.xml", of: workbook)
    let heading = WrittenXLSXStyle.heading.rawValue
    expect(first.contains("<c r=\"A1\" s=\"\(heading)\" t=\"s\"><v>0</v></c>"), first)
    expect(
      first.contains("<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>"),
      first)
    expect(first.contains("<dimension ref=\"A1:B2\"/>"), first)
    expect(first.contains("<ignoredError sqref=\"A1:B2\" numberStoredAsText=\"1\"/>"), first)
    let second = try part("xl/worksheets/sheet2.xml", of: workbook)
    #expect(!second.contains("<pane") && !second.contains("s=\"\(heading)\""))
    let content = try file("content.xml", of: workbook)
    expect(
      content.contains(
        "<table:table-header-rows><table:table-row><table:table-cell table:style-name=\"Heading\""), content)
    try expectEqual(
      file("settings.xml", of: workbook).components(separatedBy: "\"VerticalSplitPosition\"").count, 2)
  }

  @Test func columnsAreAsWideAsTheirContent() throws {
    let table = Table(rows: [
      ["日本語", nil, "two\nlonger lines", .string(String(repeating: "w", count: 500))], [1, nil, 2],
    ])
    let xml = try WrittenElement.reading(
      Array(part("xl/worksheets/sheet1.xml", of: Workbook(sheets: [sheet("A", table)])).utf8))
    expectEqual(xml.values("min", of: "col"), ["1", "3", "4"])
    expectEqual(xml.values("width", of: "col"), ["7.7109375", "13.7109375", "61.7109375"])
    let content = try WrittenElement.reading(
      Array(file("content.xml", of: Workbook(sheets: [sheet("A", table)])).utf8))
    expectEqual(
      content.values("table:style-name", of: "table-column"), ["Column1", "Column2", "Column3", "Column4"])
    expectEqual(
      content.values("style:column-width", of: "table-column-properties"),
      [
        "44pt", "64pt", "78pt", "347pt",
      ])
  }

  // MARK: Visibility

  @Test func hiddenSheetsAreHiddenIfAnotherIsShown() throws {
    let table = Table(rows: [[1]])
    let workbook = Workbook(sheets: [
      sheet("A", table, .hidden), sheet("B", table, .veryHidden), sheet("C", table),
    ])
    let book = try WrittenElement.reading(Array(part("xl/workbook.xml", of: workbook).utf8))
    expectEqual(
      book.all.filter { $0.name == "sheet" }.map { $0.attributes["state"] }, ["hidden", "veryHidden", nil])
    expectEqual(book.values("activeTab", of: "workbookView"), ["2"])
    #expect(try part("xl/worksheets/sheet3.xml", of: workbook).contains("tabSelected=\"1\""))
    let content = try WrittenElement.reading(Array(file("content.xml", of: workbook).utf8))
    expectEqual(
      content.values("table:style-name", of: "table"), ["HiddenTable", "HiddenTable", "Table"])
    try expectEqual(
      workbook.odsFiles().losses.map(\.description),
      [
        "formatting in 1 place (sheets that only a macro can show, which are hidden)"
      ])
    let hidden = Workbook(sheets: [sheet("A", table, .hidden), sheet("B", table, .hidden)])
    try expectEqual(part("xl/workbook.xml", of: hidden).components(separatedBy: "state=").count, 2)
    for losses in [try hidden.writeXLSX().losses, try hidden.writeODS().losses] {
      expectEqual(
        losses.map(\.description),
        [
          "formatting in 1 place (hidden sheets that are shown, because no other sheet is)"
        ])
    }
  }

  // MARK: Limits

  @Test func aWorkbookWithoutSheetsIsRefused() throws {
    for write in [{ try Workbook().writeXLSX() }, { try Workbook().writeODS() }] {
      let error = try requireThrows(CoderError.self) { _ = try write() }
      expectEqual(error.code, .unwritable)
    }
  }

  @Test func cellsOutsideOfTheLargestSheetAreRefused() throws {
    var row: [StructuredValue?] = Array(repeating: nil, count: 16_384)
    row[16_383] = 1
    let widest = Workbook(sheets: [sheet("A", Table(rows: [row]))])
    #expect(try part("xl/worksheets/sheet1.xml", of: widest).contains("<c r=\"XFD1\"><v>1</v></c>"))
    let tooWide = Workbook(sheets: [sheet("A", Table(rows: [row + [1]]))])
    // Rows without content do not count.
    let rows: [[StructuredValue?]] = Array(repeating: [], count: 1_048_575) + [[1]]
    let tallest = Workbook(sheets: [sheet("A", Table(rows: rows))])
    #expect(try part("xl/worksheets/sheet1.xml", of: tallest).contains("<c r=\"A1048576\">"))
    #expect(
      try file("content.xml", of: tallest).contains("table:number-rows-repeated=\"1048575\""))
    let tooTall = Workbook(sheets: [sheet("A", Table(columns: ["a"], rows: rows))])
    for workbook in [tooWide, tooTall] {
      for write in [{ try workbook.writeXLSX() }, { try workbook.writeODS() }] {
        let error = try requireThrows(CoderError.self) { _ = try write() }
        expectEqual(error.code, .unwritable)
      }
    }
  }

  @Test func emptyRowsAndColumnsAtTheEndAreCounted() throws {
    let table = Table(rows: [["a", ""], [], ["b"], ["", ""], []])
    let workbook = Workbook(sheets: [sheet("A", table)])
    for losses in [try workbook.writeXLSX().losses, try workbook.writeODS().losses] {
      expectEqual(
        losses.map(\.description), ["2 nulls (empty rows at the end)", "1 null (empty columns at the end)"])
    }
    for empty in [Table(), Table(columns: []), Table(columns: ["a"])] {
      let workbook = Workbook(sheets: [sheet("A", empty)])
      try expectEqual(workbook.writeODS().data.isEmpty, false)
      try expectAtLeast(workbook.xlsxParts().parts.count, 6)
    }
  }

  // MARK: Laws

  @Test func equalWorkbooksGiveEqualBytes() throws {
    let table = Table(
      columns: ["a", "b"], rows: (0..<50).map { [.integer(StructuredInteger($0)), .string("x\($0 % 7)")] })
    func workbook() -> Workbook { Workbook(sheets: [sheet("A", table), sheet("B", table)]) }
    try expectEqual(workbook().writeXLSX().data, workbook().writeXLSX().data)
    try expectEqual(workbook().writeODS().data, workbook().writeODS().data)
  }
}

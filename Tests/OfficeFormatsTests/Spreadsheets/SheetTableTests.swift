import OfficeFormats
import ProfferConversions
import StructuredFormats
import TestSupport;
import Testing

/// Headers and empty borders.
@Suite
struct SheetTableTests {
  @Test
  func aFirstRowOfDistinctTextsIsTheHeader() throws {
    let file = XLSXFile(xrow(xtext("a"), xtext("b")) + xrow(xcell("1"), xcell("2")))
    try expectEqual(file.table().value, Table(columns: ["a", "b"], rows: [[1, 2]]))
    try expectEqual(file.read().value.sheets[0].table, Table(columns: ["a", "b"], rows: [[1, 2]]))
    try expectEqual(
      file.table(SpreadsheetOptions(hasHeader: false)).value, Table(rows: [["a", "b"], [1, 2]]))
  }

  @Test(arguments: [
    xrow(xtext("a"), xtext("a")), xrow(xtext("a"), xcell("2")), xrow(xtext("a"), xtext("2")),
    xrow(xtext("a"), xcell(nil), xtext("b")), xrow(xtext("a"), xtext("")),
  ])
  func otherFirstRowsAreNoHeader(_ row: String) throws {
    let file = XLSXFile(row + xrow(xcell("1"), xcell("2")))
    try expectNil(file.table().value.columns)
    try expectEqual(file.table().value.rows.count, 2)
  }

  @Test
  func theCornerOfATableWithRowNamesMayBeEmpty() throws {
    let file = XLSXFile(
      "<row>\(xtext("x", at: "B1"))\(xtext("y", at: "C1"))</row>" + xrow(xtext("a"), xcell("1"), xcell("2")))
    try expectEqual(file.table().value, Table(columns: ["column 1", "x", "y"], rows: [["a", 1, 2]]))
  }

  @Test
  func aSingleRowIsNoHeaderUnlessRequired() throws {
    let file = XLSXFile(xrow(xtext("a"), xtext("b")))
    try expectEqual(file.table().value, Table(rows: [["a", "b"]]))
    try expectEqual(file.table(SpreadsheetOptions(hasHeader: true)).value, Table(columns: ["a", "b"]))
  }

  @Test
  func columnsWithoutHeadingAreNamed() throws {
    let file = XLSXFile(xrow(xtext("a"), xcell(nil), xcell("3")) + xrow(xcell("1")))
    let reading = try file.table(SpreadsheetOptions(hasHeader: true))
    expectEqual(reading.value, Table(columns: ["a", "column 2", "3"], rows: [[1]]))
    expectEqual(reading.warnings, ["column 2 has no heading and was named “column 2”"])
  }

  @Test
  func emptyBordersAreCut() throws {
    let rows =
      "<row r=\"4\">\(xcell("1", at: "C4"))\(xcell(nil, at: "F4"))</row>"
      + "<row r=\"6\">\(xcell("2", at: "B6"))</row><row r=\"9\">\(xcell(nil, at: "A9"))</row>"
    let file = XLSXFile(rows)
    try expectEqual(file.table().value, Table(rows: [[nil, 1], [], [2]]))
    try expectEqual(file.rows, [[nil, 1], [], [2]])
  }

  @Test
  func emptySheetsAreEmptyTables() throws {
    try expectEqual(XLSXFile("").table().value, Table())
    try expectEqual(XLSXFile(xrow(xcell(nil, style: 1))).read().value.sheets[0].table, Table())
  }

  @Test
  func theTableAndTheWorkbookAgree() throws {
    var rows = ""
    var state: UInt64 = 0x5EED
    func random(_ count: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % count)
    }
    var number = random(4)
    for _ in 0..<200 {
      number += 1 + random(3)
      var cells = ""
      var column = 1 + random(3)
      for _ in 0..<random(6) {
        let letter = String(UnicodeScalar(UInt8(65 + column % 26)))
        cells +=
          random(2) == 0
          ? xcell("\(random(100))", at: "\(letter)\(number)")
          : xtext("t\(random(9))", at: "\(letter)\(number)")
        column += 1 + random(3)
      }
      rows += "<row r=\"\(number)\">\(cells)</row>"
    }
    let file = XLSXFile(rows)
    let table = try file.table().value
    try expectEqual(file.read().value.sheets[0].table, table)
    expect(table.rows.contains { $0.first.flatMap { $0 } != nil }, table.rows)
  }
}

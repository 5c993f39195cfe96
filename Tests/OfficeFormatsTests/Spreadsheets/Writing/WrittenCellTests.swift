import Foundation
import ProfferConversions
import RichTextFormats
import StructuredFormats
import TestSupport;
import Testing

@testable import OfficeFormats

/// What each value of a table becomes in a cell of a workbook.
@Suite struct WrittenCellTests {
  /// The first cell of a written workbook, beside another one, and the losses.
  private func xlsx(_ value: StructuredValue?) throws -> (cell: String, losses: [String]) {
    let workbook = Workbook(sheets: [Workbook.Sheet(name: "S", table: Table(rows: [[value, 1]]))])
    let (parts, losses) = try workbook.xlsxParts()
    let sheet = try require(parts.first { $0.name == "xl/worksheets/sheet1.xml" })
    let root = try WrittenElement.reading(sheet.bytes)
    let texts =
      try parts.first { $0.name == "xl/sharedStrings.xml" }.map {
        try WrittenElement.reading($0.bytes).children.map { $0.all.last?.text ?? "" }
      } ?? []
    guard let cell = root.all.first(where: { $0.name == "c" && $0.attributes["r"] == "A1" }) else {
      return ("", losses.map(\.description))
    }
    let content = try require(cell.child("v")).text
    switch cell.attributes["t"] {
    case "s": return ("text \(texts[try #require(Int(content))])", losses.map(\.description))
    case "b": return ("boolean \(content)", losses.map(\.description))
    default:
      let style = cell.attributes["s"].flatMap(Int.init).flatMap(WrittenXLSXStyle.init)
      return ("\(style.map { "\($0)" } ?? "number") \(content)", losses.map(\.description))
    }
  }

  /// The first cell of a written spreadsheet, beside another one, and the losses.
  private func ods(_ value: StructuredValue?) throws -> (cell: String, losses: [String]) {
    let workbook = Workbook(sheets: [Workbook.Sheet(name: "S", table: Table(rows: [[value, 1]]))])
    let (files, losses) = try workbook.odsFiles()
    let content = try require(files.first { $0.name == "content.xml" })
    let root = try WrittenElement.reading(content.bytes)
    let cell = try require(root.all.first { $0.name == "table-cell" })
    guard let type = cell.attributes["office:value-type"] else { return ("", losses.map(\.description)) }
    let value = ["office:value", "office:boolean-value", "office:date-value", "office:time-value"]
      .compactMap { cell.attributes[$0] }.first
    return (
      "\(type) \(value ?? cell.children.map(\.text).joined(separator: "\n"))", losses.map(\.description)
    )
  }

  private static func local(_ text: String) -> StructuredValue {
    if let date = LocalDate(text) { return .localDate(date) }
    if let time = LocalTime(text) { return .localTime(time) }
    return LocalDateTime(text).map { .localDateTime($0) } ?? .null
  }

  private static func real(_ spelling: String) -> StructuredValue {
    StructuredReal(spelling: spelling).map { .real($0) } ?? .null
  }

  private static func integer(_ digits: String) -> StructuredValue {
    StructuredInteger(decimal: digits).map { .integer($0) } ?? .null
  }

  /// A value, its cell in each format, and the losses that both formats count.
  struct Row: Sendable, CustomTestStringConvertible {
    let value: StructuredValue?
    let xlsx: String
    let ods: String
    var losses: [String] = []

    var testDescription: String { xlsx }
  }

  static let rows: [Row] = [
    Row(value: nil, xlsx: "", ods: ""), Row(value: "", xlsx: "", ods: ""),
    Row(value: .null, xlsx: "", ods: "", losses: ["1 null"]),
    Row(value: "007", xlsx: "text 007", ods: "string 007"),
    Row(value: "MARCH1", xlsx: "text MARCH1", ods: "string MARCH1"),
    Row(value: "=1+1", xlsx: "text =1+1", ods: "string =1+1"),
    Row(value: "2024-01-31", xlsx: "text 2024-01-31", ods: "string 2024-01-31"),
    Row(value: true, xlsx: "boolean 1", ods: "boolean true"),
    Row(value: false, xlsx: "boolean 0", ods: "boolean false"),
    Row(value: -42, xlsx: "number -42", ods: "float -42"),
    Row(
      value: integer("9007199254740992"), xlsx: "number 9007199254740992", ods: "float 9007199254740992"),
    Row(
      value: integer("9007199254740993"), xlsx: "text 9007199254740993", ods: "string 9007199254740993",
      losses: ["1 type (numbers beyond 64-bit precision written as text)"]),
    Row(
      value: integer("100000000000000000000"), xlsx: "number 100000000000000000000",
      ods: "float 100000000000000000000"),
    // Rounded to 18 digits, the nearest 64-bit number has the same digits, but it ends with 624.
    Row(
      value: integer("60960399465488154600"), xlsx: "text 60960399465488154600",
      ods: "string 60960399465488154600",
      losses: ["1 type (numbers beyond 64-bit precision written as text)"]),
    Row(value: real("0.1"), xlsx: "number 0.1", ods: "float 0.1"),
    Row(value: real("1.50"), xlsx: "number 1.50", ods: "float 1.50"),
    Row(
      value: real("0.30000000000000004"), xlsx: "number 0.30000000000000004",
      ods: "float 0.30000000000000004"),
    Row(
      value: real("3.14159265358979323846"), xlsx: "text 3.14159265358979323846",
      ods: "string 3.14159265358979323846",
      losses: ["1 type (numbers beyond 64-bit precision written as text)"]),
    Row(
      value: real("1e400"), xlsx: "text 1e400", ods: "string 1e400",
      losses: ["1 type (numbers beyond 64-bit precision written as text)"]),
    Row(
      value: .real(StructuredReal(.infinity)), xlsx: "text Infinity", ods: "string Infinity",
      losses: ["1 type (infinite numbers and NaN written as text)"]),
    Row(value: local("2024-01-31"), xlsx: "date 45322", ods: "date 2024-01-31"),
    Row(value: local("1900-03-01"), xlsx: "date 61", ods: "date 1900-03-01"),
    Row(value: local("9999-12-31"), xlsx: "date 2958465", ods: "date 9999-12-31"),
    Row(value: local("06:00:00"), xlsx: "time 0.25", ods: "time PT06H00M00S"),
    Row(value: local("12:00:00.5"), xlsx: "exactTime 0.500005787037037", ods: "time PT12H00M00.5S"),
    Row(
      value: local("2024-01-31T18:00:00"), xlsx: "dateTime 45322.75", ods: "date 2024-01-31T18:00:00"),
    Row(
      value: local("23:59:60"), xlsx: "text 23:59:60", ods: "string 23:59:60",
      losses: ["1 date (leap seconds, written as text)"]),
    Row(
      value: .date(Date(timeIntervalSince1970: 1_706_724_000)), xlsx: "dateTime 45322.75",
      ods: "date 2024-01-31T18:00:00", losses: ["1 date (in UTC, without the time zone)"]),
    Row(
      value: .array([1, "x", .data(Data([1]))]), xlsx: "text [1,\"x\",\"AQ==\"]",
      ods: "string [1,\"x\",\"AQ==\"]", losses: ["1 type (cells written as text)"]),
    Row(
      value: .data(Data([1])), xlsx: "text AQ==", ods: "string AQ==",
      losses: ["1 type (cells written as text)"]),
  ]

  @Test(arguments: rows)
  func aValueKeepsItsTypeOrIsCounted(row: Row) throws {
    let xlsx = try xlsx(row.value)
    expectEqual(xlsx.cell, row.xlsx)
    expectEqual(xlsx.losses, row.losses)
    let ods = try ods(row.value)
    expectEqual(ods.cell, row.ods)
    expectEqual(ods.losses, row.losses)
  }

  @Test func daysBeforeTheFirstOfAFormatAreTexts() throws {
    let early = try xlsx(Self.local("1900-02-28"))
    expectEqual(early.cell, "text 1900-02-28")
    expectEqual(early.losses, ["1 date (before March 1900, written as text)"])
    try expectEqual(ods(Self.local("1900-02-28")).cell, "date 1900-02-28")
    try expectEqual(ods(Self.local("0001-01-01")).losses, [])
    let earliest = try ods(Self.local("0000-12-31T00:00:00"))
    expectEqual(earliest.cell, "string 0000-12-31T00:00:00")
    expectEqual(earliest.losses, ["1 date (before the year 1, written as text)"])
    let far = try xlsx(.date(Date(timeIntervalSinceReferenceDate: 1e12)))
    expectEqual(far.losses, ["1 date (outside of the years 0 to 9999, written as text)"])
  }

  @Test func fractionsOfAMillisecondAreDroppedWhereProgramsRoundThem() throws {
    let written = try xlsx(Self.local("23:59:59.9999"))
    expectEqual(written.cell, "exactTime \(86_399_999.0 / 86_400_000)")
    expectEqual(written.losses, ["precision in 1 place (fractions of a millisecond in times)"])
    let exact = try ods(Self.local("23:59:59.9999"))
    #expect(exact.cell == "time PT23H59M59.9999S" && exact.losses.isEmpty)
  }

  @Test(arguments: [
    ("_x0041_", "_x005F_x0041_"), ("a_x00e9_b", "a_x005F_x00e9_b"), ("_x041_", "_x041_"),
    ("_x0041", "_x0041"),
    ("__x0041_", "__x005F_x0041_"), ("_x0041_x0042_", "_x005F_x0041_x005F_x0042_"),
    ("_X0041_", "_x005F_X0041_"),
    ("_", "_"), ("é_x0041_😀", "é_x005F_x0041_😀"),
  ])
  func textThatLooksLikeAnEscapeIsEscaped(text: String, escaped: String) {
    expectEqual(WrittenSharedStrings.escaped(text), escaped)
  }

  @Test(arguments: [
    (" a", "<text:p><text:s/>a</text:p>"), ("a ", "<text:p>a<text:s/></text:p>"),
    ("a b", "<text:p>a b</text:p>"), ("a   b", "<text:p>a<text:s text:c=\"3\"/>b</text:p>"),
    ("a\tb", "<text:p>a<text:tab/>b</text:p>"),
    ("a \t b", "<text:p>a<text:s/><text:tab/><text:s/>b</text:p>"),
    ("a\nb", "<text:p>a</text:p><text:p>b</text:p>"), ("\na\n", "<text:p/><text:p>a</text:p><text:p/>"),
    ("a\r\nb\rc", "<text:p>a</text:p><text:p>b</text:p><text:p>c</text:p>"),
    ("a & <b>", "<text:p>a &amp; &lt;b&gt;</text:p>"), (" ", "<text:p><text:s/></text:p>"),
    ("é\u{301}", "<text:p>é\u{301}</text:p>"),
  ])
  func whiteSpaceIsKeptInOpenDocument(text: String, xml: String) throws {
    let workbook = Workbook(sheets: [
      Workbook.Sheet(name: "S", table: Table(rows: [[.string(text)]]))
    ])
    let (files, losses) = try workbook.odsFiles()
    let content = String(
      decoding: try require(files.first { $0.name == "content.xml" }).bytes, as: UTF8.self)
    expect(content.contains("office:value-type=\"string\">\(xml)</table:table-cell>"), content)
    expectEqual(
      losses.map(\.description),
      text.contains("\r") ? ["2 characters (carriage returns, written as line breaks)"] : [])
  }

  @Test(arguments: [160, 161, 162, 500_000])
  func anyNumberOfSpacesIsReadAgain(_ count: Int) throws {
    let text = "a" + String(repeating: " ", count: count) + "b"
    let workbook = Workbook(sheets: [
      Workbook.Sheet(name: "S", table: Table(rows: [[.string(text)]]))
    ])
    let written = try workbook.writeODS()
    try expectEqual(Workbook.readODS(written.data).value, workbook)
    let document = RichText([.paragraph(RichText.Paragraph([.text(text)]))]).normalized()
    try expectEqual(RichText.readODT(document.writeODT().data).value, document)
  }

  @Test func textsKeepTheirSpacesAndTheirScalars() throws {
    let texts = [" a", "a", "e\u{301}", "é", "a\nb", "a", "x\r"]
    let workbook = Workbook(sheets: [
      Workbook.Sheet(name: "S", table: Table(rows: texts.map { [.string($0)] }))
    ])
    let parts = try workbook.xlsxParts().parts
    let strings = String(
      decoding: try require(parts.first { $0.name == "xl/sharedStrings.xml" }).bytes, as: UTF8.self)
    expect(strings.contains("count=\"7\" uniqueCount=\"6\""), strings)
    expect(
      strings.contains(
        "<si><t xml:space=\"preserve\"> a</t></si><si><t>a</t></si><si><t>e\u{301}</t></si><si><t>é</t></si>"),
      strings
    )
    expect(strings.contains("<t xml:space=\"preserve\">a\nb</t>"), strings)
    expect(strings.contains("<t xml:space=\"preserve\">x&#13;</t>"), strings)
  }

  @Test func charactersThatXMLDoesNotAllowAreCountedInEachCell() throws {
    let table = Table(rows: [["a\u{1}"], ["a\u{1}"], ["\u{FFFF}b\u{0}"]])
    let workbook = Workbook(sheets: [Workbook.Sheet(name: "S", table: table)])
    try expectEqual(
      workbook.writeXLSX().losses.map(\.description), ["4 characters (that XML does not allow)"])
    try expectEqual(
      workbook.writeODS().losses.map(\.description),
      [
        "4 characters (control characters that XML does not allow)"
      ])
  }

  @Test func longTextsAreCutBetweenCharacters() throws {
    let text = String(repeating: "a", count: 32_766) + "😀b"
    let written = try xlsx(.string(text))
    expectEqual(written.cell, "text " + String(repeating: "a", count: 32_766))
    expectEqual(
      written.losses, ["1 character (texts of more than 32767 characters, which were cut)"])
    try expectEmpty(xlsx(.string(String(repeating: "é", count: 32_767))).losses)
    try expectEqual(ods(.string(text)).cell, "string \(text)")
  }
}

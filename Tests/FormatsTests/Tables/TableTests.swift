import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StandardCoders
@testable import StructuredFormats

/// Rows of cells in CSV, TSV and JSON.
@Suite struct TableTests {
  private static let csv = "public.comma-separated-values-text"
  private static let tsv = "public.tab-separated-values-text"
  private static let registry = ConversionRegistry(.tables + .structuredValues)

  private func convert(
    _ text: String, from source: String = csv, to destination: String = "public.json", isStrict: Bool = false
  ) throws -> ConversionResult {
    var source = RepresentationSource(Data(text.utf8), typeIdentifier: source)
    source.isStrict = isStrict
    return try Self.registry.plan(from: [source.typeIdentifier], to: destination).run(on: source)
  }

  private func text(_ result: ConversionResult) -> String { String(decoding: result.data, as: UTF8.self) }

  /// The rows of a text as JSON objects on one line.
  private func rows(_ csv: String) throws -> String {
    try text(convert(csv, to: "public.ndjson")).split(separator: "\n").joined(separator: " ")
  }

  @Test(arguments: [
    ("name,age\nAnn,31\n", #"{"name": "Ann", "age": "31"}"#),
    ("name;age\r\nAnn;31\r\nBob;2", #"{"name": "Ann", "age": "31"} {"name": "Bob", "age": "2"}"#),
    ("name\tage\nAnn\t31\n", #"{"name": "Ann", "age": "31"}"#), ("a|b\r1|2\r", #"{"a": "1", "b": "2"}"#),
    ("sep=|\na|b,c\n1|2\n", #"{"a": "1", "b,c": "2"}"#), ("\u{FEFF}a,b\n1,2\n", #"{"a": "1", "b": "2"}"#),
    ("1,2\n3,4\n", #"["1", "2"] ["3", "4"]"#), ("a,a\n1,2\n", #"["a", "a"] ["1", "2"]"#),
    ("a,\n1,2\n", #"["a", ""] ["1", "2"]"#), ("only\n", #"["only"]"#),
    ("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n", #"{"a": "x, y", "b": "say \"hi\""}"#),
    ("a,b\n\"two\nlines\",2\n", #"{"a": "two\nlines", "b": "2"}"#),
    ("a,b\n\n1,2\n\n", #"{"a": "1", "b": "2"}"#), ("a,b\n1\n", #"{"a": "1"}"#),
    ("a,b\n1,2,3\n", #"{"a": "1", "b": "2", "column 3": "3"}"#), ("a,b\n1,\n", #"{"a": "1", "b": ""}"#),
    ("a,b\n\"\",2\n", #"{"a": "", "b": "2"}"#), ("", ""),
    ("sep=\"\na,b\n1,2\n", #"{"sep=\"": "a", "column 2": "b"} {"sep=\"": "1", "column 2": "2"}"#),
    ("sep=\n\na,b\n", #"{"sep=": "a", "column 2": "b"}"#),
    ("column 2,b\n1,2,3\n", #"{"column 2": "1", "b": "2", "column 3": "3"}"#),
    ("column 3,b\n1,2,3\n", #"{"column 3": "1", "b": "2", "column 3 2": "3"}"#),
  ])
  func separatorAndHeaderAreDetected(csv: String, json: String) throws {
    #expect(try rows(csv) == json)
  }

  @Test(arguments: [
    ("name\nAnn\n\nBob\n", ["name", "Ann", "", "Bob"]), ("x\r\n\r\n\r\ny\r\n", ["x", "", "", "y"]),
    ("\n5\n6\n\n", ["", "5", "6", ""]), ("\"\"\n\n1\n", ["", "", "1"]), ("5\n\n1,2\n", ["5", "1", "2"]),
    ("1,2\n\n3\n", ["1", "2", "3"]), ("\n\n1,2\n", ["1", "2"]), ("\n\n", []),
  ])
  func anEmptyLineOfATextOfOneColumnIsARow(csv: String, cells: [String]) throws {
    let registry = ConversionRegistry(.tables(TableOptions(hasHeader: false)))
    func read(_ text: String) throws -> Table? {
      let reader = try #require(registry.readers(of: Self.csv).first)
      return try reader.read(RepresentationSource(Data(text.utf8), typeIdentifier: Self.csv)).value as? Table
    }
    let table = try #require(try read(csv))
    #expect(table.rows.joined().map { $0?.stringValue } == cells)
    #expect(try read(text(convert(csv, to: Self.csv))) == table)
  }

  @Test func emptyLinesBeforeTheHeadingAreNotRows() throws {
    let registry = ConversionRegistry(.tables(TableOptions(hasHeader: true)) + .structuredValues)
    let source = RepresentationSource(Data("\n\nname\n\nAnn\n".utf8), typeIdentifier: Self.csv)
    let result = try registry.plan(from: [Self.csv], to: "public.ndjson").run(on: source)
    #expect(text(result) == "{\"name\": \"\"}\n{\"name\": \"Ann\"}\n")
  }

  @Test(arguments: [
    ("a,b\nx\"y,2\n", #"{"a": "x\"y", "b": "2"}"#, CoderError.Code.unexpectedCharacter, 2, 2),
    ("a,b\n\"x\"y,2\n", #"{"a": "xy", "b": "2"}"#, .unexpectedCharacter, 2, 4),
    ("a,b\n1,\"x\ny", #"{"a": "1", "b": "x\ny"}"#, .unexpectedEnd, 2, 3),
    ("a,b\n1,2\n\n3\n", #"{"a": "1", "b": "2"} {"a": "3"}"#, .raggedRow, 4, 1),
    ("a,b\n1,2,3\n", #"{"a": "1", "b": "2", "column 3": "3"}"#, .raggedRow, 2, 1),
    ("a,b\n1,x\0y\n", #"{"a": "1", "b": "x\u0000y"}"#, .unexpectedCharacter, 2, 4),
  ])
  func aMistakeIsRepairedWithAWarningOrRefused(
    csv: String, json: String, code: CoderError.Code, line: Int, column: Int
  ) throws {
    let result = try convert(csv, to: "public.ndjson")
    #expect(text(result).split(separator: "\n").joined(separator: " ") == json)
    #expect(result.warnings.count == 1)
    #expect(
      result.warnings.first?.hasPrefix("line \(line), column \(column): ") == true, "\(result.warnings)")
    let error = try #require(throws: CoderError.self) { _ = try convert(csv, isStrict: true) }
    #expect(error.code == code)
    #expect(error.position == .line(line, column: column))
  }

  @Test(arguments: [
    ("a\tb\n5\" d\t2\n\"c\td\ne\tf\n", [["a", "b"], ["5\" d", "2"], ["\"c", "d"], ["e", "f"]]),
    ("\"x\" said\ty\n", [["\"x\" said", "y"]]), ("\"x\"\t\"y\nz\"\n", [["x", "y\nz"]]),
    ("\"a\tb\"\r\n\"\"\tc\r\n", [["a\tb"], ["", "c"]]), ("\"say \"\"hi\"\"\"\t1", [["say \"hi\"", "1"]]),
    ("\"\t\"\"\t1\n", [["\"", "", "1"]]), ("\"", [["\""]]), ("\"a", [["\"a"]]), ("\"a\"", [["a"]]),
    ("\"\"\"\tx\n", [["\"\"\"", "x"]]),
  ])
  func aQuoteInTabSeparatedTextEnclosesAWholeCellOrIsText(tsv: String, rows: [[String]]) throws {
    var source = RepresentationSource(Data(tsv.utf8), typeIdentifier: Self.tsv)
    source.isStrict = rows.allSatisfy { $0.count == rows[0].count }
    let reader = try #require(Self.registry.readers(of: Self.tsv).first)
    let reading = try reader.read(source)
    let table = try #require(reading.value as? Table)
    let texts = table.rows.map { $0.compactMap { $0?.stringValue } }
    #expect((table.columns.map { [$0] } ?? []) + texts == rows)
    #expect(reading.warnings.isEmpty || !source.isStrict)
  }

  @Test func rowsOfAnotherWidthAreCounted() throws {
    #expect(
      try convert("a,b\n1,2\n3\n4,5,6\n").warnings == [
        "line 3, column 1: this row has 1 cell, but the first row has 2, and 1 more like it"
      ])
  }

  @Test(
    arguments: [
      // UTF-8 with a byte order mark and an invalid byte, UTF-8 with an invalid byte, UTF-16 with an unpaired
      // surrogate.
      [0xEF, 0xBB, 0xBF] + Array("a,b\n1,x".utf8) + [0xFF, 0x0A],
      Array("a,b\né,x".utf8) + [0xFF, 0x0A],
      [0xFE, 0xFF, 0, 0x61, 0, 0x2C, 0, 0x62, 0, 0x0A, 0, 0x31, 0, 0x2C, 0, 0x78, 0xD8, 0, 0, 0x0A],
    ] as [[UInt8]])
  func damagedTextIsReportedOrRefused(bytes: [UInt8]) throws {
    var source = RepresentationSource(Data(bytes), typeIdentifier: Self.csv)
    let plan = try Self.registry.plan(from: [Self.csv], to: "public.ndjson")
    let result = try plan.run(on: source)
    #expect(result.losses.count + result.warnings.count == 1)
    source.isStrict = true
    let error = try #require(throws: CoderError.self) { _ = try plan.run(on: source) }
    #expect(error.code == .invalidText)
    #expect(error.position == .line(2, column: 4))
  }

  @Test(arguments: [
    ["a;b", "c;d"], ["sep=;", "a"], ["\u{FEFF}a", "b"], ["a", ";", ";"], ["x|y", "", "z|w"],
  ])
  func aColumnReadsBackWhateverSeparatorsAreInIt(cells: [String]) throws {
    let table = Table(texts: cells.map { [$0] })
    for type in [Self.csv, Self.tsv] {
      let written = try #require(Self.registry.writers(of: type).first).write(table, type)
      let reader = try #require(Self.registry.readers(of: type).first)
      let again = try #require(
        reader.read(RepresentationSource(written.data, typeIdentifier: type)).value as? Table)
      let rows = again.rows.map { $0.compactMap { $0?.stringValue } }
      #expect((again.columns.map { [$0] } ?? []) + rows == cells.map { [$0] })
    }
  }

  @Test func aSeparatorThatCutsQuotesIsNotTheSeparator() throws {
    #expect(try rows("x,\"a|\nb|\"\n") == #"["x", "a|\nb|"]"#)
  }

  @Test func aFirstCellThatReadsAsANameOfTheSeparatorIsQuoted() throws {
    let written = try #require(Self.registry.writers(of: Self.csv).first)
      .write(Table(texts: [["sep=", ""]]), Self.csv)
    #expect(String(decoding: written.data, as: UTF8.self) == "\"sep=\",\r\n")
  }

  @Test func rowsOfAnotherLengthDoNotHideTheSeparator() throws {
    let table = Table(texts: [["a;b", "c;d"], ["x;y", "z", "w;v"], ["k;l", "m", "n;o"]])
    let written = try #require(Self.registry.writers(of: Self.csv).first).write(table, Self.csv)
    let again =
      try #require(Self.registry.readers(of: Self.csv).first)
      .read(RepresentationSource(written.data, typeIdentifier: Self.csv)).value as? Table
    #expect(again == Table(columns: ["a;b", "c;d"], rows: Array(table.rows.dropFirst())))
  }

  @Test func aTableThatWouldBeAlmostEmptyIsRefused() throws {
    let json = "[\((0..<5_000).map { "{\"k\($0)\":1}" }.joined(separator: ","))]"
    let error = try #require(throws: CoderError.self) {
      _ = try convert(json, from: "public.json", to: Self.csv)
    }
    #expect(error.code == .tooLarge)
  }

  @Test func linesTooDeepForAnArrayAreRefusedInEveryForm() throws {
    let depth = StructuredValue.standardDepthLimit
    let line = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let source = RepresentationSource(Data(line.utf8), typeIdentifier: "public.ndjson")
    let plan = try Self.registry.plan(from: ["public.ndjson"], to: "public.json")
    for convert in [{ _ = try plan.run(on: source) }, { _ = try plan.stream(source) { _ in } }] {
      let error = try #require(throws: CoderError.self) { try convert() }
      #expect(error.code == .tooDeep)
    }
  }

  @Test func anArrayOfObjectsIsATableWithTheKeysOfAllRows() throws {
    let result = try convert(
      #"[{"b": "x", "a": 1}, {"a": null, "c": [1, 2]}, {}]"#, from: "public.json", to: Self.csv)
    #expect(text(result) == "b,a,c\r\nx,1,\r\n,,\"[1,2]\"\r\n,,\r\n")
    #expect(
      result.losses.map(\.description) == [
        "1 null", "5 nulls (missing cells)", "2 types (cells that are not text)",
      ], "\(result.losses)")
  }

  @Test func aTableWithoutColumnsLosesItsRowsOnly() throws {
    let result = try convert("[{}]", from: "public.json", to: Self.csv)
    #expect(text(result) == "\"\"\r\n")
    #expect(result.losses.map(\.description) == ["1 null (a row without cells)"])
    let registry = ConversionRegistry(.standard)
    for (lines, losses) in [("", []), ("{}\n", ["1 null (a row without cells)"])] {
      let words = try registry.plan(from: ["public.ndjson"], to: "public.utf8-plain-text")
        .run(on: RepresentationSource(Data(lines.utf8), typeIdentifier: "public.ndjson"))
      #expect(words.data.isEmpty)
      #expect(words.losses.map(\.description) == losses)
    }
    #expect(text(try convert("", from: "public.ndjson", to: Self.csv)).isEmpty)
  }

  @Test(arguments: [#"{"a": 1}"#, #"[1, 2]"#, #"[{"a": 1}, [2]]"#, #""text""#])
  func valuesWithoutRowsAreRefusedAsTables(json: String) throws {
    let error = try #require(throws: CoderError.self) {
      _ = try convert(json, from: "public.json", to: Self.csv)
    }
    #expect(error.code == .noTable)
  }

  @Test func textIsReadInItsEncoding() throws {
    var source = RepresentationSource(
      Data("name,town\nJos\u{E9},K\u{F6}ln\n".unicodeScalars.map { UInt8($0.value) }),
      typeIdentifier: Self.csv)
    source.isStrict = true
    let result = try Self.registry.plan(from: [Self.csv], to: "public.ndjson").run(on: source)
    #expect(text(result) == "{\"name\": \"José\", \"town\": \"Köln\"}\n")
  }

  /// A table whose cells test every quoting rule, with a header that cannot be mistaken for a row.
  private func randomTable(_ generator: inout SeededGenerator) -> Table {
    let pieces = [
      "a", "\"", ",", ";", "\t", "\n", "\r\n", " ", "é", "𝄞", "1", "|", "\\", "\u{1}", "long text ",
    ]
    func cell() -> String {
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    let width = Int.random(in: 2...5, using: &generator)
    return Table(
      columns: (0..<width).map { "name \($0)" },
      texts: (0..<Int.random(in: 1...6, using: &generator)).map { _ in (0..<width).map { _ in cell() } })
  }

  @Test func whatIsWrittenReadsBackAsTheSameTable() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(120, long: 500) {
      let table = randomTable(&generator)
      for type in [Self.csv, Self.tsv] {
        let writer = try #require(Self.registry.writers(of: type).first)
        let written = try writer.write(table, type)
        #expect(written.losses.isEmpty)
        let reader = try #require(Self.registry.readers(of: type).first)
        let reading = try reader.read(RepresentationSource(written.data, typeIdentifier: type))
        #expect(reading.value as? Table == table, "seed \(seed)")
      }
    }
  }

  @Test func eventsWriteTheSameBytesAsTheValue() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(50, long: 200) {
      let table = randomTable(&generator)
      let csv = try #require(Self.registry.writers(of: Self.csv).first).write(table, Self.csv).data
      let source = RepresentationSource(csv, typeIdentifier: Self.csv)
      for type in [Self.csv, Self.tsv, "public.json", "public.ndjson"] {
        let plan = try Self.registry.plan(from: [Self.csv], to: type)
        #expect(plan.streams, "\(plan.steps)")
        var streamed = Data()
        let report = try plan.stream(source) { streamed.append(contentsOf: $0) }
        let whole = try plan.run(on: source)
        #expect(streamed == whole.data, "seed \(seed)")
        #expect(report == StepReport(losses: whole.losses, warnings: whole.warnings))
      }
    }
  }

  @Test func pythonReadsTheSameCells() async throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let script = """
      import csv, io, json, sys
      text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
      rows = list(csv.reader(text))
      json.dump([dict(zip(rows[0], row)) for row in rows[1:]], sys.stdout)
      """
    for _ in 0..<5 {
      let table = randomTable(&generator)
      let csv = try #require(Self.registry.writers(of: Self.csv).first).write(table, Self.csv).data
      let run = try await ProgramRun.run(
        "/usr/bin/env", ["python3", "-c", script], environment: testEnvironment, input: [UInt8](csv))
      #expect(run.status == 0, "\(run.errorText)")
      let witness = try JSONDecoder().decode([[String: String]].self, from: Data(run.output))
      let ours = try JSONDecoder().decode(
        [[String: String]].self,
        from: Self.registry.plan(from: [Self.csv], to: "public.json")
          .run(on: RepresentationSource(csv, typeIdentifier: Self.csv)).data)
      #expect(ours == witness, "seed \(seed)")
    }
  }

  @Test func jsonLinesAreTheElementsOfAnArray() throws {
    let lines = "{\"a\": 1}\n\n [2, null]\r\n\"x\"\n"
    let result = try convert(lines, from: "public.ndjson", to: "public.json")
    #expect(
      try StructuredValue.readJSON(result.data).value
        == .array([
          .dictionary([StructuredMember("a", 1)]), .array([2, .null]), .string("x"),
        ]))
    let error = try #require(throws: CoderError.self) {
      _ = try convert("1\n2\n{\"a\":}\n", from: "public.ndjson", to: "public.json")
    }
    #expect(error.position == .line(3, column: 6))
  }

  @Test(arguments: ["", "{}\n", "{\"a\": [1, {\"b\": \"x\\ny\"}], \"c\": []}\n\n[2]\n\"t\"\n", "1.50\nnull"])
  func jsonLinesStreamElementByElement(lines: String) throws {
    let source = RepresentationSource(Data(lines.utf8), typeIdentifier: "public.ndjson")
    for type in ["public.json", "public.ndjson"] {
      let plan = try Self.registry.plan(from: ["public.ndjson"], to: type)
      #expect(plan.streams, "\(plan.steps)")
      var streamed = Data()
      try plan.stream(source) { streamed.append(contentsOf: $0) }
      #expect(String(decoding: streamed, as: UTF8.self) == text(try plan.run(on: source)))
    }
  }
}

import Foundation
import ProfferConversions
import RichTextFormats
import StructuredFormats
import TextEncodings
import UniformTypes

/// Tables: CSV, TSV, JSON and JSON lines, as values and as events, written and read again.
struct TableFuzzer: Fuzzer {
  let material: Material

  /// The seeds are those of `ownMaterial` and the inputs of the cases.
  init() throws {
    material = try Self.ownMaterial.addingCases("csv", in: "tables").addingCases("tsv", in: "tables")
      .addingCases("json", in: "tables").addingCases("json-lines", in: "tables")
  }

  private static let ownMaterial = Material(
    seeds: [
      "name,age,town\r\nAnn,31,\"New York, NY\"\r\n\"Bob \"\"B\"\"\",2,\r\n\r\nEve,,x\r\n",
      "a;b;c\n1;\"x\ny\";3\n4;5\n6;7;8;9\n", "sep=|\na|b\n1|\"2\"x\n", "a\tb\n1\t2\n\" 3\"\t\"4",
      "1,2\r3,4\r",
      "\u{FEFF}é,日本\n\u{1F600},\"\u{301}\"\n", "only\n\"a;b\"\n;\n", "column 2\na,b\nc,d,e\n",
      #"[{"a": 1, "b": "x,y"}, {"b": null, "c": [1.50, {"d": true}]}, {}]"#,
      #"[["a", "b"], ["c"], []]"#, "{\"a\": 1}\n[2, \"x\"]\r\n\n\"y\"\n", "{\"a\": \"1\"}\n{\"b\": \"2\"}\n",
      "<table><tr><th>a<th>a<tr><td colspan=2>b<td rowspan=3>c<tr><td>d</table>",
    ].map { Array($0.utf8) },
    words: [
      ",", ";", "\t", "|", "\"", "\"\"", "\"\n", "\r", "\r\n", "sep=", "sep=;\n", "sep=\"\n", "sep=\n\n", "[",
      "]", "{",
      "}", "{}", "[]", "{\"a\":", "\"b\": 2", ",,,", "column 2", "\u{FEFF}", "null", "1.0", "<td>",
      "<td colspan=1000>",
      "<td rowspan=1000>", "<tr>",
    ],
    pairs: [("[", "]"), ("{\"a\":", "}"), ("\"", "\""), ("<table><tr><td>", "</table>")],
    shapes: [
      GrowingShape(repeating: ","), GrowingShape(repeating: "\""), GrowingShape(repeating: "\"\","),
      GrowingShape("a,b\n", repeating: "1,2\n"), GrowingShape("a,b\n", repeating: "\"1\"\"\",2\n"),
      GrowingShape("a\n", repeating: "a;"), GrowingShape(repeating: "\n"), GrowingShape(repeating: "a\n"),
      GrowingShape("a,b\n1,2\n", repeating: "1\n"), GrowingShape("a,b\n1,2\n", repeating: "x\"y,z\n"),
      GrowingShape("[{\"a\":", repeating: "[", ""), GrowingShape("[", repeating: "{\"a\":1},", "{}]"),
      GrowingShape("[[", repeating: "1,", "1]]"), GrowingShape(repeating: "{\"a\": \"b\"}\n"),
      GrowingShape("a\t\"\n", repeating: "\"\"x\t\"\"\"\"\n"), GrowingShape(repeating: "\"\"\"\n"),
      GrowingShape(repeating: "\"a\t"), GrowingShape(repeating: "[1]\n"),
      GrowingShape("[{", repeating: "\"a\":1,", "\"b\":2}]"),
    ])

  private static let registry = ConversionRegistry(
    .structuredValues + .tables + .richTextTables, types: .standard)
  private static let delimited = [
    "public.comma-separated-values-text", "public.tab-separated-values-text", "public.delimited-values-text",
  ]
  private static let written = Array(delimited.prefix(2)) + ["public.json", "public.ndjson"]

  func check(_ input: [UInt8]) throws(Finding) {
    let data = Data(input)
    for type in Self.delimited {
      guard let table: Table = try read(data, as: type) else { continue }
      try checkCopies(of: table, from: type)
      try checkStrictness(data, as: type)
    }
    for type in ["public.json", "public.ndjson"] {
      guard let value: StructuredValue = try read(data, as: type), let table = try table(of: value) else {
        continue
      }
      try checkCopies(of: table, from: type)
    }
    if input.first == UInt8(ascii: "<"), let table = try firstTable(in: data) {
      try checkCopies(of: table, from: "HTML")
    }
    for source in Self.delimited + ["public.ndjson"] {
      for destination in Self.written { try checkEvents(data, from: source, to: destination) }
    }
  }

  // MARK: Events

  /// Checks that the event form gives the same bytes, losses and errors as the value form.
  private func checkEvents(_ data: Data, from type: String, to destination: String) throws(Finding) {
    let source = RepresentationSource(data, typeIdentifier: type)
    guard let plan = try? Self.registry.plan(from: [type], to: destination), plan.streams else { return }
    var streamed = Data()
    let pieces = Self.outcome {
      let report = try plan.stream(source) { streamed.append(contentsOf: $0) }
      return Outcome(bytes: streamed, losses: report.losses, warnings: report.warnings)
    }
    let whole = Self.outcome {
      let result = try plan.run(on: source)
      return Outcome(bytes: result.data, losses: result.losses, warnings: result.warnings)
    }
    try Finding.unless(
      pieces == whole, "\(type) to \(destination) as events differs: \(pieces.summary) and \(whole.summary)")
    try Finding.unless(
      Set(whole.losses.map(\.kind)).isSubset(of: plan.mayLose),
      "\(type) to \(destination) loses information that its steps do not announce: \(whole.losses)")
  }

  private struct Outcome: Equatable {
    var bytes = Data()
    var losses: [Loss] = []
    var warnings: [String] = []
    var refusal: String?

    var summary: String { refusal ?? "\(bytes.count) bytes, \(losses), \(warnings)" }
  }

  private static func outcome(_ convert: () throws -> Outcome) -> Outcome {
    do {
      return try convert()
    } catch {
      return Outcome(refusal: "\(error)")
    }
  }

  // MARK: Values

  /// Checks that a table written without loss has the same cells when it is read back strictly.
  private func checkCopies(of table: Table, from origin: String) throws(Finding) {
    let lines = Self.lines(of: table)
    // Text with zero bytes may be detected as UTF-16.
    let hasZeros = lines.contains { $0.contains { $0?.stringValue?.utf8.contains(0) ?? false } }
    for type in Self.delimited.prefix(2) {
      guard let written = try write(table, as: type), written.losses.isEmpty, !hasZeros else { continue }
      guard let again: Table = try read(written.data, as: type, isStrict: lines.isRegular) else {
        throw Finding("a table from \(origin), written as \(type), is rejected")
      }
      try Finding.unless(
        Self.lines(of: again) == lines,
        "a table from \(origin), written as \(type) and read again, differs")
    }
    for type in ["public.json", "public.ndjson"] {
      guard let written = try write(table, as: type) else { continue }
      guard let value: StructuredValue = try read(written.data, as: type) else {
        throw Finding("a table from \(origin), written as \(type), is rejected")
      }
      // In JSON a column has the position of its first cell; a column missing from the first row may come
      // after others.
      let hasGaps = table.rows.contains { row in row.withoutMissingEnd.contains { $0 == nil } }
      guard written.losses.isEmpty, !table.rows.isEmpty, !hasGaps else { continue }
      guard let again = try self.table(of: value) else {
        throw Finding("a table from \(origin), written as \(type), is not a table")
      }
      // A column without cells is omitted in JSON.
      try Finding.unless(
        again.rows.map(\.present) == table.rows.map(\.present),
        "a table from \(origin), written as \(type) and read again, has other cells")
    }
  }

  /// The column names and the cells, without missing cells at the end of a line.
  private static func lines(of table: Table) -> [[StructuredValue?]] {
    ((table.columns.map { [$0.map { .string($0) }] } ?? []) + table.rows).map(\.withoutMissingEnd)
  }

  /// Checks that a strict reader rejects exactly the inputs that a tolerant one repairs with a warning or a
  /// loss.
  private func checkStrictness(_ data: Data, as type: String) throws(Finding) {
    guard let reader = Self.registry.readers(of: type).first else { return }
    var source = RepresentationSource(data, typeIdentifier: type)
    do {
      let patient = try reader.read(source)
      source.isStrict = true
      // The warnings about a guessed encoding and about generated names of columns do not report a repair.
      let guesses = Set(source.encodingDetection.warnings)
      let repairs = patient.warnings.filter { !guesses.contains($0) && !$0.contains(" no heading") }
      let isRepaired = !patient.losses.isEmpty || !repairs.isEmpty
      let isRefused: Bool
      do {
        _ = try reader.read(source)
        isRefused = false
      } catch let error as CoderError where error.position != nil {
        isRefused = true
      }
      try Finding.unless(
        isRepaired == isRefused,
        "\(type), strictly read, is \(isRefused ? "" : "not ")rejected: \(patient.losses), \(patient.warnings)"
      )
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("\(type) is rejected with an error of another kind: \(error)")
    }
  }

  private func read<Value>(_ data: Data, as type: String, isStrict: Bool = false) throws(Finding) -> Value? {
    guard let reader = Self.registry.readers(of: type).first else { return nil }
    var source = RepresentationSource(data, typeIdentifier: type)
    source.isStrict = isStrict
    do {
      return try reader.read(source).value as? Value
    } catch is CoderError {
      return nil
    } catch {
      throw Finding("\(type) is rejected with an error of another kind: \(error)")
    }
  }

  private func write(_ table: Table, as type: String) throws(Finding) -> Written? {
    guard let writer = Self.registry.writers(of: type).first(where: { $0.kind == ValueKind.table.erased })
    else {
      throw Finding("no coder writes tables as \(type)")
    }
    do {
      return try writer.write(table, type)
    } catch is CoderError {
      return nil
    } catch {
      throw Finding("a table cannot be written as \(type): \(error)")
    }
  }

  private func table(of value: StructuredValue) throws(Finding) -> Table? {
    try bridged(value, from: ValueKind.structuredValue.erased)
  }

  private func firstTable(in html: Data) throws(Finding) -> Table? {
    try bridged(RichText.readHTML(html).value, from: ValueKind.richText.erased)
  }

  private func bridged(_ value: any Sendable, from kind: AnyValueKind) throws(Finding) -> Table? {
    let bridge = Self.registry.coders.bridges.first {
      $0.source == kind && $0.destination == ValueKind.table.erased
    }
    guard let bridge else { throw Finding("no bridge makes a table of a \(kind)") }
    do {
      return try bridge.bridge(value, .standard).value as? Table
    } catch is CoderError {
      return nil
    } catch {
      throw Finding("a \(kind) is rejected with an error of another kind: \(error)")
    }
  }
}

extension [StructuredValue?] {
  fileprivate var withoutMissingEnd: [StructuredValue?] {
    Array(reversed().drop { $0 == nil }.reversed())
  }

  /// The cells that are present.
  fileprivate var present: [StructuredValue] { compactMap { $0 } }
}

extension [[StructuredValue?]] {
  /// Whether all lines have the same length.
  fileprivate var isRegular: Bool { allSatisfy { $0.count == first?.count } }
}

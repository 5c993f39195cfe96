import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StandardCoders
@testable import StructuredFormats

/// Tables in CSV, TSV and JSON: limits, and laws on random tables.
///
/// The cases of single tables are in `Tests/Cases/tables`.
@Suite struct TableTests {
  private static let csv = "public.comma-separated-values-text"
  private static let tsv = "public.tab-separated-values-text"
  private static let registry = ConversionRegistry(.tables + .structuredValues)

  @Test func aTableThatWouldBeAlmostEmptyIsRefused() throws {
    let json = "[\((0..<5_000).map { "{\"k\($0)\":1}" }.joined(separator: ","))]"
    let plan = try Self.registry.plan(from: ["public.json"], to: Self.csv)
    expectError(.tooLarge) {
      try plan.run(on: RepresentationSource(Data(json.utf8), typeIdentifier: "public.json"))
    }
  }

  @Test func linesTooDeepForAnArrayAreRefusedInEveryForm() throws {
    let depth = StructuredValue.standardDepthLimit
    let line = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let source = RepresentationSource(Data(line.utf8), typeIdentifier: "public.ndjson")
    let plan = try Self.registry.plan(from: ["public.ndjson"], to: "public.json")
    for convert in [{ _ = try plan.run(on: source) }, { _ = try plan.stream(source) { _ in } }] {
      let error = try requireThrows(CoderError.self) { try convert() }
      expectEqual(error.code, .tooDeep)
    }
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
        let writer = try require(Self.registry.writers(of: type).first)
        let written = try writer.write(table, type)
        expectEmpty(written.losses)
        let reader = try require(Self.registry.readers(of: type).first)
        let reading = try reader.read(RepresentationSource(written.data, typeIdentifier: type))
        expectEqual(reading.value as? Table, table, "seed \(seed)")
      }
    }
  }

  @Test func eventsWriteTheSameBytesAsTheValue() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(50, long: 200) {
      let table = randomTable(&generator)
      let csv = try require(Self.registry.writers(of: Self.csv).first).write(table, Self.csv).data
      let source = RepresentationSource(csv, typeIdentifier: Self.csv)
      for type in [Self.csv, Self.tsv, "public.json", "public.ndjson"] {
        let plan = try Self.registry.plan(from: [Self.csv], to: type)
        expect(plan.streams, "\(plan.steps)")
        var streamed = Data()
        let report = try plan.stream(source) { streamed.append(contentsOf: $0) }
        let whole = try plan.run(on: source)
        expectEqual(streamed, whole.data, "seed \(seed)")
        expectEqual(report, StepReport(losses: whole.losses, warnings: whole.warnings))
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
      let csv = try require(Self.registry.writers(of: Self.csv).first).write(table, Self.csv).data
      let run = try await ProgramRun.run(
        "/usr/bin/env", ["python3", "-c", script], environment: testEnvironment, input: [UInt8](csv))
      expectEqual(run.status, 0, "\(run.errorText)")
      let witness = try JSONDecoder().decode([[String: String]].self, from: Data(run.output))
      let ours = try JSONDecoder().decode(
        [[String: String]].self,
        from: Self.registry.plan(from: [Self.csv], to: "public.json")
          .run(on: RepresentationSource(csv, typeIdentifier: Self.csv)).data)
      expectEqual(ours, witness, "seed \(seed)")
    }
  }

  @Test(arguments: ["", "{}\n", "{\"a\": [1, {\"b\": \"x\\ny\"}], \"c\": []}\n\n[2]\n\"t\"\n", "1.50\nnull"])
  func jsonLinesStreamElementByElement(lines: String) throws {
    let source = RepresentationSource(Data(lines.utf8), typeIdentifier: "public.ndjson")
    for type in ["public.json", "public.ndjson"] {
      let plan = try Self.registry.plan(from: ["public.ndjson"], to: type)
      expect(plan.streams, "\(plan.steps)")
      var streamed = Data()
      try plan.stream(source) { streamed.append(contentsOf: $0) }
      expectEqual(streamed, (try plan.run(on: source).data))
    }
  }
}

import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

@testable import ConfigurationFormats

/// Long texts are converted in parts, with the same result as in one part.
@Suite struct YAMLStreamTests {
  private static let registry = ConversionRegistry(.configuration + .structuredValues + .tables)

  /// Streams a text, and compares the result with the conversion of the whole value.
  private static func streamed(_ text: String, to type: String) throws -> (String, StepReport) {
    let plan = try registry.plan(from: ["public.yaml"], to: type)
    expect(plan.streams)
    let source = RepresentationSource(Data(text.utf8), typeIdentifier: "public.yaml")
    var result = Data()
    let report = try plan.stream(source) { result.append(contentsOf: $0) }
    let whole = try plan.run(on: source)
    expectEqual(result, whole.data)
    expectEqual(report, StepReport(losses: whole.losses, warnings: whole.warnings))
    return (String(decoding: result, as: UTF8.self), report)
  }

  @Test(arguments: [
    "- {a: 1, b: [x]}\n- &c {d: [1, 2]}\n- e: *c\n  f: {}\n", "a: 1\n---\n- 2\n- {b: {c: d}}\n---\n",
    "{a: {b: {c: [1, 2]}}}",
    "a:\n  b: &x\n    - c: 1\n      d: 2\n    - 3\n  e: *x\n", "", "x", "- 1\n- [2, [3]]\n",
  ])
  func partsGiveTheWholeValue(text: String) throws {
    let whole = try yaml(text)
    for heldCount in [0, 1, 2, 5, 100] {
      let reading = try StructuredValue.collected { emit in
        try StructuredValue.streamYAML(
          Data(text.utf8), options: YAMLOptions(), depthLimit: 10, wholeUpTo: 0, holding: heldCount,
          emit: emit)
      }
      expectEqual(reading.value, whole, "\(heldCount) held")
    }
  }

  @Test func valuesInCompleteCollectionsCountAsHeld() throws {
    let part = "[{a: 1, b: 2, c: 3}, [4, 5, 6], [7, 8, 9]]"
    var scalarCounts: [Int] = []
    _ = try StructuredValue.streamYAML(
      Data("[\(part), \(part), \(part)]".utf8), options: YAMLOptions(), depthLimit: 10, wholeUpTo: 0,
      holding: 5
    ) { event in
      if case .value(let value) = event { scalarCounts.append(value.scalarCount) }
    }
    expectEqual(scalarCounts.reduce(0, +), 27)
    expect(scalarCounts.allSatisfy { $0 <= 5 }, scalarCounts)
  }

  @Test func longTextsStreamToTheBytesOfTheWholeValue() throws {
    // Few and long values are fast to read.
    let unit =
      "- name: item\n  list: [1, 2]\n  text: |\n" + String(repeating: "    word word word\n", count: 500)
    let text = String(repeating: unit, count: 500)
    expectGreater(text.utf8.count, 1 << 22)
    for type in ["public.json", "public.yaml"] { _ = try Self.streamed(text, to: type) }
  }

  @Test func writersThatNeedUniqueKeysGetTheWholeValue() throws {
    var pieces = 0
    let text = "a: 1\nb: 2\na: 3\n"
    _ = try StructuredValue.streamYAML(
      Data(text.utf8), options: YAMLOptions(), depthLimit: 10, wholeUpTo: 0, holding: 0
    ) { event in
      pieces += 1
      if case .beginning(let keepLast) = event { keepLast() }
    }
    expectEqual(pieces, 2)
    let (result, report) = try Self.streamed(text, to: "public.yaml")
    expectEqual(result, "b: 2\na: 3\n")
    expectEqual(report.losses, [Loss(.duplicates, count: 1, detail: "members with a repeated key")])
  }

  @Test func documentsBecomeJSONLines() throws {
    let (result, _) = try Self.streamed("a: 1\n---\nb: 2\n", to: "public.ndjson")
    expectEqual(result, "{\"a\":1}\n{\"b\":2}\n")
  }

  @Test func tablesAreReadAndWritten() throws {
    let (result, _) = try Self.streamed("- {a: 1, b: x}\n- {a: 2, b: y}\n", to: "public.json")
    expect(result.contains("\"b\": \"y\""), result)
    let plan = try Self.registry.plan(from: ["public.yaml"], to: "public.comma-separated-values-text")
    let table = try plan.run(
      on: RepresentationSource(Data("- {a: 1, b: x}\n- {a: 2, b: y}\n".utf8), typeIdentifier: "public.yaml"))
    expectEqual(
      String(decoding: table.data, as: UTF8.self).split(whereSeparator: \.isNewline), ["a,b", "1,x", "2,y"])
    let back = try Self.registry.plan(from: ["public.comma-separated-values-text"], to: "public.yaml")
    let rows = try back.run(
      on: RepresentationSource(Data("a,b\n1,x\n".utf8), typeIdentifier: "public.comma-separated-values-text"))
    expectEqual(String(decoding: rows.data, as: UTF8.self), "- a: \"1\"\n  b: x\n")
  }
}

import Foundation
import JSONText
import ProfferConversions
import TestSupport
import Testing

@testable import StructuredFormats

/// Dictionaries in which a key occurs several times, in JSON and in long texts.
///
/// The cases of property lists are in `Tests/Cases/structured-values`.
struct RepeatedKeyTests {
  private static let registry = ConversionRegistry(.structuredValues + .tables)

  @Test(arguments: ["public.json", "public.ndjson"])
  func jsonKeepsRepeatedKeys(type: String) throws {
    let plan = try Self.registry.plan(from: ["public.json"], to: type)
    let result = try plan.run(
      on: RepresentationSource(Data(#"[{"a":1,"a":2}]"#.utf8), typeIdentifier: "public.json"))
    expectEmpty(result.losses)
    try expectNotEqual(StructuredValue.readJSON(result.data.filter { $0 != 10 }).value, [])
    expectEqual(result.data.count { $0 == UInt8(ascii: "a") }, 2)
  }

  // MARK: Long texts

  /// A text that is read in pieces is scanned for repeated keys beforehand.
  @Test func aLongTextKeepsTheLastValueToo() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.nulls, .controls, .duplicates, .spelledReals])
    for round in 0..<Repetitions.count(30, long: 400) {
      let value: StructuredValue = [
        "a": random.value(), "b": ["a": 1, "c": random.value(), "a": random.value()], "a": random.value(),
        "\n": .array((0..<round % 7).map { _ in random.value() }), "b": random.value(),
      ]
      let data = try value.writeJSON().data
      let whole = try value.writeXMLPropertyList()
      var sink = XMLPropertyListSink()
      var output: [UInt8] = []
      let reading = try StructuredValue.streamJSON(data, wholeUpTo: 0, holding: round % 4) {
        try sink.write($0, into: &output)
      }
      let report = sink.finish(into: &output)
      expectEqual(Data(output), whole.data, "seed \(seed)")
      let losses = (reading.losses + report.losses).total()
      expectEqual(
        losses.filter { $0.kind == .duplicates }, whole.losses.filter { $0.kind == .duplicates },
        "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 10, 40, 1000])
  func keysThatAreNotHeldAreFoundInFurtherScans(heldCount: Int) throws {
    // Keys from 0 to 99, of which every third one occurs again, in an object in an object.
    let keys = (0..<100).map { "\"k\($0)\": {\"k\($0)\": [{}], \"x\": 0, \"k\($0)\": 1}" }
    let again = (0..<100).filter { $0.isMultiple(of: 3) }.map { "\"\\u006b\($0)\": 0" }
    let text = "{" + (keys + again).joined(separator: ",") + "}"
    let repeated = try Data(text.utf8).withUnsafeBytes { bytes in
      try RepeatedKeys(in: bytes, limits: JSONLimits(), holding: heldCount + 2)
    }
    expectEqual(repeated.count, 100 + again.count)
    for number in 0..<100 {
      let places = text.ranges(of: "\"k\(number)\"").map {
        text.utf8.distance(from: text.startIndex, to: $0.lowerBound) + 1
      }
      try requireEqual(places.count, 3)
      expectEqual(places.map(repeated.contains), [number.isMultiple(of: 3), true, false])
    }
  }
}

import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StructuredFormats

/// Arrays that are read and written element by element.
struct ElementTests {
  private static let registry = ConversionRegistry(.structuredValues + .tables)
  private static let csv = "public.comma-separated-values-text"
  private static let types = [
    "public.json", "com.apple.xml-property-list", "com.apple.binary-property-list",
  ]

  @Test(arguments: types)
  func anArrayIsWrittenAlikeElementByElement(type: String) throws {
    let writer = try #require(
      Self.registry.writers(of: type).first { $0.kind == ValueKind.structuredValue.erased })
    let seed = SeededGenerator.freshSeed()
    var random = RandomValues(
      seed: seed,
      [.nulls, .dataAndWholeDates, .fractionalDates, .uids, .controls, .duplicates, .spelledReals])
    for _ in 0..<Repetitions.count(15, long: 400) {
      let elements = (0..<Int.random(in: 0...9, using: &random.generator)).map { _ in random.value() }
      let whole = try writer.write(StructuredValue.array(elements), type)
      var sink: any EventSink<StructuredValueEvent> =
        switch type {
        case "public.json": JSONValueSink(.array)
        case "com.apple.xml-property-list": XMLPropertyListSink()
        default: BinaryPropertyListSink()
        }
      var output: [UInt8] = []
      for element in elements { try sink.write(.element(element), into: &output) }
      let report = try sink.finish(into: &output)
      #expect(Data(output) == whole.data, "seed \(seed)")
      #expect(report.losses.total() == whole.losses.total(), "seed \(seed)")
      #expect(report.warnings == whole.warnings, "seed \(seed)")
    }
  }

  @Test func jsonIsReadAlikeElementByElement() throws {
    let seed = SeededGenerator.freshSeed()
    var random = RandomValues(seed: seed, [.nulls, .controls, .duplicates, .spelledReals, .hugeIntegers])
    for round in 0..<Repetitions.count(15, long: 400) {
      let value =
        round.isMultiple(of: 3) ? random.value() : .array((0..<round % 5).map { _ in random.value() })
      let data = try value.writeJSON(round.isMultiple(of: 2) ? .pretty : .compact).data
      var elementCount = 0
      let reading = try StructuredValue.collected { emit in
        try StructuredValue.streamJSON(data, wholeUpTo: 0) { event in
          if case .element = event { elementCount += 1 }
          try emit(event)
        }
      }
      #expect(reading.value == (try StructuredValue.readJSON(data).value), "seed \(seed)")
      #expect(elementCount == value.elements?.count ?? 0, "seed \(seed)")
    }
  }

  @Test(arguments: ["", "[", "[1,", "[1 2]", "[1]]", "{\"a\":[1,}", "[{\"a\" 1}]", "nul", "[1,]"])
  func brokenJSONIsRefusedAlikeElementByElement(text: String) throws {
    let whole = try #require(throws: CoderError.self) { try StructuredValue.readJSON(Data(text.utf8)) }
    let streamed = try #require(throws: CoderError.self) {
      try StructuredValue.streamJSON(Data(text.utf8), wholeUpTo: 0) { _ in }
    }
    #expect(streamed.message == whole.message)
  }

  // A reader of a short text finds a mistake in it before anything is written.
  @Test func aShortBrokenTextEmitsNothing() throws {
    #expect(throws: CoderError.self) {
      try StructuredValue.streamJSON(Data("[1, 2, }".utf8)) { _ in Issue.record("an event") }
    }
  }

  @Test(arguments: types, ["", "a,b\n", "a,b\n1,2\n3\n", "1,2\n3,4\n", "a,a\n,\n"])
  func tablesBecomeValuesRowByRow(type: String, table: String) throws {
    let plan = try Self.registry.plan(from: [Self.csv], to: type)
    let source = RepresentationSource(Data(table.utf8), typeIdentifier: Self.csv)
    #expect(plan.streams, "\(plan.steps)")
    var streamed = Data()
    let report = try plan.stream(source) { streamed.append(contentsOf: $0) }
    let whole = try plan.run(on: source)
    #expect(streamed == whole.data)
    #expect(report == StepReport(losses: whole.losses, warnings: whole.warnings))
  }
}

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
    let writer = try require(
      Self.registry.writers(of: type).first { $0.kind == ValueKind.structuredValue.erased })
    let seed = SeededGenerator.testSeed(for: type)
    var random = RandomValues(
      seed: seed,
      [.nulls, .dataAndWholeDates, .fractionalDates, .uids, .controls, .duplicates, .spelledReals])
    for _ in 0..<Repetitions.count(15, long: 400) {
      let elements = (0..<Int.random(in: 0...9, using: &random.generator)).map { _ in random.value() }
      let whole = try writer.write(StructuredValue.array(elements), type)
      var sink = sink(of: type)
      var output: [UInt8] = []
      try sink.write(.beginArray, into: &output)
      for element in elements { try sink.write(.value(element), into: &output) }
      try sink.write(.end, into: &output)
      let report = try sink.finish(into: &output)
      expectEqual(Data(output), whole.data, "seed \(seed)")
      expectEqual(report.losses.total(), whole.losses.total(), "seed \(seed)")
      expectEqual(report.warnings, whole.warnings, "seed \(seed)")
    }
  }

  @Test func jsonIsReadAlikeElementByElement() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.nulls, .controls, .duplicates, .spelledReals, .hugeIntegers])
    for round in 0..<Repetitions.count(15, long: 400) {
      let value =
        round.isMultiple(of: 3) ? random.value() : .array((0..<round % 5).map { _ in random.value() })
      let data = try value.writeJSON(round.isMultiple(of: 2) ? .pretty : .compact).data
      var isInPieces = false
      let reading = try StructuredValue.collected { emit in
        try StructuredValue.streamJSON(data, wholeUpTo: 0, holding: round % 4) { event in
          if case .beginArray = event { isInPieces = true }
          try emit(event)
        }
      }
      expectEqual(reading.value, (try StructuredValue.readJSON(data).value), "seed \(seed)")
      if value.elements?.count ?? 0 > 3 { expect(isInPieces, "seed \(seed)") }
    }
  }

  // Otherwise, an array of arrays of arrays would be held whole, because each of them is short.
  @Test func valuesInCompleteContainersCountAsHeld() throws {
    let part = "[[1,2,3],{\"a\":4,\"b\":5,\"c\":6},[7,8,9]]"
    var scalarCounts: [Int] = []
    _ = try StructuredValue.streamJSON(Data("[\(part),\(part),\(part)]".utf8), wholeUpTo: 0, holding: 5) {
      event in
      if case .value(let value) = event { scalarCounts.append(value.scalarCount) }
    }
    expectEqual(scalarCounts.reduce(0, +), 27)
    expect(scalarCounts.allSatisfy { $0 <= 5 }, scalarCounts)
  }

  @Test func aGroupingHoldsNoMoreThanItsLimit() {
    var (addedCount, emittedCount) = (0, 0)
    var grouping = StructuredValueGrouping(holding: 5)
    func add(_ part: StructuredValueEvent) {
      if case .value = part { addedCount += 1 }
      grouping.add(part) { event in
        if case .value(let value) = event { emittedCount += value.scalarCount }
      }
      expectAtMost(addedCount - emittedCount, 5)
    }
    func addArrays(depth: Int) {
      guard depth > 0 else { return add(.value(1)) }
      add(.beginArray)
      for _ in 0..<3 { addArrays(depth: depth - 1) }
      add(.end)
    }
    addArrays(depth: 4)
    expectEqual(addedCount, 81)
    expectEqual(emittedCount, 81)
  }

  // A long value in any container is read in pieces, and writing the pieces gives the same bytes as writing
  // the whole.
  @Test(arguments: types)
  func jsonInPiecesIsWrittenAsItIsWhole(type: String) throws {
    let writer = try require(
      Self.registry.writers(of: type).first { $0.kind == ValueKind.structuredValue.erased })
    let seed = SeededGenerator.testSeed(for: type)
    var random = RandomValues(seed: seed, [.nulls, .controls, .duplicates, .spelledReals])
    for round in 0..<Repetitions.count(20, long: 400) {
      let value: StructuredValue = [
        "first": random.value(), "records": .array((0..<round % 7).map { _ in random.value() }), "last": [:],
      ]
      let whole = try writer.write(value, type)
      var sink = sink(of: type)
      var output: [UInt8] = []
      var pieceCount = 0
      let reading = try StructuredValue.streamJSON(
        try value.writeJSON().data, wholeUpTo: 0, holding: round % 3
      ) {
        pieceCount += 1
        try sink.write($0, into: &output)
      }
      let report = try sink.finish(into: &output)
      expectEqual(Data(output), whole.data, "seed \(seed)")
      expectEqual((reading.losses + report.losses).total(), whole.losses.total(), "seed \(seed)")
      expectGreater(pieceCount, 4, "seed \(seed)")
    }
  }

  private func sink(of type: String) -> any EventSink<StructuredValueEvent> {
    switch type {
    case "public.json": JSONValueSink(.array)
    case "com.apple.xml-property-list": XMLPropertyListSink()
    default: BinaryPropertyListSink()
    }
  }

  @Test(arguments: ["", "[", "[1,", "[1 2]", "[1]]", "{\"a\":[1,}", "[{\"a\" 1}]", "nul", "[1,]"])
  func brokenJSONIsRefusedAlikeElementByElement(text: String) throws {
    let whole = try requireThrows(CoderError.self) { try StructuredValue.readJSON(Data(text.utf8)) }
    let streamed = try requireThrows(CoderError.self) {
      try StructuredValue.streamJSON(Data(text.utf8), wholeUpTo: 0) { _ in }
    }
    expectEqual(streamed.message, whole.message)
  }

  // An error in a short text is found before anything is emitted.
  @Test func aShortBrokenTextEmitsNothing() throws {
    expectThrows(CoderError.self) {
      try StructuredValue.streamJSON(Data("[1, 2, }".utf8)) { _ in Issue.record("an event") }
    }
  }

  @Test(arguments: types, ["", "a,b\n", "a,b\n1,2\n3\n", "1,2\n3,4\n", "a,a\n,\n"])
  func tablesBecomeValuesRowByRow(type: String, table: String) throws {
    let plan = try Self.registry.plan(from: [Self.csv], to: type)
    let source = RepresentationSource(Data(table.utf8), typeIdentifier: Self.csv)
    expect(plan.streams, "\(plan.steps)")
    var streamed = Data()
    let report = try plan.stream(source) { streamed.append(contentsOf: $0) }
    let whole = try plan.run(on: source)
    expectEqual(streamed, whole.data)
    expectEqual(report, StepReport(losses: whole.losses, warnings: whole.warnings))
  }
}

extension StructuredValue {
  /// The number of values in the value, at any depth, that are not containers.
  fileprivate var scalarCount: Int {
    switch self {
    case .array(let elements): elements.reduce(0) { $0 + $1.scalarCount }
    case .dictionary(let members): members.reduce(0) { $0 + $1.value.scalarCount }
    default: 1
    }
  }
}

import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import ConfigurationFormats
@testable import StructuredFormats

/// Long, deep and random values that are written as TOML.
struct TOMLWritingTests {
  private func text(_ value: StructuredValue) throws -> String {
    String(decoding: try value.writeTOML().data, as: UTF8.self)
  }

  @Test func longArraysHaveALineForEachElement() throws {
    let words = StructuredValue.array((0..<12).map { .string("word \($0)") })
    let written = try text(["words": words, "nested": [words, [1, 2]]])
    expect(written.hasPrefix("words = [\n  \"word 0\",\n"), written)
    expect(written.contains("  \"word 11\",\n]\nnested = [\n  [\n    \"word 0\",\n"), written)
    expect(written.hasSuffix("    \"word 11\",\n  ],\n  [1, 2],\n]\n"), written)
    #expect(written.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
  }

  @Test(arguments: [0, 1, 2, 3])
  func aLineWithAnArrayHasAtMost100Bytes(excess: Int) throws {
    // `k = ["…"]`: eight bytes are not in the string, and a comma could follow.
    let written = try text(["k": [.string(String(repeating: "x", count: 90 + excess))]])
    expectEqual(written.split(separator: "\n").count, excess <= 1 ? 1 : 3)
  }

  @Test func longHeadersAreNotRepeated() throws {
    let key = String(repeating: "k", count: 5000)
    let tables = (0..<1000).map { StructuredMember("t\($0)", ["a": 1]) }
    let value: StructuredValue = .dictionary([StructuredMember(key, .dictionary(tables))])
    let data = try value.writeTOML().data
    expectLess(data.count, 30_000)
    try expectEqual(StructuredValue.readTOML(data).value, value)
  }

  // MARK: Errors

  @Test func anArrayInPartsIsNotADocument() throws {
    var sink = TOMLSink()
    var output: [UInt8] = []
    let error = try requireThrows(CoderError.self) { try sink.write(.beginArray, into: &output) }
    expectEqual(error.code, .unwritable)
  }

  @Test func anIntegerBeyondTheRangeOfDoubleIsRefused() throws {
    let digits = String(repeating: "9", count: 400)
    let integer = try require(StructuredInteger(decimal: digits))
    let error = try requireThrows(CoderError.self) {
      try StructuredValue.dictionary([StructuredMember("a", .integer(integer))]).writeTOML()
    }
    expectEqual(error.code, .unwritable)
  }

  @Test func valuesThatAreTooDeepAreRefused() throws {
    var value: StructuredValue = 1
    for _ in 0..<StructuredValue.standardDepthLimit { value = .dictionary([StructuredMember("a", value)]) }
    try expectEqual(StructuredValue.readTOML(try value.writeTOML().data).value, value)
    let error = try requireThrows(CoderError.self) {
      try StructuredValue.dictionary([StructuredMember("a", value)]).writeTOML()
    }
    expectEqual(error.code, .tooDeep)
  }

  // MARK: Laws

  @Test func whatIsWrittenIsReadAsTheSameValue() throws {
    let seed = SeededGenerator.testSeed()
    var random = TOMLValues(seed: seed)
    for _ in 0..<Repetitions.count(400, long: 20_000) {
      let value = random.document()
      let written = try value.writeTOML()
      let again = try StructuredValue.readTOML(written.data)
      let isReordered = written.losses.contains { $0.kind == .order }
      #expect(
        isReordered ? again.value.isEquivalent(to: value) : again.value == value,
        "seed \(seed): \(value)\n\(String(decoding: written.data, as: UTF8.self))")
      expect(written.losses.allSatisfy { $0.kind == .order }, "seed \(seed)")
      expectEmpty(again.losses, "seed \(seed)")
      try expectEqual(again.value.writeTOML().data, written.data, "seed \(seed)")
    }
  }

  @Test func jsonInPartsIsWrittenAsItIsWhole() throws {
    let record = #"{"a": [1, {"b": null}], "a": "x", "t": {"c": 1.5}, "n": null},"#
    let json = Data("{\"list\": [\(String(repeating: record, count: 40)) {}], \"end\": 1, \"end\": 2}".utf8)
    var sink = TOMLSink()
    var parts: [UInt8] = []
    let reading = try StructuredValue.streamJSON(json, wholeUpTo: 0, holding: 2) {
      try sink.write($0, into: &parts)
    }
    let losses = reading.losses + sink.finish(into: &parts).losses
    let whole = try StructuredValue.readJSON(json).value.writeTOML()
    expectEqual(Data(parts), whole.data)
    expectEqual(losses.total(), whole.losses.total())
  }

  @Test func tomlBecomesJSONAndAPropertyListInParts() throws {
    let registry = ConversionRegistry(.structuredValues + .toml)
    let toml = Data("a = [1, {b = true}] # c\n[d]\nCF = 1\n[e]\n\"CF$UID\" = 1\n".utf8)
    let source = RepresentationSource(toml, typeIdentifier: "public.toml")
    let json = try registry.plan(from: ["public.toml"], to: "public.json").run(on: source)
    try expectEqual(
      StructuredValue.readJSON(json.data).value,
      ["a": [1, ["b": true]], "d": ["CF": 1], "e": ["CF$UID": 1]])
    expectEqual(json.losses.descriptions, ["1 comment"])
    let list = try registry.plan(from: ["public.toml"], to: "com.apple.xml-property-list").run(on: source)
    expectEqual(list.warnings, ["a dictionary whose only key is CF$UID would be read back as a UID"])
  }
}

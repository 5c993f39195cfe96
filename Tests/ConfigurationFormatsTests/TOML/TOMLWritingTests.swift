import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import ConfigurationFormats
@testable import StructuredFormats

/// The text of TOML documents, and the losses of writing them.
struct TOMLWritingTests {
  private func text(_ value: StructuredValue) throws -> String {
    String(decoding: try value.writeTOML().data, as: UTF8.self)
  }

  @Test func valuesPrecedeTablesAndTablesHaveHeaders() throws {
    let value: StructuredValue = [
      "title": "Example", "on": true, "none": [:],
      "owner": ["name": "Tom", "address": ["city": "Bern", "lines": ["a", "b"]]],
      "groups": ["inner": ["x": 1], "others": ["y": [:]]],
      "items": [["id": 1, "sub": ["z": 2]], [:], ["parts": [["n": 1.5]]]],
    ]
    #expect(
      try text(value) == """
        title = "Example"
        on = true

        [none]

        [owner]
        name = "Tom"

        [owner.address]
        city = "Bern"
        lines = ["a", "b"]

        [groups.inner]
        x = 1

        [groups.others.y]

        [[items]]
        id = 1

        [items.sub]
        z = 2

        [[items]]

        [[items]]

        [[items.parts]]
        n = 1.5

        """)
    #expect(try StructuredValue.readTOML(try value.writeTOML().data).value == value)
    #expect(try value.writeTOML().losses.isEmpty)
  }

  @Test func dictionariesInMixedArraysAreInlineTables() throws {
    let value: StructuredValue = ["a": [1, ["b": 2, "c d": ["e": []]], [:]], "f": [[["g": 1]]]]
    #expect(try text(value) == "a = [1, { b = 2, \"c d\" = { e = [] } }, {}]\nf = [[{ g = 1 }]]\n")
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("", #""""#), ("it's", #""it's""#), (#"C:\dir"#, #"'C:\dir'"#),
    (#"say "yes""#, #"'say "yes"'"#), (#"it's "both""#, #""it's \"both\"""#),
    ("tab\tand \u{1} \u{7F} é", #""tab\tand \u0001 \u007F é""#), ("one\n", #""one\n""#),
    ("\r\u{8}\u{C}", #""\r\b\f""#),
    ("one\ntwo", "\"\"\"\none\ntwo\"\"\""), ("\n\n", "\"\"\"\n\n\n\"\"\""),
    ("a\\\nb", "'''\na\\\nb'''"), ("a\\\nb'", "\"\"\"\na\\\\\nb'\"\"\""),
    ("a\n\"\"\"\"b", "'''\na\n\"\"\"\"b'''"), ("'''\n\"\"\"\"b\"", "\"\"\"\n'''\n\"\"\\\"\"b\\\"\"\"\""),
    ("a\r\nb", "\"\"\"\na\\r\nb\"\"\""),
  ])
  func stringsHaveTheFormThatNeedsTheFewestEscapes(string: String, written: String) throws {
    let value: StructuredValue = ["k": .string(string)]
    #expect(try text(value) == "k = \(written)\n")
    #expect(try StructuredValue.readTOML(try value.writeTOML().data).value == value)
  }

  @Test(arguments: [
    ("a-b_1", "a-b_1"), ("", #""""#), ("a b", #""a b""#), ("a.b", #""a.b""#), ("é", #""é""#),
    (#"a"b"#, #"'a"b'"#),
    ("a\nb", #""a\nb""#),
  ])
  func keysAreBareWherePossible(key: String, written: String) throws {
    let value = StructuredValue.dictionary([StructuredMember(key, .dictionary([StructuredMember(key, 1)]))])
    #expect(try text(value) == "[\(written)]\n\(written) = 1\n")
    #expect(try StructuredValue.readTOML(try value.writeTOML().data).value == value)
  }

  @Test func longArraysHaveALineForEachElement() throws {
    let words = StructuredValue.array((0..<12).map { .string("word \($0)") })
    let written = try text(["words": words, "nested": [words, [1, 2]]])
    #expect(written.hasPrefix("words = [\n  \"word 0\",\n"))
    #expect(written.contains("  \"word 11\",\n]\nnested = [\n  [\n    \"word 0\",\n"))
    #expect(written.hasSuffix("    \"word 11\",\n  ],\n  [1, 2],\n]\n"))
    #expect(written.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
  }

  @Test(arguments: [0, 1, 2, 3])
  func aLineWithAnArrayHasAtMost100Bytes(excess: Int) throws {
    // `k = ["…"]`: eight bytes are not in the string, and a comma could follow.
    let written = try text(["k": [.string(String(repeating: "x", count: 90 + excess))]])
    #expect(written.split(separator: "\n").count == (excess <= 1 ? 1 : 3))
  }

  @Test func longHeadersAreNotRepeated() throws {
    let key = String(repeating: "k", count: 5000)
    let tables = (0..<1000).map { StructuredMember("t\($0)", ["a": 1]) }
    let value: StructuredValue = .dictionary([StructuredMember(key, .dictionary(tables))])
    let data = try value.writeTOML().data
    #expect(data.count < 30_000)
    #expect(try StructuredValue.readTOML(data).value == value)
  }

  // MARK: Losses

  @Test(
    arguments: [
      (
        ["a": ["b": 1], "c": 2, "d": [:], "e": 3], "c = 2\ne = 3\n\n[a]\nb = 1\n\n[d]\n",
        ["order in 2 places (values written before tables)"]
      ),
      (
        ["a": nil, "b": [nil]], "b = [\"\"]\n",
        ["1 null (left out of dictionaries)", "1 null (written as empty strings in arrays)"]
      ),
      (["a": 1, "b": 2, "a": 3], "b = 2\na = 3\n", ["1 duplicate (members with a repeated key)"]),
      (["a": .data(Data([1, 2, 3]))], "a = \"AQID\"\n", ["1 type (data written as base64 text)"]),
      (["a": .uid(7)], "[a]\n\"CF$UID\" = 7\n", ["1 type (UIDs written as tables)"]),
      (
        ["a": .integer(StructuredInteger(UInt64.max))], "a = 18446744073709551615.0\n",
        ["precision in 1 place (integers of more than 64 bits, written as floating-point numbers)"]
      ),
      (
        ["a": .date(Date(timeIntervalSince1970: -99_999_999_999))], "a = \"-1199-02-15T14:13:21Z\"\n",
        ["1 date (outside the years 0 to 9999, written as text)"]
      ),
    ] as [(StructuredValue, String, [String])])
  func whatTOMLCannotExpressIsCounted(value: StructuredValue, written: String, losses: [String]) throws {
    #expect(try text(value) == written)
    #expect(try value.writeTOML().losses.total().descriptions == losses)
  }

  @Test(arguments: ["1e400", "-1e400", "1e-400", "0e5", "1.5", "-0"])
  func numbersBeyondTheRangeOfDoubleAreCounted(spelling: String) throws {
    let number = try #require(StructuredReal(spelling: spelling))
    let written = try StructuredValue.dictionary([StructuredMember("a", .real(number))]).writeTOML()
    #expect(written.losses.map(\.kind) == (spelling.hasSuffix("400") ? [.precision] : []))
    #expect(try StructuredValue.readTOML(written.data).value["a"] == .real(number))
  }

  @Test(arguments: [[], [1], "text", 1, nil, .data(Data())] as [StructuredValue])
  func onlyADictionaryIsADocument(value: StructuredValue) throws {
    let error = try #require(throws: CoderError.self) { try value.writeTOML() }
    #expect(error.code == .unwritable)
    #expect(error.message.hasSuffix("put it into a dictionary under a key"))
  }

  @Test func anArrayInPartsIsNotADocument() throws {
    var sink = TOMLSink()
    var output: [UInt8] = []
    let error = try #require(throws: CoderError.self) { try sink.write(.beginArray, into: &output) }
    #expect(error.code == .unwritable)
  }

  @Test func anIntegerBeyondTheRangeOfDoubleIsRefused() throws {
    let digits = String(repeating: "9", count: 400)
    let integer = try #require(StructuredInteger(decimal: digits))
    let error = try #require(throws: CoderError.self) {
      try StructuredValue.dictionary([StructuredMember("a", .integer(integer))]).writeTOML()
    }
    #expect(error.code == .unwritable)
  }

  @Test func valuesThatAreTooDeepAreRefused() throws {
    var value: StructuredValue = 1
    for _ in 0..<StructuredValue.standardDepthLimit { value = .dictionary([StructuredMember("a", value)]) }
    #expect(try StructuredValue.readTOML(try value.writeTOML().data).value == value)
    let error = try #require(throws: CoderError.self) {
      try StructuredValue.dictionary([StructuredMember("a", value)]).writeTOML()
    }
    #expect(error.code == .tooDeep)
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
      #expect(written.losses.allSatisfy { $0.kind == .order }, "seed \(seed)")
      #expect(again.losses.isEmpty, "seed \(seed)")
      #expect(try again.value.writeTOML().data == written.data, "seed \(seed)")
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
    #expect(Data(parts) == whole.data)
    #expect(losses.total() == whole.losses.total())
  }

  @Test func tomlBecomesJSONAndAPropertyListInParts() throws {
    let registry = ConversionRegistry(.structuredValues + .toml)
    let toml = Data("a = [1, {b = true}] # c\n[d]\nCF = 1\n[e]\n\"CF$UID\" = 1\n".utf8)
    let source = RepresentationSource(toml, typeIdentifier: "public.toml")
    let json = try registry.plan(from: ["public.toml"], to: "public.json").run(on: source)
    #expect(
      try StructuredValue.readJSON(json.data).value
        == ["a": [1, ["b": true]], "d": ["CF": 1], "e": ["CF$UID": 1]])
    #expect(json.losses.descriptions == ["1 comment"])
    let list = try registry.plan(from: ["public.toml"], to: "com.apple.xml-property-list").run(on: source)
    #expect(list.warnings == ["a dictionary whose only key is CF$UID would be read back as a UID"])
  }
}

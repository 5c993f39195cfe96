import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StructuredFormats
@testable import TextEncodings

struct JSONTests {
  private static let exact: RandomValues.Kinds = [
    .nulls, .controls, .duplicates, .hugeIntegers, .spelledReals, .subtleText,
  ]

  @Test(arguments: [JSONLayout.compact, .pretty])
  func writtenJSONReadsBackEqual(layout: JSONLayout) throws {
    let seed = SeededGenerator.testSeed(for: "\(layout)")
    var random = RandomValues(seed: seed, Self.exact)
    for _ in 0..<Repetitions.count(100, long: 300) {
      let value = random.value()
      let written = try value.writeJSON(layout)
      #expect(written.losses.isEmpty)
      let back = try StructuredValue.readJSON(written.data).value
      #expect(back == value, "seed \(seed): \(difference(back, value) ?? "")")
    }
  }

  @Test(arguments: [
    "12345678901234567890123456789", "-9223372036854775809", "3.14159265358979323846264338327950288", "1e400",
    "1.50", "-0", "0.000", "1E+2",
  ])
  func numbersKeepTheirDigits(number: String) throws {
    let value = try StructuredValue.readJSON(Data(number.utf8)).value
    #expect(String(decoding: try value.writeJSON().data, as: UTF8.self) == number)
  }

  @Test func orderAndDuplicatesAreKept() throws {
    let text = #"{"b":1,"a":2,"b":{"z":[],"y":{}}}"#
    let value = try StructuredValue.readJSON(Data(text.utf8)).value
    #expect(String(decoding: try value.writeJSON().data, as: UTF8.self) == text)
  }

  @Test func valuesThatJSONLacksAreWrittenAsTextAndCounted() throws {
    let value: StructuredValue = [
      "d": .date(Date(timeIntervalSinceReferenceDate: -0.25)),
      "e": .date(Date(timeIntervalSinceReferenceDate: 0)),
      "x": .data(Data([1, 2, 3, 4])), "u": .uid(7), "n": .real(StructuredReal(-.infinity)),
    ]
    let written = try value.writeJSON()
    #expect(
      String(decoding: written.data, as: UTF8.self) == """
        {"d":"2000-12-31T23:59:59.75Z","e":"2001-01-01T00:00:00Z","x":"AQIDBA==","u":{"CF$UID":7},"n":"-Infinity"}
        """)
    #expect(written.losses.first { $0.kind == .dates }?.count == 2)
    #expect(written.losses.filter { $0.kind == .types }.map(\.count) == [1, 1, 1])
  }

  @Test(arguments: [
    TextEncoding(.utf8, byteOrderMark: true), TextEncoding(.utf16BigEndian, byteOrderMark: true),
    TextEncoding(.utf16LittleEndian, byteOrderMark: true), TextEncoding(.utf32BigEndian, byteOrderMark: true),
    TextEncoding(.utf32LittleEndian, byteOrderMark: true),
  ])
  func markedTextIsRead(encoding: TextEncoding) throws {
    let bytes = encoding.encode(#"{"é":"😀"}"#).data
    #expect(try StructuredValue.readJSON(bytes).value == ["é": "😀"])
  }

  @Test(arguments: [
    ("", "unexpectedEnd", 1, 1), ("{\"a\":\n  01}", "leadingZero", 2, 3),
    ("[1,]", "unexpectedCharacter", 1, 4),
    ("[1] x", "trailingData", 1, 5), ("\"\\ud800\"", "loneSurrogate", 1, 2),
    ("[tru]", "invalidLiteral", 1, 2),
    ("[1.]", "invalidNumber", 1, 4),
  ])
  func malformedTextIsNamedWithItsPlace(text: String, code: String, line: Int, column: Int) {
    expectError(CoderError.Code(rawValue: code), at: .line(line, column: column), text) {
      try StructuredValue.readJSON(Data(text.utf8))
    }
  }

  @Test func aTextCutAnywhereIsAnError() {
    let text = Data(#"{"a":[1,-2.5e3,"xéy\n",null,true],"b":{"c":"d"}}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: CoderError.self, "\(length)") { try StructuredValue.readJSON(text.prefix(length)) }
    }
  }

  @Test func depthIsBoundedInReadingAndWriting() throws {
    let deep = Data(repeating: UInt8(ascii: "["), count: 100_000)
    expectError(.tooDeep) { try StructuredValue.readJSON(deep) }
    let allowed = Data((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8)
    let value = try StructuredValue.readJSON(allowed).value
    #expect(try value.writeJSON().data == allowed)
    expectError(.tooDeep) { try StructuredValue.array([value]).writeJSON() }
  }

  @Test func pythonReadsTheSame() async throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.nulls, .controls, .hugeIntegers, .subtleText])
    let values = (0..<100).map { _ in random.value() }
    let text = try StructuredValue.array(values).writeJSON(.pretty).data
    let script = "import json,sys; json.dump(json.load(sys.stdin), sys.stdout, ensure_ascii=True)"
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script], environment: testEnvironment, input: [UInt8](text))
    #expect(run.status == 0, "seed \(seed): \(run.errorText)")
    let back = try StructuredValue.readJSON(Data(run.output)).value
    #expect(back == .array(values), "seed \(seed)")
  }
}

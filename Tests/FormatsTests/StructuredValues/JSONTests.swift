import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StructuredFormats

/// JSON: laws and limits.
///
/// The cases of single values are in `Tests/Cases/structured-values`.
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
      expectEmpty(written.losses)
      let back = try StructuredValue.readJSON(written.data).value
      expectEqual(back, value, "seed \(seed): \(difference(back, value) ?? "")")
    }
  }

  @Test func aTextCutAnywhereIsAnError() {
    let text = Data(#"{"a":[1,-2.5e3,"xéy\n",null,true],"b":{"c":"d"}}"#.utf8)
    for length in 0..<text.count {
      expectThrows(CoderError.self, "\(length)") { try StructuredValue.readJSON(text.prefix(length)) }
    }
  }

  @Test func depthIsBoundedInReadingAndWriting() throws {
    let deep = Data(repeating: UInt8(ascii: "["), count: 100_000)
    expectError(.tooDeep) { try StructuredValue.readJSON(deep) }
    let allowed = Data((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8)
    let value = try StructuredValue.readJSON(allowed).value
    try expectEqual(value.writeJSON().data, allowed)
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
    expectEqual(run.status, 0, "seed \(seed): \(run.errorText)")
    let back = try StructuredValue.readJSON(Data(run.output)).value
    expectEqual(back, .array(values), "seed \(seed)")
  }
}

import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// The YAML of long, deep and random values.
@Suite struct YAMLWriterTests {
  @Test func longDataHasSeveralLines() throws {
    let bytes = Data((0..<100).map { UInt8($0) })
    #expect(try written(["a": .data(bytes)]).hasPrefix("a: !!binary |\n  AAECAwQF"))
    try expectEqual(
      yaml(written(["a": .data(bytes), "b": [.data(Data())]])),
      [
        "a": .data(bytes), "b": [.data(Data())],
      ])
  }

  @Test func longKeysHaveAQuestionMark() throws {
    let key = String(repeating: "k", count: 1025)
    try expectEqual(written([key: ["a": 1]]), "? \(key)\n:\n  a: 1\n")
    try expectEqual(yaml(written([key: [1], "b": [key: 1]])), [key: [1], "b": [key: 1]])
  }

  @Test func aValueThatIsTooDeepIsRefused() throws {
    var value: StructuredValue = 1
    for _ in 0..<512 { value = [value] }
    try expectEqual(yaml(written(value)), value)
    let deeper = [value] as StructuredValue
    let error = expectThrows(CoderError.self) { try deeper.writeYAML() }
    expectEqual(error?.code, .tooDeep)
  }

  @Test func whatIsWrittenIsReadBackEqual() throws {
    let seed = SeededGenerator.testSeed()
    var random = YAMLRandomValues(seed: seed)
    for _ in 0..<Repetitions.count(500, long: 5000) {
      let value = random.value()
      let text = try written(value)
      try expectEqual(yaml(text), value, "seed \(seed): \(text)")
      expectEqual(text.last, "\n")
    }
  }
}

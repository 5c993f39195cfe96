import ConfigurationFormats
import ConversionTestSupport
import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// The cases of YAML.
@Suite struct YAMLCases {
  private static let syntax = Case.Syntax(
    contents: ["yaml", "scalar", "value"], settings: ["document", "depth", "repeated-values", "read-back"])

  @Test(arguments: try CaseFolder.cases(in: "yaml", syntax))
  func yaml(example: Case) throws {
    switch example.input.name {
    case "value": try Self.checkWriting(example)
    case "scalar": try Self.checkScalar(example)
    default: try example.expect { CaseOutcome(try Self.read(example.input.bytes, example)) }
    }
  }

  private static func read(_ bytes: [UInt8], _ example: Case) throws -> Reading<StructuredValue> {
    var options = YAMLOptions(document: try example.number("document"))
    if let count = try example.number("repeated-values") { options.expansion.nodeCount = count }
    let limits = try example.number("depth").map { ReadingLimits(depth: $0) } ?? .standard
    return try StructuredValue.readYAML(Data(bytes), options: options, limits: limits)
  }

  /// Reads a scalar on its own, as an element and as the value of a key.
  private static func checkScalar(_ example: Case) throws {
    let text = example.input.text
    for (yaml, part) in [
      (text, { $0 }), ("[\(text)]", { $0[0] }), ("k: \(text)\n", { $0["k"] }),
    ] as [(String, (StructuredValue) -> StructuredValue?)] {
      try example.expect {
        let reading = try read(Array(yaml.utf8), example)
        return CaseOutcome(
          Reading(
            try require(part(reading.value), "\(yaml)"), losses: reading.losses, warnings: reading.warnings))
      }
    }
  }

  /// Writes a value, also as a member and as an element, and reads it back.
  private static func checkWriting(_ example: Case) throws {
    try example.expectWritten {
      try $0.writeYAML()
    } readBack: {
      try read($0, example).value
    }
    guard example.outcome.name != "error", example.losses.isEmpty else { return }
    let value = try example.inputValue()
    var outer: [StructuredValue] = [["k": value], [value], [["k": value, "l": 1]], [[value, 2]]]
    if let text = value.stringValue { outer.append(.dictionary([StructuredMember(text, value)])) }
    for one in outer {
      let again = try StructuredValue.readYAML(try one.writeYAML().data).value
      if again != one {
        example.expectEqual(
          ValueNotation.text(again), ValueNotation.text(one),
          "the value that is read back inside of a collection")
      }
    }
  }
}

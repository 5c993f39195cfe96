import Foundation
import TestSupport
import Testing

@testable import ConfigurationFormats
@testable import ProfferConversions
@testable import StructuredFormats

/// Reads and writes texts by the names of the coders.
enum KeyValueCoders {
  static func read(_ name: String, _ text: String) throws -> Reading<StructuredValue> {
    try read(name, Data(text.utf8))
  }

  static func read(_ name: String, _ data: Data) throws -> Reading<StructuredValue> {
    let reader = try require(CoderSet.keyValueText.readers.first { $0.name == name })
    let reading = try reader.read(RepresentationSource(data, typeIdentifier: reader.typeIdentifiers[0]))
    let value = try require(reading.value as? StructuredValue)
    return Reading(value, losses: reading.losses, warnings: reading.warnings)
  }

  static func write(_ name: String, _ value: StructuredValue) throws -> Written {
    let writer = try require(CoderSet.keyValueText.writers.first { $0.name == name })
    return try writer.write(value, writer.typeIdentifiers[0])
  }

  static let names = ["ini", "java properties", "environment variables"]
}

@Suite struct KeyValueHostileTests {
  @Test(arguments: KeyValueCoders.names)
  func everyBeginningOfATextIsReadOrIsAnError(name: String) {
    let text = Array(
      "; a\n# b\n! c\nexport D = \"e\\n\\\"$f\" # g\n[s \"t]\"] ; u\nh: 'i'\\''\n  j\\u00e9\\ud83d\\\n\nk\n\u{E9}=\t\u{1F600}"
        .utf8)
    for count in 0...text.count {
      expectCoderErrorOrValue { try KeyValueCoders.read(name, Data(text[..<count])) }
      expectCoderErrorOrValue { try KeyValueCoders.read(name, Data(text[count...])) }
    }
  }

  @Test(arguments: KeyValueCoders.names)
  func longTextsTakeLinearTime(name: String) throws {
    for unit in ["a=1\n", "[a]\n", "a=b\\\n", "a='b\n", "#\n", " \n", "\\", "a=\n \n", "[", "\"", "a="] {
      let growth = ProcessorTime.growth(to: 200_000) {
        String(repeating: unit, count: $0 / unit.utf8.count)
      } _: { text in
        expectCoderErrorOrValue { try KeyValueCoders.read(name, text) }
      }
      expect(growth.isLinear, "\(unit.debugDescription): \(growth)")
    }
  }
}

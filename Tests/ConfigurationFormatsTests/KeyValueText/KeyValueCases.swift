import ConversionTestSupport
import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// The cases of INI, Java properties and environment variables.
@Suite struct KeyValueCases {
  private static func syntax(_ section: String) -> Case.Syntax {
    Case.Syntax(contents: [section, "value"], settings: ["read-back"])
  }

  @Test(arguments: try CaseFolder.cases(in: "ini", syntax("ini")))
  func ini(example: Case) throws { try Self.check(example, "ini") }

  @Test(arguments: try CaseFolder.cases(in: "properties", syntax("properties")))
  func properties(example: Case) throws { try Self.check(example, "java properties") }

  @Test(arguments: try CaseFolder.cases(in: "environment", syntax("environment")))
  func environment(example: Case) throws { try Self.check(example, "environment variables") }

  private static func check(_ example: Case, _ coder: String) throws {
    if example.input.name == "value" {
      try example.expectWritten {
        try KeyValueCoders.write(coder, $0)
      } readBack: {
        try KeyValueCoders.read(coder, Data($0)).value
      }
    } else {
      try example.expect { CaseOutcome(try KeyValueCoders.read(coder, Data(example.input.bytes))) }
    }
  }
}

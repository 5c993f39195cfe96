import ConfigurationFormats
import ConversionTestSupport
import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// The cases of TOML.
@Suite struct TOMLCases {
  private static let syntax = Case.Syntax(contents: ["toml", "value"], settings: ["depth", "read-back"])

  @Test(arguments: try CaseFolder.cases(in: "toml", syntax))
  func toml(example: Case) throws {
    if example.input.name == "value" {
      try example.expectWritten {
        try $0.writeTOML()
      } readBack: {
        try StructuredValue.readTOML(Data($0)).value
      }
    } else {
      let limits = try example.number("depth").map { ReadingLimits(depth: $0) } ?? .standard
      try example.expect {
        CaseOutcome(try StructuredValue.readTOML(Data(example.input.bytes), limits: limits))
      }
    }
  }
}

import ConfigurationFormats
import ConversionTestSupport
import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// The cases of JSON5 and of JSON with comments.
@Suite struct JSON5Cases {
  private static let syntax = Case.Syntax(contents: ["json5", "space", "value", "strict-json", "hint"])
  private static let commentedSyntax = Case.Syntax(contents: ["json", "json-with-comments", "value"])

  /// The tokens between which the input of a section `space` stands.
  private static let tokens = ["", "[", "1", ",", "{", "a", ":", "'b'", ",", "}", ",", "]", ""]

  @Test(arguments: try CaseFolder.cases(in: "json5", syntax))
  func json5(example: Case) throws {
    switch example.input.name {
    case "strict-json": try example.expect { CaseOutcome(try Self.hint(example.input.bytes)) }
    case "space":
      let text = Self.tokens.joined(separator: example.input.text)
      try example.expect { CaseOutcome(try StructuredValue.readJSON5(Data(text.utf8))) }
    default: try example.expect { CaseOutcome(try StructuredValue.readJSON5(Data(example.input.bytes))) }
    }
  }

  /// The type that the error of the reader of JSON suggests.
  private static func hint(_ text: [UInt8]) throws -> String {
    let error = try requireThrows(CoderError.self) { try StructuredValue.readJSON(Data(text)) }
    return error.suggestedTypeIdentifier ?? "none"
  }

  @Test(arguments: try CaseFolder.cases(in: "json-with-comments", commentedSyntax))
  func jsonWithComments(example: Case) throws {
    let data = Data(example.input.bytes)
    try example.expect { CaseOutcome(try StructuredValue.readJSONWithComments(data)) }
    if example.outcome.name == "value" {
      try example.expect { CaseOutcome(try StructuredValue.readJSON5(data)) }
    }
    if example.input.name == "json" {
      try example.expect { CaseOutcome(try StructuredValue.readJSON(data)) }
    } else {
      expectThrows(CoderError.self, "\(example)") { try StructuredValue.readJSON(data) }
    }
  }
}

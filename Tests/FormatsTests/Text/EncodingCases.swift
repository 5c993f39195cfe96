import ConversionTestSupport
import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import TextEncodings

/// The cases of `Tests/Cases/encodings`: bytes, their text, and the names and the detection of encodings.
@Suite struct EncodingCases {
  private static let syntax = Case.Syntax(
    contents: ["bytes", "code-page", "detected", "form", "guessed", "name", "names", "text"],
    settings: ["declared", "encoding", "type", "written"])

  @Test(arguments: try CaseFolder.cases(in: "encodings", syntax))
  func encoding(example: Case) throws {
    switch (example.input.name, example.outcome.name) {
    case ("bytes", "text"): try read(example)
    case ("text", "bytes"):
      let encoding = try encoding(of: example)
      try example.expect { CaseOutcome(encoding.encode(example.input.text)) }
    case ("bytes", "detected"):
      let detection = TextEncoding.detection(
        in: Data(example.input.bytes), typeIdentifier: example.setting("type"),
        declaredName: example.setting("declared"))
      expectEqual(detection.isGuess, !detection.warnings.isEmpty)
      try example.expect {
        CaseOutcome("\(detection.encoding), \(detection.evidenceName)", warnings: detection.warnings)
      }
    case ("bytes", "guessed"):
      let detection = TextEncoding.detection(in: Data(example.input.bytes))
      #expect(detection.isGuess && detection.warnings.count == 1)
      try example.expect { CaseOutcome("\(detection.encoding)") }
    case ("code-page", "form"):
      let number = try require(Int(example.input.text))
      try example.expect { CaseOutcome(form(TextEncoding(windowsCodePage: number))) }
    case ("name", "form"):
      try example.expect { CaseOutcome(form(TextEncoding(name: example.input.text))) }
    case ("names", "form"):
      let names = example.input.text.split(separator: " ")
      for name in names.isEmpty ? [""] : names {
        example.expectEqual(
          form(TextEncoding(name: String(name))), example.outcome.text, "the form of “\(name)”")
      }
    default: example.fail("a section \(example.outcome.name) does not follow \(example.input.name)")
    }
  }

  private func encoding(of example: Case) throws -> TextEncoding {
    try #require(example.setting("encoding").flatMap { TextEncoding(name: $0) })
  }

  /// Expects the text of bytes, and that it is written as the same bytes unless something is lost.
  private func read(_ example: Case) throws {
    let encoding = try encoding(of: example)
    let bytes = Data(example.input.bytes)
    let reading = encoding.decode(bytes)
    try example.expect { CaseOutcome(reading.value, losses: reading.losses) }
    guard example.losses.isEmpty else { return }
    let written = encoding.encode(reading.value)
    let isSame = written.data == bytes && written.losses.isEmpty
    let isOtherwise = example.setting("written") == "otherwise"
    if isSame == isOtherwise {
      example.fail("the text is written as \(isSame ? "the same" : "other") bytes: \([UInt8](written.data))")
    }
  }

  /// The name of a form, and that of the form which browsers use for it if it is another one; `none` without an
  /// encoding.
  private func form(_ encoding: TextEncoding?) -> String {
    guard let encoding else { return "none" }
    let other = encoding.usedByBrowsers
    return encoding.form.rawValue + (other == encoding ? "" : " (\(other.form.rawValue))")
  }
}

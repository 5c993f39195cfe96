import Foundation
import TestSupport
import Testing

/// The README says what the program prints and what compiles.
@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: ProgramFixture.fixtures).deletingLastPathComponent().path

  private func readme() throws -> String {
    try String(contentsOfFile: "\(Self.root)/README.md", encoding: .utf8)
  }

  /// The text between the fences of the first block after a mark.
  private func block(after mark: String, language: String, in text: String) throws -> String {
    let start = try #require(text.firstRange(of: "<!-- \(mark) -->\n```\(language)\n")).upperBound
    let end = try #require(text[start...].firstRange(of: "```\n")).lowerBound
    return String(text[start..<end])
  }

  @Test func itsTranscriptIsWhatTheProgramPrints() throws {
    let transcript = try block(after: "transcript", language: "console", in: readme())
    let commands = transcript.split(separator: "\n").filter { $0.hasPrefix("$ ") }
    #expect(commands.count >= 5)
    let fixture = try ProgramFixture()
    // Each command is printed, then run; standard error is part of what a reader sees.
    let script = commands.map { command in
      "printf '%s\\n' '\(command.replacing("'", with: "'\\''"))'; \(command.dropFirst(2)) 2>&1"
    }
    let run = try fixture.shell(
      """
      mkdir here && cp -r "$fixtures/." here && cd here && mkdir bin && ln -s "$proffer" bin/proffer && PATH="$PWD/bin:$PATH"
      \(script.joined(separator: "\n"))
      """)
    #expect(run.text == transcript)
  }

  @Test(arguments: [
    ("example", "ProgramTests/LibraryExample.swift"), ("drag example", "DragAndDropTests/DragExample.swift"),
  ])
  func itsExamplesAreThoseThatAreCompiled(mark: String, file: String) throws {
    let shown = try block(after: mark, language: "swift", in: readme())
    let source = try String(contentsOfFile: "\(Self.root)/Tests/\(file)", encoding: .utf8)
    #expect(shown == source)
  }
}

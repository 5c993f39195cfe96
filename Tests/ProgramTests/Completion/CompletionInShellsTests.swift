import Foundation
import TestSupport
import Testing

/// The completions that shells offer after a tab, each in a pseudo-terminal.
@Suite(.waits) struct CompletionInShellsTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("type-lines.py").path

  /// Typed lines, and the expected output: a candidate in the list, or the rest of the line.
  static let lines: [(line: String, shown: [String])] = [
    ("proffer convert notes.md --to ht", ["html", "htm"]),
    ("proffer type show public.utf8-pl", ["public.utf8-plain-text"]),
    ("proffer type show text/mark", ["text/markdown"]),
    ("proffer load trip.dragbundle --item 1.", ["1.1", "1.2", "1.3"]),
    ("proffer best trip.dragbundle --for ed", ["editor"]),
    ("proffer list ", ["trip.dragbundle"]),
    ("proffer help type sh", ["show"]),
    ("proffer help conv", ["convert", "conversions"]),
    ("proffer best trip.dragbundle --accept html,pn", ["png"]),
  ]

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh"), "needs zsh and fish"),
    arguments: ["bash", "zsh", "fish"])
  func aTabOffersWhatFits(shell: String) async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    try fixture.write("# Notes\n", to: "notes.md")
    try fixture.write(#"{"accepts": ["public.html"]}"#, to: "config/proffer/profiles/editor.json")
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("bin"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("bin/proffer"), withDestinationPath: ProgramFixture.program)
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", Self.script, shell], in: fixture.folder.path,
      environment: [
        "PATH": "\(fixture.folder.path("bin")):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        "HOME": fixture.folder.path, "XDG_CONFIG_HOME": fixture.folder.path("config"),
      ],
      input: Array(JSONSerialization.data(withJSONObject: Self.lines.map { [$0.line, $0.shown] as [Any] })))
    let answers = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output)) as? [String], "\(run.text)\(run.errorText)")
    #expect(answers.count == Self.lines.count)
    for ((line, shown), answer) in zip(Self.lines, answers) {
      for text in shown {
        #expect(answer.contains(text), "\(shell): \(line): \(answer)")
      }
      if line == "proffer list " { #expect(!answer.contains("notes.md"), "\(shell): \(answer)") }
    }
  }

  @Test func candidatesHaveDescriptions() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let types = try await fixture.succeed("__complete", "type", "png", "convert").text
    #expect(types == "png\tPNG image\n")
    let places = try await fixture.succeed("__complete", "place", "", "load", "trip.dragbundle").text
    #expect(places.hasPrefix("1\tTrip notes\n1.1\tpublic.rtf\n"), "\(places)")
    // The result is empty even for an error: a shell has no place to show one.
    #expect(try await fixture.run("__complete", "place", "", "load", "none.dragbundle").output == [])
  }
}

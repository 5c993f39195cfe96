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
    ("proffer extr", ["act"]),
    ("proffer info tr", ["ip.dragbundle"]),
    ("proffer type of not", ["es.md"]),
    ("proffer type not", ["es.md"]),
    ("proffer type sh", ["show"]),
    ("proffer load trip.dragbundle --item ", ["1", "Trip notes", "2", "photo.png"]),
    ("proffer drop trip.dragbundle --into x --item ", ["Trip notes", "photo.png"]),
    ("proffer load trip.dragbundle --item ph", ["oto.png"]),
    ("proffer load trip.dragbundle --item Tr", ["ip\\ notes"]),
    ("proffer load trip.dragbundle --type ", ["html", "png", "rtf"]),
    ("proffer convert photo.png --to jp", ["jpeg", "jpg"]),
    ("proffer convert -", ["--to"]),
    ("proffer convert ", ["notes.md"]),
    ("proffer convert ./-", ["./-dash.md"]),
    ("proffer help type sh", ["show"]),
    ("proffer help conv", ["convert", "conversions"]),
    ("proffer best trip.dragbundle --accept html,pn", ["png"]),
  ]

  @Test(
    .requires(.program("zsh"), .program("fish"), .libpng, .libjpegTurbo),
    arguments: ["bash", "zsh", "fish"])
  func aTabOffersWhatFits(shell: String) async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    try fixture.write("# Notes\n", to: "notes.md")
    try fixture.write("# Dash\n", to: "-dash.md")
    try fixture.write(try ProgramFixture.bytes(ofFixture: "photo.png"), to: "photo.png")
    try fixture.write(#"{"accepts": ["public.html"]}"#, to: "config/proffer/profiles/editor.json")
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("bin"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("bin/proffer"), withDestinationPath: ProgramFixture.program)
    // Zsh and Fish offer only options after a dash, unless -- precedes it, and Fish no names with a dot without one.
    let dashed = [
      "bash": ("proffer convert -da", ["./-dash.md"]), "zsh": ("proffer convert ", ["./-dash.md"]),
      "fish": ("proffer convert -- -d", ["ash.md"]),
    ]
    let lines = Self.lines + (dashed[shell].map { [$0] } ?? [])
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", Self.script, shell], in: fixture.folder.path,
      environment: [
        "PATH": "\(fixture.folder.path("bin")):\(ProgramRun.searchPath)", "LC_ALL": "C.UTF-8",
        "HOME": fixture.folder.path, "XDG_CONFIG_HOME": fixture.folder.path("config"),
      ],
      input: Array(JSONSerialization.data(withJSONObject: lines.map { [$0.line, $0.shown] as [Any] })))
    let answers = try require(
      JSONSerialization.jsonObject(with: Data(run.output)) as? [String], "\(run.text)\(run.errorText)")
    expectEqual(answers.count, lines.count)
    for ((line, shown), answer) in zip(lines, answers) {
      for text in shown {
        expect(answer.contains(text), "\(shell): \(line): \(answer)")
      }
      if line == "proffer list " { expect(!answer.contains("notes.md"), "\(shell): \(answer)") }
      if line.contains("load trip.dragbundle --type") {
        expect(!answer.contains("docx"), "\(shell): \(answer)")
      }
      if line.contains("drop") { expect(!answer.contains("1.1"), "\(shell): \(answer)") }
    }
  }

  @Test func candidatesHaveDescriptions() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let types = try await fixture.succeed("__complete", "type", "png", "convert").text
    expectEqual(types, "png\tPNG image\n")
    let places = try await fixture.succeed("__complete", "place", "", "load", "trip.dragbundle").text
    expect(places.hasPrefix("1\tTrip notes\n1.1\tpublic.rtf\n"), "\(places)")
    let items = try await fixture.succeed("__complete", "item", "", "drop", "trip.dragbundle").text
    expectEqual(items, "1\tTrip notes\n2\tphoto.png\n", "\(items)")
    let names = try await fixture.succeed("__complete", "item", "Tr", "drop", "trip.dragbundle").text
    expectEqual(names, "Trip notes\titem 1\n", "\(names)")
    // The result is empty even for an error: a shell has no place to show one.
    #expect(try await fixture.run("__complete", "place", "", "load", "none.dragbundle").output == [])
  }

  /// Returns the candidates for a word of a command line, without their descriptions.
  private func candidates(_ fixture: ProgramFixture, _ kind: String, _ words: String...) async throws
    -> [String]
  {
    let run = try await fixture.command(["__complete", kind, ""] + words)
    return run.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(.requires(.libpng, .libjpegTurbo)) func onlyWhatIsPossibleIsOffered() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    try fixture.write("# Notes\n", to: "notes.md")
    try fixture.write("", to: "convert")
    let markdown = try await candidates(
      fixture, "result", "convert", "-o", "trip.dragbundle", "notes.md", "--to")
    expect(markdown.contains("html") && markdown.contains("rtf") && !markdown.contains("png"), "\(markdown)")
    let picture = try await candidates(fixture, "result", "convert", "trip.dragbundle", "--item", "2", "--to")
    expect(picture.contains("jpg") && !picture.contains("html"), "\(picture)")
    let any = try await candidates(fixture, "result", "convert", "trip.dragbundle", "--to")
    expect(any.contains("jpg") && any.contains("html"), "\(any)")
    let all = try await candidates(fixture, "content", "load", "trip.dragbundle", "--type")
    expect(Set(all).isSuperset(of: ["html", "png", "rtf", "txt"]) && !all.contains("jpg"), "\(all)")
    let one = try await candidates(fixture, "content", "load", "trip.dragbundle", "--item", "2", "--type")
    expectEqual(one, ["png"], "\(one)")
    let converted = try await candidates(fixture, "content", "load", "trip.dragbundle", "--convert", "--type")
    expect(converted.contains("jpg"), "\(converted)")
    try await expectEqual(fixture.shell("mkfifo pipe").status, 0)
    try await expectEqual(candidates(fixture, "place", "load", "pipe", "--item"), [])
  }
}

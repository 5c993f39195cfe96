import Foundation
import TestSupport
import Testing

/// `--dry-run` prints the paths that the command prints without it, and writes nothing.
@Suite(.waits) struct DryRunTests {
  private func fixture() async throws -> (fixture: ProgramFixture, environment: [String: String]) {
    let fixture = try ProgramFixture()
    try fixture.write("# One\n\n![x](missing.png)\n", to: "one.md")
    try fixture.write("# Two\n", to: "sub/one.md")
    try fixture.write("{", to: "bad.json")
    try await fixture.done("pack", "one.md", "sub/one.md", "-o", "b.dragbundle")
    try fixture.write("taken", to: "taken/one.md")
    return (fixture, ["XDG_STATE_HOME": fixture.folder.path("state")])
  }

  private func contents(_ fixture: ProgramFixture) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.path).sorted()
  }

  @Test(arguments: [
    "convert one.md sub/one.md --to html --into out", "convert one.md -o one.txt",
    "convert one.md bad.json --to plist --into out", "convert b.dragbundle --to rtfd --into out",
    "convert -r sub --to txt --into new/out", "unpack b.dragbundle --into out",
    "unpack b.dragbundle --into out --by-item", "unpack b.dragbundle --into taken",
    "unpack b.dragbundle --into taken --force", "split b.dragbundle --into parts",
    "drop b.dragbundle --into out", "drop b.dragbundle --into taken",
    "drop b.dragbundle --into out --accept html --convert",
    "drop b.dragbundle --into moved --operation move",
  ])
  func theListIsThatOfTheRealRun(line: String) async throws {
    let (fixture, environment) = try await fixture()
    let words = line.split(separator: " ").map(String.init)
    let before = try contents(fixture)
    let dry = try await fixture.command(words + ["--dry-run"], environment: environment)
    try expectEqual(contents(fixture), before, "nothing is written")
    let real = try await fixture.command(words, environment: environment)
    expectEqual(dry.status, real.status, "\(dry) \(real)")
    // A single result is not printed by a conversion.
    let printed = line.hasSuffix("-o one.txt") ? "one.txt\n" : real.text
    expectEqual(dry.text, printed, "\(dry) \(real)")
    func losses(_ run: ProgramRun) -> [Substring] {
      run.errorText.split(separator: "\n").filter { $0.contains("lost: ") }
    }
    expectEqual(losses(dry), losses(real), "\(dry.errorText) \(real.errorText)")
  }

  @Test func aFolderThatIsEqualIsNoObstacle() async throws {
    let (fixture, _) = try await fixture()
    try await fixture.done("pack", "sub", ProgramFixture.fixture("Notes.rtfd"), "-o", "f.dragbundle")
    for option in ["", "--by-item"] {
      let words =
        ["unpack", "f.dragbundle", "--into", "out\(option)", "--force"] + (option.isEmpty ? [] : [option])
      let first = try await fixture.command(words)
      expect(first.status == 0 && !first.text.isEmpty, "\(first)")
      let before = try contents(fixture)
      let dry = try await fixture.command(words + ["-n"])
      try expectEqual(contents(fixture), before)
      expect(dry.status == 0 && dry.text == first.text, "\(dry)")
      let real = try await fixture.command(words)
      expect(real.status == 0 && real.text == first.text, "\(real)")
      let changed = try require(
        contents(fixture).first { $0.hasPrefix("out\(option)") && $0.hasSuffix(".md") })
      try fixture.write("changed", to: changed)
      let (refused, refusal) = try await (fixture.command(words), fixture.command(words + ["-n"]))
      expect(refused.status == 2 && refusal.status == 2, "\(refused)")
      expect(refusal.errorText == refused.errorText && refusal.text == refused.text, "\(refusal)")
    }
  }

  @Test func undoPrintsWhatItWouldUndo() async throws {
    let (fixture, environment) = try await fixture()
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "out/deep", "--operation", "move", environment: environment)
    expectEqual(drop.status, 0, "\(drop.errorText)")
    let before = try contents(fixture)
    let dry = try await fixture.command("undo", "--dry-run", environment: environment)
    let json = try await fixture.command("undo", "--dry-run", "--json", environment: environment)
    try expectEqual(contents(fixture), before)
    let real = try await fixture.command("undo", environment: environment)
    expect(dry.status == 0 && dry.text == real.text && dry.text.contains("restored: b.dragbundle"), "\(dry)")
    expect(json.text.contains("\"ended\":true"), "\(json.text)")
    expect(dry.errorText.contains("would undo the move of 2 items"), "\(dry.errorText)")
  }

  @Test func undoOfAChangedFileIsForeseen() async throws {
    let (fixture, environment) = try await fixture()
    _ = try await fixture.command("drop", "b.dragbundle", "--into", "out", environment: environment)
    try fixture.write("changed", to: "out/one.md")
    let dry = try await fixture.command("undo", "--dry-run", environment: environment)
    let real = try await fixture.command("undo", environment: environment)
    expect(dry.status == 1 && real.status == 1, "\(dry) \(real)")
    expect(dry.text == real.text && dry.text.contains("removed: out/one 2.md"), "\(dry) \(real)")
  }

  @Test func aPayloadThatIsDamagedIsFoundWithoutWriting() async throws {
    let (fixture, _) = try await fixture()
    var bytes = try fixture.folder.read("b.dragbundle")
    let start = try require(bytes.firstRange(of: Array("# One".utf8))).lowerBound
    bytes[start + 2] = UInt8(ascii: "X")
    try fixture.folder.write(bytes, to: "b.dragbundle")
    let dry = try await fixture.command("unpack", "b.dragbundle", "--into", "out", "-n")
    expect(dry.status == 2 && dry.text.isEmpty, "\(dry)")
  }
}

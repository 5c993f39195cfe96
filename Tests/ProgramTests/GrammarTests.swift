import Foundation
import TestSupport
import Testing

/// Checks what `.github/docs/options.md` says about statuses, names, paths and former names of options.
@Suite(.waits) struct GrammarTests {
  private func fixture() async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    try fixture.write("# One\n", to: "one.md")
    return fixture
  }

  @Test(arguments: [
    "convert one.md --to nosuch", "convert one.md --to out.png", "convert one.md --to html --from nosuch",
    "convert one.md --from text/plain;charset=nosuch --to html", "load trip.dragbundle --type nosuch",
    "unpack trip.dragbundle --into out --type nosuch", "best trip.dragbundle --accept nosuch",
    "drop trip.dragbundle --into out --accept nosuch", "pack --from nosuch one.md -o x",
    "retype trip.dragbundle 1.1 nosuch", "type show nosuch", "type conforms nosuch public.text",
    "type dynamic public.html", "type tree nosuch", "coders one.md --from nosuch",
    "add trip.dragbundle --item a",
    "drop trip.dragbundle --into out --item 1.2", "nosuch", "convert --nosuch", "pack one.md",
  ])
  func aWrongCommandLineHasStatus64(line: String) async throws {
    let fixture = try await fixture()
    let run = try await fixture.command(line.split(separator: " ").map(String.init))
    expect(run.status == 64 && run.hasOneErrorLine, "\(run.status): \(run.errorText)")
  }

  @Test(
    arguments: [
      ("load trip.dragbundle --type mp3", 1), ("convert one.md --to mp3", 1),
      ("type conforms png public.text", 1),
      ("load none.dragbundle", 2), ("load trip.dragbundle 7", 2), ("convert none.md --to html", 2),
      ("convert one.md -o one.md", 2), ("type of none.md", 2),
    ] as [(String, Int32)])
  func aNoHasStatus1AndAFailureStatus2(line: String, status: Int32) async throws {
    let fixture = try await fixture()
    let run = try await fixture.command(line.split(separator: " ").map(String.init))
    expectEqual(run.status, status, "\(run.status): \(run.errorText)")
  }

  @Test func anUnknownTypeInAProfileIsAFailure() async throws {
    let fixture = try await fixture()
    try fixture.write(#"{"accepts": ["nosuch"]}"#, to: "mine.json")
    let run = try await fixture.command("best", "trip.dragbundle", "--for", "./mine.json")
    expect(run.status == 2 && run.errorText.contains("nosuch"), "\(run.errorText)")
  }

  @Test(arguments: ["out", "./out", "below/../out"])
  func pathsArePrintedAsTheyWereTyped(folder: String) async throws {
    let fixture = try await fixture()
    try fixture.write("", to: "below/file")
    let environment = ["XDG_STATE_HOME": fixture.folder.path("state")]
    for line in [
      "unpack trip.dragbundle --type png", "drop trip.dragbundle --item 2", "load trip.dragbundle 2",
      "convert one.md --to html", "split trip.dragbundle",
    ] {
      let words = line.split(separator: " ").map(String.init)
      let text = try await fixture.command(words + ["--into", "\(folder)/a"], environment: environment)
      let json = try await fixture.command(
        words + ["--into", "\(folder)/b", "--json"], environment: environment)
      expect(
        text.status == 0 && text.text.hasPrefix("\(folder)/a/"), "\(line): \(text.text)\(text.errorText)")
      let path = "\"\(folder)/b/".replacing("/", with: "\\/")
      expect(json.text.contains("\"\(folder)/b/") || json.text.contains(path), "\(line): \(json.text)")
      try FileManager.default.removeItem(atPath: fixture.folder.path("out"))
    }
  }

  @Test func aPathOfTheCommandLineIsNotRepeated() async throws {
    let fixture = try await fixture()
    for line in [
      "load trip.dragbundle 2 -o a.png", "convert one.md -o a.html", "pack one.md -o a.dragbundle",
      "merge trip.dragbundle -o b.dragbundle",
    ] {
      try await expectEqual(fixture.command(line.split(separator: " ").map(String.init)).text, "", "\(line)")
    }
  }

  @Test(arguments: [
    ("load trip.dragbundle -t txt", "-t has been renamed to --type"),
    ("load trip.dragbundle --to txt", "--to has been renamed to --type"),
    ("convert one.md --type html", "--type has been renamed to --to"),
    ("pack --item one.md -o x", "--item has been renamed to --new-item"),
    ("pack --type public.data --as data one.md -o x", "--type has been renamed to --from"),
    ("unpack trip.dragbundle -o out", "-o has been renamed to --into"),
    ("add trip.dragbundle --to 2 one.md", "--to has been renamed to --item"),
  ])
  func aFormerNameIsAcceptedAndSaysTheNewOne(line: String, note: String) async throws {
    let fixture = try await fixture()
    let words = line.split(separator: " ").map(String.init)
    let run = try await fixture.command(words)
    expect(run.status == 0 && run.errorText.contains("proffer: note: \(note)\n"), "\(run.errorText)")
    let help = try await fixture.done(words[0], "--help").text
    expect(!help.contains("renamed"), help)
  }

  @Test func otherNamesOfCommandsAreAcceptedAndListed() async throws {
    let fixture = try await fixture()
    let list = try await fixture.done("list", "trip.dragbundle").text
    for name in ["ls", "info"] { try await expectEqual(fixture.done(name, "trip.dragbundle").text, list) }
    try await expectEqual(
      fixture.done("cat", "trip.dragbundle", "2").output,
      (try ProgramFixture.bytes(ofFixture: "photo.png")))
    try await fixture.done("extract", "trip.dragbundle", "--into", "out")
    let help = try await fixture.done("--help").text
    for names in ["list, ls, info", "unpack, extract", "remove, rm", "rename, mv", "The same as load -o -."] {
      expect(help.contains(names), "\(names)")
    }
  }

  @Test func theTypeOfAFileNeedsNoOf() async throws {
    let fixture = try await fixture()
    for line in ["type one.md", "type --json one.md", "type -r ."] {
      let words = line.split(separator: " ").map(String.init)
      let run = try await fixture.command(words)
      expectEqual(run.text, (try await fixture.command(["type", "of"] + words.dropFirst()).text), "\(line)")
    }
    let typo = try await fixture.command("type", "shwo", "png")
    expect(typo.status == 64 && typo.errorText.contains("did you mean show?"), "\(typo.errorText)")
  }

  @Test(.requires(.program("man"))) func theManualIsShownByManOrAPager() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      mkdir bin && ln -s /usr/bin/cat bin/mine && export MANPAGER=cat PAGER=mine
      script -qec "$proffer manual convert" /dev/null < /dev/null | tr -d '\r' > man.txt
      script -qec "env PATH=$PWD/bin $proffer manual convert" /dev/null < /dev/null | tr -d '\r' > pager.txt
      $proffer manual convert > source.txt
      head -n 1 source.txt; grep -c '^.SH' man.txt pager.txt; grep '^Usage: ' pager.txt
      """)
    let lines = run.text.split(separator: "\n")
    expectEqual(lines.first?.hasPrefix(".TH "), true, "\(run.text)")
    expect(lines.contains("man.txt:0") && lines.contains("pager.txt:0"), "\(run.text)\(run.errorText)")
    expect(lines.contains("Usage: proffer convert [OPTION…] [INPUT…]"), "\(run.text)")
  }
}

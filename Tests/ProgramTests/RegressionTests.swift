import Foundation
import TestSupport
import Testing

/// Bugs that were found in use; each test name states the corrected behavior.
@Suite(.waits) struct RegressionTests {
  @Test func forceDoesNotRemoveAFolderThatIsNotABundle() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("precious", to: "notb/p")
    let notes = ProgramFixture.fixture("notes.html")
    try await expectEqual(fixture.command("pack", "--folder", notes, "-o", "notb", "--force").status, 2)
    try expectEqual(fixture.folder.read("notb/p"), Array("precious".utf8))
    try await fixture.done("pack", "--folder", notes, "-o", "b")
    try await fixture.done("pack", "--folder", ProgramFixture.fixture("notes.txt"), "-o", "b", "--force")
  }

  @Test func aClosedStreamDoesNotBecomeAFileOfTheProgramItself() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      timeout 600 $proffer pack --from public.data - -o in.dragbundle <&-; echo $?
      timeout 600 $proffer pack $fixtures/notes.txt -o - >&-; echo $?
      timeout 600 $proffer pack $fixtures/notes.txt -o out.dragbundle 2>&-; echo $?
      ls
      """)
    expectEqual(run.text, "2\n2\n0\nout.dragbundle\n", "\(run.text)\(run.errorText)")
    expect(run.errorText.contains("it is not open"), "\(run.errorText)")
  }

  @Test func eachReportsWhatItLeavesOut() async throws {
    let fixture = try ProgramFixture()
    try await requireEqual(
      fixture.shell("mkdir d; echo a > d/a.txt; ln -s a.txt d/l; mkfifo d/p").status, 0)
    let run = try await fixture.done("pack", "--each", "d", "-o", "d.dragbundle")
    expect(
      run.errorText.contains("--each left out entries that are not files: d/l and 1 more"), "\(run.errorText)"
    )
  }

  @Test(arguments: [("rtfd", "notes.rtf"), ("textbundle", "notes.md")])
  func convertWithForceDoesNotRemoveAFolderOfAnotherKind(type: String, source: String) async throws {
    let fixture = try ProgramFixture()
    func convert(to place: String, _ more: String...) async throws -> ProgramRun {
      try await fixture.command(
        ["convert", ProgramFixture.fixture(source), "--to", ".\(type)", "-o", place] + more)
    }
    for place in ["plain", "out.\(type)"] {
      try fixture.write("precious", to: "\(place)/p")
      #expect(try await convert(to: place, "--force").isRefusal(naming: "\(place) is a folder"))
      try expectEqual(fixture.folder.read("\(place)/p"), Array("precious".utf8))
    }
    try await expectEqual(convert(to: "new.\(type)").status, 0)
    try await expectEqual(convert(to: "new.\(type)", "--force").status, 0)
  }

  @Test func loadWithForceDoesNotRemoveAFolderOfAnotherKind() async throws {
    let fixture = try ProgramFixture()
    try await fixture.done("pack", ProgramFixture.fixture("notes.rtf"), "-o", "a.dragbundle")
    try fixture.write("precious", to: "out/notes.rtfd/p")
    let words = ["load", "a.dragbundle", "--convert", "--type", ".rtfd", "--force", "-o"]
    try await expectEqual(fixture.command(words + ["out"]).status, 2)
    try expectEqual(fixture.folder.read("out/notes.rtfd/p"), Array("precious".utf8))
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("new"), withIntermediateDirectories: false)
    try await expectEqual(fixture.command(words + ["new"]).status, 0)
    try await expectEqual(fixture.command(words + ["new"]).status, 0)
  }

  @Test func unpackWithForceDoesNotRemoveAFolder() async throws {
    let fixture = try ProgramFixture()
    let album = ProgramFixture.fixture("album")
    try await fixture.done("pack", ProgramFixture.fixture("notes.txt"), album, "-o", "a.dragbundle")
    for place in ["one/notes.txt", "two/album"] {
      try fixture.write("mine", to: "\(place)/mine")
      let into = String(place.prefix(3))
      try await expectEqual(fixture.command("unpack", "a.dragbundle", "--into", into, "--force").status, 2)
      try expectEqual(fixture.folder.read("\(place)/mine"), Array("mine".utf8))
    }
    try expectEqual(fixture.folder.names().filter { $0.hasPrefix("two/") }, ["two/album", "two/album/mine"])
    // A link is replaced by the folder, not followed.
    for folder in ["real", "three"] {
      try FileManager.default.createDirectory(
        atPath: fixture.folder.path(folder), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("three/album"), withDestinationPath: "../real")
    try await fixture.done("unpack", "-q", "a.dragbundle", "--into", "three", "--force")
    #expect(
      FileManager.default.contentsEqual(atPath: album, andPath: fixture.folder.path("three/album")))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: fixture.folder.path("real")), [])
  }

  @Test func aPromiseIsHiddenWithItsSource() async throws {
    let fixture = try ProgramFixture()
    let pack = try await fixture.command(
      "pack", "--team", "red", "--promise", ".plist", "--visibility", "team",
      ProgramFixture.fixture("config.json"),
      "-o", "a.dragbundle")
    expectEqual(pack.status, 0, "\(pack.errorText)")
    let other = try await fixture.command("load", "a.dragbundle", "--type", ".plist")
    expect(other.status == 1 && other.output.isEmpty, "\(other.errorText)")
    try await expectEqual(
      fixture.command("load", "a.dragbundle", "--type", ".plist", "--team", "red").status, 0)
  }

  @Test func anItemForOthersDoesNotShowItsName() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("x", to: "secret-name.txt")
    let pack = try await fixture.command(
      "pack", "--team", "red", "--name", "SECRET", "--visibility", "team", "secret-name.txt", "-o",
      "a.dragbundle")
    expectEqual(pack.status, 0, "\(pack.errorText)")
    for arguments in [
      ["list"], ["list", "--json"], ["best", "--accept", ".txt"], ["best", "--accept", ".txt", "--json"],
    ] {
      let run = try await fixture.command(arguments + ["a.dragbundle"])
      expect(!run.text.contains("SECRET") && !run.text.contains("secret-name"), "\(run.text)")
    }
    #expect(try await fixture.command("list", "--team", "red", "a.dragbundle").text.contains("SECRET"))
  }

  @Test func filesMadeOfAnItemDoNotHaveTheNameThatIsForOthers() async throws {
    let fixture = try ProgramFixture()
    for (name, text) in [("SECRET-one.txt", "x"), ("open.html", "y"), ("SECRET-two.md", "z")] {
      try fixture.write(text, to: name)
    }
    let team = ["--team", "red", "--visibility", "team"]
    let state = ["XDG_STATE_HOME": fixture.folder.path("state")]
    var printed = ""
    for words in [
      ["pack", "--name", "SECRET"] + team + ["SECRET-one.txt", "-o", "hidden"],
      ["pack", "--new-item"] + team + ["SECRET-two.md", "open.html", "-o", "mixed"],
      ["merge", "hidden", "mixed", "-o", "both"], ["split", "both", "--into", "parts"],
      ["split", "both", "--into", "parts-json", "--json"],
      ["convert", "mixed", "--to", "txt", "--into", "texts"],
      ["convert", "mixed", "--to", "txt", "--into", "more.texts", "--json"],
      ["load", "mixed", "--type", "txt", "--convert", "-o", "loaded"],
      ["drop", "mixed", "--accept", "txt", "--convert", "--into", "dropped"],
    ] {
      let run = try await fixture.command(words, environment: state)
      expectEqual(run.status, 0, "\(words): \(run.errorText)")
      printed += run.text + run.errorText
    }
    let made = ["parts/", "texts/", "dropped/"]
    printed += try fixture.folder.names().filter { name in made.contains { name.hasPrefix($0) } }.joined()
    expect(!printed.contains("SECRET"), "\(printed)")
    expect(printed.contains("parts/item 1.dragbundle\nparts/open.dragbundle\n"), "\(printed)")
  }

  @Test func aBrokenConfigurationStopsNoCommand() async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell(
      "mkdir -p config/proffer/types && echo '{' > config/proffer/types/bad.json")
    expectEqual(made.status, 0)
    let run = try await fixture.command(
      ["type", "conforms", ".png", "public.image"],
      environment: ["XDG_CONFIG_HOME": fixture.folder.path("config")])
    expect(run.status == 0 && run.errorText.contains("bad.json"), "\(run.errorText)")
  }

  @Test func aBrokenFileOfCodersIsReportedOnceAndOnlyWhereItCouldMatter() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let made = try await fixture.shell(
      "mkdir -p config/proffer/coders && echo '{' > config/proffer/coders/bad.json")
    expectEqual(made.status, 0)
    let environment = ["XDG_CONFIG_HOME": fixture.folder.path("config")]
    for command in [
      ["load", "trip.dragbundle", "--type", ".png", "-o", "-"],
      ["best", "trip.dragbundle", "--accept", "public.item"],
      ["pack", ProgramFixture.fixture("notes.txt"), "-o", "b.dragbundle"],
      ["convert", ProgramFixture.fixture("notes.md"), "--to", ".html"],
    ] {
      let run = try await fixture.command(command, environment: environment)
      expect(run.status == 0 && run.errorText == "", "\(command): \(run.errorText)")
    }
    for command in [
      ["coders"], ["convert", ProgramFixture.fixture("photo.png"), "--to", "public.json"],
    ] {
      let run = try await fixture.command(command, environment: environment)
      expectEqual(
        run.errorText.split(separator: "\n").count { $0.contains("bad.json") }, 1, "\(run.errorText)")
    }
  }

  @Test(.requires(.trace))
  func noProgramIsLookedForBeforeSomethingIsConverted() async throws {
    let fixture = try ProgramFixture()
    for command in [
      "pack $fixtures/notes.txt -o a.dragbundle", "best a.dragbundle --accept public.text",
      "load a.dragbundle --type .txt", "convert $fixtures/config.json --to .plist",
    ] {
      let run = try await fixture.shell(
        "strace -f -e trace=%file -o calls $proffer \(command) > /dev/null && ! grep -E 'pandoc|ffmpeg' calls"
      )
      expectEqual(run.status, 0, "\(command): \(run.text)\(run.errorText)")
    }
  }

  @Test func filesOfTheConfigurationMayReferToEachOther() async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell(
      #"""
      mkdir -p config/proffer/types && cd config/proffer/types
      echo '{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "a.child", "UTTypeConformsTo": "z.parent"}]}' > a.json
      echo '{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "z.parent", "UTTypeConformsTo": "public.text"}]}' > z.json
      """#)
    expectEqual(made.status, 0)
    let environment = ["XDG_CONFIG_HOME": fixture.folder.path("config")]
    let both = try await fixture.command(
      ["type", "conforms", "a.child", "public.text"], environment: environment)
    expect(both.status == 0 && both.errorText == "", "\(both.errorText)")
    // A contradictory declaration is ignored; the others are kept.
    try fixture.folder.write(
      #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "b.orphan", "UTTypeConformsTo": "no.where"}]}"#,
      to: "config/proffer/types/b.json")
    let rest = try await fixture.command(
      ["type", "conforms", "z.parent", "public.text"], environment: environment)
    expect(rest.status == 0 && rest.errorText.contains("b.json"), "\(rest.errorText)")
  }

  @Test func aBundleInsideTheFolderThatIsPackedIsRefused() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      "mkdir fo; echo x > fo/x; cd fo; $proffer pack . -o x.dragbundle; echo $?; ls")
    expect(run.text == "2\nx\n" && run.errorText.contains("inside ."), "\(run.text)\(run.errorText)")
  }

  @Test func namesInJSONAreEscapedOnce() async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell(
      #"mkdir d; printf 1 > 'd/back\slash'; printf 2 > "$(printf 'd/new\nline')"; printf 3 > "$(printf 'd/z\377')""#
    )
    expectEqual(made.status, 0, "\(made.errorText)")
    try await fixture.done("pack", "--each", "d", "-o", "a.dragbundle")
    let list = try await fixture.command("list", "a.dragbundle", "--json").json() as? [String: Any]
    let items = try require(list?["items"] as? [[String: Any]])
    let representations = items.compactMap { ($0["representations"] as? [[String: Any]])?.first }
    expectEqual(representations.map { $0["name"] as? String }, ["back\\slash", "new\nline", nil])
    expectEqual(representations[2]["nameBytes"] as? String, "ev8=")
  }

  @Test func theExecutableBitOfAFileIsKept() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("#!/bin/sh\n", to: "run.sh")
    try fixture.write("x", to: "plain.txt")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fixture.folder.path("run.sh"))
    try await fixture.done("pack", "run.sh", "plain.txt", "-o", "a.dragbundle")
    try await fixture.done("unpack", "a.dragbundle", "--into", "out")
    try await fixture.done("load", "a.dragbundle", "--item", "1", "--type", "public.data", "-o", "again")
    let names = ["out/run.sh", "out/plain.txt", "again"]
    expectEqual(
      names.map { FileManager.default.isExecutableFile(atPath: fixture.folder.path($0)) },
      [
        true, false, true,
      ])
  }

  @Test(arguments: [
    ["pack", "--from", ".zip", "--each", "folder", "-o", "x"],
    ["pack", "--name", "n", "--each", "folder", "-o", "x"],
    ["pack", "--from", ".txt", "--from", ".html", "a.txt", "-o", "x"],
  ])
  func optionsThatWouldReachOnlyTheFirstFileAreUsageErrors(arguments: [String]) async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell("mkdir folder empty; echo x > folder/x; echo a > a.txt")
    expectEqual(made.status, 0)
    try await expectEqual(fixture.command(arguments).status, 64)
    try await expectEqual(fixture.command("pack", "--each", "empty", "-o", "x").status, 2)
  }

  @Test func aFolderIsNotPackedAsATypeOfFiles() async throws {
    let fixture = try ProgramFixture()
    let folder = try await fixture.command(
      "pack", "--from", ".txt", ProgramFixture.fixture("album"), "-o", "x")
    expect(folder.status == 2 && folder.errorText.contains("is a folder"), "\(folder.errorText)")
    let file = try await fixture.command(
      "pack", "--from", "public.folder", ProgramFixture.fixture("notes.txt"), "-o", "x")
    expect(file.status == 2 && file.errorText.contains("is not a folder"), "\(file.errorText)")
  }

  @Test func aFileWithAMistakeIsNamed() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("{", to: "broken.json")
    let run = try await fixture.command("convert", "broken.json", "--to", "com.apple.property-list")
    expect(run.errorText.contains("broken.json: line 1"), "\(run.errorText)")
    let piped = try await fixture.run("list", "-", input: Array("junk".utf8))
    expect(piped.status == 2 && piped.errorText.contains("/dev/stdin"), "\(piped.errorText)")
  }
}

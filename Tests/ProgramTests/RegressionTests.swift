import Foundation
import TestSupport
import Testing

/// Mistakes that were found in use; each test names what is true since.
@Suite struct RegressionTests {
  @Test func forceDoesNotRemoveAFolderThatIsNotABundle() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      mkdir notb; echo precious > notb/p
      $proffer pack --folder $fixtures/notes.html -o notb --force; echo $?
      cat notb/p
      $proffer pack --folder $fixtures/notes.html -o b && $proffer pack --folder $fixtures/notes.txt -o b --force; echo $?
      """)
    #expect(run.text == "2\nprecious\n0\n", "\(run.errorText)")
  }

  @Test func aClosedStreamDoesNotBecomeAFileOfTheProgramItself() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      timeout 20 $proffer pack --type public.data - -o in.dragbundle <&-; echo $?
      timeout 20 $proffer pack $fixtures/notes.txt -o - >&-; echo $?
      timeout 20 $proffer pack $fixtures/notes.txt -o out.dragbundle 2>&-; echo $?
      ls
      """)
    #expect(run.text == "2\n2\n0\nout.dragbundle\n", "\(run.text)\(run.errorText)")
    #expect(run.errorText.contains("it is not open"), "\(run.errorText)")
  }

  @Test func eachReportsWhatItLeavesOut() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      "mkdir d; echo a > d/a.txt; ln -s a.txt d/l; mkfifo d/p; $proffer pack --each d -o d.dragbundle; echo $?"
    )
    #expect(run.text == "0\n")
    #expect(run.errorText.contains("--each left out what is not a file: d/l and 1 more"), "\(run.errorText)")
  }

  @Test(arguments: [
    ("rtfd", "convert $fixtures/notes.rtf --to .rtfd -o"),
    ("textbundle", "convert $fixtures/notes.md --to .textbundle -o"),
  ])
  func convertWithForceDoesNotRemoveAFolderOfAnotherKind(type: String, command: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      mkdir plain out.\(type); echo precious > plain/p; echo precious > out.\(type)/p
      for place in plain out.\(type); do $proffer \(command) $place --force; echo $?; cat $place/p; done
      $proffer \(command) new.\(type) && $proffer \(command) new.\(type) --force; echo $?
      """)
    #expect(run.text == "2\nprecious\n2\nprecious\n0\n", "\(run.text)\(run.errorText)")
    #expect(run.errorText.contains("out.\(type) is a folder"), "\(run.errorText)")
  }

  @Test func loadWithForceDoesNotRemoveAFolderOfAnotherKind() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      $proffer pack $fixtures/notes.rtf -o a.dragbundle
      mkdir -p out/notes.rtfd new; echo precious > out/notes.rtfd/p
      load="$proffer load a.dragbundle --convert --type .rtfd --force -o"
      $load out; echo $?; cat out/notes.rtfd/p
      $load new && $load new; echo $?
      """)
    #expect(run.text == "2\nprecious\n0\n", "\(run.text)\(run.errorText)")
  }

  @Test func unpackWithForceDoesNotRemoveAFolder() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      $proffer pack $fixtures/notes.txt $fixtures/album -o a.dragbundle
      mkdir -p one/notes.txt two/album; echo mine > one/notes.txt/mine; echo mine > two/album/mine
      $proffer unpack a.dragbundle --into one --force; echo $?
      $proffer unpack a.dragbundle --into two --force; echo $?
      cat one/notes.txt/mine two/album/mine; ls two
      mkdir real three; ln -s ../real three/album
      $proffer unpack -q a.dragbundle --into three --force && diff -r $fixtures/album three/album && ls real
      """)
    #expect(run.text == "2\n2\nmine\nmine\nalbum\n", "\(run.text)\(run.errorText)")
  }

  @Test func aPromiseIsHiddenWithItsSource() async throws {
    let fixture = try ProgramFixture()
    let pack = try await fixture.command(
      "pack", "--team", "red", "--promise", ".plist", "--visibility", "team",
      ProgramFixture.fixture("config.json"),
      "-o", "a.dragbundle")
    #expect(pack.status == 0, "\(pack.errorText)")
    let other = try await fixture.command("load", "a.dragbundle", "--type", ".plist")
    #expect(other.status == 1 && other.output.isEmpty, "\(other.errorText)")
    #expect(
      try await fixture.command("load", "a.dragbundle", "--type", ".plist", "--team", "red").status == 0)
  }

  @Test func anItemForOthersDoesNotShowItsName() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("x", to: "secret-name.txt")
    let pack = try await fixture.command(
      "pack", "--team", "red", "--name", "SECRET", "--visibility", "team", "secret-name.txt", "-o",
      "a.dragbundle")
    #expect(pack.status == 0, "\(pack.errorText)")
    for arguments in [
      ["list"], ["list", "--json"], ["best", "--accept", ".txt"], ["best", "--accept", ".txt", "--json"],
    ] {
      let run = try await fixture.command(arguments + ["a.dragbundle"])
      #expect(!run.text.contains("SECRET") && !run.text.contains("secret-name"), "\(run.text)")
    }
    #expect(try await fixture.command("list", "--team", "red", "a.dragbundle").text.contains("SECRET"))
  }

  @Test func filesMadeOfAnItemDoNotHaveTheNameThatIsForOthers() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      export XDG_STATE_HOME=$PWD/state
      echo x >SECRET-one.txt; echo y >open.html; echo z >SECRET-two.md
      $proffer pack --team red --name SECRET --visibility team SECRET-one.txt -o hidden
      $proffer pack --team red --item --visibility team SECRET-two.md open.html -o mixed
      $proffer merge hidden mixed -o both
      $proffer split both --into parts
      $proffer split both --into parts-json --json
      $proffer convert mixed --to txt --into texts
      $proffer convert mixed --to txt --into more.texts --json
      $proffer load mixed --type txt --convert -o loaded
      $proffer drop mixed --accept txt --convert --into dropped
      ls parts texts dropped
      """)
    #expect(run.status == 0, "\(run.errorText)")
    #expect(!run.text.contains("SECRET") && !run.errorText.contains("SECRET"), "\(run.text)\(run.errorText)")
    #expect(run.text.contains("parts/item 1.dragbundle\nparts/open.dragbundle\n"), "\(run.text)")
  }

  @Test func aBrokenConfigurationStopsNoCommand() async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell(
      "mkdir -p config/proffer/types && echo '{' > config/proffer/types/bad.json")
    #expect(made.status == 0)
    let run = try await fixture.command(
      ["type", "conforms", ".png", "public.image"],
      environment: ["XDG_CONFIG_HOME": fixture.folder.path("config")])
    #expect(run.status == 0 && run.errorText.contains("bad.json"), "\(run.errorText)")
  }

  @Test func aBrokenFileOfCodersIsReportedOnceAndOnlyWhereItCouldMatter() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let made = try await fixture.shell(
      "mkdir -p config/proffer/coders && echo '{' > config/proffer/coders/bad.json")
    #expect(made.status == 0)
    let environment = ["XDG_CONFIG_HOME": fixture.folder.path("config")]
    for command in [
      ["load", "trip.dragbundle", "--type", ".png", "-o", "-"],
      ["best", "trip.dragbundle", "--accept", "public.item"],
      ["pack", ProgramFixture.fixture("notes.txt"), "-o", "b.dragbundle"],
      ["convert", ProgramFixture.fixture("notes.md"), "--to", ".html"],
    ] {
      let run = try await fixture.command(command, environment: environment)
      #expect(run.status == 0 && run.errorText == "", "\(command): \(run.errorText)")
    }
    for command in [
      ["coders"], ["convert", ProgramFixture.fixture("photo.png"), "--to", "public.json"],
    ] {
      let run = try await fixture.command(command, environment: environment)
      #expect(run.errorText.split(separator: "\n").count { $0.contains("bad.json") } == 1, "\(run.errorText)")
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "needs strace"))
  func noProgramIsLookedForBeforeSomethingIsConverted() async throws {
    let fixture = try ProgramFixture()
    for command in [
      "pack $fixtures/notes.txt -o a.dragbundle", "best a.dragbundle --accept public.text",
      "load a.dragbundle --type .txt", "convert $fixtures/config.json --to .plist",
    ] {
      let run = try await fixture.shell(
        "strace -f -e trace=%file -o calls $proffer \(command) > /dev/null && ! grep -E 'pandoc|ffmpeg' calls"
      )
      #expect(run.status == 0, "\(command): \(run.text)\(run.errorText)")
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
    #expect(made.status == 0)
    let environment = ["XDG_CONFIG_HOME": fixture.folder.path("config")]
    let both = try await fixture.command(
      ["type", "conforms", "a.child", "public.text"], environment: environment)
    #expect(both.status == 0 && both.errorText == "", "\(both.errorText)")
    // A contradiction leaves out what does not fit and keeps the rest.
    try fixture.folder.write(
      #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "b.orphan", "UTTypeConformsTo": "no.where"}]}"#,
      to: "config/proffer/types/b.json")
    let rest = try await fixture.command(
      ["type", "conforms", "z.parent", "public.text"], environment: environment)
    #expect(rest.status == 0 && rest.errorText.contains("b.json"), "\(rest.errorText)")
  }

  @Test func aBundleInsideTheFolderThatIsPackedIsRefused() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      "mkdir fo; echo x > fo/x; cd fo; $proffer pack . -o x.dragbundle; echo $?; ls")
    #expect(run.text == "2\nx\n" && run.errorText.contains("inside ."), "\(run.text)\(run.errorText)")
  }

  @Test func namesInJSONAreEscapedOnce() async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell(
      #"printf 1 > 'back\slash'; printf 2 > "$(printf 'new\nline')"; printf 3 > "$(printf '\377')"; $proffer pack --type .txt 'back\slash' --type .txt new* --type .txt "$(printf '\377')" -o a.dragbundle"#
    )
    #expect(made.status == 0, "\(made.errorText)")
    let list = try await fixture.command("list", "a.dragbundle", "--json").json() as? [String: Any]
    let items = try #require(list?["items"] as? [[String: Any]])
    let representations = items.compactMap { ($0["representations"] as? [[String: Any]])?.first }
    #expect(representations.map { $0["name"] as? String } == ["back\\slash", "new\nline", nil])
    #expect(representations[2]["nameBytes"] as? String == "/w==")
  }

  @Test func theExecutableBitOfAFileIsKept() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      echo '#!/bin/sh' > run.sh; chmod 755 run.sh; echo x > plain.txt
      $proffer pack run.sh plain.txt -o a.dragbundle && $proffer unpack a.dragbundle --into out
      test -x out/run.sh -a ! -x out/plain.txt && $proffer load a.dragbundle --item 1 --type public.data -o again && test -x again
      """)
    #expect(run.status == 0, "\(run.errorText)")
  }

  @Test(arguments: [
    ["pack", "--type", ".zip", "--each", "folder", "-o", "x"],
    ["pack", "--name", "n", "--each", "folder", "-o", "x"],
    ["pack", "--type", ".txt", "--type", ".html", "a.txt", "-o", "x"],
  ])
  func optionsThatWouldReachOnlyTheFirstFileAreUsageErrors(arguments: [String]) async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell("mkdir folder empty; echo x > folder/x; echo a > a.txt")
    #expect(made.status == 0)
    #expect(try await fixture.command(arguments).status == 64)
    #expect(try await fixture.command("pack", "--each", "empty", "-o", "x").status == 2)
  }

  @Test func aFolderIsNotPackedAsATypeOfFiles() async throws {
    let fixture = try ProgramFixture()
    let folder = try await fixture.command(
      "pack", "--type", ".txt", ProgramFixture.fixture("album"), "-o", "x")
    #expect(folder.status == 2 && folder.errorText.contains("is a folder"), "\(folder.errorText)")
    let file = try await fixture.command(
      "pack", "--type", "public.folder", ProgramFixture.fixture("notes.txt"), "-o", "x")
    #expect(file.status == 2 && file.errorText.contains("is not a folder"), "\(file.errorText)")
  }

  @Test func aFileWithAMistakeIsNamed() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("{", to: "broken.json")
    let run = try await fixture.command("convert", "broken.json", "--to", "com.apple.property-list")
    #expect(run.errorText.contains("broken.json: line 1"), "\(run.errorText)")
    let piped = try await fixture.run("list", "-", input: Array("junk".utf8))
    #expect(piped.status == 2 && piped.errorText.contains("/dev/stdin"), "\(piped.errorText)")
  }
}

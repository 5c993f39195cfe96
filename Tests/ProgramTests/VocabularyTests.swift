import Foundation
import TestSupport
import Testing

/// Checks that all commands use the same names for the same options.
@Suite(.waits) struct VocabularyTests {
  /// A folder with a bundle of notes in three forms and a picture, and some files.
  private func fixture() async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    try fixture.write("# One\n", to: "one.md")
    try fixture.write("# Two\n", to: "two.md")
    return fixture
  }

  @Test(arguments: [
    // The output folder or file.
    "unpack trip.dragbundle -o out", "unpack trip.dragbundle --into out",
    "unpack trip.dragbundle --output out",
    "split trip.dragbundle -o out", "split trip.dragbundle --into out", "drop trip.dragbundle -o out",
    "drop trip.dragbundle --into out", "convert one.md two.md -t html -o out/",
    "convert one.md two.md -t html --into out", "convert one.md -t html --output out.html",
    "load trip.dragbundle 2 -o out.png", "load trip.dragbundle 2 --into out",
    "merge trip.dragbundle -o out.dragbundle", "merge trip.dragbundle --output out.dragbundle",
    // The requested type.
    "load trip.dragbundle -t txt", "load trip.dragbundle --type txt", "load trip.dragbundle --to txt",
    "convert one.md --type html", "convert one.md --to html", "unpack trip.dragbundle -o out -t png",
    "unpack trip.dragbundle -o out --accept png", "drop trip.dragbundle -o out -t png",
    "drop trip.dragbundle -o out --to png", "drop trip.dragbundle -o out --type png",
    "drop trip.dragbundle -o out --accept png",
    // The item, or a representation of it.
    "load trip.dragbundle --item 1.3", "load trip.dragbundle 1.3", "unpack trip.dragbundle -o out --item 1.3",
    "unpack trip.dragbundle -o out --item 2", "best trip.dragbundle --item 1 --accept txt",
    "convert trip.dragbundle --item 1.2 --to txt", "convert trip.dragbundle --item 1 --to txt",
    "drop trip.dragbundle -o out --item 2", "rename trip.dragbundle 1.2 other.html",
    "remove trip.dragbundle 1.2",
    // Aliases of commands and options.
    "ls trip.dragbundle", "rm trip.dragbundle 1", "mv trip.dragbundle 1 Other", "-V",
    "-q list trip.dragbundle",
    "convert one.md -f -q -t html -o two.md",
  ])
  func aWordIsTakenWhereverItMakesSense(line: String) async throws {
    let fixture = try await fixture()
    let run = try await fixture.command(
      line.split(separator: " ").map(String.init),
      environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
    expectEqual(run.status, 0, "\(line): \(run.errorText)")
    if line.contains("out") {
      try expect(fixture.folder.names().contains { $0.hasPrefix("out") }, "\(line)")
    }
  }

  @Test func aLoadWithoutATypeGivesTheBest() async throws {
    let fixture = try await fixture()
    let run = try await fixture.done("load", "trip.dragbundle", "1")
    expectEqual(run.output, (try ProgramFixture.bytes(ofFixture: "notes.rtf")))
  }

  @Test func aBundleInPlaceOfACommandSuggestsList() async throws {
    let fixture = try await fixture()
    let run = try await fixture.command("trip.dragbundle")
    expect(run.status == 64 && run.hasOneErrorLine, "\(run.errorText)")
    expect(run.errorText.contains("proffer list trip.dragbundle"), run.errorText)
  }

  @Test(arguments: [("unpack", "--type"), ("drop", "--accept")])
  func whatHasNoAcceptedTypeIsOneLineAndNoFailure(command: String, option: String) async throws {
    let fixture = try await fixture()
    let environment = ["XDG_STATE_HOME": fixture.folder.path("state")]
    let run = try await fixture.command(
      [command, "trip.dragbundle", "--into", "out", option, "public.image"], environment: environment)
    expectEqual(run.status, 0)
    expectEqual(
      run.errorText, "proffer: note: skipped (no accepted type): item 1 (Trip notes)\n",
      "\(run.errorText)")
    expect(
      run.text.hasSuffix("out/photo.png\n") && run.text.split(separator: "\n").count == 1, "\(run.text)")
    let none = try await fixture.command(
      [command, "trip.dragbundle", "--into", "none", option, "public.movie"], environment: environment)
    expect(none.status == 1 && none.hasOneErrorLine, "\(none.errorText)")
  }

  @Test func unpackMakesAFolderForEachItemWhereItIsAsked() async throws {
    let fixture = try await fixture()
    let run = try await fixture.done("unpack", "trip.dragbundle", "--into", "out", "--by-item")
    expectEqual(
      run.text,
      """
      out/1 Trip notes/notes.rtf
      out/1 Trip notes/notes.html
      out/1 Trip notes/notes.txt
      out/2 photo.png/photo.png

      """)
  }

  @Test func aMissingPlaceSaysWhichThereAre() async throws {
    let fixture = try await fixture()
    for (line, message) in [
      ("load trip.dragbundle 7", "trip.dragbundle has no item 7; it has items 1 to 2"),
      (
        "load trip.dragbundle 1.9",
        "trip.dragbundle has no representation 1.9; item 1 has representations 1 to 3"
      ),
      (
        "load trip.dragbundle 2.2",
        "trip.dragbundle has no representation 2.2; item 2 has only representation 1"
      ),
      ("remove trip.dragbundle 9", "the bundle has no item 9; it has items 1 to 2"),
      ("reorder trip.dragbundle 9", "there is no item 9 to move; trip.dragbundle has items 1 to 2"),
      ("rename trip.dragbundle 2.5 x", "item 2 has no representation 5; it has only representation 1"),
    ] {
      let run = try await fixture.command(line.split(separator: " ").map(String.init))
      expect(run.status == 2 && run.errorText == "proffer: \(message)\n", "\(line): \(run.errorText)")
    }
  }
}

/// The stack of drops that can be undone.
@Suite(.waits) struct UndoStackTests {
  @Test func theLastTwentyDropsCanBeUndoneOneAfterTheOther() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("a", to: "a.txt")
    try await fixture.done("pack", "a.txt", "-o", "b.dragbundle")
    let run = try await fixture.shell(
      """
      export XDG_STATE_HOME=$PWD/state
      for n in $(seq 1 22); do $proffer drop b.dragbundle --into out$n > /dev/null || exit; done
      $proffer undo --list | grep -c 'the drop of 1 item'
      $proffer undo --list | head -n 1
      for n in $(seq 1 20); do $proffer undo -q 2>&1 || exit; done
      ls -d out*
      $proffer undo; echo $?
      """)
    let lines = run.text.split(separator: "\n")
    expect(
      lines.first == "20" && lines.dropFirst().first?.contains(" into out22, ") == true, "\(run.text)")
    // The outputs of the twenty drops are gone, with their folders; the outputs of the two drops before them
    // stay.
    expectEqual(lines.suffix(3), ["out1", "out2", "1"], "\(run.text)")
    expect(run.errorText.contains("there is no drop to undo"), "\(run.errorText)")
  }

  @Test func anOldDropIsUndoneAfterAQuestion() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("a", to: "a.txt")
    try await fixture.done("pack", "a.txt", "-o", "b.dragbundle")
    let run = try await fixture.shell(
      """
      export XDG_STATE_HOME=$PWD/state
      $proffer drop b.dragbundle --into out > /dev/null
      echo n | script -qec "$proffer undo" /dev/null | grep -c '\\[y/N\\]'
      $proffer drop b.dragbundle --into out > /dev/null
      sed -i -E 's/"date":[0-9.]+/"date":1700000000/' state/proffer/drops/*/description
      echo n | script -qec "$proffer undo" /dev/null
      ls out
      script -qec "$proffer undo --yes" /dev/null < /dev/null
      ls -d out
      """)
    expect(run.text.hasPrefix("0\n"), "\(run.text)")
    expect(
      run.text.contains("It is older than an hour. Undo it? [y/N]") && run.text.contains("a.txt"),
      "\(run.text)")
    expect(run.text.contains("removed: "), "\(run.text)")
    expect(run.errorText.contains("cannot access 'out'"), "\(run.errorText)")
  }
}

import Foundation
import TestSupport
import Testing

/// Bundles that reference files outside of them.
@Suite(.waits) struct ReferenceTests {
  /// A bundle with a reference to a file outside, and a second item of its own.
  private func fixture() async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try fixture.folder.write("# secret\n", to: "secret.md")
    try fixture.folder.write("own", to: "own.txt")
    try await fixture.done("pack", "--in-place", "secret.md", "own.txt", "-o", "b.dragbundle")
    return fixture
  }

  private func names(_ fixture: ProgramFixture, in folder: String) throws -> [String] {
    try fixture.folder.names().filter { $0.hasPrefix(folder + "/") }
  }

  @Test(arguments: ["copy", "move"])
  func aDropReadsAFileOutsideTheBundleOnlyWhenItIsAllowed(operation: String) async throws {
    let fixture = try await fixture()
    let words = ["drop", "b.dragbundle", "--into", "out", "--operation", operation]
    let state = ["XDG_STATE_HOME": fixture.folder.path("state")]
    let refused = try await fixture.command(words, environment: state)
    expectEqual(refused.status, 1)
    expect(
      refused.errorText.contains("item 1 (secret.md) was not dropped")
        && refused.errorText.contains("in secret.md, outside the bundle; --allow-references"),
      "\(refused.errorText)")
    try expectEqual(names(fixture, in: "out"), ["out/own.txt"])
    try await expectEqual(fixture.itemCount("b.dragbundle"), operation == "copy" ? 2 : 1)
    let allowed = try await fixture.command(
      words + ["--item", "1", "--allow-references"], environment: state)
    expectEqual(allowed.status, 0, "\(allowed.errorText)")
    expect(
      allowed.errorText.contains("note: the bytes of item 1 (secret.md) come from"), "\(allowed.errorText)")
    try expectEqual(fixture.folder.read("out/secret.md"), Array("# secret\n".utf8))
    // The bundle does not contain the file itself, so a move does not remove it.
    #expect(try fixture.folder.read("secret.md") == Array("# secret\n".utf8))
    try await expectEqual(fixture.itemCount("b.dragbundle"), operation == "copy" ? 2 : 0)
  }

  /// A preview would copy a file chosen by the author of the bundle.
  @Test(.requires(.libpng)) func aPreviewIsNotMadeOfAFileOutsideTheBundleThatIsEdited() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      cp $fixtures/photo.png secret.png; cp $fixtures/photo.png own.png; echo text > a.txt
      $proffer pack --in-place secret.png -o b; $proffer pack a.txt -o c
      $proffer add b --item 1 a.txt --preview; $proffer add c --item 1 own.png --preview
      for bundle in b c; do unzip -l $bundle | grep -c previews/; done
      """)
    expectEqual(run.text, "0\n1\n", "\(run.text)\(run.errorText)")
  }

  /// The author of the bundle states the sizes of files outside it; their sum overflows.
  @Test(arguments: [
    "drop b.dragbundle --into out", "drop b.dragbundle --into out --allow-references",
    "unpack b.dragbundle --into out", "unpack b.dragbundle --into out --allow-references",
    "list b.dragbundle", "verify b.dragbundle", "load b.dragbundle 1", "split b.dragbundle --into out",
    "merge b.dragbundle b.dragbundle -o out.dragbundle", "convert b.dragbundle --to html --into out",
    "add b.dragbundle 1.txt", "reorder b.dragbundle 3",
  ])
  func anySizeThatABundleStatesIsAnAnswerAndNoTrap(command: String) async throws {
    let fixture = try ProgramFixture()
    let prepared = try await fixture.shell(
      """
      for n in 1 2 3; do echo $n > $n.txt; done
      $proffer pack --folder --in-place 1.txt --in-place 2.txt --in-place 3.txt -o b.dragbundle &&
        sed -i -E 's/("byteCount" *: *)2\\b/\\19223372036854775807/' b.dragbundle/manifest.json &&
        grep -c 9223372036854775807 b.dragbundle/manifest.json
      """)
    try requireEqual(prepared.status, 0, "\(prepared.errorText)")
    let run = try await fixture.command(
      command.split(separator: " ").map(String.init),
      environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
    expect((0...2).contains(run.status), "\(run.status): \(run.errorText)")
  }

  @Test func aPromiseMadeOfAFileOutsideTheBundleIsRefusedToo() async throws {
    let fixture = try await fixture()
    try await fixture.done(
      "pack", "--new-item", "--in-place", "secret.md", "--promise", ".html", "-o", "p.dragbundle")
    let run = try await fixture.command("drop", "p.dragbundle", "--into", "out", "--accept", ".html")
    expect(run.status == 1 && run.errorText.contains("--allow-references"), "\(run.errorText)")
    try expectEqual(names(fixture, in: "out"), [])
  }

  @Test func unpackOmitsAFileOutsideTheBundleUnlessItIsAllowed() async throws {
    let fixture = try await fixture()
    let refused = try await fixture.command("unpack", "b.dragbundle", "--into", "out")
    expect(refused.status == 1 && refused.errorText.contains("--allow-references"), "\(refused.errorText)")
    try expectEqual(names(fixture, in: "out"), ["out/own.txt"])
    let allowed = try await fixture.command("unpack", "b.dragbundle", "--into", "all", "--allow-references")
    #expect(
      allowed.status == 0 && allowed.errorText.contains("which the bundle refers to but does not contain"))
    try expectEqual(names(fixture, in: "all"), ["all/own.txt", "all/secret.md"])
  }

  @Test(arguments: [
    "convert b.dragbundle --item 1 --to .html", "load b.dragbundle --item 1 --type .md",
    "load b.dragbundle --item 1 --type .html --convert",
  ])
  func aCommandThatReadsAReferenceNamesTheFile(command: String) async throws {
    let run = try await fixture().command(command.split(separator: " ").map(String.init))
    expectEqual(run.status, 0, "\(run.errorText)")
    expect(run.text.contains("secret"), run.text)
    expect(
      run.errorText.contains("come from secret.md, which the bundle refers to but does not contain"),
      "\(run.errorText)")
  }

  @Test func aDropIntoABundleKeepsAReferenceAndDoesNotReadIt() async throws {
    let fixture = try await fixture()
    try await fixture.done("pack", "own.txt", "-o", "to.dragbundle")
    let run = try await fixture.command(
      "drop", "b.dragbundle", "--into", "to.dragbundle",
      environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
    expectEqual(run.status, 0, "\(run.errorText)")
    #expect(try await fixture.done("list", "to.dragbundle").text.contains("in place at"))
    #expect(!Data(try fixture.folder.read("to.dragbundle")).contains(Data("# secret".utf8)))
  }
}

extension Data {
  /// Whether these bytes contain other bytes.
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}

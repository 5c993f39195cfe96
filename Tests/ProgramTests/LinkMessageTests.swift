import TestSupport
import Testing

/// Links that lead nowhere, or in a circle, are named by the path that can be typed.
@Suite struct LinkMessageTests {
  private static let preparation = """
    mkdir -p in/dir/sub in/round; echo x > in/dir/x; $proffer pack $fixtures/notes.txt -o a.dragbundle
    ln -s gone in/dir/sub/link; ln -s b in/round/a; ln -s a in/round/b; ln -s gone in/nowhere; ln -s circle in/circle
    """

  @Test(arguments: [
    ("pack in/dir -o x", "in/dir/sub/link leads to gone"),
    ("pack in//dir/ -o x", "in//dir/sub/link leads to gone"),
    ("pack --item in/dir -o x --folder", "in/dir/sub/link leads to gone"),
    ("add a.dragbundle in/dir", "in/dir/sub/link leads to gone"),
    ("pack in/round -o x", "in/round/a leads to b"),
  ])
  func aLinkBelowAFolderIsNamedWithTheFolder(command: String, message: String) throws {
    try expect("2", command, message)
  }

  @Test(arguments: [
    "pack in/nowhere -o x", "pack --type .txt in/nowhere -o x", "pack --in-place in/nowhere -o x",
    "pack --each in/nowhere -o x", "add a.dragbundle in/nowhere", "list in/nowhere", "verify in/nowhere",
    "load in/nowhere --type .txt", "convert in/nowhere --to .html", "drop in/nowhere --into out",
    "trace in/nowhere", "type of in/nowhere", "type check in/nowhere", "remove in/nowhere 1",
    "rename in/nowhere 1 name",
  ])
  func aLinkThatLeadsNowhereIsToldFromWhatIsNotThere(command: String) throws {
    try expect("2", command, "in/nowhere: it is a link to gone, which is not there")
  }

  @Test(arguments: [
    "pack in/circle -o x", "pack --each in/circle -o x", "list in/circle", "verify in/circle",
    "convert in/circle --to .html", "type of in/circle", "remove in/circle 1",
  ])
  func aLinkInACircleIsToldAsOne(command: String) throws {
    try expect("2", command, "in/circle: too many symbolic links, perhaps in a circle")
  }

  private func expect(
    _ status: String, _ command: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let fixture = try ProgramFixture()
    let run = try fixture.shell("\(LinkMessageTests.preparation)\n$proffer \(command); echo $?; ls")
    #expect(run.text == "\(status)\na.dragbundle\nin\n", "\(run.text)", sourceLocation: sourceLocation)
    #expect(
      run.hasOneErrorLine && run.errorText.contains(message), "\(run.errorText)",
      sourceLocation: sourceLocation)
  }
}

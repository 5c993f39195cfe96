import Foundation
import TestSupport
import Testing

/// No room for what is to be written: on a full disk, above a limit on the size of files, in a folder that is not to
/// be written.
@Suite struct FullDiskTests {
  /// What is done with a bundle `old` that has one small item; each would need a file of 2 MiB, and names what it
  /// could not write.
  static let works: [(words: String, culprit: String)] = [
    ("pack large.bin -o place/new", "place/new"),
    ("pack --folder large.bin -o place/new", "place/new"),
    ("pack --force large.bin -o place/old", "place/old"),
    ("add place/old large.bin", "place/old"),
    ("merge place/old large.dragbundle -o place/new", "place/new"),
    ("load large.dragbundle --type public.data -o place/large", "place/large"),
    ("unpack large.dragbundle --into place", "place/large.bin"),
  ]

  /// A bundle in a folder `place`, and what is too large for it.
  private func fixture() throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try fixture.folder.write([UInt8](repeating: 7, count: 2 << 20), to: "large.bin")
    try fixture.folder.write("old", to: "old.txt")
    try fixture.succeed("pack", "large.bin", "-o", "large.dragbundle")
    return fixture
  }

  /// Does the work in a script between two others and expects that it was refused and left all as it was.
  private func expectRefusal(
    of work: (words: String, culprit: String), _ fixture: ProgramFixture, before: String, limit: String = "",
    prefix: String = "", after: String = ""
  ) throws {
    let run = try fixture.shell(
      """
      set -e
      mkdir place
      \(before)
      "$proffer" pack old.txt -o place/old
      set +e
      ( \(limit)
        \(prefix) "$proffer" \(work.words) )
      status=$?
      ls -A place >names
      "$proffer" load place/old --type public.plain-text -o - >content
      "$proffer" verify place/old >verified || status=3
      \(after)
      exit $status
      """)
    #expect(run.isRefusal(naming: work.culprit), "\(work.words): \(run.status) \(run.errorText)")
    #expect(try fixture.folder.read("names") == Array("old\n".utf8), "\(work.words)")
    #expect(try fixture.folder.read("content") == Array("old".utf8), "\(work.words)")
  }

  @Test(arguments: works)
  func aLimitOnTheSizeOfFilesIsAnError(work: (words: String, culprit: String)) throws {
    try expectRefusal(of: work, fixture(), before: "", limit: "ulimit -f 1000")
  }

  @Test(arguments: works)
  func aFolderThatIsNotToBeWrittenIsAnError(work: (words: String, culprit: String)) throws {
    // Nothing is forbidden to root but by taking away the right to pass over permissions.
    let prefix = geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""
    let culprit = work.words.hasPrefix("unpack") ? "place" : work.culprit
    try expectRefusal(
      of: (work.words, culprit), fixture(), before: "", limit: "chmod a-w place", prefix: prefix,
      after: "chmod u+w place")
  }

  @Test(.enabled(if: canMount, "a full disk needs the right to mount one"), arguments: works)
  func aFullDiskIsAnError(work: (words: String, culprit: String)) throws {
    let mount = "mount -t tmpfs -o size=1m none place"
    try expectRefusal(of: work, fixture(), before: mount, after: "umount place")
  }

  /// What a drop and what keeps things aside say, in which no name is that nobody knows.
  @Test(
    .enabled(if: canMount, "a full disk needs the right to mount one"),
    arguments: [
      ("drop large.dragbundle --into place", "cannot write place/large.bin:"),
      ("drop folder.dragbundle --into place", "cannot write place/folder/below/large.bin:"),
      ("drop large.dragbundle --into out", "cannot write large.bin aside in "),
      ("drop folder.dragbundle --into out", "cannot write folder/below/large.bin aside in "),
      ("load folder.dragbundle --type public.folder -o place/new", "cannot write place/new/below/large.bin:"),
      ("pack large.bin -o -", "cannot write a temporary file in place:"),
      ("list - < large.dragbundle", "cannot write a temporary file in place:"),
    ])
  func aFullDiskIsToldByNamesThatPeopleKnow(command: String, message: String) throws {
    let fixture = try fixture()
    let isAside = message.contains(" in ")
    let run = try fixture.shell(
      """
      mkdir -p place folder/below; cp large.bin folder/below
      $proffer pack folder -o folder.dragbundle
      mount -t tmpfs -o size=1m none place
      export XDG_STATE_HOME=$PWD/state\(isAside ? " TMPDIR=place" : "")
      $proffer \(command); status=$?
      umount place
      exit $status
      """)
    #expect(run.status != 0 && run.hasOneErrorLine && run.errorText.contains(message), "\(run.errorText)")
    #expect(!run.errorText.contains(".proffer-"), "\(run.errorText)")
  }

  /// Whether this user may mount a file system.
  private static let canMount: Bool = {
    do {
      let folder = try TemporaryFolder()
      let run = try ProgramRun.run(
        "/bin/sh", ["-c", "mount -t tmpfs -o size=1m none \"$1\" && umount \"$1\"", "sh", folder.path])
      return run.status == 0
    } catch { return false }
  }()
}

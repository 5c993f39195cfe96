import Foundation
import TestSupport
import Testing

/// Interruptions of the program at a call chosen by the test.
@Suite(.waits) struct ChosenFaultTests {
  @Test func theProgramIsKilledAtEachCallInTurn() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("old", to: "old.txt")
    var foundUnfinished = 0
    let count = try await fixture.atEveryKill { call in
      let run = try await fixture.run(["pack", "old.txt", "-o", "bundle"], .kill, atCall: call)
      let names = try fixture.folder.names()
      if names.contains("bundle") {
        try await expectEqual(fixture.itemCount("bundle"), 1)
        try FileManager.default.removeItem(atPath: fixture.folder.path("bundle"))
      } else {
        expectEqual(run.status, -SIGKILL, "\(run.errorText)")
      }
      foundUnfinished += names.count { $0.hasSuffix(".proffer-partial") }
      return run
    }
    expect(count > 4 && foundUnfinished > 2, "\(count) \(foundUnfinished)")
  }

  @Test func theProgramFailsAtTheChosenCall() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("old", to: "old.txt")
    let run = try await fixture.run(
      ["pack", "old.txt", "-o", "bundle"], .failure(ENOSPC), atCall: 1, of: ["rename"])
    expect(run.isRefusal(naming: "bundle") && run.errorText.contains("no space is left"), "\(run.errorText)")
    let later = try await fixture.run(
      ["pack", "old.txt", "-o", "bundle"], .failureThatLasts(EIO), atCall: 1, of: ["fsync", "syncfs"])
    expect(later.isRefusal(naming: "bundle"), "\(later.errorText)")
    try expectEqual(fixture.leftovers(), [])
    let none = try await fixture.run(["pack", "old.txt", "-o", "bundle"], .failure(EIO), atCall: 1_000)
    expectEqual(none.status, 0, "\(none.errorText)")
  }
}

/// Environments with few resources: files, memory, a home.
@Suite(.waits) struct ScarceResourceTests {
  /// Every command once, in a folder with the bundles `trip` and `album`; commands may change the copies.
  static let commands = [
    "pack $fixtures/notes.txt $fixtures/photo.png -o new",
    "pack --folder $fixtures/notes.txt $fixtures/album -o newf",
    "pack --each $fixtures/album -o new2", "unpack trip --into out", "unpack album --into out2",
    "list trip --json",
    "best trip --accept public.html", "load trip --item 1 --type public.plain-text -o -",
    "load album --type public.folder -o newalbum", "load trip --item 1 --type .md --convert -o x.md",
    "convert $fixtures/notes.rtf --to .html -o y.html", "convert $fixtures/notes.rtf --to .rtfd -o y.rtfd",
    "convert $fixtures/config.json --to .plist -o z.plist", "add copy $fixtures/notes.html", "remove copy 1",
    "reorder copy 1 2", "rename copy 1 name", "retype copy 1.1 public.data", "merge trip album -o merged",
    "split trip --into parts", "verify trip", "verify trip --repair repaired", "drop trip --into dropped",
    "drop album --into copy", "drop copy --operation move --into copy2", "undo", "type show public.html",
    "type tree",
    "type conforms public.html public.text", "type of $fixtures/notes.txt $fixtures/album", "type find note",
    "coders",
    "completions bash", "manual",
  ]

  /// The bundles used with every limit.
  private static let template = Task {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    try FileManager.default.moveItem(
      atPath: fixture.folder.path("trip.dragbundle"), toPath: fixture.folder.path("trip"))
    try await fixture.succeed("pack", ProgramFixture.fixture("album"), "-o", "album")
    return fixture.folder
  }

  /// Runs commands under a limit; the long form runs all of them.
  ///
  /// Returns a report on each command that neither succeeded nor failed with an error of its own.
  private func problems(under limit: String) async throws -> String {
    let fixture = try ProgramFixture()
    var script = """
      export HOME=$PWD/home XDG_STATE_HOME=$PWD/state
      cp '\(try await Self.template.value.path)/'* .
      try() {
        rm -rf out out2 parts dropped; cp -f trip copy; cp -f trip copy2
        ( \(limit); timeout 600 $proffer "$@" >output 2>error </dev/null )
        status=$?
        case $status in
          0|1) ;;
          2) grep -q '^proffer: ' error || { echo "$*: no message"; cat error; } ;;
          *) echo "$*: $status"; tail -n 3 error ;;
        esac
        if [ $status = 2 ]; then for made in out out2 parts; do test ! -e $made || echo "$*: left $made"; done; fi
      }

      """
    let seed = SeededGenerator.testSeed(for: limit)
    var random = SeededGenerator(seed: seed)
    let commands = Repetitions.some(8, of: Self.commands, using: &random)
    script += commands.map { "try \($0)" }.joined(separator: "\n")
    let text = try await fixture.shell(script).text
    return text.isEmpty ? "" : "seed \(seed)\n\(text)"
  }

  @Test(arguments: [4, 5, 6, 7, 8, 9, 10, 12, 14, 16])
  func fewOpenFilesAreANamedErrorOrEnough(count: Int) async throws {
    try await expectEqual(problems(under: "ulimit -n \(count)"), "")
  }

  /// The first process waits for the report of the background process.
  @Test func aCopyThatMayOpenNoFileEndsWithAnError() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      "for count in 5 6 7 8 9 10; do (ulimit -n $count; timeout 600 $proffer copy $fixtures/notes.md; echo $?); done"
    )
    expectEqual(run.text, String(repeating: "2\n", count: 6), "\(run.errorText)")
  }

  /// The stated sizes exceed any memory; `ulimit` is for systems that overcommit memory.
  @Test(arguments: [
    "load f 1 --type html --convert", "convert f --item 1 --to html", "convert f --to html --into o",
    "drop f --into out --accept html,jpg --convert --max-size 900T",
    "trace f/items/1/1/x.md",
  ])
  func aFileThatDoesNotFitIntoMemoryIsANamedError(command: String) async throws {
    try await expectMemoryError(of: command)
  }

  @Test(.requires(.libpng, .libjpegTurbo)) func aPictureThatDoesNotFitIntoMemoryIsANamedError() async throws {
    try await expectMemoryError(of: "convert f --item 2 --to jpg -o y.jpg")
  }

  private func expectMemoryError(of command: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      export XDG_STATE_HOME=$PWD/state
      echo x > x.md; cp $fixtures/photo.png x.png; $proffer pack --folder x.md x.png -o f
      truncate -s 8796093022208 f/items/*/1/x.*
      sed -E 's/"byteCount":[0-9]+/"byteCount":8796093022208/' -i f/manifest.json
      ulimit -v 16000000; timeout 600 $proffer \(command); echo $?
      """)
    let status = command.hasPrefix("drop") ? "1\n" : "2\n"
    expect(run.text == status && run.errorText.contains("8796093022208"), "\(run.text)\(run.errorText)")
  }

  @Test(.requires(.trace))
  func aSystemWithoutEventsIsANamedError() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      printf 'app A\n' > script
      strace -f -qq -o calls -e trace=eventfd2 -e inject=eventfd2:error=ENFILE $proffer trace script; echo $?
      """)
    expect(
      run.text == "2\n" && run.errorText.contains("the system provides no event queue"),
      "\(run.errorText)")
  }

  /// The limit is the memory that the program needs to start, plus a constant.
  ///
  /// A program with shared libraries needs more memory to start than a program with static ones.
  @Test(arguments: [48, 76])
  func littleMemoryIsANamedErrorOrEnough(megabytes: Int) async throws {
    let limit = """
      starts() { (ulimit -v $1; exec $proffer --version > started 2>&1); }
      least=16384; until starts $least; do least=$((least + 2048)); done
      ulimit -v $((least + \(megabytes) * 1024))
      """
    try await expectEqual(problems(under: limit), "")
  }

  @Test(arguments: [
    "export HOME=/nonexistent; unset XDG_STATE_HOME", "unset HOME XDG_STATE_HOME",
    "export HOME=/proc XDG_STATE_HOME=/proc/self", "export XDG_CONFIG_HOME=/dev/null XDG_DATA_HOME=/dev/null",
  ])
  func aMissingHomeIsANamedErrorOrDoesNotMatter(environment: String) async throws {
    try await expectEqual(problems(under: environment), "")
  }

  /// The XDG Base Directory Specification requires that relative paths are ignored.
  @Test func relativeXDGPathsAreIgnored() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      mkdir -p config/proffer/types home work
      cat > config/proffer/types/x.json <<'JSON'
      {"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "com.example.x", "UTTypeConformsTo": ["public.data"],
        "UTTypeTagSpecification": {"public.filename-extension": ["exx"]}}]}
      JSON
      echo x > a.txt; $proffer pack a.txt -o a.dragbundle
      XDG_CONFIG_HOME=$PWD/config $proffer type show .exx
      export HOME=$PWD/home XDG_CONFIG_HOME=config XDG_STATE_HOME=state XDG_DATA_HOME=data
      ! $proffer type show .exx 2>/dev/null | grep com.example
      $proffer drop a.dragbundle --into out
      test ! -e state; test -e home/.local/state/proffer
      HOME=work XDG_STATE_HOME=state $proffer drop a.dragbundle --into out
      test ! -e state; test -z "$(ls -A work)"
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }
}

/// The folder `/proc`, in which Linux describes processes.
@Suite(.waits) struct ProcessFolderTests {
  @Test(.requires(.mount))
  func withoutItTheProgramSaysThatItNeedsIt() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    for words in ["list trip.dragbundle", "drop trip.dragbundle --into out", "--help", "undo"] {
      let run = try await fixture.shell(
        "unshare -m sh -c 'mount -t tmpfs none /proc && exec $proffer \(words)'")
      expect(run.isRefusal(naming: "this program needs /proc"), "\(words): \(run.status) \(run.errorText)")
    }
    #expect(try !fixture.folder.names().contains { $0.hasPrefix("out") })
  }

  /// Dispatch sometimes reads `/proc/PID/stat` of its threads, and ends the process if it cannot.
  @Test(arguments: [EMFILE, ENFILE, EACCES, ENOENT])
  func aFileInItThatCannotBeOpenedEndsNoDrop(error: Int32) async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let faults = try await CallInterruption.environment(
      plan: "read:1:\(error)", names: ["open"], in: fixture.folder, report: fixture.folder.path("report"))
    let environment = faults.merging([
      "PROFFER_CALLS_ROOT": "/proc", "XDG_STATE_HOME": fixture.folder.path("state"),
    ]) { _, new in new }
    for number in 1...4 {
      // Relative paths would be counted as paths in the watched folder.
      let words = [
        "drop", fixture.folder.path("trip.dragbundle"), "--into", fixture.folder.path("out\(number)"),
      ]
      let run = try await fixture.run(words, environment: environment)
      expectEqual(run.status, 0, "\(run.status) \(run.errorText)")
      try expectEqual(String(decoding: fixture.folder.read("report"), as: UTF8.self), "0")
    }
  }
}

/// Writes without room: on a full disk, above a file size limit, and in a folder that is not writable.
@Suite(.waits) struct FullDiskTests {
  /// Commands that use a bundle `old` with one small item.
  ///
  /// Each needs a file of 2 MiB, and names the file that it could not write.
  static let works: [(words: String, culprit: String)] = [
    ("pack large.bin -o place/new", "place/new"),
    ("pack --folder large.bin -o place/new", "place/new"),
    ("pack --force large.bin -o place/old", "place/old"),
    ("add place/old large.bin", "place/old"),
    ("merge place/old large.dragbundle -o place/new", "place/new"),
    ("load large.dragbundle --type public.data -o place/large", "place/large"),
    ("unpack large.dragbundle --into place", "place/large.bin"),
  ]

  /// The data that is too large, as a file and in a bundle; all tests copy it.
  private static let template = Task {
    let fixture = try ProgramFixture()
    try fixture.folder.write([UInt8](repeating: 7, count: 2 << 20), to: "large.bin")
    try fixture.folder.write("old", to: "old.txt")
    try await fixture.succeed("pack", "large.bin", "-o", "large.dragbundle")
    return fixture.folder
  }

  /// A fresh folder with a copy of the template.
  private func fixture() async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    let template = try await Self.template.value
    for name in try template.names() {
      try FileManager.default.copyItem(atPath: template.path(name), toPath: fixture.folder.path(name))
    }
    return fixture
  }

  /// Runs a command between two scripts, and expects that it fails and changes nothing.
  private func expectRefusal(
    of work: (words: String, culprit: String), _ fixture: ProgramFixture, before: String, limit: String = "",
    prefix: String = "", after: String = ""
  ) async throws {
    let run = try await fixture.shell(
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
    expect(run.isRefusal(naming: work.culprit), "\(work.words): \(run.status) \(run.errorText)")
    try expectEqual(fixture.folder.read("names"), Array("old\n".utf8), "\(work.words)")
    try expectEqual(fixture.folder.read("content"), Array("old".utf8), "\(work.words)")
  }

  @Test(arguments: works)
  func aLimitOnTheSizeOfFilesIsAnError(work: (words: String, culprit: String)) async throws {
    try await expectRefusal(of: work, fixture(), before: "", limit: "ulimit -f 1000")
  }

  @Test(arguments: works)
  func aFolderThatIsNotWritableIsAnError(work: (words: String, culprit: String)) async throws {
    // Root ignores permissions unless it gives up the capabilities that override them.
    let prefix = geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""
    let culprit = work.words.hasPrefix("unpack") ? "place" : work.culprit
    try await expectRefusal(
      of: (work.words, culprit), fixture(), before: "", limit: "chmod a-w place", prefix: prefix,
      after: "chmod u+w place")
  }

  @Test(.requires(.mount), arguments: works)
  func aFullDiskIsAnError(work: (words: String, culprit: String)) async throws {
    let mount = "mount -t tmpfs -o size=1m none place"
    try await expectRefusal(of: work, fixture(), before: mount, after: "umount place")
  }

  /// The messages of commands on a full disk; they contain only names that the user typed.
  @Test(
    .requires(.mount),
    arguments: [
      ("drop large.dragbundle --into place", "cannot write place/large.bin:"),
      ("drop folder.dragbundle --into place", "cannot write place/folder/below/large.bin:"),
      ("load folder.dragbundle --type public.folder -o place/new", "cannot write place/new/below/large.bin:"),
      ("pack large.bin -o -", "cannot write a temporary file in place:"),
      ("list - < large.dragbundle", "cannot write a temporary file in place:"),
    ])
  func aFullDiskIsReportedWithTheNameThatWasTyped(command: String, message: String) async throws {
    let fixture = try await fixture()
    let isAside = message.contains(" in ")
    let run = try await fixture.shell(
      """
      mkdir -p place folder/below; cp large.bin folder/below
      $proffer pack folder -o folder.dragbundle
      mount -t tmpfs -o size=1m none place
      export XDG_STATE_HOME=$PWD/state\(isAside ? " TMPDIR=place" : "")
      $proffer \(command); status=$?
      umount place
      exit $status
      """)
    expect(run.status != 0 && run.hasOneErrorLine && run.errorText.contains(message), "\(run.errorText)")
    expect(!run.errorText.contains(".proffer-"), "\(run.errorText)")
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct UnpackTests {
  @Test func everythingComesBackUnderItsOwnName() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip("--item", ProgramFixture.fixture("Notes.rtfd"))
    try await fixture.done("unpack", "trip.dragbundle", "--into", "out")
    let names = ["notes.rtf", "notes.html", "notes.txt", "photo.png"]
    for name in names {
      try expectEqual(fixture.folder.read("out/\(name)"), ProgramFixture.bytes(ofFixture: name), "\(name)")
    }
    let packages = [ProgramFixture.fixture("Notes.rtfd"), fixture.folder.path("out/Notes.rtfd")]
    #expect(FileManager.default.contentsEqual(atPath: packages[0], andPath: packages[1]))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: fixture.folder.path("out")).count, 5)
  }

  @Test func namesThatAreTooLongAreCut() async throws {
    let fixture = try ProgramFixture()
    let long = String(repeating: "x", count: 300) + ".txt"
    for name in ["a", "b"] { try fixture.write(name, to: "\(name).txt") }
    try await fixture.done("pack", "a.txt", "b.txt", "-o", "a.dragbundle")
    try await fixture.done("rename", "a.dragbundle", "1.1", long)
    try await fixture.done("rename", "a.dragbundle", "2.1", long)
    try await fixture.done("unpack", "a.dragbundle", "--into", "out")
    let names = try fixture.folder.names().filter { $0.hasPrefix("out/") }
    expect(names.count == 2 && names.allSatisfy { $0.utf8.count == 259 && $0.hasSuffix(".txt") }, "\(names)")
    try expectEqual(Set(names.map { try fixture.folder.read($0) }), [Array("a".utf8), Array("b".utf8)])
  }

  @Test func namesThatCollideAreNumbered() async throws {
    let fixture = try ProgramFixture()
    for name in ["one", "two", "three"] { try fixture.write(name, to: "\(name)/a.txt") }
    try await fixture.done("pack", "one/a.txt", "two/a.txt", "three/a.txt", "-o", "a.dragbundle")
    try await fixture.done("unpack", "a.dragbundle", "--into", "out")
    for (name, text) in [("a.txt", "one"), ("a 2.txt", "two"), ("a 3.txt", "three")] {
      try expectEqual(fixture.folder.read("out/\(name)"), Array(text.utf8))
    }
  }

  @Test func manyFilesOfOneNameAreNumbered() async throws {
    let fixture = try ProgramFixture()
    for number in 1...300 { try fixture.write("\(number)", to: "all/\(number)/a.txt") }
    try fixture.write("2", to: "all/a 2.txt")
    try await fixture.done("pack", "--each", "all", "-o", "a.dragbundle")
    let run = try await fixture.done("unpack", "a.dragbundle", "--into", "out")
    let names = try fixture.folder.names().filter { $0.hasPrefix("out/") }
    #expect(run.text.split(separator: "\n").count == 301 && names.count == 301)
    try expectEqual(Set(names.map { try fixture.folder.read($0) }).count, 300)
  }

  @Test func aFolderThatCannotBeWrittenIsNamedAsItWasTyped() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    // No user can create files there, not even root.
    let run = try await fixture.command("unpack", "trip.dragbundle", "--into", "/proc/self")
    expect(run.isRefusal(naming: "/proc/self"), "\(run.errorText)")
    expect(!run.errorText.contains("unpacking") && !run.errorText.contains(".proffer-"), "\(run.errorText)")
  }

  @Test func anExistingNameStopsBeforeAnythingIsWritten() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let made = try await fixture.shell("mkdir out; echo mine > out/photo.png")
    expectEqual(made.status, 0)
    let run = try await fixture.command("unpack", "trip.dragbundle", "--into", "out")
    expect(run.status == 2 && run.hasOneErrorLine && run.errorText.contains("photo.png"), "\(run.errorText)")
    try expectEqual(fixture.folder.names().filter { $0.hasPrefix("out/") }, ["out/photo.png"])
    try expectEqual(fixture.folder.read("out/photo.png"), Array("mine\n".utf8))
    try await expectEqual(fixture.command("unpack", "trip.dragbundle", "--into", "out", "--force").status, 0)
    try expectEqual(fixture.folder.read("out/photo.png"), ProgramFixture.bytes(ofFixture: "photo.png"))
  }

  @Test func aDamagedBundleUnpacksNothing() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    var bytes = try fixture.folder.read("trip.dragbundle")
    let place = try require(bytes.firstRange(of: Array("IHDR".utf8)))
    bytes[place.lowerBound + 6] ^= 0x10
    try fixture.folder.write(bytes, to: "trip.dragbundle")
    let run = try await fixture.command("unpack", "trip.dragbundle", "--into", "out")
    expect(run.status == 2 && run.hasOneErrorLine, "\(run.errorText)")
    try expectEqual(fixture.folder.names(), ["trip.dragbundle"])
  }
}

/// `unpack`, `split` and `load` in a folder that is not empty, or that others write to at the same time.
@Suite(.waits) struct UnpackingTests {
  /// Two bundles of one item each, the second with a folder, and a bundle of both items.
  private static let preparation = """
    set -e
    mkdir album; echo one > album/one.txt; echo new > a.txt; echo two > b.txt
    $proffer pack a.txt b.txt -o two.dragbundle
    $proffer pack album -o album.dragbundle
    $proffer pack a.txt album b.txt -o mixed.dragbundle
    """

  private func shell(_ script: String) async throws -> ProgramRun {
    let fixture = try ProgramFixture()
    return try await fixture.shell("\(Self.preparation)\n\(script)")
  }

  @Test(arguments: ["unpack", "split"])
  func aKilledCommandIsCompletedByTheSameWithForce(command: String) async throws {
    let fixture = try ProgramFixture()
    try await requireEqual(fixture.shell("\(Self.preparation)\nmkdir parts").status, 0)
    let words = [command, "mixed.dragbundle", "--into", "parts"]
    var partCount = 0
    for call in 1...8 {
      let environment = try await CallInterruption.environment(
        plan: "kill:\(call)", names: ["rename"], in: fixture.folder)
      let killed = try await fixture.run(words, environment: environment)
      let present = try fixture.folder.names().filter {
        $0.hasPrefix("parts/") && !$0.hasPrefix("parts/.") && !$0.dropFirst(6).contains("/")
      }.count
      if killed.status != 0, 1...2 ~= present { partCount += 1 }
      let again = try await fixture.command(words + ["--force"])
      expectEqual(again.status, 0, "\(again.errorText)")
      let check =
        command == "unpack"
        ? "diff -r a.txt parts/a.txt && diff -r album parts/album && diff -r b.txt parts/b.txt"
        : "for part in parts/*; do $proffer verify \"$part\" || exit 1; done"
      let result = try await fixture.shell(
        "\(check); status=$?; test $(ls -A parts | wc -l) = 3 || exit 9; rm -rf parts/*; exit $status")
      expectEqual(result.status, 0, "\(call): \(result.text)\(result.errorText)")
    }
    expectGreater(partCount, 0, "no call was between two names")
  }

  @Test func forceDoesNotReplaceAFolderWithOtherContents() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("one", to: "album/one.txt")
    try fixture.write("new", to: "a.txt")
    try await fixture.done("pack", "a.txt", "album", "-o", "mixed.dragbundle")
    try fixture.write("other", to: "parts/album/one.txt")
    let run = try await fixture.command("unpack", "mixed.dragbundle", "--into", "parts", "--force")
    expect(run.isRefusal(naming: "parts/album"), "\(run.errorText)")
    try expectEqual(
      fixture.folder.names().filter { $0.hasPrefix("parts/") }, ["parts/album", "parts/album/one.txt"])
    try expectEqual(fixture.folder.read("parts/album/one.txt"), Array("other".utf8))
  }

  @Test(arguments: [
    "unpack none.dragbundle --into deep/er", "unpack damaged.dragbundle --into deep/er",
    "split cut.dragbundle --into deep/er", "unpack two.dragbundle --into file/deep",
    "load damaged.dragbundle --item 1 --type public.text -o deep/er/",
    "load none.dragbundle --type public.text -o deep/",
    "unpack two.dragbundle --into /proc/proffer", "split two.dragbundle --into /proc/proffer",
    "drop two.dragbundle --into /proc/proffer",
  ])
  func aRefusalLeavesNoFolder(command: String) async throws {
    let fixture = try ProgramFixture()
    try fixture.write("new", to: "a.txt")
    try fixture.write("two", to: "b.txt")
    try await fixture.done("pack", "a.txt", "b.txt", "-o", "two.dragbundle")
    var bytes = try fixture.folder.read("two.dragbundle")
    try fixture.write(Array(bytes.dropLast(9)), to: "cut.dragbundle")
    bytes[try require(bytes.firstRange(of: Array("two".utf8))).lowerBound] ^= 1
    try fixture.write(bytes, to: "damaged.dragbundle")
    try fixture.write("", to: "file")
    let before = try fixture.folder.names()
    let run = try await fixture.command(
      command.split(separator: " ").map(String.init),
      environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
    expect(run.status == 2 && run.hasOneErrorLine, "\(command): \(run.text)\(run.errorText)")
    try expectEqual(fixture.folder.names().filter { !$0.hasPrefix("state") }, before, "\(command)")
  }

  @Test(arguments: ["unpack", "split", "drop"])
  func aWorkingFolderThatWasRemovedIsAnError(command: String) async throws {
    let run = try await shell(
      """
      bundle=$PWD/two.dragbundle; export XDG_STATE_HOME=$PWD/state
      mkdir gone; cd gone; rmdir ../gone; set +e
      timeout 600 $proffer \(command) $bundle --into below; echo $?
      """)
    expect(run.text == "2\n" && run.hasOneErrorLine, "\(run.text)\(run.errorText)")
  }

  @Test func aLinkWithANameFromABundleIsNotFollowed() async throws {
    let run = try await shell(
      """
      mkdir victim out; echo precious > victim/file
      plant() { rm -rf out; mkdir out; ln -s ../victim/file out/a.txt; ln -s ../victim/new out/b.txt;
        ln -s ../victim out/album; ln -s ../victim/x out/a.dragbundle; ln -s ../victim/y out/b.dragbundle; }
      plant; $proffer load two.dragbundle --item 1 --type public.text -o out --force
      cmp a.txt out/a.txt; test ! -L out/a.txt
      plant; $proffer load two.dragbundle --item 2 --type public.text -o out/ --force
      cmp b.txt out/b.txt; test ! -L out/b.txt
      plant; $proffer load two.dragbundle --item 1 --type .html --convert -o out --force
      plant; ! $proffer load album.dragbundle --type public.folder -o out --force 2>/dev/null
      plant; $proffer unpack mixed.dragbundle --into out --force
      cmp a.txt out/a.txt; cmp b.txt out/b.txt; diff -r album out/album; test ! -L out/album
      plant; $proffer split two.dragbundle --into out --force
      $proffer verify out/a.dragbundle; test ! -L out/a.dragbundle
      ls -A victim; cat victim/file
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
    expect(run.text.hasSuffix("file\nprecious\n"), "\(run.text)")
  }

  @Test func aLinkThatWasTypedIsFollowed() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("new", to: "a.txt")
    try await fixture.done("pack", "a.txt", "-o", "a.dragbundle")
    try fixture.write("old", to: "real/file")
    for (link, target) in [("into", "real"), ("named", "real/file")] {
      try FileManager.default.createSymbolicLink(
        atPath: fixture.folder.path(link), withDestinationPath: target)
    }
    try await fixture.done("unpack", "a.dragbundle", "--into", "into")
    try await fixture.done("load", "a.dragbundle", "--type", "public.text", "-o", "named", "--force")
    for name in ["real/a.txt", "real/file"] {
      try expectEqual(fixture.folder.read(name), Array("new".utf8), "\(name)")
    }
    for link in ["into", "named"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: fixture.folder.path(link))
      expectEqual(attributes[.type] as? FileAttributeType, .typeSymbolicLink, "\(link)")
    }
  }

  /// An attacker owns the folder and replaces everything that the program creates with a link elsewhere.
  @Test func nothingIsWrittenOutsideAFolderThatAnAttackerOwns() async throws {
    let run = try await shell(
      """
      mkdir victim many; for n in $(seq 60); do mkdir many/$n; echo $n > many/$n/file; done
      $proffer pack many a.txt -o many.dragbundle
      cat > attack.py <<'PYTHON'
      import os, sys
      os.chdir("out")
      while not os.path.exists("../stop"):
          for name in os.listdir("."):
              try:
                  os.rename(name, "../taken-%d-%s" % (os.getpid(), name.strip(".")))
                  os.symlink("../victim", name)
                  os.unlink(name)
                  os.rename("../taken-%d-%s" % (os.getpid(), name.strip(".")), name)
              except OSError: pass
      PYTHON
      mkdir out; python3 attack.py & attacker=$!
      set +e; done=0
      for i in $(seq \(Repetitions.count(6, long: 40))); do
        for c in "unpack many.dragbundle --into" "split many.dragbundle --into" "load many.dragbundle --type public.folder -o"
        do timeout 600 $proffer -q $c out --force 2>/dev/null; test $? -le 2 || echo "ended with $?"; done
      done
      touch stop; wait $attacker
      ls -A victim
      """)
    expect(run.status == 0 && run.text == "", "\(run.text)\(run.errorText)")
  }

  /// Each name is the old file or the new one whenever the program is killed.
  @Test(arguments: ["unpack two.dragbundle", "split two.dragbundle"])
  func aReplacedFileIsOldOrNewWheneverTheProgramIsKilled(command: String) async throws {
    let names = command.hasPrefix("unpack") ? "a.txt b.txt" : "a.dragbundle b.dragbundle"
    let run = try await shell(
      """
      mkdir old; for n in \(names); do echo old > old/$n; done
      seen=0
      for i in $(seq 60); do
        if [ $i -gt \(Repetitions.count(8, long: 60)) ] && [ $seen = 1 ]; then break; fi
        rm -rf out; cp -a old out
        $proffer -q \(command) --into out --force & pid=$!
        sleep 0.0$((RANDOM % 6))$((RANDOM % 10)); kill -KILL $pid 2>/dev/null || true; wait $pid 2>/dev/null || seen=1
        for n in \(names); do
          test -f out/$n || echo "$n is gone"
          cmp -s out/$n old/$n || case $n in
            *.txt) cmp $n out/$n;;
            *) $proffer verify out/$n >/dev/null;;
          esac
        done
      done
      $proffer -q \(command) --into out --force
      ls -A out | wc -l; echo $seen
      """)
    expectEqual(run.text, "2\n1\n", "\(run.text)\(run.errorText)")
  }

  /// If the second of two files cannot be replaced, the first is restored.
  @Test func filesThatWereReplacedBeforeAFailureArePutBack() async throws {
    let run = try await shell(
      """
      mkdir -p out; echo old > out/a.txt
      python3 - <<'PYTHON'
      import os, subprocess, time
      # Becomes a folder, which is not replaced, only after it was looked at.
      open("out/b.txt", "w").write("old")
      lost = 0
      for delay in range(60):
          child = subprocess.Popen([os.environ["proffer"], "unpack", "two.dragbundle", "--into", "out", "--force"],
              stderr=subprocess.PIPE)
          time.sleep(delay / 2000)
          try:
              os.rename("out/b.txt", "b.old"); os.mkdir("out/b.txt")
          except OSError: pass
          error = child.communicate()[1]
          if child.returncode == 2:
              assert open("out/a.txt").read() == "old\\n", error
          if os.path.isdir("out/b.txt"): os.rmdir("out/b.txt")
          open("out/a.txt", "w").write("old\\n"); open("out/b.txt", "w").write("old")
          assert sorted(os.listdir("out")) == ["a.txt", "b.txt"], os.listdir("out")
      PYTHON
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }

  /// Finished output is not mistaken for the leftovers of a killed command, whatever its name.
  @Test func aFileWithATemporaryNameIsUnpacked() async throws {
    let run = try await shell(
      """
      name=.x.0123456789abcdef.proffer-partial; echo mine > $name; mkdir -p tree/$name
      $proffer pack $name -o one.dragbundle; $proffer pack tree -o tree.dragbundle
      $proffer unpack one.dragbundle --into out; $proffer unpack tree.dragbundle --into out
      $proffer unpack two.dragbundle --into out; $proffer pack a.txt -o out/new
      $proffer pack a.txt -o out/tree/new; $proffer split two.dragbundle --into out
      cmp $name out/$name; test -d out/tree/$name
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }

  @Test func namesThatAreTooLongAreShortenedWithANote() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      python3 - <<'END'
      import zipfile
      long = "n" * 300
      def member(path): return '{"path":"%s","entry":"items/2/1/f/m","byteCount":1,"crc32":"8cdc1683"}' % path
      manifest = ('{"version":1,"items":[{"representations":[{"type":"public.plain-text","kind":"file",'
        '"path":"items/1/1/a.txt","byteCount":1,"crc32":"8cdc1683","name":"%s.txt"}]},'
        '{"representations":[{"type":"public.folder","kind":"file","path":"items/2/1/f/","members":[%s],"name":"f"}]}]}'
        ) % (long, member("m" + long + ".md"))
      with zipfile.ZipFile("long", "w") as archive:
        for name, text in [("mimetype", "application/vnd.proffer.dragbundle+zip"), ("items/1/1/a.txt", "x"),
                           ("items/2/1/f/m", "x"), ("manifest.json", manifest)]:
          archive.writestr(zipfile.ZipInfo(name), text)
      END
      $proffer verify long && $proffer unpack long --into out && ls out/f && ls out | grep txt
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
    let name = String(repeating: "n", count: 251) + ".txt"
    let member = "m" + String(repeating: "n", count: 251) + ".md"
    expect(run.text.hasSuffix("\(member)\n\(name)\n"), "\(run.text)")
    let notes = run.errorText.split(separator: "\n")
    expect(
      notes.count == 2 && notes.allSatisfy { $0.contains("is too long; it was shortened to") }, "\(notes)")
    let drop = try await fixture.command(
      "drop", "long", "--into", "dropped", environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
    expectEqual(drop.status, 0, "\(drop.errorText)")
    expect(drop.errorText.contains("is too long; it was shortened to \(member)"), "\(drop.errorText)")
  }
}

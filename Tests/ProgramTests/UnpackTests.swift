import Foundation
import TestSupport
import Testing

@Suite struct UnpackTests {
  @Test func everythingComesBackUnderItsOwnName() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip("--item", ProgramFixture.fixture("Notes.rtfd"))
    let run = try await fixture.shell(
      """
      set -e
      $proffer unpack trip.dragbundle --into out
      for f in notes.rtf notes.html notes.txt photo.png; do cmp $fixtures/$f out/$f; done
      diff -r $fixtures/Notes.rtfd out/Notes.rtfd
      test "$(ls -A out | wc -l)" -eq 5
      """)
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  @Test func namesThatAreTooLongAreCut() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      long=$(printf 'x%.0s' $(seq 300))
      echo 1 > a.txt; echo 2 > b.txt
      $proffer pack a.txt b.txt -o a.dragbundle
      $proffer rename a.dragbundle 1.1 "$long.txt"
      $proffer rename a.dragbundle 2.1 "$long.txt"
      $proffer unpack a.dragbundle --into out
      cd out; test "$(ls | wc -l)" -eq 2
      for f in *; do test ${#f} -eq 255; test "${f%.txt}" != "$f"; done
      cat * | sort | diff - <(printf '1\\n2\\n')
      """)
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  @Test func namesThatCollideAreNumbered() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      mkdir one two three; echo 1 > one/a.txt; echo 2 > two/a.txt; echo 3 > three/a.txt
      $proffer pack one/a.txt two/a.txt three/a.txt -o a.dragbundle
      $proffer unpack a.dragbundle --into out
      cmp one/a.txt out/a.txt; cmp two/a.txt 'out/a 2.txt'; cmp three/a.txt 'out/a 3.txt'
      """)
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  @Test func manyFilesOfOneNameAreNumbered() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      for n in $(seq 300); do mkdir -p all/$n; echo $n > all/$n/a.txt; done; echo 2 > 'all/a 2.txt'
      $proffer pack --each all -o a.dragbundle
      $proffer unpack a.dragbundle --into out | wc -l
      ls out | wc -l; cat out/* | sort -n | uniq | wc -l
      """)
    #expect(run.status == 0 && run.text == "301\n301\n300\n", "\(run.text)\(run.errorText)")
  }

  @Test func aFolderThatCannotBeWrittenIsNamedAsItWasTyped() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    // No user may make anything there, root included.
    let run = try await fixture.command("unpack", "trip.dragbundle", "--into", "/proc/self")
    #expect(run.isRefusal(naming: "/proc/self"), "\(run.errorText)")
    #expect(!run.errorText.contains("unpacking") && !run.errorText.contains(".proffer-"), "\(run.errorText)")
  }

  @Test func anExistingNameStopsBeforeAnythingIsWritten() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let made = try await fixture.shell("mkdir out; echo mine > out/photo.png")
    #expect(made.status == 0)
    let run = try await fixture.command("unpack", "trip.dragbundle", "--into", "out")
    #expect(run.status == 2 && run.hasOneErrorLine && run.errorText.contains("photo.png"), "\(run.errorText)")
    #expect(try fixture.folder.names().filter { $0.hasPrefix("out/") } == ["out/photo.png"])
    #expect(try fixture.folder.read("out/photo.png") == Array("mine\n".utf8))
    #expect(try await fixture.command("unpack", "trip.dragbundle", "--into", "out", "--force").status == 0)
    #expect(try fixture.folder.read("out/photo.png") == ProgramFixture.bytes(ofFixture: "photo.png"))
  }

  @Test func aDamagedBundleUnpacksNothing() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    var bytes = try fixture.folder.read("trip.dragbundle")
    let place = try #require(bytes.firstRange(of: Array("IHDR".utf8)))
    bytes[place.lowerBound + 6] ^= 0x10
    try fixture.folder.write(bytes, to: "trip.dragbundle")
    let run = try await fixture.command("unpack", "trip.dragbundle", "--into", "out")
    #expect(run.status == 2 && run.hasOneErrorLine, "\(run.errorText)")
    #expect(try fixture.folder.names() == ["trip.dragbundle"])
  }
}

/// What `unpack`, `split` and `load` do in a folder that has something already, or that others write too.
@Suite struct UnpackingTests {
  /// Two bundles of one item each, the second of a folder, and one with both.
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
    try #require(try await fixture.shell("\(Self.preparation)\nmkdir parts").status == 0)
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
      #expect(again.status == 0, "\(again.errorText)")
      let check =
        command == "unpack"
        ? "diff -r a.txt parts/a.txt && diff -r album parts/album && diff -r b.txt parts/b.txt"
        : "for part in parts/*; do $proffer verify \"$part\" || exit 1; done"
      let result = try await fixture.shell(
        "\(check); status=$?; test $(ls -A parts | wc -l) = 3 || exit 9; rm -rf parts/*; exit $status")
      #expect(result.status == 0, "\(call): \(result.text)\(result.errorText)")
    }
    #expect(partCount > 0, "no call was between two names")
  }

  @Test func forceDoesNotReplaceAFolderWithOtherContents() async throws {
    let run = try await shell(
      """
      mkdir -p parts/album; echo other > parts/album/one.txt
      $proffer unpack mixed.dragbundle --into parts --force || echo $?; ls -A parts; cat parts/album/one.txt
      """)
    #expect(run.text == "2\nalbum\nother\n", "\(run.text)\(run.errorText)")
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
    let run = try await shell(
      """
      touch file
      python3 - <<'PYTHON'
      data = bytearray(open("two.dragbundle", "rb").read())
      data[data.index(b"two\\n")] ^= 1
      open("damaged.dragbundle", "wb").write(data)
      open("cut.dragbundle", "wb").write(data[:-9])
      PYTHON
      ls -A > before; set +e
      XDG_STATE_HOME=$PWD/album timeout 20 $proffer \(command); echo $?
      rm -rf album/proffer; ls -A | diff before - | grep -v '> before'
      """)
    #expect(run.text == "2\n" && run.hasOneErrorLine, "\(command): \(run.text)\(run.errorText)")
  }

  @Test(arguments: ["unpack", "split", "drop"])
  func aWorkingFolderThatWasRemovedIsAnError(command: String) async throws {
    let run = try await shell(
      """
      bundle=$PWD/two.dragbundle; export XDG_STATE_HOME=$PWD/state
      mkdir gone; cd gone; rmdir ../gone; set +e
      timeout 20 $proffer \(command) $bundle --into below; echo $?
      """)
    #expect(run.text == "2\n" && run.hasOneErrorLine, "\(run.text)\(run.errorText)")
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
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
    #expect(run.text.hasSuffix("file\nprecious\n"), "\(run.text)")
  }

  @Test func aLinkThatWasTypedIsFollowed() async throws {
    let run = try await shell(
      """
      mkdir real; echo old > real/file; ln -s real into; ln -s real/file named
      $proffer unpack two.dragbundle --into into
      $proffer load two.dragbundle --item 1 --type public.text -o named --force
      cmp a.txt real/a.txt; cmp a.txt real/file; test -L named; test -L into
      """)
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  /// An attacker who owns the folder exchanges whatever the program makes there for a link to somewhere else.
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
        do timeout 20 $proffer -q $c out --force 2>/dev/null; test $? -le 2 || echo "ended with $?"; done
      done
      touch stop; wait $attacker
      ls -A victim
      """)
    #expect(run.status == 0 && run.text == "", "\(run.text)\(run.errorText)")
  }

  /// Each name is the old file or the new one at every system call that changes names.
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
    #expect(run.text == "2\n1\n", "\(run.text)\(run.errorText)")
  }

  /// A file cannot be replaced by the second of two: the first is as it was.
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
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  /// What a command has finished is not mistaken for what a killed one left, whatever it is called.
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
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
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
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
    let name = String(repeating: "n", count: 251) + ".txt"
    let member = "m" + String(repeating: "n", count: 251) + ".md"
    #expect(run.text.hasSuffix("\(member)\n\(name)\n"), "\(run.text)")
    let notes = run.errorText.split(separator: "\n")
    #expect(
      notes.count == 2 && notes.allSatisfy { $0.contains("is too long; it was shortened to") }, "\(notes)")
    let drop = try await fixture.command(
      "drop", "long", "--into", "dropped", environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
    #expect(drop.status == 0, "\(drop.errorText)")
    #expect(drop.errorText.contains("is too long; it was shortened to \(member)"), "\(drop.errorText)")
  }
}

import Foundation
import TestSupport
import Testing

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

  private func shell(_ script: String) throws -> ProgramRun {
    let fixture = try ProgramFixture()
    return try fixture.shell("\(Self.preparation)\n\(script)")
  }

  @Test(arguments: [
    "unpack none.dragbundle --into deep/er", "unpack damaged.dragbundle --into deep/er",
    "split cut.dragbundle --into deep/er", "unpack two.dragbundle --into file/deep",
    "load damaged.dragbundle --item 1 --type public.text -o deep/er/",
    "load none.dragbundle --type public.text -o deep/",
    "unpack two.dragbundle --into /proc/proffer", "split two.dragbundle --into /proc/proffer",
    "drop two.dragbundle --into /proc/proffer",
  ])
  func whatIsRefusedLeavesNoFolder(command: String) throws {
    let run = try shell(
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

  @Test(.timeLimit(.minutes(1)), arguments: ["unpack", "split", "drop"])
  func aWorkingFolderThatWasRemovedIsAnError(command: String) throws {
    let run = try shell(
      """
      bundle=$PWD/two.dragbundle; export XDG_STATE_HOME=$PWD/state
      mkdir gone; cd gone; rmdir ../gone; set +e
      timeout 20 $proffer \(command) $bundle --into below; echo $?
      """)
    #expect(run.text == "2\n" && run.hasOneErrorLine, "\(run.text)\(run.errorText)")
  }

  @Test func aNameThatABundleChoseIsNotFollowedWhereItIsALink() throws {
    let run = try shell(
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

  @Test func aNameThatWasTypedIsFollowed() throws {
    let run = try shell(
      """
      mkdir real; echo old > real/file; ln -s real into; ln -s real/file named
      $proffer unpack two.dragbundle --into into
      $proffer load two.dragbundle --item 1 --type public.text -o named --force
      cmp a.txt real/a.txt; cmp a.txt real/file; test -L named; test -L into
      """)
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  /// An attacker who owns the folder exchanges whatever the program makes there for a link to somewhere else.
  @Test func anAttackerWhoOwnsTheFolderGetsNothingWrittenElsewhere() throws {
    let run = try shell(
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
      for i in $(seq 40); do
        for c in "unpack many.dragbundle --into" "split many.dragbundle --into" "load many.dragbundle --type public.folder -o"
        do timeout 20 $proffer $c out --force 2>/dev/null; test $? -le 2 || echo "ended with $?"; done
      done
      touch stop; wait $attacker
      ls -A victim
      """)
    #expect(run.status == 0 && run.text == "", "\(run.text)\(run.errorText)")
  }

  /// Each name is the old file or the new one at every system call that changes names.
  @Test(arguments: ["unpack two.dragbundle", "split two.dragbundle"])
  func whatIsReplacedIsOldOrNewWheneverTheProgramIsKilled(command: String) throws {
    let names = command.hasPrefix("unpack") ? "a.txt b.txt" : "a.dragbundle b.dragbundle"
    let run = try shell(
      """
      mkdir old; for n in \(names); do echo old > old/$n; done
      seen=0
      for i in $(seq 60); do
        rm -rf out; cp -a old out
        $proffer \(command) --into out --force & pid=$!
        sleep 0.0$((RANDOM % 6))$((RANDOM % 10)); kill -KILL $pid 2>/dev/null || true; wait $pid 2>/dev/null || seen=1
        for n in \(names); do
          test -f out/$n || echo "$n is gone"
          cmp -s out/$n old/$n || case $n in
            *.txt) cmp $n out/$n;;
            *) $proffer verify out/$n >/dev/null;;
          esac
        done
      done
      $proffer \(command) --into out --force
      ls -A out | wc -l; echo $seen
      """)
    #expect(run.text == "2\n1\n", "\(run.text)\(run.errorText)")
  }

  /// A file cannot be replaced by the second of two: the first is as it was.
  @Test func whatWasReplacedBeforeAFailureIsPutBack() throws {
    let run = try shell(
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

  /// What a command has finished is not taken for what a killed one left, whatever it is called.
  @Test func whatABundleHoldsUnderATemporaryNameStays() throws {
    let run = try shell(
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
}

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct PackTests {
  @Test func itemsKeepTheirRepresentationsInTheGivenOrder() async throws {
    let fixture = try ProgramFixture()
    try await expectEqual(fixture.packTrip().errorText, "")
    let list = try await fixture.command("list", "trip.dragbundle", "--json").json() as? [String: Any]
    let items = try require(list?["items"] as? [[String: Any]])
    expectEqual(items.map { $0["name"] as? String }, ["Trip notes", nil])
    let types = items.map {
      ($0["representations"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
    }
    expectEqual(types, [["public.rtf", "public.html", "public.plain-text"], ["public.png"]])
  }

  @Test func withoutItemEachFileIsAnItem() async throws {
    let fixture = try ProgramFixture()
    let files = ["notes.rtf", "photo.png", "Notes.rtfd"].map(ProgramFixture.fixture)
    try await expectEqual(fixture.command(["pack"] + files + ["-o", "a.dragbundle"]).status, 0)
    let list = try await fixture.command("list", "a.dragbundle", "--json").json() as? [String: Any]
    expectEqual((list?["items"] as? [Any])?.count, 3)
  }

  @Test func optionsApplyToTheNextFile() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("one", to: "one.txt")
    try fixture.folder.write("two", to: "two.txt")
    let run = try await fixture.command(
      "pack", "--new-item", "--from", "public.html", "--kind", "data", "--visibility", "team", "--team",
      "blue",
      "one.txt",
      "two.txt", "-o", "a.dragbundle")
    expectEqual(run.status, 0, "\(run.errorText)")
    let everybody = try await fixture.command("list", "a.dragbundle")
    #expect(!everybody.text.contains("HTML") && everybody.text.contains("1.2  plain text"))
    let team = try await fixture.command("list", "a.dragbundle", "--team", "blue")
    #expect(team.text.contains("HTML") && team.text.contains("data, team blue"))
  }

  @Test(
    .requires(.trace),
    arguments: ["notes.txt", "photo.png", "misnamed.txt"])
  func aFileIsOpenedOnceToBeTypedAndStored(name: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      cp $fixtures/\(name) . && strace -f -e trace=openat -o calls $proffer pack \(name) -o a.dragbundle || exit 9
      grep -c '"\(name)"' calls
      """)
    expect(run.status == 0 && run.text == "1\n", "\(run.text)\(run.errorText)")
  }

  @Test func standardInputIsPackedWithItsType() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.run(
      "pack", "--name", "now", "--from", "text/plain", "-", "-o", "a.dragbundle", input: Array("tick".utf8))
    expectEqual(run.status, 0, "\(run.errorText)")
    try await expectEqual(
      fixture.command("load", "a.dragbundle", "--type", ".txt").output, Array("tick".utf8))
    try await expectEqual(fixture.command("unpack", "a.dragbundle", "--into", "out").status, 0)
    try expectEqual(fixture.folder.names().filter { $0.hasPrefix("out/") }, ["out/now.txt"])
  }

  @Test func eachMakesAnItemOfEveryFileBelowAFolder() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command(
      "pack", "--each", ProgramFixture.fixture("album"), "-o", "a.dragbundle")
    expectEqual(run.status, 0, "\(run.errorText)")
    let list = try await fixture.command("list", "a.dragbundle")
    #expect(list.text.contains("cover.txt") && list.text.contains("cover.jpg"))
  }

  @Test func anObjectIsOfferedInEveryTypeItCanBeWrittenIn() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command(
      "pack", "--kind", "object", ProgramFixture.fixture("places.plist"), "-o", "a.dragbundle")
    expectEqual(run.status, 0, "\(run.errorText)")
    let list = try await fixture.command("list", "a.dragbundle")
    #expect(list.text.contains("JSON") && list.text.contains("promised"))
    let json = try await fixture.command("load", "a.dragbundle", "--type", "public.json")
    expectEqual(json.status, 0, "\(json.errorText)")
    #expect(try json.json() is [String: Any] || json.json() is [Any])
  }

  @Test func aPromiseIsMadeWhenItIsLoaded() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command(
      "pack", "--promise", "public.utf16-plain-text", ProgramFixture.fixture("notes.txt"), "-o",
      "a.dragbundle")
    expectEqual(run.status, 0, "\(run.errorText)")
    let best = try await fixture.command("best", "a.dragbundle", "--accept", "public.utf16-plain-text")
    #expect(best.status == 0 && best.text.contains("(promised)"))
    let load = try await fixture.command("load", "a.dragbundle", "--type", "public.utf16-plain-text")
    let text = try require(String(bytes: load.output, encoding: .utf16))
    try expectEqual(text, String(decoding: ProgramFixture.bytes(ofFixture: "notes.txt"), as: UTF8.self))
  }

  @Test func theBundleCanGoToAPipeAndComeFromOne() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      "set -o pipefail; $proffer pack $fixtures/notes.txt $fixtures/photo.png -o - | $proffer load - --type .png | cmp - $fixtures/photo.png"
    )
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }

  @Test func twoTimeZonesGiveTheSameBytes() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      mkdir one two; cp -r $fixtures/album $fixtures/notes.txt one; cp -r $fixtures/album $fixtures/notes.txt two
      find two -exec touch -d '2001-02-03 04:05:06' {} +
      (cd one; TZ=Asia/Tokyo $proffer pack --no-times album notes.txt -o ../one.dragbundle)
      (cd two; TZ=America/Lima $proffer pack --no-times album notes.txt -o ../two.dragbundle)
      cmp one.dragbundle two.dragbundle
      (cd one; TZ=Asia/Tokyo SOURCE_DATE_EPOCH=5 $proffer pack album notes.txt -o ../three.dragbundle)
      (cd two; TZ=America/Lima SOURCE_DATE_EPOCH=5 $proffer pack album notes.txt -o ../four.dragbundle)
      cmp three.dragbundle four.dragbundle
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }

  @Test func otherToolsReadWhatTheProgramPacks() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.shell(
      """
      set -e
      unzip -tq trip.dragbundle
      python3 -c 'import zipfile; assert zipfile.ZipFile("trip.dragbundle").testzip() is None'
      test "$(dd if=trip.dragbundle bs=1 skip=38 count=38 2>/dev/null)" = application/vnd.proffer.dragbundle+zip
      unzip -p trip.dragbundle items/1/3/notes.txt | cmp - $fixtures/notes.txt
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }

  @Test func namesOfAnyBytesArePackedListedAndUnpacked() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      #"""
      set -e
      mkdir in && cd in
      latin=$(printf 'caf\351.txt'); line=$(printf 'two\nlines.txt')
      printf 1 > "$latin"; printf 2 > ./-dash.txt; printf 3 > 'sp ace.txt'; printf 4 > "$line"; printf 5 > 'back\slash.txt'
      printf 6 > '..dots.txt'; printf 7 > a.txt; printf 8 > A.txt; printf 9 > con.txt; printf 0 > 'aux'
      $proffer pack -o ../names.dragbundle -- ..dots.txt *
      cd ..
      $proffer list names.dragbundle > list.txt
      test "$(grep -c . list.txt)" -eq 20
      if LC_ALL=C grep -q "$(printf '\351')" list.txt; then exit 9; fi
      $proffer unpack names.dragbundle --into out
      diff -r in out
      $proffer verify names.dragbundle
      unzip -tq names.dragbundle
      """#)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }

  @Test(arguments: [
    (["pack", "missing.txt", "-o", "x"], "missing.txt"),
    (["pack", "--from", "not a type", "here.txt", "-o", "x"], "not a type"),
    (["pack", "--from", ".nosuchext", "here.txt", "-o", "x"], ".nosuchext"),
    (["pack", "--from", "no/such-mime", "here.txt", "-o", "x"], "no/such-mime"),
    (["pack", "here.txt", "-o", "there"], "there"),
    (["pack", "here.txt", "-o", "missing/x"], "missing/x"),
    (["pack", "--new-item", "here.txt", "also.txt", "-o", "x"], "also.txt"),
    (["pack", "out-link", "-o", "x"], "out"),
    (["pack", "--promise", "public.png", "here.txt", "-o", "x"], "PNG picture"),
    (["pack", "fifo-folder", "-o", "x"], "fifo"),
  ])
  func badInputIsOneLineThatNamesIt(arguments: [String], culprit: String) async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("h", to: "here.txt")
    try fixture.folder.write("a", to: "also.txt")
    try fixture.folder.write("precious", to: "there")
    let made = try await fixture.shell(
      "mkdir out-link && ln -s /etc/passwd out-link/out && mkdir fifo-folder && mkfifo fifo-folder/fifo")
    expectEqual(made.status, 0)
    let before = try fixture.folder.names()
    let run = try await fixture.command(arguments)
    let isWrongType = arguments.contains("--from")
    expect(
      run.status == (isWrongType ? 64 : 2) && run.hasOneErrorLine, "\(run.status) \(run.errorText)")
    expect(run.errorText.contains(culprit), "\(run.errorText)")
    try expectEqual(fixture.folder.names(), before)
    try expectEqual(fixture.folder.read("there"), Array("precious".utf8))
  }

  @Test(arguments: [
    ["pack", "-o", "x"], ["pack", "here.txt"],
    ["pack", "here.txt", "--from", "public.html", "-o", "x"],
    ["pack", "here.txt", "--name", "late", "-o", "x"], ["pack", "--new-item", "-o", "x"],
    ["pack", "--visibility", "team", "here.txt", "-o", "x"], ["pack", "--colour", "here.txt", "-o", "x"],
    ["pack", "--kind", "magic", "here.txt", "-o", "x"], ["pack", "--folder", "here.txt", "-o", "-"],
  ])
  func wrongUsageHasTheStatus64(arguments: [String]) async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("h", to: "here.txt")
    let run = try await fixture.command(arguments)
    expect(run.status == 64 && run.hasOneErrorLine, "\(run.status) \(run.errorText)")
    try expectEqual(fixture.folder.names(), ["here.txt"])
  }

  @Test func aFullDiskLeavesNoPartOfABundle() async throws {
    let fixture = try ProgramFixture()
    // A file size limit replaces a full disk.
    let run = try await fixture.shell(
      """
      head -c 3000000 /dev/urandom > big.bin; echo old > old.dragbundle
      ulimit -f 1000
      trap '' XFSZ
      $proffer pack big.bin --force -o old.dragbundle
      """)
    expect(run.status == 2 && run.hasOneErrorLine, "\(run.status) \(run.errorText)")
    expect(run.errorText.contains("old.dragbundle"), run.errorText)
    try expectEqual(fixture.folder.read("old.dragbundle"), Array("old\n".utf8))
    try expectEqual(fixture.folder.names(), ["big.bin", "old.dragbundle"])
  }

  @Test func forceReplacesABundle() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let again = try await fixture.command(
      "pack", ProgramFixture.fixture("photo.png"), "-o", "trip.dragbundle")
    #expect(again.status == 2 && again.errorText.contains("--force"))
    let forced = try await fixture.command(
      "pack", "--force", ProgramFixture.fixture("photo.png"), "-o", "trip.dragbundle")
    expectEqual(forced.status, 0, "\(forced.errorText)")
  }

  @Test func fiveGibibytesPackAndLoadInLittleMemory() async throws {
    let fixture = try ProgramFixture()
    // The limit applies to all private memory of the process, including memory that it never touches.
    let run = try await fixture.shell(
      """
      set -e
      truncate -s 5G sparse.bin
      printf end | dd of=sparse.bin bs=1 seek=5368709117 conv=notrunc status=none
      ( ulimit -d 65536; $proffer pack sparse.bin -o big.dragbundle )
      ( ulimit -d 65536; $proffer load big.dragbundle --type public.data -o loaded.bin )
      test "$(stat -c %s loaded.bin)" = 5368709120
      tail -c 3 loaded.bin
      """)
    expectEqual(run.status, 0, "\(run.errorText)")
    expectEqual(run.text, "end")
    let python = try await fixture.shell(
      """
      python3 -c '
      import zipfile
      entry = zipfile.ZipFile("big.dragbundle").infolist()[1]
      assert entry.file_size == 5 << 30, entry.file_size
      '
      """)
    expectEqual(python.status, 0, "\(python.errorText)")
  }

  @Test func aFileOfManyTakesFewBytesOfMemory() async throws {
    let fixture = try ProgramFixture()
    // The peak of anonymous memory in KiB, as the kernel counts it.
    let run = try await fixture.shell(
      """
      mkdir many && cd many && seq 100001 112000 | split -l 1 -a 4 && cd .. || exit 1
      $proffer pack --each many -o many.dragbundle & most=0
      while [[ -e /proc/$!/status ]]; do
        while read -r name value rest; do
          if [[ $name == RssAnon: ]]; then (( value > most )) && most=$value; break; fi
        done 2>/dev/null </proc/$!/status || true
        sleep 0.03
      done
      wait $! && echo $most
      """)
    expectEqual(run.status, 0, "\(run.errorText)")
    let most = try require(Int(run.text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(most > 0 && most < 20_480)
  }

  @Test(.requires(.proc))
  func filesThatStateAWrongSizeAreReadToTheirEnd() async throws {
    let fixture = try ProgramFixture()
    let version = try String(contentsOfFile: "/proc/version", encoding: .utf8)
    let setting = try String(contentsOfFile: "/proc/sys/fs/epoll/max_user_watches", encoding: .utf8)
    try await fixture.done("pack", "/proc/version", "/proc/sys/fs/epoll", "-o", "a.dragbundle")
    try await fixture.done("add", "a.dragbundle", "/proc/version")
    try await fixture.done("verify", "a.dragbundle")
    try await expectEqual(
      fixture.command("load", "a.dragbundle", "--item", "1", "--type", ".txt").text, version)
    try await expectEqual(
      fixture.command("load", "a.dragbundle", "--item", "3", "--type", ".txt").text, version)
    try await fixture.done("unpack", "a.dragbundle", "--into", "out")
    expectEqual(
      String(decoding: try fixture.folder.read("out/epoll/max_user_watches"), as: UTF8.self), setting)
    let page = try await fixture.command("convert", "/proc/version", "--from", "txt", "--to", "html")
    expect(page.status == 0 && page.text.contains(version.prefix(14)), "\(page.text)")
    let reference = try await fixture.command("pack", "--in-place", "/proc/version", "-o", "b.dragbundle")
    expect(reference.status == 2 && reference.errorText.contains("wrong size"), "\(reference.errorText)")
  }
}

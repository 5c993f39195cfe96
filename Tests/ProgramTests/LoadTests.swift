import Foundation
import TestSupport
import Testing

@Suite(.waits) struct LoadTests {
  @Test func loadGivesExactlyThePackedBytes() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    for (item, type, file) in [
      ("1", "public.plain-text", "notes.txt"), ("1", "text/html", "notes.html"), ("1", ".rtf", "notes.rtf"),
      ("2", "public.image", "photo.png"),
    ] {
      let run = try await fixture.command(
        "load", "trip.dragbundle", "--item", item, "--type", type, "-o", "-")
      expectEqual(run.status, 0, "\(run.errorText)")
      try expectEqual(run.output, ProgramFixture.bytes(ofFixture: file))
    }
  }

  @Test func anExactIdentifierBeatsAnEarlierConformingType() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("html", to: "a.html")
    try fixture.folder.write("text", to: "b.txt")
    let pack = try await fixture.command(
      "pack", "--new-item", "a.html", "--from", "public.text", "b.txt", "-o", "a.dragbundle")
    expectEqual(pack.status, 0, "\(pack.errorText)")
    try await expectEqual(fixture.command("load", "a.dragbundle", "--type", "public.text").text, "text")
    try await expectEqual(fixture.command("load", "a.dragbundle", "--type", "public.content").text, "html")
  }

  @Test func aMessageAboutManyItemsNamesAFew() async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell(
      """
      mkdir all; for n in $(seq 10 30); do echo $n > all/$n.txt; done
      $proffer pack --each all -o all.dragbundle
      """)
    expectEqual(made.status, 0, "\(made.errorText)")
    let run = try await fixture.command("load", "all.dragbundle", "--type", "public.text")
    #expect(run.status == 2 && run.hasOneErrorLine)
    expect(
      run.errorText.contains("match text: 1 (10.txt), 2 (11.txt), ")
        && run.errorText.contains(", 10 (19.txt) and 11 more; choose one with --item N"), "\(run.errorText)")
    try await expectEqual(
      fixture.command("load", "all.dragbundle", "--type", "public.text", "--item", "12").text,
      "21\n")
  }

  @Test func aBundleFromAPipeIsLoadedInLittleMemory() async throws {
    let fixture = try ProgramFixture()
    // The limit applies to all private memory of the process, including memory that it never touches.
    let run = try await fixture.shell(
      """
      set -eo pipefail
      truncate -s 256M sparse.bin
      printf end | dd of=sparse.bin bs=1 seek=268435453 conv=notrunc status=none
      ulimit -d 65536
      $proffer pack sparse.bin -o - | $proffer load - --type public.data -o - | tail -c 3
      """)
    expectEqual(run.status, 0, "\(run.errorText)")
    expectEqual(run.text, "end")
  }

  @Test func aTypeMayBeThePathOfAFile() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    try fixture.folder.write("<p>", to: "like-this.html")
    let run = try await fixture.command("load", "trip.dragbundle", "--type", "./like-this.html")
    try expectEqual(run.output, ProgramFixture.bytes(ofFixture: "notes.html"), "\(run.errorText)")
  }

  @Test func aFileGoesIntoAFolderUnderItsOwnName() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.shell(
      "mkdir out; $proffer load trip.dragbundle --type .png -o out && cmp out/photo.png $fixtures/photo.png")
    expectEqual(run.status, 0, "\(run.errorText)")
  }

  @Test func aFolderComesBackEqual() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      cp -r $fixtures/album album; mkdir album/empty; ln -s captions/cover.txt album/link; chmod 755 album/cover.jpg
      $proffer pack album -o a.dragbundle
      $proffer load a.dragbundle --type public.folder -o copy
      diff -r --no-dereference album copy
      test -d copy/empty -a -L copy/link -a -x copy/cover.jpg -a ! -x copy/captions/cover.txt
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }

  @Test func nothingThatFitsIsANegativeResult() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.command("load", "trip.dragbundle", "--type", "public.mp3", "-o", "x")
    #expect(run.status == 1 && run.hasOneErrorLine)
    #expect(run.errorText.contains(" offers RTF, ") && run.errorText.contains("does not match MP3 sound"))
    #expect(try !fixture.folder.names().contains("x"))
  }

  @Test func severalItemsThatFitAreNamed() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.command("load", "trip.dragbundle", "--type", "public.data")
    expect(run.status == 2 && run.errorText.contains("--item N"), "\(run.errorText)")
  }

  @Test func convertMakesATypeThatIsNotRegistered() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let plain = try await fixture.command(
      "load", "trip.dragbundle", "--item", "1", "--type", "public.utf16-plain-text")
    #expect(plain.status == 1 && plain.errorText.contains("--convert"))
    let run = try await fixture.command(
      "load", "trip.dragbundle", "--item", "1", "--type", "public.utf16-plain-text", "--convert")
    expectEqual(run.status, 0, "\(run.errorText)")
    try expectEqual(
      String(bytes: run.output, encoding: .utf16),
      String(decoding: ProgramFixture.bytes(ofFixture: "notes.txt"), as: UTF8.self))
  }

  @Test func aPromiseThatFailsNamesItsSource() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("no rtf", to: "a.txt")
    try await fixture.done(
      "pack", "a.txt", "--promise", ".html", "--from", "public.rtf", "a.txt", "-o", "b.dragbundle")
    let run = try await fixture.command("load", "b.dragbundle", "--type", ".html")
    #expect(run.status == 2 && run.hasOneErrorLine)
    expect(
      run.errorText.contains("RTF in item 2 of b.dragbundle, from which HTML is made,"),
      "\(run.errorText)")
  }

  @Test func aFileOfferedInPlaceIsAPathUntilItChanges() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("one", to: "live.txt")
    try await expectEqual(fixture.command("pack", "--in-place", "live.txt", "-o", "a.dragbundle").status, 0)
    let path = try await fixture.command("load", "a.dragbundle", "--type", ".txt", "--in-place")
    expect(path.status == 0 && path.text == "live.txt\n", "\(path.errorText)")
    try await expectEqual(fixture.command("load", "a.dragbundle", "--type", ".txt").text, "one")
    try fixture.folder.write("changed", to: "live.txt")
    let stale = try await fixture.command("load", "a.dragbundle", "--type", ".txt")
    expect(stale.status == 2 && stale.errorText.contains("live.txt"), "\(stale.errorText)")
  }

  @Test(arguments: [["--promise", ".html"], []])
  func aRepresentationThatIsNotOfferedInPlaceHasNoPath(promise: [String]) async throws {
    let fixture = try ProgramFixture()
    let notes = ProgramFixture.fixture("notes.md")
    try await expectEqual(fixture.command(["pack"] + promise + [notes, "-o", "a.dragbundle"]).status, 0)
    let type = promise.isEmpty ? ".md" : ".html"
    let run = try await fixture.command("load", "a.dragbundle", "--type", type, "--in-place")
    expect(run.status == 1 && run.output.isEmpty && run.hasOneErrorLine, "\(run.text)\(run.errorText)")
    expect(run.errorText.contains("is not a reference to a file"), "\(run.errorText)")
    let converted = try await fixture.command(
      "load", "a.dragbundle", "--type", ".rtf", "--convert", "--in-place")
    expect(converted.status == 1 && converted.output.isEmpty, "\(converted.errorText)")
  }

  @Test func strictGoesWithConvert() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.command("load", "trip.dragbundle", "--type", ".png", "--strict")
    expect(run.status == 64 && run.hasOneErrorLine && run.output.isEmpty, "\(run.errorText)")
    expect(run.errorText.contains("--strict needs --convert"), "\(run.errorText)")
  }

  @Test func aDamagedPayloadIsNotHandedOutAsAFile() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("a payload to damage", to: "a.txt")
    try await expectEqual(fixture.command("pack", "a.txt", "-o", "a.dragbundle").status, 0)
    var bytes = try fixture.folder.read("a.dragbundle")
    let place = try require(bytes.firstRange(of: Array("payload".utf8)))
    bytes[place.lowerBound] ^= 1
    try fixture.folder.write(bytes, to: "a.dragbundle")
    let run = try await fixture.command("load", "a.dragbundle", "--type", ".txt", "-o", "out.txt")
    expect(run.status == 2 && run.hasOneErrorLine, "\(run.errorText)")
    try expectEqual(fixture.folder.names(), ["a.dragbundle", "a.txt"])
    let verify = try await fixture.command("verify", "a.dragbundle")
    expect(verify.status == 1 && verify.text.contains("items/1/1/a.txt"), "\(verify.text)")
  }

  @Test func aPromiseIsMadeByTheCoderThatTheManifestNames() async throws {
    let fixture = try ProgramFixture()
    let pack = try await fixture.command(
      "pack", "--folder", "--promise", "public.utf16-plain-text", ProgramFixture.fixture("notes.txt"), "-o",
      "b")
    expectEqual(pack.status, 0, "\(pack.errorText)")
    try await expectEqual(
      fixture.command("load", "b", "--type", "public.utf16-plain-text", "-o", "-").status, 0)
    let manifest = String(decoding: try fixture.folder.read("b/manifest.json"), as: UTF8.self)
    let changed = manifest.replacing(/"coder":"[^"]*"/, with: "\"coder\":\"another coder\"")
    try #require(changed != manifest)
    try fixture.folder.write(changed, to: "b/manifest.json")
    let run = try await fixture.command("load", "b", "--type", "public.utf16-plain-text", "-o", "-")
    #expect(run.status == 2 && run.output.isEmpty)
    expect(
      run.errorText.contains("no converter with the name another coder can write UTF-16 text"),
      "\(run.errorText)")
  }
}

/// `load` to standard output from a bundle with a damaged payload.
@Suite(.waits) struct DamagedLoadTests {
  @Test(arguments: [10, 1 << 20, 2 << 20 | 1], [[], ["--folder"]])
  func aDamagedPayloadIsAFailureThatNamesIt(byteCount: Int, form: [String]) async throws {
    let fixture = try ProgramFixture()
    var generator = SeededGenerator(seed: 1)
    let bytes = generator.bytes(count: byteCount)
    try fixture.folder.write(bytes, to: "a.bin")
    try await expectEqual(fixture.command(["pack"] + form + ["a.bin", "-o", "a"]).status, 0)
    let whole = try await fixture.command("load", "a", "--type", "public.data", "-o", "-")
    #expect(whole.status == 0 && whole.output == bytes)
    let list = try await fixture.done("list", "a", "--json").json() as? [String: Any]
    let item = (list?["items"] as? [[String: Any]])?.first
    let path = try require(((item?["representations"] as? [[String: Any]])?.first)?["path"] as? String)
    let file = form.isEmpty ? "a" : "a/\(path)"
    var stored = try fixture.folder.read(file)
    let start = try require(Data(stored).range(of: Data(bytes.suffix(10)))).lowerBound
    for place in [start, start + 9] {
      stored[place] ^= 1
      try fixture.folder.write(stored, to: file)
      let run = try await fixture.command("load", "a", "--type", "public.data", "-o", "-")
      expect(run.status == 2 && run.hasOneErrorLine, "\(run.status): \(run.errorText)")
      expect(run.errorText.contains(path), "\(run.errorText)")
      stored[place] ^= 1
    }
  }
}

import Foundation
import TestSupport
import Testing

@Suite struct UnpackTests {
  @Test func everythingComesBackUnderItsOwnName() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip("--item", ProgramFixture.fixture("Notes.rtfd"))
    let run = try fixture.shell(
      """
      set -e
      $proffer unpack trip.dragbundle --into out
      for f in notes.rtf notes.html notes.txt photo.png; do cmp $fixtures/$f out/$f; done
      diff -r $fixtures/Notes.rtfd out/Notes.rtfd
      test "$(ls -A out | wc -l)" -eq 5
      """)
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  @Test func namesThatNoFileSystemTakesAreCut() throws {
    let fixture = try ProgramFixture()
    let run = try fixture.shell(
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

  @Test func namesThatCollideAreNumbered() throws {
    let fixture = try ProgramFixture()
    let run = try fixture.shell(
      """
      set -e
      mkdir one two three; echo 1 > one/a.txt; echo 2 > two/a.txt; echo 3 > three/a.txt
      $proffer pack one/a.txt two/a.txt three/a.txt -o a.dragbundle
      $proffer unpack a.dragbundle --into out
      cmp one/a.txt out/a.txt; cmp two/a.txt 'out/a 2.txt'; cmp three/a.txt 'out/a 3.txt'
      """)
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  @Test func manyFilesOfOneNameAreNumbered() throws {
    let fixture = try ProgramFixture()
    let run = try fixture.shell(
      """
      set -e
      for n in $(seq 300); do mkdir -p all/$n; echo $n > all/$n/a.txt; done; echo 2 > 'all/a 2.txt'
      $proffer pack --each all -o a.dragbundle
      $proffer unpack a.dragbundle --into out
      ls out | wc -l; cat out/* | sort -n | uniq | wc -l
      """)
    #expect(run.status == 0 && run.text == "301\n300\n", "\(run.text)\(run.errorText)")
  }

  @Test func aFolderThatCannotBeWrittenIsNamedAsItWasTyped() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip()
    // Nobody may make anything there, whoever runs the tests.
    let run = try fixture.run("unpack", "trip.dragbundle", "--into", "/proc/self")
    #expect(run.isRefusal(naming: "/proc/self"), "\(run.errorText)")
    #expect(!run.errorText.contains("unpacking") && !run.errorText.contains(".proffer-"), "\(run.errorText)")
  }

  @Test func aNameThatIsThereAlreadyStopsBeforeAnythingIsWritten() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip()
    let made = try fixture.shell("mkdir out; echo mine > out/photo.png")
    #expect(made.status == 0)
    let run = try fixture.run("unpack", "trip.dragbundle", "--into", "out")
    #expect(run.status == 2 && run.hasOneErrorLine && run.errorText.contains("photo.png"), "\(run.errorText)")
    #expect(try fixture.folder.names().filter { $0.hasPrefix("out/") } == ["out/photo.png"])
    #expect(try fixture.folder.read("out/photo.png") == Array("mine\n".utf8))
    #expect(try fixture.run("unpack", "trip.dragbundle", "--into", "out", "--force").status == 0)
    #expect(try fixture.folder.read("out/photo.png") == ProgramFixture.bytes(ofFixture: "photo.png"))
  }

  @Test func aDamagedBundleUnpacksNothing() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip()
    var bytes = try fixture.folder.read("trip.dragbundle")
    let place = try #require(bytes.firstRange(of: Array("IHDR".utf8)))
    bytes[place.lowerBound + 6] ^= 0x10
    try fixture.folder.write(bytes, to: "trip.dragbundle")
    let run = try fixture.run("unpack", "trip.dragbundle", "--into", "out")
    #expect(run.status == 2 && run.hasOneErrorLine, "\(run.errorText)")
    #expect(try fixture.folder.names() == ["trip.dragbundle"])
  }
}

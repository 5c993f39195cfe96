import TestSupport
import Testing

/// Checks that the message about an occupied place is true for the command and the existing item.
@Suite(.waits) struct OccupiedPlaceTests {
  /// Makes the files, folders, links and both forms of bundles that the cases need.
  private static let preparation = """
    echo old > there; mkdir dir full; echo precious > dir/p; echo old > full/notes.txt
    mkdir -p other/notes.txt; echo precious > other/notes.txt/p; ln -s none nowhere
    $proffer pack $fixtures/notes.txt -o text.dragbundle
    $proffer pack $fixtures/album -o album.dragbundle
    $proffer pack --folder $fixtures/notes.rtf -o layout
    $proffer convert $fixtures/notes.rtf --to .rtfd -o notes.rtfd
    """

  /// Commands, and whether `--force` makes each succeed.
  private static let commands: [(words: String, helps: Bool)] = [
    ("pack $fixtures/notes.txt -o there", true),
    ("pack $fixtures/notes.txt -o nowhere", true),
    ("pack $fixtures/notes.txt -o dir", false),
    ("pack $fixtures/notes.txt -o layout", false),
    ("pack $fixtures/notes.txt -o /dev/null", false),
    ("pack --folder $fixtures/notes.txt -o layout", true),
    ("pack --folder $fixtures/notes.txt -o dir", false),
    ("pack --folder $fixtures/notes.txt -o there", false),
    ("merge text.dragbundle -o there", true),
    ("merge text.dragbundle -o dir", false),
    ("merge text.dragbundle --folder -o layout", true),
    ("merge text.dragbundle --folder -o dir", false),
    ("load text.dragbundle --type .txt -o there", true),
    ("load text.dragbundle --type .txt -o full", true),
    ("load text.dragbundle --type .txt -o other", false),
    ("load text.dragbundle --type .txt -o /dev/null", false),
    ("load album.dragbundle --type public.folder -o there", false),
    ("load text.dragbundle --type .html --convert -o there", true),
    ("convert $fixtures/notes.txt --to .html -o there", true),
    ("convert $fixtures/config.json --to .plist -o there", true),
    ("convert $fixtures/notes.rtf --to .rtfd -o notes.rtfd", true),
    ("convert $fixtures/notes.rtf --to .rtfd -o dir", false),
    ("convert $fixtures/notes.rtf --to .rtfd -o there", false),
    ("verify text.dragbundle --repair there", true),
    ("verify text.dragbundle --repair dir", false),
    ("unpack text.dragbundle --into full", true),
    ("unpack text.dragbundle --into other", false),
    ("unpack text.dragbundle --into there", false),
    ("unpack text.dragbundle --into nowhere", false),
    ("split text.dragbundle --into there", false),
  ]

  /// A fixture with a folder `prepared`, which many cases share because its preparation is slow.
  private func fixture() async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("mkdir prepared; cd prepared; \(OccupiedPlaceTests.preparation)")
    try requireEqual(run.status, 0, "\(run.errorText)")
    return fixture
  }

  @Test func anErrorOffersForceExactlyWhereItHelps() async throws {
    let fixture = try await fixture()
    for (words, helps) in OccupiedPlaceTests.commands {
      let run = try await fixture.shell(
        """
        rm -rf case; cp -a prepared case; cd case
        $proffer \(words); echo $?
        $proffer \(words) --force >/dev/null 2>&1; echo $?
        cat dir/p other/notes.txt/p
        """)
      expectEqual(run.text, "2\n\(helps ? 0 : 2)\nprecious\nprecious\n", "\(words): \(run.text)")
      expect(run.hasOneErrorLine, "\(words): \(run.errorText)")
      expectEqual(run.errorText.contains("use --force to overwrite it"), helps, "\(words): \(run.errorText)")
    }
  }

  @Test func anErrorDoesNotOfferForceWhereACommandHasNone() async throws {
    let fixture = try await fixture()
    for words in [
      "drop text.dragbundle --into there", "drop text.dragbundle --into there/below",
      "drop text.dragbundle --into nowhere", "undo",
    ] {
      let run = try await fixture.shell("cd prepared; XDG_STATE_HOME=$PWD/state $proffer \(words)")
      expect(run.status != 0 && run.hasOneErrorLine, "\(words): \(run.errorText)")
      expect(!run.errorText.contains("--force"), "\(words): \(run.errorText)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Environments that lack what programs are used to: files, memory, a home.
@Suite struct ScarceResourceTests {
  /// Every command once, in a folder with the bundles `trip` and `album`, of which copies may be changed.
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

  /// Runs every command under a limit; tells each that did not end well or with an error of its own.
  private func problems(under limit: String) throws -> String {
    let fixture = try ProgramFixture()
    var script = """
      export HOME=$PWD/home XDG_STATE_HOME=$PWD/state
      $proffer pack --item --name Trip $fixtures/notes.rtf $fixtures/notes.html $fixtures/notes.txt --item $fixtures/photo.png -o trip
      $proffer pack $fixtures/album -o album
      try() {
        rm -rf out out2 parts dropped; cp -f trip copy; cp -f trip copy2
        ( \(limit); timeout 20 $proffer "$@" >output 2>error </dev/null )
        status=$?
        case $status in
          0|1) ;;
          2) grep -q '^proffer: ' error || { echo "$*: no message"; cat error; } ;;
          *) echo "$*: $status"; tail -n 3 error ;;
        esac
        if [ $status = 2 ]; then for made in out out2 parts; do test ! -e $made || echo "$*: left $made"; done; fi
      }

      """
    script += Self.commands.map { "try \($0)" }.joined(separator: "\n")
    return try fixture.shell(script).text
  }

  @Test(arguments: [4, 5, 6, 7, 8, 9, 10, 12, 14, 16])
  func fewOpenFilesAreANamedErrorOrEnough(count: Int) throws {
    #expect(try problems(under: "ulimit -n \(count)") == "")
  }

  @Test(arguments: ["ulimit -v 102400", "ulimit -v 131072"])
  func littleMemoryIsANamedErrorOrEnough(limit: String) throws {
    #expect(try problems(under: limit) == "")
  }

  @Test(arguments: [
    "export HOME=/nonexistent; unset XDG_STATE_HOME", "unset HOME XDG_STATE_HOME",
    "export HOME=/proc XDG_STATE_HOME=/proc/self", "export XDG_CONFIG_HOME=/dev/null XDG_DATA_HOME=/dev/null",
  ])
  func aHomeThatIsNotThereIsANamedErrorOrDoesNotMatter(environment: String) throws {
    #expect(try problems(under: environment) == "")
  }

  /// The XDG Base Directory Specification has them ignored.
  @Test func relativeXDGPathsAreIgnored() throws {
    let fixture = try ProgramFixture()
    let run = try fixture.shell(
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
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }
}

import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TestSupport
import Testing

@Suite struct FolderPackingTests {
  /// A shell script makes the folder `source` inside a fresh one.
  private func folder(_ script: String) throws -> BundleFixture {
    let fixture = try BundleFixture()
    let run = try ProgramRun.run(
      "/bin/sh", ["-c", "set -e; mkdir source; cd source; \(script)"], in: fixture.folder.path)
    try #require(run.status == 0, "\(run.errorText)")
    return fixture
  }

  private func packed(_ fixture: BundleFixture) throws -> ProviderBundle {
    try fixture.pack([
      BundleDraft.Representation(.file(try fixture.path("source")), typeIdentifier: "public.folder")
    ])
  }

  private func extracted(_ bundle: ProviderBundle, in fixture: BundleFixture) throws {
    try bundle.extract(bundle.items[0].representations[0], to: fixture.path("copy"))
  }

  /// What an independent program sees below a folder: names, kinds, sizes, executable bits, targets and times.
  private func listing(_ fixture: BundleFixture, _ name: String) throws -> String {
    let run = try ProgramRun.run(
      "/bin/sh",
      [
        "-c",
        "find . -type l -printf '%P %l\\n' -o -type f -printf '%P %s %m %T@\\n' -o -printf '%P %y %T@\\n' | sort",
      ],
      in: fixture.folder.path(name))
    return run.text
  }

  @Test(arguments: [
    "mkdir -p a/b/empty; echo one > a/1.txt; echo two > a/b/2.txt; printf '' > nothing",
    "echo '#!/bin/sh' > run.sh; chmod 755 run.sh; echo plain > plain.txt; chmod 644 plain.txt",
    "mkdir sub; echo x > sub/x; ln -s sub/x link; ln -s . here; ln -s ../sub/x sub/up; ln -s link again; ln -s sub folder-link",
    "printf x > 'sp ace'; printf y > -dash; printf z > 'back\\slash'; printf n > \"$(printf 'new\\nline')\"; printf d > ..dots",
    "printf a > a; printf b > A; printf c > con; printf d > 'dot.'; printf e > dot; mkdir Dir dir; printf f > Dir/x; printf g > dir/x",
    "printf l > \"$(printf '\\377\\376latin')\"; mkdir \"$(printf 'd\\351j\\340')\"; printf m > \"$(printf 'd\\351j\\340')/f\"",
    "printf 1 > \"$(printf 'e\\314\\201')\"; printf 2 > \"$(printf '\\303\\251')\"",
    "touch -d '2001-02-03 04:05:06.789' old; mkdir past; touch -d '1999-01-01' past",
  ])
  func aFolderComesBackEqual(script: String) throws {
    let fixture = try folder(script)
    let bundle = try packed(fixture)
    try extracted(bundle, in: fixture)
    #expect(try listing(fixture, "copy") == listing(fixture, "source"))
    let comparison = try ProgramRun.run(
      "/usr/bin/diff", ["-r", "--no-dereference", "source", "copy"], in: fixture.folder.path)
    #expect(comparison.status == 0, "\(comparison.text)\(comparison.errorText)")
    let unzip = try ProgramRun.run("/usr/bin/unzip", ["-tq", "a.dragbundle"], in: fixture.folder.path)
    #expect(unzip.status == 0, "\(unzip.text)")
  }

  @Test(arguments: [
    "ln -s /etc/passwd absolute", "ln -s .. parent", "ln -s ../outside sibling",
    "mkdir a; ln -s ../../x a/deep",
    "ln -s missing dangling", "ln -s loop loop", "mkdir d; ln -s . d/self; ln -s d/self/../../.. tricky",
    "mkdir a; ln -s a/.. b; ln -s b/../x c; printf x > x", "printf f > f; ln -s f/.. file-as-folder",
  ])
  func aLinkThatLeadsOutOrNowhereIsRefusedByName(script: String) throws {
    let fixture = try folder(script)
    let error = #expect(throws: BundleError.self) { try packed(fixture) }
    #expect(error?.code == .linkLeadsOut)
    #expect(try !fixture.folder.names().contains("a.dragbundle"))
  }

  @Test func aPipeInsideAFolderIsRefusedByName() throws {
    let fixture = try folder("mkfifo pipe; echo x > x")
    let error = #expect(throws: BundleError.self) { try packed(fixture) }
    #expect(error?.code == .unsupportedFile)
    #expect(error?.message.contains("pipe") == true)
  }

  @Test func aBundleDoesNotPackItself() throws {
    let fixture = try folder("echo x > x; echo old > b.dragbundle")
    let draft = BundleDraft(items: [
      BundleDraft.Item(representations: [
        BundleDraft.Representation(.file(try fixture.path("source")), typeIdentifier: "public.folder")
      ])
    ])
    let error = #expect(throws: BundleError.self) {
      try fixture.writer().write(draft, to: fixture.path("source/b.dragbundle"), replacing: true)
    }
    #expect(error?.code == .invalidDraft)
    #expect(try fixture.folder.read("source/b.dragbundle") == Array("old\n".utf8))
  }

  @Test func aLinkThatIsNamedItselfIsFollowed() throws {
    let fixture = try folder("mkdir real; echo x > real/x")
    let link = try ProgramRun.run("/bin/ln", ["-s", "source/real", "link"], in: fixture.folder.path)
    #expect(link.status == 0)
    let bundle = try fixture.pack([
      BundleDraft.Representation(.file(try fixture.path("link")), typeIdentifier: "public.folder")
    ])
    try bundle.extract(bundle.items[0].representations[0], to: fixture.path("copy"))
    #expect(try fixture.folder.read("copy/x") == Array("x\n".utf8))
  }

  @Test func aDeepFolderCostsNoStack() throws {
    let fixture = try folder(
      "i=0; while [ $i -lt 400 ]; do mkdir d; cd d; i=$((i+1)); done; echo deep > file")
    let bundle = try packed(fixture)
    try extracted(bundle, in: fixture)
    #expect(try listing(fixture, "copy") == listing(fixture, "source"))
  }
}

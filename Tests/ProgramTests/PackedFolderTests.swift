import Foundation
import JSONText
import TestSupport
import Testing

/// Folders that are packed: hidden files in them, and folders that are bundles.
@Suite(.waits) struct PackedFolderTests {
  private func fixture() throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try fixture.write("a", to: "in/a.txt")
    try fixture.write("h", to: "in/.hidden")
    try fixture.write("g", to: "in/.git/one")
    try fixture.write("g", to: "in/.git/two")
    try fixture.write("s", to: "in/sub/.secret")
    return fixture
  }

  private func files(_ fixture: ProgramFixture, _ bundle: String) async throws -> [String] {
    try await fixture.done("unpack", bundle, "--into", "files-\(bundle)")
    let folder = fixture.folder.path("files-\(bundle)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }

  @Test func nothingIsLeftOutUnlessHiddenFilesAreSkipped() async throws {
    let fixture = try fixture()
    let all = try await fixture.done("pack", "in", "-o", "all")
    expectEmpty(all.errorText)
    let found = try await files(fixture, "all")
    expect(found.contains("in/.git/two") && found.contains("in/.hidden"), "\(found)")
    let some = try await fixture.done("pack", "--skip-hidden", "in", "-o", "some")
    expectEqual(some.errorText, "proffer: note: 3 hidden files and folders were left out\n")
    try await expectEqual(files(fixture, "some"), ["in", "in/a.txt", "in/sub"])
  }

  @Test func hiddenFilesOfEachFolderAreSkipped() async throws {
    let fixture = try fixture()
    try await expectEmpty(fixture.done("pack", "--each", "in", "-o", "all").errorText)
    try await expectEqual(fixture.itemCount("all"), 5)
    let some = try await fixture.done("pack", "--each", "in", "--skip-hidden", "-o", "some")
    expectEqual(some.errorText, "proffer: note: 3 hidden files and folders were left out\n")
    try await expectEqual(fixture.itemCount("some"), 1)
    try await fixture.done("add", "some", "--each", "in", "--skip-hidden", "in/.hidden")
    try await expectEqual(fixture.itemCount("some"), 3, "a file that is named is packed")
  }

  @Test func aBundleThatIsAFolderIsPackedAsAnArchive() async throws {
    let fixture = try fixture()
    try await fixture.done("pack", "--folder", "in/a.txt", "-o", "f.dragbundle")
    try await fixture.done("pack", "in/a.txt", "-o", "z.dragbundle")
    let run = try await fixture.shell("$proffer pack * -o all.dragbundle && $proffer list all.dragbundle")
    expectEqual(run.status, 0, "\(run.errorText)")
    expectEqual(run.text.components(separatedBy: "Provider bundle").count, 3, "\(run.text)")
    let found = try await files(fixture, "all.dragbundle")
    expect(found.contains("f.dragbundle") && !found.contains("f.dragbundle/manifest.json"), "\(found)")
    try await expectEqual(fixture.itemCount("files-all.dragbundle/f.dragbundle"), 1)
    try await expectEqual(
      fixture.done("convert", "files-all.dragbundle/f.dragbundle", "--to", "txt").text, "a")
  }
}

import Foundation
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing

/// The permissions of new bundles.
@Suite struct NewBundlePermissionTests {
  private let fixture: BundleFixture
  /// The permissions that the process gives to new files.
  private let usual: UInt16

  init() throws {
    fixture = try BundleFixture()
    try fixture.folder.write("", to: "usual")
    usual = try FileStatus.of(fixture.path("usual")).permissions
    try fixture.folder.write("", to: "usual")
  }

  private func source(_ name: String, _ permissions: UInt16) throws -> BundleDraft.Item {
    let representation = try fixture.file(name, Array(name.utf8))
    try OpenFile.reading(fixture.path(name)).setPermissions(permissions)
    return BundleDraft.Item(representations: [representation])
  }

  private func permissions(_ name: String) throws -> UInt16 {
    try FileStatus.of(fixture.path(name)).permissions
  }

  @Test(
    arguments: [
      ([0o644, 0o644], 0o777), ([0o600], 0o700), ([0o640, 0o644], 0o770), ([0o644, 0o604], 0o707),
      ([0o640, 0o604], 0o700), ([0o777], 0o777), ([0o666], 0o777), ([0o444], 0o777),
    ] as [([UInt16], UInt16)])
  func aNewBundleIsReadableByThoseWhoMayReadEverySource(sources: [UInt16], mask: UInt16) throws {
    let items = try sources.enumerated().map { try source("\($0.offset)", $0.element) }
    try fixture.writer().write(BundleDraft(items: items), to: fixture.path("new"))
    try expectEqual(permissions("new"), usual & mask)
    try fixture.writer().writeFolder(BundleDraft(items: items), to: fixture.path("layout"))
    let usualFolder = usual | (usual & 0o444) >> 2
    try expectEqual(permissions("layout"), usualFolder & mask)
    // Bundles made from the bundle are equally private.
    let bundle = try ProviderBundle(opening: fixture.path("new"))
    try fixture.writer().write(BundleDraft(of: bundle), to: fixture.path("copy"))
    try expectEqual(permissions("copy"), usual & mask)
    let layout = try ProviderBundle(opening: fixture.path("layout"))
    try fixture.writer().write(BundleDraft(of: layout), to: fixture.path("archived"))
    try expectEqual(permissions("archived"), usual & mask)
    try fixture.writer().salvage(fixture.path("new"), to: fixture.path("saved"))
    try expectEqual(permissions("saved"), usual & mask)
  }

  @Test(arguments: [true, false])
  func aFolderThatIsPackedCountsWithEverythingBelowIt(isFolderPrivate: Bool) throws {
    let album = try fixture.path("album")
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("album/inner"), withIntermediateDirectories: true)
    try fixture.folder.write("x", to: "album/inner/x.txt")
    let place = isFolderPrivate ? "album/inner" : "album/inner/x.txt"
    try OpenFile.reading(fixture.path(place)).setPermissions(isFolderPrivate ? 0o700 : 0o600)
    _ = try fixture.pack([BundleDraft.Representation(.file(album), typeIdentifier: "public.folder")])
    try expectEqual(permissions("a.dragbundle"), usual & 0o700)
  }

  @Test func aBundleThatIsReplacedOrChangedKeepsItsPermissions() throws {
    let secret = try source("secret", 0o600)
    try fixture.writer().write(BundleDraft(items: [try source("open", 0o644)]), to: fixture.path("old"))
    try OpenFile.reading(fixture.path("old")).setPermissions(0o664)
    try fixture.writer().edit(fixture.path("old")) { $0.items.append(secret) }
    try expectEqual(permissions("old"), 0o664)
    try fixture.writer().write(BundleDraft(items: [secret]), to: fixture.path("old"), replacing: true)
    try expectEqual(permissions("old"), 0o664)
  }
}

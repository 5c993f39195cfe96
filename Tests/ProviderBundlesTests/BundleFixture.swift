import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing

/// A folder of files to pack, with shortcuts for packing and opening.
struct BundleFixture {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) throws -> FilePath { try #require(FilePath(folder.path(name))) }

  /// Writes a file and returns a representation of it.
  func file(
    _ name: String, _ bytes: [UInt8], type: String = "public.data"
  ) throws -> BundleDraft.Representation {
    try folder.write(bytes, to: name)
    return BundleDraft.Representation(.file(try path(name)), typeIdentifier: type)
  }

  func writer() throws -> ProviderBundleWriter {
    ProviderBundleWriter(spoolFolder: FilePath(folder.path))
  }

  /// Packs items of one representation each and opens the bundle.
  func pack(_ representations: [BundleDraft.Representation], as name: String = "a.dragbundle") throws
    -> ProviderBundle
  {
    try pack(BundleDraft(items: representations.map { BundleDraft.Item(representations: [$0]) }), as: name)
  }

  func pack(_ draft: BundleDraft, as name: String = "a.dragbundle") throws -> ProviderBundle {
    try writer().write(draft, to: path(name))
    return try ProviderBundle(opening: path(name))
  }

  /// A small bundle with two representations of one item, a folder, and a payload that two items share.
  func smallBundle(named name: String = "small.dragbundle") throws -> [UInt8] {
    let shared = Array("the same bytes".utf8)
    try FileManager.default.createDirectory(
      atPath: folder.path("album/empty"), withIntermediateDirectories: true)
    try folder.write("caption", to: "album/caption.txt")
    let draft = BundleDraft(items: [
      BundleDraft.Item(
        suggestedName: "Trip notes",
        representations: [
          try file("notes.html", Array("<p>notes</p>".utf8), type: "public.html"),
          try file("notes.txt", shared, type: "public.plain-text"),
        ]),
      BundleDraft.Item(representations: [try file("other.txt", shared, type: "public.plain-text")]),
      BundleDraft.Item(
        representations: [
          BundleDraft.Representation(.file(try path("album")), typeIdentifier: "public.folder")
        ]),
    ])
    try writer().write(draft, to: path(name))
    return try folder.read(name)
  }
}

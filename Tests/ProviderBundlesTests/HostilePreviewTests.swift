import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing

/// Manifests with false statements about a preview, and entries that conflict with it.
@Suite struct HostilePreviewTests {
  private static let sound =
    #""type":"public.png","path":"previews/a.png","byteCount":3,"crc32":"352441c2""#

  private func manifest(_ preview: String) throws -> BundleManifest {
    let text = #"{"version":1,"items":[{"preview":\#(preview),"representations":[]}]}"#
    return try Array(text.utf8).withUnsafeBytes { try BundleManifest(decoding: $0, limits: .standard) }
  }

  private func replacing(_ old: String, _ new: String) -> String {
    "{\(Self.sound.replacingOccurrences(of: old, with: new))}"
  }

  @Test func aSoundPreviewIsReadAndWrittenWithItsUnknownKeys() throws {
    let manifest = try manifest("{\(Self.sound),\"width\":4,\"height\":3,\"later\":[1]}")
    let preview = try require(manifest.items[0].preview)
    #expect(preview.pixelSize == PresentationSize(width: 4, height: 3) && preview.byteCount == 3)
    let text = String(decoding: manifest.encoded(), as: UTF8.self)
    expect(text.contains(#""preview": {\#(Self.sound),"width":4,"height":3,"later":[1]}"#), "\(text)")
  }

  @Test(arguments: [
    ("../a.png"), "previews/../items/1/1/a", "items/1/1/a.png", "mimetype", "manifest.json", "notes/a.png",
    "previews", "previews/", "previewsa.png", "/previews/a.png", "Previews/a.png", "previews//a.png",
    "previews/./a.png", "previews\\\\a.png", "previews/a\\u0000.png", "",
  ])
  func aPathOutsideThePreviewsIsRefused(path: String) throws {
    let error = expectThrows(BundleError.self) {
      try manifest(replacing("previews/a.png", path))
    }
    expectEqual(error?.code, .pathOutsidePreviews, "\(path): \(error?.message ?? "")")
  }

  @Test(arguments: [
    ("5", BundleError.Code.wrongKind), ("null", .wrongKind), ("[]", .wrongKind), ("{}", .malformedManifest),
    (#"{"type":"public.png","path":"previews/a","byteCount":3}"#, .malformedManifest),
    (#"{"type":"public.png","path":"previews/a","byteCount":-3,"crc32":"00000000"}"#, .wrongKind),
    (#"{"type":"public png","path":"previews/a","byteCount":3,"crc32":"00000000"}"#, .malformedType),
    (#"{"type":"","path":"previews/a","byteCount":3,"crc32":"00000000"}"#, .malformedManifest),
    ("{\(sound),\"width\":4}", .malformedManifest), ("{\(sound),\"width\":4,\"height\":0}", .wrongKind),
    ("{\(sound),\"width\":1000001,\"height\":1}", .wrongKind),
    ("{\(sound),\"width\":1.5,\"height\":1}", .wrongKind), ("{\(sound),\"type\":\"a\"}", .duplicateKey),
    (#"{"type":"public.png","path":"previews/a","byteCount":16777217,"crc32":"00000000"}"#, .limitExceeded),
  ])
  func aMalformedPreviewIsRefused(preview: String, code: BundleError.Code) throws {
    let error = expectThrows(BundleError.self) { try manifest(preview) }
    expectEqual(error?.code, code, "\(error?.message ?? "")")
  }

  // MARK: Bundles

  /// A bundle folder with one text and a file `previews/a.png`; the item has the given preview.
  private func layout(_ preview: String, items: String = "") throws -> BundleFixture {
    let fixture = try BundleFixture()
    let text = BundleDraft.Representation(.bytes(Data("text".utf8)), typeIdentifier: "public.text")
    try fixture.writer().writeFolder(
      BundleDraft(items: [BundleDraft.Item(representations: [text])]), to: fixture.path("b"))
    try fixture.write("abc", to: "b/previews/a.png")
    let manifest = String(decoding: try fixture.folder.read("b/manifest.json"), as: UTF8.self)
    try fixture.folder.write(
      Array(
        manifest.replacingOccurrences(
          of: "\"representations\"", with: "\"preview\": \(preview), \"representations\""
        ).replacingOccurrences(of: "\n  ]\n}", with: "\(items)\n  ]\n}").utf8), to: "b/manifest.json")
    return fixture
  }

  @Test func aForeignEntryBecomesAPreviewWhenItIsNamed() throws {
    let fixture = try layout("{\(Self.sound)}")
    let bundle = try ProviderBundle(opening: fixture.path("b"))
    try expectEqual(bundle.storedPreview(of: bundle.items[0])?.data, Data("abc".utf8))
    let packed = try fixture.pack(BundleDraft(of: bundle), as: "again")
    expectEqual(packed.items[0].preview?.payload.path, "previews/352441c2-3.png")
    // The preview is not also kept as a foreign entry.
    let bytes = try fixture.folder.read("again")
    expectNil(bytes.firstRange(of: Array("previews/a.png".utf8)))
  }

  @Test func twoItemsMayHaveOnePreview() throws {
    let fixture = try layout(
      "{\(Self.sound)}", items: #", {"preview":{\#(Self.sound)},"representations":[]}"#)
    let bundle = try ProviderBundle(opening: fixture.path("b"))
    try bundle.verify { expectNil($0.failure) }
    let packed = try fixture.pack(BundleDraft(of: bundle), as: "again")
    #expect(packed.items.map { $0.preview?.payload.path }.allSatisfy { $0 == "previews/352441c2-3.png" })
    let contradicting = try layout(
      "{\(Self.sound)}",
      items: ", {\"preview\":\(replacing("352441c2", "00000000")),\"representations\":[]}")
    let error = expectThrows(BundleError.self) {
      try ProviderBundle(opening: contradicting.path("b"))
    }
    expectEqual(error?.code, .claimedTwice)
  }

  @Test(arguments: [("a.png", "b.png"), ("\"byteCount\":3", "\"byteCount\":4")])
  func anEntryThatIsNotThereOrHasAnotherSizeIsRefused(old: String, new: String) throws {
    let fixture = try layout(replacing(old, new))
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: fixture.path("b")) }
    expectEqual(error?.code, .manifestDisagrees)
  }

  @Test func aLinkIsNotAPreview() throws {
    let fixture = try layout("{\(Self.sound)}")
    try fixture.write("abc", to: "outside/a.png")
    try FileManager.default.removeItem(atPath: fixture.folder.path("b/previews"))
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("b/previews"), withDestinationPath: "../outside")
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: fixture.path("b")) }
    expectEqual(error?.code, .specialFile)
  }

  @Test func verifyingFindsAPreviewThatIsNoImage() throws {
    let fixture = try layout(replacing("public.png", "public.html"))
    let bundle = try ProviderBundle(opening: fixture.path("b"))
    let error = expectThrows(BundleError.self) { try bundle.verify { expectNil($0.failure) } }
    expectEqual(error?.code, .previewNotImage)
    // The salvaged bundle is intact; the entry is kept as a foreign one.
    try fixture.writer().salvage(fixture.path("b"), to: fixture.path("saved"))
    let saved = try ProviderBundle(opening: fixture.path("saved"))
    try saved.verify { expectNil($0.failure) }
    #expect(saved.items.count == 1 && saved.items[0].preview == nil)
    try expectNotNil(fixture.folder.read("saved").firstRange(of: Array("previews/a.png".utf8)))
    var draft = BundleDraft()
    var item = BundleDraft.Item()
    item.preview = .image(PreviewImage(typeIdentifier: "public.html", data: Data()))
    draft.items.append(item)
    expectThrows(BundleError.self) { try fixture.pack(draft, as: "no") }
  }

  // MARK: Names of others

  @Test func aPreviewGetsAnotherNameThanAForeignEntry() throws {
    let fixture = try BundleFixture()
    let picture = BundleDraft.Item(representations: [
      BundleDraft.Representation(.bytes(Data("one".utf8)), typeIdentifier: "public.png")
    ])
    let name = try require(
      fixture.packPreviews(BundleDraft(items: [picture])).items[0].preview?.payload.path)
    try fixture.writer().writeFolder(BundleDraft(), to: fixture.path("f"))
    try fixture.write("foreign", to: "f/\(name.uppercased())")
    try fixture.write(
      "foreign", to: "f/\(name.replacingOccurrences(of: ".png", with: "~2.png"))/x")
    var merged = try BundleDraft(of: ProviderBundle(opening: fixture.path("f")))
    merged.items.append(picture)
    try fixture.writerOfPreviews().write(merged, to: fixture.path("m"))
    let bundle = try ProviderBundle(opening: fixture.path("m"))
    expectEqual(bundle.items[0].preview?.payload.path, name.replacingOccurrences(of: ".png", with: "~3.png"))
    try bundle.verify { expectNil($0.failure) }
    try fixture.writer().edit(fixture.path("m")) { try $0.rename(itemAt: 0, to: "x") }
    try expectNotNil(ProviderBundle(opening: fixture.path("m")).items[0].preview)
  }

  @Test func aForeignFileInThePlaceOfTheFolderIsRefused() throws {
    let fixture = try BundleFixture()
    try fixture.writer().writeFolder(BundleDraft(), to: fixture.path("f"))
    try fixture.write("foreign", to: "f/Previews")
    var draft = try BundleDraft(of: ProviderBundle(opening: fixture.path("f")))
    draft.items.append(
      BundleDraft.Item(representations: [
        BundleDraft.Representation(.bytes(Data("one".utf8)), typeIdentifier: "public.png")
      ]))
    let error = expectThrows(BundleError.self) {
      try fixture.writerOfPreviews().write(draft, to: fixture.path("m"))
    }
    #expect(error?.code == .invalidDraft && error?.message.contains("previews") == true)
    try fixture.writer().write(draft, to: fixture.path("m"))
  }

  @Test func previewsCountTowardsTheSizeOfAllParts() throws {
    let fixture = try BundleFixture()
    let items = (0..<40).map { _ in
      var item = BundleDraft.Item()
      item.preview = .image(PreviewImage(typeIdentifier: "public.png", data: Data(count: 1000)))
      return item
    }
    _ = try fixture.pack(BundleDraft(items: items))
    var limits = BundleLimits.standard
    limits.expandedByteCount = 20_000
    limits.expansionFactor = nil
    let bundle = try ProviderBundle(opening: fixture.path("a.dragbundle"), limits: limits)
    let error = expectThrows(BundleError.self) { try bundle.checkExpansionOfSplitting() }
    expectEqual(error?.code, .expandsTooFar)
  }
}

extension BundleFixture {
  /// Writes a file, and creates its parent folders.
  fileprivate func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: folder.path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}

import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TestSupport
import Testing

/// Bundles that are opened for some of their items.
@Suite struct PartialOpeningTests {
  private func bundle(of count: Int, in fixture: BundleFixture) throws -> ProviderBundle {
    let names = ["plain", "quote \" and \\", "brackets ]}[{", "line\nbreak", "é ü", ""]
    return try fixture.pack(
      BundleDraft(
        items: (0..<count).map { number in
          BundleDraft.Item(
            suggestedName: names[number % names.count] + "\(number)",
            representations: [
              BundleDraft.Representation(.bytes(Data("bytes \(number)".utf8)), typeIdentifier: "public.data"),
              BundleDraft.Representation(.promise(of: 0, coder: "}\"{"), typeIdentifier: "public.text"),
            ])
        }))
  }

  @Test func theItemsAreThoseOfTheWholeBundle() throws {
    let fixture = try BundleFixture()
    let whole = try bundle(of: 20, in: fixture)
    for range in [0..<20, 0..<1, 7..<9, 19..<20, 5..<5, 18..<30, 40..<41] {
      let part = try ProviderBundle(opening: fixture.path("a.dragbundle"), items: range)
      #expect(part.itemCount == 20)
      #expect(part.openedItems == range.clamped(to: 0..<20))
      #expect(Array(part.items) == Array(whole.items[range.clamped(to: 0..<20)]), "items \(range)")
      for item in part.items {
        #expect(try part.bytes(of: item.representations[0]) == whole.bytes(of: item.representations[0]))
      }
      var count = 0
      try part.verify { result in
        #expect(result.failure == nil)
        count += 1
      }
      #expect(count == 20, "verifying reads all")
    }
  }

  @Test func anEmptyBundleHasNoItem() throws {
    let fixture = try BundleFixture()
    _ = try bundle(of: 0, in: fixture)
    #expect(try ProviderBundle(opening: fixture.path("a.dragbundle"), items: 0..<1).items.isEmpty)
  }

  @Test func onlyTheItemsThatAreAskedForAreChecked() throws {
    let fixture = try BundleFixture()
    try fixture.writer().writeFolder(
      BundleDraft(
        items: try ["a", "b", "c"].map {
          BundleDraft.Item(representations: [try fixture.file("\($0).txt", Array($0.utf8))])
        }),
      to: fixture.path("folder"))
    let text = String(decoding: try fixture.folder.read("folder/manifest.json"), as: UTF8.self)
    try fixture.folder.write(
      text.replacing("\"kind\":\"file\",\"path\":\"items/2", with: "\"kind\":7,\"path\":\"items/2"),
      to: "folder/manifest.json")
    let path = try fixture.path("folder")
    #expect(
      try ProviderBundle(opening: path, items: 0..<1).items[0].representations[0].name == FileName("a.txt"))
    #expect(try ProviderBundle(opening: path, items: 2..<3).items.count == 1)
    let whole = #expect(throws: BundleError.self) { try ProviderBundle(opening: path) }
    let part = #expect(throws: BundleError.self) { try ProviderBundle(opening: path, items: 1..<2) }
    #expect(part?.code == .wrongKind)
    #expect(part?.message == whole?.message, "the line is that of the whole text")
  }

  @Test(arguments: [
    ("", BundleError.Code.malformedManifest), ("[]", .wrongKind), ("{", .malformedManifest),
    ("{\"items\"", .malformedManifest), ("{\"items\":[", .malformedManifest),
    ("{\"items\":[{}", .malformedManifest), ("{\"items\":[{},]", .malformedManifest),
    ("{\"items\":[\"", .malformedManifest), ("{\"items\":{}}", .wrongKind),
    ("{\"version\":1,\"items\":[{\"representations\":[]}],\"items\":[]}", .duplicateKey),
    ("{\"version\":1,\"items\":[1 2]}", .wrongKind),
    ("{\"version\":1,\"items\":[{\"representations\":[]}]} x", .malformedManifest),
    (
      "{\"version\":1,\"items\":[{\"representations\":[]}\u{1},{\"representations\":[]}]}",
      .malformedManifest
    ),
  ])
  func malformedTextIsRefused(text: String, code: BundleError.Code) throws {
    let fixture = try BundleFixture()
    try fixture.writer().writeFolder(BundleDraft(), to: fixture.path("folder"))
    try fixture.folder.write(text, to: "folder/manifest.json")
    let error = #expect(throws: BundleError.self) {
      try ProviderBundle(opening: fixture.path("folder"), items: 0..<1)
    }
    #expect(error?.code == code)
  }

  @Test func theLimitOfItemsHolds() throws {
    let fixture = try BundleFixture()
    _ = try bundle(of: 5, in: fixture)
    var limits = BundleLimits()
    limits.itemCount = 4
    let error = #expect(throws: BundleError.self) {
      try ProviderBundle(opening: fixture.path("a.dragbundle"), items: 0..<1, limits: limits)
    }
    #expect(error?.code == .limitExceeded)
  }
}

import Foundation
import ItemProviders
import JSONText
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing

/// Bundles opened for some of their items.
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
      expectEqual(part.itemCount, 20)
      expectEqual(part.openedItems, range.clamped(to: 0..<20))
      expectEqual(Array(part.items), Array(whole.items[range.clamped(to: 0..<20)]), "items \(range)")
      for item in part.items {
        try expectEqual(part.bytes(of: item.representations[0]), whole.bytes(of: item.representations[0]))
      }
      var count = 0
      try part.verify { result in
        expectNil(result.failure)
        count += 1
      }
      expectEqual(count, 20, "verifying reads all")
    }
  }

  @Test func anEmptyBundleHasNoItem() throws {
    let fixture = try BundleFixture()
    _ = try bundle(of: 0, in: fixture)
    try expectEmpty(ProviderBundle(opening: fixture.path("a.dragbundle"), items: 0..<1).items)
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
    try expectEqual(
      ProviderBundle(opening: path, items: 0..<1).items[0].representations[0].name, FileName("a.txt"))
    try expectEqual(ProviderBundle(opening: path, items: 2..<3).items.count, 1)
    let whole = expectThrows(BundleError.self) { try ProviderBundle(opening: path) }
    let part = expectThrows(BundleError.self) { try ProviderBundle(opening: path, items: 1..<2) }
    expectEqual(part?.code, .wrongKind)
    expectEqual(part?.message, whole?.message, "the line is that of the whole text")
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
    let error = expectThrows(BundleError.self) {
      try ProviderBundle(opening: fixture.path("folder"), items: 0..<1)
    }
    expectEqual(error?.code, code)
  }

  @Test func theLimitOfItemsHolds() throws {
    let fixture = try BundleFixture()
    _ = try bundle(of: 5, in: fixture)
    var limits = BundleLimits()
    limits.itemCount = 4
    let error = expectThrows(BundleError.self) {
      try ProviderBundle(opening: fixture.path("a.dragbundle"), items: 0..<1, limits: limits)
    }
    expectEqual(error?.code, .limitExceeded)
  }
}

/// Manifests whose items have different lengths and spellings.
@Suite struct ManifestWindowTests {
  /// A bundle folder that contains only a manifest.
  private func fixture(_ manifest: [UInt8]) throws -> BundleFixture {
    let fixture = try BundleFixture()
    try fixture.writer().writeFolder(BundleDraft(), to: fixture.path("folder"))
    try fixture.folder.write(manifest, to: "folder/manifest.json")
    return fixture
  }

  private func name(_ number: Int, _ random: inout SeededGenerator) -> String {
    "\(number) \\\" ]}[{ " + String(repeating: "é,", count: Int.random(in: 0...500, using: &random))
  }

  private func manifest(names: [String], longMember: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var writer = JSONWriter(style: Bool.random(using: &random) ? .pretty : .compact)
    writer.beginObject()
    writer.key("colour")
    writer.string(String(repeating: "]", count: Int.random(in: 0...1000, using: &random)))
    writer.key("items")
    writer.beginArray()
    for (number, name) in names.enumerated() {
      writer.beginObject()
      writer.key("name")
      writer.string(name)
      writer.key("representations")
      writer.beginArray()
      writer.endArray()
      if number == names.count / 2 {
        writer.key("note")
        writer.string(String(repeating: "\\", count: longMember))
      }
      writer.endObject()
    }
    writer.endArray()
    writer.key("version")
    writer.integer(1)
    writer.endObject()
    return writer.finish()
  }

  @Test(arguments: Repetitions.areLong ? [0, 10, 300_000, 700_000] : [0, 10, 300_000])
  func itemsOfAnyLengthAreRead(longMember: Int) throws {
    let seed = SeededGenerator.testSeed(for: "\(longMember)")
    var random = SeededGenerator(seed: seed)
    let names = (0..<600).map { name($0, &random) }
    let fixture = try fixture(manifest(names: names, longMember: longMember, &random))
    let path = try fixture.path("folder")
    let whole = try ProviderBundle(opening: path)
    expectEqual(whole.items.map(\.suggestedName), names, "seed \(seed)")
    expectEqual(
      whole.items[300].unknownMembers.first?.value.stringValue?.utf8.count, longMember, "seed \(seed)")
    expectEqual(whole.manifest.unknownMembers.map(\.key), ["colour"], "seed \(seed)")
    for place in [0, 1, 299, 300, 301, 599] {
      let part = try ProviderBundle(opening: path, items: place..<place + 1)
      expectEqual(part.items.map(\.suggestedName), [names[place]], "seed \(seed)")
      expect(part.openedItems == place..<place + 1 && part.itemCount == 600, "seed \(seed)")
    }
  }

  @Test func anErrorFarIntoTheTextHasItsLine() throws {
    let item = "{\"name\":\"\(String(repeating: "n", count: 1000))\",\"representations\":[]}"
    var lines = ["{\"version\":1,\"items\":["] + Array(repeating: item + ",", count: 2000) + [item, "]}"]
    lines[1500] = "  {\"name\":7},"
    let fixture = try fixture(Array(lines.joined(separator: "\n").utf8))
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: fixture.path("folder")) }
    expectEqual(error?.code, .wrongKind)
    let message = error?.message ?? ""
    expect(message.contains("folder: manifest.json, line 1501, column 11: "), "\(message)")
    let part = expectThrows(BundleError.self) {
      try ProviderBundle(opening: fixture.path("folder"), items: 1499..<1500)
    }
    expectEqual(part?.message, error?.message)
  }

  @Test func aLaterVersionIsReportedBeforeItsItems() throws {
    let fixture = try fixture(Array("{\"items\":[{\"things\":1}],\"version\":2}".utf8))
    let early = try self.fixture(Array("{\"version\":2,\"items\":[{\"things\":1}]}".utf8))
    expectThrows(BundleError.self) { try ProviderBundle(opening: fixture.path("folder")) }
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: early.path("folder")) }
    expectEqual(error?.code, .unknownVersion)
  }

  @Test func aKeyMayBeSpelledWithEscapes() throws {
    let items = "[{\"name\":\"a\",\"representations\":[]},{\"representations\":[]}]"
    let fixture = try fixture(Array("{\"version\":1,\"\\u0069tems\":\(items)}".utf8))
    let path = try fixture.path("folder")
    try expectEqual(ProviderBundle(opening: path).items.map(\.suggestedName), ["a", nil])
    let part = try ProviderBundle(opening: path, items: 1..<2)
    #expect(part.items.map(\.suggestedName) == [nil] && part.itemCount == 2)
  }
}

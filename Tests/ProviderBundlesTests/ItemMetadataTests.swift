import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

/// The metadata of an item besides its name.
@Suite struct ItemMetadataTests {
  private func provider() -> ItemProvider {
    let provider = ItemProvider(object: "text")
    provider.preferredPresentationSize = CGSize(width: 120.5, height: 80)
    provider.preferredPresentationStyle = .attachment
    provider.team = "blue"
    provider.teamData = Data([0, 255, 7])
    return provider
  }

  private func packed(_ provider: ItemProvider, for receiver: ReceiverIdentity) async throws -> (
    BundleFixture, ProviderBundle
  ) {
    let fixture = try BundleFixture()
    try await fixture.writer().write([provider], to: fixture.path("a"), visibleTo: receiver)
    return (fixture, try ProviderBundle(opening: fixture.path("a")))
  }

  @Test func sizeAndStyleTravelWithTheBundle() async throws {
    let (_, bundle) = try await packed(provider(), for: .other)
    let received = bundle.provider(for: bundle.items[0])
    expectEqual(received.preferredPresentationSize, CGSize(width: 120.5, height: 80))
    expectEqual(received.preferredPresentationStyle, .attachment)
    #expect(received.teamData == nil && bundle.items[0].metadata.teamData == nil)
  }

  @Test func teamDataTravelsToReceiversOfTheTeam() async throws {
    let blue = ReceiverIdentity(team: "blue", group: nil)
    let (fixture, bundle) = try await packed(provider(), for: blue)
    expectEqual(bundle.provider(for: bundle.items[0], receiver: blue).teamData, Data([0, 255, 7]))
    expectEqual(bundle.provider(for: bundle.items[0], receiver: blue).team, "blue")
    for other in [ReceiverIdentity.other, ReceiverIdentity(team: "red", group: nil)] {
      expectNil(bundle.provider(for: bundle.items[0], receiver: other).teamData)
    }
    // An edit keeps the metadata.
    let copy = try fixture.pack(BundleDraft(of: bundle), as: "b")
    expectEqual(copy.items[0].metadata, bundle.items[0].metadata)
  }

  @Test func anItemWithoutPreferencesSaysNothing() async throws {
    let (fixture, bundle) = try await packed(ItemProvider(object: "text"), for: .other)
    expectEqual(bundle.items[0].metadata, ItemMetadata())
    let text = String(decoding: try fixture.folder.read("a"), as: UTF8.self)
    for key in ["width", "height", "style", "team"] { expect(!text.contains("\"\(key)\""), text) }
  }

  @Test(arguments: [
    (#""width": 5"#, "height"), (#""width": 1e999, "height": 5"#, "width"), (#""team": "blue""#, "teamData"),
    (#""teamData": "AP8H""#, "team"), (#""team": "blue", "teamData": "!""#, "base64"),
    (#""width": "5", "height": 5"#, "width"),
  ])
  func halfAMetadatumIsRefused(members: String, word: String) throws {
    let text = #"{"version":1,"items":[{\#(members),"representations":[]}]}"#
    let error = expectThrows(BundleError.self) {
      try Array(text.utf8).withUnsafeBytes { try BundleManifest(decoding: $0, limits: .standard) }
    }
    expectEqual(error?.message.contains(word), true, "\(error?.message ?? "")")
  }

  @Test func aStyleOfALaterVersionIsKept() throws {
    let text = #"{"version":1,"items":[{"style":"floating","representations":[]}]}"#
    let manifest = try Array(text.utf8).withUnsafeBytes {
      try BundleManifest(decoding: $0, limits: .standard)
    }
    expectEqual(manifest.items[0].metadata, ItemMetadata())
    #expect(String(decoding: manifest.encoded(), as: UTF8.self).contains(#""style": "floating""#))
  }

  @Test func tooMuchTeamDataIsNotWritten() async throws {
    let fixture = try BundleFixture()
    let provider = provider()
    provider.teamData = Data(count: (1 << 16) + 1)
    let error = await expectThrows(BundleError.self) {
      try await fixture.writer().write(
        [provider], to: fixture.path("a"), visibleTo: ReceiverIdentity(team: "blue", group: nil))
    }
    expectEqual(error?.code, .limitExceeded)
  }

  @Test func bundlesAreWrittenAndOpenedByURL() async throws {
    let fixture = try BundleFixture()
    let url = URL(fileURLWithPath: fixture.folder.path("by url.dragbundle"))
    try await fixture.writer().write([ItemProvider(object: "text")], to: url)
    let bundle = try ProviderBundle(opening: url)
    #expect(try bundle.url == url && bundle.items.count == 1)
    try fixture.writer().edit(url) { try $0.rename(itemAt: 0, to: "renamed") }
    try expectEqual(ProviderBundle(opening: url, items: 0..<1).items[0].suggestedName, "renamed")
    let copy = URL(fileURLWithPath: fixture.folder.path("copy"))
    try fixture.writer().salvage(url, to: copy)
    try expectEqual(ProviderBundle(opening: copy).items.count, 1)
    let file = URL(fileURLWithPath: try fixture.folder.write("text", to: "a.txt"))
    try fixture.writer().write(
      BundleDraft(items: [
        BundleDraft.Item(representations: [
          BundleDraft.Representation(try .file(at: file), typeIdentifier: "public.plain-text")
        ])
      ]), to: copy, replacing: true)
    try expectEqual(ProviderBundle(opening: copy).items[0].representations[0].name?.string, "a.txt")
    let web = try #require(URL(string: "https://example.org/a"))
    expectThrows(ItemProviderError.self) { try ProviderBundle(opening: web) }
  }
}

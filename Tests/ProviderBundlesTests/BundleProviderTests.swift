import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

@Suite struct BundleProviderTests {
  private func notes(_ fixture: BundleFixture) throws -> ProviderBundle {
    var forTeam = try fixture.file("team.rtf", Array("{\\rtf1 team}".utf8), type: "public.rtf")
    forTeam.audience = .team("blue")
    return try fixture.pack(
      BundleDraft(items: [
        BundleDraft.Item(
          suggestedName: "Notes",
          representations: [
            forTeam, try fixture.file("notes.html", Array("<p>n</p>".utf8), type: "public.html"),
            BundleDraft.Representation(
              .promise(of: 1, coder: "shout"), typeIdentifier: "public.plain-text", kind: .data),
          ])
      ]))
  }

  private let shout = PromiseResolver { bytes, source, wanted, coder in
    Data("\(coder): \(String(decoding: bytes, as: UTF8.self)) \(source) → \(wanted)".utf8)
  }

  @Test func aProviderOffersWhatWasPackedInItsOrder() throws {
    let fixture = try BundleFixture()
    let bundle = try notes(fixture)
    let provider = bundle.provider(
      for: bundle.items[0], receiver: .init(team: "blue", group: nil), promises: shout)
    #expect(provider.registeredTypeIdentifiers == ["public.rtf", "public.html", "public.plain-text"])
    #expect(provider.suggestedName == "Notes")
  }

  @Test func whatIsForATeamIsThereForItsMembersOnly() throws {
    let fixture = try BundleFixture()
    let bundle = try notes(fixture)
    for receiver in [ReceiverIdentity.other, .init(team: "red", group: nil), .init(team: nil, group: "blue")]
    {
      let provider = bundle.provider(for: bundle.items[0], receiver: receiver)
      #expect(provider.registeredTypeIdentifiers == ["public.html"])
    }
  }

  @Test func loadsGiveThePackedBytes() async throws {
    let fixture = try BundleFixture()
    let bundle = try notes(fixture)
    let provider = bundle.provider(for: bundle.items[0], promises: shout)
    #expect(try await provider.loadDataRepresentation(for: .html) == Data("<p>n</p>".utf8))
    let promised = try await provider.loadDataRepresentation(for: .plainText)
    #expect(String(decoding: promised, as: UTF8.self) == "shout: <p>n</p> public.html → public.plain-text")
  }

  @Test func aFolderIsLoadedAsAFolder() async throws {
    let fixture = try BundleFixture()
    _ = try fixture.smallBundle()
    let bundle = try ProviderBundle(opening: fixture.path("small.dragbundle"))
    let file = try await bundle.provider(for: bundle.items[2]).loadFileRepresentation(for: .folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: try #require(file.path.string)).sorted()
    #expect(names == ["caption.txt", "empty"])
  }

  @Test func aStaleReferenceIsRefused() async throws {
    let fixture = try BundleFixture()
    try fixture.folder.write("one", to: "live.txt")
    let bundle = try fixture.pack([
      BundleDraft.Representation(
        .reference(try fixture.path("live.txt")), typeIdentifier: "public.plain-text", allowsOpenInPlace: true
      )
    ])
    let provider = bundle.provider(for: bundle.items[0])
    let file = try await provider.loadFileRepresentation(for: .plainText, openInPlace: true)
    #expect(file.isInPlace && file.path.string?.hasSuffix("live.txt") == true)
    try fixture.folder.write("changed", to: "live.txt")
    await #expect(throws: (any Error).self) { try await provider.loadDataRepresentation(for: .plainText) }
    let error = #expect(throws: BundleError.self) { try bundle.bytes(of: bundle.items[0].representations[0]) }
    #expect(error?.code == .staleReference)
  }

  @Test func aPayloadThatWasDamagedIsFoundWhenItIsVerified() throws {
    let fixture = try BundleFixture()
    let bundle = try fixture.pack([try fixture.file("a.bin", SeededBytes.repeatable(count: 50_000))])
    let payload = try #require(bundle.manifest.payloads.first)
    var bytes = try fixture.folder.read("a.dragbundle")
    bytes[Int(try bundle.stored(payload).offset) + 40_000] ^= 1
    try fixture.folder.write(bytes, to: "a.dragbundle")
    let damaged = try ProviderBundle(opening: fixture.path("a.dragbundle"))
    let error = #expect(throws: BundleError.self) {
      try damaged.verifyPayload(of: damaged.items[0].representations[0])
    }
    #expect(error?.code == .checksumMismatch)
    #expect(throws: BundleError.self) {
      try damaged.extract(damaged.items[0].representations[0], to: fixture.path("copy.bin"))
    }
  }
}

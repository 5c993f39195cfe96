import Foundation
import ItemProviders
import ProfferFileSystem
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
    expectEqual(provider.registeredTypeIdentifiers, ["public.rtf", "public.html", "public.plain-text"])
    expectEqual(provider.suggestedName, "Notes")
  }

  @Test func aRepresentationForATeamIsVisibleToItsMembersOnly() throws {
    let fixture = try BundleFixture()
    let bundle = try notes(fixture)
    for receiver in [ReceiverIdentity.other, .init(team: "red", group: nil), .init(team: nil, group: "blue")]
    {
      let provider = bundle.provider(for: bundle.items[0], receiver: receiver)
      expectEqual(provider.registeredTypeIdentifiers, ["public.html"])
    }
  }

  @Test func loadsGiveThePackedBytes() async throws {
    let fixture = try BundleFixture()
    let bundle = try notes(fixture)
    let provider = bundle.provider(for: bundle.items[0], promises: shout)
    try await expectEqual(provider.loadDataRepresentation(for: .html), Data("<p>n</p>".utf8))
    let promised = try await provider.loadDataRepresentation(for: .plainText)
    expectEqual(String(decoding: promised, as: UTF8.self), "shout: <p>n</p> public.html → public.plain-text")
  }

  @Test func aFolderIsLoadedAsAFolder() async throws {
    let fixture = try BundleFixture()
    _ = try fixture.smallBundle()
    let bundle = try ProviderBundle(opening: fixture.path("small.dragbundle"))
    let file = try await bundle.provider(for: bundle.items[2]).loadFileRepresentation(for: .folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: try require(file.path.string)).sorted()
    expectEqual(names, ["caption.txt", "empty"])
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
    await expectThrows((any Error).self) { try await provider.loadDataRepresentation(for: .plainText) }
    let error = expectThrows(BundleError.self) { try bundle.bytes(of: bundle.items[0].representations[0]) }
    expectEqual(error?.code, .staleReference)
  }

  @Test func aPayloadThatWasDamagedIsFoundWhenItIsVerified() throws {
    let fixture = try BundleFixture()
    let bundle = try fixture.pack([try fixture.file("a.bin", SeededBytes.repeatable(count: 50_000))])
    let payload = try require(bundle.manifest.payloads.first)
    var bytes = try fixture.folder.read("a.dragbundle")
    bytes[Int(try bundle.stored(payload).offset) + 40_000] ^= 1
    try fixture.folder.write(bytes, to: "a.dragbundle")
    let damaged = try ProviderBundle(opening: fixture.path("a.dragbundle"))
    let error = expectThrows(BundleError.self) {
      try damaged.verifyPayload(of: damaged.items[0].representations[0])
    }
    expectEqual(error?.code, .checksumMismatch)
    expectThrows(BundleError.self) {
      try damaged.extract(damaged.items[0].representations[0], to: fixture.path("copy.bin"))
    }
  }
}

/// The law of visibility for bundles: a bundle shows a receiver no more than the packed provider does.
@Suite struct VisibilityLawTests {
  static let types = [
    "public.html", "public.rtf", "public.xml", "public.json", "public.png", "com.example.note",
  ]
  static let names: [String?] = [nil, "blue", "red"]

  /// All receivers with different rights.
  static let receivers =
    [ReceiverIdentity.ownProcess]
    + names.flatMap { team in names.map { ReceiverIdentity(team: team, group: $0) } }

  private func provider(_ random: inout SeededGenerator) -> ItemProvider {
    let provider = ItemProvider()
    provider.suggestedName = "item"
    provider.team = Self.names.randomElement(using: &random) ?? nil
    provider.group = Self.names.randomElement(using: &random) ?? nil
    for type in Self.types.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)) {
      let visibility = RepresentationVisibility.allCases.randomElement(using: &random) ?? .all
      provider.registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) { completion in
        completion(Data(type.utf8), nil)
        return nil
      }
    }
    return provider
  }

  private func check(
    _ bundle: ProviderBundle, of providers: [ItemProvider], _ comment: String
  ) throws {
    expectEqual(bundle.items.count, providers.count, "\(comment)")
    for receiver in Self.receivers where receiver != .ownProcess {
      for (item, provider) in zip(bundle.items, providers) {
        let shown = bundle.provider(for: item, receiver: receiver)
        let own = provider.view(for: receiver).registeredTypeIdentifiers
        expect(
          Set(shown.registeredTypeIdentifiers).isSubset(of: own), "\(comment), \(receiver), \(own)")
        expectEqual(
          bundle.visible(in: item, to: receiver).map(\.representation.typeIdentifier),
          shown.registeredTypeIdentifiers)
        // A provider created from the bundle shows no more than the packed provider.
        for other in Self.receivers {
          let allowed = provider.view(for: other).registeredTypeIdentifiers
          expect(
            Set(shown.view(for: other).registeredTypeIdentifiers).isSubset(of: allowed),
            "\(comment), \(receiver) for \(other)")
        }
      }
    }
  }

  @Test func aBundleShowsNoMoreThanItsProvidersDo() async throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let fixture = try BundleFixture()
    for round in 0..<Repetitions.count(5, long: 15) {
      let comment = "round \(round) of seed \(seed)"
      let providers = (0..<3).map { _ in provider(&random) }
      let receiver = Self.receivers.randomElement(using: &random) ?? .other
      let (first, second) = (try fixture.path("a\(round)"), try fixture.path("b\(round)"))
      let leftOut = try await fixture.writer().write(providers, to: first, visibleTo: receiver)
      let bundle = try ProviderBundle(opening: first)
      try check(bundle, of: providers, comment)

      // Each representation is either packed or reported as left out.
      for (number, provider) in providers.enumerated() {
        let packed = bundle.items[number].representations.map(\.typeIdentifier)
        let reported = leftOut.filter { $0.itemIndex == number }.map(\.typeIdentifier)
        expectEqual((packed + reported).sorted(), provider.registeredTypeIdentifiers.sorted(), "\(comment)")
      }

      // The representations that a receiver got from the bundle are packed into another one.
      let passedOn = Self.receivers.randomElement(using: &random) ?? .other
      let again = bundle.items.map { bundle.provider(for: $0, receiver: passedOn) }
      try await fixture.writer().write(
        again, to: second, visibleTo: Self.receivers.randomElement(using: &random) ?? .other)
      try check(ProviderBundle(opening: second), of: providers, "packed again, \(comment)")

      // A folder, an edited, a merged and a split bundle.
      var draft = try BundleDraft(of: bundle)
      try fixture.writer().writeFolder(draft, to: fixture.path("f\(round)"))
      try check(ProviderBundle(opening: fixture.path("f\(round)")), of: providers, "folder, \(comment)")
      try draft.merge(BundleDraft(of: ProviderBundle(opening: second)))
      try draft.rename(itemAt: 0, to: "other")
      try draft.reorder(items: [2, 1, 0, 5, 4, 3])
      let turned = Array(providers.reversed())
      try check(
        fixture.pack(draft, as: "m\(round)"), of: turned + turned, "merged, \(comment)")
      let parts = try draft.split([[0, 3], [4]])
      try check(
        fixture.pack(parts[0], as: "s\(round)"), of: [turned[0], turned[0]], "split, \(comment)")
      try check(fixture.pack(parts[1], as: "t\(round)"), of: [turned[1]], "split, \(comment)")
    }
  }

  @Test(arguments: [RepresentationVisibility.ownProcess, .team, .group], receivers)
  func representationsForTheOwnProcessOrAnUnnamedTeamOrGroupAreNotPacked(
    visibility: RepresentationVisibility, receiver: ReceiverIdentity
  ) async throws {
    let fixture = try BundleFixture()
    let provider = ItemProvider()
    provider.registerObject("all", visibility: .all)
    provider.registerDataRepresentation(forTypeIdentifier: "public.rtf", visibility: visibility) {
      completion in
      completion(Data("secret".utf8), nil)
      return nil
    }
    let leftOut = try await fixture.writer().write([provider], to: fixture.path("a"), visibleTo: receiver)
    #expect(leftOut.map(\.typeIdentifier) == ["public.rtf"] && leftOut.map(\.visibility) == [visibility])
    let types = try ProviderBundle(opening: fixture.path("a")).items[0].representations.map(\.typeIdentifier)
    #expect(!types.isEmpty && !types.contains("public.rtf"))
  }

  /// A provider has one team and one group.
  @Test func aRepresentationForASecondTeamOrGroupStaysInTheProcess() throws {
    let fixture = try BundleFixture()
    let audiences: [BundledRepresentation.Audience] = [.team("blue"), .team("red"), .group("a"), .group("b")]
    let representations = try zip(audiences, Self.types).map { audience, type in
      var representation = try fixture.file(type, Array(type.utf8), type: type)
      representation.audience = audience
      return representation
    }
    let bundle = try fixture.pack(BundleDraft(items: [BundleDraft.Item(representations: representations)]))
    let provider = bundle.provider(for: bundle.items[0], receiver: .ownProcess)
    expectEqual(provider.registeredTypeIdentifiers, Array(Self.types.prefix(4)))
    let members = provider.view(for: ReceiverIdentity(team: "blue", group: "a"))
    expectEqual(members.registeredTypeIdentifiers, [Self.types[0], Self.types[2]])
    let others = provider.view(for: ReceiverIdentity(team: "red", group: "b"))
    expectEqual(others.registeredTypeIdentifiers, [])
  }

  @Test func aPromiseWithAWiderAudienceThanItsSourceIsRefused() throws {
    let fixture = try BundleFixture()
    var hidden = try fixture.file("a.html", Array("<p>".utf8), type: "public.html")
    hidden.audience = .team("blue")
    func draft(_ audience: BundledRepresentation.Audience) -> BundleDraft {
      BundleDraft(items: [
        BundleDraft.Item(representations: [
          hidden,
          BundleDraft.Representation(
            .promise(of: 0, coder: "text"), typeIdentifier: "public.plain-text", kind: .data,
            audience: audience),
        ])
      ])
    }
    for audience in [BundledRepresentation.Audience.all, .team("red"), .group("blue")] {
      let error = expectThrows(BundleError.self) { try fixture.pack(draft(audience)) }
      expectEqual(error?.message.contains("is visible to more receivers"), true, "\(error?.message ?? "")")
    }
    // The reader rejects the same in a manifest by another writer.
    let path = try fixture.path("folder")
    try fixture.writer().writeFolder(draft(.team("blue")), to: path)
    try expectEqual(ProviderBundle(opening: path).items.count, 1)
    let manifest = String(decoding: try fixture.folder.read("folder/manifest.json"), as: UTF8.self)
    let last = try require(manifest.range(of: #""team":"blue""#, options: .backwards))
    try fixture.folder.write(
      manifest.replacingCharacters(in: last, with: #""group":"blue""#), to: "folder/manifest.json")
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: path) }
    expectEqual(error?.message.contains("is visible to more receivers"), true, "\(error?.message ?? "")")
  }
}

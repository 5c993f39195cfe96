import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TestSupport
import Testing

/// The law of visibility for bundles: a bundle shows a receiver no more than the provider that was packed does.
@Suite struct VisibilityLawTests {
  static let types = [
    "public.html", "public.rtf", "public.xml", "public.json", "public.png", "com.example.note",
  ]
  static let names: [String?] = [nil, "blue", "red"]

  /// All receivers that can be told apart.
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
    #expect(bundle.items.count == providers.count, "\(comment)")
    for receiver in Self.receivers where receiver != .ownProcess {
      for (item, provider) in zip(bundle.items, providers) {
        let shown = bundle.provider(for: item, receiver: receiver)
        let own = provider.view(for: receiver).registeredTypeIdentifiers
        #expect(
          Set(shown.registeredTypeIdentifiers).isSubset(of: own), "\(comment), \(receiver), \(own)")
        #expect(
          bundle.visible(in: item, to: receiver).map(\.representation.typeIdentifier)
            == shown.registeredTypeIdentifiers)
        // What passes it on shows no more either.
        for other in Self.receivers {
          let allowed = provider.view(for: other).registeredTypeIdentifiers
          #expect(
            Set(shown.view(for: other).registeredTypeIdentifiers).isSubset(of: allowed),
            "\(comment), \(receiver) for \(other)")
        }
      }
    }
  }

  @Test func aBundleShowsNoMoreThanItsProvidersDo() async throws {
    let seed = SeededGenerator.freshSeed()
    var random = SeededGenerator(seed: seed)
    let fixture = try BundleFixture()
    for round in 0..<15 {
      let comment = "round \(round) of seed \(seed)"
      let providers = (0..<3).map { _ in provider(&random) }
      let receiver = Self.receivers.randomElement(using: &random) ?? .other
      let (first, second) = (try fixture.path("a\(round)"), try fixture.path("b\(round)"))
      let leftOut = try await fixture.writer().write(providers, to: first, visibleTo: receiver)
      let bundle = try ProviderBundle(opening: first)
      try check(bundle, of: providers, comment)

      // What was not packed is told, each thing once.
      for (number, provider) in providers.enumerated() {
        let packed = bundle.items[number].representations.map(\.typeIdentifier)
        let told = leftOut.filter { $0.itemIndex == number }.map(\.typeIdentifier)
        #expect((packed + told).sorted() == provider.registeredTypeIdentifiers.sorted(), "\(comment)")
      }

      // A bundle of what a receiver got out of the bundle.
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

  @Test(arguments: [RepresentationVisibility.team, .group], receivers)
  func whatIsForAnUnnamedTeamOrGroupIsNotPacked(
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

  @Test func aPromiseForMoreThanSeeWhatItIsMadeOfIsRefused() throws {
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
      let error = #expect(throws: BundleError.self) { try fixture.pack(draft(audience)) }
      #expect(error?.message.contains("promised to more") == true, "\(error?.message ?? "")")
    }
    // The reader refuses the same of a manifest that another writer made.
    let path = try fixture.path("folder")
    try fixture.writer().writeFolder(draft(.team("blue")), to: path)
    #expect(try ProviderBundle(opening: path).items.count == 1)
    let manifest = String(decoding: try fixture.folder.read("folder/manifest.json"), as: UTF8.self)
    let last = try #require(manifest.range(of: #""team":"blue""#, options: .backwards))
    try fixture.folder.write(
      manifest.replacingCharacters(in: last, with: #""group":"blue""#), to: "folder/manifest.json")
    let error = #expect(throws: BundleError.self) { try ProviderBundle(opening: path) }
    #expect(error?.message.contains("promised to more") == true, "\(error?.message ?? "")")
  }
}

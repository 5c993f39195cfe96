import Foundation
import ItemProviders
import TestSupport
import Testing
import UniformTypes

struct VisibilityAndCopyTests {
  private func provider() -> ItemProvider {
    let provider = ItemProvider()
    provider.registerText("a", as: "public.html", visibility: .all)
    provider.registerText("t", as: "public.rtf", visibility: .team)
    provider.registerText("g", as: "public.xml", visibility: .group)
    provider.registerText("o", as: "public.json", visibility: .ownProcess)
    provider.team = "ABC"
    provider.group = "group.example"
    provider.teamData = Data([1])
    return provider
  }

  @Test(
    .behaviour("IP-147", "IP-148", "IP-149", "IP-159"),
    arguments: [
      (ReceiverIdentity.ownProcess, ["public.html", "public.rtf", "public.xml", "public.json"], true),
      (.other, ["public.html"], false),
      (ReceiverIdentity(team: "ABC", group: nil), ["public.html", "public.rtf"], true),
      (ReceiverIdentity(team: "XYZ", group: nil), ["public.html"], false),
      (ReceiverIdentity(team: nil, group: "group.example"), ["public.html", "public.xml"], false),
    ])
  func aReceiverSeesWhatIsVisibleToIt(receiver: ReceiverIdentity, types: [String], seesTeamData: Bool)
    async throws
  {
    let view = provider().view(for: receiver)
    expectEqual(view.registeredTypeIdentifiers, types)
    expectEqual(view.hasItemConformingToTypeIdentifier("public.json"), types.contains("public.json"))
    expectEqual(view.teamData != nil, seesTeamData)
    let hidden: Reported<Data> = await reported {
      view.loadDataRepresentation(for: .json, completionHandler: $0)
    }
    expectEqual(hidden.value != nil, types.contains("public.json"))
    try await expectEqual(view.text(of: "public.html"), "a")
  }

  @Test func withoutATeamNoReceiverBelongsToIt() {
    let provider = provider()
    provider.team = nil
    let view = provider.view(for: ReceiverIdentity(team: nil, group: nil))
    expectEqual(view.registeredTypeIdentifiers, ["public.html"])
  }

  @Test(.behaviour("IP-149")) func rawValuesAreThoseOfApple() {
    expectEqual(RepresentationVisibility.allCases.map(\.rawValue), [0, 1, 2, 3])
    expectEqual(ItemProviderFileOptions.openInPlace.rawValue, 1)
  }

  @Test(.behaviour("IP-160", "IP-161")) func aCopyIsEqualAndIndependent() async throws {
    let original = ItemProvider(types: ["public.html"])
    original.suggestedName = "name"
    original.preferredPresentationStyle = .attachment
    let copy = try require(original.copy() as? ItemProvider)
    original.registerText("later", as: "public.rtf")
    original.suggestedName = "other"
    expectEqual(copy.registeredTypeIdentifiers, ["public.html"])
    expectEqual(copy.suggestedName, "name")
    expectEqual(copy.preferredPresentationStyle, .attachment)
    try await expectEqual(copy.text(of: "public.html"), "public.html")
    copy.registerText("own", as: "public.xml")
    expectEqual(original.registeredTypeIdentifiers, ["public.html", "public.rtf"])
  }

  /// A subclass like those of system providers and test mocks.
  private final class Vending: ItemProvider, @unchecked Sendable {
    private let types: [String]

    init(types: [String]) {
      self.types = types
      super.init(item: nil, typeIdentifier: nil)
    }

    override var registeredTypeIdentifiers: [String] { types }

    override func loadItem(
      forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]?,
      completionHandler: CompletionHandler?
    ) { completionHandler?("vended \(typeIdentifier)" as NSString, nil) }

    override func loadDataRepresentation(
      forTypeIdentifier typeIdentifier: String,
      completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
      completionHandler(Data("vended".utf8), nil)
      completionHandler(Data("twice".utf8), nil)
      return Progress(totalUnitCount: 1)
    }
  }

  @Test func conveniencesCallTheOverridesOfASubclass() async throws {
    let provider = Vending(types: ["public.utf8-plain-text"])
    expect(provider.hasItemConformingToTypeIdentifier("public.text"))
    expectEqual(provider.registeredContentTypes, [.utf8PlainText])
    expect(provider.canLoadObject(ofClass: String.self))
    try await expectEqual(provider.loadItem(forTypeIdentifier: "x") as? String, "vended x")
    let object: any NSSecureCoding = try await provider.loadItem(forTypeIdentifier: "x")
    expectEqual(object as? NSString, "vended x")
    let value: Reported<any Sendable> = await reported {
      provider.loadItem(forTypeIdentifier: "x", completionHandler: $0)
    }
    expectEqual(value.value as? String, "vended x")
    try await expectEqual(provider.loadDataRepresentation(for: .text), Data("vended".utf8))
    try await expectEqual(provider.loadObject(ofClass: String.self), "vended")
  }

  /// Code of the main actor passes closures to every member; a closure isolated to the actor would trap here.
  @Test(.behaviour("G-3", "G-41")) @MainActor func mainActorCodeMayUseEveryHandler() async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .html) { completion in
      completion(Data([1]), nil)
      return nil
    }
    provider.registerFileRepresentation(for: .pdf) { completion in
      completion(URL(fileURLWithPath: "/dev/null"), false, nil)
      return nil
    }
    provider.registerObject(ofClass: String.self, visibility: .all) { completion in
      completion("text", nil)
      return nil
    }
    provider.registerItem(forTypeIdentifier: "public.json") { completion, _, _ in completion("item", nil) }
    provider.previewImageHandler = { completion, _, _ in completion(Data([2]), nil) }
    let done = Shared(0)
    provider.loadDataRepresentation(for: .html) { _, _ in done.change { $0 += Thread.isMainThread ? 100 : 1 }
    }
    provider.loadFileRepresentation(for: .html) { _, _, _ in
      done.change { $0 += Thread.isMainThread ? 100 : 1 }
    }
    provider.loadObject(ofClass: String.self) { _, _ in done.change { $0 += Thread.isMainThread ? 100 : 1 } }
    provider.loadItem(forTypeIdentifier: "public.json") { _, _ in
      done.change { $0 += Thread.isMainThread ? 100 : 1 }
    }
    provider.loadPreviewImage { _, _ in done.change { $0 += Thread.isMainThread ? 100 : 1 } }
    try await expect(eventually { done.value >= 5 })
    expectEqual(done.value, 5)
  }
}

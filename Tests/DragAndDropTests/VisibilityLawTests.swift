import DragAndDrop
import Foundation
import ItemProviders
import Pasteboards
import TestSupport
import Testing
import UniformTypes

/// The law of visibility for pasteboards and drags: a receiver sees no more than the provider shows.
@Suite @MainActor struct VisibilityLawTests {
  private static let names: [String?] = [nil, "blue", "red"]
  private static let types = ["public.html", "public.rtf", "public.xml", "public.json", "public.png"]

  private func provider(_ random: inout SeededGenerator) -> ItemProvider {
    let provider = ItemProvider()
    provider.team = Self.names.randomElement(using: &random) ?? nil
    provider.group = Self.names.randomElement(using: &random) ?? nil
    for type in Self.types.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random)) {
      let visibility = RepresentationVisibility.allCases.randomElement(using: &random) ?? .all
      provider.registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) { completion in
        completion(Data(type.utf8), nil)
        return nil
      }
    }
    return provider
  }

  private func application(_ name: String, _ place: Double, _ random: inout SeededGenerator) -> Application {
    Application(
      name: name, frame: CGRect(x: place, y: 0, width: 100, height: 200),
      team: Self.names.randomElement(using: &random) ?? nil,
      group: Self.names.randomElement(using: &random) ?? nil)
  }

  private func add(_ interaction: any Interaction, to application: Application, row: Int) {
    let view = View(
      name: "view \(row)", frame: CGRect(x: 0, y: Double(row) * 100, width: 100, height: 100))
    view.addInteraction(interaction)
    application.window.addSubview(view)
  }

  @Test func pasteboardsAndCopiesShowNoMoreThanTheProvider() {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<200 {
      let provider = provider(&random)
      let pasteboard = Pasteboard()
      pasteboard.setItemProviders([provider], localOnly: Bool.random(using: &random), expirationDate: nil)
      for team in Self.names {
        for group in Self.names {
          let receiver = ReceiverIdentity(team: team, group: group)
          let own = Set(provider.view(for: receiver).registeredTypeIdentifiers)
          let copy = (provider.copy() as? ItemProvider) ?? ItemProvider()
          let pasted = pasteboard.itemProviders(for: receiver)
          for shown in pasted + pasted.map({ ItemProvider(copying: $0) }) + [copy.view(for: receiver)] {
            expect(
              Set(shown.registeredTypeIdentifiers).isSubset(of: own), "round \(round) of seed \(seed)")
            expect(
              Set(shown.view(for: .ownProcess).registeredTypeIdentifiers).isSubset(of: own),
              "round \(round) of seed \(seed)")
          }
        }
      }
    }
  }

  @Test func aDropSeesNoMoreThanTheProviderShows() async throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<150 {
      let comment = "round \(round) of seed \(seed)"
      let (left, right) = (application("Left", 0, &random), application("Right", 100, &random))
      let driver = DragDriver(applications: [left, right])
      let offered = provider(&random)
      // A provider without a team or group gets those of its application.
      let named = ItemProvider(copying: offered)
      named.team = offered.team ?? left.team
      named.group = offered.group ?? left.group
      let own = Set(
        named.view(for: ReceiverIdentity(team: right.team, group: right.group)).registeredTypeIdentifiers)
      let loaded = Reported<String>()
      var seen: [Set<String>] = []
      let target = TestTarget(.copy) { session in
        for item in session.items {
          seen.append(Set(item.itemProvider.registeredTypeIdentifiers))
          for type in Self.types {
            item.itemProvider.loadDataRepresentation(forTypeIdentifier: type) { data, _ in
              if data != nil { loaded.add(type) }
            }
          }
        }
      }
      let source = TestSource(offered)
      add(DragInteraction(delegate: source), to: left, row: 0)
      add(DropInteraction(delegate: target), to: right, row: 0)
      let drag = try require(driver.beginDrag(at: CGPoint(x: 50, y: 50)))
      try drag.move(to: CGPoint(x: 150, y: 50))
      try drag.drop()
      await driver.settled()
      for types in seen { expect(types.isSubset(of: own), "\(comment)") }
      expect(Set(loaded.values).isSubset(of: own), "\(comment)")
      expectEqual(seen.count, 1, "\(comment)")
    }
  }
}

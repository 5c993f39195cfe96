import DragAndDrop
import FolderDrops
import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing

/// The law of visibility for folders: no file is made from a representation that is hidden from the receiver.
@Suite @MainActor struct FolderVisibilityTests {
  private static let names: [String?] = [nil, "blue", "red"]
  private static let types = ["public.html", "public.rtf", "public.xml", "public.json", "public.png"]

  private func application(_ name: String, x: Double, _ random: inout SeededGenerator) -> Application {
    Application(
      name: name, frame: CGRect(x: x, y: 0, width: 100, height: 400),
      team: Self.names.randomElement(using: &random) ?? nil,
      group: Self.names.randomElement(using: &random) ?? nil)
  }

  @Test func aFolderGetsNoMoreThanTheProviderShows() async throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    var placed = 0
    for round in 0..<Repetitions.count(50, long: 150) {
      let comment: Comment = "round \(round) of seed \(seed)"
      let offered = ItemProvider()
      offered.team = Self.names.randomElement(using: &random) ?? nil
      offered.group = Self.names.randomElement(using: &random) ?? nil
      for type in Self.types.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random)) {
        let visibility = RepresentationVisibility.allCases.randomElement(using: &random) ?? .all
        offered.registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) { completion in
          completion(Data(type.utf8), nil)
          return nil
        }
      }
      let left = application("Left", x: 0, &random)
      let right = application("Right", x: 100, &random)
      // A provider without a team or group gets those of its application.
      let named = ItemProvider(copying: offered)
      named.team = offered.team ?? left.team
      named.group = offered.group ?? left.group
      let visible = named.view(for: ReceiverIdentity(team: right.team, group: right.group))
        .registeredTypeIdentifiers
      let folder = try TemporaryFolder()
      let delegate = FolderDropDelegate(into: try folder.filePath())
      let scene = Scene([offered], left: left, right: right)
      _ = try scene.drop(on: delegate)
      await scene.driver.settled()
      // The content of each file is the type from which it was made.
      let types = try folder.names().map { String(decoding: try folder.read($0), as: UTF8.self) }
      expectEqual(types, Array(visible.prefix(1)), comment)
      placed += types.count
    }
    expectGreater(placed, 0, "no representation was visible with seed \(seed)")
  }
}

import DragAndDrop
import Foundation
import ItemProviders
import TestSupport
import Testing

@Suite @MainActor struct RandomDragTests {
  /// Totals of a random scene.
  @MainActor final class Counts {
    var delivered: [String: Int] = [:]
    var performed = 0
  }

  @Test func randomDragsKeepTheInvariants() async throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<Repetitions.count(300, long: 1000) {
      try await playOne(&random, "round \(round) of seed \(seed)")
    }
  }

  private func playOne(_ random: inout SeededGenerator, _ comment: String) async throws {
    let stage = Stage()
    let counts = Counts()
    var made = 0
    @MainActor func item() -> DragItem {
      made += 1
      return DragItem(itemProvider: ItemProvider(object: "item \(made)"))
    }
    let sources = (0..<3).map { _ -> TestSource in
      let count = Int.random(in: 0...3, using: &random)
      let source = TestSource { _ in (0..<count).map { _ in item() } }
      if Bool.random(using: &random) { source.adding = { _ in [item()] } }
      if Bool.random(using: &random) { source.choosing = { $0.last } }
      source.allowsMove = Bool.random(using: &random)
      source.isRestricted = Int.random(in: 0..<4, using: &random) == 0
      return source
    }
    let targets = (0..<3).map { _ -> TestTarget in
      let target = TestTarget(DropOperation.allCases.randomElement(using: &random) ?? .copy)
      let handles = Int.random(in: 0..<4, using: &random) > 0
      target.canHandle = { _ in handles }
      target.perform = { session in
        counts.performed += 1
        session.loadObjects(ofClass: String.self) { texts in
          // Every item is delivered once.
          expectEqual(texts.count, session.items.count, "\(comment)")
          for text in texts { counts.delivered[text, default: 0] += 1 }
        }
      }
      return target
    }
    for (row, source) in sources.enumerated() {
      _ = stage.source("source \(row)", in: row == 2 ? stage.right : stage.left, row: row, source)
    }
    for (row, target) in targets.enumerated() {
      _ = stage.target(
        "target \(row)", in: row == 0 ? stage.left : stage.right, row: row == 0 ? 3 : row - 1, target)
    }
    var drags: [ActiveDrag] = []
    func point(_ random: inout SeededGenerator) -> CGPoint {
      CGPoint(x: Double.random(in: 0..<200, using: &random), y: Double.random(in: 0..<400, using: &random))
    }
    for _ in 0..<Int.random(in: 3...20, using: &random) {
      let step = Int.random(in: 0..<10, using: &random)
      if step < 3 || drags.isEmpty {
        if let drag = stage.driver.beginDrag(at: point(&random)) { drags.append(drag) }
        continue
      }
      let index = Int.random(in: 0..<drags.count, using: &random)
      switch step {
      case 3..<7: try drags[index].move(to: point(&random))
      case 7: try drags[index].addItems(at: point(&random))
      case 8: try drags.remove(at: index).drop()
      default: try drags.remove(at: index).cancel()
      }
    }
    for drag in drags { try drag.drop() }
    await stage.driver.settled()
    check(sources, targets, counts, stage, comment)
  }

  private func check(
    _ sources: [TestSource], _ targets: [TestTarget], _ counts: Counts, _ stage: Stage, _ comment: String
  ) {
    expectEmpty(stage.driver.activeDrags, "\(comment)")
    for target in targets {
      // Each session ends once, and exits at most as often as it enters.
      let sessions = Set(target.sessions.map(ObjectIdentifier.init)).count
      expectEqual(target.log.count { $0 == "sessionDidEnd" }, sessions, "\(comment)")
      expectAtMost(
        target.log.count { $0 == "sessionDidExit" }, target.log.count { $0 == "sessionDidEnter" },
        "\(comment)")
      expectEqual(
        target.log.count { $0 == "performDrop" }, target.log.count { $0 == "concludeDrop" }, "\(comment)")
    }
    let begun = sources.reduce(0) { $0 + $1.log.count { $0 == "sessionWillBegin" } }
    let contributions = Set(stage.driver.trace.events.filter { $0.call == "willEnd" }.map(\.time)).count
    expectAtMost(contributions, begun, "\(comment)")
    for source in sources {
      // Every source gets one end for each announced end, and a transfer only after a delivery.
      let will = source.log.filter { $0.hasPrefix("willEnd") }.map { $0.dropFirst(4) }
      let did = source.log.filter { $0.hasPrefix("didEnd") }.map { $0.dropFirst(3) }
      expectEqual(will, did, "\(comment)")
      let delivering = did.count { $0.hasSuffix("copy") || $0.hasSuffix("move") }
      expectEqual(source.transferred, delivering, "\(comment)")
      expectAtLeast(did.count, source.log.count { $0 == "sessionWillBegin" }, "\(comment)")
      expectEqual(
        source.liftEnds.count { $0 == .end }, source.log.count { $0 == "sessionWillBegin" }, "\(comment)")
    }
    expect(counts.delivered.values.allSatisfy { $0 == 1 }, "\(comment)")
  }
}

import FolderDrops
import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing

@Suite struct RandomFolderTests {
  @Test func undoRestoresTheFolderWhateverWasDropped() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let place = try TemporaryFolder()
    let history = UndoHistory(in: try place.filePath("drops"))
    for round in 0..<Repetitions.count(15, long: 40) {
      let comment: Comment = "round \(round) of seed \(seed)"
      let folder = place.path("\(round)")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let names = ["a", "a.txt", "b", "b 2.txt"]
      for name in names where Bool.random(using: &random) {
        try place.write(random.bytes(count: 20), to: "\(round)/\(name)")
      }
      let before = try snapshot(folder)
      let items = (0..<Int.random(in: 0...5, using: &random)).map { _ -> ItemProvider in
        let provider = provider([text, "public.png", "x.unknown"].randomElement(using: &random) ?? text, "x")
        provider.suggestedName = names.randomElement(using: &random)
        return provider
      }
      let drop = FolderDrop(into: try require(FilePath(folder)))
      let report = try drop.run(items, recordingIn: history)
      expectEqual(report.paths.count, items.count, comment)
      expectEqual(Set(report.paths).count, items.count, comment)
      try expectEqual(snapshot(folder).count, before.count + items.count, comment)
      // A drop of nothing is not recorded.
      if !items.isEmpty {
        try expectEqual(history.undoLastDrop()?.problems.isEmpty, true, comment)
      }
      try expectEqual(snapshot(folder), before, comment)
    }
  }

  private func snapshot(_ folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    return files
  }
}

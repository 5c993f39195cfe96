import ProfferFileSystem
import TestSupport
import Testing

@Suite struct FileWindowTests {
  @Test func everyPlaceShowsTheFilesBytes() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let bytes = random.bytes(count: 1000)
    try folder.write(bytes, to: "file")
    let file = try OpenFile.reading(folder.filePath("file"))
    for step in [1, 7, 64, 2000] {
      var window = FileWindow(file, step: step)
      for _ in 0..<300 {
        let start = Int.random(in: 0...1000, using: &random)
        let count = Int.random(in: 0...(1000 - start), using: &random)
        let shown = try window.withBytes(at: UInt64(start), count: count) { Array($0) }
        expectEqual(shown, Array(bytes[start..<start + count]), "seed \(seed)")
      }
    }
  }

  @Test(arguments: [(1000, 1), (999, 2), (0, 1001), (0, Int.max), (5000, 1)])
  func whatTheFileDoesNotHoldIsRefused(offset: Int, count: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write([UInt8](repeating: 0, count: 1000), to: "file")
    var window = FileWindow(try OpenFile.reading(folder.filePath("file")))
    let error = expectThrows(FileSystemError.self) {
      try window.withBytes(at: UInt64(offset), count: count) { _ in }
    }
    expectEqual(error?.code, .unexpectedEnd)
  }
}

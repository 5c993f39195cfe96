import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@Suite struct StreamTests {
  @Test func aStreamIsKeptAsideAndGivenOutAgainWhole() async throws {
    let folder = try TemporaryFolder()
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let bytes = generator.bytes(count: 1_200_000)
    _ = try folder.openFile("source", bytes)
    let pipe = try folder.filePath("pipe")
    try await expectEqual(ProgramRun.run("/usr/bin/mkfifo", [folder.path("pipe")]).status, 0)
    // The program and this process wait for each other to open the pipe.
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "cat source > pipe"]
    writer.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try writer.run()
    let spool = try OpenFile.unnamed(in: folder.filePath())
    try expectEqual(spool.copyAll(fromStream: OpenFile.reading(pipe)), 1_200_000)
    writer.waitUntilExit()
    let copy = try folder.openFile("copy", [])
    try FaultPlan(failing: [], call: 0, with: .invalid, transferLimit: 700_000).whileInForce {
      try spool.copyAll(toStream: copy)
    }
    try expectEqual(folder.read("copy"), bytes, "seed \(seed)")
  }

  @Test func aFileThatIsPassedOutlivesItsSender() throws {
    let folder = try TemporaryFolder()
    let (one, other) = try ByteStream.pair(calling: "a pair")
    do {
      let file = try OpenFile.unnamed(in: folder.filePath())
      try Array("shared".utf8).withUnsafeBytes { try file.write($0, at: 0) }
      let passed = try ByteStream.sharing(file, calling: "a file")
      let step = try [1].withUnsafeBytes { try one.send($0, passing: [passed]) }
      expectEqual(step, .moved(8))
    }
    var buffer = [UInt8](repeating: 0, count: 64)
    var passed: [ByteStream] = []
    _ = try buffer.withUnsafeMutableBytes { try other.receive(into: $0, passed: &passed) }
    let file = try require(passed.first)
    try expectEqual(buffer.withUnsafeMutableBytes { try file.read(into: $0) }, .moved(6))
    expectEqual(Array(buffer.prefix(6)), Array("shared".utf8))
    try expectEqual(buffer.withUnsafeMutableBytes { try file.read(into: $0) }, .ended)
  }
}

import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@Suite struct StreamTests {
  @Test func aStreamIsKeptAsideAndGivenOutAgainWhole() async throws {
    let folder = try TemporaryFolder()
    let seed = SeededGenerator.freshSeed()
    var generator = SeededGenerator(seed: seed)
    let bytes = generator.bytes(count: 1_200_000)
    _ = try folder.openFile("source", bytes)
    let pipe = try folder.filePath("pipe")
    #expect(try await ProgramRun.run("/usr/bin/mkfifo", [folder.path("pipe")]).status == 0)
    // The program waits for this process to open the pipe, and the other way round.
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "cat source > pipe"]
    writer.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try writer.run()
    let spool = try OpenFile.unnamed(in: folder.filePath())
    #expect(try spool.copyAll(fromStream: OpenFile.reading(pipe)) == 1_200_000)
    writer.waitUntilExit()
    let copy = try folder.openFile("copy", [])
    try FaultPlan(failing: [], call: 0, with: .invalid, transferLimit: 700_000).whileInForce {
      try spool.copyAll(toStream: copy)
    }
    #expect(try folder.read("copy") == bytes, "seed \(seed)")
  }
}

import FileSystem
import TestSupport
import Testing

@Suite struct StreamTests {
  @Test func aStreamIsKeptAsideAndGivenOutAgainWhole() throws {
    let folder = try TemporaryFolder()
    let seed = SeededGenerator.freshSeed()
    var generator = SeededGenerator(seed: seed)
    let bytes = generator.bytes(count: 2_500_000)
    _ = try folder.openFile("source", bytes)
    let pipe = try folder.filePath("pipe")
    #expect(try ProgramRun.run("/usr/bin/mkfifo", [folder.path("pipe")]).status == 0)
    // The shell ends at once, and what it started writes into the pipe while this process reads it.
    let script = "exec > /dev/null 2>&1; cat source > pipe &"
    #expect(try ProgramRun.run("/bin/sh", ["-c", script], in: folder.path).status == 0)
    let spool = try OpenFile.unnamed(in: folder.filePath())
    #expect(try spool.copyAll(fromStream: OpenFile.reading(pipe)) == 2_500_000)
    let copy = try folder.openFile("copy", [])
    try FaultPlan(failing: [], call: 0, with: .invalid, transferLimit: 700_000).whileInForce {
      try spool.copyAll(toStream: copy)
    }
    #expect(try folder.read("copy") == bytes, "seed \(seed)")
  }
}

import TestSupport
import Testing

@testable import ProfferFileSystem

@Suite struct StartedProgramTests {
  /// This process must not adopt the orphans of other programs.
  ///
  /// It never reaped them, and code that waited for any child of this process then waited forever.
  @Test func aProgramThatIsNotTheOnlyOneLeavesOtherProgramsOrphansAlone() throws {
    let folder = try TemporaryFolder()
    let output = try OpenFile.creating(folder.filePath("output"))
    let shell = try require(FilePath("/bin/sh"))
    let program = try StartedProgram(
      shell, arguments: ["-c", "sleep 5"], environment: ["PROFFER_TEST_PROGRAM": folder.path],
      knownBy: "PROFFER_TEST_PROGRAM", in: folder.filePath(), output: output, errors: output,
      mostByteCount: 1 << 20, isOnly: false)
    expect(!SystemCalls.adoptsOrphans())
    expect(!program.hasEnded)
    expectEqual(program.finish(), .killed(signal: 9))
  }
}

import ProfferFileSystem
import TestSupport
import Testing

@Suite struct OpenFileTests {
  @Test func bytesComeBackFromWhereTheyWereWritten() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("file", [1, 2, 3, 4, 5])
    try expectEqual(file.bytes(at: 1, count: 3), [2, 3, 4])
    try expectEqual(file.bytes(at: 5, count: 0), [])
    try file.setByteCount(7)
    try expectEqual(file.bytes(at: 4, count: 3), [5, 0, 0])
    try expectEqual(file.status().byteCount, 7)
  }

  @Test func shortTransfersAreContinued() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    let plan = FaultPlan(failing: [], call: 0, with: .inputOutput, transferLimit: 7)
    try plan.whileInForce {
      let file = try folder.openFile("file", bytes)
      try expectEqual(file.bytes(at: 0, count: 1000), bytes)
      let copy = try folder.openFile("copy", [])
      try copy.copy(from: file, at: 3, to: 0, byteCount: 900)
      try expectEqual(copy.bytes(at: 0, count: 900), Array(bytes[3..<903]))
    }
  }

  @Test func interruptedCallsAreTriedAgain() throws {
    let folder = try TemporaryFolder()
    for kind in SystemCallKind.allCases {
      let plan = FaultPlan(failing: [kind], call: 1, with: .interrupted)
      try plan.whileInForce {
        let file = try folder.openFile("\(kind)", [1, 2])
        try expectEqual(file.bytes(at: 0, count: 2), [1, 2])
        try file.synchronize()
      }
    }
  }

  @Test(arguments: [(2, 2), (3, 1), (0, 4), (UInt64.max, 1), (0, Int.max)] as [(UInt64, Int)])
  func bytesBeyondTheEndAreAnErrorWithoutAnAllocation(offset: UInt64, count: Int) throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("file", [1, 2, 3])
    try expectEqual(code { _ = try file.bytes(at: offset, count: count) }, .unexpectedEnd)
    try expectEqual(code { _ = try file.map(at: offset, count: count) }, .unexpectedEnd)
  }

  @Test func anyRangeCanBeMapped() throws {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 1)
    let bytes = generator.bytes(count: 20_000)
    let file = try folder.openFile("file", bytes)
    for (offset, count) in [
      (0, 20_000), (1, 1), (4095, 2), (4096, 4096), (12_345, 7655), (20_000, 0), (0, 0),
    ] {
      let mapped = try file.map(at: UInt64(offset), count: count)
      expect(mapped.buffer.elementsEqual(bytes[offset..<offset + count]), "\(offset), \(count)")
    }
  }

  @Test func anExistingFileIsNotCreatedAgain() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    let path = try folder.filePath("file")
    let error = expectThrows(FileSystemError.self) { try OpenFile.creating(path) }
    expectEqual(error?.code, .alreadyExists)
    expectEqual(error?.path, path)
    expectEqual(error?.message, "cannot create \(path): it already exists")
    try expectEqual(folder.read("file"), Array("old".utf8))
  }

  @Test func onlyRegularFilesAreOpenedAsSuch() throws {
    let folder = try TemporaryFolder()
    let null = try require(FilePath("/dev/null"))
    try expectEqual(code { _ = try OpenFile.readingRegular(null) }, .notAFile)
    try expectEqual(code { _ = try OpenFile.readingRegular(folder.filePath()) }, .isAFolder)
    try expectEqual(code { _ = try OpenFile.readingRegular(folder.filePath("none")) }, .notFound)
    let link = try folder.filePath("link")
    try folder.write("x", to: "file")
    try FileTree.createLink(at: link, pointingTo: Array("file".utf8))
    try expectEqual(code { _ = try OpenFile.readingRegular(link, followingLinks: false) }, .tooManyLinks)
    try expectEqual(OpenFile.readingRegular(link).bytes(at: 0, count: 1), Array("x".utf8))
  }

  @Test func unnamedFilesLeaveNothingInTheFolder() throws {
    let folder = try TemporaryFolder()
    let file = try OpenFile.unnamed(in: folder.filePath())
    try [UInt8(7)].withUnsafeBytes { try file.write($0, at: 10) }
    try expectEqual(file.bytes(at: 10, count: 1), [7])
    try expectEqual(folder.names(), [])
  }

  @Test func theTimeAndPermissionsCanBeSet() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("file", [1])
    let time = FileTime(seconds: 1_234_567_890, nanoseconds: 123_456_789)
    try file.setModification(time)
    try file.setPermissions(0o741)
    let status = try file.status()
    expectEqual(status.modification, time)
    expectEqual(status.permissions, 0o741)
    expect(status.isExecutable)
    expectEqual(status.kind, .regular)
    try expectEqual(FileStatus.of(folder.filePath("file")), status)
  }
}

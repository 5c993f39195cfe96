import ProfferFileSystem
import TestSupport
import Testing

@Suite struct FolderReplacementTests {
  private func fill(_ replacement: FolderReplacement, _ name: String) throws {
    _ = try OpenFile.creating(replacement.path.appending(require(FileName(name))))
  }

  @Test func theFolderAppearsAtOnce() throws {
    let folder = try TemporaryFolder()
    let replacement = try FolderReplacement(at: folder.filePath("made/"), replacing: false)
    try fill(replacement, "file")
    try expectNil(FileStatus.ifPresent(folder.filePath("made")))
    try replacement.commit()
    try expectEqual(folder.names(), ["made", "made/file"])
  }

  /// The new folder was removed before it was opened and locked, and its writer failed with "no such file or folder".
  @Test func aFolderThatIsSweptBeforeItIsLockedGetsAnotherName() async throws {
    let folder = try TemporaryFolder()
    let place = try folder.filePath()
    let made = try folder.filePath("made")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<1000 {
            let replacement = try FolderReplacement(at: made, replacing: false, sweeping: true)
            replacement.cancel()
            UnfinishedFiles.sweep(place)
          }
        }
      }
      try await group.waitForAll()
    }
    try expectEmpty(folder.names())
  }

  /// A system that can exchange names, and systems that cannot.
  @Test(arguments: [nil, .invalid, .notImplemented] as [ErrorNumber?])
  func anOldFolderIsReplacedWithEverythingInIt(refusal: ErrorNumber?) throws {
    let folder = try TemporaryFolder()
    try Folder.createWithParents(folder.filePath("made/old/below"))
    try FileTree.setPermissions(folder.filePath("made"), 0o750)
    let replacement = try FolderReplacement(at: folder.filePath("made"), replacing: true)
    try fill(replacement, "new")
    let plan = FaultPlan(failing: [.rename], call: refusal == nil ? 0 : 1, with: refusal ?? .invalid)
    try plan.whileInForce { try replacement.commit() }
    try expectEqual(folder.names(), ["made", "made/new"])
    try expectEqual(FileStatus.of(folder.filePath("made")).permissions, 0o750)
  }

  /// The exchange fails; or it is not supported, and the second of the two replacement steps fails.
  @Test(arguments: [([1], .inputOutput), ([1, 3], .invalid)] as [(Set<Int>, ErrorNumber)])
  func aFailureWhileReplacingPutsTheOldFolderBack(calls: Set<Int>, number: ErrorNumber) throws {
    let folder = try TemporaryFolder()
    try Folder.createWithParents(folder.filePath("made/old"))
    let replacement = try FolderReplacement(at: folder.filePath("made"), replacing: true)
    try fill(replacement, "new")
    let plan = FaultPlan(failing: [.rename], calls: calls, with: number)
    expectThrows(FileSystemError.self) { try plan.whileInForce { try replacement.commit() } }
    try expectEqual(folder.names(), ["made", "made/old"])
  }

  @Test func aFolderThatIsInPlaceIsSaidToBeWhenTheDeviceFailsAfterwards() throws {
    let folder = try TemporaryFolder()
    try Folder.createWithParents(folder.filePath("made/old"))
    let replacement = try FolderReplacement(at: folder.filePath("made"), replacing: true)
    try fill(replacement, "new")
    // The first two calls synchronize the contents and the old folder's mark.
    let plan = FaultPlan(failing: [.synchronize], call: 3, with: .inputOutput)
    let error = expectThrows(FileSystemError.self) { try plan.whileInForce { try replacement.commit() } }
    expectEqual(error?.code, .notSynchronized)
    try expectEqual(folder.read("made/new"), [])
    try expectNil(FileStatus.ifPresent(folder.filePath("made/old")))
  }

  @Test func aCancelledFolderLeavesNothing() throws {
    let folder = try TemporaryFolder()
    do {
      let replacement = try FolderReplacement(at: folder.filePath("made"), replacing: false)
      try fill(replacement, "file")
    }
    try expectEqual(folder.names(), [])
  }

  @Test func filesAndExistingFoldersAreRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    try Folder.create(folder.filePath("there"))
    try expectEqual(
      code { _ = try FolderReplacement(at: folder.filePath("file"), replacing: true) }, .notAFolder)
    try expectEqual(
      code { _ = try FolderReplacement(at: folder.filePath("there"), replacing: false) }, .alreadyExists
    )
    let null = try require(FilePath("/dev/null"))
    try expectEqual(code { _ = try FolderReplacement(at: null, replacing: true) }, .notAFile)
  }
}

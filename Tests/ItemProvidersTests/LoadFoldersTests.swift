import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing

/// The folders that contain the files of loads.
@Suite struct LoadFoldersTests {
  @Test func aLoadWithoutAFolderLeavesNoFolderOfTheProcess() throws {
    let parent = try TemporaryFolder()
    let folders = LoadFolders(in: FilePath(parent.path))
    // The first call creates the folder of the process.
    let plan = FaultPlan(failing: [.makeFolder], call: 2, with: .noSpace)
    let error = expectThrows(FileSystemError.self) { try plan.whileInForce { _ = try folders.make() } }
    expectEqual(error?.code, .noSpace)
    try expectEqual(parent.names(), [])
    let folder = try folders.make()
    try expectEqual(parent.names().count, 2)
    folders.remove(folder)
    try expectEqual(parent.names(), [])
  }

  @Test(.behaviour("G-28")) func foldersOfEndedProcessesAreSweptAndThoseOfRunningOnesAreKept() throws {
    let folder = try TemporaryFolder()
    let parent = try require(FilePath(folder.path))
    let leftover = folder.path(".loads-x.0123456789abcdef.proffer-partial")
    try FileManager.default.createDirectory(atPath: leftover + "/0", withIntermediateDirectories: true)
    // The sticky bit marks an unfinished folder.
    try FileTree.setPermissions(require(FilePath(leftover)), 0o1755)
    let living = LoadFolders(in: parent)
    let first = try living.make()
    #expect(!FileManager.default.fileExists(atPath: leftover))
    let other = LoadFolders(in: parent)
    let second = try other.make()
    try expectEqual(FileStatus.of(first).kind, .folder)
    expectNotEqual(first.parent, second.parent)
    living.remove(first)
    other.remove(second)
    try expectEqual(folder.names(), [])
  }

  @Test func aTemporaryFolderThatWasRemovedIsMadeAgain() throws {
    let folder = try TemporaryFolder()
    let folders = LoadFolders(in: FilePath(folder.path))
    let first = try folders.make()
    try FileManager.default.removeItem(atPath: try require(first.parent.string))
    let second = try folders.make()
    try expectEqual(FileStatus.of(second).kind, .folder)
    folders.remove(first)
    folders.remove(second)
    try expectEqual(folder.names(), [])
  }
}

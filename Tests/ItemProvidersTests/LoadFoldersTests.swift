import FileSystem
import ItemProviders
import TestSupport
import Testing

/// The folders that loads put their files in.
@Suite struct LoadFoldersTests {
  @Test func aLoadThatGetsNoFolderLeavesNone() throws {
    let parent = try TemporaryFolder()
    let folders = LoadFolders(in: FilePath(parent.path))
    // The first folder is that of the process.
    let plan = FaultPlan(failing: [.makeFolder], call: 2, with: .noSpace)
    let error = #expect(throws: FileSystemError.self) { try plan.whileInForce { _ = try folders.make() } }
    #expect(error?.code == .noSpace)
    #expect(try parent.names() == [])
    let folder = try folders.make()
    #expect(try parent.names().count == 2)
    folders.remove(folder)
    #expect(try parent.names() == [])
  }
}

import FileSystem
import TestSupport
import Testing

@Suite struct FileLockTests {
  @Test(arguments: [false, true])
  func theSecondIsRefusedUntilTheFirstIsReleased(isFolder: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath("locked")
    if isFolder { try Folder.create(path) } else { try folder.write("", to: "locked") }
    do {
      let lock = try FileLock(path)
      let error = #expect(throws: FileSystemError.self) { try FileLock(path) }
      #expect(error?.code == .busy)
      #expect(error?.path == path)
      withExtendedLifetime(lock) {}
    }
    // A program that another test starts just now may hold a copy of the lock for a moment.
    #expect((0..<1000).contains { _ in FileLockTests.canLock(path) })
  }

  private static func canLock(_ path: FilePath) -> Bool {
    do {
      _ = try FileLock(path)
      return true
    } catch {
      return false
    }
  }

  @Test func whatIsNotThereIsNotLocked() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: FileSystemError.self) { try FileLock(folder.filePath("nothing")) }
    #expect(error?.code == .notFound)
  }
}

import Foundation
import ProfferFileSystem
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
      let error = expectThrows(FileSystemError.self) { try FileLock(path) }
      expectEqual(error?.code, .busy)
      expectEqual(error?.path, path)
      withExtendedLifetime(lock) {}
    }
    _ = try FileLock(path)
  }

  /// A copy of a descriptor of this process, like the copies in a program that is being started.
  private func copyOfDescriptor(of path: String) throws -> Int32 {
    let manager = FileManager.default
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    let descriptor = try manager.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init).first {
      // Other descriptors are closed at the same time.
      (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
    return dup(try require(descriptor))
  }

  @Test func aLockIsReleasedThoughAProgramThatIsBeingStartedHasACopyOfIt() throws {
    let folder = try TemporaryFolder()
    let name = try folder.write("", to: "locked")
    var copy: Int32 = -1
    do {
      let lock = try FileLock(folder.filePath("locked"))
      copy = try copyOfDescriptor(of: name)
      withExtendedLifetime(lock) {}
    }
    defer { close(copy) }
    _ = try FileLock(folder.filePath("locked"))
  }

  @Test func aStartingProgramsCopyOfADescriptorDoesNotKeepTheLock() throws {
    let folder = try TemporaryFolder()
    var copy: Int32 = -1
    do {
      let replacement = try FileReplacement(at: folder.filePath("written"), replacing: false)
      let unfinished = try require(folder.names().first)
      copy = try copyOfDescriptor(of: folder.path(unfinished))
      try replacement.commit()
    }
    defer { close(copy) }
    _ = try FileLock(folder.filePath("written"))
  }

  @Test func aMissingFileIsNotLocked() throws {
    let folder = try TemporaryFolder()
    let error = expectThrows(FileSystemError.self) { try FileLock(folder.filePath("nothing")) }
    expectEqual(error?.code, .notFound)
  }
}

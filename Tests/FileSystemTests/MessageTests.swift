import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@Suite struct MessageTests {
  @Test(
    arguments: [
      (.accessDenied, .permissionDenied, "permission denied"),
      (.notPermitted, .permissionDenied, "permission denied"),
      (.noSpace, .noSpace, "no space is left on the device; free some space or choose another path"),
      (.overQuota, .noSpace, "your disk quota is exceeded; free some space or choose another path"),
      (.readOnly, .readOnly, "the file system is read-only; choose another path"),
      (.processFilesFull, .tooManyOpenFiles, "the process has too many files open (see ulimit -n)"),
      (.inputOutput, .inputOutput, "the device failed (input/output error)"),
      (ErrorNumber(rawValue: 9999), .unknown, "the system gave error 9999"),
    ] as [(ErrorNumber, FileSystemError.Code, String)])
  func errorsSayWhatWasDoneToWhichFileAndWhy(
    number: ErrorNumber, code: FileSystemError.Code, reason: String
  ) throws {
    let path = try require(FilePath("my\nfile"))
    FaultPlan(failing: [.open], call: 1, with: number).whileInForce {
      let error = expectThrows(FileSystemError.self) { try OpenFile.reading(path) }
      expectEqual(error?.message, "cannot open my\\nfile: \(reason)")
      expectEqual(error?.code, code)
      expectEqual(error?.systemError, number.rawValue)
      expectEqual(error?.path, path)
    }
  }

  @Test func aSocketAndALinkThatIsNotFollowedAreNamedAsSuch() throws {
    let folder = try TemporaryFolder()
    let (socket, link) = (try folder.filePath("socket"), try folder.filePath("link"))
    let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.bytes) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try requireEqual(bound, 0)
    try FileTree.createLink(at: link, pointingTo: Array("socket".utf8))
    var error = expectThrows(FileSystemError.self) { try OpenFile.readingRegular(socket) }
    expectEqual(error?.reason, "it is a socket, or a device or pipe whose other end is not open")
    expectEqual(error?.code, .notAFile)
    error = expectThrows(FileSystemError.self) {
      try OpenFile.readingRegular(link, followingLinks: false)
    }
    expectEqual(error?.reason, "it is a link to socket, and links are not followed here")
    let name = try require(FileName("link"))
    error = expectThrows(FileSystemError.self) { try OpenFolder(folder.filePath()).subfolder(name) }
    expectEqual(error?.reason, "it is a link to socket, and links are not followed here")
  }

  @Test func standardStreamsAreCalledByTheirNames() {
    FaultPlan(failing: [.write], call: 1, with: .brokenPipe).whileInForce {
      let error = expectThrows(FileSystemError.self) {
        try [UInt8(1)].withUnsafeBytes { try OpenFile.standardOutput.writeNext($0) }
      }
      expectEqual(error?.code, .brokenPipe)
      expectEqual(error?.message, "cannot write standard output: the reader of the pipe has closed it")
    }
  }

  /// A file is created with a temporary name or in a temporary folder; errors contain its final path.
  @Test(arguments: [
    ("a/temporary", "cannot open here: no"), ("a/temporary/b/c", "cannot open here/b/c: no"),
    ("a/temporary-2", "cannot open a/temporary-2: no"), ("a", "cannot open a: no"),
  ])
  func anErrorIsRenamedAtAndBelowAPathOnly(path: String, message: String) throws {
    let old = try require(FilePath("a/temporary"))
    let new = try require(FilePath("here"))
    let error = FileSystemError(.notFound, cannot: "open", FilePath(path), because: "no", systemError: 2)
    let renamed = error.renamed(from: old, to: new)
    expectEqual(renamed.message, message)
    expectEqual(renamed.path?.description, renamed.subject)
    #expect((renamed.code, renamed.reason, renamed.systemError) == (.notFound, "no", 2))
  }

  @Test func pathsThatEndInASlashAreRenamedByTheirNames() throws {
    let error = FileSystemError(.busy, cannot: "open", FilePath("a/b"), because: "no")
    expectEqual(
      error.renamed(from: try require(FilePath("a/")), to: try require(FilePath("c"))).message,
      "cannot open c/b: no")
    expectEqual(
      error.renamed(from: try require(FilePath("a")), to: try require(FilePath("c/"))).message,
      "cannot open c/b: no")
  }

  @Test func aRenamedErrorIsCalledByItsNewNameOrItsNewPath() throws {
    let (old, new) = (try require(FilePath("old")), try require(FilePath("new")))
    let named = FileSystemError(.noSpace, cannot: "create", old, calling: .temporaryFile, because: "no")
    expectEqual(named.subject, "a temporary file in old")
    expectEqual(named.renamed(from: old, to: new).subject, "a temporary file in new")
    expectEqual(
      named.renamed(from: old, to: new, calling: .name("a file")).message, "cannot create a file: no")
  }

  @Test func anErrorWithoutASubjectNamesTheActionAlone() {
    let error = FileSystemError(.outOfMemory, cannot: "pack", nil, because: "no thread")
    expectEqual(error.message, "cannot pack: no thread")
    expectNil(error.subject)
  }

  @Test func whatIsInPlaceButNotOnTheDeviceHasTheReasonAndTheCause() throws {
    let path = try require(FilePath("file"))
    let cause = FileSystemError(
      .inputOutput, cannot: "write", path, because: "the device failed", systemError: 5)
    let error = FileSystemError.notSynchronized(path, because: cause)
    expectEqual(
      error.message,
      "file is written, but the device did not confirm it, so that a power failure may lose it: the device failed"
    )
    expectEqual((error.cause as? FileSystemError)?.message, cause.message)
    expectEqual(error.systemError, 5)
  }
}

import ProfferFileSystem
import TestSupport
import Testing

@Suite struct FolderTests {
  @Test func namesComeInTheOrderOfTheirBytes() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "a", "é", "B", ".hidden"] { try folder.write("", to: name) }
    let odd = try require(FileName(bytes: [0xFF, 0x0A]))
    _ = try OpenFile.creating(folder.filePath().appending(odd))
    let names = try Folder.names(in: folder.filePath())
    expectEqual(names.map(\.description), [".hidden", "B", "a", "b", "é", "\\xff\\n"])
  }

  @Test func missingParentsAreCreatedOnceAndKept() throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath("a/b/c")
    try Folder.createWithParents(path)
    try Folder.createWithParents(path)
    try expectEqual(FileStatus.of(path).kind, .folder)
    try folder.write("", to: "file")
    try expectEqual(code { try Folder.createWithParents(folder.filePath("file")) }, .alreadyExists)
    try expectEqual(code { try Folder.createWithParents(folder.filePath("file/below")) }, .notAFolder)
    try expectEqual(code { try Folder.create(path) }, .alreadyExists)
  }

  /// In these existing folders no folder can be created; the search for a parent must end.
  @Test(
    .timeLimit(.minutes(10)), arguments: ["/proc/proffer", "/proc/proffer/below", "/proc/self/fd/proffer"])
  func aFolderThatTakesNoOthersIsAnError(path: String) throws {
    let path = try require(FilePath(path))
    expectThrows(FileSystemError.self) { try Folder.createWithParents(path) }
  }

  /// Every call reports a missing parent: the search goes up once and down once.
  @Test(arguments: [ErrorNumber.notFound, .notAFolder, .accessDenied])
  func aSystemThatRefusesEveryFolderIsAskedOnceForEach(number: ErrorNumber) throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath("a/b/c")
    let plan = FaultPlan(failing: [.makeFolder], call: 1, with: number, staysBroken: true)
    expectThrows(FileSystemError.self) { try plan.whileInForce { try Folder.createWithParents(path) } }
    expectAtMost(plan.callCount, 2 * path.bytes.count)
    try expectEqual(folder.names(), [])
  }

  @Test func foldersThatWereMadeForNothingGoAgain() throws {
    let folder = try TemporaryFolder()
    try Folder.create(folder.filePath("there"))
    let made = try Folder.createWithParents(folder.filePath("there/a/b/c"))
    try expectEqual(made, ["there/a", "there/a/b", "there/a/b/c"].map { try folder.filePath($0) })
    try expectEqual(Folder.createWithParents(folder.filePath("there/a/b/c")), [])
    try folder.write("", to: "there/a/file")
    Folder.removeUnused(made)
    try expectEqual(folder.names(), ["there", "there/a", "there/a/file"])
    // The last of three folders cannot be created, so the first two are removed.
    let plan = FaultPlan(failing: [.makeFolder], call: 5, with: .noSpace)
    let code = try code {
      try plan.whileInForce { _ = try Folder.createWithParents(folder.filePath("x/y/z")) }
    }
    expectEqual(code, .noSpace)
    try expectEqual(folder.names(), ["there", "there/a", "there/a/file"])
  }

  @Test func absentIsNilAndOtherTroubleIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    try expectNil(FileStatus.ifPresent(folder.filePath("none")))
    try expectNil(FileStatus.ifPresent(folder.filePath("file/below")))
    let circle = try folder.filePath("circle")
    try FileTree.createLink(at: circle, pointingTo: Array("circle".utf8))
    try expectEqual(code { _ = try FileStatus.ifPresent(circle) }, .tooManyLinks)
    try expectEqual(FileStatus.ifPresent(circle, followingLinks: false)?.kind, .link)
  }
}

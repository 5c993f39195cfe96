import FileSystem
import TestSupport
import Testing

@Suite struct FolderTests {
  @Test func namesComeInTheOrderOfTheirBytes() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "a", "é", "B", ".hidden"] { try folder.write("", to: name) }
    let odd = try #require(FileName(bytes: [0xFF, 0x0A]))
    _ = try OpenFile.creating(folder.filePath().appending(odd))
    let names = try Folder.names(in: folder.filePath())
    #expect(names.map(\.description) == [".hidden", "B", "a", "b", "é", "\\xff\\n"])
  }

  @Test func missingParentsAreCreatedOnceAndKept() throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath("a/b/c")
    try Folder.createWithParents(path)
    try Folder.createWithParents(path)
    #expect(try FileStatus.of(path).kind == .folder)
    try folder.write("", to: "file")
    #expect(try code { try Folder.createWithParents(folder.filePath("file")) } == .alreadyExists)
    #expect(try code { try Folder.createWithParents(folder.filePath("file/below")) } == .notAFolder)
    #expect(try code { try Folder.create(path) } == .alreadyExists)
  }

  @Test func uniqueFoldersArePrivateAndDifferent() throws {
    let folder = try TemporaryFolder()
    let first = try Folder.createUnique(in: folder.filePath())
    let second = try Folder.createUnique(in: folder.filePath())
    #expect(first != second)
    #expect(try FileStatus.of(first).permissions == 0o700)
  }

  @Test func absentIsNilAndOtherTroubleIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    #expect(try FileStatus.ifPresent(folder.filePath("none")) == nil)
    #expect(try FileStatus.ifPresent(folder.filePath("file/below")) == nil)
    let circle = try folder.filePath("circle")
    try FileTree.createLink(at: circle, pointingTo: Array("circle".utf8))
    #expect(try code { _ = try FileStatus.ifPresent(circle) } == .tooManyLinks)
    #expect(try FileStatus.ifPresent(circle, followingLinks: false)?.kind == .link)
  }
}

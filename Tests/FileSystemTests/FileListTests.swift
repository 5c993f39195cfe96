import ProfferFileSystem
import TestSupport
import Testing

@Suite struct FileListTests {
  private func paths(below folder: FilePath) throws -> [String] {
    let list = try FileList(below: folder)
    return try (0..<list.count).map { place in
      expectEqual(list.path(at: place).lastComponent, list.name(at: place))
      let prefix = folder.bytes.count + 1
      return try require(String(validating: list.path(at: place).bytes.dropFirst(prefix), as: UTF8.self))
    }
  }

  @Test func filesComeInTheOrderOfTheNamesOfEachFolder() throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath()
    for name in ["b", "c/inner"] { try Folder.createWithParents(folder.filePath(name)) }
    for name in ["b/2", "b/10", "b.txt", "a", "c/inner/x", "c/a", "B"] { try folder.write("", to: name) }
    try Folder.createWithParents(path.appending([require(FileName("empty")), require(FileName("er"))]))
    try expectEqual(paths(below: path), ["B", "a", "b/10", "b/2", "b.txt", "c/a", "c/inner/x"])
  }

  @Test func onlyRegularFilesAreListedAndLinksAreNotFollowed() throws {
    let folder = try TemporaryFolder()
    try Folder.create(folder.filePath("kept"))
    try folder.write("", to: "kept/file")
    let path = try folder.filePath()
    let link = try path.appending(require(FileName("link")))
    try FileTree.createLink(at: link, pointingTo: Array("kept".utf8))
    try expectEqual(paths(below: path), ["kept/file"])
    // A link is followed if the user named it.
    #expect(try paths(below: link) == ["file"])
  }

  @Test func aNameThatIsNotTextStaysAsItIs() throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath()
    let name = try require(FileName(bytes: [0x61, 0xFF, 0x62]))
    _ = try OpenFile.creating(path.appending(name))
    let list = try FileList(below: path)
    expectEqual((0..<list.count).map { list.name(at: $0) }, [name])
  }

  @Test func aDeepTreeIsListed() throws {
    let folder = try TemporaryFolder()
    let level = try require(FileName("d"))
    var path = try folder.filePath()
    for _ in 0..<500 { path = path.appending(level) }
    try Folder.createWithParents(path)
    _ = try OpenFile.creating(path.appending(require(FileName("file"))))
    try expectEqual(FileList(below: folder.filePath()).count, 1)
  }

  @Test func aFileIsNotAFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let path = try folder.filePath().appending(require(FileName("file")))
    let error = expectThrows(FileSystemError.self) { try FileList(below: path) }
    expectEqual(error?.path, path)
  }
}

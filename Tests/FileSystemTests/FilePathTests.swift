import ProfferFileSystem
import TestSupport
import Testing

@Suite struct FilePathTests {
  @Test(arguments: [
    ("a", ".", "a"), ("a/b", "a", "b"), ("a/b/", "a", "b"), ("a//b//", "a", "b"), ("/a", "/", "a"),
    ("//a", "/", "a"),
    ("/", "/", nil), ("///", "/", nil), (".", ".", nil), ("..", ".", nil), ("a/..", "a", nil),
    ("./a", ".", "a"),
  ])
  func pathsHaveAParentAndALastComponent(path: String, parent: String, last: String?) throws {
    let path = try require(FilePath(path))
    expectEqual(path.parent.string, parent)
    expectEqual(path.lastComponent?.string, last)
  }

  @Test(arguments: [("a", "a/x"), ("a/", "a/x"), ("/", "/x"), (".", "./x")])
  func namesAreAppendedWithOneSlash(path: String, expected: String) throws {
    let name = try require(FileName("x"))
    try expectEqual(require(FilePath(path)).appending(name).string, expected)
  }

  @Test func pathsAndNamesThatNoSystemTakesAreRefused() {
    expectNil(FilePath(""))
    expectNil(FilePath("a\0b"))
    for name in ["", ".", "..", "a/b", "a\0b"] { expectNil(FileName(name), "\(name)") }
    expectEqual(FileName("...")?.string, "...")
  }

  @Test func bytesThatAreNotTextStayAsTheyAre() throws {
    let path = try require(FilePath(bytes: [0x61, 0xFF]))
    expectEqual(path.bytes, [0x61, 0xFF])
    expectNil(path.string)
    expectEqual(path.description, "a\\xff")
  }

  @Test func pathsAreOrderedByTheirBytes() throws {
    let paths = try ["b", "a", "é", "a/b", "a.b"].map { try #require(FilePath($0)) }
    expectEqual(paths.sorted().map(\.string), ["a", "a.b", "a/b", "b", "é"])
  }

  @Test func resolvingFollowsLinksAndAbsoluteDoesNot() throws {
    let folder = try TemporaryFolder()
    let root = try folder.filePath().resolvingLinks()
    try folder.write("x", to: "file")
    let link = try folder.filePath("link")
    try FileTree.createLink(at: link, pointingTo: Array("file".utf8))
    try expectEqual(link.absolute(), link)
    try expectEqual(link.resolvingLinks(), root.appending(require(FileName("file"))))
    let relative = try require(FilePath("some/where"))
    try expectEqual(
      relative.absolute().bytes,
      FilePath.currentFolder.resolvingLinks().bytes
        + Array("/some/where".utf8))
    try expectEqual(code { _ = try folder.filePath("none").resolvingLinks() }, .notFound)
  }
}

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
    let path = try #require(FilePath(path))
    #expect(path.parent.string == parent)
    #expect(path.lastComponent?.string == last)
  }

  @Test(arguments: [("a", "a/x"), ("a/", "a/x"), ("/", "/x"), (".", "./x")])
  func namesAreAppendedWithOneSlash(path: String, expected: String) throws {
    let name = try #require(FileName("x"))
    #expect(try #require(FilePath(path)).appending(name).string == expected)
  }

  @Test func pathsAndNamesThatNoSystemTakesAreRefused() {
    #expect(FilePath("") == nil)
    #expect(FilePath("a\0b") == nil)
    for name in ["", ".", "..", "a/b", "a\0b"] { #expect(FileName(name) == nil, "\(name)") }
    #expect(FileName("...")?.string == "...")
  }

  @Test func bytesThatAreNotTextStayAsTheyAre() throws {
    let path = try #require(FilePath(bytes: [0x61, 0xFF]))
    #expect(path.bytes == [0x61, 0xFF])
    #expect(path.string == nil)
    #expect(path.description == "a\\xff")
  }

  @Test func pathsAreOrderedByTheirBytes() throws {
    let paths = try ["b", "a", "é", "a/b", "a.b"].map { try #require(FilePath($0)) }
    #expect(paths.sorted().map(\.string) == ["a", "a.b", "a/b", "b", "é"])
  }

  @Test func resolvingFollowsLinksAndAbsoluteDoesNot() throws {
    let folder = try TemporaryFolder()
    let root = try folder.filePath().resolvingLinks()
    try folder.write("x", to: "file")
    let link = try folder.filePath("link")
    try FileTree.createLink(at: link, pointingTo: Array("file".utf8))
    #expect(try link.absolute() == link)
    #expect(try link.resolvingLinks() == root.appending(#require(FileName("file"))))
    let relative = try #require(FilePath("some/where"))
    #expect(
      try relative.absolute().bytes == FilePath.currentFolder.resolvingLinks().bytes
        + Array("/some/where".utf8))
    #expect(try code { _ = try folder.filePath("none").resolvingLinks() } == .notFound)
  }
}

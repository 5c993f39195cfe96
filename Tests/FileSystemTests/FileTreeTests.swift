import ProfferFileSystem
import TestSupport
import Testing

@Suite struct FileTreeTests {
  @Test func removingAFolderDoesNotFollowLinks() throws {
    let folder = try TemporaryFolder()
    try Folder.createWithParents(folder.filePath("tree/a/b"))
    try Folder.create(folder.filePath("kept"))
    try folder.write("x", to: "kept/file")
    try folder.write("x", to: "tree/a/file")
    for (name, target) in [("tree/out", "../kept"), ("tree/a/up", ".."), ("tree/dangling", "none")] {
      try FileTree.createLink(at: folder.filePath(name), pointingTo: Array(target.utf8))
    }
    try FileTree.remove(folder.filePath("tree"))
    try expectEqual(folder.names(), ["kept", "kept/file"])
    try FileTree.createLink(at: folder.filePath("link"), pointingTo: Array("kept".utf8))
    try FileTree.remove(folder.filePath("link"))
    try expectEqual(folder.names(), ["kept", "kept/file"])
  }

  @Test func aTreeDeeperThanAPathCanBeIsRemoved() async throws {
    let folder = try TemporaryFolder()
    let script = """
      mkdir tree && cd tree && for i in $(seq 60); do
        n=$(printf 'd%.0s' $(seq 200)); mkdir "$n" && cd "$n" && : > file || exit 1; done
      """
    try await expectEqual(ProgramRun.run("/bin/bash", ["-c", script], in: folder.path).status, 0)
    try FileTree.remove(folder.filePath("tree"))
    try expectEqual(folder.names(), [])
  }

  @Test func whatCannotBeRemovedIsNamed() throws {
    let folder = try TemporaryFolder()
    try Folder.createWithParents(folder.filePath("tree/a"))
    try folder.write("x", to: "tree/a/file")
    let plan = FaultPlan(failing: [.remove], call: 1, with: .accessDenied)
    let (tree, culprit) = (try folder.filePath("tree"), try folder.filePath("tree/a/file"))
    plan.whileInForce {
      let error = expectThrows(FileSystemError.self) { try FileTree.remove(tree) }
      expectEqual(error?.code, .permissionDenied)
      expectEqual(error?.path, culprit)
    }
  }

  /// A system that can rename without replacing, and systems that cannot.
  @Test(arguments: [nil, .invalid, .notImplemented] as [ErrorNumber?])
  func renamingReplacesOnlyWhenAsked(refusal: ErrorNumber?) throws {
    let folder = try TemporaryFolder()
    let (old, new) = (try folder.filePath("old"), try folder.filePath("new"))
    func rename(replacing: Bool) throws {
      let isRefusing = refusal != nil && !replacing
      let plan = FaultPlan(failing: [.rename], call: isRefusing ? 1 : 0, with: refusal ?? .invalid)
      try plan.whileInForce { try FileTree.rename(from: old, to: new, replacing: replacing) }
    }
    try folder.write("1", to: "old")
    try rename(replacing: false)
    try expectEqual(folder.names(), ["new"])
    try folder.write("2", to: "old")
    try expectEqual(code { try rename(replacing: false) }, .alreadyExists)
    try expectEqual(folder.read("new"), Array("1".utf8))
    try rename(replacing: true)
    try expectEqual(folder.read("new"), Array("2".utf8))
    try Folder.create(old)
    try expectEqual(code { try rename(replacing: false) }, .alreadyExists)
    try FileTree.remove(new)
    try rename(replacing: false)
    try expectEqual(FileStatus.of(new).kind, .folder)
  }

  @Test func aRenameNamesThePathThatIsMissing() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "there")
    let (there, none, below) = (
      try folder.filePath("there"), try folder.filePath("none"), try folder.filePath("none/below")
    )
    for (old, new, culprit) in [(none, there, none), (there, below, below)] {
      let error = expectThrows(FileSystemError.self) {
        try FileTree.rename(from: old, to: new, replacing: true)
      }
      expectEqual(error?.code, .notFound)
      expectEqual(error?.path, culprit)
    }
  }

  @Test func linksKeepTheirBytes() throws {
    let folder = try TemporaryFolder()
    let link = try folder.filePath("link")
    for (index, target) in [[0xFF, 0x2F, 0x0A], [UInt8](repeating: 0x61, count: 3000)].enumerated() {
      if index > 0 { try FileTree.removeFile(link) }
      try FileTree.createLink(at: link, pointingTo: target)
      try expectEqual(FileTree.readLink(link), target)
    }
    let time = FileTime(seconds: 1_000_000)
    try FileTree.setModification(link, time, followingLinks: false)
    try expectEqual(FileStatus.of(link, followingLinks: false).modification, time)
  }
}

import FileSystem
import TestSupport
import Testing

@Suite struct FileReplacementTests {
  private func write(_ text: String, to replacement: FileReplacement) throws {
    try Array(text.utf8).withUnsafeBytes { try replacement.file.write($0, at: 0) }
  }

  @Test func theOldFileStaysUntilTheCommit() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    try FileTree.setPermissions(folder.filePath("file"), 0o640)
    let replacement = try FileReplacement(at: folder.filePath("file"), replacing: true)
    try write("new", to: replacement)
    #expect(try folder.read("file") == Array("old".utf8))
    try replacement.commit()
    #expect(try folder.read("file") == Array("new".utf8))
    #expect(try FileStatus.of(folder.filePath("file")).permissions == 0o640)
    #expect(try folder.names() == ["file"])
  }

  @Test func whatIsNotCommittedLeavesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    do {
      let replacement = try FileReplacement(at: folder.filePath("file"), replacing: true)
      try write("new", to: replacement)
      #expect(try folder.names().count == 2)
    }
    let cancelled = try FileReplacement(at: folder.filePath("other"), replacing: false)
    cancelled.cancel()
    #expect(try folder.names() == ["file"])
    #expect(try folder.read("file") == Array("old".utf8))
  }

  @Test func anExistingFileIsRefusedAtOnceAndAtTheEnd() throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath("file")
    let replacement = try FileReplacement(at: path, replacing: false)
    try write("new", to: replacement)
    try folder.write("somebody else's", to: "file")
    let error = #expect(throws: FileSystemError.self) { try replacement.commit() }
    #expect(error?.code == .alreadyExists)
    #expect(error?.path == path)
    #expect(try folder.read("file") == Array("somebody else's".utf8))
    #expect(try folder.names() == ["file"])
    #expect(try code { _ = try FileReplacement(at: path, replacing: false) } == .alreadyExists)
  }

  @Test func aLinkIsReplacedAtItsTarget() throws {
    let folder = try TemporaryFolder()
    try Folder.create(folder.filePath("below"))
    try folder.write("old", to: "below/file")
    try FileTree.createLink(at: folder.filePath("inner"), pointingTo: Array("below/file".utf8))
    try FileTree.createLink(at: folder.filePath("outer"), pointingTo: Array("inner".utf8))
    try FileTree.createLink(at: folder.filePath("dangling"), pointingTo: Array("below/made".utf8))
    for (name, target) in [("outer", "below/file"), ("dangling", "below/made")] {
      let replacement = try FileReplacement(at: folder.filePath(name), replacing: true)
      try write("new", to: replacement)
      try replacement.commit()
      #expect(try FileStatus.of(folder.filePath(name), followingLinks: false).kind == .link)
      #expect(try folder.read(target) == Array("new".utf8))
    }
    #expect(
      try code { _ = try FileReplacement(at: folder.filePath("dangling"), replacing: false) }
        == .alreadyExists)
  }

  @Test(arguments: [
    ("/dev/full", FileSystemError.Code.notAFile), ("/dev/null", .notAFile), ("/", .isAFolder),
    ("..", .isAFolder),
    ("/no/such/folder/file", .notFound), ("/dev/null/file", .notAFolder),
  ])
  func whatCannotBeReplacedIsRefused(path: String, expected: FileSystemError.Code) throws {
    let path = try #require(FilePath(path))
    let error = #expect(throws: FileSystemError.self) { try FileReplacement(at: path, replacing: true) }
    #expect(error?.code == expected)
    #expect(error?.path == path)
  }

  @Test func foldersAndCirclesAreRefused() throws {
    let folder = try TemporaryFolder()
    try FileTree.createLink(at: folder.filePath("circle"), pointingTo: Array("circle".utf8))
    for (name, expected) in [
      ("circle", FileSystemError.Code.tooManyLinks), ("new/", .isAFolder), (".", .isAFolder),
    ] {
      #expect(
        try code { _ = try FileReplacement(at: folder.filePath(name), replacing: true) } == expected,
        "\(name)")
    }
  }

  @Test func whatAKilledWriterLeftIsSweptAndALiveOnesIsNot() throws {
    let folder = try TemporaryFolder()
    let live = try FileReplacement(at: folder.filePath("live"), replacing: false)
    let names = ["file", ".file.proffer-partial", "x.proffer-partial", ".other.0.proffer-previous"]
    for name in names { try folder.write("", to: name) }
    try Folder.createWithParents(folder.filePath(".tree.1.proffer-partial/below"))
    let next = try FileReplacement(at: folder.filePath("next"), replacing: false)
    try write("1", to: live)
    try live.commit()
    try next.commit()
    #expect(try folder.names() == [".other.0.proffer-previous", "file", "live", "next", "x.proffer-partial"])
  }

  @Test func longNamesHaveRoomForTheTemporaryOne() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 255)
    let replacement = try FileReplacement(at: folder.filePath(name), replacing: false)
    try replacement.commit()
    #expect(try folder.names() == [name])
  }

  @Test(arguments: [true, false], [ErrorNumber.noSpace, .inputOutput])
  func afterAnyFailureTheFileIsOldOrNewAndNothingElseIsThere(isThere: Bool, number: ErrorNumber) throws {
    // Removing is what a failure is followed by, so it is not made to fail as well.
    let kinds = Set(SystemCallKind.allCases).subtracting([.remove])
    let folder = try TemporaryFolder()
    let path = try folder.filePath("file")
    var call = 1
    while true {
      if try FileStatus.ifPresent(path) != nil { try FileTree.removeFile(path) }
      if isThere { try folder.write("old", to: "file") }
      let plan = FaultPlan(failing: kinds, call: call, with: number)
      let outcome = plan.whileInForce {
        Result {
          let replacement = try FileReplacement(at: path, replacing: true)
          try write("new", to: replacement)
          try replacement.commit()
        }
      }
      let names = try folder.names()
      let contents = try names.contains("file") ? folder.read("file") : nil
      #expect(names == ["file"] || names.isEmpty && !isThere, "call \(call)")
      let isWhole = contents == Array("new".utf8) || contents == (isThere ? Array("old".utf8) : nil)
      #expect(isWhole, "call \(call)")
      if case .success = outcome { #expect(contents == Array("new".utf8), "call \(call)") }
      if plan.callCount < call { break }
      call += 1
    }
    #expect(call > 8)
  }
}

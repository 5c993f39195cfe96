import ProfferFileSystem
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
    try expectEqual(folder.read("file"), Array("old".utf8))
    try replacement.commit()
    try expectEqual(folder.read("file"), Array("new".utf8))
    try expectEqual(FileStatus.of(folder.filePath("file")).permissions, 0o640)
    try expectEqual(folder.names(), ["file"])
  }

  @Test func anUncommittedReplacementLeavesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    do {
      let replacement = try FileReplacement(at: folder.filePath("file"), replacing: true)
      try write("new", to: replacement)
      try expectEqual(folder.names().count, 2)
    }
    let cancelled = try FileReplacement(at: folder.filePath("other"), replacing: false)
    cancelled.cancel()
    try expectEqual(folder.names(), ["file"])
    try expectEqual(folder.read("file"), Array("old".utf8))
  }

  @Test func anExistingFileIsRefusedAtOnceAndAtTheEnd() throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath("file")
    let replacement = try FileReplacement(at: path, replacing: false)
    try write("new", to: replacement)
    try folder.write("somebody else's", to: "file")
    let error = expectThrows(FileSystemError.self) { try replacement.commit() }
    expectEqual(error?.code, .alreadyExists)
    expectEqual(error?.path, path)
    try expectEqual(folder.read("file"), Array("somebody else's".utf8))
    try expectEqual(folder.names(), ["file"])
    try expectEqual(code { _ = try FileReplacement(at: path, replacing: false) }, .alreadyExists)
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
      try expectEqual(FileStatus.of(folder.filePath(name), followingLinks: false).kind, .link)
      try expectEqual(folder.read(target), Array("new".utf8))
    }
    try expectEqual(
      code { _ = try FileReplacement(at: folder.filePath("dangling"), replacing: false) },
      .alreadyExists)
  }

  @Test(arguments: [
    ("/dev/full", FileSystemError.Code.notAFile), ("/dev/null", .notAFile), ("/", .isAFolder),
    ("..", .isAFolder),
    ("/no/such/folder/file", .notFound), ("/dev/null/file", .notAFolder),
  ])
  func whatCannotBeReplacedIsRefused(path: String, expected: FileSystemError.Code) throws {
    let path = try require(FilePath(path))
    let error = expectThrows(FileSystemError.self) { try FileReplacement(at: path, replacing: true) }
    expectEqual(error?.code, expected)
    expectEqual(error?.path, path)
  }

  @Test func foldersAndCirclesAreRefused() throws {
    let folder = try TemporaryFolder()
    try FileTree.createLink(at: folder.filePath("circle"), pointingTo: Array("circle".utf8))
    for (name, expected) in [
      ("circle", FileSystemError.Code.tooManyLinks), ("new/", .isAFolder), (".", .isAFolder),
    ] {
      try expectEqual(
        code { _ = try FileReplacement(at: folder.filePath(name), replacing: true) }, expected,
        "\(name)")
    }
  }

  @Test func filesOfKilledWritersAreSweptAndThoseOfLiveOnesStay() throws {
    let folder = try TemporaryFolder()
    let live = try FileReplacement(at: folder.filePath("live"), replacing: false)
    let names = [".file.0123456789abcdef.proffer-partial", ".other.0123456789abcdef.proffer-previous"]
    for name in names {
      try folder.write("", to: name)
      try FileTree.setPermissions(folder.filePath(name), 0o1644)
    }
    try Folder.createWithParents(folder.filePath(".tree.fedcba9876543210.proffer-partial/below"))
    try FileTree.setPermissions(folder.filePath(".tree.fedcba9876543210.proffer-partial"), 0o1755)
    let next = try FileReplacement(at: folder.filePath("next"), replacing: false)
    try write("1", to: live)
    try live.commit()
    try next.commit()
    try expectEqual(folder.names(), [".other.0123456789abcdef.proffer-previous", "live", "next"])
  }

  /// Files of a user or from a bundle may have the name of an unfinished file.
  @Test(arguments: [false, true])
  func finishedFilesAreNotSweptWhateverTheirNames(isFolder: Bool) throws {
    let folder = try TemporaryFolder()
    let name = ".notes.0123456789abcdef.proffer-partial"
    if isFolder {
      let replacement = try FolderReplacement(at: folder.filePath(name), replacing: false)
      try replacement.commit()
      let again = try FolderReplacement(at: folder.filePath(name), replacing: true)
      try again.commit()
    } else {
      let replacement = try FileReplacement(at: folder.filePath(name), replacing: false)
      try replacement.commit()
      let again = try FileReplacement(at: folder.filePath(name), replacing: true)
      try again.commit()
    }
    // Other files with such names, created without a replacement.
    for name in [".x.proffer-partial", "x.proffer-partial", ".y.0123456789abcdef.proffer-partial"] {
      try folder.write("", to: name)
    }
    let before = try folder.names()
    expect(before.contains(name), before)
    UnfinishedFiles.sweep(try folder.filePath())
    try expectEqual(folder.names(), before)
    try expectEqual(FileStatus.of(folder.filePath(name)).permissions & 0o1000, 0)
  }

  @Test func aKilledWritersFilesAreKnownBySignAndLock() throws {
    let folder = try TemporaryFolder()
    let file = try FileReplacement(at: folder.filePath("file"), replacing: false)
    let tree = try FolderReplacement(at: folder.filePath("tree"), replacing: false)
    let names = try folder.names()
    for name in names {
      try expectNotEqual(FileStatus.of(folder.filePath(name)).permissions & 0o1000, 0, "\(name)")
    }
    // The unfinished files are locked, so a sweep keeps them.
    UnfinishedFiles.sweep(try folder.filePath())
    try expectEqual(folder.names(), names)
    try withExtendedLifetime(file) { try tree.commit() }
  }

  /// A private file or folder does not become visible to others while it is replaced.
  @Test(arguments: [false, true])
  func whatReplacesAPrivateFileIsPrivateWhileItIsWritten(isFolder: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath("private")
    let permissions: UInt16 = isFolder ? 0o750 : 0o640
    if isFolder { try Folder.create(path) } else { try folder.write("old", to: "private") }
    try FileTree.setPermissions(path, permissions)
    func expectPrivate(_ commit: () throws -> Void) throws {
      let temporary = try require(folder.names().first { $0 != "private" })
      let found = try FileStatus.of(folder.filePath(temporary)).permissions
      expectEqual(found & 0o777, isFolder ? 0o700 : 0o600)
      try commit()
    }
    if isFolder {
      let replacement = try FolderReplacement(at: path, replacing: true)
      try expectPrivate { try replacement.commit() }
    } else {
      let replacement = try FileReplacement(at: path, replacing: true)
      try write("new", to: replacement)
      try expectPrivate { try replacement.commit() }
    }
    try expectEqual(FileStatus.of(path).permissions, permissions)
  }

  /// The file is in place, so an error that says that nothing happened would be false.
  @Test func anErrorAboutTheDeviceSaysThatTheFileIsInPlace() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    let path = try folder.filePath("file")
    let replacement = try FileReplacement(at: path, replacing: true)
    try write("new", to: replacement)
    let plan = FaultPlan(failing: [.synchronize], call: 2, with: .inputOutput)
    let error = expectThrows(FileSystemError.self) { try plan.whileInForce { try replacement.commit() } }
    expectEqual(error?.code, .notSynchronized)
    expectEqual(error?.path, path)
    expectEqual(error?.message.hasPrefix("\(path) is written"), true, "\(String(describing: error))")
    expectEqual(error?.message.contains("power failure"), true)
    try expectEqual(folder.read("file"), Array("new".utf8))
    try expectEqual(folder.names(), ["file"])
  }

  @Test func filesWithTheLongestNamesAreReplaced() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 255)
    let replacement = try FileReplacement(at: folder.filePath(name), replacing: false)
    try replacement.commit()
    try expectEqual(folder.names(), [name])
  }

  @Test(arguments: [true, false], [ErrorNumber.noSpace, .inputOutput])
  func afterAnyFailureTheFileIsOldOrNewAndNothingElseIsThere(isThere: Bool, number: ErrorNumber) throws {
    // Removal is the cleanup after a failure, so it is not made to fail as well.
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
      expect(names == ["file"] || names.isEmpty && !isThere, "call \(call)")
      let isWhole = contents == Array("new".utf8) || contents == (isThere ? Array("old".utf8) : nil)
      expect(isWhole, "call \(call)")
      switch outcome {
      case .success: expectEqual(contents, Array("new".utf8), "call \(call)")
      case .failure(let error as FileSystemError) where error.code == .notSynchronized:
        expectEqual(contents, Array("new".utf8), "call \(call)")
      case .failure(let error):
        expectEqual(contents, isThere ? Array("old".utf8) : nil, "call \(call): \(error)")
      }
      if plan.callCount < call { break }
      call += 1
    }
    expectGreater(call, 8)
  }
}

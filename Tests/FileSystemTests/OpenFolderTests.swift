import Foundation
import ProfferFileSystem
import Synchronization
import TestSupport
import Testing

/// Work in a folder to which others also write.
@Suite struct OpenFolderTests {
  private func name(_ text: String) throws -> FileName { try #require(FileName(text)) }

  private func writeFile(_ text: String, _ name: String, in folder: OpenFolder) throws {
    let file = try folder.createFile(self.name(name))
    try Array(text.utf8).withUnsafeBytes { try file.write($0, at: 0) }
  }

  @Test func namesStayInTheFolderWhereverItsPathLeads() throws {
    let folder = try TemporaryFolder()
    for name in ["given", "victim"] { try Folder.create(folder.filePath(name)) }
    let open = try OpenFolder(folder.filePath("given"))
    try FileTree.rename(from: folder.filePath("given"), to: folder.filePath("moved"), replacing: false)
    try FileTree.createLink(at: folder.filePath("given"), pointingTo: Array("victim".utf8))
    try writeFile("1", "file", in: open)
    try open.createFolder(name("sub"))
    try writeFile("2", "below", in: open.subfolder(name("sub")))
    try open.createLink(name("link"), pointingTo: Array("/etc".utf8))
    try open.rename(name("file"), to: name("renamed"), in: open, replacing: false)
    try open.setModification(of: name("renamed"), FileTime(seconds: 7))
    try expectEqual(
      folder.names(),
      [
        "given", "moved", "moved/link", "moved/renamed", "moved/sub", "moved/sub/below", "victim",
      ])
    try expectEqual(FileStatus.of(folder.filePath("moved/renamed")).modification.seconds, 7)
    for name in ["renamed", "sub", "link"] { try open.remove(self.name(name)) }
    try expectEqual(folder.names(), ["given", "moved", "victim"])
  }

  @Test func linksAreNeverFollowed() throws {
    let folder = try TemporaryFolder()
    for name in ["given", "victim"] { try Folder.create(folder.filePath(name)) }
    try folder.write("precious", to: "victim/file")
    try FileTree.createLink(at: folder.filePath("given/folder"), pointingTo: Array("../victim".utf8))
    try FileTree.createLink(at: folder.filePath("given/file"), pointingTo: Array("../victim/file".utf8))
    let open = try OpenFolder(folder.filePath("given"))
    try expectNotNil(code { _ = try open.subfolder(name("folder")) })
    try expectEqual(code { _ = try open.createFile(name("file")) }, .alreadyExists)
    try expectEqual(open.status(of: name("folder"))?.kind, .link)
    var descent = FolderDescent(open)
    try expectNotNil(code { _ = try descent.folder([name("folder"), name("below")]) })
    try expectNotNil(code { _ = try descent.creatingFolder([name("folder")]) })
    try open.remove(name("folder"))
    try open.remove(name("file"))
    try expectEqual(folder.names(), ["given", "victim", "victim/file"])
  }

  /// The user did not choose the name, so a link with this name is replaced and not followed.
  @Test func aFileOfAGivenNameReplacesALinkAndNotItsTarget() throws {
    let folder = try TemporaryFolder()
    for name in ["given", "victim"] { try Folder.create(folder.filePath(name)) }
    try folder.write("precious", to: "victim/file")
    let targets = ["../victim/file", "../victim/new", "../victim"]
    for (number, target) in targets.enumerated() {
      let path = try folder.filePath("given/\(number)")
      try FileTree.createLink(at: path, pointingTo: Array(target.utf8))
      try expectEqual(
        code { _ = try FileReplacement(at: path, followingLink: false, replacing: false) },
        .alreadyExists)
      let replacement = try FileReplacement(at: path, followingLink: false, replacing: true)
      try replacement.commit()
      try expectEqual(FileStatus.of(path, followingLinks: false).kind, .regular)
      try FileTree.removeFile(path)
      try FileTree.createLink(at: path, pointingTo: Array(target.utf8))
      try expectEqual(
        code { _ = try FolderReplacement(at: path, followingLink: false, replacing: true) }, .notAFolder
      )
    }
    try expectEqual(folder.read("victim/file"), Array("precious".utf8))
    try expectEqual(folder.names().filter { $0.hasPrefix("victim/") }, ["victim/file"])
  }

  /// An attacker who owns the folder repeatedly exchanges a subfolder and a link while a tree is created in
  /// it.
  @Test func aTreeIsMadeInsideAFolderThatAnAttackerOwns() throws {
    let folder = try TemporaryFolder()
    for name in ["given", "victim"] { try Folder.create(folder.filePath(name)) }
    let sub = try folder.filePath("given/sub")
    let aside = try folder.filePath("given/aside")
    let link = try folder.filePath("given/link")
    let victim = try folder.filePath("victim")
    try FileTree.createLink(at: link, pointingTo: victim.bytes)
    let attack = Attack()
    Thread.detachNewThread {
      while !attack.isStopped {
        // A failed step is repeated at once.
        _ = try? FileTree.rename(from: sub, to: aside, replacing: false)
        _ = try? FileTree.rename(from: link, to: sub, replacing: false)
        _ = try? FileTree.rename(from: sub, to: link, replacing: false)
        _ = try? FileTree.rename(from: aside, to: sub, replacing: false)
      }
      attack.hasEnded.signal()
    }
    let open = try OpenFolder(folder.filePath("given"))
    var madeCount = 0
    for number in 0..<2000 {
      var descent = FolderDescent(open)
      do {
        let inner = try descent.creatingFolder([name("sub"), name("inner")])
        _ = try inner.createFile(name("\(number)"))
        madeCount += 1
      } catch let error as FileSystemError {
        // At that moment, the folder was missing or was the link.
        expectNotEqual(error.code, .unknown)
      }
    }
    attack.stop()
    expectGreater(madeCount, 0)
    try expectEqual(folder.names().filter { $0.hasPrefix("victim/") }, [])
  }

  @Test func aWalkThroughDeepFoldersTakesStepsInProportion() throws {
    let folder = try TemporaryFolder()
    let root = try OpenFolder(folder.filePath())
    let depth = 60
    let file = try name("file")
    let names = Array(repeating: try name("d"), count: depth)
    var descent = FolderDescent(root)
    for count in 1...depth { _ = try descent.creatingFolder(names.prefix(count)).createFile(file) }
    let plan = FaultPlan(failing: [.open], call: 0, with: .invalid)
    try plan.whileInForce {
      // The deepest folder is first, because a folder's time is set after its contents.
      for count in (1...depth).reversed() {
        let found = try descent.folder(names.prefix(count))
        expectEqual(found.path, root.path.appending(Array(names.prefix(count))))
        let isThere = try found.status(of: file) != nil
        expect(isThere)
      }
    }
    expectAtMost(plan.callCount, 2 * depth, "\(plan.callCount) folders are opened")
  }

  @Test func aWalkUpIsByTheNamesWhereAFolderWasMoved() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("a/b/c/d"), withIntermediateDirectories: true)
    try Folder.create(folder.filePath("elsewhere"))
    var descent = FolderDescent(try OpenFolder(folder.filePath()))
    let names = try ["a", "b", "c", "d"].map(name)
    _ = try descent.folder(names)
    try FileTree.rename(
      from: folder.filePath("a/b/c/d"), to: folder.filePath("elsewhere/d"), replacing: false)
    let found = try descent.folder(names.dropLast())
    #expect(try found.status().isSameFile(as: FileStatus.of(folder.filePath("a/b/c"))))
    expectThrows(FileSystemError.self) { _ = try descent.folder(names) }
  }

  @Test func aVisitToEveryFileOfADeepFolderTakesStepsInProportion() throws {
    let folder = try TemporaryFolder()
    let (inner, file) = (try name("d"), try name("file"))
    let depth = 2200
    let root = try OpenFolder(folder.filePath())
    // The path is longer than system calls accept.
    var innermost = root
    for _ in 0..<depth {
      try innermost.createFolder(inner)
      innermost = try innermost.subfolder(inner)
    }
    _ = try innermost.createFile(file)
    let plan = FaultPlan(failing: [.open], call: 0, with: .invalid)
    var names: [[UInt8]] = []
    try plan.whileInForce { try FileWalk.run(from: folder.filePath()) { names.append($0.name) } }
    expectEqual(names.map(\.count), (0...depth).map { 2 * $0 } + [2 * depth + 5])
    expectEqual(names.last.map { String(decoding: $0.suffix(7), as: UTF8.self) }, "/d/file")
    // One open to go down, one to go up, and one for the listing.
    expectAtMost(plan.callCount, 3 * depth + 10, "\(plan.callCount) folders are opened")
    try root.remove(inner)
  }

  @Test func twoNamesChangePlaces() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "b/tree"] { try Folder.create(folder.filePath(name)) }
    try folder.write("file", to: "a/file")
    let (first, second) = (try OpenFolder(folder.filePath("a")), try OpenFolder(folder.filePath("b")))
    guard try first.exchange(name("file"), with: name("tree"), in: second) else { return }
    try expectEqual(FileStatus.of(folder.filePath("a/file")).kind, .folder)
    try expectEqual(folder.read("b/tree"), Array("file".utf8))
    let plan = FaultPlan(failing: [.rename], call: 1, with: .invalid)
    try expectEqual(
      plan.whileInForce { try first.exchange(name("file"), with: name("tree"), in: second) }, false)
  }
}

/// An attack by another thread, which runs until the test stops it.
private final class Attack: Sendable {
  private let stopped = Atomic<Bool>(false)
  let hasEnded = DispatchSemaphore(value: 0)

  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  func stop() {
    stopped.store(true, ordering: .relaxed)
    hasEnded.wait()
  }
}

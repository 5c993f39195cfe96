import Foundation
import TestSupport
import Testing

/// Moves and undos that are killed or fail at a call that changes the disk, and the commands that follow.
///
/// `PROFFER_TEST_POINTS` sets the number of calls at which each is interrupted in each way. The default is
/// small; a number above the number of calls tests them all.
@Suite(.waits) struct InterruptedDropTests {
  /// The kinds of source and destination of a move.
  enum Move: String, CaseIterable {
    case fileToFolder, folderToFolder, fileToBundle, folderToFolderBundle

    var isSourceFolder: Bool { self == .folderToFolder || self == .folderToFolderBundle }
    var isIntoBundle: Bool { self == .fileToBundle || self == .folderToFolderBundle }
  }

  /// A folder with the source and destination of a move, which can be reset.
  private struct Scene {
    let fixture: ProgramFixture
    let move: Move
    let environment: [String: String]

    init(_ move: Move) async throws {
      self.move = move
      fixture = try ProgramFixture()
      environment = ["XDG_STATE_HOME": fixture.folder.path("state")]
      let run = try await fixture.shell(
        """
        set -e
        mkdir -p template/out album/empty
        echo one >album/one.txt; echo two >album/two.txt; echo note >note.txt; echo three >three.txt
        "$proffer" pack album note.txt \(move.isSourceFolder ? "--folder" : "") -o template/source
        "$proffer" pack three.txt \(move == .folderToFolderBundle ? "--folder" : "") -o template/target
        echo mine >template/out/note.txt
        """)
      try requireEqual(run.status, 0, "\(run.errorText)")
    }

    var destination: String { move.isIntoBundle ? "place/target" : "place/out" }
    var drop: [String] { ["drop", "place/source", "--into", destination, "--operation", "move"] }

    /// Restores the state before the first drop.
    func reset() throws {
      for name in ["place", "state"] where FileManager.default.fileExists(atPath: fixture.folder.path(name)) {
        try FileManager.default.removeItem(atPath: fixture.folder.path(name))
      }
      try FileManager.default.copyItem(
        atPath: fixture.folder.path("template"), toPath: fixture.folder.path("place"))
    }

    /// Restores the state after a move that was not interrupted.
    func setUpMove() async throws {
      try reset()
      try await requireEqual(run(drop).status, 0)
    }

    /// Every file that is not hidden, with its bytes.
    func contents(of folder: String = "place") throws -> [String: [UInt8]] {
      var found: [String: [UInt8]] = [:]
      for name in try fixture.folder.names() where name.hasPrefix(folder + "/") {
        let path = String(name.dropFirst(folder.count + 1))
        if path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { continue }
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: fixture.folder.path(name), isDirectory: &isFolder)
        found[path] = isFolder.boolValue ? [] : try fixture.folder.read(name)
      }
      return found
    }

    func run(_ words: [String]) async throws -> ProgramRun {
      try await fixture.run(words, environment: environment)
    }

    /// The number of calls of a command that can be interrupted.
    ///
    /// - Parameter names: prefixes of the names of the functions that count; nil counts all.
    func callCount(of words: [String], calls names: [String]?) async throws -> Int {
      let counting = try await CallInterruption.environment(plan: "count:0", names: names, in: fixture.folder)
      let run = try await fixture.run(words, environment: environment.merging(counting) { $1 })
      try requireEqual(run.status, 0, "\(run.errorText)")
      return try CallInterruption.reportedCount(in: fixture.folder)
    }

    /// Undoes all drops, and expects the state before the first drop.
    func expectUndone(_ comment: Comment) async throws {
      let undo = try await run(["undo"])
      expect(
        undo.status == 0 || undo.errorText.contains("no drop to undo"), "\(undo.errorText) \(comment)")
      try expectEqual(contents(), contents(of: "template"), "\(undo.text) \(undo.errorText) \(comment)")
      let again = try await run(["undo"])
      expect(
        again.status == 1 && again.errorText.contains("no drop to undo"), "\(again.errorText) \(comment)"
      )
      try expectEqual(fixture.folder.names().filter { $0.hasPrefix("state/proffer/drops/") }, [], comment)
    }

    /// Repeats the drop, and expects each item once at the destination and none in the source.
    func expectDropped(_ comment: Comment) async throws {
      let drop = try await run(self.drop)
      expectEqual(drop.status, 0, "\(drop.errorText) \(comment)")
      try expectEqual(fixture.leftovers(), [], comment)
      if move.isIntoBundle {
        try await expectEqual(fixture.itemCount("place/target"), 3, comment)
      } else {
        let names = try contents().keys.filter { $0.hasPrefix("out/") && $0.hasSuffix(".txt") }.sorted()
        expectEqual(
          names, ["out/album/one.txt", "out/album/two.txt", "out/note 2.txt", "out/note.txt"], comment)
      }
      try await expectEqual(fixture.itemCount("place/source"), 0, comment)
    }
  }

  private static let pointCount = Repetitions.count(1, long: 2, setBy: "PROFFER_TEST_POINTS")

  /// Interrupts a command at some of its calls.
  ///
  /// - Parameters:
  ///   - prepare: sets up the files of the command before each run.
  ///   - check: examines the files after the interruption.
  private func interrupt(
    _ words: [String], by fault: ProgramFixture.Fault, of names: [String]? = nil, in scene: Scene,
    after prepare: () async throws -> Void,
    check: (_ run: ProgramRun, _ comment: Comment) async throws -> Void
  ) async throws {
    let seed = SeededGenerator.testSeed(for: words.joined(separator: " "))
    var generator = SeededGenerator(seed: seed)
    try await prepare()
    let callCount = try await scene.callCount(of: words, calls: names)
    try #require(callCount > 4)
    for call in (1...callCount).shuffled(using: &generator).prefix(Self.pointCount) {
      let comment: Comment = "\(scene.move): \(fault) at call \(call), seed \(seed)"
      try await prepare()
      let run = try await scene.fixture.run(
        words, fault, atCall: call, of: names, environment: scene.environment)
      expect(fault != .kill || run.status == -SIGKILL, comment)
      try await check(run, comment)
    }
  }

  @Test(arguments: Move.allCases)
  func aMoveThatIsKilledIsTakenBackAndDoneAgain(move: Move) async throws {
    let scene = try await Scene(move)
    try await interrupt(scene.drop, by: .kill, in: scene, after: scene.reset) { _, comment in
      try await scene.expectUndone(comment)
      try await scene.expectDropped(comment)
    }
  }

  @Test(arguments: Move.allCases)
  func anUndoThatIsKilledIsFinishedByTheNext(move: Move) async throws {
    let scene = try await Scene(move)
    try await interrupt(["undo"], by: .kill, in: scene, after: scene.setUpMove) { _, comment in
      try await scene.expectUndone(comment)
    }
  }

  @Test(arguments: Move.allCases)
  func aMoveThatFailsIsTakenBack(move: Move) async throws {
    let scene = try await Scene(move)
    try await interrupt(scene.drop, by: .failure(EIO), in: scene, after: scene.reset) { run, comment in
      #expect(0...2 ~= run.status, "\(run.errorText) \(comment)")
      try await scene.expectUndone(comment)
    }
    // A full disk still allows removing and renaming.
    let names = ["open", "copy_file_range", "mkdir", "symlink", "ioctl", "fsync", "syncfs"]
    try await interrupt(scene.drop, by: .failureThatLasts(ENOSPC), of: names, in: scene, after: scene.reset) {
      run, comment in
      // A move succeeds even without room for the last file, which only saves undo the time to read files.
      let isDone = try await scene.fixture.itemCount("place/source") == 0
      #expect(run.status == 0 ? isDone : 1...2 ~= run.status, "\(run.errorText) \(comment)")
      expect(run.status == 0 || run.errorText.hasPrefix("proffer: "), "\(run.errorText) \(comment)")
      try await scene.expectUndone(comment)
    }
  }

  @Test(arguments: Move.allCases)
  func anUndoThatFailsIsFinishedByTheNext(move: Move) async throws {
    let scene = try await Scene(move)
    try await interrupt(["undo"], by: .failure(EIO), in: scene, after: scene.setUpMove) { run, comment in
      #expect(0...2 ~= run.status, "\(run.errorText) \(comment)")
      try await scene.expectUndone(comment)
    }
  }

  @Test func aSourceThatChangedSinceTheMoveIsNotPutBackAndNothingIsRemoved() async throws {
    let scene = try await Scene(.fileToFolder)
    try scene.reset()
    try await requireEqual(scene.run(scene.drop).status, 0)
    try await scene.fixture.succeed("add", "place/source", "three.txt")
    let before = try scene.contents()
    let undo = try await scene.run(["undo"])
    expectEqual(undo.status, 1)
    expect(undo.errorText.contains("place/source has changed since the drop"), "\(undo.errorText)")
    expect(undo.errorText.contains("out/note 2.txt is not removed"), "\(undo.errorText)")
    try expectEqual(scene.contents(), before)
  }

  @Test func aMoveWithoutAPlaceForItsRecordBringsItemsToTheDeviceBeforeTheyLeaveTheirBundle() async throws {
    let scene = try await Scene(.fileToFolder)
    for call in 1...4 {
      try scene.reset()
      let run = try await scene.fixture.run(scene.drop, .failure(EIO), atCall: call, of: ["fsync", "syncfs"])
      expectEqual(run.status, 2, "\(call): \(run.errorText)")
      try await expectEqual(scene.fixture.itemCount("place/source"), 2, "\(call)")
    }
    try scene.reset()
    let run = try await scene.fixture.run(scene.drop)
    expect(run.status == 0 && run.errorText.contains("cannot be undone"), "\(run.errorText)")
  }

  @Test func aDropThatCannotBeRecordedIsNotDoneAndTheOneBeforeItIsTheLast() async throws {
    let scene = try await Scene(.fileToFolder)
    try scene.reset()
    try await requireEqual(scene.run(["drop", "place/target", "--into", "place/out"]).status, 0)
    let before = try scene.contents()
    try scene.fixture.folder.write("a file", to: "file")
    for operation in ["copy", "move"] {
      let run = try await scene.fixture.run(
        "drop", "place/source", "--into", "place/new", "--operation", operation,
        environment: ["XDG_STATE_HOME": scene.fixture.folder.path("file")])
      expect(run.isRefusal(naming: "/file/proffer/drops"), "\(run.errorText)")
      expect(run.errorText.contains("set XDG_STATE_HOME"), "\(run.errorText)")
      try expectEqual(scene.contents(), before)
    }
    // There is no room for the record.
    let full = try await scene.fixture.run(
      scene.drop, .failureThatLasts(ENOSPC), atCall: 1, of: ["mkdir"], environment: scene.environment)
    expect(full.isRefusal(naming: "state/proffer/drops"), "\(full.errorText)")
    try expectEqual(scene.contents(), before)
    let undo = try await scene.run(["undo"])
    expect(undo.status == 0 && undo.text.hasSuffix("out/three.txt\n"), "\(undo.text)")
  }
}

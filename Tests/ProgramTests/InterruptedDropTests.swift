import Foundation
import TestSupport
import Testing

/// Drops that move, and undo, killed or failing at a call that changes the disk, and what comes after them.
///
/// `PROFFER_TEST_POINTS` says at how many calls each is interrupted in each way; a few unless it is set, and all where it
/// is more than there are.
@Suite struct InterruptedDropTests {
  /// What is moved from where to where.
  enum Move: String, CaseIterable {
    case fileToFolder, folderToFolder, fileToBundle, folderToFolderBundle

    var isSourceFolder: Bool { self == .folderToFolder || self == .folderToFolderBundle }
    var isIntoBundle: Bool { self == .fileToBundle || self == .folderToFolderBundle }
  }

  /// A place to move things in, which can be set up again and again.
  private struct Scene {
    let fixture: ProgramFixture
    let move: Move
    let environment: [String: String]

    init(_ move: Move) throws {
      self.move = move
      fixture = try ProgramFixture()
      environment = ["XDG_STATE_HOME": fixture.folder.path("state")]
      let run = try fixture.shell(
        """
        set -e
        mkdir -p template/out album/empty
        echo one >album/one.txt; echo two >album/two.txt; echo note >note.txt; echo three >three.txt
        "$proffer" pack album note.txt \(move.isSourceFolder ? "--folder" : "") -o template/source
        "$proffer" pack three.txt \(move == .folderToFolderBundle ? "--folder" : "") -o template/target
        echo mine >template/out/note.txt
        """)
      try #require(run.status == 0, "\(run.errorText)")
    }

    var destination: String { move.isIntoBundle ? "place/target" : "place/out" }
    var drop: [String] { ["drop", "place/source", "--into", destination, "--operation", "move"] }

    /// Everything as before the first drop.
    func reset() throws {
      for name in ["place", "state"] where FileManager.default.fileExists(atPath: fixture.folder.path(name)) {
        try FileManager.default.removeItem(atPath: fixture.folder.path(name))
      }
      try FileManager.default.copyItem(
        atPath: fixture.folder.path("template"), toPath: fixture.folder.path("place"))
    }

    /// Everything as after a move that was not interrupted.
    func setUpMove() throws {
      try reset()
      try #require(try run(drop).status == 0)
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

    func run(_ words: [String]) throws -> ProgramRun { try fixture.run(words, environment: environment) }

    /// Takes back until there is nothing left to take back, and expects everything as it was before.
    func expectUndone(_ comment: Comment) throws {
      let undo = try run(["undo"])
      #expect(
        undo.status == 0 || undo.errorText.contains("no drop to take back"), "\(undo.errorText) \(comment)")
      #expect(try contents() == contents(of: "template"), "\(undo.text) \(undo.errorText) \(comment)")
      let again = try run(["undo"])
      #expect(
        again.status == 1 && again.errorText.contains("no drop to take back"), "\(again.errorText) \(comment)"
      )
      #expect(try fixture.folder.names().filter { $0.hasPrefix("state/proffer/drops/") } == [], comment)
    }

    /// Drops as if nothing had been, and expects all in the new place once and nothing left in the old.
    func expectDropped(_ comment: Comment) throws {
      let drop = try run(self.drop)
      #expect(drop.status == 0, "\(drop.errorText) \(comment)")
      #expect(try fixture.leftovers() == [], comment)
      if move.isIntoBundle {
        #expect(try fixture.itemCount("place/target") == 3, comment)
      } else {
        let names = try contents().keys.filter { $0.hasPrefix("out/") && $0.hasSuffix(".txt") }.sorted()
        #expect(
          names == ["out/album/one.txt", "out/album/two.txt", "out/note 2.txt", "out/note.txt"], comment)
      }
      #expect(try fixture.itemCount("place/source") == 0, comment)
    }
  }

  private static let pointCount = ProcessInfo.processInfo.environment["PROFFER_TEST_POINTS"].flatMap(Int.init)

  /// Interrupts a command at some of its calls.
  ///
  /// - Parameters:
  ///   - prepare: sets up what the command finds, each time.
  ///   - check: looks at what the interrupted command left.
  private func interrupt(
    _ words: [String], by fault: ProgramFixture.Fault, of names: [String]? = nil, in scene: Scene,
    after prepare: () throws -> Void, check: (_ run: ProgramRun, _ comment: Comment) throws -> Void
  ) throws {
    func run(_ fault: ProgramFixture.Fault, atCall call: Int) throws -> ProgramRun {
      try prepare()
      return try scene.fixture.run(words, fault, atCall: call, of: names, environment: scene.environment)
    }
    let seed = SeededGenerator.freshSeed()
    var generator = SeededGenerator(seed: seed)
    // The first call at which it is not killed any more is found by halving.
    var calls = 1...512
    while calls.count > 1 {
      let middle = (calls.lowerBound + calls.upperBound) / 2
      calls =
        try run(.kill, atCall: middle).status == -SIGKILL
        ? middle + 1...calls.upperBound : calls.lowerBound...middle
    }
    try #require(5..<512 ~= calls.lowerBound)
    for call in (1..<calls.lowerBound).shuffled(using: &generator).prefix(Self.pointCount ?? 2) {
      let comment: Comment = "\(scene.move): \(fault) at call \(call), seed \(seed)"
      let run = try run(fault, atCall: call)
      #expect(fault != .kill || run.status == -SIGKILL, comment)
      try check(run, comment)
    }
  }

  @Test(arguments: Move.allCases)
  func aMoveThatIsKilledIsTakenBackAndDoneAgain(move: Move) throws {
    let scene = try Scene(move)
    try interrupt(scene.drop, by: .kill, in: scene, after: scene.reset) { _, comment in
      try scene.expectUndone(comment)
      try scene.expectDropped(comment)
    }
  }

  @Test(arguments: Move.allCases)
  func anUndoThatIsKilledIsFinishedByTheNext(move: Move) throws {
    let scene = try Scene(move)
    try interrupt(["undo"], by: .kill, in: scene, after: scene.setUpMove) { _, comment in
      try scene.expectUndone(comment)
    }
  }

  @Test(arguments: Move.allCases)
  func aMoveThatFailsIsTakenBack(move: Move) throws {
    let scene = try Scene(move)
    try interrupt(scene.drop, by: .failure(EIO), in: scene, after: scene.reset) { run, comment in
      #expect(0...2 ~= run.status, "\(run.errorText) \(comment)")
      try scene.expectUndone(comment)
    }
    // On a full disk things are still removed and renamed.
    let names = ["open", "copy_file_range", "mkdir", "symlink", "ioctl", "fsync", "syncfs"]
    try interrupt(scene.drop, by: .failureThatLasts(ENOSPC), of: names, in: scene, after: scene.reset) {
      run, comment in
      #expect(1...2 ~= run.status && run.errorText.hasPrefix("proffer: "), "\(run.errorText) \(comment)")
      try scene.expectUndone(comment)
    }
  }

  @Test(arguments: Move.allCases)
  func anUndoThatFailsIsFinishedByTheNext(move: Move) throws {
    let scene = try Scene(move)
    try interrupt(["undo"], by: .failure(EIO), in: scene, after: scene.setUpMove) { run, comment in
      #expect(0...2 ~= run.status, "\(run.errorText) \(comment)")
      try scene.expectUndone(comment)
    }
  }

  @Test func aSourceThatChangedSinceTheMoveIsNotPutBackAndNothingIsRemoved() throws {
    let scene = try Scene(.fileToFolder)
    try scene.reset()
    try #require(try scene.run(scene.drop).status == 0)
    try scene.fixture.succeed("add", "place/source", "three.txt")
    let before = try scene.contents()
    let undo = try scene.run(["undo"])
    #expect(undo.status == 1)
    #expect(undo.errorText.contains("place/source has changed since the drop"), "\(undo.errorText)")
    #expect(undo.errorText.contains("out/note 2.txt was left as it is"), "\(undo.errorText)")
    #expect(try scene.contents() == before)
  }

  @Test func aMoveWithoutAPlaceForItsRecordBringsItemsToTheDeviceBeforeTheyLeaveTheirBundle() throws {
    let scene = try Scene(.fileToFolder)
    for call in 1...4 {
      try scene.reset()
      let run = try scene.fixture.run(scene.drop, .failure(EIO), atCall: call, of: ["fsync", "syncfs"])
      #expect(run.status == 2, "\(call): \(run.errorText)")
      #expect(try scene.fixture.itemCount("place/source") == 2, "\(call)")
    }
    try scene.reset()
    let run = try scene.fixture.run(scene.drop)
    #expect(run.status == 0 && run.errorText.contains("undo will not know"), "\(run.errorText)")
  }

  @Test func aDropThatCannotBeRecordedIsNotDoneAndTheOneBeforeItIsTheLast() throws {
    let scene = try Scene(.fileToFolder)
    try scene.reset()
    try #require(try scene.run(["drop", "place/target", "--into", "place/out"]).status == 0)
    let before = try scene.contents()
    try scene.fixture.folder.write("a file", to: "file")
    for operation in ["copy", "move"] {
      let run = try scene.fixture.run(
        "drop", "place/source", "--into", "place/new", "--operation", operation,
        environment: ["XDG_STATE_HOME": scene.fixture.folder.path("file")])
      #expect(run.isRefusal(naming: "/file/proffer/drops"), "\(run.errorText)")
      #expect(run.errorText.contains("set XDG_STATE_HOME"), "\(run.errorText)")
      #expect(try scene.contents() == before)
    }
    // No room for the record.
    let full = try scene.fixture.run(
      scene.drop, .failureThatLasts(ENOSPC), atCall: 1, of: ["mkdir"], environment: scene.environment)
    #expect(full.isRefusal(naming: "state/proffer/drops"), "\(full.errorText)")
    #expect(try scene.contents() == before)
    let undo = try scene.run(["undo"])
    #expect(undo.status == 0 && undo.text.hasSuffix("/place/out/three.txt\n"), "\(undo.text)")
  }
}

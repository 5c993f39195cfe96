import ByteTools
import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

/// Drops and their undo, in process.
struct ItemDropTests {
  private let folder: TemporaryFolder
  private let bundle: FilePath
  private let context: ActionContext

  /// A bundle of three items: HTML with plain text for a team, a picture stored as data, and a file outside
  /// the bundle.
  init() throws {
    folder = try TemporaryFolder()
    bundle = try require(FilePath(folder.path("trip.dragbundle")))
    try folder.write(Array("outside".utf8), to: "outside.txt")
    let outside = try require(FilePath(folder.path("outside.txt")))
    var shared = PackedRepresentation(ActionInput(outside), type: TypeReference(.utf8PlainText))
    shared.isOfferedInPlace = true
    try folder.write(Array("<p>notes</p>".utf8), to: "notes.html")
    try folder.write(Array("secret".utf8), to: "notes.txt")
    let notes = try require(FilePath(folder.path("notes.html")))
    var secret = PackedRepresentation(ActionInput(try require(FilePath(folder.path("notes.txt")))))
    secret.audience = .team("ours")
    try folder.write([0, 1, 2], to: "data.bin")
    let data = PackedRepresentation(
      ActionInput(try require(FilePath(folder.path("data.bin")))), type: TypeReference(.png))
    _ = try BundlePacking(
      [
        .item(PackedItem([PackedRepresentation(ActionInput(notes)), secret], name: "Notes")),
        .item(PackedItem([data], name: "Picture")), .item(PackedItem([shared], name: "Outside")),
      ], to: .file(bundle)
    ).run(in: .standard)
    var folders = ActionFolders.standard
    folders.state = FilePath(folder.path("state"))
    context = ActionContext(types: .standard, folders: folders)
  }

  private func drop(accepting types: [UTType]? = nil, into name: String = "out") throws -> ItemDrop {
    var drop = ItemDrop(of: ActionInput(bundle), into: try require(FilePath(folder.path(name))))
    drop.accepted = types.map { .types($0.map { TypeReference($0) }) }
    return drop
  }

  private func results(of outcome: ItemDrop.Outcome) -> [String] {
    var results: [String] = []
    outcome.forEach { item in
      switch item.result {
      case .dropped(let path): results.append("\(item.number) \(path.lastComponent?.string ?? "")")
      case .failed(let error):
        results.append("\(item.number) \((error as? ActionError)?.code.rawValue ?? "?")")
      case .unmatched: results.append("\(item.number) unmatched")
      }
    }
    return results
  }

  private func code(_ body: () throws -> Void) -> ActionError.Code? {
    do { try body() } catch { return (error as? ActionError)?.code }
    return nil
  }

  private var dropped: [String] {
    get throws { try folder.names().filter { $0.hasPrefix("out/") } }
  }

  @Test func eachItemBecomesAFileOfItsBestAcceptedType() throws {
    let outcome = try drop(accepting: [.html, .png]).run(in: context)
    expectEqual(results(of: outcome), ["1 Notes.html", "2 Picture.png", "3 unmatched"])
    #expect(outcome.droppedCount == 2 && outcome.itemCount == 3 && outcome.isRecorded)
    try expectEqual(dropped, ["out/Notes.html", "out/Picture.png"])
  }

  @Test func whatIsForATeamIsDroppedForItsMembersOnly() throws {
    expectNil(code { _ = try drop(accepting: [.plainText]).run(in: context) })
    try expectEqual(dropped, [])
    var member = context
    member.identity = ReceiverIdentity(team: "ours", group: nil)
    let outcome = try drop(accepting: [.plainText]).run(in: member)
    expectEqual(results(of: outcome), ["1 Notes.txt", "3 referenceRefused", "2 unmatched"])
  }

  @Test func aFileOutsideTheBundleIsReadOnlyOnRequest() throws {
    var drop = try drop(accepting: [.plainText])
    let refused = try drop.run(in: context)
    expectEqual(results(of: refused), ["3 referenceRefused", "1 unmatched", "2 unmatched"])
    #expect(refused.failedCount == 1 && refused.droppedCount == 0)
    drop.followsReferences = true
    var references: [FilePath] = []
    try drop.run(in: context).forEach { if let path = $0.reference { references.append(path) } }
    expectEqual(references.map { $0.lastComponent?.string }, ["outside.txt"])
    try expectEqual(dropped, ["out/Outside.txt"])
  }

  @Test func aDropWithoutAMatchSaysWhatThereWas() throws {
    do {
      _ = try drop(accepting: [.mp3]).run(in: context)
      Issue.record("a sound was dropped")
    } catch let error as ActionError {
      #expect(error.code == .noMatch && error.isNegative)
      let outcome = try require(error.details as? ItemDrop.Outcome)
      expectEqual(results(of: outcome), ["1 unmatched", "2 unmatched", "3 unmatched"])
    }
    try expectEmpty(RecordedDrops().run(in: context))
  }

  @Test func aRepresentationIsNotDroppedAsItsWholeItem() throws {
    var drop = try drop()
    drop.item = PlaceReference(item: 1, representation: 1)
    expectEqual(code { _ = try drop.run(in: context) }, .usage)
    try expectEqual(dropped, [])
  }

  @Test func whatIsForBundlesOrFoldersOnlyIsRefusedForTheOther() throws {
    var placed = try drop()
    placed.place = 1
    expectEqual(code { _ = try placed.run(in: context) }, .needsBundle)
    expectEqual(
      code { _ = try drop(accepting: [.html], into: "trip.dragbundle").run(in: context) }, .typesNeedFolder)
    var following = try drop(into: "trip.dragbundle")
    following.followsReferences = true
    expectEqual(code { _ = try following.run(in: context) }, .referencesNeedFolder)
    var far = try drop(into: "trip.dragbundle")
    far.place = 9
    expectEqual(code { _ = try far.run(in: context) }, .noSuchPlace)
    try expectEqual(BundleListing.itemCount(of: bundle), 3)
  }

  @Test func aMoveTakesTheItemsAndUndoPutsThemBack() throws {
    var move = try drop(accepting: [.html, .png])
    move.isMove = true
    #expect(try move.run(in: context).isMove)
    try expectEqual(BundleListing.itemCount(of: bundle), 1)
    let entry = try require(RecordedDrops().run(in: context).first)
    #expect(entry.summary?.isMove == true && entry.summary?.itemCount == 2 && entry.obstacles.isEmpty)
    let undone = try DropUndo().run(in: context)
    #expect(undone.isEnded && undone.removed.count == 3 && undone.restored.count == 1)
    try expectEqual(BundleListing.itemCount(of: bundle), 3)
    try expectEqual(dropped, [])
    expectEqual(code { _ = try DropUndo().run(in: context) }, .noDrop)
    expectEqual(code { _ = try DropUndo(number: 7).run(in: context) }, .noSuchDrop)
  }

  @Test func anOldDropIsUndoneAfterAQuestionOnly() throws {
    _ = try drop(accepting: [.html]).run(in: context)
    let questions = Locked<[ActionQuestion]>([])
    var later = context
    later.now = { Date() + 4_000 }
    later.confirm = { question in
      questions.withLock { $0.append(question) }
      return false
    }
    expectEqual(code { _ = try DropUndo().run(in: later) }, .declined)
    expectEqual(questions.withLock { $0.count }, 1)
    try expectEqual(dropped, ["out/Notes.html"])
    later.confirm = { _ in nil }
    try expect(DropUndo().run(in: later).isEnded, "without an answer it is undone")
    try expectEqual(dropped, [])
  }

  @Test func aDropThatIsNamedIsUndoneWithoutAQuestion() throws {
    _ = try drop(accepting: [.html]).run(in: context)
    var later = context
    later.now = { Date() + 4_000 }
    later.confirm = { _ in false }
    #expect(try DropUndo(number: 1).run(in: later).isEnded)
  }

  @Test func aChangedFileIsLeftAndTheRestIsUndoneOnRequest() throws {
    _ = try drop(accepting: [.html, .png]).run(in: context)
    try folder.write(Array("edited".utf8), to: "out/Notes.html")
    let first = try DropUndo().run(in: context)
    #expect(!first.isEnded && first.problems.map { $0.path.lastComponent?.string } == ["Notes.html"])
    var undo = DropUndo()
    undo.keepsChanged = true
    #expect(try undo.run(in: context).isEnded)
    try expectEqual(dropped, ["out/Notes.html"])
  }

  @Test func aForgottenDropIsNotInTheList() throws {
    _ = try drop(accepting: [.html]).run(in: context)
    try expectNil(DropForgetting(number: 1).run(in: context).backups)
    try expectEmpty(RecordedDrops().run(in: context))
    expectEqual(code { _ = try DropForgetting(number: 1).run(in: context) }, .noSuchDrop)
    try expectEqual(dropped, ["out/Notes.html"])
  }

  @Test func aDropWithoutAFolderForRecordsIsPerformedWithANote() throws {
    let notes = Locked(0)
    var context = ActionContext.standard
    context.note = { if case .dropNotRecorded = $0 { notes.withLock { $0 += 1 } } }
    #expect(try !drop(accepting: [.html]).run(in: context).isRecorded)
    expectEqual(notes.withLock { $0 }, 1)
    try expectEqual(dropped, ["out/Notes.html"])
  }

  @Test func aCancelledDropPlacesNothing() async throws {
    let drop = try drop(accepting: [.html, .png])
    let context = context
    let task = Task { try await drop.perform(in: context) }
    task.cancel()
    await expectThrows(CancellationError.self) { _ = try await task.value }
    try expectEqual(dropped, [])
  }
}

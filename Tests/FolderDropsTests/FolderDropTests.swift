import DragAndDrop
import FolderDrops
import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing

@Suite struct FolderDropTests {
  let folder: TemporaryFolder
  let place: TemporaryFolder
  let history: UndoHistory

  init() throws {
    folder = try TemporaryFolder()
    place = try TemporaryFolder()
    history = UndoHistory(in: try place.filePath("drops"))
  }

  private func undo() throws -> UndoReport {
    try #require(try history.undoLastDrop())
  }

  /// The journal of the last drop.
  private var journal: FilePath {
    get throws {
      let last = try require(Folder.names(in: history.folder).last)
      return history.folder.appending([last, try require(FileName("journal"))])
    }
  }

  /// Replaces a file as the last step of a drop.
  private func replace(_ path: FilePath, by text: String) throws {
    let record = try history.beginDrop()
    try record.backUp(path)
    try record.write()
    try replace(path, by: text, in: record)
  }

  private func replace(_ path: FilePath, by text: String, in record: DropRecord) throws {
    let replacement = try FileReplacement(at: path, replacing: true)
    try Array(text.utf8).withUnsafeBytes { try replacement.file.write($0, at: 0) }
    try record.willReplace(path, by: replacement.prepare())
    try replacement.commit()
    record.finish()
  }

  private func named(_ name: String?, _ type: String, _ text: String) -> ItemProvider {
    provider(type, text, name: name)
  }

  /// Every file below the folder with its bytes; folder paths end with a slash.
  private func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try folder.names() {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder)
      contents[isFolder.boolValue ? name + "/" : name] = isFolder.boolValue ? [] : try folder.read(name)
    }
    return contents
  }

  @Test func itemsGetTheirNamesAndTheExtensionOfTheLoadedType() throws {
    let rich = ItemProvider()
    rich.suggestedName = "Trip"
    for (type, text) in [("public.rtf", "{\\rtf1}"), (text, "plain")] {
      rich.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
        $0(Data(text.utf8), nil)
        return nil
      }
    }
    let drop = FolderDrop(into: try folder.filePath())
    let report = try drop.run([rich, named("photo.png", "public.png", "p"), named(nil, text, "unnamed")])
    expectEmpty(report.failures)
    expectEqual(report.paths.map { $0.lastComponent?.string }, ["Trip.rtf", "photo.png", "text.txt"])
    let plain = FolderDrop(into: try folder.filePath(), accepting: ["public.plain-text"])
    try expectEqual(plain.run([rich]).paths.map { $0.lastComponent?.string }, ["Trip.txt"])
    try expectEqual(folder.read("Trip.txt"), Array("plain".utf8))
  }

  @Test(arguments: [Int.max, Int.max - 1, 1 << 53 + 1])
  func aFolderThatIsNamedByALargeNumberIsNotARecord(number: Int) throws {
    try FileManager.default.createDirectory(
      atPath: place.path("drops/\(number)"), withIntermediateDirectories: true)
    _ = try FolderDrop(into: folder.filePath()).run([named("a.txt", text, "a")], recordingIn: history)
    try expectEqual(history.drops().map(\.number), [1])
    try expectEqual(undo().removed.count, 1)
    #expect(try history.forget(number) == nil && history.undo(number) == nil)
    #expect(try place.names().contains { $0.hasPrefix("drops/\(number)") })
  }

  /// Undo does not depend on a description, and can print any numbers in it.
  @Test(arguments: [
    ("\"itemCount\":1", "\"itemCount\":-1"), ("\"itemCount\":1", "\"itemCount\":9223372036854775808"),
    ("\"date\":", "\"date\":1e308,\"was\":"), ("\"date\":", "\"date\":-1e308,\"was\":"),
    ("\"date\":", "\"date\":9223372036854775807,\"was\":"),
  ])
  func aDescriptionWithANumberThatNoDropHasIsNone(from: String, to: String) throws {
    let record = try history.beginDrop()
    let here = try folder.filePath()
    try record.describe(
      DropDescription(
        source: here, destination: here, workingFolder: here, itemCount: 1, isMove: false, date: Date(),
        createdFolders: []))
    _ = try FolderDrop(into: here).run([named("a.txt", text, "a")], addingTo: record)
    record.finish()
    try expectNotNil(history.drops().first?.description)
    let description = String(decoding: try place.read("drops/1/description"), as: UTF8.self)
    expect(description.contains(from), description)
    try place.write(description.replacing(from, with: to), to: "drops/1/description")
    try expectEqual(history.drops().map { $0.description == nil }, [true])
    try expectEqual(undo().removed.count, 1)
  }

  @Test func usedNamesAreNumberedInTheOrderOfTheItems() throws {
    try folder.write("mine", to: "a.txt")
    let items = ["one", "two", "three"].map { named("a.txt", text, $0) }
    let report = try FolderDrop(into: folder.filePath()).run(items)
    expectEqual(report.paths.map { $0.lastComponent?.string }, ["a 2.txt", "a 3.txt", "a 4.txt"])
    try expectEqual(folder.read("a.txt"), Array("mine".utf8))
    try expectEqual(folder.read("a 3.txt"), Array("two".utf8))
  }

  @Test func aNumberedLongNameIsShortened() throws {
    let name = String(repeating: "é", count: 125) + ".txt"
    let report = try FolderDrop(into: folder.filePath()).run([named(name, text, "1"), named(name, text, "2")])
    let names = report.paths.compactMap { $0.lastComponent }
    expectEqual(names.count, 2)
    expect(names.allSatisfy { $0.bytes.count <= 255 && $0.string?.hasSuffix(".txt") == true }, names)
    expectEqual(names[1].string?.hasSuffix(" 2.txt"), true)
  }

  @Test func aFailureDoesNotAffectOtherItems() throws {
    struct Broken: Error {}
    let failing = ItemProvider()
    failing.registerDataRepresentation(forTypeIdentifier: text, visibility: .all) {
      $0(nil, Broken())
      return nil
    }
    var steps: [FolderDropProgress] = []
    let drop = FolderDrop(into: try folder.filePath(), accepting: ["public.text"])
    let report = try drop.run(
      [named("a", text, "a"), failing, provider("public.png", "p"), ItemProvider(), named("b", text, "b")]
    ) { steps.append($0) }
    try expectEqual(folder.names(), ["a.txt", "b.txt"])
    expectEqual(report.failures.map(\.index), [1, 2, 3])
    #expect(report.failures[0].error is Broken)
    for failure in report.failures.dropFirst() {
      expectEqual((failure.error as? FolderDropError)?.code, .nothingAccepted)
    }
    expectEqual(steps.first?.fraction, 0)
    expectEqual(steps.last?.fraction, 1)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.fraction <= $1.fraction })
  }

  @Test func aMissingFolderIsAnError() throws {
    let drop = FolderDrop(into: try folder.filePath("missing"))
    let error = expectThrows(FileSystemError.self) { try drop.run([named("a", text, "a")]) }
    expectEqual(error?.code, .notFound)
    try folder.write("x", to: "file")
    let onFile = expectThrows(FileSystemError.self) {
      try FolderDrop(into: folder.filePath("file")).run([])
    }
    expectEqual(onFile?.code, .notAFolder)
  }

  @Test func undoRestoresTheFolder() throws {
    try folder.write("mine", to: "a.txt")
    let before = try contents()
    let source = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: source.path("album/empty"), withIntermediateDirectories: true)
    try source.write("inside", to: "album/one.txt")
    let album = ItemProvider(contentsOf: URL(fileURLWithPath: source.path("album"), isDirectory: true))
    let report = try FolderDrop(into: folder.filePath()).run(
      [named("a.txt", text, "a"), try require(album)], recordingIn: history)
    try expectEqual(
      contents().keys.sorted(), ["a 2.txt", "a.txt", "album/", "album/empty/", "album/one.txt"])
    let undone = try undo()
    expectEmpty(undone.problems)
    expectEqual(undone.removed.reversed(), report.paths)
    try expectEqual(contents(), before)
    try expectEqual(place.names(), ["drops"])
  }

  @Test func undoKeepsAndReportsAChangedFile() throws {
    _ = try FolderDrop(into: folder.filePath()).run(
      [named("a", text, "a"), named("b", text, "b"), named("c", text, "c")], recordingIn: history)
    try folder.write("changed", to: "b.txt")
    try FileManager.default.removeItem(atPath: folder.path("c.txt"))
    let undone = try undo()
    expectEqual(undone.removed.map { $0.lastComponent?.string }, ["a.txt"])
    expectEqual(undone.problems.map { ($0.error as? FolderDropError)?.code }, [.changedSinceDrop])
    try expectEqual(contents(), ["b.txt": Array("changed".utf8)])
    // The record contains the entry that was not undone.
    #expect(try UndoJournal(readingFrom: journal).placedPaths.map { $0.lastComponent?.string } == ["b.txt"])
  }

  @Test func undoMovesTheOriginalBack() throws {
    let source = try TemporaryFolder()
    try source.write("original", to: "note.txt")
    let original = ItemProvider(
      contentsOf: URL(fileURLWithPath: source.path("note.txt")), contentType: nil, openInPlace: true)
    let drop = FolderDrop(into: try folder.filePath(), operation: .move)
    let report = try drop.run([original, named("a", text, "a")], recordingIn: history)
    expectEmpty(report.failures)
    try expectEmpty(source.names())
    try expectEqual(folder.names(), ["a.txt", "note.txt"])
    let undone = try undo()
    expectEqual(undone.restored.map { $0.lastComponent?.string }, ["note.txt"])
    try expectEqual(source.read("note.txt"), Array("original".utf8))
    try expectEmpty(folder.names())
  }

  @Test func undoDoesNotReplaceAFileAtTheOriginalPath() throws {
    let source = try TemporaryFolder()
    try source.write("original", to: "note.txt")
    let original = ItemProvider(
      contentsOf: URL(fileURLWithPath: source.path("note.txt")), contentType: nil, openInPlace: true)
    _ = try FolderDrop(into: folder.filePath(), operation: .move).run([original], recordingIn: history)
    try source.write("another", to: "note.txt")
    let undone = try undo()
    expectEqual((undone.problems.first?.error as? FileSystemError)?.code, .alreadyExists)
    try expectEqual(source.read("note.txt"), Array("another".utf8))
    try expectEqual(folder.read("note.txt"), Array("original".utf8))
  }

  @Test func aFileThatIsMovedToItsOwnFolderStays() throws {
    try folder.write("here", to: "note.txt")
    let original = ItemProvider(
      contentsOf: URL(fileURLWithPath: folder.path("note.txt")), contentType: nil, openInPlace: true)
    let report = try FolderDrop(into: folder.filePath(), operation: .move).run([original])
    expectEmpty(report.failures)
    try expectEqual(contents(), ["note.txt": Array("here".utf8)])
  }

  @Test func undoRestoresAReplacedFile() throws {
    try folder.write("old", to: "bundle")
    try replace(folder.filePath("bundle"), by: "new")
    try expectEqual(folder.read("bundle"), Array("new".utf8))
    try expectEqual(undo().restored.count, 1)
    try expectEqual(folder.read("bundle"), Array("old".utf8))
    try expectEqual(place.names(), ["drops"])
  }

  @Test func undoStopsAtAReplacedFileThatHasChanged() throws {
    try folder.write("two items", to: "bundle")
    let record = try history.beginDrop()
    let bundle = try folder.filePath("bundle")
    try record.backUp(bundle)
    _ = try FolderDrop(into: folder.filePath()).run([named("a", text, "a")], addingTo: record)
    try replace(bundle, by: "one item", in: record)
    try folder.write("one item and another", to: "bundle")
    let undone = try undo()
    #expect(undone.removed.isEmpty && undone.restored.isEmpty)
    expectEqual(undone.problems.map { $0.path.lastComponent?.string }, ["bundle", "a.txt"])
    try expectEqual(contents(), ["a.txt": Array("a".utf8), "bundle": Array("one item and another".utf8)])
    // After the old contents are restored, the placed file is not the only copy.
    try folder.write("two items", to: "bundle")
    let again = try undo()
    expectEmpty(again.problems)
    try expectEqual(contents(), ["bundle": Array("two items".utf8)])
  }

  @Test func aChangedBackupIsNotRestored() throws {
    try folder.write("old", to: "bundle")
    try replace(folder.filePath("bundle"), by: "new")
    let kept = try require(place.names().first { $0.hasSuffix("/kept-1") })
    try place.write("bad", to: kept)
    try expectEqual(undo().problems.count, 1)
    try expectEqual(folder.read("bundle"), Array("new".utf8))
  }

  @Test func theLastTwentyDropsAreAStack() throws {
    try folder.write("0", to: "bundle")
    // Each drop replaces the text of the one before it.
    for number in 1...22 { try replace(folder.filePath("bundle"), by: "\(number)") }
    try expectEqual(history.drops().map(\.number), (3...22).reversed())
    #expect(
      try history.drops().allSatisfy { $0.replaced == [try folder.filePath("bundle").resolvingLinks()] })
    for number in (2...21).reversed() {
      let undone = try undo()
      expect(undone.problems.isEmpty && undone.restored.count == 1, "\(number): \(undone.problems)")
      try expectEqual(folder.read("bundle"), Array("\(number)".utf8))
    }
    try expectNil(history.undoLastDrop())
  }

  @Test func aFileThatALaterDropReplacedIsRemovedWhenBothAreUndone() throws {
    _ = try FolderDrop(into: folder.filePath()).run([named("a", text, "a")], recordingIn: history)
    try replace(folder.filePath("a.txt"), by: "b")
    try expectEqual(undo().restored.count, 1)
    try expectEqual(undo().removed.count, 1)
    try expectEqual(contents(), [:])
  }

  @Test func createdFoldersAreRemovedWhereTheyAreEmpty() throws {
    for isEmpty in [true, false] {
      let record = try history.beginDrop()
      let created = try Folder.createWithParents(folder.filePath("new/sub"))
      try record.describe(
        DropDescription(
          source: place.filePath("source"), destination: folder.filePath("new/sub"),
          workingFolder: place.filePath(), itemCount: 1, isMove: false, date: Date(), createdFolders: created)
      )
      _ = try FolderDrop(into: folder.filePath("new/sub")).run([named("a", text, "a")], addingTo: record)
      record.finish()
      try expectEqual(history.drops().first?.description?.itemCount, 1)
      if !isEmpty { try folder.write("mine", to: "new/mine.txt") }
      try expectEqual(undo().removed.count, isEmpty ? 3 : 2)
      try expectEqual(contents(), isEmpty ? [:] : ["new/": [], "new/mine.txt": Array("mine".utf8)])
    }
  }

  @Test func aDropWithoutChangesIsNotTheLastDrop() throws {
    _ = try FolderDrop(into: folder.filePath()).run([named("a", text, "a")], recordingIn: history)
    try folder.write("old", to: "bundle")
    let record = try history.beginDrop()
    try record.backUp(folder.filePath("bundle"))
    try record.write()
    record.abandon()
    try expectEqual(place.names(), ["drops", "drops/1", "drops/1/journal", "drops/1/settled"])
    // A record without a journal is skipped.
    try FileManager.default.createDirectory(
      atPath: place.path("drops/2"), withIntermediateDirectories: false)
    try expectEqual(undo().removed.count, 1)
    try expectNil(history.undoLastDrop()?.isEmpty)
  }

  @Test func aRunningDropIsNotUndoneOrRemoved() throws {
    _ = try FolderDrop(into: folder.filePath()).run([named("a", text, "a")], recordingIn: history)
    let record = try history.beginDrop()
    let error = expectThrows(FolderDropError.self) { try history.undoLastDrop() }
    expectEqual(error?.code, .folderInUse)
    _ = try FolderDrop(into: folder.filePath()).run([named("b", text, "b")], recordingIn: history)
    try expectEqual(Folder.names(in: history.folder).map(\.string), ["1", "2", "3"])
    withExtendedLifetime(record) {}
  }

  @Test func aDropThatCannotBeRecordedIsNotPerformed() throws {
    try folder.write("old", to: "bundle")
    let bundle = try folder.filePath("bundle")
    let drop = FolderDrop(into: try folder.filePath())
    for kind in [SystemCallKind.create, .write, .synchronize, .makeFolder, .rename] {
      let plan = FaultPlan(failing: [kind], call: 1, with: .noSpace, staysBroken: true)
      let error = plan.whileInForce {
        expectThrows(FolderDropError.self) {
          let record = try history.beginDrop()
          try record.backUp(bundle)
          try record.write()
        }
      }
      expectEqual(error?.code, .notRecorded, "\(kind)")
    }
    // Recording fails after the items were gathered.
    try place.write("a file", to: "in the way")
    let blocked = UndoHistory(in: try place.filePath("in the way"))
    let error = expectThrows(FolderDropError.self) {
      try drop.run([named("a", text, "a")], recordingIn: blocked)
    }
    expectEqual(error?.code, .notRecorded)
    try expectEqual(folder.names(), ["bundle"])
  }

  @Test func filesAreOnTheDeviceBeforeTheyAreNamed() throws {
    let drop = FolderDrop(into: try folder.filePath())
    let item = named("a", text, "a")
    // The first call synchronizes the file, the second the folder that contains its name.
    for call in 1...2 {
      let plan = FaultPlan(failing: [.synchronize], call: call, with: .inputOutput)
      expectThrows(FileSystemError.self, "\(call)") { try plan.whileInForce { try drop.run([item]) } }
      try expectEqual(folder.names(), call == 1 ? [] : ["a.txt"])
    }
  }

  @Test func aFileThatIsPlacedIsInTheRecordWhateverFails() throws {
    var call = 0
    var hasFailed = true
    while hasFailed {
      call += 1
      let folder = try TemporaryFolder()
      let into = try folder.filePath("into")
      try Folder.create(into)
      let history = UndoHistory(in: try folder.filePath("drops"))
      let plan = FaultPlan(
        failing: Set(SystemCallKind.allCases), call: call, with: .inputOutput, staysBroken: true)
      let items = [named("a", text, "a"), named("b", text, "b")]
      let drop = Result {
        try plan.whileInForce { try FolderDrop(into: into).run(items, recordingIn: history) }
      }
      hasFailed = plan.callCount >= call
      if !hasFailed { try expectEqual(drop.get().paths.count, 2) }
      let undo = try history.undoLastDrop()
      expect(undo?.problems.isEmpty ?? true, "call \(call)")
      // Files that the failed drop could not remove either have hidden names.
      let left = try Folder.names(in: into).filter { !$0.description.hasPrefix(".") }
      expectEqual(left, [], "call \(call)")
    }
    expectGreater(call, 20)
  }

  @Test(arguments: [
    "", "{", "[]", "{\"version\":1}", "{\"version\":5}\n", "{\"version\":3}\n",
    "{\"version\":4,\"mark\":\"1f\"}\n",
    "{\"version\":4,\"mark\":\"1f\"}\n{\"checksum\":\"0\"}\n",
    "{\"version\":3,\"mark\":\"../x\"}\n", "{\"version\":3,\"mark\":\"1f\"}\n{}\n",
    "{\"version\":3,\"mark\":\"1f\"}\n\n", "{\"version\":3,\"mark\":\"1f\"}\n{\"made\":{\"_0\":\"/a\",",
  ])
  func anInvalidJournalIsAnError(text: String) throws {
    try FileManager.default.createDirectory(
      atPath: place.path("drops/1"), withIntermediateDirectories: true)
    try place.write(text, to: "drops/1/journal")
    let error = expectThrows(FolderDropError.self) { try history.undoLastDrop() }
    #expect(error?.code == .badJournal && error?.cause == nil)
    expectEqual(error?.message.contains("DecodingError"), false)
  }

  @Test func aJournalThatIsCutOrChangedAnywhereIsNotUndone() throws {
    try folder.write("old", to: "bundle")
    let bundle = try folder.filePath("bundle")
    let record = try history.beginDrop()
    try record.backUp(bundle)
    _ = try FolderDrop(into: folder.filePath()).run(
      [named("a", text, "a"), named("b", text, "b")], addingTo: record)
    try replace(bundle, by: "new", in: record)
    let (before, whole) = (try contents(), try place.read("drops/1/journal"))
    func expectDamage(_ bytes: [UInt8], _ comment: Comment) throws {
      try place.write(bytes, to: "drops/1/journal")
      let error = expectThrows(FolderDropError.self, comment) { try history.undoLastDrop() }
      expectEqual(error?.code, .badJournal, comment)
      try expectEqual(contents(), before, comment)
    }
    // A journal is complete without its last line break.
    for length in 0..<whole.count - 1 { try expectDamage(Array(whole[..<length]), "cut to \(length)") }
    for index in whole.indices.dropLast() {
      var bytes = whole
      bytes[index] ^= 1
      try expectDamage(bytes, "byte \(index)")
    }
    try expectEqual(history.drops().map { $0.damage?.code }, [.badJournal])
    try place.write(whole, to: "drops/1/journal")
    try expectEmpty(undo().problems)
    try expectEqual(contents(), ["bundle": Array("old".utf8)])
  }

  @Test func aDamagedRecordIsForgottenAndOthersAreUndone() throws {
    for number in 1...3 {
      try folder.write("old \(number)", to: "bundle \(number)")
      try replace(folder.filePath("bundle \(number)"), by: "new")
    }
    try place.write("damaged", to: "drops/3/journal")
    expectThrows(FolderDropError.self) { try history.undoLastDrop() }
    try expectEqual(history.undo(1)?.problems.isEmpty, true)
    try expectEqual(history.drops().map(\.number), [3, 2])
    let backups = try require(history.forget(3)?.backups)
    try expectEqual(Folder.names(in: backups).map(\.string), ["journal", "kept-1", "settled"])
    try expectNil(history.forget(3)?.backups)
    try expectEqual(undo().restored.count, 1)
    for number in 4...30 { try replace(folder.filePath("bundle 3"), by: "\(number)") }
    try expectEqual(
      OpenFile.readingRegular(backups.appending(try require(FileName("kept-1")))).status().byteCount, 5
    )
    try expectEqual(folder.read("bundle 1"), Array("old 1".utf8))
    try expectNil(history.undo(99)?.isEmpty)
  }

  @Test func aJournalOfVersion3IsUndone() throws {
    try folder.write("old", to: "bundle")
    let bundle = try folder.filePath("bundle")
    let record = try history.beginDrop()
    try record.backUp(bundle)
    _ = try FolderDrop(into: folder.filePath()).run(
      [named("a", text, "a"), named("b", text, "b")], addingTo: record)
    try replace(bundle, by: "new", in: record)
    var journal = String(decoding: try place.read("drops/1/journal"), as: UTF8.self)
    for key in ["changes", "contents", "byteCount"] {
      journal.replace(try Regex("\"\(key)\":\"[0-9a-f]*\",?"), with: "")
    }
    journal.replace("\"version\":4", with: "\"version\":3")
    journal.replace(try Regex("{\"checksum.*\n"), with: "")
    try place.write(journal, to: "drops/1/journal")
    try folder.write("edited", to: "b.txt")
    try expectEqual(undo().problems.map { $0.path.lastComponent?.string }, ["b.txt"])
    try expectEqual(contents(), ["b.txt": Array("edited".utf8), "bundle": Array("old".utf8)])
    try expectEqual(history.undo(keepingChanged: true)?.isEnded, true)
    try expectEqual(Folder.names(in: history.folder), [])
  }

  @Test func undoKeepsTheRestWhenChangedFilesAreKept() throws {
    try folder.write("old", to: "bundle")
    let bundle = try folder.filePath("bundle")
    let record = try history.beginDrop()
    try record.backUp(bundle)
    try record.write()
    try replace(bundle, by: "new", in: record)
    _ = try FolderDrop(into: folder.filePath()).run(
      [named("a", text, "a"), named("b", text, "b")], recordingIn: history)
    try folder.write("edited", to: "b.txt")
    try folder.write("changed", to: "bundle")
    let files = try require(history.undo(keepingChanged: true))
    #expect(
      files.isEnded && files.removed.count == 1 && files.problems.count == 1 && files.keptBackups == nil)
    try expectEqual(undo().isEnded, false)
    let bundles = try require(history.undo(keepingChanged: true))
    #expect(bundles.isEnded && bundles.problems.count == 1)
    let backup = try require(bundles.keptBackups).appending(try require(FileName("kept-1")))
    try expectEqual(OpenFile.readingRegular(backup).status().byteCount, 3)
    try expectEqual(contents(), ["b.txt": Array("edited".utf8), "bundle": Array("changed".utf8)])
    try expectNil(history.undoLastDrop())
  }

  @Test func anEditThatRestoresLengthAndTimeIsFoundAndOtherChangesAreNotEdits() throws {
    try FileManager.default.createDirectory(atPath: place.path("album"), withIntermediateDirectories: false)
    try place.write("inside", to: "album/one.txt")
    let album = try require(
      ItemProvider(contentsOf: URL(fileURLWithPath: place.path("album"), isDirectory: true)))
    for (isEdit, change) in FileChange.all {
      for name in ["a.txt", "album/one.txt"] {
        let drop = try FolderDrop(into: folder.filePath()).run(
          [named("a", text, "a text"), album], recordingIn: history)
        expect(drop.failures.isEmpty && drop.paths.count == 2, "\(drop.failures) \(drop.paths)")
        try change(folder.filePath(name))
        let report = try require(history.undo(keepingChanged: true))
        expectEqual(report.problems.count, isEdit ? 1 : 0, "\(name): \(report.problems)")
        try expectEqual(folder.names().contains(name), isEdit)
        for name in try folder.names() where !name.contains("/") {
          try FileManager.default.removeItem(atPath: folder.path(name))
        }
      }
    }
  }

  @Test func anEditOfAReplacedFileThatRestoresLengthAndTimeIsFound() throws {
    for (isEdit, change) in FileChange.all {
      try folder.write("old", to: "bundle")
      try replace(folder.filePath("bundle"), by: "the new contents")
      try change(folder.filePath("bundle"))
      let edited = try folder.read("bundle")
      try expectEqual(history.undo(keepingChanged: true)?.problems.count, isEdit ? 1 : 0)
      try expectEqual(folder.read("bundle"), isEdit ? edited : Array("old".utf8))
    }
  }

  @Test func undoReadsNoFileThatNobodyHasTouched() throws {
    try folder.write("old", to: "bundle")
    let record = try history.beginDrop()
    try record.backUp(folder.filePath("bundle"))
    _ = try FolderDrop(into: folder.filePath()).run(
      [named("a", text, "a"), named("b", text, "b")], addingTo: record)
    try replace(folder.filePath("bundle"), by: "new", in: record)
    let states = try place.read("drops/1/settled")
    expectEqual(states.count, 3 * 16 + 4)
    // The file only saves time, so a truncated one is no obstacle.
    for length in [0, 3, 4, 20, states.count - 1] {
      try place.write(Array(states[..<length]), to: "drops/1/settled")
      try expectEqual(history.drops(findingObstacles: true).first?.obstacles.isEmpty, true)
    }
    try expectEmpty(undo().problems)
    try expectEqual(contents(), ["bundle": Array("old".utf8)])
  }

  @Test func aFileIsBackedUpOnlyInTheStateInWhichItWasOpened() throws {
    let changes: [(FilePath) throws -> Void] =
      FileChange.all.map(\.change) + [{ try FileTree.removeFile($0) }]
    for change in changes {
      try folder.write("contents", to: "bundle")
      let bundle = try folder.filePath("bundle")
      let opened = try FileState.ifPresent(bundle)
      try change(bundle)
      let record = try history.beginDrop()
      expectThrows((any Error).self) { try record.backUp(bundle, opened: opened) }
      expect(!record.abandon())
      try expectEqual(Folder.names(in: history.folder), [])
    }
  }

  @Test func aFileThatChangedAfterItsBackupIsNotReplaced() throws {
    for (_, change) in FileChange.all {
      try folder.write("contents", to: "bundle")
      let bundle = try folder.filePath("bundle")
      let record = try history.beginDrop()
      try record.backUp(bundle)
      try record.write()
      try change(bundle)
      let error = expectThrows(FolderDropError.self) { try replace(bundle, by: "new", in: record) }
      expectEqual(error?.code, .changedSinceDrop)
      record.abandon()
      _ = try history.undo(keepingChanged: true)
    }
  }

  @Test func aLongJournalIsReadBack() throws {
    let items = (0..<900).map { named("\($0) \(String(repeating: "x", count: 100))", text, "a") }
    let report = try FolderDrop(into: folder.filePath()).run(items, recordingIn: history)
    try expectGreater(FileStatus.of(journal).byteCount, 1 << 17)
    try expectEqual(UndoJournal(readingFrom: journal).placedPaths, report.paths)
    try expectEqual(undo().removed.count, 900)
    try expectEmpty(folder.names())
  }

  @Test func aPathThatIsNotUTF8IsInTheJournal() throws {
    let bytes = try folder.filePath().bytes + [0x2F, 0x66, 0xFF]
    let odd = try require(FilePath(bytes: bytes))
    try Folder.create(odd)
    _ = try FolderDrop(into: odd).run([named("a", text, "a")], recordingIn: history)
    try expectEqual(Folder.names(in: odd).count, 1)
    try expectEqual(undo().removed.count, 1)
    try expectEmpty(Folder.names(in: odd))
  }

  @Test @MainActor func aViewReceivesDropsIntoAFolder() async throws {
    let scene = Scene([provider(text, "slow", after: 40), provider("public.png", "quick")])
    var reports: [FolderDropReport] = []
    let delegate = FolderDropDelegate(into: try folder.filePath(), operation: .move, recordingIn: history) {
      do { reports.append(try $0.get()) } catch { Issue.record("\(error)") }
    }
    let drag = try scene.drop(on: delegate)
    // Between applications a move is a copy.
    expectEqual(drag.operation, .copy)
    await scene.driver.settled()
    expectEqual(reports.count, 1)
    expectEqual(reports.first?.paths.map { $0.lastComponent?.string }, ["text.txt", "image.png"])
    try expectEqual(undo().removed.count, 2)
    let picky = FolderDropDelegate(into: try folder.filePath(), accepting: ["public.movie"])
    try expectEqual(scene.drop(on: picky).operation, .forbidden)
  }

  @Test(arguments: [false, true])
  func aFolderThatIsReplacedByALinkDuringADropIsNotFollowed(hasStagingFolder: Bool) throws {
    try Folder.create(folder.filePath("target"))
    try Folder.create(folder.filePath("other"))
    let target = try folder.filePath("target")
    let drop = FolderDrop(into: target)
    let report = try drop.run([named("a", text, "first"), named("b", text, "second")]) { progress in
      // The first item is loaded, and the second one is not.
      guard progress.index == 1, progress.itemFraction == 0 else { return }
      do {
        let moved = try folder.filePath("moved")
        guard try FileStatus.ifPresent(moved, followingLinks: false) == nil else { return }
        let staging = try require(Folder.names(in: target).first)
        try FileTree.rename(from: target, to: moved, replacing: false)
        try FileTree.createLink(at: target, pointingTo: folder.filePath("other").bytes)
        if hasStagingFolder {
          // An attacker can see the name of the staging folder and prepare another file in it.
          try FileManager.default.createDirectory(
            atPath: folder.path("other/\(staging)"), withIntermediateDirectories: false)
          try folder.write("prepared", to: "other/\(staging)/0")
        }
      } catch { Issue.record("\(error)") }
    }
    try expectEqual(folder.read("moved/a.txt"), Array("first".utf8))
    expectEqual(report.failures.map(\.index), [1])
    expectEqual((report.failures.first?.error as? FolderDropError)?.code, .changedSinceDrop)
    let others = try folder.names().filter { $0.hasPrefix("other/") && !$0.hasSuffix("/0") }
    expectEqual(others.count, hasStagingFolder ? 1 : 0, "\(others)")
    try expectEqual(Folder.names(in: folder.filePath("moved")).map(\.string), ["a.txt"])
  }

  @Test func aFolderWithAnEntryNamedDropReceivesDrops() throws {
    try folder.write("mine", to: "drop")
    let report = try FolderDrop(into: folder.filePath()).run([named("a", text, "a")])
    expectEmpty(report.failures)
    try expectEqual(folder.names(), ["a.txt", "drop"])
  }

  @Test func theJournalKeepsTheKeysOfItsFormat() throws {
    try folder.write("old", to: "bundle")
    try replace(folder.filePath("bundle"), by: "new")
    let lines = String(decoding: try place.read("drops/1/journal"), as: UTF8.self)
    for key in [
      "\"kept\":\"kept-1\"", "\"keptFingerprint\":{", "\"before\":{", "\"after\":{", "\"version\":4",
      "\"digest\":\"",
      "\"changes\":\"", "\"contents\":\"", "\"byteCount\":\"", "\n{\"checksum\":\"",
    ] {
      expect(lines.contains(key), "\(key) in \(lines)")
    }
  }

  @Test func recordsOfTheOldLayoutAreNeitherUndoneNorRemoved() throws {
    try FileManager.default.createDirectory(
      atPath: place.path("drops/kept"), withIntermediateDirectories: true)
    try place.write("{}", to: "drops/last-drop.json")
    try expectNil(history.undoLastDrop()?.isEmpty)
    _ = try FolderDrop(into: folder.filePath()).run([named("a", text, "a")], recordingIn: history)
    try expectEqual(undo().removed.count, 1)
    try expectEqual(Folder.names(in: history.folder).map(\.string), ["kept", "last-drop.json"])
  }
}

/// A change by another program between a drop and its undo.
enum FileChange {
  /// The changes, and whether each changes the contents.
  static let all: [(isEdit: Bool, change: @Sendable (FilePath) throws -> Void)] = [
    (
      true,
      { path in
        let time = try FileStatus.of(path).modification
        try edit(path)
        try FileTree.setModification(path, time)
      }
    ),
    (true, edit),
    (true, { path in try replace(path) { $0 + [0] } }),
    (
      true,
      { path in
        let time = try FileStatus.of(path).modification
        try replace(path) { [$0[0] ^ 1] + $0.dropFirst() }
        try FileTree.setModification(path, time)
      }
    ),
    (false, { try FileTree.setPermissions($0, 0o600) }),
    (false, { try FileTree.setModification($0, FileTime(seconds: 1)) }),
    (false, { path in try replace(path) { $0 } }),
    (
      false,
      { path in
        let other = path.parent.appending(try require(FileName("other")))
        try FileTree.rename(from: path, to: other, replacing: false)
        try FileTree.rename(from: other, to: path, replacing: false)
      }
    ),
  ]

  /// Changes a byte in place.
  @Sendable private static func edit(_ path: FilePath) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path.description))
    try handle.write(contentsOf: Data([0x21]))
    try handle.close()
  }

  /// Renames another file to the path.
  private static func replace(_ path: FilePath, _ bytes: ([UInt8]) -> [UInt8]) throws {
    let old = try OpenFile.readingRegular(path)
    let new = bytes(try old.bytes(at: 0, count: Int(old.status().byteCount)))
    let replacement = try FileReplacement(at: path, replacing: true)
    try new.withUnsafeBytes { try replacement.file.write($0, at: 0) }
    try replacement.commit()
  }
}

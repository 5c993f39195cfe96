import DragAndDrop
import FileSystem
import Foundation
import ItemProviders
import TestSupport
import Testing

@Suite struct FolderDropTests {
  let folder: TemporaryFolder
  let place: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    place = try TemporaryFolder()
  }

  private var journal: FilePath { get throws { try place.filePath("undo.json") } }

  private func named(_ name: String?, _ type: String, _ text: String) -> ItemProvider {
    let made = provider(type, text)
    made.suggestedName = name
    return made
  }

  /// Every file below the folder with its bytes; folders end in a slash.
  private func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try folder.names() {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder)
      contents[isFolder.boolValue ? name + "/" : name] = isFolder.boolValue ? [] : try folder.read(name)
    }
    return contents
  }

  @Test func itemsGetTheirNamesAndTheServedTypesExtension() throws {
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
    #expect(report.failures.isEmpty)
    #expect(report.paths.map { $0.lastComponent?.string } == ["Trip.rtf", "photo.png", "text.txt"])
    let plain = FolderDrop(into: try folder.filePath(), accepting: ["public.plain-text"])
    #expect(try plain.run([rich]).paths.map { $0.lastComponent?.string } == ["Trip.txt"])
    #expect(try folder.read("Trip.txt") == Array("plain".utf8))
  }

  @Test func takenNamesAreNumberedInTheItemsOrder() throws {
    try folder.write("mine", to: "a.txt")
    let items = ["one", "two", "three"].map { named("a.txt", text, $0) }
    let report = try FolderDrop(into: folder.filePath()).run(items)
    #expect(report.paths.map { $0.lastComponent?.string } == ["a 2.txt", "a 3.txt", "a 4.txt"])
    #expect(try folder.read("a.txt") == Array("mine".utf8))
    #expect(try folder.read("a 3.txt") == Array("two".utf8))
  }

  @Test func aLongNameThatIsTakenIsShortened() throws {
    let name = String(repeating: "é", count: 125) + ".txt"
    let report = try FolderDrop(into: folder.filePath()).run([named(name, text, "1"), named(name, text, "2")])
    let names = report.paths.compactMap { $0.lastComponent }
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.bytes.count <= 255 && $0.string?.hasSuffix(".txt") == true })
    #expect(names[1].string?.hasSuffix(" 2.txt") == true)
  }

  @Test func oneFailureKeepsNoOtherAway() throws {
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
    #expect(try folder.names() == ["a.txt", "b.txt"])
    #expect(report.failures.map(\.index) == [1, 2, 3])
    #expect(report.failures[0].error is Broken)
    for failure in report.failures.dropFirst() {
      #expect((failure.error as? DragAndDropError)?.code == .nothingAccepted)
    }
    #expect(steps.first?.fraction == 0)
    #expect(steps.last?.fraction == 1)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.fraction <= $1.fraction })
  }

  @Test func aFolderThatIsNotThereIsAnError() throws {
    let drop = FolderDrop(into: try folder.filePath("missing"))
    let error = #expect(throws: FileSystemError.self) { try drop.run([named("a", text, "a")]) }
    #expect(error?.code == .notFound)
    try folder.write("x", to: "file")
    let onFile = #expect(throws: FileSystemError.self) {
      try FolderDrop(into: folder.filePath("file")).run([])
    }
    #expect(onFile?.code == .notAFolder)
  }

  @Test func aDropIsTakenBackByteForByte() throws {
    try folder.write("mine", to: "a.txt")
    let before = try contents()
    let source = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: source.path("album/empty"), withIntermediateDirectories: true)
    try source.write("inside", to: "album/one.txt")
    let album = ItemProvider(contentsOf: URL(fileURLWithPath: source.path("album"), isDirectory: true))
    let report = try FolderDrop(into: folder.filePath()).run(
      [named("a.txt", text, "a"), try #require(album)], recordingIn: journal)
    #expect(try contents().keys.sorted() == ["a 2.txt", "a.txt", "album/", "album/empty/", "album/one.txt"])
    let undone = try UndoJournal.undoDrop(recordedIn: journal)
    #expect(undone.problems.isEmpty)
    #expect(undone.removed.reversed() == report.paths)
    #expect(try contents() == before)
    #expect(try place.names().isEmpty)
  }

  @Test func aFileThatChangedSinceStaysAndIsReported() throws {
    _ = try FolderDrop(into: folder.filePath()).run(
      [named("a", text, "a"), named("b", text, "b"), named("c", text, "c")], recordingIn: journal)
    try folder.write("changed", to: "b.txt")
    try FileManager.default.removeItem(atPath: folder.path("c.txt"))
    let undone = try UndoJournal.undoDrop(recordedIn: journal)
    #expect(undone.removed.map { $0.lastComponent?.string } == ["a.txt"])
    #expect(undone.problems.count == 1)
    #expect((undone.problems[0].error as? DragAndDropError)?.code == .changedSinceDrop)
    #expect(try contents() == ["b.txt": Array("changed".utf8)])
    // What could not be taken back is still known.
    #expect(try UndoJournal(readingFrom: journal).placedPaths.map { $0.lastComponent?.string } == ["b.txt"])
  }

  @Test func aMoveTakesTheOriginalAndUndoBringsItBack() throws {
    let source = try TemporaryFolder()
    try source.write("original", to: "note.txt")
    let original = ItemProvider(
      contentsOf: URL(fileURLWithPath: source.path("note.txt")), contentType: nil, openInPlace: true)
    let drop = FolderDrop(into: try folder.filePath(), operation: .move)
    let report = try drop.run([original, named("a", text, "a")], recordingIn: journal)
    #expect(report.failures.isEmpty)
    #expect(try source.names().isEmpty)
    #expect(try folder.names() == ["a.txt", "note.txt"])
    let undone = try UndoJournal.undoDrop(recordedIn: journal)
    #expect(undone.restored.map { $0.lastComponent?.string } == ["note.txt"])
    #expect(try source.read("note.txt") == Array("original".utf8))
    #expect(try folder.names().isEmpty)
  }

  @Test func anOriginalWhosePlaceIsTakenStaysWhereItIs() throws {
    let source = try TemporaryFolder()
    try source.write("original", to: "note.txt")
    let original = ItemProvider(
      contentsOf: URL(fileURLWithPath: source.path("note.txt")), contentType: nil, openInPlace: true)
    _ = try FolderDrop(into: folder.filePath(), operation: .move).run([original], recordingIn: journal)
    try source.write("another", to: "note.txt")
    let undone = try UndoJournal.undoDrop(recordedIn: journal)
    #expect((undone.problems.first?.error as? FileSystemError)?.code == .alreadyExists)
    #expect(try source.read("note.txt") == Array("another".utf8))
    #expect(try folder.read("note.txt") == Array("original".utf8))
  }

  @Test func aFileMovedToWhereItIsStaysThere() throws {
    try folder.write("here", to: "note.txt")
    let original = ItemProvider(
      contentsOf: URL(fileURLWithPath: folder.path("note.txt")), contentType: nil, openInPlace: true)
    let report = try FolderDrop(into: folder.filePath(), operation: .move).run([original])
    #expect(report.failures.isEmpty)
    #expect(report.journal.isEmpty)
    #expect(try contents() == ["note.txt": Array("here".utf8)])
  }

  @Test func aReplacedFileIsKeptAndPutBack() throws {
    try folder.write("old", to: "bundle")
    var journal = UndoJournal()
    try journal.recordReplacement(of: folder.filePath("bundle"), keptIn: place.filePath("kept")) {
      try folder.write("new", to: "bundle")
    }
    try journal.write(to: try self.journal)
    let undone = try UndoJournal.undoDrop(recordedIn: try self.journal)
    #expect(undone.restored.count == 1)
    #expect(try folder.read("bundle") == Array("old".utf8))
    #expect(try place.names() == ["kept"])
  }

  @Test func theNextDropLetsGoOfWhatTheLastOneKept() throws {
    try folder.write("old", to: "bundle")
    var journal = UndoJournal()
    try journal.recordReplacement(of: folder.filePath("bundle"), keptIn: place.filePath("kept")) {
      try folder.write("new", to: "bundle")
    }
    try journal.write(to: try self.journal)
    #expect(try place.names().count == 4)
    _ = try FolderDrop(into: folder.filePath()).run([named("a", text, "a")], recordingIn: self.journal)
    #expect(try place.names() == ["kept", "undo.json"])
    try place.write("no journal", to: "undo.json")
    _ = try FolderDrop(into: folder.filePath()).run([named("b", text, "b")], recordingIn: self.journal)
    #expect(try UndoJournal(readingFrom: self.journal).placedPaths.count == 1)
  }

  @Test func anEditThatFailsIsNotRecorded() throws {
    struct Stopped: Error {}
    try folder.write("old", to: "bundle")
    var journal = UndoJournal()
    #expect(throws: Stopped.self) {
      try journal.recordReplacement(of: folder.filePath("bundle"), keptIn: place.filePath("kept")) {
        throw Stopped()
      }
    }
    #expect(journal.isEmpty)
    #expect(try place.names() == ["kept"])
  }

  @Test(arguments: [
    "", "{", "[]", "{\"version\":1}", "{\"version\":3}\n", "{\"version\":2}\n{}\n", "{\"version\":2}\n\n",
    "{\"version\":2}\n{\"made\":{\"_0\":\"/a\",",
  ])
  func whatIsNoJournalIsRefused(text: String) throws {
    try place.write(text, to: "undo.json")
    let error = #expect(throws: DragAndDropError.self) { try UndoJournal.undoDrop(recordedIn: journal) }
    #expect(error?.code == .badJournal)
  }

  @Test func aJournalOfManyPiecesReadsBack() throws {
    let items = (0..<900).map { named("\($0) \(String(repeating: "x", count: 100))", text, "a") }
    let report = try FolderDrop(into: folder.filePath()).run(items, recordingIn: journal)
    #expect(try FileStatus.of(journal).byteCount > 1 << 17)
    #expect(try UndoJournal(readingFrom: journal).placedPaths == report.paths)
    #expect(try UndoJournal.undoDrop(recordedIn: journal).removed.count == 900)
    #expect(try folder.names().isEmpty)
  }

  @Test func aPathThatIsNotTextSurvivesTheJournal() throws {
    let bytes = try folder.filePath().bytes + [0x2F, 0x66, 0xFF]
    let odd = try #require(FilePath(bytes: bytes))
    try Folder.create(odd)
    _ = try FolderDrop(into: odd).run([named("a", text, "a")], recordingIn: journal)
    #expect(try Folder.names(in: odd).count == 1)
    #expect(try UndoJournal.undoDrop(recordedIn: journal).removed.count == 1)
    #expect(try Folder.names(in: odd).isEmpty)
  }

  @Test @MainActor func aViewTakesDropsIntoAFolder() throws {
    let stage = Stage()
    let source = TestSource { _ in
      [provider(text, "slow", after: 40), provider("public.png", "quick")].map { DragItem(itemProvider: $0) }
    }
    var reports: [FolderDropReport] = []
    let delegate = FolderDropDelegate(into: try folder.filePath(), operation: .move, recordingIn: try journal)
    {
      do { reports.append(try $0.get()) } catch { Issue.record("\(error)") }
    }
    let view = View(name: "folder")
    view.addInteraction(DropInteraction(delegate: delegate))
    let end = stage.add(view, to: stage.right, row: 0)
    let drag = try stage.drag(from: stage.source("source", in: stage.left, row: 0, source), to: end)
    // Between applications a move is a copy.
    #expect(drag.operation == .copy)
    #expect(stage.driver.settle())
    #expect(reports.count == 1)
    #expect(reports.first?.paths.map { $0.lastComponent?.string } == ["text.txt", "image.png"])
    #expect(try UndoJournal.undoDrop(recordedIn: journal).removed.count == 2)
    let picky = FolderDropDelegate(into: try folder.filePath(), accepting: ["public.movie"])
    let other = View(name: "movies")
    other.addInteraction(DropInteraction(delegate: picky))
    let refused = try stage.drag(
      from: CGPoint(x: 50, y: 50), to: stage.add(other, to: stage.right, row: 1))
    #expect(refused.operation == .forbidden)
  }
}

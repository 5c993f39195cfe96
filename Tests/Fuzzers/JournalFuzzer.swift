import FolderDrops
import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import ZipArchives

/// The records of drops: the journal, the description, and the number in the folder name of a record.
///
/// The first byte of an input selects one of them. A sealed journal gets a last line with the checksum of its
/// lines, so that a changed line is read as an entry. No drop is undone, because an input may name files
/// outside the test.
struct JournalFuzzer: Fuzzer {
  let material: Material
  private static let journalMark = UInt8(ascii: "j")
  private static let sealedJournalMark = UInt8(ascii: "s")
  private static let descriptionMark = UInt8(ascii: "d")
  private static let numberMark = UInt8(ascii: "n")

  private let folder: TemporaryFolder
  private let history: UndoHistory
  private let record: FilePath
  private let journal: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    history = UndoHistory(in: try Self.path(folder.path("drops")))
    try FileManager.default.createDirectory(atPath: folder.path("into"), withIntermediateDirectories: true)
    try folder.write("old", to: "replaced")
    // A drop that places a file and replaces another one, recorded by the program's own code.
    let made = try history.beginDrop()
    try made.describe(
      DropDescription(
        source: Self.path(folder.path("source")), destination: Self.path(folder.path("into")),
        workingFolder: Self.path(folder.path), itemCount: 2, isMove: true,
        date: Date(timeIntervalSince1970: 1_800_000_000), createdFolders: [Self.path(folder.path("into"))]))
    let replaced = try Self.path(folder.path("replaced"))
    try made.backUp(replaced)
    let item = ItemProvider()
    item.registerDataRepresentation(forTypeIdentifier: "public.plain-text", visibility: .all) {
      $0(Data("text".utf8), nil)
      return nil
    }
    _ = try FolderDrop(into: Self.path(folder.path("into"))).run([item], addingTo: made)
    try made.willReplace(replaced, by: Self.path(folder.path("into")))
    made.finish()
    record = try Self.path(folder.path("drops/1"))
    journal = try folder.read("drops/1/journal")
    let description = try folder.read("drops/1/description")
    material = Material(
      seeds: [
        [Self.journalMark] + journal, [Self.sealedJournalMark] + Self.withoutEnd(journal),
        [Self.descriptionMark] + description,
        [Self.numberMark] + Array("7".utf8), [Self.numberMark] + Array("-1".utf8),
      ],
      words: [
        "{", "}", "[", "]", "null", "\n", "\"made\":", "\"moved\":", "\"replaced\":", "\"_0\":",
        "\"digest\":\"",
        "\"bytes\":[47]", "\"/\"", "\"version\":3", "\"mark\":\"", "1e999", "\\u0000",
      ],
      pairs: [("[", "]"), ("{\"a\":", "}")],
      shapes: [
        GrowingShape("j", repeating: "[", ""), GrowingShape("j", repeating: "\n", ""),
        GrowingShape("s", repeating: "[", ""),
        GrowingShape("d", repeating: "[", ""),
        GrowingShape(
          beginning: [Self.sealedJournalMark] + journal.prefix { $0 != UInt8(ascii: "\n") } + [
            UInt8(ascii: "\n")
          ],
          unit: Array(Self.withoutEnd(journal).drop { $0 != UInt8(ascii: "\n") }.dropFirst())),
      ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    do {
      guard let mark = input.first else { return }
      let rest = Array(input.dropFirst())
      switch mark {
      case Self.descriptionMark: try check(description: rest)
      case Self.sealedJournalMark: try check(journal: Self.sealed(rest))
      case Self.numberMark: try check(number: String(decoding: rest, as: UTF8.self))
      default: try check(journal: rest)
      }
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("rejected with an error of another kind: \(type(of: error)): \(error)")
    }
  }

  /// Checks that a journal is rejected, or has only absolute paths, among them all paths in the list of
  /// drops.
  private func check(journal: [UInt8]) throws {
    try folder.write(journal, to: "drops/1/journal")
    let read: UndoJournal
    do { read = try UndoJournal(readingFrom: Self.path(folder.path("drops/1/journal"))) } catch {
      try Finding.unless(Self.isBadJournal(error), "the journal is rejected with \(error)")
      // The drop is listed as damaged, so that the other drops can still be undone.
      return try Finding.unless(
        history.drops().map(\.damage?.code) == [.badJournal],
        "the drop of a journal that is rejected is not damaged")
    }
    try Finding.unless(
      read.placedPaths.allSatisfy { $0.isAbsolute && !$0.bytes.contains(0) }, "a path is not absolute")
    let drops: [RecordedDrop]
    do { drops = try history.drops() } catch let error as FileSystemError {
      // The journal may contain a path that the system cannot look up.
      return try Finding.unless(error.path != record, "the record is rejected with \(error)")
    }
    try Finding.unless(drops.map(\.number) == [1], "there are the drops \(drops.map(\.number))")
    try Finding.unless(
      Set(drops[0].placed).isSubset(of: read.placedPaths) && drops[0].replaced.allSatisfy(\.isAbsolute),
      "the drop has paths that the journal does not have")
  }

  /// The lines of a journal without its last line.
  private static func withoutEnd(_ journal: [UInt8]) -> [UInt8] {
    Array(journal.dropLast()[...].prefix(through: journal.dropLast().lastIndex(of: UInt8(ascii: "\n")) ?? 0))
  }

  /// The lines, followed by a line with their checksum.
  private static func sealed(_ lines: [UInt8]) -> [UInt8] {
    let lines = lines.last == UInt8(ascii: "\n") ? lines : lines + [UInt8(ascii: "\n")]
    var checksum = CRC32()
    lines.withUnsafeBytes { checksum.update($0) }
    return lines + Array("{\"checksum\":\"\(String(checksum.value, radix: 16))\"}\n".utf8)
  }

  private static func isBadJournal(_ error: any Error) -> Bool {
    (error as? FolderDropError)?.code == .badJournal
  }

  /// Checks that a description is plausible or ignored; undo does not depend on it.
  private func check(description: [UInt8]) throws {
    try folder.write(journal, to: "drops/1/journal")
    try folder.write(description, to: "drops/1/description")
    guard let drop = try history.drops().first else { throw Finding("the drop is not listed") }
    guard let found = drop.description else { return }
    let seconds = found.date.timeIntervalSince1970
    try Finding.unless(
      found.itemCount >= 0 && Int64(exactly: seconds.rounded(.down)) != nil && abs(seconds) < 1e12,
      "a drop of \(found.itemCount) items at \(seconds)")
    try Finding.unless(
      ([found.source, found.destination, found.workingFolder] + found.createdFolders).allSatisfy(
        \.isAbsolute),
      "a path is not absolute")
  }

  /// Checks that a folder of any name among the records is harmless.
  ///
  /// The next drop must get a number or an error that explains why not.
  private func check(number: String) throws {
    try folder.write(journal, to: "drops/1/journal")
    guard let name = FileName(number), name.bytes.count <= 255,
      let place = FilePath(folder.path("drops"))?.appending(name),
      try FileStatus.ifPresent(place) == nil
    else { return }
    try Folder.create(place, permissions: 0o700)
    defer { do { try FileTree.remove(place) } catch { print("could not remove \(place): \(error)") } }
    let before = try Set(Folder.names(in: history.folder))
    let next: DropRecord
    do { next = try history.beginDrop() } catch let error as FolderDropError {
      return try Finding.unless(error.code == .notRecorded, "the drop is rejected with \(error)")
    }
    let new = try Set(Folder.names(in: history.folder)).subtracting(before)
    withExtendedLifetime(next) {}
    try Finding.unless(
      new.count == 1 && new.allSatisfy { $0.string.flatMap(Int.init) ?? 0 > 1 }, "the next drop is in \(new)")
  }

  private static func path(_ text: String) throws -> FilePath {
    guard let path = FilePath(text) else { throw Finding("“\(text)” is not a path") }
    return path
  }
}

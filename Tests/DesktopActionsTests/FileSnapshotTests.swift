import DescribedErrors
import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopActions

/// Files whose contents are offered as they were when they were copied.
@Suite struct FileSnapshotTests {
  private let folder: TemporaryFolder
  private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  init() throws { folder = try TemporaryFolder() }

  /// A snapshot of a file that is too large for a private copy, on a file system that shares no blocks.
  private func snapshot(copyingAtMost limit: UInt64) throws -> FileSnapshot {
    try folder.write(bytes, to: "a.bin")
    let file = try OpenFile.reading(try require(FilePath(folder.path("a.bin"))))
    let place = try require(FilePath(folder.path))
    return try FileSnapshot(
      of: FileContents(of: file, file.status(), spoolingIn: place), in: place, copyingAtMost: limit)
  }

  private func change() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("a.bin")))
    try file.truncate(atOffset: 100_000)
    try file.close()
  }

  @Test func aCopyIsNotAffectedByTheFile() throws {
    let snapshot = try snapshot(copyingAtMost: 1 << 20)
    try change()
    #expect(try snapshot.checkedPieces == nil && snapshot.data() == Data(bytes))
  }

  @Test func aLargeFileIsReadInPieces() throws {
    let pieces = try require(snapshot(copyingAtMost: 1000).checkedPieces?())
    expectEqual(pieces.byteCount, bytes.count)
    try expectEqual(pieces.read(100, 50), Data(bytes[100..<150]))
  }

  @Test func aLargeFileThatHasChangedIsRefusedBeforeAndAfterItsFirstPiece() throws {
    let open = try require(snapshot(copyingAtMost: 1000).checkedPieces)
    let pieces = try require(open())
    _ = try pieces.read(0, 100)
    try change()
    for read in [{ _ = try pieces.read(100, 100) }, { _ = try open() }] as [() throws -> Void] {
      let error = expectThrows(ActionError.self) { try read() }
      expectEqual(error?.code, .changedSinceCopied)
    }
  }
}

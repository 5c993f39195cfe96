import ByteTools
import DragAndDrop
import ItemProviders
package import ProfferFileSystem

/// The record of a drop that is running; ``UndoJournal`` describes what is written when.
///
/// Code that replaces a file or folder calls ``backUp(_:)`` for it, then ``write()``, and directly before the
/// replacement ``willReplace(_:by:)``. The drop ends with ``finish()`` or ``abandon()``. A record that is released
/// without either is that of an interrupted drop, which can be undone.
package final class DropRecord: Sendable {
  private let number: Int
  let place: FilePath
  private let history: UndoHistory
  private let mark = UndoJournal.freshMark()
  private let state: Locked<State>

  private struct State {
    /// The files that are replaced, after all other entries.
    var replaced: [UndoJournal.Replacement] = []
    /// The length of the journal before these entries; nil before the journal is written.
    var placedByteCount: UInt64?
    /// The lock of the record's folder, until the record ends.
    var lock: FileLock?
  }

  init(number: Int, at place: FilePath, lock: FileLock, of history: UndoHistory) {
    self.number = number
    self.place = place
    self.history = history
    state = Locked(State(lock: lock))
  }

  deinit {
    // Without a journal nothing has been changed. If this fails, the next undo removes the folder.
    if state.withLock({ $0.placedByteCount }) == nil { do { try FileTree.remove(place) } catch {} }
  }

  /// Copies a file or folder that will be replaced.
  ///
  /// - Throws: ``FolderDropError`` with code `notRecorded`.
  package func backUp(_ path: FilePath) throws {
    try recording {
      let path = try path.resolvingLinks()
      let before = try FileFingerprint(of: path)
      let name = state.withLock { "kept-\($0.replaced.count + 1)" }
      let backup = place.appending(FileName(known: name))
      try WholeCopy.make(of: path, at: backup)
      guard try FileFingerprint(of: path) == before else {
        throw FolderDropError(.changedSinceDrop, subject: path, "changed while it was copied; try again")
      }
      let replacement = UndoJournal.Replacement(
        path: JournalPath(path), backupName: name, backupFingerprint: try FileFingerprint(of: backup),
        before: before)
      state.withLock { $0.replaced.append(replacement) }
    }
  }

  /// Writes the journal of a drop that only replaces files that are backed up.
  ///
  /// - Throws: ``FolderDropError`` with code `notRecorded`; the caller must not change anything then.
  package func write() throws { try write(placing: []) }

  /// Writes the journal with the files that will be placed and replaced, and brings it to the device.
  ///
  /// - Throws: as ``write()``.
  func write(placing placed: some Sequence<UndoJournal.Entry>) throws {
    try recording {
      let replaced = state.withLock { $0.replaced }
      let byteCount = try UndoJournal.write(
        to: UndoJournal.path(in: place), mark: mark, placed: placed, replaced: replaced)
      state.withLock { $0.placedByteCount = byteCount }
    }
  }

  /// Records the file or folder that is about to replace one that was backed up.
  ///
  /// Call it after ``write()``.
  ///
  /// - Parameter prepared: the temporary path of the finished file or folder.
  /// - Throws: ``FolderDropError`` with code `notRecorded`; the caller must not replace the file then.
  package func willReplace(_ path: FilePath, by prepared: FilePath) throws {
    try recording {
      let path = JournalPath(try path.resolvingLinks())
      let after = try FileFingerprint(of: prepared)
      let (replaced, byteCount) = state.withLock { state in
        for index in state.replaced.indices where state.replaced[index].path == path {
          state.replaced[index].after = after
        }
        return (state.replaced, state.placedByteCount)
      }
      guard let byteCount else { preconditionFailure("a record is written before anything is replaced") }
      try UndoJournal.rewrite(UndoJournal.path(in: place), keeping: byteCount, replaced: replaced)
    }
  }

  /// Ends a drop: it is the last one now, and the records of the oldest drops are removed.
  package func finish() {
    history.removeOldRecords(before: number)
    state.withLock { $0.lock = nil }
  }

  /// Ends a drop that failed: removes the record if nothing was changed, and leaves it for undo otherwise.
  package func abandon() {
    do {
      let isWritten = state.withLock { $0.placedByteCount } != nil
      let entries = try isWritten ? UndoJournal(readingFrom: UndoJournal.path(in: place)).entries : []
      if try entries.allSatisfy(Self.isUntouched) { try UndoJournal.removeRecord(at: place) }
    } catch {
      // A file that cannot be examined may have changed, so the record stays.
    }
    state.withLock { $0.lock = nil }
  }

  /// Whether the change of an entry has not been made.
  private static func isUntouched(_ entry: UndoJournal.Entry) throws -> Bool {
    switch entry {
    case .made(let path, _), .moved(_, _, let path, _):
      try FileStatus.ifPresent(path.path, followingLinks: false) == nil
    case .replaced(let replacement): try FileFingerprint(of: replacement.path.path) == replacement.before
    }
  }

  func recording(_ body: () throws -> Void) throws {
    do { try body() } catch let error as FolderDropError where error.code == .notRecorded {
      throw error
    } catch {
      throw FolderDropError(.notRecorded, "the drop cannot be recorded in \(history.folder)", cause: error)
    }
  }
}

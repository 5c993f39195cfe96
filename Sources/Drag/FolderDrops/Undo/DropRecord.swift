import ByteTools
import DragAndDrop
public import FileSystem
import ItemProviders

/// The record of one drop while it is at work; see ``UndoJournal`` for what is written when.
///
/// What replaces a file or folder calls ``keep(_:)`` for it, then ``write()``, and just before the replacement
/// ``willReplace(_:by:)``. The drop ends with ``finish()`` or ``abandon()``. A record that is released without either
/// is left as that of an interrupted drop, which can be taken back.
public final class DropRecord: Sendable {
  private let number: Int
  private let place: FilePath
  private let history: UndoHistory
  private let mark = UndoJournal.freshMark()
  private let state: Locked<State>

  private struct State {
    /// What is replaced after all else.
    var replaced: [UndoJournal.Replacement] = []
    /// How many bytes of the journal come before that; nil while there is no journal.
    var placedByteCount: UInt64?
    /// Held until the record ends.
    var lock: FileLock?
  }

  init(number: Int, at place: FilePath, lock: FileLock, of history: UndoHistory) {
    self.number = number
    self.place = place
    self.history = history
    state = Locked(State(lock: lock))
  }

  deinit {
    // Nothing has been done without a journal, and the next undo removes the folder if this does not.
    if state.withLock({ $0.placedByteCount }) == nil { do { try FileTree.remove(place) } catch {} }
  }

  /// Keeps a copy of a file or folder that is going to be replaced.
  ///
  /// - Throws: ``FolderDropError`` with code `notRecorded`.
  public func keep(_ path: FilePath) throws {
    try recording {
      let path = try path.resolvingLinks()
      let before = try FileFingerprint(of: path)
      let name = state.withLock { "kept-\($0.replaced.count + 1)" }
      let kept = place.appending(FileName(known: name))
      try WholeCopy.make(of: path, at: kept)
      guard try FileFingerprint(of: path) == before else {
        throw FolderDropError(.changedSinceDrop, subject: path, "changed while it was copied; try again")
      }
      let replacement = UndoJournal.Replacement(
        path: JournalPath(path), kept: name, keptFingerprint: try FileFingerprint(of: kept), before: before)
      state.withLock { $0.replaced.append(replacement) }
    }
  }

  /// Brings the record of a drop that only replaces what was kept to the device.
  ///
  /// - Throws: ``FolderDropError`` with code `notRecorded`; then nothing must be changed.
  public func write() throws { try write(placing: []) }

  /// Brings to the device what is going to be placed, instead of what was said of that before, and what is replaced
  /// then.
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

  /// Notes what is about to take the place of a file or folder that was kept, after the record was written.
  ///
  /// - Parameter prepared: where the finished new file or folder is now.
  /// - Throws: ``FolderDropError`` with code `notRecorded`; then it must not be replaced.
  public func willReplace(_ path: FilePath, by prepared: FilePath) throws {
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

  /// Ends the record of a drop that is done: it is the last one now, and the records of earlier ones go.
  public func finish() {
    history.removeRecords(before: number)
    state.withLock { $0.lock = nil }
  }

  /// Ends the record of a drop that did not come to its end: where nothing was changed it goes, and otherwise it stays
  /// for undo.
  public func abandon() {
    do {
      let isWritten = state.withLock { $0.placedByteCount } != nil
      let entries = try isWritten ? UndoJournal(readingFrom: UndoJournal.path(in: place)).entries : []
      if try entries.allSatisfy(Self.isUntouched) { try UndoJournal.removeRecord(at: place) }
    } catch {
      // What cannot be looked at may have changed, so that the record stays.
    }
    state.withLock { $0.lock = nil }
  }

  /// Whether what an entry speaks of has not happened.
  private static func isUntouched(_ entry: UndoJournal.Entry) throws -> Bool {
    switch entry {
    case .made(let path, _), .moved(_, _, let path, _):
      try FileStatus.ifPresent(path.path, followingLinks: false) == nil
    case .replaced(let replacement): try FileFingerprint(of: replacement.path.path) == replacement.before
    }
  }

  private func recording(_ body: () throws -> Void) throws {
    do { try body() } catch let error as FolderDropError where error.code == .notRecorded {
      throw error
    } catch {
      throw FolderDropError(.notRecorded, "the drop cannot be recorded in \(history.folder)", cause: error)
    }
  }
}

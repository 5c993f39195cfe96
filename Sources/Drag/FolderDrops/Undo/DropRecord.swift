import ByteTools
import DragAndDrop
import ItemProviders
package import ProfferFileSystem

/// The record of a running drop; see ``UndoJournal`` for the order in which the record is written.
///
/// To replace a file or folder, call ``backUp(_:opened:)``, then ``write()``. Directly before the
/// replacement, call ``willReplace(_:by:)``. End the drop with ``finish()``, ``abandon()`` or ``takeBack()``.
/// If a record is released without any of these three calls, its drop counts as interrupted and can be
/// undone.
package final class DropRecord: Sendable {
  private let number: Int
  let place: FilePath
  private let history: UndoHistory
  private let mark = UndoJournal.freshMark()
  private let state: Locked<State>

  private struct State {
    /// The files that are replaced; in the journal, their entries follow all other entries.
    var replaced: [UndoJournal.Replacement] = []
    /// The states of the finished replacement files, before they are renamed.
    var prepared: [FilePath: FileState] = [:]
    /// The part of the journal before the entries of replaced files; nil before the journal is written.
    var placed: UndoJournal.Beginning?
    /// The states of placed files after they were renamed.
    var settled: [FileState] = []
    /// The lock on the record's folder, held until the record ends.
    var lock: FileLock?
  }

  init(number: Int, at place: FilePath, lock: FileLock, of history: UndoHistory) {
    self.number = number
    self.place = place
    self.history = history
    state = Locked(State(lock: lock))
  }

  deinit {
    // Without a journal, the drop has changed nothing, so the record's folder is removed. If the removal
    // fails, the next undo removes the folder.
    if state.withLock({ $0.placed }) == nil { do { try FileTree.remove(place) } catch {} }
  }

  /// Copies a file or folder that will be replaced.
  ///
  /// The state of the file is compared before and after copying. This ensures that the copied file is the
  /// file that the drop has opened.
  ///
  /// - Parameters:
  ///   - path: the file; a link is followed.
  ///   - opened: the state of the file before the drop opened the file; nil if there was no file.
  /// - Throws: ``FolderDropError`` with code `changedSinceDrop` if the file has been replaced or changed
  ///   since it was opened, and `notRecorded` if the file cannot be copied.
  package func backUp(_ path: FilePath, opened: FileState?) throws {
    try recording {
      let path = try path.resolvingLinks()
      func requireOpened() throws {
        if try FileState.ifPresent(path) == opened { return }
        throw FolderDropError(
          .changedSinceDrop, subject: path,
          "was changed by another program, so nothing was dropped; try again")
      }
      try requireOpened()
      let name = state.withLock { "\(UndoJournal.backupPrefix)\($0.replaced.count + 1)" }
      let backup = place.appending(FileName(known: name))
      do {
        try WholeCopy.make(of: path, at: backup)
      } catch {
        // If the folder was replaced during copying, the replacement is reported instead of a missing file.
        try requireOpened()
        throw error
      }
      let fingerprint = try FileFingerprint(of: backup)
      try requireOpened()
      guard let opened else { preconditionFailure("a state was compared with nothing") }
      let replacement = UndoJournal.Replacement(
        path: JournalPath(path), backupName: name, backupFingerprint: fingerprint,
        before: FileFingerprint(opened, fingerprint.contents))
      state.withLock { $0.replaced.append(replacement) }
    }
  }

  /// Copies the current state of a file or folder that will be replaced.
  ///
  /// - Throws: the errors of ``backUp(_:opened:)``.
  package func backUp(_ path: FilePath) throws { try backUp(path, opened: FileState.ifPresent(path)) }

  /// Writes the journal of a drop that only replaces backed-up files.
  ///
  /// - Throws: ``FolderDropError`` with code `notRecorded`; the caller must then not change any file.
  package func write() throws { try write(placing: []) }

  /// Writes the journal with the files that will be placed and replaced, and flushes the journal to disk.
  ///
  /// - Throws: the errors of ``write()``.
  func write(placing placed: some Sequence<UndoJournal.Entry>) throws {
    try recording {
      let replaced = state.withLock { $0.replaced }
      let beginning = try UndoJournal.write(
        to: UndoJournal.path(in: place), mark: mark, placed: placed, replaced: replaced)
      state.withLock { $0.placed = beginning }
    }
  }

  /// Records the new file or folder that is about to replace a backed-up file or folder.
  ///
  /// Call this method after ``write()``.
  ///
  /// - Parameter prepared: the temporary path of the finished file or folder.
  /// - Throws: ``FolderDropError`` with code `changedSinceDrop` if the file has changed since it was backed
  ///   up, and `notRecorded` if the journal cannot be written. In both cases, the caller must not replace the
  ///   file.
  package func willReplace(_ path: FilePath, by prepared: FilePath) throws {
    try recording {
      let path = JournalPath(try path.resolvingLinks())
      let finished = try FileState(of: prepared)
      let after = try FileFingerprint(of: prepared)
      let now = try FileState(of: path.path)
      let (replaced, beginning) = try state.withLock { state in
        for index in state.replaced.indices where state.replaced[index].path == path {
          guard state.replaced[index].before.isState(now) else {
            throw FolderDropError(
              .changedSinceDrop, subject: path.path,
              "was changed by another program, so it was left unchanged")
          }
          state.replaced[index].after = after
        }
        state.prepared[path.path] = finished
        return (state.replaced, state.placed)
      }
      guard let beginning else { preconditionFailure("a record is written before anything is replaced") }
      try UndoJournal.rewrite(UndoJournal.path(in: place), keeping: beginning, replaced: replaced)
    }
  }

  /// Records the state of a placed file after renaming, so that undo does not need to read the file.
  ///
  /// - Parameter fingerprint: the fingerprint before renaming. If the file has changed since then, its state
  ///   is not recorded, and undo reads the file.
  func settle(_ path: FilePath, _ fingerprint: FileFingerprint) {
    do {
      // If the file is edited after this moment, its time of change is later, and its state is not recorded.
      let renamed = FileTime.now
      let status = try FileStatus.of(path, followingLinks: false)
      guard status.kind == .regular, status.change < renamed else { return }
      settle(try FileState(of: path), fingerprint.hasTimes)
    } catch {
      // Without a recorded state, undo reads the file.
    }
  }

  private func settle(_ settled: FileState, _ hasTimes: (FileState) -> Bool) {
    if hasTimes(settled) { state.withLock { $0.settled.append(settled) } }
  }

  /// Ends a drop, which becomes the last drop of the history, and removes the records of the oldest drops.
  package func finish() {
    for (path, finished) in state.withLock({ $0.prepared }) {
      do { settle(try FileState(of: path)) { $0.times == finished.times } } catch {
        // Without a recorded state, undo reads the file.
      }
    }
    SettledFiles.write(state.withLock { $0.settled }, in: place)
    history.removeOldRecords(before: number)
    state.withLock { $0.lock = nil }
  }

  /// Ends a failed drop.
  ///
  /// The record is removed if the drop changed nothing. Otherwise, the record is kept for undo.
  ///
  /// - Returns: `true` if the record was kept.
  @discardableResult
  package func abandon() -> Bool {
    defer { state.withLock { $0.lock = nil } }
    do {
      let isWritten = state.withLock { $0.placed } != nil
      let entries = try isWritten ? UndoJournal(readingFrom: UndoJournal.path(in: place)).entries : []
      guard try entries.allSatisfy(Self.isUntouched) else { return true }
      DropRecord.removeCreatedFolders(of: DropRecord.description(in: place))
      try UndoJournal.removeRecord(at: place)
      return false
    } catch {
      // A file that cannot be examined may have changed, so the record is kept.
      return true
    }
  }

  /// Ends a failed drop, undoes its changes, and removes the record.
  ///
  /// If a move failed before its source changed, all of its changes are undone. Repeating the move then
  /// creates no duplicates.
  ///
  /// - Returns: `true` if some changes could not be undone; the record is then kept.
  package func takeBack() -> Bool {
    defer { state.withLock { $0.lock = nil } }
    do {
      guard state.withLock({ $0.placed }) != nil else {
        DropRecord.removeCreatedFolders(of: DropRecord.description(in: place))
        try UndoJournal.removeRecord(at: place)
        return false
      }
      let (report, _) = try UndoJournal.undoDrop(
        recordedIn: place, keepingChanged: false, checksums: { _ in [] })
      return !report.isEnded
    } catch {
      return true
    }
  }

  /// Returns whether the change of an entry has not been made.
  private static func isUntouched(_ entry: UndoJournal.Entry) throws -> Bool {
    switch entry {
    case .made(let path, _), .moved(_, _, let path, _):
      try FileStatus.ifPresent(path.path, followingLinks: false) == nil
    case .replaced(let replacement): try replacement.before.describes(replacement.path.path)
    }
  }

  /// Calls a function, and converts its errors to ``FolderDropError`` with code `notRecorded` or
  /// `changedSinceDrop`.
  func recording(_ body: () throws -> Void) throws {
    do { try body() } catch let error as FolderDropError
      where error.code == .notRecorded || error.code == .changedSinceDrop
    {
      throw error
    } catch {
      throw FolderDropError(.notRecorded, "the drop cannot be recorded in \(history.folder)", cause: error)
    }
  }
}

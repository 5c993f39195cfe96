import ByteTools
import DragAndDrop
import ItemProviders
package import ProfferFileSystem

/// The record of a drop that is running; ``UndoJournal`` describes what is written when.
///
/// Code that replaces a file or folder calls ``backUp(_:opened:)`` for it, then ``write()``, and directly before the
/// replacement ``willReplace(_:by:)``. The drop ends with ``finish()``, ``abandon()`` or ``takeBack()``. A drop whose
/// record is released without any of them counts as interrupted and can be undone.
package final class DropRecord: Sendable {
  private let number: Int
  let place: FilePath
  private let history: UndoHistory
  private let mark = UndoJournal.freshMark()
  private let state: Locked<State>

  private struct State {
    /// The files that are replaced, after all other entries.
    var replaced: [UndoJournal.Replacement] = []
    /// The finished files that replace others, before they are renamed.
    var prepared: [FilePath: FileState] = [:]
    /// The part of the journal before the entries of replaced files; nil before the journal is written.
    var placed: UndoJournal.Beginning?
    /// The states of placed files after they were renamed.
    var settled: [FileState] = []
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
    if state.withLock({ $0.placed }) == nil { do { try FileTree.remove(place) } catch {} }
  }

  /// Copies a file or folder that will be replaced.
  ///
  /// Comparing the state before and after copying makes sure that the copy is of the file that the drop has opened.
  ///
  /// - Parameters:
  ///   - path: the file; a link there is followed.
  ///   - opened: the state that it had before the drop opened it; nil if nothing was there.
  /// - Throws: ``FolderDropError`` with code `changedSinceDrop` if the file is not the one that was opened, or has
  ///   changed since, and `notRecorded` if it cannot be copied.
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
        // A folder that was replaced while it was copied is the reason, not the file in it that is missing.
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

  /// Copies a file or folder that will be replaced, as it is now.
  ///
  /// - Throws: as ``backUp(_:opened:)``.
  package func backUp(_ path: FilePath) throws { try backUp(path, opened: FileState.ifPresent(path)) }

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
      let beginning = try UndoJournal.write(
        to: UndoJournal.path(in: place), mark: mark, placed: placed, replaced: replaced)
      state.withLock { $0.placed = beginning }
    }
  }

  /// Records the file or folder that is about to replace one that was backed up.
  ///
  /// Call it after ``write()``.
  ///
  /// - Parameter prepared: the temporary path of the finished file or folder.
  /// - Throws: ``FolderDropError`` with code `changedSinceDrop` if the file has changed since it was backed up, and
  ///   `notRecorded`; the caller must not replace the file then.
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
              "was changed by another program, so it was left as it is")
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

  /// Records the state of a placed file after it was renamed, so that undo need not read it.
  ///
  /// - Parameter fingerprint: the fingerprint before renaming. If the file has changed since, its state is
  ///   not recorded, and undo reads the file.
  func settle(_ path: FilePath, _ fingerprint: FileFingerprint) {
    do {
      // An edit between renaming the file and examining it sets a later time of change.
      let renamed = FileTime.now
      let status = try FileStatus.of(path, followingLinks: false)
      guard status.kind == .regular, status.change < renamed else { return }
      settle(try FileState(of: path), fingerprint.hasTimes)
    } catch {
      // Undo reads the file instead.
    }
  }

  private func settle(_ settled: FileState, _ hasTimes: (FileState) -> Bool) {
    if hasTimes(settled) { state.withLock { $0.settled.append(settled) } }
  }

  /// Ends a drop: it is the last one now, and the records of the oldest drops are removed.
  package func finish() {
    for (path, finished) in state.withLock({ $0.prepared }) {
      do { settle(try FileState(of: path)) { $0.times == finished.times } } catch {
        // Undo reads the file instead.
      }
    }
    SettledFiles.write(state.withLock { $0.settled }, in: place)
    history.removeOldRecords(before: number)
    state.withLock { $0.lock = nil }
  }

  /// Ends a drop that failed: removes the record if nothing was changed, and leaves it for undo otherwise.
  ///
  /// - Returns: whether the record was left.
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
      // A file that cannot be examined may have changed, so the record stays.
      return true
    }
  }

  /// Ends a drop that failed: undoes what it has done, and removes the record.
  ///
  /// If the move failed before its source changed, nothing is left of it, and repeating it delivers nothing twice.
  ///
  /// - Returns: whether anything is left of the drop. If so, the record stays as well.
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

  /// Whether the change of an entry has not been made.
  private static func isUntouched(_ entry: UndoJournal.Entry) throws -> Bool {
    switch entry {
    case .made(let path, _), .moved(_, _, let path, _):
      try FileStatus.ifPresent(path.path, followingLinks: false) == nil
    case .replaced(let replacement): try replacement.before.describes(replacement.path.path)
    }
  }

  /// Calls a function, and turns its errors into errors of the record.
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

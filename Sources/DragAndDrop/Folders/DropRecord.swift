public import FileSystem
import ItemProviders

/// The record of one drop while it is at work; see ``UndoJournal`` for what is written when.
///
/// What replaces a file or folder calls ``keep(_:)`` for it, then ``write()``, and just before the replacement
/// ``willReplace(_:by:)``. The drop ends with ``finish()`` or ``abandon()``. A record that is released without either is
/// left as that of an interrupted drop, which can be taken back.
public final class DropRecord: Sendable {
  private let number: Int
  private let place: FilePath
  private let history: UndoHistory
  /// The lock is held until the record ends.
  private let state: Locked<(journal: UndoJournal, isWritten: Bool, lock: FileLock?)>

  init(number: Int, at place: FilePath, lock: FileLock, of history: UndoHistory) {
    self.number = number
    self.place = place
    self.history = history
    state = Locked((UndoJournal(), false, lock))
  }

  deinit {
    // Nothing has been done without a journal, and the next undo removes the folder if this does not.
    if !state.withLock({ $0.isWritten }) { do { try FileTree.remove(place) } catch {} }
  }

  /// Keeps a copy of a file or folder that is going to be replaced.
  ///
  /// - Throws: ``DragAndDropError`` with code `notRecorded`.
  public func keep(_ path: FilePath) throws {
    try recording {
      let path = try path.resolvingLinks()
      let before = try FileFingerprint(of: path)
      let name = state.withLock { "kept-\($0.journal.entries.count + 1)" }
      let kept = place.appending(FileName(known: name))
      try WholeCopy.make(of: path, at: kept)
      guard try FileFingerprint(of: path) == before else {
        throw DragAndDropError(.changedSinceDrop, "\(path) changed while it was copied; try again")
      }
      let replacement = UndoJournal.Replacement(
        path: JournalPath(path), kept: name, keptFingerprint: try FileFingerprint(of: kept), before: before)
      state.withLock { $0.journal.entries.append(.replaced(replacement)) }
    }
  }

  /// Brings what is known until now to the device.
  ///
  /// - Throws: ``DragAndDropError`` with code `notRecorded`; then nothing must be changed.
  public func write() throws {
    try recording {
      let journal = state.withLock { $0.journal }
      try journal.write(to: UndoJournal.path(in: place))
      state.withLock { $0.isWritten = true }
    }
  }

  /// Notes what is about to take the place of a file or folder that was kept.
  ///
  /// - Parameter prepared: where the finished new file or folder is now.
  /// - Throws: ``DragAndDropError`` with code `notRecorded`; then it must not be replaced.
  public func willReplace(_ path: FilePath, by prepared: FilePath) throws {
    try recording {
      let path = JournalPath(try path.resolvingLinks())
      let after = try FileFingerprint(of: prepared)
      state.withLock { state in
        for (index, entry) in state.journal.entries.enumerated() {
          guard case .replaced(var replacement) = entry, replacement.path == path else { continue }
          replacement.after = after
          state.journal.entries[index] = .replaced(replacement)
        }
      }
    }
    try write()
  }

  /// Takes down what is going to be placed, instead of what was said of that before.
  func write(placing placed: [UndoJournal.Entry]) throws {
    state.withLock { state in
      state.journal.entries.removeAll { if case .replaced = $0 { false } else { true } }
      // What is replaced comes after what is placed, and is taken back before it.
      state.journal.entries.insert(contentsOf: placed, at: 0)
    }
    try write()
  }

  /// Ends the record of a drop that is done: it is the last one now, and the records of earlier ones go.
  public func finish() {
    history.removeRecords(before: number)
    state.withLock { $0.lock = nil }
  }

  /// Ends the record of a drop that did not come to its end: where nothing was changed it goes, and otherwise it stays
  /// for undo.
  public func abandon() {
    let journal = state.withLock { $0.journal }
    do {
      if try journal.entries.allSatisfy(Self.isUntouched) { try UndoJournal.removeRecord(at: place) }
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
    do { try body() } catch let error as DragAndDropError where error.code == .notRecorded {
      throw error
    } catch {
      throw DragAndDropError(.notRecorded, "the drop cannot be recorded in \(history.folder)", cause: error)
    }
  }
}

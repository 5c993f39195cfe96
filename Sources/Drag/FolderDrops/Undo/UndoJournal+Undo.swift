public import FileSystem

/// What taking back a drop did.
public struct UndoReport: Sendable {
  /// Files and folders that the drop had made, and that are gone now.
  public internal(set) var removed: [FilePath] = []
  /// Files and folders that the drop had moved or replaced, and that are as they were.
  public internal(set) var restored: [FilePath] = []
  /// What could not be taken back, with the reason; it stays in the record.
  public internal(set) var problems: [(path: FilePath, error: any Error)] = []

  /// Whether there was nothing to take back.
  public var isEmpty: Bool { removed.isEmpty && restored.isEmpty && problems.isEmpty }
}

extension UndoJournal {
  /// Takes back the drop whose record is in a folder, and removes the record; what could not be taken back stays in it.
  ///
  /// - Throws: when the journal cannot be read or written.
  static func undoDrop(recordedIn place: FilePath) throws -> UndoReport {
    var journal = try UndoJournal(readingFrom: path(in: place))
    let count = journal.entries.count
    let report = journal.undo(keptIn: place)
    if journal.isEmpty {
      try removeRecord(at: place)
    } else if journal.entries.count < count {
      try journal.write(to: path(in: place))
    }
    return report
  }

  /// Takes everything back, what was done last first.
  ///
  /// A file that has changed since is left where it is. A file that is gone already needs nothing.
  ///
  /// - Parameter place: where the copies of replaced files are.
  private mutating func undo(keptIn place: FilePath) -> UndoReport {
    var report = UndoReport()
    var left: [Entry] = []
    var obstacle: FilePath?
    for entry in entries.reversed() {
      do {
        if let obstacle {
          throw FolderDropError(
            .changedSinceDrop, subject: entry.path,
            "was left as it is: what it holds may be missing from \(obstacle)")
        }
        try takeBack(entry, keptIn: place, &report)
      } catch {
        left.append(entry)
        report.problems.append((entry.path, error))
        if case .replaced = entry, obstacle == nil { obstacle = entry.path }
      }
    }
    entries = left.reversed()
    return report
  }

  private func takeBack(_ entry: Entry, keptIn place: FilePath, _ report: inout UndoReport) throws {
    switch entry {
    case .made(let path, let fingerprint):
      if try remove(path.path, fingerprint) { report.removed.append(path.path) }
    case .moved(let from, let original, let to, let fingerprint):
      try moveBack(from: from.path, original, to: to.path, fingerprint, &report)
    case .replaced(let replacement):
      if try restore(replacement, keptIn: place) { report.restored.append(replacement.path.path) }
    }
  }

  /// Removes what the drop placed.
  ///
  /// - Returns: whether there was anything to remove.
  private func remove(_ path: FilePath, _ fingerprint: FileFingerprint) throws -> Bool {
    let status = try FileStatus.ifPresent(path, followingLinks: false)
    if status != nil { try Self.requireUnchanged(path, fingerprint) }
    if let status, status.kind != .folder {
      try FileTree.removeFile(path)
      return true
    }
    return try FileTree.removeAside(path, mark: "undo-\(mark)-\(FNVHash.digest(of: path.bytes))")
  }

  private func moveBack(
    from: FilePath, _ original: FileFingerprint, to: FilePath, _ fingerprint: FileFingerprint,
    _ report: inout UndoReport
  ) throws {
    let source = try FileStatus.ifPresent(from, followingLinks: false)
    let isUntouched = try source != nil && FileFingerprint(of: from) == original
    guard try FileStatus.ifPresent(to, followingLinks: false) != nil else {
      // It had not been moved yet, or has been moved back.
      if isUntouched { return }
      throw FolderDropError(.changedSinceDrop, subject: to, "is gone, so it cannot be moved back to \(from)")
    }
    try Self.requireUnchanged(to, fingerprint)
    // Between devices the original stays until its copy is whole; an undo between devices leaves a copy of the copy.
    if try source != nil && (isUntouched || WholeCopy.isEqual(from, to)) {
      if try remove(to, fingerprint) { report.removed.append(to) }
    } else {
      try FileMove.run(from: to, to: from)
      report.restored.append(from)
    }
  }

  /// Puts a replaced file or folder back.
  ///
  /// - Returns: whether it was not as before already.
  private func restore(_ replacement: Replacement, keptIn place: FilePath) throws -> Bool {
    let path = replacement.path.path
    guard let name = FileName(replacement.kept) else {
      throw FolderDropError(.badJournal, "the record of the drop in \(place) names no copy of \(path)")
    }
    let kept = place.appending(name)
    if try FileStatus.ifPresent(path, followingLinks: false) != nil {
      // Held while it is put back: who is changing it loses nothing.
      let lock = try Self.locking(path)
      defer { withExtendedLifetime(lock) {} }
      let now = try FileFingerprint(of: path)
      if now == replacement.before { return false }
      if now != replacement.after {
        // An undo that was interrupted may have put it back.
        if try WholeCopy.isEqual(path, kept) { return false }
        throw FolderDropError(
          .changedSinceDrop, subject: path, "has changed since the drop, so it was left as it is")
      }
      try putBack(replacement, from: kept)
    } else {
      try putBack(replacement, from: kept)
    }
    return true
  }

  private func putBack(_ replacement: Replacement, from kept: FilePath) throws {
    let path = replacement.path.path
    guard try FileFingerprint(of: kept) == replacement.keptFingerprint else {
      throw FolderDropError(
        .changedSinceDrop, "the copy of \(path) that was kept in \(kept) has changed, so it was not put back")
    }
    try WholeCopy.make(of: kept, at: path)
    guard try WholeCopy.isEqual(path, kept) else {
      throw FolderDropError(.changedSinceDrop, subject: path, "changed while it was put back from \(kept)")
    }
  }

  private static func locking(_ path: FilePath) throws -> FileLock {
    let locking = Result { () throws(FileSystemError) in try FileLock(path) }
    if case .failure(let error) = locking, error.code == .busy {
      throw FolderDropError(
        .folderInUse, "another program is changing \(path) just now; try again when it is done", cause: error)
    }
    return try locking.get()
  }

  private static func requireUnchanged(_ path: FilePath, _ fingerprint: FileFingerprint) throws {
    if try FileFingerprint(of: path) != fingerprint {
      throw FolderDropError(
        .changedSinceDrop, subject: path, "has changed since the drop, so it was left as it is")
    }
  }
}

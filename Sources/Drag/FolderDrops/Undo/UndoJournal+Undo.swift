public import ProfferFileSystem

/// The result of the undo of a drop.
public struct UndoReport: Sendable {
  /// Files and folders that the drop created, and that were removed.
  public internal(set) var removed: [FilePath] = []
  /// Files and folders that the drop moved or replaced, and that were restored.
  public internal(set) var restored: [FilePath] = []
  /// The paths of entries that could not be undone, and the errors; the entries stay in the record.
  public internal(set) var problems: [(path: FilePath, error: any Error)] = []
  /// Restored files, with the fingerprints of the file before the drop and of its restored copy.
  var renewed: [RenewedFile] = []

  struct RenewedFile: Sendable {
    let path: FilePath
    let before: FileFingerprint
    let now: FileFingerprint
  }

  /// Whether there was nothing to undo.
  public var isEmpty: Bool { removed.isEmpty && restored.isEmpty && problems.isEmpty }
}

extension UndoJournal {
  /// Undoes the drop whose record is in a folder, and removes the record unless some entries cannot be undone.
  ///
  /// - Throws: if the journal cannot be read or written.
  static func undoDrop(recordedIn place: FilePath) throws -> UndoReport {
    var journal = try UndoJournal(readingFrom: path(in: place))
    let count = journal.entries.count
    var report = journal.undo(backupsIn: place)
    if journal.isEmpty {
      for folder in (DropRecord.description(in: place)?.createdFolders ?? []).reversed()
      where removeIfEmpty(folder) { report.removed.append(folder) }
      try removeRecord(at: place)
    } else if journal.entries.count < count {
      try journal.write(to: path(in: place))
    }
    return report
  }

  /// Removes a folder that the drop created, unless something is in it.
  private static func removeIfEmpty(_ folder: FilePath) -> Bool {
    do {
      guard try FileStatus.ifPresent(folder, followingLinks: false)?.kind == .folder else { return false }
      try FileTree.removeEmptyFolder(folder)
      return true
    } catch {
      // It has other contents now, or belongs to a part of the system that cannot be changed.
      return false
    }
  }

  /// Undoes all entries, the last one first, and keeps those that cannot be undone.
  ///
  /// - Parameter place: the folder of the backups.
  private mutating func undo(backupsIn place: FilePath) -> UndoReport {
    var report = UndoReport()
    var left: [Entry] = []
    var obstacle: FilePath?
    for entry in entries.reversed() {
      do {
        if let obstacle {
          throw FolderDropError(
            .changedSinceDrop, subject: entry.path,
            "was left as it is: its contents may be missing from \(obstacle)")
        }
        try undo(entry, backupsIn: place, &report)
      } catch {
        left.append(entry)
        report.problems.append((entry.path, error))
        if case .replaced = entry, obstacle == nil { obstacle = entry.path }
      }
    }
    entries = left.reversed()
    return report
  }

  private func undo(_ entry: Entry, backupsIn place: FilePath, _ report: inout UndoReport) throws {
    switch entry {
    case .made(let path, let fingerprint):
      if try remove(path.path, fingerprint) { report.removed.append(path.path) }
    case .moved(let from, let original, let to, let fingerprint):
      try moveBack(from: from.path, original, to: to.path, fingerprint, &report)
    case .replaced(let replacement):
      if try restore(replacement, backupsIn: place) {
        let path = replacement.path.path
        report.restored.append(path)
        report.renewed.append(
          UndoReport.RenewedFile(path: path, before: replacement.before, now: try FileFingerprint(of: path)))
      }
    }
  }

  /// Removes a file or folder that the drop placed.
  ///
  /// - Returns: whether it existed.
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
      // It has not been moved, or an earlier undo has moved it back.
      if isUntouched { return }
      throw FolderDropError(
        .changedSinceDrop, subject: to, "no longer exists, so it cannot be moved back to \(from)")
    }
    try Self.requireUnchanged(to, fingerprint)
    // Between devices, both the original and the copy can exist: after an interrupted drop, or an interrupted undo.
    if try source != nil && (isUntouched || WholeCopy.isEqual(from, to)) {
      if try remove(to, fingerprint) { report.removed.append(to) }
    } else {
      try FileMove.run(from: to, to: from)
      report.restored.append(from)
    }
  }

  /// Restores a replaced file or folder from its backup.
  ///
  /// - Returns: whether it had to be restored.
  private func restore(_ replacement: Replacement, backupsIn place: FilePath) throws -> Bool {
    let path = replacement.path.path
    guard let name = FileName(replacement.backupName) else {
      throw FolderDropError(.badJournal, "the record of the drop in \(place) does not name a copy of \(path)")
    }
    let backup = place.appending(name)
    if try FileStatus.ifPresent(path, followingLinks: false) != nil {
      // Locked until it is restored, so that no change of another program is lost.
      let lock = try Self.locking(path)
      defer { withExtendedLifetime(lock) {} }
      let now = try FileFingerprint(of: path)
      if now == replacement.before { return false }
      if now != replacement.after {
        // An interrupted undo may have restored it.
        if try WholeCopy.isEqual(path, backup) { return false }
        throw FolderDropError(
          .changedSinceDrop, subject: path, "has changed since the drop, so it was left as it is")
      }
      try restore(replacement, from: backup)
    } else {
      try restore(replacement, from: backup)
    }
    return true
  }

  private func restore(_ replacement: Replacement, from backup: FilePath) throws {
    let path = replacement.path.path
    guard try FileFingerprint(of: backup) == replacement.backupFingerprint else {
      throw FolderDropError(
        .changedSinceDrop,
        "the backup of \(path) in \(backup) has changed, so it was not restored")
    }
    try WholeCopy.make(of: backup, at: path)
    guard try WholeCopy.isEqual(path, backup) else {
      throw FolderDropError(.changedSinceDrop, subject: path, "changed while it was restored from \(backup)")
    }
  }

  private static func locking(_ path: FilePath) throws -> FileLock {
    let locking = Result { () throws(FileSystemError) in try FileLock(path) }
    if case .failure(let error) = locking, error.code == .busy {
      throw FolderDropError(
        .folderInUse, "another program is changing \(path); try again when it has finished", cause: error)
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

public import ProfferFileSystem

/// The result of undoing a drop.
public struct UndoReport: Sendable {
  /// The files and folders that undo removed; the drop had created these files and folders.
  public internal(set) var removed: [FilePath] = []
  /// The files and folders that undo restored; the drop had moved or replaced these files and folders.
  public internal(set) var restored: [FilePath] = []
  /// The paths of entries that could not be undone, and the errors.
  public internal(set) var problems: [(path: FilePath, error: any Error)] = []
  /// Whether the record of the drop was removed from the history.
  ///
  /// The record is removed if everything was undone, or if changed files were to be kept.
  public internal(set) var isEnded = true
  /// The folder with the backups of replaced files that have changed; nil if no backups were kept.
  public internal(set) var keptBackups: FilePath?
  /// The restored files, with the fingerprints of the file before the drop and of its restored copy.
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
  /// Undoes a drop, and removes its record if all entries were undone.
  ///
  /// - Parameters:
  ///   - keepingChanged: whether the undo is complete if only entries with changed files remain.
  ///   - checksums: returns the checksums of the files in a bundle; see
  ///     ``UndoHistory/undo(_:keepingChanged:checksums:)``.
  /// - Returns: the report, and whether the record still has backups that must be kept. In that case, the
  ///   caller must move the record.
  /// - Throws: an error if the journal cannot be read or written.
  static func undoDrop(
    recordedIn place: FilePath, keepingChanged: Bool, checksums: @escaping (FilePath) -> Set<FileChecksum>
  ) throws -> (report: UndoReport, holdsBackups: Bool) {
    UnfinishedFiles.sweep(place)
    var journal = try UndoJournal(readingFrom: path(in: place))
    let description = DropRecord.description(in: place)
    journal.sweepFolders(of: description)
    let count = journal.entries.count
    let evidence = try Evidence(of: description, in: place, checksums)
    var report = journal.undo(evidence)
    let isKept = keepingChanged && report.problems.allSatisfy { isChange($0.error) }
    if journal.isEmpty || isKept {
      report.removed += DropRecord.removeCreatedFolders(of: description)
    }
    if journal.isEmpty || isKept && journal.replacedPaths.isEmpty {
      try removeRecord(at: place)
    } else {
      if journal.entries.count < count { try journal.write(to: path(in: place)) }
      report.isEnded = false
    }
    return (report, isKept && !report.isEnded)
  }

  /// Returns the report that ``undoDrop(recordedIn:keepingChanged:checksums:)`` would return now; changes
  /// nothing.
  func rehearsal(
    backupsIn place: FilePath, keepingChanged: Bool = false,
    checksums: @escaping (FilePath) -> Set<FileChecksum>
  ) throws -> UndoReport {
    var journal = self
    let description = DropRecord.description(in: place)
    let evidence = try Evidence(of: description, in: place, checksums)
    var report = journal.undo(evidence, isRehearsal: true)
    let isKept = keepingChanged && report.problems.allSatisfy { Self.isChange($0.error) }
    report.isEnded = journal.isEmpty || isKept
    guard report.isEnded else { return report }
    var removed = Set(report.removed)
    for folder in (description?.createdFolders ?? []).reversed() {
      guard try FileStatus.ifPresent(folder, followingLinks: false)?.kind == .folder,
        try Folder.names(in: folder).allSatisfy({ removed.contains(folder.appending($0)) })
      else { continue }
      removed.insert(folder)
      report.removed.append(folder)
    }
    return report
  }

  /// Returns whether an error means that the files of an entry have changed; false for system errors.
  private static func isChange(_ error: any Error) -> Bool {
    switch error {
    case let error as FolderDropError: error.code == .changedSinceDrop
    case let error as FileSystemError: error.code == .alreadyExists
    default: false
    }
  }

  /// Removes the unfinished files of an interrupted drop or undo from the folders of the drop.
  private func sweepFolders(of description: DropDescription?) {
    var folders: Set<FilePath> = description.map { [$0.destination] } ?? []
    for entry in entries {
      folders.insert(entry.path.parent)
      if case .moved(let from, _, _, _) = entry { folders.insert(from.path.parent) }
    }
    for folder in folders { UnfinishedFiles.sweep(folder) }
  }

  /// Undoes all entries, last entry first, and keeps the entries that cannot be undone.
  ///
  /// - Parameter isRehearsal: whether to report problems without changing anything.
  private mutating func undo(_ evidence: Evidence, isRehearsal: Bool = false) -> UndoReport {
    var report = UndoReport()
    var left: [Entry] = []
    var obstacle: FilePath?
    for entry in entries.reversed() {
      do {
        if let obstacle {
          throw FolderDropError(
            .changedSinceDrop, subject: entry.path,
            "is not removed, because some of its contents may be missing from \(obstacle)")
        }
        let step = try step(for: entry, evidence)
        if isRehearsal { foresee(step, &report) } else { try perform(step, &report) }
      } catch {
        left.append(entry)
        report.problems.append((entry.path, error))
        if case .replaced = entry, obstacle == nil { obstacle = entry.path }
      }
    }
    entries = left.reversed()
    return report
  }

  /// The data that undo uses in addition to the journal.
  private struct Evidence {
    /// The folder of the record.
    let place: FilePath
    /// The states of placed files after they were renamed.
    let states: Set<FileState>
    /// The changed source of a copy and its current checksums; nil for a move, and if the source has not
    /// changed since the drop opened it.
    let changedSource: (path: FilePath, checksums: Set<FileChecksum>)?
    let checksums: (FilePath) -> Set<FileChecksum>

    init(
      of description: DropDescription?, in place: FilePath,
      _ checksums: @escaping (FilePath) -> Set<FileChecksum>
    ) throws {
      self.place = place
      self.checksums = checksums
      states = SettledFiles.read(in: place)
      // A move is not checked, because its source is restored before anything is removed.
      if let description, !description.isMove, let state = description.sourceState,
        try FileState.ifPresent(description.source) != state
      {
        changedSource = (description.source, checksums(description.source))
      } else {
        changedSource = nil
      }
    }

    /// Throws if a file may be the only copy of its contents.
    ///
    /// - Parameters:
    ///   - held: returns the checksums of the contents of the file.
    ///   - others: returns the checksums of other existing files.
    func requireElsewhere(
      _ path: FilePath, _ held: () throws -> Set<FileChecksum>, orIn others: () -> Set<FileChecksum> = { [] }
    ) throws {
      guard let changedSource else { return }
      if try held().isSubset(of: changedSource.checksums.union(others())) { return }
      throw FolderDropError(
        .changedSinceDrop, subject: path,
        "is not removed, because it may be the only copy: \(changedSource.path) no longer contains it")
    }
  }

  /// A step that undoes an entry.
  private enum Step {
    case nothing
    /// Removes a placed file or folder, or the remainder of a folder that an earlier undo began to remove.
    case remove(FilePath, FileKind?)
    case moveBack(FilePath, to: FilePath)
    /// Restores a replaced file from its backup; `over` is the file's current state, or nil if the file is
    /// missing.
    case restore(Replacement, from: FilePath, over: FileState?, FileLock?)
  }

  /// Returns the step that undoes an entry.
  ///
  /// - Throws: an error if the entry cannot be undone.
  private func step(for entry: Entry, _ evidence: Evidence) throws -> Step {
    switch entry {
    case .made(let path, let fingerprint):
      try removal(of: path.path, fingerprint, evidence) {
        try evidence.requireElsewhere(path.path, { try FileFingerprint.checksums(of: path.path) })
      }
    case .moved(let from, let original, let to, let fingerprint):
      try moveBack(from: from.path, original, to: to.path, fingerprint, evidence)
    case .replaced(let replacement): try restoration(of: replacement, evidence)
    }
  }

  /// Adds the paths to a report that performing a step would add.
  private func foresee(_ step: Step, _ report: inout UndoReport) {
    switch step {
    case .nothing, .remove(_, nil): break
    case .remove(let path, _): report.removed.append(path)
    case .moveBack(_, let original): report.restored.append(original)
    case .restore(let replacement, _, _, _): report.restored.append(replacement.path.path)
    }
  }

  private func perform(_ step: Step, _ report: inout UndoReport) throws {
    switch step {
    case .nothing: break
    case .remove(let path, let kind):
      if let kind, kind != .folder {
        try FileTree.removeFile(path)
      } else if try !FileTree.removeAside(path, mark: "undo-\(mark)-\(FNVHash.digest(of: path.bytes))") {
        return
      }
      report.removed.append(path)
    case .moveBack(let path, let original):
      try FileMove.run(from: path, to: original)
      report.restored.append(original)
    case .restore(let replacement, let backup, let state, let lock):
      defer { withExtendedLifetime(lock) {} }
      let path = replacement.path.path
      try restore(path, from: backup, over: state)
      report.restored.append(path)
      let now = FileFingerprint(try FileState(of: path), replacement.backupFingerprint.contents)
      report.renewed.append(UndoReport.RenewedFile(path: path, before: replacement.before, now: now))
    }
  }

  /// Returns the step that removes a file or folder placed by the drop.
  private func removal(
    of path: FilePath, _ fingerprint: FileFingerprint, _ evidence: Evidence,
    requireElsewhere: () throws -> Void = {}
  ) throws -> Step {
    let status = try FileStatus.ifPresent(path, followingLinks: false)
    if status != nil {
      try Self.requireUnchanged(path, fingerprint, evidence)
      try requireElsewhere()
    }
    return .remove(path, status?.kind)
  }

  private func moveBack(
    from: FilePath, _ original: FileFingerprint, to: FilePath, _ fingerprint: FileFingerprint,
    _ evidence: Evidence
  ) throws -> Step {
    let source = try FileStatus.ifPresent(from, followingLinks: false)
    let isUntouched = try source != nil && original.describes(from)
    guard try FileStatus.ifPresent(to, followingLinks: false) != nil else {
      // The file has not been moved, or an earlier undo has moved it back.
      if isUntouched { return .nothing }
      throw FolderDropError(
        .changedSinceDrop, subject: to, "no longer exists, so it cannot be moved back to \(from)")
    }
    try Self.requireUnchanged(to, fingerprint, evidence)
    // If a move between devices or the undo of such a move was interrupted, both the original and the copy
    // can exist.
    if try source != nil && (isUntouched && original.contents != nil || WholeCopy.isEqual(from, to)) {
      return try removal(of: to, fingerprint, evidence)
    }
    if source != nil { throw FileSystemError.alreadyThere(from) }
    return .moveBack(to, to: from)
  }

  /// Returns the step that restores a replaced file or folder from its backup.
  ///
  /// Returns `nothing` if the file or folder already has its old contents.
  private func restoration(of replacement: Replacement, _ evidence: Evidence) throws -> Step {
    let path = replacement.path.path
    guard let name = FileName(replacement.backupName) else {
      throw FolderDropError(
        .badJournal, "the record of the drop in \(evidence.place) does not list a backup of \(path)")
    }
    let backup = evidence.place.appending(name)
    guard try FileStatus.ifPresent(path, followingLinks: false) != nil else {
      try Self.requireUnchanged(backup, of: replacement)
      return .restore(replacement, from: backup, over: nil, nil)
    }
    if try replacement.before.describes(path) { return .nothing }
    // The file is locked until it is restored, so that changes by other programs are not lost.
    let lock = try Self.locking(path)
    let state = try FileState(of: path)
    if try replacement.before.describes(path) { return .nothing }
    guard try replacement.after?.describes(path, orOneOf: evidence.states) == true else {
      // An interrupted undo may have restored the file.
      if try WholeCopy.isEqual(path, backup) { return .nothing }
      throw FolderDropError(
        .changedSinceDrop, subject: path, "has changed since the drop, so it is left unchanged")
    }
    try Self.requireUnchanged(backup, of: replacement)
    try evidence.requireElsewhere(path, { evidence.checksums(path) }, orIn: { evidence.checksums(backup) })
    return .restore(replacement, from: backup, over: state, lock)
  }

  /// - Parameter state: the state of the file to overwrite; nil if there is no such file.
  private func restore(_ path: FilePath, from backup: FilePath, over state: FileState?) throws {
    try WholeCopy.make(of: backup, at: path) {
      let isThere = try FileStatus.ifPresent(path, followingLinks: false) != nil
      guard try (isThere ? FileState(of: path) : nil) == state else {
        throw FolderDropError(
          .changedSinceDrop, subject: path, "has changed since the drop, so it is left unchanged")
      }
    }
    guard try WholeCopy.isEqual(path, backup) else {
      throw FolderDropError(.changedSinceDrop, subject: path, "changed while it was restored from \(backup)")
    }
  }

  private static func requireUnchanged(_ backup: FilePath, of replacement: Replacement) throws {
    if try FileStatus.ifPresent(backup, followingLinks: false) != nil,
      try replacement.backupFingerprint.describes(backup)
    {
      return
    }
    throw FolderDropError(
      .changedSinceDrop,
      "the backup of \(replacement.path.path) in \(backup) has changed, so it cannot be restored")
  }

  private static func locking(_ path: FilePath) throws -> FileLock {
    let locking = Result { () throws(FileSystemError) in try FileLock(path) }
    if case .failure(let error) = locking, error.code == .busy {
      throw FolderDropError(
        .folderInUse, "another program is changing \(path); try again when it has finished", cause: error)
    }
    return try locking.get()
  }

  private static func requireUnchanged(
    _ path: FilePath, _ fingerprint: FileFingerprint, _ evidence: Evidence
  ) throws {
    if try !fingerprint.describes(path, orOneOf: evidence.states) {
      throw FolderDropError(
        .changedSinceDrop, subject: path, "has changed since the drop, so it is left unchanged")
    }
  }
}

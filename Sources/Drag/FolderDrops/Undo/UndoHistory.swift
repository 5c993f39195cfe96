public import ProfferFileSystem

/// The folder in which drops are recorded for undo.
///
/// Each drop has a subfolder with its journal and the backups of the files that the drop replaces. Subfolders
/// are numbered; the last drop has the highest number. The records form a stack: undo removes the last
/// record. When a drop finishes, only the records of the last 20 drops are kept.
///
/// The subfolder of a drop is locked while the drop or its undo is running.
///
/// The subfolder `forgotten` contains the backups of forgotten drops. Only subfolders with numbers as names
/// are read and removed. Records in the layout of earlier versions (`last-drop.json` and `kept/` in this
/// folder) are ignored. Such records are neither undone nor removed.
public struct UndoHistory: Sendable {
  /// The folder of the records, which is created with the first record.
  public let folder: FilePath

  /// The maximum number of drops that can be undone.
  public static let capacity = 20

  /// Makes a history in a folder; only histories may write to the folder.
  ///
  /// - Parameter folder: the folder, which is created with the first record.
  public init(in folder: FilePath) { self.folder = folder }

  /// Begins the record of a drop.
  ///
  /// - Throws: ``FolderDropError`` with code `notRecorded` if the record cannot be created.
  package func beginDrop() throws -> DropRecord {
    do {
      let folder = try folder.absolute()
      try Folder.createWithParents(folder)
      for _ in 0..<64 {
        let number = (try numbers().last ?? 0) + 1
        guard Self.recordNumbers.contains(number) else {
          throw FolderDropError(.notRecorded, "there are no more numbers for drops; remove \(folder)")
        }
        let place = place(of: number, in: folder)
        // Another drop may create the subfolder first, and an undo may remove the subfolder before it is
        // locked.
        guard try Self.create(place), let lock = try Self.lock(place) else { continue }
        try Folder.synchronize(folder)
        return DropRecord(number: number, at: place, lock: lock, of: self)
      }
      throw FolderDropError(.folderInUse, "other drops are running; try again when they have finished")
    } catch {
      throw FolderDropError(.notRecorded, "the drop cannot be recorded in \(folder)", cause: error)
    }
  }

  /// Undoes the last drop and removes its record.
  ///
  /// If some entries cannot be undone, the record is kept with these entries.
  ///
  /// After an interruption, the next call continues the undo.
  ///
  /// - Returns: the result of the undo; nil if no drop is recorded.
  /// - Throws: ``FolderDropError`` with code `folderInUse` while the last drop is running, and `badJournal`
  ///   if the record is damaged or of an unsupported version; `FileSystemError` if the record cannot be read
  ///   or written.
  public func undoLastDrop() throws -> UndoReport? { try undo() }

  /// Undoes a drop and removes its record.
  ///
  /// - Parameters:
  ///   - number: the number of the drop; nil for the last drop. Undoing a drop does not renumber the other
  ///     drops.
  ///   - keepingChanged: whether to remove the record even if files have changed since the drop. Changed
  ///     files are not modified, and their backups are moved in the same way as by ``forget(_:)``. If false,
  ///     entries that cannot be undone stay in the record.
  /// - Returns: the result of the undo; nil if the drop is not recorded.
  /// - Throws: the errors of ``undoLastDrop()``.
  public func undo(_ number: Int? = nil, keepingChanged: Bool = false) throws -> UndoReport? {
    try undo(number, keepingChanged: keepingChanged, checksums: { _ in [] })
  }

  /// Undoes a drop, but keeps copied items that their source no longer contains.
  ///
  /// - Parameters:
  ///   - number: as in ``undo(_:keepingChanged:)``.
  ///   - keepingChanged: as in ``undo(_:keepingChanged:)``.
  ///   - checksums: returns the sizes and checksums of all files in the bundle at a path, or an empty set if
  ///     there is no bundle at the path. Called if the source of a copy has changed. Items that the source no
  ///     longer contains are then not removed.
  package func undo(
    _ number: Int?, keepingChanged: Bool, checksums: @escaping (FilePath) -> Set<FileChecksum>
  ) throws -> UndoReport? {
    let folder = try folder.absolute()
    for number in try number.map({ [$0] }) ?? numbers().reversed() where Self.recordNumbers.contains(number) {
      let place = place(of: number, in: folder)
      guard let lock = try lockedRecord(place) else { continue }
      defer { withExtendedLifetime(lock) {} }
      if try FileStatus.ifPresent(UndoJournal.path(in: place)) != nil {
        var (report, holdsBackups) = try UndoJournal.undoDrop(
          recordedIn: place, keepingChanged: keepingChanged, checksums: checksums)
        if holdsBackups {
          report.keptBackups = try setAside(place, number, in: folder)
          report.isEnded = true
        }
        try renewFingerprints(report.renewed, before: number, in: folder)
        return report
      }
      // The drop was interrupted before it placed or replaced a file.
      try Self.removeUnused(place)
    }
    return nil
  }

  /// Removes a drop from the stack without undoing it.
  ///
  /// Backups of replaced files are moved to the history's subfolder `forgotten`, and are never removed.
  ///
  /// - Parameter number: the number of the drop. The record may be damaged.
  /// - Returns: the result; nil if the drop is not recorded. If there are backups, the result contains the
  ///   path of the folder with the backups and the journal.
  /// - Throws: ``FolderDropError`` with code `folderInUse` while the drop is running; `FileSystemError`
  ///   if the record cannot be moved.
  public func forget(_ number: Int) throws -> ForgottenDrop? {
    guard Self.recordNumbers.contains(number) else { return nil }
    let folder = try folder.absolute()
    let place = place(of: number, in: folder)
    guard let lock = try lockedRecord(place) else { return nil }
    defer { withExtendedLifetime(lock) {} }
    UnfinishedFiles.sweep(place)
    let holdsBackups = try Folder.names(in: place).contains { name in
      name.bytes.starts(with: UndoJournal.backupPrefix.utf8)
    }
    if holdsBackups { return ForgottenDrop(backups: try setAside(place, number, in: folder)) }
    try UndoJournal.removeRecord(at: place)
    return ForgottenDrop(backups: nil)
  }

  /// Locks the record of a drop; returns nil if the drop has no record.
  private func lockedRecord(_ place: FilePath) throws -> FileLock? {
    if let lock = try Self.lock(place) { return lock }
    if try FileStatus.ifPresent(place) == nil { return nil }
    throw FolderDropError(
      .folderInUse, "another drop or undo is running; try again when it has finished")
  }

  /// Moves the folder of a record to the subfolder `forgotten`, and returns the new path.
  ///
  /// Folders in the subfolder `forgotten` are never removed.
  private func setAside(_ place: FilePath, _ number: Int, in folder: FilePath) throws -> FilePath {
    let forgotten = folder.appending(FileName(known: "forgotten"))
    try Folder.createWithParents(forgotten)
    for attempt in 1...Self.longestSearch {
      let name = attempt == 1 ? "\(number)" : "\(number)-\(attempt)"
      let path = forgotten.appending(FileName(known: name))
      if try FileStatus.ifPresent(path, followingLinks: false) != nil { continue }
      try FileTree.rename(from: place, to: path, replacing: false)
      try Folder.synchronize(forgotten)
      try Folder.synchronize(folder)
      return path
    }
    throw FolderDropError(.folderInUse, subject: forgotten, "has too many folders for drop \(number)")
  }

  /// The maximum number of names to try for the folder of a forgotten drop.
  private static let longestSearch = 10_000

  /// Removes the record, the unfinished files and the created folders of a drop that was interrupted before
  /// it placed or replaced a file.
  private static func removeUnused(_ place: FilePath) throws {
    if let description = DropRecord.description(in: place) {
      UnfinishedFiles.sweep(description.destination)
      DropRecord.removeCreatedFolders(of: description)
    }
    try FileTree.remove(place)
  }

  /// Returns the drops that can be undone or forgotten, last drop first; running drops are omitted.
  ///
  /// - Parameters:
  ///   - count: the maximum number of records to read.
  ///   - findingObstacles: whether to find files that cannot be undone now. Files with a changed size or
  ///     changed times are then read.
  /// - Returns: the drops.
  /// - Throws: `FileSystemError` if a record cannot be read.
  public func drops(atMost count: Int = .max, findingObstacles: Bool = false) throws -> [RecordedDrop] {
    try drops(atMost: count, findingObstacles: findingObstacles, checksums: { _ in [] })
  }

  /// Returns the drops that can be undone or forgotten.
  ///
  /// - Parameter checksums: as in ``undo(_:keepingChanged:checksums:)``.
  package func drops(
    atMost count: Int = .max, findingObstacles: Bool, checksums: @escaping (FilePath) -> Set<FileChecksum>
  ) throws -> [RecordedDrop] {
    try numbers().reversed().prefix(count).compactMap {
      try drop($0, findingObstacles: findingObstacles, checksums: checksums)
    }
  }

  /// Returns a drop that can be undone or forgotten.
  ///
  /// - Parameters:
  ///   - number: the number of the drop.
  ///   - findingObstacles: as in ``drops(atMost:findingObstacles:)``.
  ///   - checksums: as in ``undo(_:keepingChanged:checksums:)``.
  /// - Returns: nil if the drop does not exist or is running.
  /// - Throws: `FileSystemError` if the record cannot be read.
  package func drop(
    _ number: Int, findingObstacles: Bool, checksums: @escaping (FilePath) -> Set<FileChecksum>
  ) throws -> RecordedDrop? {
    try withJournal(of: number) { place in
      let description = DropRecord.description(in: place)
      do {
        let journal = try UndoJournal(readingFrom: UndoJournal.path(in: place))
        return RecordedDrop(
          number: number, description: description,
          placed: try journal.placedPaths.filter {
            try FileStatus.ifPresent($0, followingLinks: false) != nil
          },
          replaced: journal.replacedPaths, damage: nil,
          obstacles: findingObstacles
            ? try journal.rehearsal(backupsIn: place, checksums: checksums).problems : [])
      } catch let error as FolderDropError where error.code == .badJournal {
        return RecordedDrop(
          number: number, description: description, placed: [], replaced: [], damage: error, obstacles: [])
      }
    }
  }

  /// Returns the report that ``undo(_:keepingChanged:checksums:)`` would return now; changes nothing.
  ///
  /// - Returns: nil if the drop does not exist, is running, or was interrupted before it placed a file.
  package func rehearsal(
    _ number: Int, keepingChanged: Bool, checksums: @escaping (FilePath) -> Set<FileChecksum>
  ) throws -> UndoReport? {
    try withJournal(of: number) { place in
      try UndoJournal(readingFrom: UndoJournal.path(in: place))
        .rehearsal(backupsIn: place, keepingChanged: keepingChanged, checksums: checksums)
    }
  }

  /// Calls a function with the folder of a drop, which is locked meanwhile.
  ///
  /// - Returns: nil if the drop does not exist, is running, or has no journal.
  private func withJournal<Result>(of number: Int, _ body: (FilePath) throws -> Result) throws -> Result? {
    let place = place(of: number, in: try folder.absolute())
    guard let lock = try Self.lock(place) else { return nil }
    defer { withExtendedLifetime(lock) {} }
    guard try FileStatus.ifPresent(UndoJournal.path(in: place)) != nil else { return nil }
    return try body(place)
  }

  /// Updates the fingerprints of restored files in the records of earlier drops.
  ///
  /// Undo restores a file as a copy. The records of earlier drops contain the fingerprint of the original
  /// file, which differs from the fingerprint of the copy.
  private func renewFingerprints(
    _ renewed: [UndoReport.RenewedFile], before number: Int, in folder: FilePath
  ) throws {
    guard !renewed.isEmpty else { return }
    for earlier in try numbers() where earlier < number {
      let place = place(of: earlier, in: folder)
      guard let lock = try Self.lock(place) else { continue }
      defer { withExtendedLifetime(lock) {} }
      let path = UndoJournal.path(in: place)
      do {
        guard try FileStatus.ifPresent(path) != nil else { continue }
        var journal = try UndoJournal(readingFrom: path)
        if journal.renewFingerprints(renewed) { try journal.write(to: path) }
      } catch is FolderDropError {
        // An invalid record is reported when it becomes the last record.
        continue
      }
    }
  }

  /// Removes the records of the oldest drops and the unfinished files of interrupted drops.
  ///
  /// Called by commands that do not record drops.
  package func sweep() { removeOldRecords(keeping: Self.capacity) }

  /// Removes the records of the oldest drops, and the unfinished files of interrupted drops from the
  /// remaining records.
  ///
  /// Running drops are skipped. If a record cannot be removed, the next drop tries to remove the record
  /// again.
  ///
  /// - Parameters:
  ///   - number: the number of the drop being recorded; only the records of earlier drops are examined.
  ///   - keptCount: the maximum number of other records to keep.
  func removeOldRecords(before number: Int = .max, keeping keptCount: Int = capacity - 1) {
    do {
      let folder = try folder.absolute()
      let earlier = try numbers().filter { $0 < number }
      let removedCount = max(0, earlier.count - keptCount)
      for (index, number) in earlier.enumerated() {
        let place = place(of: number, in: folder)
        guard let lock = try Self.lock(place) else { continue }
        defer { withExtendedLifetime(lock) {} }
        if try FileStatus.ifPresent(UndoJournal.path(in: place)) == nil {
          try Self.removeUnused(place)
        } else if index < removedCount {
          try UndoJournal.removeRecord(at: place)
        } else {
          UnfinishedFiles.sweep(place)
        }
      }
    } catch {}
  }

  /// The valid record numbers.
  ///
  /// A folder with a larger number was made by another program and is not a record.
  private static let recordNumbers = 1...(1 << 53)

  /// Returns the numbers of the recorded drops, in ascending order.
  private func numbers() throws -> [Int] {
    let listing = Result { () throws(FileSystemError) in try Folder.names(in: folder) }
    if case .failure(let error) = listing, error.code == .notFound { return [] }
    return try listing.get().compactMap { name in name.string.flatMap(Int.init) }
      .filter(Self.recordNumbers.contains).sorted()
  }

  private func place(of number: Int, in folder: FilePath) -> FilePath {
    folder.appending(FileName(known: String(number)))
  }

  /// Creates the folder of a record; returns false if the folder already exists.
  private static func create(_ place: FilePath) throws -> Bool {
    let creation = Result { () throws(FileSystemError) in try Folder.create(place, permissions: 0o700) }
    if case .failure(let error) = creation, error.code == .alreadyExists { return false }
    try creation.get()
    return true
  }

  /// Locks the folder of a record; returns nil if the folder is already locked or does not exist.
  private static func lock(_ place: FilePath) throws -> FileLock? {
    let locking = Result { () throws(FileSystemError) in try FileLock(place) }
    if case .failure(let error) = locking, error.code == .busy || error.code == .notFound { return nil }
    return try locking.get()
  }
}

/// The result of forgetting a drop.
public struct ForgottenDrop: Sendable {
  /// The folder with the backups of the replaced files; nil if there are no backups.
  public let backups: FilePath?
}

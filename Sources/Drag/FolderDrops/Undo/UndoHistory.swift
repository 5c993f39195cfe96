public import ProfferFileSystem

/// The folder in which drops are recorded for undo.
///
/// Each drop has a subfolder with its journal and the backups of what it replaces. Subfolders are numbered; the last
/// drop has the highest number. The records are a stack: undo takes the last one off. A drop that finishes removes the
/// records of all but the last 20 drops.
///
/// The subfolder is locked while the drop or its undo is running.
///
/// Only names that are numbers are read and removed. Records in the layout of earlier versions (`last-drop.json` and
/// `kept/` in this folder) are ignored: they are neither undone nor removed.
public struct UndoHistory: Sendable {
  /// The folder of the records, which is created with the first record.
  public let folder: FilePath

  /// The number of drops that can be undone.
  public static let capacity = 20

  /// Makes a history in a folder that only histories write to.
  ///
  /// - Parameter folder: the folder; it is created with the first record.
  public init(in folder: FilePath) { self.folder = folder }

  /// Begins the record of a drop.
  ///
  /// - Throws: ``FolderDropError`` with code `notRecorded` if the folder cannot be written.
  package func beginDrop() throws -> DropRecord {
    do {
      let folder = try folder.absolute()
      try Folder.createWithParents(folder)
      for _ in 0..<64 {
        let number = (try numbers().last ?? 0) + 1
        let place = place(of: number, in: folder)
        // Another drop may create the same subfolder first, and an undo may remove it before it is locked.
        guard try Self.create(place), let lock = try Self.lock(place) else { continue }
        try Folder.synchronize(folder)
        return DropRecord(number: number, at: place, lock: lock, of: self)
      }
      throw FolderDropError(.folderInUse, "other drops are running; try again when they have finished")
    } catch {
      throw FolderDropError(.notRecorded, "the drop cannot be recorded in \(folder)", cause: error)
    }
  }

  /// Undoes the last drop and removes its record; entries that cannot be undone stay in the record.
  ///
  /// After an interruption the next call continues the undo.
  ///
  /// - Returns: nil if no drop is recorded.
  /// - Throws: ``FolderDropError`` with code `folderInUse` while the last drop is running, and `badJournal` for a
  ///   record that is not valid; `FileSystemError` if the record cannot be read or written.
  public func undoLastDrop() throws -> UndoReport? {
    let folder = try folder.absolute()
    for number in try numbers().reversed() {
      let place = place(of: number, in: folder)
      guard let lock = try Self.lock(place) else {
        if try FileStatus.ifPresent(place) == nil { continue }
        throw FolderDropError(
          .folderInUse, "another drop or undo is running; try again when it has finished")
      }
      defer { withExtendedLifetime(lock) {} }
      if try FileStatus.ifPresent(UndoJournal.path(in: place)) != nil {
        let report = try UndoJournal.undoDrop(recordedIn: place)
        try renewFingerprints(report.renewed, before: number, in: folder)
        return report
      }
      // A drop that was interrupted before it changed anything.
      try FileTree.remove(place)
    }
    return nil
  }

  /// The drops that can be undone, the last one first, except those that are running.
  ///
  /// - Parameter count: how many records are read at most.
  /// - Returns: the drops.
  /// - Throws: ``FolderDropError`` with code `badJournal` for a record that is not valid; `FileSystemError` if a record
  ///   cannot be read.
  public func drops(atMost count: Int = .max) throws -> [RecordedDrop] {
    let folder = try folder.absolute()
    return try numbers().reversed().prefix(count).compactMap { number in
      let place = place(of: number, in: folder)
      guard let lock = try Self.lock(place) else { return nil }
      defer { withExtendedLifetime(lock) {} }
      guard try FileStatus.ifPresent(UndoJournal.path(in: place)) != nil else { return nil }
      let journal = try UndoJournal(readingFrom: UndoJournal.path(in: place))
      return RecordedDrop(
        number: number, description: DropRecord.description(in: place),
        placed: try journal.placedPaths.filter { try FileStatus.ifPresent($0, followingLinks: false) != nil },
        replaced: journal.replacedPaths)
    }
  }

  /// Tells the records of earlier drops that an undo has restored files that they placed or replaced: a restored file is
  /// a copy, with another fingerprint than the file that it is a copy of.
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
        // A record that is not valid is reported when it is the last one.
        continue
      }
    }
  }

  /// Removes the records of the oldest drops, and what killed drops left unfinished in the others; not of drops that are
  /// running.
  ///
  /// A record that cannot be removed is left for the next drop to remove.
  func removeOldRecords(before number: Int) {
    do {
      let folder = try folder.absolute()
      let earlier = try numbers().filter { $0 < number }
      let removedCount = max(0, earlier.count - (Self.capacity - 1))
      for (index, number) in earlier.enumerated() {
        let place = place(of: number, in: folder)
        guard let lock = try Self.lock(place) else { continue }
        defer { withExtendedLifetime(lock) {} }
        if index < removedCount {
          try UndoJournal.removeRecord(at: place)
        } else {
          UnfinishedFiles.sweep(place)
        }
      }
    } catch {}
  }

  /// The numbers of the recorded drops, in ascending order.
  private func numbers() throws -> [Int] {
    let listing = Result { () throws(FileSystemError) in try Folder.names(in: folder) }
    if case .failure(let error) = listing, error.code == .notFound { return [] }
    return try listing.get().compactMap { name in name.string.flatMap(Int.init) }.filter { $0 > 0 }.sorted()
  }

  private func place(of number: Int, in folder: FilePath) -> FilePath {
    folder.appending(FileName(known: String(number)))
  }

  /// Creates the folder of a record; returns false if it exists.
  private static func create(_ place: FilePath) throws -> Bool {
    let creation = Result { () throws(FileSystemError) in try Folder.create(place, permissions: 0o700) }
    if case .failure(let error) = creation, error.code == .alreadyExists { return false }
    try creation.get()
    return true
  }

  /// Locks the folder of a record; returns nil if it is locked or does not exist.
  private static func lock(_ place: FilePath) throws -> FileLock? {
    let locking = Result { () throws(FileSystemError) in try FileLock(place) }
    if case .failure(let error) = locking, error.code == .busy || error.code == .notFound { return nil }
    return try locking.get()
  }
}

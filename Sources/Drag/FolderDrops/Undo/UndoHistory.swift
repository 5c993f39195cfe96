public import FileSystem

/// The folder in which drops are recorded, so that they can be taken back.
///
/// Each drop has a folder of its own in it, named by a number that grows, with its journal and the copies of what it
/// replaces. The last drop is the one of the highest number. A drop that is over removes the records of earlier ones;
/// one that is interrupted removes nothing, so that the drop before it can still be taken back after it.
///
/// The folder of a drop is locked while the drop or its undo is at work.
public struct UndoHistory: Sendable {
  /// Where the records are; it is made when the first drop is recorded.
  public let folder: FilePath

  /// Makes a history in a folder that nothing else writes to.
  public init(in folder: FilePath) { self.folder = folder }

  /// Begins the record of a drop.
  ///
  /// - Throws: ``FolderDropError`` with code `notRecorded` when nothing can be written in the folder.
  public func beginDrop() throws -> DropRecord {
    do {
      let folder = try folder.absolute()
      try Folder.createWithParents(folder)
      for _ in 0..<64 {
        let number = (try numbers().last ?? 0) + 1
        let place = place(of: number, in: folder)
        // Another drop may be the first to make the folder, and an undo may find it before it is locked, and remove it.
        guard try Self.create(place), let lock = try Self.lock(place) else { continue }
        try Folder.synchronize(folder)
        return DropRecord(number: number, at: place, lock: lock, of: self)
      }
      throw FolderDropError(.folderInUse, "other drops are at work there; try again when they are done")
    } catch {
      throw FolderDropError(.notRecorded, "the drop cannot be recorded in \(folder)", cause: error)
    }
  }

  /// Takes the last drop back, and removes its record; what could not be taken back stays in it.
  ///
  /// After an interruption the next call finishes the work.
  ///
  /// - Returns: nil when no drop is recorded.
  /// - Throws: ``FolderDropError`` with code `folderInUse` while the last drop is at work, `badJournal` when its record
  ///   cannot be understood; `FileSystemError` when it cannot be read or written.
  public func undoLastDrop() throws -> UndoReport? {
    let folder = try folder.absolute()
    for number in try numbers().reversed() {
      let place = place(of: number, in: folder)
      guard let lock = try Self.lock(place) else {
        if try FileStatus.ifPresent(place) == nil { continue }
        throw FolderDropError(
          .folderInUse, "a drop, or the undo of one, is at work just now; try again when it is done")
      }
      defer { withExtendedLifetime(lock) {} }
      if try FileStatus.ifPresent(UndoJournal.path(in: place)) != nil {
        return try UndoJournal.undoDrop(recordedIn: place)
      }
      // A drop that was interrupted before it did anything.
      try FileTree.remove(place)
    }
    return nil
  }

  /// Removes the records of drops before one, except of those that are at work.
  ///
  /// What cannot be removed now is left for the next drop: nothing is lost by it.
  func removeRecords(before number: Int) {
    do {
      let folder = try folder.absolute()
      for earlier in try numbers() where earlier < number {
        let place = place(of: earlier, in: folder)
        guard let lock = try Self.lock(place) else { continue }
        defer { withExtendedLifetime(lock) {} }
        try UndoJournal.removeRecord(at: place)
      }
    } catch {}
  }

  /// The numbers of the recorded drops, in order.
  private func numbers() throws -> [Int] {
    let listing = Result { () throws(FileSystemError) in try Folder.names(in: folder) }
    if case .failure(let error) = listing, error.code == .notFound { return [] }
    return try listing.get().compactMap { name in name.string.flatMap(Int.init) }.filter { $0 > 0 }.sorted()
  }

  private func place(of number: Int, in folder: FilePath) -> FilePath {
    folder.appending(FileName(known: String(number)))
  }

  /// Makes the folder of a record; false when there is one of that number.
  private static func create(_ place: FilePath) throws -> Bool {
    let creation = Result { () throws(FileSystemError) in try Folder.create(place, permissions: 0o700) }
    if case .failure(let error) = creation, error.code == .alreadyExists { return false }
    try creation.get()
    return true
  }

  /// Locks the folder of a record; nil when it is locked or gone.
  private static func lock(_ place: FilePath) throws -> FileLock? {
    let locking = Result { () throws(FileSystemError) in try FileLock(place) }
    if case .failure(let error) = locking, error.code == .busy || error.code == .notFound { return nil }
    return try locking.get()
  }
}

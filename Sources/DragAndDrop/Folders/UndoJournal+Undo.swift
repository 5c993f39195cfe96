public import FileSystem
import ItemProviders

/// What taking back a drop did.
public struct UndoReport: Sendable {
  /// Files and folders that the drop had made, and that are gone now.
  public internal(set) var removed: [FilePath] = []
  /// Files and folders that the drop had moved or replaced, and that are as they were.
  public internal(set) var restored: [FilePath] = []
  /// What could not be taken back, with the reason; it stays in the journal.
  public internal(set) var problems: [(path: FilePath, error: any Error)] = []
}

extension UndoJournal {
  /// Takes back the drop that a journal tells of, and removes the journal; what could not be taken back stays in
  /// it.
  ///
  /// - Throws: when the journal cannot be read or written.
  public static func undoDrop(recordedIn path: FilePath) throws -> UndoReport {
    var journal = try UndoJournal(readingFrom: path)
    let report = journal.undo()
    if journal.isEmpty { try FileTree.removeFile(path) } else { try journal.write(to: path) }
    return report
  }

  /// Takes everything back, what was done last first.
  ///
  /// A file that has changed since is left where it is. A file that is gone already needs nothing.
  public mutating func undo() -> UndoReport {
    var report = UndoReport()
    var left: [Entry] = []
    for entry in entries.reversed() {
      do {
        try Self.takeBack(entry, &report)
      } catch {
        left.append(entry)
        report.problems.append((entry.path, error))
      }
    }
    entries = left.reversed()
    return report
  }

  private static func takeBack(_ entry: Entry, _ report: inout UndoReport) throws {
    switch entry {
    case .made(let path, let fingerprint):
      guard try isThere(path.path) else { return }
      try requireUnchanged(path.path, fingerprint)
      try FileTree.remove(path.path)
      report.removed.append(path.path)
    case .moved(let from, let to, let fingerprint):
      guard try isThere(to.path) else {
        throw DragAndDropError(
          .changedSinceDrop, "\(to.path) is gone, so it cannot be moved back to \(from.path)")
      }
      try requireUnchanged(to.path, fingerprint)
      try FileMove.run(from: to.path, to: from.path)
      report.restored.append(from.path)
    case .replaced(let path, let kept, let fingerprint):
      if try isThere(path.path) { try requireUnchanged(path.path, fingerprint) }
      try copyFile(kept.path, to: path.path)
      try FileTree.remove(kept.path.parent)
      report.restored.append(path.path)
    }
  }

  private static func isThere(_ path: FilePath) throws -> Bool {
    try FileStatus.ifPresent(path, followingLinks: false) != nil
  }

  private static func requireUnchanged(_ path: FilePath, _ fingerprint: FileFingerprint) throws {
    if try FileFingerprint(of: path) != fingerprint {
      throw DragAndDropError(
        .changedSinceDrop, "\(path) has changed since the drop, so it was left as it is")
    }
  }
}

extension UndoJournal.Entry {
  /// What the entry is about.
  var path: FilePath {
    switch self {
    case .made(let path, _), .moved(_, let path, _), .replaced(let path, _, _): path.path
    }
  }
}

import FolderDrops
public import Foundation
public import ProfferFileSystem

/// A drop that is recorded, so that it can be undone or forgotten.
public struct DropEntry: Sendable {
  /// What went from where to where, and when.
  public struct Summary: Sendable {
    /// The bundle that the items came from.
    public let source: FilePath
    /// The folder or bundle that they went into.
    public let destination: FilePath
    /// The working folder of the process.
    public let workingFolder: FilePath
    /// How many items there were.
    public let itemCount: Int
    /// Whether they were moved rather than copied.
    public let isMove: Bool
    /// When the drop began.
    public let date: Date
  }

  /// The number of the drop; later drops have higher numbers.
  public let number: Int
  /// What the drop did; nil if it was interrupted or was recorded by an earlier version.
  public let summary: Summary?
  /// The files and folders that the drop placed and that still exist.
  public let placed: [FilePath]
  /// The files and folders that the drop replaced.
  public let replaced: [FilePath]
  /// Why the record cannot be read; nil if it can.
  ///
  /// A drop whose record cannot be read can only be forgotten.
  public let damage: ActionError?
  /// What cannot be undone now, and why; empty unless it was asked for.
  public let obstacles: [DropProblem]

  init(_ drop: RecordedDrop) {
    number = drop.number
    summary = drop.description.map {
      Summary(
        source: $0.source, destination: $0.destination, workingFolder: $0.workingFolder,
        itemCount: $0.itemCount, isMove: $0.isMove, date: $0.date)
    }
    placed = drop.placed
    replaced = drop.replaced
    damage = drop.damage.map { ActionError.failure($0.message, cause: $0) }
    obstacles = drop.obstacles.map { DropProblem(path: $0.path, error: $0.error) }
  }
}

/// A file that undo leaves as it is, and why.
public struct DropProblem: Sendable {
  /// The path of the file.
  public let path: FilePath
  /// Why it is left.
  public let error: any Error
}

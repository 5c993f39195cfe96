import FolderDrops
public import Foundation
public import ProfferFileSystem

/// A recorded drop, which can be undone or forgotten.
public struct DropEntry: Sendable {
  /// A description of a drop.
  public struct Summary: Sendable {
    /// The source bundle.
    public let source: FilePath
    /// The destination folder or bundle.
    public let destination: FilePath
    /// The working folder of the process.
    public let workingFolder: FilePath
    /// The number of items.
    public let itemCount: Int
    /// Whether the items were moved rather than copied.
    public let isMove: Bool
    /// When the drop began.
    public let date: Date
  }

  /// The number of the drop; later drops have higher numbers.
  public let number: Int
  /// The description of the drop; nil if the drop was interrupted or was recorded by an earlier version.
  public let summary: Summary?
  /// The files and folders that the drop placed and that still exist.
  public let placed: [FilePath]
  /// The files and folders that the drop replaced.
  public let replaced: [FilePath]
  /// Why the record cannot be read; nil if it can.
  ///
  /// A drop with an unreadable record can only be forgotten.
  public let damage: ActionError?
  /// The files that cannot be undone now, with the reasons; empty unless requested.
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

/// A file that undo leaves unchanged, and the reason.
public struct DropProblem: Sendable {
  /// The path of the file.
  public let path: FilePath
  /// The reason.
  public let error: any Error
}
